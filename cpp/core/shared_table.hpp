// Tables that threads share without a lock. An entry holds facts and the key xored with them: when two threads
// write one entry at once and it ends up mixed, the key does not fit and the entry is as good as absent.
#pragma once

#include "core/buckets.hpp"

#include <atomic>
#include <bit>
#include <limits>

namespace quintet {

/// A key and some words of facts.
template <std::size_t Words>
class SharedEntry {
public:
    using Facts = std::array<std::uint64_t, Words>;

    struct Content {
        std::uint64_t key;
        Facts facts;
    };

    [[nodiscard, gnu::always_inline]] Content read() const noexcept {
        Content found{check_.load(std::memory_order_relaxed), {}};
        for (std::size_t i = 0; i < Words; ++i) {
            found.facts[i] = facts_[i].load(std::memory_order_relaxed);
            found.key ^= found.facts[i];
        }
        return found;
    }

    [[gnu::always_inline]] void write(std::uint64_t key, const Facts& facts) noexcept {
        for (std::size_t i = 0; i < Words; ++i) {
            facts_[i].store(facts[i], std::memory_order_relaxed);
            key ^= facts[i];
        }
        check_.store(key, std::memory_order_relaxed);
    }

private:
    static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

    std::atomic<std::uint64_t> check_;
    std::array<std::atomic<std::uint64_t>, Words> facts_;
};

/// A table of facts of eight bytes that are never all zero. Four entries share a cache line.
template <class Facts>
class SharedTable {
public:
    static_assert(sizeof(Facts) == 8 && std::is_trivially_copyable_v<Facts>);
    static constexpr std::size_t entry_bytes = 16;

    SharedTable() = default;
    explicit SharedTable(std::size_t bytes) : buckets_(bytes) {}

    void clear() noexcept { buckets_.clear(); }
    [[nodiscard]] std::size_t bytes() const noexcept { return buckets_.bytes(); }
    [[nodiscard]] std::size_t capacity() const noexcept { return buckets_.count() * bucket_entries; }

    [[gnu::always_inline]] void prefetch(std::uint64_t key) const noexcept { buckets_.prefetch(key); }

    [[nodiscard, gnu::always_inline]] std::optional<Facts> find(std::uint64_t key) const noexcept {
        for (const Entry& entry : buckets_.of(key).entries) {
            const auto [found, facts] = entry.read();
            if (found == key && facts[0] != 0) return std::bit_cast<Facts>(facts);
        }
        return std::nullopt;
    }

    /// Stores what `renewed` makes of the facts that are there for the key, an optional; nothing where it gives none.
    /// In a full bucket the facts of the least `worth` are replaced.
    template <class Worth, class Renewed>
    [[gnu::always_inline]] void store(std::uint64_t key, const Worth& worth, const Renewed& renewed) noexcept {
        Entry* chosen = nullptr;
        int least = 0;
        std::optional<Facts> old;
        for (Entry& entry : buckets_.of(key).entries) {
            const auto [found, words] = entry.read();
            const auto facts = std::bit_cast<Facts>(words);
            if (found == key && words[0] != 0) {
                chosen = &entry;
                old = facts;
                break;
            }
            const int loss = words[0] == 0 ? std::numeric_limits<int>::min() : worth(facts);
            if (chosen == nullptr || loss < least) {
                chosen = &entry;
                least = loss;
            }
        }
        const std::optional<Facts> facts = renewed(old);
        if (facts) chosen->write(key, std::bit_cast<typename Entry::Facts>(*facts));
    }

private:
    using Entry = SharedEntry<1>;
    static_assert(sizeof(Entry) == entry_bytes);

    static constexpr std::size_t bucket_entries = 4;
    struct alignas(64) Bucket {
        std::array<Entry, bucket_entries> entries;
    };

    Buckets<Bucket> buckets_;
};

}  // namespace quintet
