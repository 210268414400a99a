// Small bit helpers that several kernels share. Always inlined: these have one body for each
// instruction set, and an out-of-line copy could be taken from the wrong one.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif
#if defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

namespace quintet {

/// The position of the n-th set bit, counted from 0 at the lowest; `word` must have it.
[[nodiscard, gnu::always_inline]] inline int nth_bit(std::uint64_t word, unsigned n) noexcept {
#if defined(__BMI2__)
    return std::countr_zero(_pdep_u64(std::uint64_t{1} << n, word));
#else
    // Halving: at each step the wanted bit is in the lower half or, with fewer before it, in the upper.
    int base = 0;
    for (int width = 32; width >= 8; width /= 2) {
        const auto below = static_cast<unsigned>(std::popcount(word & ((std::uint64_t{1} << width) - 1)));
        const bool upper = n >= below;
        n -= upper ? below : 0;
        word = upper ? word >> width : word;
        base += upper ? width : 0;
    }
    while (n-- > 0) word &= word - 1;
    return base + std::countr_zero(word);
#endif
}

using Bytes16 [[gnu::vector_size(16)]] = std::uint8_t;

/// The bytes of `table` at these places, each below 16.
[[nodiscard, gnu::always_inline]] inline Bytes16 bytes_at(Bytes16 table, Bytes16 places) noexcept {
#if defined(__wasm_simd128__)
    return reinterpret_cast<Bytes16>(wasm_i8x16_swizzle(reinterpret_cast<v128_t>(table), reinterpret_cast<v128_t>(places)));
#elif defined(__clang__)
    Bytes16 found{};
    for (int i = 0; i < 16; ++i) found[i] = table[places[i]];
    return found;
#else
    return __builtin_shuffle(table, places);
#endif
}

/// A well-mixed 64-bit value from two words: one wide multiplication, folded.
[[nodiscard, gnu::always_inline]] constexpr std::uint64_t mixed(std::uint64_t a, std::uint64_t b) noexcept {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a ^ 0x9e3779b97f4a7c15ULL) * (b ^ 0xd1b54a32d192ed03ULL);
    const std::uint64_t folded = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
    // A factor of zero would swallow the other word, so both come in once more.
    return (folded ^ a ^ std::rotl(b, 32)) * 0xbf58476d1ce4e5b9ULL ^ (folded >> 29);
}

}  // namespace quintet
