// Values: what a search compares. One scale holds estimates and proved results, and an estimate never
// reaches a proved win:
//
//     -30000 ... -29000   lost, the number of plies until then counts (games without scores)
//     -28999 ... -24000   lost by a margin (games with scores)
//     -20000 ...  20000   estimated, in the evaluation's own units; 0 is also a draw
//      24000 ...  28999   won by a margin: every point more is better, whenever it comes
//      29000 ...  30000   won, the sooner the better
//
// All of it fits into 16 bits of the transposition table.
#pragma once

#include "core/types.hpp"

#include <algorithm>
#include <cmath>

namespace quintet {

using Value = int;

inline constexpr Value infinite = 32000;
inline constexpr Value won_now = 30000;
inline constexpr Value won_by_distance = 29000;
inline constexpr Value won_by_margin = 24000;
inline constexpr Value estimate_limit = 20000;

/// No search looks further ahead than this, so that its stacks have a size and endless games an end.
inline constexpr int deepest_ply = 128;

/// A value together with whether it is a fact about the game: no estimate and no cut-off line had a
/// part in it. Of a bound (outside the window it was searched with) the bound is the fact.
struct Finding {
    Value value;
    bool proved;
};

/// What a finished game is worth to `player`, `ply` plies below the root.
[[nodiscard]] inline Value terminal_value(const Outcome& outcome, Player player, int ply) noexcept {
    if (!outcome.winner) return 0;
    Value value = won_now - ply;
    if (outcome.scores) value = won_by_margin + std::min(std::abs(outcome.scores->first - outcome.scores->second), won_by_distance - won_by_margin - 1);
    return *outcome.winner == player ? value : -value;
}

[[nodiscard]] constexpr bool is_win(Value value) noexcept { return value >= won_by_margin; }
[[nodiscard]] constexpr bool is_loss(Value value) noexcept { return value <= -won_by_margin; }

/// Distances are stored from the position itself, because the table knows no root.
[[nodiscard]] constexpr Value to_table(Value value, int ply) noexcept {
    if (value >= won_by_distance) return value + ply;
    return value <= -won_by_distance ? value - ply : value;
}

[[nodiscard]] constexpr Value from_table(Value value, int ply) noexcept {
    if (value >= won_by_distance) return value - ply;
    return value <= -won_by_distance ? value + ply : value;
}

/// A value as a number from -1 to 1. The ends, and an exact 0, are kept for what is proved.
[[nodiscard]] inline double squashed(Value value, bool proved, double spread) noexcept {
    constexpr double nearly = 0.999;
    if (proved || std::abs(value) >= won_by_distance) return value == 0 ? 0.0 : value > 0 ? 1.0 : -1.0;
    if (is_win(value) || is_loss(value)) return value > 0 ? nearly : -nearly;
    return std::clamp(std::tanh(value / spread), -nearly, nearly);
}

/// The score difference that a value stands for, in a game whose estimates are in `units` to the point.
[[nodiscard]] inline double score_of(Value value, double units) noexcept {
    if (is_win(value)) return value - won_by_margin;
    if (is_loss(value)) return value + won_by_margin;
    return value / units;
}

}  // namespace quintet
