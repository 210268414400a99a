// Quentin up to 16 x 16.
#include "games/quentin.hpp"
#include "games/quentin_solver.hpp"

#include "core/kernel_engine.hpp"

namespace quintet::quentin {

EnginePtr engine_up_to_16(const Options& options) { return make_engine<Quentin<UpTo16>>(options); }

}  // namespace quintet::quentin
