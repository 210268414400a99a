// Which move to try first: the moves that cut off most trees elsewhere. Killers did so at the same
// distance from the root, the countermove after the same previous move, history anywhere.
#pragma once

#include "core/search/value.hpp"
#include "core/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

namespace quintet {

/// One thread's memory of good moves, by move number; `none` stands for no move.
class MoveMemory {
public:
    using Number = std::uint16_t;
    static constexpr Number none = 0xffff;

    explicit MoveMemory(std::size_t move_codes) : codes_(move_codes), history_(2 * move_codes), counters_(move_codes, none) { killers_.fill({none, none}); }

    /// Higher is better; far below `killer_bonus` in size for a move that is only known by history.
    [[nodiscard]] int score(Player player, Number move, Number previous, int ply) const noexcept {
        int score = history_[index(player, move)];
        const auto& [newer, older] = killers_[static_cast<std::size_t>(ply)];
        if (move == newer) score += 2 * killer_bonus;
        if (move == older) score += killer_bonus;
        if (previous != none && counters_[previous] == move) score += killer_bonus;
        return score;
    }

    [[nodiscard]] bool is_refutation(Number move, Number previous, int ply) const noexcept {
        const auto& [newer, older] = killers_[static_cast<std::size_t>(ply)];
        return move == newer || move == older || (previous != none && counters_[previous] == move);
    }

    /// `move` cut off the search where the moves before it did not.
    void cut_off(Player player, Number move, Number previous, int ply, int depth) noexcept {
        auto& killers = killers_[static_cast<std::size_t>(ply)];
        if (killers.first != move) killers = {move, killers.first};
        if (previous != none) counters_[previous] = move;
        shift(player, move, bonus(depth));
    }

    void failed(Player player, Number move, int depth) noexcept { shift(player, move, -bonus(depth)); }

private:
    static constexpr int history_limit = 8192;
    static constexpr int killer_bonus = 2 * history_limit;

    [[nodiscard]] static int bonus(int depth) noexcept { return std::min(16 * depth * depth, 1024); }
    [[nodiscard]] std::size_t index(Player player, Number move) const noexcept { return static_cast<std::size_t>(player) * codes_ + move; }

    /// Moves towards the limit by less the nearer it is: what was learnt lately counts most.
    void shift(Player player, Number move, int by) noexcept {
        std::int16_t& entry = history_[index(player, move)];
        entry = static_cast<std::int16_t>(entry + by - entry * std::abs(by) / history_limit);
    }

    std::size_t codes_;
    std::vector<std::int16_t> history_;
    std::vector<Number> counters_;
    std::array<std::pair<Number, Number>, deepest_ply + 1> killers_;
};

/// Brings the best of the moves not yet tried to place `from`; a full sort would mostly be wasted.
template <class MoveListType, class Scores>
void bring_best_forward(MoveListType& moves, Scores& scores, std::size_t from) noexcept {
    std::size_t best = from;
    for (std::size_t i = from + 1; i < moves.size(); ++i) {
        if (scores[i] > scores[best]) best = i;
    }
    std::swap(moves[from], moves[best]);
    std::swap(scores[from], scores[best]);
}

}  // namespace quintet
