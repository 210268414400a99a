// Searches with an evaluation from outside that judges many positions in one call: a tree search that gathers leaves, and
// alpha-beta that gathers the moves of the last ply. Such an evaluation takes far longer than a move of a kernel, so games are
// played through core/single_game.hpp, and this is compiled once and not for each game.
//
// One node of the limits is one position that is judged. Deterministic for a seed; one thread.
#pragma once

#include "core/search/searcher.hpp"
#include "core/single_game.hpp"

#include <functional>
#include <span>
#include <string>

namespace quintet {

/// The caller's room for planes of positions, and for their values, -1 to 1, for the player to move in each.
struct Batch {
    std::uint8_t* planes;
    float* values;
    std::size_t capacity;  ///< at least the number of actions
};

/// Fills the first `count` values of the batch; whatever it throws ends the search and comes out of it.
using Judge = std::function<void(std::size_t count)>;

/// The best moves of a game that is not over; an action's text is at its place in `actions`. `memory_mb` is for tables. AUTO is
/// alpha-beta. Scores are not known.
[[nodiscard]] Analysis evaluated_search(const SingleGame& root, std::span<const std::string> actions, const SearchRequest& request, std::int64_t memory_mb,
                                        const Batch& batch, const Judge& judge, const Progress& progress, const Poll& poll, StopToken stop);

}  // namespace quintet
