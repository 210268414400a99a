// What an Othello solver remembers of a position: both bounds of its score and the two moves that did
// best. Shared by all threads without a lock, as core/search/table.hpp is: an entry is the facts and the
// key xored with them, so that a mixed entry fits no position. Four entries share a cache line.
#pragma once

#include "core/search/memory.hpp"
#include "games/othello.hpp"

#include <atomic>

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
    std::uint8_t present = 0;
};
static_assert(sizeof(EndFacts) == 8);

class EndTable {
public:
    explicit EndTable(std::size_t bytes) : memory_(bytes), buckets_(memory_.size() / sizeof(Bucket)) {}

    void next_generation() noexcept { ++generation_; }
    void clear() noexcept { memory_.clear(); }

    [[gnu::always_inline]] void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(&bucket(key)); }

    /// False when nothing is known; then `facts` is left as it was.
    [[nodiscard, gnu::always_inline]] bool find(std::uint64_t key, EndFacts& facts) const noexcept {
        for (Slot& slot : bucket(key).slots) {
            const std::uint64_t word = slot.facts.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ word) == key && word != 0) {
                facts = std::bit_cast<EndFacts>(word);
                return true;
            }
        }
        return false;
    }

    /// Adds a bound: the score is `score` or more, or with `at_most` or less. Bounds that were found with
    /// the same selectivity add up, those nearer to nothing give way, those nearer to a proof stay.
    [[gnu::always_inline]] void store(std::uint64_t key, int empties, std::uint8_t selectivity, int score, bool at_most, std::uint8_t move) noexcept {
        Slot* chosen = nullptr;
        int least = 0;
        EndFacts facts;
        for (Slot& slot : bucket(key).slots) {
            const std::uint64_t word = slot.facts.load(std::memory_order_relaxed);
            const auto old = std::bit_cast<EndFacts>(word);
            if ((slot.check.load(std::memory_order_relaxed) ^ word) == key && word != 0) {
                chosen = &slot;
                facts = old;
                break;
            }
            const int age = static_cast<std::uint8_t>(generation_ - old.generation);
            const int worth = word == 0 ? -10000 : old.empties - 64 * std::min(age, 2);
            if (chosen == nullptr || worth < least) {
                chosen = &slot;
                least = worth;
            }
        }
        if (facts.selectivity > selectivity) return;
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
        const auto word = std::bit_cast<std::uint64_t>(facts);
        chosen->facts.store(word, std::memory_order_relaxed);
        chosen->check.store(key ^ word, std::memory_order_relaxed);
    }

private:
    struct Slot {
        std::atomic<std::uint64_t> check;
        std::atomic<std::uint64_t> facts;
    };
    struct alignas(64) Bucket {
        std::array<Slot, 4> slots;
    };

    [[nodiscard, gnu::always_inline]] Bucket& bucket(std::uint64_t key) const noexcept {
        __extension__ using Wide = unsigned __int128;
        return reinterpret_cast<Bucket*>(memory_.data())[static_cast<std::size_t>(static_cast<Wide>(key) * buckets_ >> 64)];
    }

    ZeroedMemory memory_;
    std::size_t buckets_ = 0;
    std::uint8_t generation_ = 0;
};

}  // namespace othello

}  // namespace quintet
