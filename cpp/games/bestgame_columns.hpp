// Columns of Best Game Ever Made at rest. A column alternates, but for its last two tokens: a pair further down would
// have been captured or removed. So its height and two bits for the colours of those two describe it, and a board's
// name is the heights of all columns as one number and two bits a column as another.
#pragma once

#include "games/bestgame.hpp"

#include <vector>

namespace quintet {

namespace bestgame {

/// The tokens of a column, the lowest in the lowest bit.
struct ColumnTokens {
    unsigned own;
    unsigned other;
};

/// What names a board, or what one column adds to that: its heights and its colours, and those of the mirror image.
struct BoardName {
    std::uint32_t heights = 0;
    std::uint32_t mirrored_heights = 0;
    std::uint32_t colours = 0;
    std::uint32_t mirrored_colours = 0;

    [[gnu::always_inline]] void add(const BoardName& part) noexcept {
        heights += part.heights;
        mirrored_heights += part.mirrored_heights;
        colours += part.colours;
        mirrored_colours += part.mirrored_colours;
    }
    [[gnu::always_inline]] void take(const BoardName& part) noexcept {
        heights -= part.heights;
        mirrored_heights -= part.mirrored_heights;
        colours -= part.colours;
        mirrored_colours -= part.mirrored_colours;
    }
};

template <class Word>
class Columns {
public:
    Columns(std::size_t width, std::size_t rows) : width_(width), rows_(rows) {
        describe_columns();
        describe_lines();
    }

    /// How many ways a column of a height can be coloured.
    [[nodiscard]] static unsigned colourings(std::size_t height) noexcept { return height == 0 ? 1 : (height == 1 ? 2 : 4); }

    /// All columns of a height, by their two bits: the last token's colour in the lower one, that of the token before it in the other.
    [[nodiscard]] const ColumnTokens* of_height(std::size_t height) const noexcept { return &tokens_[height * 4]; }

    /// Of three columns of these heights, side by side, the colourings without a line: a bit for each.
    [[nodiscard]] std::uint64_t without_line(std::size_t left, std::size_t middle, std::size_t right) const noexcept {
        return without_line_[(left * (rows_ + 1) + middle) * (rows_ + 1) + right];
    }

    /// What a column of a board adds to its name.
    [[nodiscard, gnu::always_inline]] const BoardName& part(std::size_t column, Word own, Word other) const noexcept {
        const unsigned column_bits = (1U << rows_) - 1;
        const std::size_t shift = column * (rows_ + 1);
        return parts_[place(column, static_cast<unsigned>(own >> shift) & column_bits, static_cast<unsigned>(other >> shift) & column_bits)];
    }

    [[nodiscard, gnu::always_inline]] BoardName name(Word own, Word other) const noexcept {
        BoardName sum;
        for (std::size_t column = 0; column < width_; ++column) sum.add(part(column, own, other));
        return sum;
    }

    [[nodiscard]] std::size_t bytes() const noexcept { return parts_.capacity() * sizeof(BoardName); }

private:
    [[nodiscard, gnu::always_inline]] std::size_t place(std::size_t column, unsigned own, unsigned other) const noexcept {
        return column << (rows_ + 1) | ((own | other) + 1) | own;
    }

    void describe_columns() {
        parts_.resize(width_ << (rows_ + 1));
        std::vector<std::uint32_t> powers = {1};
        while (powers.size() < width_) powers.push_back(powers.back() * static_cast<std::uint32_t>(rows_ + 1));
        tokens_.resize((rows_ + 1) * 4);
        for (std::size_t height = 0; height <= rows_; ++height) {
            const unsigned filled = (1U << height) - 1;
            for (unsigned colours = 0; colours < colourings(height); ++colours) {
                unsigned own = 0;
                for (std::size_t below = 0; below < height; ++below) {
                    const unsigned token = below == 0 ? colours & 1 : (colours >> 1 ^ static_cast<unsigned>(below - 1)) & 1;
                    own |= token << (height - 1 - below);
                }
                tokens_[height * 4 + colours] = {own, filled ^ own};
                for (std::size_t column = 0; column < width_; ++column) {
                    const std::size_t image = width_ - 1 - column;
                    const auto tall = static_cast<std::uint32_t>(height);
                    parts_[place(column, own, filled ^ own)] = {tall * powers[column], tall * powers[image], colours << 2 * column, colours << 2 * image};
                }
            }
        }
    }

    void describe_lines() {
        without_line_.reserve((rows_ + 1) * (rows_ + 1) * (rows_ + 1));
        for (std::size_t a = 0; a <= rows_; ++a) {
            for (std::size_t b = 0; b <= rows_; ++b) {
                for (std::size_t c = 0; c <= rows_; ++c) {
                    std::uint64_t without = 0;
                    for (unsigned colours = 0; colours < 64; ++colours) {
                        const std::array<unsigned, 3> each = {colours & 3, colours >> 2 & 3, colours >> 4};
                        if (each[0] >= colourings(a) || each[1] >= colourings(b) || each[2] >= colourings(c)) continue;
                        const ColumnTokens& left = of_height(a)[each[0]];
                        const ColumnTokens& middle = of_height(b)[each[1]];
                        const ColumnTokens& right = of_height(c)[each[2]];
                        if ((left.own & middle.own & right.own) == 0 && (left.other & middle.other & right.other) == 0) without |= std::uint64_t{1} << colours;
                    }
                    without_line_.push_back(without);
                }
            }
        }
    }

    std::size_t width_;
    std::size_t rows_;
    std::vector<BoardName> parts_;             ///< of every column as it may be
    std::vector<ColumnTokens> tokens_;         ///< by height and colours
    std::vector<std::uint64_t> without_line_;  ///< by three heights
};

}  // namespace bestgame

}  // namespace quintet
