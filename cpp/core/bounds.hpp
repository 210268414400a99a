// The largest numbers that a caller may ask for: those of src/quintet/engine/bounds.py, and a test compares the two.
#pragma once

#include "core/types.hpp"

#include <limits>

namespace quintet {

namespace bounds {

inline constexpr std::int64_t most_nodes = 1'000'000'000'000'000;
inline constexpr std::int64_t most_depth = 100;  ///< of searches and of perft, which recurses
inline constexpr std::int64_t most_seconds = 1'000'000;
inline constexpr std::int64_t most_lines = 1000;
inline constexpr std::int64_t most_threads = 256;
inline constexpr std::int64_t most_memory_mb = std::int64_t{1} << 20;
inline constexpr std::int64_t most_seed = std::numeric_limits<std::int64_t>::max();
inline constexpr std::int64_t most_playouts = 1'000'000'000'000;
inline constexpr std::int64_t longest_playout = 1'000'000;  ///< moves of one random game

}  // namespace bounds

[[nodiscard]] inline Error out_of_range(std::string_view name, std::int64_t low, std::int64_t high, const std::string& got) {
    return Error(std::string(name) + " must be " + std::to_string(low) + " to " + std::to_string(high) + ", got " + got);
}

/// Refuses a number that is not `low` to `high`.
inline void check_range(std::string_view name, std::int64_t given, std::int64_t low, std::int64_t high) {
    if (given < low || given > high) throw out_of_range(name, low, high, std::to_string(given));
}

/// Megabytes that a caller may ask for, in bytes.
[[nodiscard]] inline std::size_t checked_bytes(std::int64_t memory_mb) {
    check_range("memory_mb", memory_mb, 1, bounds::most_memory_mb);
    return static_cast<std::size_t>(memory_mb) << 20;
}

}  // namespace quintet
