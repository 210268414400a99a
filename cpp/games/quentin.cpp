// Quentin enlists itself, with the kernel that fits the board.
#include "core/registry.hpp"

namespace quintet::quentin {

// Each in a file of its own.
EnginePtr engine_up_to_8(const Options& options);
EnginePtr engine_up_to_16(const Options& options);
EnginePtr engine_up_to_19(const Options& options);

namespace {

EnginePtr make(const Options& options) {
    const int size = options.integer("size", 13, 2, 19);
    return size <= 8 ? engine_up_to_8(options) : size <= 16 ? engine_up_to_16(options) : engine_up_to_19(options);
}

[[maybe_unused]] const bool enlisted = enlist("quentin", make);

}  // namespace

}  // namespace quintet::quentin
