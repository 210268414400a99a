// Othello on 4 x 4 and 6 x 6 squares.
#include "games/othello_small_solver.hpp"

#include "core/kernel_engine.hpp"

namespace quintet::othello {

EnginePtr engine_of_4(const Options& options) { return make_engine<SmallOthello<4>>(options); }
EnginePtr engine_of_6(const Options& options) { return make_engine<SmallOthello<6>>(options); }

}  // namespace quintet::othello
