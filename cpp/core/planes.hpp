// Planes: a position as a learner sees it, bytes in rows and columns, from the point of view of the player to move.
// The order is the same for every game: the mover's pieces, the other's pieces, whether the mover has the black ones, and
// for each kind of number beside the board the mover's and the other's; then, where a game has them, the pieces of nobody, and
// for each kind of piece the mover's, the other's and, where there are such, nobody's. docs/research.md lists them game by game.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace quintet {

struct BoardSize {
    int rows;
    int columns;
    [[nodiscard]] constexpr int cells() const noexcept { return rows * columns; }
};

/// Eight bits as eight bytes of 0 or 1, the lowest bit first in memory.
inline constexpr std::array<std::array<std::uint8_t, 8>, 256> bytes_of_bits = [] {
    std::array<std::array<std::uint8_t, 8>, 256> table{};
    for (unsigned bits = 0; bits < 256; ++bits) {
        for (unsigned i = 0; i < 8; ++i) table[bits][i] = static_cast<std::uint8_t>(bits >> i & 1);
    }
    return table;
}();

/// The lowest `count` bits (at most 64) as bytes of 0 or 1. Always inlined: it has one body for each instruction set.
[[gnu::always_inline]] inline void spread(std::uint64_t bits, std::uint8_t* bytes, int count) noexcept {
#if defined(__AVX512BW__)
    // A bit of a mask for each byte, in whole stores, which take less time than one that leaves bytes out: the second of two
    // ends with the last byte.
    if (count == 64) {
        _mm512_storeu_si512(bytes, _mm512_maskz_set1_epi8(bits, 1));
        return;
    }
    if (count >= 32) {
        const auto last = static_cast<__mmask32>(bits >> (count - 32));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(bytes), _mm256_maskz_set1_epi8(static_cast<__mmask32>(bits), 1));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(bytes + count - 32), _mm256_maskz_set1_epi8(last, 1));
        return;
    }
#elif defined(__AVX2__)
    // Every byte of a register gets the byte that holds its bit, and keeps that bit alone.
    const __m256i holder = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
    const __m256i own_bit = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201ULL));
    for (; count >= 32; count -= 32, bits >>= 32, bytes += 32) {
        const __m256i held = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(bits)), holder);
        const __m256i set = _mm256_cmpeq_epi8(_mm256_and_si256(held, own_bit), own_bit);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(bytes), _mm256_and_si256(set, _mm256_set1_epi8(1)));
    }
#endif
    for (; count >= 8; count -= 8, bits >>= 8, bytes += 8) std::memcpy(bytes, bytes_of_bits[bits & 255].data(), 8);
    for (; count > 0; --count, bits >>= 1, ++bytes) *bytes = bits & 1;
}

/// The lowest `Count` bits of several words as bytes of 0 or 1: where the last word is no whole one, the last 64 bits once more.
template <std::size_t Count, std::size_t Words>
[[gnu::always_inline]] inline void spread(const std::array<std::uint64_t, Words>& words, std::uint8_t* bytes) noexcept {
    if constexpr (Count < 64) {
        spread(words[0], bytes, Count);
    } else {
        constexpr std::size_t whole = Count / 64;
        constexpr int rest = Count % 64;
        for (std::size_t i = 0; i < whole; ++i) spread(words[i], bytes + 64 * i, 64);
        if constexpr (rest != 0) spread(words[whole - 1] >> rest | words[whole] << (64 - rest), bytes + Count - 64, 64);
    }
}

class Planes {
public:
    enum class Side : std::uint8_t { MOVER = 0, OTHER = 1, NOBODY = 2 };
    static constexpr int color_plane = 2;
    static constexpr int first_counter = 3;
    static constexpr int most_shown = 255;  ///< larger numbers look like this one

    /// How many there are follows from the kinds of numbers and of pieces that a kernel has.
    template <class K>
    [[nodiscard]] static constexpr int count() noexcept { return further<K>() + neutral_planes<K>() + owners<K>() * kinds<K>(); }
    /// The plane of nobody's pieces, or the first one of kinds.
    template <class K>
    [[nodiscard]] static constexpr int further() noexcept { return first_counter + 2 * K::counters; }
    template <class K>
    [[nodiscard]] static constexpr int neutral_planes() noexcept {
        if constexpr (requires { K::neutral; }) return K::neutral ? 1 : 0;
        return 0;
    }
    /// How many may own a piece: the two players, and nobody.
    template <class K>
    [[nodiscard]] static constexpr int owners() noexcept { return 2 + neutral_planes<K>(); }
    template <class K>
    [[nodiscard]] static constexpr int kinds() noexcept {
        if constexpr (requires { K::kinds; }) return K::kinds;
        return 0;
    }
    /// For one kernel, with no pieces on it yet.
    template <class K>
    [[nodiscard]] static Planes of(std::uint8_t* bytes, int cells) noexcept {
        Planes planes(bytes, cells);
        constexpr int more = count<K>() - further<K>();
        planes.further_ = further<K>();
        planes.first_kind_ = further<K>() + neutral_planes<K>();
        planes.owners_ = owners<K>();
        if constexpr (more > 0) std::memset(planes.plane(further<K>()), 0, static_cast<std::size_t>(more) * static_cast<std::size_t>(cells));
        return planes;
    }

    /// A piece on a cell, counted in reading order.
    void put(Side side, int cell) noexcept { plane(static_cast<int>(side))[cell] = 1; }
    /// Pieces on `count` cells in reading order from `first`, a bit each.
    void put(Side side, std::uint64_t bits, int first, int count) noexcept { spread(bits, plane(static_cast<int>(side)) + first, count); }
    /// A piece that belongs to nobody, in a kernel with `static constexpr bool neutral = true`.
    void put_neutral(int cell) noexcept { plane(further_)[cell] = 1; }
    /// What kind a piece is that was put there, in a kernel with `static constexpr int kinds`.
    void put_kind(Side side, int kind, int cell) noexcept { plane(first_kind_ + owners_ * kind + static_cast<int>(side))[cell] = 1; }
    /// The first `count` bytes at once, 65 to 128 of them: for small boards that know all their planes as bits.
    void bits(std::uint64_t low, std::uint64_t high, int count) noexcept {
        spread(low, bytes_, 64);
        spread(low >> (count - 64) | high << (128 - count), bytes_ + count - 64, 64);
    }
    void color(bool mover_is_black) noexcept { fill(color_plane, mover_is_black); }
    void counter(int kind, int movers, int others) noexcept {
        fill(first_counter + 2 * kind, movers);
        fill(first_counter + 2 * kind + 1, others);
    }

private:
    Planes(std::uint8_t* bytes, int cells) noexcept : bytes_(bytes), cells_(cells) { std::memset(bytes, 0, 2 * static_cast<std::size_t>(cells)); }

    [[nodiscard]] std::uint8_t* plane(int number) const noexcept { return bytes_ + number * cells_; }
    void fill(int number, int value) noexcept { std::memset(plane(number), std::clamp(value, 0, most_shown), static_cast<std::size_t>(cells_)); }

    std::uint8_t* bytes_;
    int cells_;
    int further_ = 0;
    int first_kind_ = 0;
    int owners_ = 2;
};

/// The planes of a position as the player to move sees them, one after the other, each in reading order.
struct Observation {
    BoardSize board;
    std::vector<std::uint8_t> planes;
};

}  // namespace quintet
