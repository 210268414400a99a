// How a level picks its move, for both doors: it sees wins and losses within two plies, and samples moves that it takes to be
// about equal. `engine/level_move.py` does the same over the rulebook; a test holds them together.
#pragma once

#include "core/engine.hpp"

#include <string>

namespace quintet {

/// A level's settings (`engine/levels.py`) and what its choice depends on besides.
struct LevelRequest {
    Limits limits = {};        ///< nodes of a move, and seconds for a game that is very slow
    int lines = 1;             ///< the number of best moves it chooses among
    double temperature = 0;    ///< a move that is worse by this value is chosen about a third as often
    bool careful = true;       ///< whether it always sees a win in one move and a loss to the reply
    Method method = Method::AUTO;
    int threads = 1;
    std::int64_t memory_mb = 64;
    std::string seed;          ///< the text that the random numbers are drawn from; the position is a part of it
    std::uint64_t near_seed = 0;  ///< the seed of the searches of one or two plies

    void check() const;
};

/// The move for a position that is not over.
[[nodiscard]] std::string level_move(const Engine& engine, const WeightsPtr& weights, std::string_view position, const LevelRequest& request, const Poll& poll,
                                     const StopToken& stop);

}  // namespace quintet
