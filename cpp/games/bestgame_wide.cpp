// Best Game Ever Made on the other boards.
#include "games/bestgame.hpp"
#include "games/bestgame_solver.hpp"

#include "core/kernel_engine.hpp"

namespace quintet::bestgame {

EnginePtr wide_engine(const Options& options) { return make_engine<Bestgame<Wide>>(options); }

}  // namespace quintet::bestgame
