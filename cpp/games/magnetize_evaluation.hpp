// An estimate for Magnetize: every possible square that the other colour has no piece in counts, steeply
// more the fewer pieces it lacks, on the board as it stands and as either magnet would leave it. Turns
// that the other side still misses are worth something in themselves: they are moves without an answer.
#pragma once

#include "core/search/evaluation.hpp"
#include "games/magnetize.hpp"

namespace quintet {

template <class Board>
class MagnetizeEvaluation {
public:
    using Game = Magnetize<Board>;
    using Position = typename Game::Position;
    using Cells = typename Game::Cells;

    static constexpr double spread = 400;
    static constexpr Tuning tuning = {.aspiration = 80};

    explicit MagnetizeEvaluation(const Game& game) : game_(game) {
        const int pieces = game.square() * game.square();
        for (int have = 1; have <= pieces; ++have) worth_.at(static_cast<std::size_t>(have)) = worth_lacking(pieces - have);
    }

    [[nodiscard]] int operator()(const Position& position, Player player) const noexcept {
        const std::size_t mover = position.turn;
        int value = 2 * lead(position.cells, mover);
        for (const std::size_t magnet : {Game::black, Game::white}) {
            std::array<Cells, 2> pulled = position.cells;
            game_.pull(pulled, magnet, position.owed[magnet ^ 1U] > 0);
            value += lead(pulled, mover);
        }
        value = value / 4 + to_move_worth + free_turn_worth * std::min<int>(position.owed[mover ^ 1U], most_free_turns);
        return game_.to_move(position) == player ? value : -value;
    }

private:
    static constexpr int to_move_worth = 15;
    static constexpr int free_turn_worth = 40;
    static constexpr int most_free_turns = 4;

    [[nodiscard]] static constexpr int worth_lacking(int pieces) noexcept {
        constexpr std::array<int, 6> worth = {400, 120, 40, 14, 5, 2};
        return pieces < static_cast<int>(worth.size()) ? worth[static_cast<std::size_t>(pieces)] : 1;
    }

    [[nodiscard]] int lead(const std::array<Cells, 2>& cells, std::size_t mover) const noexcept {
        int sum = 0;
        const Board& board = game_.board();
        board.for_each_open_square(cells[mover], cells[mover ^ 1U], [&](int pieces) { sum += worth_[static_cast<std::size_t>(pieces)]; });
        board.for_each_open_square(cells[mover ^ 1U], cells[mover], [&](int pieces) { sum -= worth_[static_cast<std::size_t>(pieces)]; });
        return sum;
    }

    const Game& game_;
    /// By the pieces a square has already.
    std::array<int, 62 * 62 + 1> worth_{};
};

static_assert(HasEvaluation<Magnetize<magnetize::WordBoard>>);

}  // namespace quintet
