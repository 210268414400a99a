// Sets of rotations. With the marbles of a Pentago board given up to turns of the sub-boards, sub-board q
// may stand r(q) = 0 to 3 quarters clockwise from where it was: 256 boards in one. A turn of play changes
// one r(q) by one either way, so the parity of their sum is that of the turns made, and a search meets only
// 128 of the 256 at a time. A Half is a set of those of one parity, a Full both halves.
//
// In a Half of parity p bit r(0) + 4 h + 8 r(1) + 32 r(2) is where r(3) = 2 h + l, with l what the parity
// asks for. That is a 4 x 4 matrix of bytes, and a single sub-board's turn is a shift or a shuffle. Since
// r + 1 and r - 1 are just the two values of the other parity, h may be anything after a turn of sub-board 3.
#pragma once

#include "core/bits.hpp"
#include "core/types.hpp"

#include <bit>

namespace quintet {

namespace pentago {

using Half [[gnu::vector_size(16)]] = std::uint64_t;
using HalfBytes = Bytes16;

/// Both halves, parity 0 first; one register where AVX2 is. A struct, so that it may be handed about by value everywhere.
struct Full {
    using Word [[gnu::vector_size(32)]] = std::uint64_t;
    Word word;

    [[nodiscard, gnu::always_inline]] friend Full operator|(const Full& a, const Full& b) noexcept { return {a.word | b.word}; }
    [[nodiscard, gnu::always_inline]] friend Full operator&(const Full& a, const Full& b) noexcept { return {a.word & b.word}; }

    template <int Parity>
    [[nodiscard, gnu::always_inline]] Half half() const noexcept {
        return Parity == 0 ? __builtin_shufflevector(word, word, 0, 1) : __builtin_shufflevector(word, word, 2, 3);
    }
};

/// How far each sub-board is turned, in quarters clockwise.
using Turns = std::array<std::uint8_t, 4>;

[[nodiscard]] constexpr int parity_of(const Turns& turns) noexcept { return (turns[0] + turns[1] + turns[2] + turns[3]) & 1; }

/// The bit of a combination within the half of its parity.
[[nodiscard]] constexpr int bit_of(const Turns& turns) noexcept { return turns[0] + turns[3] / 2 * 4 + turns[1] * 8 + turns[2] * 32; }

[[nodiscard]] constexpr Turns turns_of(int parity, int bit) noexcept {
    const int r0 = bit & 3;
    const int r1 = bit >> 3 & 3;
    const int r2 = bit >> 5 & 3;
    const int low = (r0 + r1 + r2 + parity) & 1;
    return {static_cast<std::uint8_t>(r0), static_cast<std::uint8_t>(r1), static_cast<std::uint8_t>(r2),
            static_cast<std::uint8_t>(2 * (bit >> 2 & 1) + low)};
}

[[nodiscard, gnu::always_inline]] inline bool any(Half set) noexcept { return (set[0] | set[1]) != 0; }
[[nodiscard, gnu::always_inline]] inline int count(Half set) noexcept { return std::popcount(set[0]) + std::popcount(set[1]); }
[[nodiscard, gnu::always_inline]] inline Half one_of(int bit) noexcept {
    const std::uint64_t word = std::uint64_t{1} << (bit & 63);
    return bit < 64 ? Half{word, 0} : Half{0, word};
}
[[nodiscard, gnu::always_inline]] inline bool has(Half set, int bit) noexcept { return ((bit < 64 ? set[0] : set[1]) >> (bit & 63) & 1) != 0; }
[[nodiscard, gnu::always_inline]] inline Half all_bytes(std::uint8_t byte) noexcept {
    const std::uint64_t word = 0x0101010101010101ULL * byte;
    return Half{word, word};
}

/// What one turn of one sub-board can reach from the set; it is in the half of the other parity.
[[nodiscard, gnu::always_inline]] inline Half turned_once(Half set) noexcept {
    const auto bytes = reinterpret_cast<HalfBytes>(set);
    // Sub-board 0: values 0 and 2 become 1 and 3 and the reverse, whichever of the two it was.
    const Half either = set | set >> 2;
    const Half first = (either >> 1 & all_bytes(0x11)) | (either & all_bytes(0x11)) << 1;
    const Half zero = first | first << 2;
    const auto one = __builtin_shufflevector(bytes, bytes, 1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12) |
                     __builtin_shufflevector(bytes, bytes, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14);
    const auto two = __builtin_shufflevector(bytes, bytes, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3) |
                     __builtin_shufflevector(bytes, bytes, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    const Half three = set | (set >> 4 & all_bytes(0x0f)) | (set & all_bytes(0x0f)) << 4;
    return zero | three | reinterpret_cast<Half>(one | two);
}

/// Where r(3) passes from 3 to 0, or 2 to 1 and so on, by the number of quarters that are added: h changes there.
inline constexpr std::array<std::array<std::array<std::uint64_t, 2>, 4>, 2> carries = [] {
    std::array<std::array<std::array<std::uint64_t, 2>, 4>, 2> table{};
    for (int parity = 0; parity < 2; ++parity) {
        for (std::size_t quarters = 0; quarters < 4; ++quarters) {
            for (int bit = 0; bit < 128; ++bit) {
                const std::size_t low = turns_of(parity, bit)[3] & 1U;
                if (((low + quarters) / 2 & 1U) != 0) table[static_cast<std::size_t>(parity)][quarters][static_cast<std::size_t>(bit / 64)] |= std::uint64_t{1} << (bit % 64);
            }
        }
    }
    return table;
}();

/// Adds `by` to every combination of the set, which is of the given parity.
[[nodiscard]] inline Half shifted(Half set, int parity, const Turns& by) noexcept {
    const auto& carry = carries[static_cast<std::size_t>(parity)][by[3]];
    const Half flip{carry[0], carry[1]};
    const Half flipped = (set >> 4 & all_bytes(0x0f)) | (set & all_bytes(0x0f)) << 4;
    set = (set & ~flip) | (flipped & flip);
    constexpr std::array<std::uint8_t, 4> kept = {0xff, 0xee, 0xcc, 0x88};
    const Half upper = all_bytes(kept[by[0]]);
    set = (set << by[0] & upper) | (set >> (4 - by[0]) & ~upper);
    HalfBytes order{};
    for (int i = 0; i < 16; ++i) order[i] = static_cast<std::uint8_t>(((i - by[1]) & 3) | ((i - 4 * by[2]) & 12));
    return reinterpret_cast<Half>(bytes_at(reinterpret_cast<HalfBytes>(set), order));
}

}  // namespace pentago

}  // namespace quintet
