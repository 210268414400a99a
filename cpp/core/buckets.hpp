// Buckets of entries, found by a hash: what all tables of positions lie in.
#pragma once

#include "core/search/memory.hpp"

namespace quintet {

/// Zeroed memory, seen as buckets. An entry may be anywhere in its bucket; the table decides which one a full bucket replaces.
template <class Bucket>
class Buckets {
public:
    Buckets() = default;
    explicit Buckets(std::size_t bytes) : memory_(bytes, ZeroedMemory::huge_page), count_(most()) {}

    [[nodiscard]] std::size_t bytes() const noexcept { return memory_.size(); }
    /// How many fit into the memory.
    [[nodiscard]] std::size_t most() const noexcept { return memory_.size() / sizeof(Bucket); }
    /// How many are in use.
    [[nodiscard]] std::size_t count() const noexcept { return count_; }

    /// Uses only the first `count` buckets from now on: touching fresh memory takes time, so a small problem is better kept together.
    void use(std::size_t count) noexcept {
        assert(count <= most());
        count_ = count;
    }

    void clear() noexcept { memory_.clear(); }

    /// The high word of a product spreads well mixed hashes over any number of buckets.
    [[nodiscard, gnu::always_inline]] Bucket& of(std::uint64_t hash) const noexcept {
        __extension__ using Wide = unsigned __int128;
        return (*this)[static_cast<std::size_t>(static_cast<Wide>(hash) * count_ >> 64)];
    }

    [[nodiscard, gnu::always_inline]] Bucket& operator[](std::size_t number) const noexcept { return reinterpret_cast<Bucket*>(memory_.data())[number]; }

    [[gnu::always_inline]] void prefetch(std::uint64_t hash) const noexcept { __builtin_prefetch(&of(hash)); }

private:
    ZeroedMemory memory_;
    std::size_t count_ = 0;
};

}  // namespace quintet
