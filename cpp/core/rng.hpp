// Random numbers for playouts: xoroshiro128++, seeded explicitly through splitmix64.
#pragma once

#include <bit>
#include <cstdint>

namespace quintet {

/// One splitmix64 step; also a good way to make hash keys and seeds for threads.
[[nodiscard]] constexpr std::uint64_t splitmix64(std::uint64_t& state) noexcept {
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

class Rng {
public:
    explicit constexpr Rng(std::uint64_t seed) noexcept : a_(splitmix64(seed)), b_(splitmix64(seed)) {}

    /// A generator that goes on where another one stood.
    constexpr Rng(std::uint64_t a, std::uint64_t b) noexcept : a_(a), b_(b) {}
    [[nodiscard]] constexpr std::uint64_t a() const noexcept { return a_; }
    [[nodiscard]] constexpr std::uint64_t b() const noexcept { return b_; }

    /// 64 uniform bits.
    [[nodiscard]] constexpr std::uint64_t next() noexcept {
        const std::uint64_t a = a_;
        std::uint64_t b = b_;
        const std::uint64_t result = std::rotl(a + b, 17) + a;
        b ^= a;
        a_ = std::rotl(a, 49) ^ b ^ (b << 21);
        b_ = std::rotl(b, 28);
        return result;
    }

    /// Uniform in [0, n), n > 0. The high word of a 64 x 32 bit product is off from uniform by less
    /// than n / 2^64, far below anything a test could see, so there is no rejection loop.
    [[nodiscard]] constexpr std::uint32_t below(std::uint32_t n) noexcept {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint32_t>((static_cast<Wide>(next()) * n) >> 64);
    }

private:
    std::uint64_t a_;
    std::uint64_t b_;
};

}  // namespace quintet
