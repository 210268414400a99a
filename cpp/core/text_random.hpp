// The numbers that Python's random.Random(text) draws: a Mersenne Twister whose key is the text and its SHA-512 digest. The
// levels were measured with these numbers.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace quintet {

class TextRandom {
public:
    explicit TextRandom(std::string_view seed);

    /// 63 uniform bits.
    [[nodiscard]] std::uint64_t bits63() noexcept;
    /// Uniform in [0, 1).
    [[nodiscard]] double real() noexcept;

private:
    static constexpr std::size_t size = 624;

    [[nodiscard]] std::uint32_t next() noexcept;
    void refill() noexcept;

    std::array<std::uint32_t, size> state_{};
    std::size_t used_ = size;
};

}  // namespace quintet
