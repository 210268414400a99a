// For a kernel outside this repository: one C++ file that includes this, enlists its game and fills a module is a whole
// kernel. See examples/breakthrough.
#pragma once

#if defined(__wasm__)  // a source of the one module for browsers, which has no Python (tools/build_wasm.py)

#include "core/kernel_engine.hpp"
#include "core/registry.hpp"

#define NB_MODULE(name, module) [[maybe_unused]] static void name##_fill([[maybe_unused]] int module)
namespace quintet::bind {
inline void fill(int) {}
}

#else

#include "bind/module.hpp"
#include "core/kernel_engine.hpp"

#include "core/evaluated_search.cpp"
#include "core/level_move.cpp"
#include "core/options.cpp"
#include "core/registry.cpp"
#include "core/text.cpp"
#include "core/text_random.cpp"
#include "core/vector.cpp"

#endif
