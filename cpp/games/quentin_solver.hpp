// Exact answers for Quentin, by proofs of forced wins (core/win_solver.hpp). Stones are only added, so no
// position comes again. The four symmetries that leave each edge to its owner share one entry of the table.
#pragma once

#include "core/win_solver.hpp"
#include "games/quentin.hpp"

#include <cmath>

namespace quintet {

template <class Points>
struct QuentinStyle {
    using Game = Quentin<Points>;
    using Position = typename Game::Position;
    using Words = decltype(Points().words());

    struct Key {
        std::array<Words, 2> stones;
        std::uint8_t turn;
        bool pie;
        bool operator==(const Key&) const = default;
        auto operator<=>(const Key&) const = default;
    };

    static constexpr int record_share = 4;

    explicit QuentinStyle(const Game& game) : game_(game), evaluation_(game) {}

    [[nodiscard]] WinGlance look(const Position& position, Player attacker) const noexcept {
        if (game_.joins_at_once(position).any()) return {game_.to_move(position) == attacker ? WinKnown::WON : WinKnown::HELD, 0};
        return {WinKnown::OPEN, evaluation_(position, attacker)};
    }

    /// Once the pie rule is out of the way it does not matter who sits where: the attacker's colour does.
    [[nodiscard]] static Position plain(const Game&, Position position, Player& attacker) noexcept {
        if (position.pie == Game::Pie::SWAPPED) {
            position.pie = Game::Pie::GONE;
            attacker = opponent(attacker);
        }
        return position;
    }

    [[nodiscard]] static Key key(const Game& game, const Position& position) noexcept {
        const auto of = [&](const auto& stones) { return Key{{stones[0].words(), stones[1].words()}, position.turn, position.pie == Game::Pie::OPEN}; };
        Key least = of(position.stones);
        for (int symmetry = 1; symmetry < 4; ++symmetry) {
            if constexpr (Points::points == 64) {
                least = std::min(least, Key{{Words{flipped(game, position.stones[0].words()[0], symmetry)}, Words{flipped(game, position.stones[1].words()[0], symmetry)}},
                                            position.turn, position.pie == Game::Pie::OPEN});
            } else {
                least = std::min(least, of(game.transformed(position, symmetry).stones));
            }
        }
        return least;
    }

    [[nodiscard]] static std::uint64_t hash(const Key& key) noexcept {
        std::uint64_t sum = mixed(key.turn, key.pie);
        for (std::size_t i = 0; i < key.stones[0].size(); ++i) sum = mixed(key.stones[0][i] + std::rotl(sum, 23), key.stones[1][i] ^ sum);
        return sum;
    }

private:
    /// Rows of eight bits, the board in the lowest ones.
    [[nodiscard]] static quentin::Word flipped(const Game& game, quentin::Word stones, int symmetry) noexcept {
        const int spare = 8 - game.size();
        if ((symmetry & 1) != 0) {
            stones = (stones >> 1 & 0x5555555555555555) | (stones & 0x5555555555555555) << 1;
            stones = (stones >> 2 & 0x3333333333333333) | (stones & 0x3333333333333333) << 2;
            stones = (stones >> 4 & 0x0f0f0f0f0f0f0f0f) | (stones & 0x0f0f0f0f0f0f0f0f) << 4;
            stones >>= spare;
        }
        if ((symmetry & 2) != 0) stones = __builtin_bswap64(stones) >> 8 * spare;
        return stones;
    }

    const Game& game_;
    QuentinEvaluation<Points> evaluation_;
};

template <class Points>
class Quentin<Points>::Solver : public WinSolver<Quentin<Points>, QuentinStyle<Points>> {
public:
    Solver(const Quentin& game, std::size_t bytes) : WinSolver<Quentin<Points>, QuentinStyle<Points>>(game, bytes), game_(game) {}

    /// About how many nodes it takes to solve this position: fitted to random positions of 4 x 4 to 7 x 7.
    [[nodiscard]] double reach(const Position& position) const noexcept {
        const double empty = quentin::count(game_.empty(position.stones));
        return std::exp2(empty * empty / (game_.size() * game_.size()));
    }

private:
    const Quentin& game_;
};

}  // namespace quintet
