// Quentin up to 19 x 19.
#include "games/quentin.hpp"
#include "games/quentin_solver.hpp"

#include "core/kernel_engine.hpp"

namespace quintet::quentin {

EnginePtr engine_up_to_19(const Options& options) { return make_engine<Quentin<UpTo19>>(options); }

}  // namespace quintet::quentin
