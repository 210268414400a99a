// Sets of points of a square board as bits, in reading order from bit 0: the words Quentin is written
// in. Rows are `Stride` bits apart. A set moved off a side of the stride is lost; a set moved off a
// smaller board inside it lands on points beyond that board, and the caller masks those.
#pragma once

#include "core/bits.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace quintet::quentin {

using Word = std::uint64_t;

/// `Count` plain words. A stride that does not divide a word needs a spare column: its rows wrap around.
template <int Count, int Stride, int Largest>
class Words {
public:
    static constexpr int stride = Stride;
    static constexpr int largest_board = Largest;
    static constexpr int points = Count * 64;
    static_assert(Largest * Stride <= points && (64 % Stride == 0 || Largest < Stride));

    constexpr Words() = default;
    constexpr explicit Words(const std::array<Word, Count>& words) : words_(words) {}
    [[nodiscard]] static constexpr Words of(int point) noexcept {
        Words set;
        set.add(point);
        return set;
    }

    bool operator==(const Words&) const = default;
    [[nodiscard]] constexpr Words operator&(const Words& other) const noexcept { return each([&](auto i) { return words_[i] & other.words_[i]; }); }
    [[nodiscard]] constexpr Words operator|(const Words& other) const noexcept { return each([&](auto i) { return words_[i] | other.words_[i]; }); }
    /// The points of this set that are not in the other.
    [[nodiscard]] constexpr Words without(const Words& other) const noexcept { return each([&](auto i) { return words_[i] & ~other.words_[i]; }); }

    constexpr void add(int point) noexcept { at(point) |= Word{1} << (point & 63); }
    constexpr void remove(int point) noexcept { at(point) &= ~(Word{1} << (point & 63)); }
    [[nodiscard]] constexpr bool has(int point) const noexcept { return (words_[static_cast<std::size_t>(point >> 6)] >> (point & 63) & 1) != 0; }
    [[nodiscard]] constexpr bool any() const noexcept {
        Word all = 0;
        for (const Word word : words_) all |= word;
        return all != 0;
    }
    [[nodiscard]] constexpr std::array<Word, Count> words() const noexcept { return words_; }

    /// The whole set moved by one row or column.
    [[nodiscard]] constexpr Words north() const noexcept { return lowered<Stride>(); }
    [[nodiscard]] constexpr Words south() const noexcept { return raised<Stride>(); }
    [[nodiscard]] constexpr Words west() const noexcept {
        if constexpr (64 % Stride == 0) return each([&](auto i) { return words_[i] >> 1 & ~last_column; });
        return lowered<1>();
    }
    [[nodiscard]] constexpr Words east() const noexcept {
        if constexpr (64 % Stride == 0) return each([&](auto i) { return words_[i] << 1 & ~(last_column << 1 | 1); });
        return raised<1>();
    }

private:
    /// The last column of the stride in every row of a word.
    static constexpr Word last_column = [] {
        Word column = 0;
        for (int bit = Stride - 1; bit < 64; bit += Stride) column |= Word{1} << bit;
        return column;
    }();

    [[nodiscard]] constexpr Word& at(int point) noexcept { return words_[static_cast<std::size_t>(point >> 6)]; }

    template <class Function>
    [[nodiscard, gnu::always_inline]] static constexpr Words each(Function&& word) noexcept {
        Words set;
        for (std::size_t i = 0; i < Count; ++i) set.words_[i] = word(i);
        return set;
    }
    template <int Bits>
    [[nodiscard, gnu::always_inline]] constexpr Words lowered() const noexcept {
        return each([&](auto i) { return words_[i] >> Bits | (i + 1 < Count ? words_[i + 1] << (64 - Bits) : 0); });
    }
    template <int Bits>
    [[nodiscard, gnu::always_inline]] constexpr Words raised() const noexcept {
        return each([&](auto i) { return words_[i] << Bits | (i > 0 ? words_[i - 1] >> (64 - Bits) : 0); });
    }

    std::array<Word, Count> words_{};
};

#if defined(__AVX2__)

/// Sixteen rows of sixteen bits in one vector register.
class Lanes {
public:
    static constexpr int stride = 16;
    static constexpr int largest_board = 16;
    static constexpr int points = 256;

