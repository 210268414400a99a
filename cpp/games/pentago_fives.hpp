// Where one side has five, for all 256 rotations at once. A line lies in two sub-boards or in three (the
// four diagonals of length five). While a position is being solved only the cells empty at its start fill
// up, some four or five a sub-board, so tables over "which of them this side has taken" stay small: one
// word of rotations for each filling of each pair of sub-boards, and for each filling of one sub-board its
// share in the three lines that pass through it and two others. All of a side's fives are then a few
// look-ups, and those after one more marble, for every empty cell, a few more each.
#pragma once

#include "games/pentago.hpp"
#include "games/pentago_rotations.hpp"

#include <vector>

namespace quintet {

namespace pentago {

/// The cells that were empty at the start, numbered; and within their sub-board the bits of a filling.
struct Cells {
    struct Cell {
        std::uint8_t bit;       ///< of the kernel's board
        std::uint8_t lane;      ///< the sub-board
        std::uint64_t filling;  ///< this cell's bit in four packed fillings of 16 bits
    };

    int size = 0;
    std::array<Cell, 36> cells{};
    std::array<int, 4> lane_size{};

    Cells() = default;
    explicit Cells(Board empty) noexcept {
        for (; empty != 0; empty &= empty - 1) {
            const int bit = std::countr_zero(empty);
            const auto lane = static_cast<std::size_t>(bit / 16);
            const std::uint64_t filling = std::uint64_t{1} << (16 * lane + static_cast<std::size_t>(lane_size[lane]++));
            assert(size < 36);
            cells[static_cast<std::size_t>(size++)] = {static_cast<std::uint8_t>(bit), static_cast<std::uint8_t>(lane), filling};
        }
    }

    [[nodiscard]] const Cell& operator[](int number) const noexcept { return cells[static_cast<std::size_t>(number)]; }
};

/// Some of the cells, by number.
using CellSet = std::uint64_t;

/// Four packed fillings: which of the cells a side has taken.
using Filling = std::uint64_t;

[[nodiscard, gnu::always_inline]] inline std::size_t of_lane(Filling filling, std::size_t lane) noexcept { return filling >> (16 * lane) & 0xffff; }

/// The fives of one side that had `marbles` at the start.
class Fives {
public:
    Fives() = default;
    Fives(Board marbles, const Cells& cells);

    [[nodiscard]] Full operator()(Filling taken) const noexcept;

    /// For every cell of `open` the fives after one more marble there.
    void after_each(Filling taken, CellSet open, std::array<Full, 36>& fives) const noexcept;

private:
    /// One filling of one sub-board.
    struct Part {
        std::array<Full, 3> shares;              ///< in the three lines of three sub-boards that run through this one
        std::array<std::uint32_t, 4> complete;   ///< by rotation, one bit a line
    };

    [[nodiscard]] const Part& part(std::size_t lane, Filling taken) const noexcept { return parts_[first_part_[lane] + of_lane(taken, lane)]; }
    [[nodiscard]] Full pair(std::size_t a, std::size_t b, Filling taken) const noexcept;
    [[nodiscard]] Full work_out_pair(std::size_t a, std::size_t b, Filling taken) const noexcept;

    /// Larger tables would leave the cache, and crowd out the memory for positions.
    static constexpr int largest_pair = 10;
    static constexpr std::size_t no_table = ~std::size_t{0};

    const Cells* cells_ = nullptr;
    std::array<std::size_t, 4> first_part_{};
    std::array<std::array<std::size_t, 4>, 4> first_pair_{};
    std::vector<Part> parts_;
    std::vector<Full> pairs_;
};

}  // namespace pentago

}  // namespace quintet
