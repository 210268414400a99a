// For a kernel outside this repository: one C++ file that includes this, enlists its game and fills a module is a whole
// kernel. See examples/breakthrough.
#pragma once

#include "bind/module.hpp"
#include "core/kernel_engine.hpp"

#include "core/evaluated_search.cpp"
#include "core/level_move.cpp"
#include "core/options.cpp"
#include "core/registry.cpp"
#include "core/text.cpp"
#include "core/text_random.cpp"
#include "core/vector.cpp"
