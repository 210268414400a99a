// The upright boards of Magnetize: sets of cells, and how they slide, fall and are looked through for
// squares. WordBoard holds up to 64 cells in one word in reading order, rows `width` bits apart.
// RowsBoard holds one word a row, column 0 in bit 0, up to 62 x 62.
#pragma once

#include "core/bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace quintet::magnetize {

using Word = std::uint64_t;

enum class Pull : std::uint8_t { LEFT, RIGHT };

/// All of `count` lowest bits; `count` is 0 to 64.
[[nodiscard]] constexpr Word ones(int count) noexcept { return count == 0 ? 0 : ~Word{0} >> (64 - count); }

/// Calls `shift(step)` so that x &= x >> step each time leaves the bits that begin `length` bits in a row.
template <class Shift>
void erode(int length, Shift&& shift) {
    for (int done = 1; done < length;) {
        const int step = std::min(done, length - done);
        shift(step);
        done += step;
    }
}

class WordBoard {
public:
    using Cells = Word;
    static constexpr int most_cells = 64;

    WordBoard(int height, int width, int square) : height_(height), width_(width), square_(square), all_(ones(height * width)) {
        for (int row = 0; row < height; ++row) left_column_ |= bit(row, 0);
        for (int row = 0; row <= height - square; ++row) anchors_ |= ones(width - square + 1) << (row * width);
        for (int row = 0; row < square; ++row) corner_square_ |= ones(square) << (row * width);
    }

    [[nodiscard]] static Cells none() noexcept { return 0; }
    [[nodiscard]] bool has(Cells cells, int row, int column) const noexcept { return (cells & bit(row, column)) != 0; }
    void add(Cells& cells, int row, int column) const noexcept { cells |= bit(row, column); }
    [[nodiscard]] bool full(Cells a, Cells b) const noexcept { return (a | b) == all_; }
    /// The columns whose top cell is empty.
    [[nodiscard]] Word open_columns(Cells a, Cells b) const noexcept { return ~(a | b) & ones(width_); }

    void drop(Cells& own, Cells other, int column) const noexcept {
        const Word stack = (own | other) & left_column_ << column;
        own |= stack == 0 ? bit(height_ - 1, column) : (stack & (~stack + 1)) >> width_;
    }

    /// Slides `own` in its rows as far as it goes; says whether anything moved.
    bool slide(Cells& own, Cells other, Pull pull) const noexcept {
        const Word before = own;
        const Word right_column = left_column_ << (width_ - 1);
        while (true) {
            const Word free = ~(own | other);
            const Word moving = pull == Pull::LEFT ? own & ~left_column_ & free << 1 : own & ~right_column & free >> 1;
            if (moving == 0) return own != before;
            own = (own & ~moving) | (pull == Pull::LEFT ? moving >> 1 : moving << 1);
        }
    }

    /// Lets the colours that are not held fall as far as they go; says whether anything moved.
    bool settle(Cells& a, bool a_falls, Cells& b, bool b_falls) const noexcept {
        const Word a_mask = a_falls ? ~Word{0} : 0;
        const Word b_mask = b_falls ? ~Word{0} : 0;
        for (bool moved = false;; moved = true) {
            const Word over_a_gap = (all_ & ~(a | b)) >> width_;
            const Word a_moving = a & over_a_gap & a_mask;
            const Word b_moving = b & over_a_gap & b_mask;
            if ((a_moving | b_moving) == 0) return moved;
            a = (a & ~a_moving) | a_moving << width_;
            b = (b & ~b_moving) | b_moving << width_;
        }
    }

    [[nodiscard]] bool has_square(Cells own) const noexcept {
        erode(square_, [&](int step) { own &= own >> step; });
        erode(square_, [&](int step) { own &= own >> step * width_; });
        return (own & anchors_) != 0;
    }

