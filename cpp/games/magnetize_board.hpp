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

/// How many of three bits are set, 64 times at once.
struct RowCounts {
    Word ones;
    Word twos;
    RowCounts(Word a, Word b, Word c) noexcept : ones(a ^ b ^ c), twos((a & b) | ((a ^ b) & c)) {}
};

/// What the open squares of two are worth together, all at once. A bit of `open` stands for the square that begins there;
/// `upper` and `lower` are the pieces in its two rows. `worth` is by the pieces that a square has.
[[nodiscard]] inline int worth_of_twos(Word open, Word upper, Word lower, const int* worth) noexcept {
    const RowCounts a(upper, upper >> 1, 0);
    const RowCounts b(lower, lower >> 1, 0);
    const Word ones = a.ones ^ b.ones;
    const Word carry = a.ones & b.ones;
    const Word twos = a.twos ^ b.twos ^ carry;
    return worth[1] * std::popcount(open & ones & ~twos) + worth[2] * std::popcount(open & ~ones & twos) + worth[3] * std::popcount(open & ones & twos) +
           worth[4] * std::popcount(open & a.twos & b.twos);
}

/// The same for squares of three.
[[nodiscard]] inline int worth_of_threes(Word open, Word upper, Word middle, Word lower, const int* worth) noexcept {
    const RowCounts a(upper, upper >> 1, upper >> 2);
    const RowCounts b(middle, middle >> 1, middle >> 2);
    const RowCounts c(lower, lower >> 1, lower >> 2);
    const RowCounts low(a.ones, b.ones, c.ones);
    const RowCounts high(a.twos, b.twos, c.twos);
    const Word ones = low.ones;
    const Word twos = high.ones ^ low.twos;
    const Word carry = high.ones & low.twos;
    const Word fours = open & (high.twos ^ carry);
    const Word eights = open & high.twos & carry;
    const Word few = open & ~fours & ~eights;
    return worth[1] * std::popcount(few & ones & ~twos) + worth[2] * std::popcount(few & ~ones & twos) + worth[3] * std::popcount(few & ones & twos) +
           worth[4] * std::popcount(fours & ~ones & ~twos) + worth[5] * std::popcount(fours & ones & ~twos) + worth[6] * std::popcount(fours & ~ones & twos) +
           worth[7] * std::popcount(fours & ones & twos) + worth[8] * std::popcount(eights & ~ones) + worth[9] * std::popcount(eights & ones);
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

    /// Where the next piece in each column comes to rest.
    [[nodiscard]] Cells landings(Cells a, Cells b) const noexcept {
        Word filled = a | b;
        for (int step = width_; step < 64; step *= 2) filled |= filled << step;
        const Word open = all_ & ~filled;
        return open & ~(open >> width_);
    }

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
        for (Word open = open_squares(other); open != 0; open &= open - 1) visit(std::popcount(own >> std::countr_zero(open) & corner_square_));
    }

    /// The sum of `worth[own pieces]` over every possible square with a piece of this colour and none of the other.
    [[nodiscard]] int worth_of_squares(Cells own, Cells other, const int* worth) const noexcept {
        Word open = open_squares(other);
        if (square_ == 2 && open != 0) return worth_of_twos(open, own, own >> width_, worth);
        if (square_ == 3 && std::popcount(open) > few_squares) return worth_of_threes(open, own, own >> width_, own >> 2 * width_, worth);
        int sum = 0;
        for (; open != 0; open &= open - 1) {
            const int pieces = std::popcount(own >> std::countr_zero(open) & corner_square_);
            sum += pieces == 0 ? 0 : worth[pieces];
        }
        return sum;
    }

    // Sets of cells, for the solver

    [[nodiscard]] static Cells both(Cells a, Cells b) noexcept { return a & b; }
    [[nodiscard]] static Cells either(Cells a, Cells b) noexcept { return a | b; }
    [[nodiscard]] static Cells without(Cells a, Cells b) noexcept { return a & ~b; }
    [[nodiscard]] Word row(Cells cells, int row) const noexcept { return cells >> row * width_ & ones(width_); }
    void add_row(Cells& cells, int row, Word added) const noexcept { cells |= added << row * width_; }

    /// The cells of all possible squares without one of these cells.
    [[nodiscard]] Cells open_area(Cells blocked) const noexcept {
        Word area = open_squares(blocked);
        erode(square_, [&](int step) { area |= area << step; });
        erode(square_, [&](int step) { area |= area << step * width_; });
        return area;
    }

    [[nodiscard]] std::uint64_t hash(Cells a, Cells b, std::uint64_t key) const noexcept { return mixed(a + key, b ^ std::rotl(key, 17)); }

