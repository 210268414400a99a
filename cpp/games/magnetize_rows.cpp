// Magnetize on the other boards.
#include "games/magnetize.hpp"
#include "games/magnetize_solver.hpp"

#include "core/kernel_engine.hpp"

namespace quintet::magnetize {

EnginePtr rows_engine(const Options& options) { return make_engine<Magnetize<RowsBoard>>(options); }

}  // namespace quintet::magnetize
