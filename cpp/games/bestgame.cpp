// Best Game Ever Made enlists itself, with the kernel that fits the board.
#include "core/registry.hpp"

namespace quintet::bestgame {

// Each in a file of its own.
EnginePtr narrow_engine(const Options& options);
EnginePtr wide_engine(const Options& options);

namespace {

EnginePtr make(const Options& options) {
    const int bits = options.integer("columns", 5, 3, 9) * (options.integer("rows", 7, 3, 9) + 1);
    return bits <= 64 ? narrow_engine(options) : wide_engine(options);
}

[[maybe_unused]] const bool enlisted = enlist("bestgame", make);

}  // namespace

}  // namespace quintet::bestgame
