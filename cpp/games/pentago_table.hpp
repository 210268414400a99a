// What was found out about super-positions, shared by all threads without a lock: of a board, taken up to
// turns of its sub-boards, the rotations in which the attacker is known to win and those in which the
// defender is known to hold. The key is the whole board, so two positions are never taken for each other.
#pragma once

#include "core/search/memory.hpp"
#include "games/pentago_rotations.hpp"

#include <algorithm>
#include <atomic>

namespace quintet {

namespace pentago {

/// Two disjoint sets of rotations.
struct Known {
    Half won;   ///< by the attacker
    Half held;  ///< by the defender
};

/// An entry is four words of facts and the key xored with them: when two threads write one at once and it
/// ends up mixed, the key does not fit. Three entries share two cache lines; the cheapest gives way.
class KnownTable {
public:
    KnownTable() = default;
    explicit KnownTable(std::size_t bytes) : memory_(bytes), all_buckets_(memory_.size() / sizeof(Bucket)) {}

    void clear() noexcept { memory_.clear(); }

    /// Makes room for a number of entries, as far as there is memory: fresh memory takes time to be had, so a small
    /// problem is not spread over a large table. What was stored may be lost when it grows.
    void expect(double entries) noexcept {
        const double wanted = std::min(entries / 3 + 64, static_cast<double>(all_buckets_));
        buckets_ = std::max(buckets_, static_cast<std::size_t>(wanted));
    }

    [[nodiscard]] Known find(std::uint64_t key) const noexcept {
        for (const Slot& slot : bucket(key).slots) {
            const auto [a, b, c, d] = slot.read();
            if ((slot.check.load(std::memory_order_relaxed) ^ a ^ b ^ c ^ d) == key) return {Half{a, b}, Half{c, d}};
        }
        return {Half{}, Half{}};
    }

    /// `cost` is how much work the entry saves.
    void store(std::uint64_t key, const Known& known, std::uint64_t cost) noexcept {
        Bucket& home = bucket(key);
        std::size_t chosen = 0;
        for (std::size_t i = 0; i < home.slots.size(); ++i) {
            const auto [a, b, c, d] = home.slots[i].read();
            if ((home.slots[i].check.load(std::memory_order_relaxed) ^ a ^ b ^ c ^ d) == key) {
                chosen = i;
                break;
            }
            if (cost_of(home, i) < cost_of(home, chosen)) chosen = i;
        }
        Slot& slot = home.slots[chosen];
        const std::array<std::uint64_t, 4> words = {known.won[0], known.won[1], known.held[0], known.held[1]};
        for (std::size_t i = 0; i < 4; ++i) slot.words[i].store(words[i], std::memory_order_relaxed);
        slot.check.store(key ^ words[0] ^ words[1] ^ words[2] ^ words[3], std::memory_order_relaxed);
        home.costs[chosen].store(static_cast<std::uint8_t>(std::bit_width(cost)), std::memory_order_relaxed);
    }

private:
    struct Slot {
        std::atomic<std::uint64_t> check;
        std::array<std::atomic<std::uint64_t>, 4> words;

        [[nodiscard]] std::array<std::uint64_t, 4> read() const noexcept {
            return {words[0].load(std::memory_order_relaxed), words[1].load(std::memory_order_relaxed), words[2].load(std::memory_order_relaxed),
                    words[3].load(std::memory_order_relaxed)};
        }
    };

    struct alignas(64) Bucket {
        std::array<Slot, 3> slots;
        std::array<std::atomic<std::uint8_t>, 8> costs;  ///< the bit width of each slot's cost
    };
    static_assert(sizeof(Bucket) == 128);

    [[nodiscard]] static int cost_of(const Bucket& home, std::size_t i) noexcept { return home.costs[i].load(std::memory_order_relaxed); }

    /// The keys are no hashes, so they are mixed first; the high word of a product spreads them over any number of buckets.
    [[nodiscard, gnu::always_inline]] Bucket& bucket(std::uint64_t key) const noexcept {
        __extension__ using Wide = unsigned __int128;
        key = (key ^ key >> 31) * 0xbf58476d1ce4e5b9ULL;
        key = (key ^ key >> 29) * 0x94d049bb133111ebULL;
        return reinterpret_cast<Bucket*>(memory_.data())[static_cast<std::size_t>(static_cast<Wide>(key) * buckets_ >> 64)];
    }

    ZeroedMemory memory_;
    std::size_t all_buckets_ = 0;
    std::size_t buckets_ = 0;  ///< in use
};

}  // namespace pentago

}  // namespace quintet
