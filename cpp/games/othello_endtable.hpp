// What an Othello solver remembers of a position: both bounds of its score and the two moves that did
// best, in a table that threads share without a lock (core/shared_table.hpp).
#pragma once

#include "core/shared_table.hpp"

#include <algorithm>

namespace quintet {

namespace othello {

inline constexpr std::uint8_t no_move = 255;

struct EndFacts {
    std::int8_t low = -64;
    std::int8_t high = 64;
    std::array<std::uint8_t, 2> moves = {no_move, no_move};  ///< the best first
    std::uint8_t empties = 0;
    std::uint8_t selectivity = 0;  ///< how much was proved: 0 nothing, up to `proof`; see EndSearch
    std::uint8_t generation = 0;
    std::uint8_t present = 0;  ///< 1 in the table, whose facts are never all zero
};

class EndTable {
public:
    explicit EndTable(std::size_t bytes) : entries_(bytes) {}

    void next_generation() noexcept { ++generation_; }
    void clear() noexcept { entries_.clear(); }

    [[gnu::always_inline]] void prefetch(std::uint64_t key) const noexcept { entries_.prefetch(key); }

    /// What is known about the position; not `present` when nothing is.
    [[nodiscard, gnu::always_inline]] EndFacts find(std::uint64_t key) const noexcept { return entries_.find(key).value_or(EndFacts{}); }

    /// Adds a bound: the score is `score` or more, or with `at_most` or less. Bounds of the same
    /// selectivity are combined; those of a lower one are dropped, and those of a higher one, nearer to a proof, stay.
    [[gnu::always_inline]] void store(std::uint64_t key, int empties, std::uint8_t selectivity, int score, bool at_most, std::uint8_t move) noexcept {
        const auto worth = [&](const EndFacts& old) {
            const int age = static_cast<std::uint8_t>(generation_ - old.generation);
            return old.empties - 64 * std::min(age, 2);
        };
        entries_.store(key, worth, [&](const std::optional<EndFacts>& old) -> std::optional<EndFacts> {
            EndFacts facts = old.value_or(EndFacts{});
            if (facts.selectivity > selectivity) return std::nullopt;
            if (facts.selectivity < selectivity) {
                facts.low = -64;
                facts.high = 64;
            }
            if (at_most) {
                facts.high = std::min(facts.high, static_cast<std::int8_t>(score));
            } else {
                facts.low = std::max(facts.low, static_cast<std::int8_t>(score));
            }
            if (move != no_move && facts.moves[0] != move && (!at_most || facts.moves[0] == no_move)) {
                facts.moves[1] = facts.moves[0];
                facts.moves[0] = move;
            }
            facts.empties = static_cast<std::uint8_t>(empties);
            facts.selectivity = selectivity;
            facts.generation = generation_;
            facts.present = 1;
            return facts;
        });
    }

private:
    SharedTable<EndFacts> entries_;
    std::uint8_t generation_ = 0;
};

}  // namespace othello

}  // namespace quintet
