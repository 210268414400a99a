// Othello enlists itself; the kernel is in the header, for solvers to include.
#include "games/othello.hpp"
#include "games/othello_evaluation.hpp"
#include "games/othello_patterns.hpp"
#include "games/othello_solver.hpp"

#include "core/kernel_engine.hpp"
#include "core/registry.hpp"

namespace {
[[maybe_unused]] const bool enlisted = quintet::enlist("othello", quintet::make_engine<quintet::Othello>);
}
