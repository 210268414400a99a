// A fixed amount of search work, for measuring and for noticing change: the same build gives the same
// signature, and a refactoring must keep it.
#pragma once

#include "core/bits.hpp"
#include "core/search/searcher.hpp"

#include <cmath>
#include <span>

namespace quintet {

struct BenchTally {
    std::uint64_t nodes = 0;
    double seconds = 0;
    /// Mixed from what each search did: its nodes, its depth, its move, its value.
    std::uint64_t signature = 0;
};

/// Searches each position anew, one line on one thread, within the limits.
[[nodiscard]] inline BenchTally bench(Searcher& searcher, std::span<const std::string> positions, Method method, const Limits& limits, const Poll& poll) {
    BenchTally tally;
    for (const std::string& position : positions) {
        searcher.clear();
        const Analysis found = searcher.search(position, {.method = method, .limits = limits, .lines = 1, .threads = 1, .seed = 0}, {}, poll, {});
        tally.nodes += found.nodes;
        tally.seconds += found.seconds;
        tally.signature = mixed(tally.signature ^ found.nodes, static_cast<std::uint64_t>(found.depth));
        for (const char letter : found.move) tally.signature = mixed(tally.signature, static_cast<unsigned char>(letter));
        // Rounded, because the last digits of tanh are the library's business.
        tally.signature = mixed(tally.signature, static_cast<std::uint64_t>(std::llround(found.value * 1e6)));
    }
    return tally;
}

}  // namespace quintet
