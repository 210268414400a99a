// Exact answers for Magnetize, by proofs of forced wins (core/win_solver.hpp). A drop adds a piece and
// none ever leaves, so only the magnet can lead back to a position: it is the circling move. Pieces that
// can no longer matter are left out of the table's keys, and a colour that can get no square any more cannot win.
#pragma once

#include "core/win_solver.hpp"
#include "games/magnetize_frozen.hpp"

#include <cmath>

namespace quintet {

template <class Board>
struct MagnetizeStyle {
    using Game = Magnetize<Board>;
    using Position = typename Game::Position;

    struct Key {
        std::array<typename Board::Cells, 2> cells;
        std::array<std::uint8_t, 2> owed;
        std::uint8_t turn;
        bool operator==(const Key&) const = default;
    };

    static constexpr auto circling = Game::magnet;
    static constexpr int record_share = 16;

    explicit MagnetizeStyle(const Game& game) : game_(game) {}

    [[nodiscard]] static Position plain(const Game&, const Position& position, Player&) noexcept { return position; }
    [[nodiscard]] static Key key(const Game& game, const Position& position) noexcept {
        const auto blocks = magnetize::OpenAreas<Board>(game, position.cells).blocks;
        return {{Board::either(position.cells[0], blocks), Board::either(position.cells[1], blocks)}, position.owed, position.turn};
    }

    [[nodiscard]] static std::uint64_t hash(const Key& key) noexcept {
        const std::uint64_t rest = static_cast<std::uint64_t>(key.owed[0]) << 16 | static_cast<std::uint64_t>(key.owed[1]) << 8 | key.turn;
        if constexpr (std::is_integral_v<typename Board::Cells>) {
            return mixed(key.cells[0] + mixed(rest, rest), key.cells[1] ^ rest);
        } else {
            std::uint64_t sum = mixed(rest, rest);
            for (std::size_t row = 0; row < key.cells[0].size(); ++row) sum = mixed(key.cells[0][row] + sum, key.cells[1][row] ^ std::rotl(sum, 17));
            return sum;
        }
    }

    [[nodiscard]] WinGlance look(const Position& position, Player attacker) const noexcept {
        const std::size_t attacking = attacker == Player::FIRST ? Game::black : Game::white;
        if (magnetize::OpenAreas<Board>(game_, position.cells).areas[attacking] == Board::none()) return {WinKnown::HELD, 0};
        if (game_.winning_move(position)) return {position.turn == attacking ? WinKnown::WON : WinKnown::HELD, 0};
        return {WinKnown::OPEN, promise(position, attacking) - promise(position, attacking ^ 1U)};
    }

private:
    /// A sum over the squares still open to a colour: the fewer pieces one lacks, the more it counts.
    [[nodiscard]] int promise(const Position& position, std::size_t colour) const noexcept {
        constexpr std::array<int, 6> worth = {0, 120, 40, 14, 5, 2};
        const int pieces = game_.square() * game_.square();
        int sum = 0;
        game_.board().for_each_open_square(position.cells[colour], position.cells[colour ^ 1U], [&](int have) {
            if (have > 0) sum += pieces - have < static_cast<int>(worth.size()) ? worth[static_cast<std::size_t>(pieces - have)] : 1;
        });
        return sum;
    }

    const Game& game_;
};

template <class Board>
class Magnetize<Board>::Solver : public WinSolver<Magnetize<Board>, MagnetizeStyle<Board>> {
public:
    Solver(const Magnetize& game, std::size_t bytes) : WinSolver<Magnetize<Board>, MagnetizeStyle<Board>>(game, bytes), game_(game) {}

    /// About how many nodes it takes to solve this position: fitted to random positions of 12 to 36 cells.
    [[nodiscard]] double reach(const Position& position) const noexcept {
        const double cells = game_.height() * game_.width();
        double empty = cells;
        for (int row = 0; row < game_.height(); ++row) empty -= std::popcount(game_.board().row(position.cells[0], row) | game_.board().row(position.cells[1], row));
        return 3 * std::pow(1.68, empty * empty / cells);
    }

private:
    const Magnetize& game_;
};

}  // namespace quintet
