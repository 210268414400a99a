// Quentin up to 8 x 8.
#include "games/quentin.hpp"
#include "games/quentin_solver.hpp"

#include "core/kernel_engine.hpp"

namespace quintet::quentin {

EnginePtr engine_up_to_8(const Options& options) { return make_engine<Quentin<UpTo8>>(options); }

}  // namespace quintet::quentin
