// The transposition table: what earlier visits found out about positions, shared by all threads without
// a lock. An entry is two words, the facts and the key xored with them: when two threads write one
// entry at once and it ends up mixed, the key does not fit and the entry is as good as absent. Four
// entries share a cache line; the one whose loss hurts least, shallow and from an old search, gives way.
#pragma once

#include "core/search/memory.hpp"
#include "core/search/value.hpp"

#include <atomic>
#include <span>

namespace quintet {

enum class Bound : std::uint8_t { NONE = 0, UPPER = 1, LOWER = 2, EXACT = 3 };

struct TableEntry {
    std::uint16_t move = 0;  ///< the best move's number + 1; 0: none known
    std::int16_t value = 0;
    std::uint8_t depth = 0;
    Bound bound = Bound::NONE;
    bool proved = false;
    std::uint8_t generation = 0;  ///< 5 bits

    [[nodiscard, gnu::always_inline]] std::uint64_t packed() const noexcept {
        return std::uint64_t{move} | std::uint64_t{static_cast<std::uint16_t>(value)} << 16 | std::uint64_t{depth} << 32 |
               std::uint64_t{static_cast<std::uint8_t>(bound)} << 40 | std::uint64_t{proved} << 42 | std::uint64_t{generation} << 43;
    }

    [[nodiscard, gnu::always_inline]] static TableEntry unpacked(std::uint64_t word) noexcept {
        return {static_cast<std::uint16_t>(word), static_cast<std::int16_t>(word >> 16), static_cast<std::uint8_t>(word >> 32),
                static_cast<Bound>(word >> 40 & 3), (word >> 42 & 1) != 0, static_cast<std::uint8_t>(word >> 43 & 31)};
    }
};

class Table {
public:
    static constexpr std::size_t entry_bytes = 16;

    Table() = default;
    explicit Table(std::size_t bytes) : memory_(bytes), buckets_(memory_.size() / sizeof(Bucket)) {}

    /// A new search: what is in the table stays of use, but gives way first.
    void next_generation() noexcept { generation_ = (generation_ + 1) & 31; }

    void clear() noexcept {
        memory_.clear();
        generation_ = 0;
    }

    [[nodiscard]] std::size_t bytes() const noexcept { return memory_.size(); }
    [[nodiscard]] std::size_t capacity() const noexcept { return buckets_ * bucket_entries; }

    /// What is known about the position; `bound` is NONE when nothing is.
    [[nodiscard, gnu::always_inline]] TableEntry find(std::uint64_t key) const noexcept {
        for (Slot& slot : bucket(key).slots) {
            const std::uint64_t facts = slot.facts.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ facts) == key && facts != 0) return TableEntry::unpacked(facts);
        }
        return {};
    }

    [[gnu::always_inline]] void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(&bucket(key)); }

    [[gnu::always_inline]] void store(std::uint64_t key, TableEntry entry) noexcept {
        entry.generation = generation_;
        Slot* chosen = nullptr;
        int least = 0;
        for (Slot& slot : bucket(key).slots) {
            const std::uint64_t facts = slot.facts.load(std::memory_order_relaxed);
            const TableEntry old = TableEntry::unpacked(facts);
            if ((slot.check.load(std::memory_order_relaxed) ^ facts) == key && facts != 0) {
                if (old.proved && !entry.proved && old.bound == Bound::EXACT) return;
                if (entry.move == 0) entry.move = old.move;
                chosen = &slot;
                break;
            }
            const int age = (generation_ - old.generation) & 31;
            const int worth = facts == 0 ? -1000 : old.depth - 8 * age;
            if (chosen == nullptr || worth < least) {
                chosen = &slot;
                least = worth;
            }
        }
        const std::uint64_t facts = entry.packed();
        chosen->facts.store(facts, std::memory_order_relaxed);
        chosen->check.store(key ^ facts, std::memory_order_relaxed);
    }

private:
    struct Slot {
        std::atomic<std::uint64_t> check;
        std::atomic<std::uint64_t> facts;
    };
    static_assert(sizeof(Slot) == entry_bytes && std::atomic<std::uint64_t>::is_always_lock_free);

    static constexpr std::size_t bucket_entries = 4;
    struct alignas(64) Bucket {
        std::array<Slot, bucket_entries> slots;
    };

    /// The high word of a product spreads the keys over any number of buckets.
    [[nodiscard, gnu::always_inline]] Bucket& bucket(std::uint64_t key) const noexcept {
        __extension__ using Wide = unsigned __int128;
        return reinterpret_cast<Bucket*>(memory_.data())[static_cast<std::size_t>(static_cast<Wide>(key) * buckets_ >> 64)];
    }

    ZeroedMemory memory_;
    std::size_t buckets_ = 0;
    std::uint8_t generation_ = 0;
};

}  // namespace quintet
