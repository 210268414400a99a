// Magnetize enlists itself, with the kernel that fits the board.
#include "core/registry.hpp"

namespace quintet::magnetize {

// Each in a file of its own.
EnginePtr word_engine(const Options& options);
EnginePtr rows_engine(const Options& options);

namespace {

EnginePtr make(const Options& options) {
    const int cells = options.integer("height", 4, 2, 62) * options.integer("width", 5, 2, 62);
    return cells <= 64 ? word_engine(options) : rows_engine(options);
}

[[maybe_unused]] const bool enlisted = enlist("magnetize", make);

}  // namespace

}  // namespace quintet::magnetize
