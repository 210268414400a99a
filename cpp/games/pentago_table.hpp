// What was found out about super-positions, shared by all threads without a lock: of a board, taken up to
// turns of its sub-boards, the rotations in which the attacker is known to win and those in which the
// defender is known to hold. The key is the whole board, so two positions are never taken for each other.
#pragma once

#include "core/shared_table.hpp"
#include "games/pentago_rotations.hpp"

#include <algorithm>

namespace quintet {

namespace pentago {

/// Two disjoint sets of rotations.
struct Known {
    Half won;   ///< by the attacker
    Half held;  ///< by the defender
};

/// Three entries of four words each share two cache lines; the cheapest gives way.
class KnownTable {
public:
    explicit KnownTable(std::size_t bytes) : buckets_(bytes) { buckets_.use(0); }

    void clear() noexcept { buckets_.clear(); }

    /// Makes room for a number of entries, as far as there is memory. What was stored may be lost when it grows.
    void expect(double entries) noexcept {
        const double wanted = std::min(entries / 3 + 64, static_cast<double>(buckets_.most()));
        buckets_.use(std::max(buckets_.count(), static_cast<std::size_t>(wanted)));
    }

    void prefetch(std::uint64_t key) const noexcept { __builtin_prefetch(&bucket(key)); }

    [[nodiscard]] Known find(std::uint64_t key) const noexcept {
        for (const Entry& entry : bucket(key).entries) {
            const auto [found, facts] = entry.read();
            if (found == key) return {Half{facts[0], facts[1]}, Half{facts[2], facts[3]}};
        }
        return {Half{}, Half{}};
    }

    /// `cost` is how much work the entry saves.
    void store(std::uint64_t key, const Known& known, std::uint64_t cost) noexcept {
        Bucket& home = bucket(key);
        std::size_t chosen = 0;
        for (std::size_t i = 0; i < home.entries.size(); ++i) {
            if (home.entries[i].read().key == key) {
                chosen = i;
                break;
            }
            if (cost_of(home, i) < cost_of(home, chosen)) chosen = i;
        }
        home.entries[chosen].write(key, {known.won[0], known.won[1], known.held[0], known.held[1]});
        home.costs[chosen].store(static_cast<std::uint8_t>(std::bit_width(cost)), std::memory_order_relaxed);
    }

private:
    using Entry = SharedEntry<4>;

    struct alignas(64) Bucket {
        std::array<Entry, 3> entries;
        std::array<std::atomic<std::uint8_t>, 8> costs;  ///< the bit width of each entry's cost
    };
    static_assert(sizeof(Bucket) == 128);

    [[nodiscard]] static int cost_of(const Bucket& home, std::size_t i) noexcept { return home.costs[i].load(std::memory_order_relaxed); }

    /// The keys are boards, not hashes, so they are mixed first.
    [[nodiscard, gnu::always_inline]] Bucket& bucket(std::uint64_t key) const noexcept {
        key = (key ^ key >> 31) * 0xbf58476d1ce4e5b9ULL;
        key = (key ^ key >> 29) * 0x94d049bb133111ebULL;
        return buckets_.of(key);
    }

    Buckets<Bucket> buckets_;
};

}  // namespace pentago

}  // namespace quintet
