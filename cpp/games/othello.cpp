// Othello enlists itself, with the kernel that fits the board; the kernels are in headers, for solvers to include.
#include "games/othello.hpp"
#include "games/othello_evaluation.hpp"
#include "games/othello_patterns.hpp"
#include "games/othello_solver.hpp"

#include "core/kernel_engine.hpp"
#include "core/registry.hpp"

namespace quintet::othello {

// In a file of their own.
EnginePtr engine_of_4(const Options& options);
EnginePtr engine_of_6(const Options& options);

namespace {

EnginePtr make(const Options& options) {
    switch (const int size = options.integer("size", 8, 4, 10)) {
        case 4: return engine_of_4(options);
        case 6: return engine_of_6(options);
        case 8: return make_engine<Othello>(options);
        default: throw Error("the kernel has boards of size 4, 6 and 8, got " + std::to_string(size));
    }
}

[[maybe_unused]] const bool enlisted = enlist("othello", make);

}  // namespace

}  // namespace quintet::othello
