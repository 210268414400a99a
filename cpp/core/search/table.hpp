// The transposition table: what earlier visits found out about positions, shared by all threads without
// a lock (core/shared_table.hpp). The entry whose loss hurts least, shallow and from an old search, gives way.
#pragma once

#include "core/search/value.hpp"
#include "core/shared_table.hpp"

namespace quintet {

enum class Bound : std::uint8_t { NONE = 0, UPPER = 1, LOWER = 2, EXACT = 3 };

struct TableEntry {
    std::uint16_t move = 0;  ///< the best move's number + 1; 0: none known
    std::int16_t value = 0;
    std::uint8_t depth = 0;
    Bound bound = Bound::NONE;
    bool proved = false;
    std::uint8_t generation = 0;
};

class Table {
public:
    static constexpr std::size_t entry_bytes = SharedTable<TableEntry>::entry_bytes;

    Table() = default;
    explicit Table(std::size_t bytes) : entries_(bytes) {}

    /// A new search: what is in the table stays of use, but gives way first.
    void next_generation() noexcept { generation_ = (generation_ + 1) & newest; }

    void clear() noexcept {
        entries_.clear();
        generation_ = 0;
    }

    [[nodiscard]] std::size_t bytes() const noexcept { return entries_.bytes(); }
    [[nodiscard]] std::size_t capacity() const noexcept { return entries_.capacity(); }

    /// What is known about the position; `bound` is NONE when nothing is.
    [[nodiscard, gnu::always_inline]] TableEntry find(std::uint64_t key) const noexcept { return entries_.find(key).value_or(TableEntry{}); }

    [[gnu::always_inline]] void prefetch(std::uint64_t key) const noexcept { entries_.prefetch(key); }

    [[gnu::always_inline]] void store(std::uint64_t key, TableEntry entry) noexcept {
        entry.generation = generation_;
        const auto worth = [&](const TableEntry& old) { return old.depth - 8 * ((generation_ - old.generation) & newest); };
        entries_.store(key, worth, [&](const std::optional<TableEntry>& old) -> std::optional<TableEntry> {
            if (!old) return entry;
            if (old->proved && !entry.proved && old->bound == Bound::EXACT) return std::nullopt;
            if (entry.move == 0) entry.move = old->move;
            return entry;
        });
    }

private:
    static constexpr std::uint8_t newest = 31;  ///< generations are counted in a circle

    SharedTable<TableEntry> entries_;
    std::uint8_t generation_ = 0;
};

}  // namespace quintet