    /// Calls `visit(own pieces)` for every possible square without a piece of the other colour.
    template <class Visit>
    void for_each_open_square(Cells own, Cells other, Visit&& visit) const {
        Word free = all_ & ~other;
        erode(square_, [&](int step) { free &= free >> step; });
        erode(square_, [&](int step) { free &= free >> step * width_; });
        for (free &= anchors_; free != 0; free &= free - 1) visit(std::popcount(own >> std::countr_zero(free) & corner_square_));
    }

    // Sets of cells, for the solver

    [[nodiscard]] static Cells both(Cells a, Cells b) noexcept { return a & b; }
    [[nodiscard]] static Cells either(Cells a, Cells b) noexcept { return a | b; }
    [[nodiscard]] static Cells without(Cells a, Cells b) noexcept { return a & ~b; }
    [[nodiscard]] Word row(Cells cells, int row) const noexcept { return cells >> row * width_ & ones(width_); }
    void add_row(Cells& cells, int row, Word added) const noexcept { cells |= added << row * width_; }

    /// The cells of all possible squares without one of these cells.
    [[nodiscard]] Cells open_area(Cells blocked) const noexcept {
        Word area = all_ & ~blocked;
        erode(square_, [&](int step) { area &= area >> step; });
        erode(square_, [&](int step) { area &= area >> step * width_; });
        area &= anchors_;
        erode(square_, [&](int step) { area |= area << step; });
        erode(square_, [&](int step) { area |= area << step * width_; });
        return area;
    }

    [[nodiscard]] std::uint64_t hash(Cells a, Cells b, std::uint64_t key) const noexcept { return mixed(a + key, b ^ std::rotl(key, 17)); }

private:
    [[nodiscard]] Word bit(int row, int column) const noexcept { return Word{1} << (row * width_ + column); }

    int height_;
    int width_;
    int square_;
    Word all_;
    Word left_column_ = 0;
    Word anchors_ = 0;        ///< the cells that can be the upper left corner of a square
    Word corner_square_ = 0;  ///< the square in the upper left corner
};

class RowsBoard {
public:
    using Cells = std::array<Word, 62>;
    static constexpr int most_cells = 62 * 62;

    RowsBoard(int height, int width, int square) : height_(static_cast<std::size_t>(height)), width_(width), square_(square) {}

    [[nodiscard]] static Cells none() noexcept { return {}; }
    [[nodiscard]] bool has(const Cells& cells, int row, int column) const noexcept { return (cells[static_cast<std::size_t>(row)] >> column & 1) != 0; }
    void add(Cells& cells, int row, int column) const noexcept { cells[static_cast<std::size_t>(row)] |= Word{1} << column; }
    [[nodiscard]] bool full(const Cells& a, const Cells& b) const noexcept {
        Word all = ones(width_);
        for (std::size_t row = 0; row < height_; ++row) all &= a[row] | b[row];
        return all == ones(width_);
    }
    [[nodiscard]] Word open_columns(const Cells& a, const Cells& b) const noexcept { return ~(a[0] | b[0]) & ones(width_); }

    void drop(Cells& own, const Cells& other, int column) const noexcept {
        std::size_t row = 0;
        while (row + 1 < height_ && ((own[row + 1] | other[row + 1]) >> column & 1) == 0) ++row;
        own[row] |= Word{1} << column;
    }

    bool slide(Cells& own, const Cells& other, Pull pull) const noexcept {
        bool moved = false;
        const Word end = pull == Pull::LEFT ? Word{1} : Word{1} << (width_ - 1);
        for (std::size_t row = 0; row < height_; ++row) {
            while (true) {
                const Word free = ~(own[row] | other[row]);
                const Word moving = own[row] & ~end & (pull == Pull::LEFT ? free << 1 : free >> 1);
                if (moving == 0) break;
                own[row] = (own[row] & ~moving) | (pull == Pull::LEFT ? moving >> 1 : moving << 1);
                moved = true;
            }
        }
        return moved;
    }

