// Best Game Ever Made on boards that fit into one word.
#include "games/bestgame.hpp"
#include "games/bestgame_solver.hpp"

#include "core/kernel_engine.hpp"

namespace quintet::bestgame {

EnginePtr narrow_engine(const Options& options) { return make_engine<Bestgame<Word>>(options); }

}  // namespace quintet::bestgame
