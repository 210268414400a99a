// What was learnt about a game: weights for its patterns, and how well shallow searches with them foretell deep
// ones. It comes as numbers of 16 bits; the file around them is the door's business (docs/learning.md).
#pragma once

#include "core/learn/patterns.hpp"

#include <memory>
#include <span>

namespace quintet {

/// How a search `shallow` plies deep foretells a deeper one: about slope * value + offset, give or take the spread.
/// Whole numbers, so that searches are the same on every processor.
struct Foresight {
    int shallow = 0;   ///< 0: not known
    int slope = 1000;  ///< in thousandths
    int offset = 0;
    int spread = 0;
};

/// Weights in use. Immutable, so that searches share them.
struct Weights {
    /// Weights are multiples of 1 / parts of a point.
    static constexpr int parts = 32;
    static constexpr std::size_t numbers_of_foresight = 4;

    std::uint64_t layout = 0;
    std::size_t size = 0;                ///< of one phase
    std::vector<std::int16_t> tables;    ///< phase after phase
    std::size_t depths = 0;              ///< foresight is known of searches up to this depth
    std::vector<Foresight> foresight;    ///< by phase and depth

    [[nodiscard]] const std::int16_t* phase(int phase) const noexcept { return tables.data() + static_cast<std::size_t>(phase) * size; }

    /// Of a search `depth` plies deep; deeper than was measured, with the line of the deepest of the same parity.
    [[nodiscard]] Foresight foresee(int phase, int depth) const noexcept {
        if (depths == 0) return {};
        auto row = static_cast<std::size_t>(depth);
        if (row > depths) row = depths - (row - depths) % 2;
        Foresight found = foresight[static_cast<std::size_t>(phase) * (depths + 1) + row];
        if (found.shallow > 0 && depth > static_cast<int>(row)) found.shallow = depth / 4 * 2 + depth % 2;
        return found;
    }
};

using WeightsPtr = std::shared_ptr<const Weights>;

/// Reads numbers: for each phase the weights that are not tied to an earlier one; the depths; for each phase and
/// depth the foresight (shallow depth, slope in thousandths, offset, spread).
template <class P>
[[nodiscard]] WeightsPtr read_weights(std::span<const std::int16_t> numbers) {
    using L = Layout<P>;
    const std::vector<std::uint32_t> tied = L::tied();
    std::size_t free = 0;
    for (std::size_t i = 0; i < L::size; ++i) free += tied[i] == i;
    constexpr auto phases = static_cast<std::size_t>(P::phases);
    const auto refuse = [&](std::size_t expected) {
        throw Error("the weights do not fit this game: expected " + std::to_string(expected) + " numbers, got " + std::to_string(numbers.size()));
    };
    if (numbers.size() <= phases * free) refuse(phases * free + 1);
    auto weights = std::make_shared<Weights>();
    weights->layout = L::fingerprint();
    weights->size = L::size;
    weights->tables.resize(phases * L::size);
    std::size_t next = 0;
    for (std::size_t phase = 0; phase < phases; ++phase) {
        std::int16_t* table = weights->tables.data() + phase * L::size;
        for (std::size_t i = 0; i < L::size; ++i) table[i] = tied[i] == i ? numbers[next++] : table[tied[i]];
    }
    weights->depths = static_cast<std::size_t>(std::max<int>(numbers[next++], 0));
    const std::size_t rows = weights->depths == 0 ? 0 : phases * (weights->depths + 1);
    if (numbers.size() != next + rows * Weights::numbers_of_foresight) refuse(next + rows * Weights::numbers_of_foresight);
    for (std::size_t row = 0; row < rows; ++row, next += Weights::numbers_of_foresight) {
        const Foresight known{numbers[next], numbers[next + 1], numbers[next + 2], numbers[next + 3]};
        const int depth = static_cast<int>(row % (weights->depths + 1));
        if (known.shallow < 0 || known.shallow >= std::max(depth, 1) || known.slope <= 0 || known.spread < 0) {
            throw Error("the weights do not fit this game: no search of depth " + std::to_string(depth) + " is foretold by one of depth " + std::to_string(known.shallow));
        }
        weights->foresight.push_back(known);
    }
    return weights;
}

}  // namespace quintet
