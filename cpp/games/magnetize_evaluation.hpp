// An estimate for Magnetize: every possible square that the other colour has no piece in counts, the more the fewer pieces
// it lacks, on the board as it stands and as either magnet would leave it. There the squares of the colour that pulls count
// apart from those of the other. Turns that the other side still misses are moves without an answer. The numbers are fitted to
// the results of games (docs/learning.md).
#pragma once

#include "core/search/evaluation.hpp"
#include "games/magnetize.hpp"

namespace quintet {

namespace magnetize {

/// In quarters of the estimate's unit, by the pieces that a square lacks; one that lacks more is worth the last number.
struct Worths {
    std::array<int, 9> standing;
    std::array<int, 9> puller;
    std::array<int, 9> pulled;
    std::array<int, 5> free_turns;  ///< by how many turns the other side misses
    int to_move;
};

inline constexpr Worths worths_of_twos = {
    .standing = {0, 200, 72, 48}, .puller = {312, 64, 16, 0}, .pulled = {68, 40, 20, 8}, .free_turns = {0, 155, 240, 300, 350}, .to_move = 20};
inline constexpr Worths worths_of_threes = {.standing = {0, 196, 70, 50, 34, 20, 16, 10, 6},
                                            .puller = {85, 98, 35, 25, 17, 10, 8, 5, 3},
                                            .pulled = {85, 98, 35, 25, 17, 10, 8, 5, 3},
                                            .free_turns = {0, 90, 115, 140, 160},
                                            .to_move = 4};
/// Guessed: fitted numbers for larger squares were no better.
inline constexpr Worths worths_of_others = {.standing = {800, 240, 80, 28, 10, 4, 2, 2, 2},
                                            .puller = {400, 120, 40, 14, 5, 2, 1, 1, 1},
                                            .pulled = {400, 120, 40, 14, 5, 2, 1, 1, 1},
                                            .free_turns = {0, 40, 80, 120, 160},
                                            .to_move = 15};

[[nodiscard]] constexpr const Worths& worths_of(int square) noexcept {
    if (square == 2) return worths_of_twos;
    return square == 3 ? worths_of_threes : worths_of_others;
}

}  // namespace magnetize

template <class Board>
class MagnetizeEvaluation {
public:
    using Game = Magnetize<Board>;
    using Position = typename Game::Position;
    using Cells = typename Game::Cells;

    static constexpr double spread = 400;
    static constexpr Tuning tuning = {.aspiration = 80};

    explicit MagnetizeEvaluation(const Game& game)
        : game_(game), worths_(magnetize::worths_of(game.square())), standing_(by_pieces(worths_.standing)), puller_(by_pieces(worths_.puller)),
          pulled_(by_pieces(worths_.pulled)) {}

    [[nodiscard]] int operator()(const Position& position, Player player) const noexcept {
        const std::size_t mover = position.turn;
        int value = lead(position.cells, mover, standing_, standing_);
        for (const std::size_t magnet : {Game::black, Game::white}) {
            std::array<Cells, 2> cells = position.cells;
            game_.pull(cells, magnet, position.owed[magnet ^ 1U] > 0);
            const int gain = lead(cells, magnet, puller_, pulled_);
            value += magnet == mover ? gain : -gain;
        }
        const std::size_t missed = std::min<std::size_t>(position.owed[mover ^ 1U], worths_.free_turns.size() - 1);
        value = value / 4 + worths_.to_move + worths_.free_turns.at(missed);
        return game_.to_move(position) == player ? value : -value;
    }

    [[nodiscard]] std::optional<typename Game::Move> winning_move(const Position& position) const noexcept { return game_.winning_move(position); }

private:
    /// By the pieces that a square has.
    using Table = std::array<int, 62 * 62 + 1>;

    [[nodiscard]] Table by_pieces(const std::array<int, 9>& lacking) const {
        Table table{};
        const auto pieces = static_cast<std::size_t>(game_.square()) * static_cast<std::size_t>(game_.square());
        for (std::size_t have = 1; have <= pieces; ++have) table.at(have) = lacking.at(std::min(pieces - have, lacking.size() - 1));
        return table;
    }

    [[nodiscard]] int lead(const std::array<Cells, 2>& cells, std::size_t colour, const Table& own, const Table& other) const noexcept {
        const Board& board = game_.board();
        return board.worth_of_squares(cells[colour], cells[colour ^ 1U], own.data()) - board.worth_of_squares(cells[colour ^ 1U], cells[colour], other.data());
    }

    const Game& game_;
    const magnetize::Worths& worths_;
    Table standing_;
    Table puller_;
    Table pulled_;
};

static_assert(HasEvaluation<Magnetize<magnetize::WordBoard>>);

}  // namespace quintet
