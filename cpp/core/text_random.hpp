// The numbers that Python's random.Random(text) draws: a Mersenne Twister whose key is the text and its SHA-512 digest. The
// levels were measured with these numbers.
#pragma once

#include <cstdint>
#include <random>
#include <string_view>

namespace quintet {

class TextRandom {
public:
    explicit TextRandom(std::string_view text);

    /// 63 uniform bits.
    [[nodiscard]] std::uint64_t bits63();
    /// Uniform in [0, 1).
    [[nodiscard]] double real();

private:
    std::mt19937 twister_;
};

}  // namespace quintet