    /// From the lowest row up: what is below has come to rest already, so every piece falls to its place at once.
    bool settle(Cells& a, bool a_falls, Cells& b, bool b_falls) const noexcept {
        bool moved = false;
        for (std::size_t from = height_ - 1; from-- > 0;) {
            Word a_moving = a_falls ? a[from] : 0;
            Word b_moving = b_falls ? b[from] : 0;
            for (std::size_t row = from; row + 1 < height_; ++row) {
                const Word gaps = ~(a[row + 1] | b[row + 1]);
                a_moving &= gaps;
                b_moving &= gaps;
                if ((a_moving | b_moving) == 0) break;
                moved = true;
                a[row] &= ~a_moving;
                b[row] &= ~b_moving;
                a[row + 1] |= a_moving;
                b[row + 1] |= b_moving;
            }
        }
        return moved;
    }

    [[nodiscard]] bool has_square(const Cells& own) const noexcept {
        Cells left = own;
        const std::size_t rows = leave_anchors(left);
        return std::any_of(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(rows), [](Word row) { return row != 0; });
    }

    template <class Visit>
    void for_each_open_square(const Cells& own, const Cells& other, Visit&& visit) const {
        Cells free{};
        for (std::size_t row = 0; row < height_; ++row) free[row] = ~other[row] & ones(width_);
        const std::size_t rows = leave_anchors(free);
        for (std::size_t row = 0; row < rows; ++row) {
            for (Word anchors = free[row]; anchors != 0; anchors &= anchors - 1) {
                const Word columns = ones(square_) << std::countr_zero(anchors);
                int pieces = 0;
                for (std::size_t i = row; i < row + static_cast<std::size_t>(square_); ++i) pieces += std::popcount(own[i] & columns);
                visit(pieces);
            }
        }
    }

    // Sets of cells, for the solver

    [[nodiscard]] static Cells both(const Cells& a, const Cells& b) noexcept { return each([&](std::size_t i) { return a[i] & b[i]; }); }
    [[nodiscard]] static Cells either(const Cells& a, const Cells& b) noexcept { return each([&](std::size_t i) { return a[i] | b[i]; }); }
    [[nodiscard]] static Cells without(const Cells& a, const Cells& b) noexcept { return each([&](std::size_t i) { return a[i] & ~b[i]; }); }
    [[nodiscard]] Word row(const Cells& cells, int row) const noexcept { return cells[static_cast<std::size_t>(row)]; }
    void add_row(Cells& cells, int row, Word added) const noexcept { cells[static_cast<std::size_t>(row)] |= added; }

    [[nodiscard]] Cells open_area(const Cells& blocked) const noexcept {
        Cells corners{};
        for (std::size_t row = 0; row < height_; ++row) corners[row] = ~blocked[row] & ones(width_);
        const std::size_t rows = leave_anchors(corners);
        Cells area{};
        for (std::size_t row = 0; row < rows; ++row) {
            Word columns = corners[row];
            erode(square_, [&](int step) { columns |= columns << step; });
            for (std::size_t i = row; i < row + static_cast<std::size_t>(square_); ++i) area[i] |= columns;
        }
        return area;
    }

    [[nodiscard]] std::uint64_t hash(const Cells& a, const Cells& b, std::uint64_t key) const noexcept {
        for (std::size_t row = 0; row < height_; ++row) key = mixed(a[row] + key, b[row] ^ std::rotl(key, 17));
        return key;
    }

private:
    template <class Row>
    [[nodiscard]] static Cells each(Row&& row) noexcept {
        Cells cells;
        for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = row(i);
        return cells;
    }

    /// Leaves the upper left corners of the squares that lie within `cells`; says how many rows they can be in.
    std::size_t leave_anchors(Cells& cells) const noexcept {
        for (std::size_t row = 0; row < height_; ++row) erode(square_, [&](int step) { cells[row] &= cells[row] >> step; });
        std::size_t rows = height_;
        erode(square_, [&](int step) {
            rows -= static_cast<std::size_t>(step);
            for (std::size_t row = 0; row < rows; ++row) cells[row] &= cells[row + static_cast<std::size_t>(step)];
        });
        return rows;
    }

    std::size_t height_;
    int width_;
    int square_;
};

}  // namespace quintet::magnetize