private:
    /// Up to this many are counted faster one by one.
    static constexpr int few_squares = 5;

    [[nodiscard]] Word bit(int row, int column) const noexcept { return Word{1} << (row * width_ + column); }

    /// The upper left corners of the squares without one of these cells.
    [[nodiscard]] Word open_squares(Cells blocked) const noexcept {
        Word open = all_ & ~blocked;
        erode(square_, [&](int step) { open &= open >> step; });
        erode(square_, [&](int step) { open &= open >> step * width_; });
        return open & anchors_;
    }

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

    [[nodiscard]] Cells landings(const Cells& a, const Cells& b) const noexcept {
        Cells cells{};
        Word open = ones(width_);
        for (std::size_t row = 0; row < height_; ++row) {
            const Word stays = open & ~(a[row] | b[row]);
            if (row > 0) cells[row - 1] = open & ~stays;
            open = stays;
        }
        cells[height_ - 1] = open;
        return cells;
    }

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
        Cells open{};
        const std::size_t rows = find_open_squares(open, other);
        for (std::size_t row = 0; row < rows; ++row) visit_squares(own, row, open[row], visit);
    }

    [[nodiscard]] int worth_of_squares(const Cells& own, const Cells& other, const int* worth) const noexcept {
        Cells open{};
        const std::size_t rows = find_open_squares(open, other);
        int sum = 0;
        for (std::size_t row = 0; row < rows; ++row) {
            if (open[row] == 0) continue;
            if (square_ == 2) {
                sum += worth_of_twos(open[row], own[row], own[row + 1], worth);
            } else if (square_ == 3) {
                sum += worth_of_threes(open[row], own[row], own[row + 1], own[row + 2], worth);
            } else {
                visit_squares(own, row, open[row], [&](int pieces) { sum += pieces == 0 ? 0 : worth[pieces]; });
            }
        }
        return sum;
    }

    // Sets of cells, for the solver

    [[nodiscard]] static Cells both(const Cells& a, const Cells& b) noexcept { return each([&](std::size_t i) { return a[i] & b[i]; }); }
    [[nodiscard]] static Cells either(const Cells& a, const Cells& b) noexcept { return each([&](std::size_t i) { return a[i] | b[i]; }); }
    [[nodiscard]] static Cells without(const Cells& a, const Cells& b) noexcept { return each([&](std::size_t i) { return a[i] & ~b[i]; }); }
    [[nodiscard]] Word row(const Cells& cells, int row) const noexcept { return cells[static_cast<std::size_t>(row)]; }
    void add_row(Cells& cells, int row, Word added) const noexcept { cells[static_cast<std::size_t>(row)] |= added; }

    [[nodiscard]] Cells open_area(const Cells& blocked) const noexcept {
        Cells corners{};
        const std::size_t rows = find_open_squares(corners, blocked);
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

    /// Calls `visit(own pieces)` for the squares whose upper left corners are these columns of a row.
    template <class Visit>
    void visit_squares(const Cells& own, std::size_t row, Word corners, Visit&& visit) const {
        for (; corners != 0; corners &= corners - 1) {
            const Word columns = ones(square_) << std::countr_zero(corners);
            int pieces = 0;
            for (std::size_t i = row; i < row + static_cast<std::size_t>(square_); ++i) pieces += std::popcount(own[i] & columns);
            visit(pieces);
        }
    }

    /// The upper left corners of the squares without one of these cells; says how many rows they can be in.
    std::size_t find_open_squares(Cells& corners, const Cells& blocked) const noexcept {
        for (std::size_t row = 0; row < height_; ++row) corners[row] = ~blocked[row] & ones(width_);
        return leave_anchors(corners);
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