    Lanes() noexcept : lanes_(_mm256_setzero_si256()) {}
    explicit Lanes(const std::array<Word, 4>& words) noexcept : lanes_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words.data()))) {}
    [[nodiscard]] static Lanes of(int point) noexcept {
        const __m256i home = _mm256_set_epi64x(192, 128, 64, 0);
        // A shift by 64 or more, or by a negative count, leaves nothing in the other words.
        return Lanes(_mm256_sllv_epi64(_mm256_set1_epi64x(1), _mm256_sub_epi64(_mm256_set1_epi64x(point), home)));
    }

    [[nodiscard]] bool operator==(const Lanes& other) const noexcept { return !Lanes(_mm256_xor_si256(lanes_, other.lanes_)).any(); }
    [[nodiscard]] Lanes operator&(const Lanes& other) const noexcept { return Lanes(_mm256_and_si256(lanes_, other.lanes_)); }
    [[nodiscard]] Lanes operator|(const Lanes& other) const noexcept { return Lanes(_mm256_or_si256(lanes_, other.lanes_)); }
    [[nodiscard]] Lanes without(const Lanes& other) const noexcept { return Lanes(_mm256_andnot_si256(other.lanes_, lanes_)); }

    void add(int point) noexcept { *this = *this | of(point); }
    void remove(int point) noexcept { *this = without(of(point)); }
    [[nodiscard]] bool has(int point) const noexcept { return (*this & of(point)).any(); }
    [[nodiscard]] bool any() const noexcept { return _mm256_testz_si256(lanes_, lanes_) == 0; }
    [[nodiscard]] std::array<Word, 4> words() const noexcept {
        std::array<Word, 4> words;
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(words.data()), lanes_);
        return words;
    }

    [[nodiscard]] Lanes north() const noexcept {
        const __m256i upper_half = _mm256_permute2x128_si256(lanes_, lanes_, 0x81);
        return Lanes(_mm256_alignr_epi8(upper_half, lanes_, 2));
    }
    [[nodiscard]] Lanes south() const noexcept {
        const __m256i lower_half = _mm256_permute2x128_si256(lanes_, lanes_, 0x08);
        return Lanes(_mm256_alignr_epi8(lanes_, lower_half, 14));
    }
    [[nodiscard]] Lanes west() const noexcept { return Lanes(_mm256_srli_epi16(lanes_, 1)); }
    [[nodiscard]] Lanes east() const noexcept { return Lanes(_mm256_slli_epi16(lanes_, 1)); }

private:
    explicit Lanes(__m256i lanes) noexcept : lanes_(lanes) {}

    __m256i lanes_;
};

using UpTo16 = Lanes;
#else
using UpTo16 = Words<4, 16, 16>;
#endif

using UpTo8 = Words<1, 8, 8>;
using UpTo19 = Words<6, 20, 19>;

template <class Points>
[[nodiscard]] int count(const Points& set) noexcept {
    int total = 0;
    for (const Word word : set.words()) total += std::popcount(word);
    return total;
}

/// The n-th point of the set in reading order, counted from 0; the set must have it.
template <class Points>
[[nodiscard]] int nth(const Points& set, int n) noexcept {
    int base = 0;
    for (const Word word : set.words()) {
        const int here = std::popcount(word);
        if (n < here) return base + nth_bit(word, static_cast<unsigned>(n));
        n -= here;
        base += 64;
    }
    return base;
}

/// Calls `visit(point)` for every point of the set, in reading order.
template <class Points, class Visit>
void for_each(const Points& set, Visit&& visit) {
    int base = 0;
    for (Word word : set.words()) {
        for (; word != 0; word &= word - 1) visit(base + std::countr_zero(word));
        base += 64;
    }
}

/// The points with a neighbour in the set.
template <class Points>
[[nodiscard, gnu::always_inline]] inline Points beside(const Points& set) noexcept {
    return (set.north() | set.south()) | (set.west() | set.east());
}

/// The points of `within` that are in `seeds` or connected to one of them through `within`.
template <class Points>
[[nodiscard, gnu::always_inline]] inline Points grown(const Points& seeds, const Points& within) noexcept {
    for (Points reached = seeds & within;;) {
        const Points more = (reached | beside(reached)) & within;
        if (more == reached) return reached;
        reached = more;
    }
}

}  // namespace quintet::quentin
