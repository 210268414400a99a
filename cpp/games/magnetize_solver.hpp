// Exact answers for Magnetize, by proofs of forced wins (core/win_proof.hpp). A drop adds a piece and
// none ever leaves, so only the magnet can lead back to a position: it is the circling move.
#pragma once

#include "core/win_proof.hpp"
#include "games/magnetize.hpp"

namespace quintet::inline QUINTET_ISA {

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

    [[nodiscard]] static Position plain(const Game&, const Position& position, Player&) noexcept { return position; }
    [[nodiscard]] static Key key(const Game&, const Position& position) noexcept { return {position.cells, position.owed, position.turn}; }

    [[nodiscard]] static int longest_timed(const Game& game, const Position& position) noexcept {
        int empty = 0;
        for (int row = 0; row < game.height(); ++row) {
            for (int column = 0; column < game.width(); ++column) {
                empty += !game.board().has(position.cells[0], row, column) && !game.board().has(position.cells[1], row, column);
            }
        }
        if (empty <= 12) return 250;
        return empty <= 20 ? 11 : 7;
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
};

template <class Board>
class Magnetize<Board>::Solver : public WinSolver<Magnetize<Board>, MagnetizeStyle<Board>> {
public:
    using WinSolver<Magnetize<Board>, MagnetizeStyle<Board>>::WinSolver;
};

}  // namespace quintet::inline QUINTET_ISA
