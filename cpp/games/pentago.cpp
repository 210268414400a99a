// Pentago enlists itself; the kernel is in the header, for solvers to include.
#include "games/pentago.hpp"
#include "games/pentago_evaluation.hpp"
#include "games/pentago_solver.hpp"

#include "core/kernel_engine.hpp"
#include "core/registry.hpp"

namespace {
[[maybe_unused]] const bool enlisted = quintet::enlist("pentago", quintet::make_engine<quintet::Pentago>);
}
