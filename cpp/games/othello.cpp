// Othello enlists itself; the kernel is in the header, for solvers to include.
#include "games/othello.hpp"

#include "core/registry.hpp"

namespace {
[[maybe_unused]] const bool enlisted = quintet::enlist<quintet::Othello>();
}
