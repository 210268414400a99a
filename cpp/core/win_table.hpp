// What proofs of wins remember: facts about positions, in a table that never takes one for another.
#pragma once

#include "core/buckets.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace quintet {

/// What is known of wins by one player: in how many moves there is one, 0 for unknown; in how many there is none.
struct WinFacts {
    std::uint8_t won = 0;
    std::uint8_t held = 0;
};

/// The facts of positions. Keys are whole, so two positions are never taken for each other. Four entries share
/// a bucket; the one that cost least gives way. The table begins small and doubles as it fills, since fresh
/// memory takes time to be had.
template <class Style>
class WinTable {
public:
    using Key = typename Style::Key;

    explicit WinTable(std::size_t bytes) : buckets_(bytes) { begin(); }

    void clear() noexcept {
        buckets_.clear();
        begin();
    }

    bool drawn_ends = false;  ///< whether the facts rest on a game that ended as a draw

    [[nodiscard]] WinFacts find(const Key& key, std::uint64_t hash, Player attacker) const noexcept {
        for (const Slot& slot : buckets_.of(hash)) {
            if (slot.key == key) return slot.facts[static_cast<std::size_t>(attacker)];
        }
        return {};
    }

    /// `cost` is how much work the fact saves.
    void store(const Key& key, std::uint64_t hash, Player attacker, int plies, bool won, std::uint64_t cost) noexcept {
        Bucket& home = buckets_.of(hash);
        auto chosen = std::ranges::find_if(home, [&](const Slot& slot) { return slot.key == key; });
        if (chosen == home.end()) {
            chosen = std::ranges::min_element(home, {}, &Slot::cost);
            if (chosen->cost == 0) ++entries_;
            *chosen = Slot{key, {}, 0};
        }
        WinFacts& facts = chosen->facts[static_cast<std::size_t>(attacker)];
        const auto limit = static_cast<std::uint8_t>(plies);
        if (won) {
            if (facts.won == 0 || limit < facts.won) facts.won = limit;
        } else {
            facts.held = std::max(facts.held, limit);
        }
        chosen->cost = std::max(chosen->cost, static_cast<std::uint8_t>(std::bit_width(cost | 1)));
        if (entries_ > 2 * buckets_.count() && 2 * buckets_.count() <= buckets_.most()) grow();
    }

private:
    struct Slot {
        Key key;
        std::array<WinFacts, 2> facts;
        std::uint8_t cost;
    };
    using Bucket = std::array<Slot, 4>;

    static constexpr std::size_t first_buckets = 4096;

    void begin() noexcept {
        std::size_t count = buckets_.most();
        while (count >= 2 * first_buckets) count /= 2;
        buckets_.use(count);
        entries_ = 0;
        drawn_ends = false;
    }

    /// What was in one bucket goes to the two that take its place, from the last one down.
    void grow() noexcept {
        buckets_.use(2 * buckets_.count());
        for (std::size_t old = buckets_.count() / 2; old-- > 0;) {
            const Bucket moving = buckets_[old];
            buckets_[old] = {};
            for (const Slot& slot : moving) {
                if (slot.cost != 0) *std::ranges::min_element(buckets_.of(Style::hash(slot.key)), {}, &Slot::cost) = slot;
            }
        }
    }

    Buckets<Bucket> buckets_;
    std::size_t entries_ = 0;
};

}  // namespace quintet
