// A position and what it is worth, as learning keeps millions of them: 18 bytes, the lowest first.
#pragma once

#include "core/learn/patterns.hpp"

#include <cstring>
#include <span>

namespace quintet {

struct Sample {
    static constexpr std::size_t bytes = 18;

    BoardView view;
    std::int16_t worth;  ///< for the side to move, in 1 / Weights::parts of a point

    void append_to(std::string& text) const {
        const auto put = [&](std::uint64_t word, int count) {
            for (int i = 0; i < count; ++i) text.push_back(static_cast<char>(word >> (8 * i) & 0xff));
        };
        put(view.own, 8);
        put(view.other, 8);
        put(static_cast<std::uint16_t>(worth), 2);
    }
};

/// Samples side by side, as they are in a file.
class Samples {
public:
    explicit Samples(std::string_view text) : text_(text) {
        if (text.size() % Sample::bytes != 0) throw Error("samples are " + std::to_string(Sample::bytes) + " bytes each, got " + std::to_string(text.size()) + " bytes");
    }

    [[nodiscard]] std::size_t size() const noexcept { return text_.size() / Sample::bytes; }

    [[nodiscard]] Sample operator[](std::size_t i) const noexcept {
        const char* at = text_.data() + i * Sample::bytes;
        return {{word(at), word(at + 8)}, static_cast<std::int16_t>(byte(at[16]) | byte(at[17]) << 8)};
    }

private:
    [[nodiscard]] static std::uint64_t byte(char letter) noexcept { return static_cast<unsigned char>(letter); }
    [[nodiscard]] static std::uint64_t word(const char* at) noexcept {
        std::uint64_t found = 0;
        for (int i = 0; i < 8; ++i) found |= byte(at[i]) << (8 * i);
        return found;
    }

    std::string_view text_;
};

}  // namespace quintet
