// Magnetize on boards that fit into one word.
#include "games/magnetize.hpp"
#include "games/magnetize_solver.hpp"

#include "core/kernel_engine.hpp"

namespace quintet::magnetize {

EnginePtr word_engine(const Options& options) { return make_engine<Magnetize<WordBoard>>(options); }

}  // namespace quintet::magnetize
