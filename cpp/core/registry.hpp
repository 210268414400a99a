// The registry: which games there are. A game's file enlists itself and no list exists anywhere:
//
//     const bool enlisted = enlist("othello", make_engine<Othello>);
//
// A game whose kernel is a template over the board's size gives a function that picks the instantiation by
// the options; each instantiation has a file of its own, because it takes a compiler seconds.
#pragma once

#include "core/engine.hpp"

#include <set>

namespace quintet {

using Maker = EnginePtr (*)(const Options&);

/// Makes a game known; meant for load time. Always true.
bool enlist(std::string_view id, Maker make);

[[nodiscard]] std::set<std::string, std::less<>> game_ids();

/// The game with these options.
[[nodiscard]] EnginePtr load(std::string_view id, const Options& options);

}  // namespace quintet
