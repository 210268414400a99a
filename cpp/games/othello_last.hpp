// Othello's last empty squares, where a solver spends most of its time: the last four, above all. Everything is a null
// window: each function says whether the mover can get more than `alpha`, and returns a bound that
// proves the answer. Squares come in the order to try them: first those in quadrants with an odd number
// of empty squares, because who plays last in a region usually gains by it.
//
// With one empty square left no move is made at all: a line of a board that is otherwise full is a byte
// of the mover's discs, and a table says how many discs turn on it.
#pragma once

#include "games/othello.hpp"

#include <algorithm>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace quintet {

namespace othello {

/// Below every score.
inline constexpr int no_score = -100;

/// The score of a finished game for the side with the discs `own`, as the option says.
template <bool ToWinner>
[[nodiscard, gnu::always_inline]] inline int final_score(Board own, Board other) noexcept {
    const int lead = std::popcount(own) - std::popcount(other);
    if constexpr (!ToWinner) return lead;
    const int empties = 64 - std::popcount(own | other);
    return lead > 0 ? lead + empties : lead < 0 ? lead - empties : 0;
}

inline constexpr std::array<Board, 4> quadrants = {0x000000000f0f0f0fULL, 0x00000000f0f0f0f0ULL, 0x0f0f0f0f00000000ULL, 0xf0f0f0f000000000ULL};

[[nodiscard, gnu::always_inline]] inline int quadrant_of(int square) noexcept { return (square >> 2 & 1) | (square >> 4 & 2); }

/// The quadrants that hold an odd number of these squares.
[[nodiscard, gnu::always_inline]] inline Board odd_quadrants(Board empty) noexcept {
    Board odd = 0;
    for (const Board quadrant : quadrants) odd |= quadrant & (Board{0} - static_cast<Board>(std::popcount(empty & quadrant) & 1));
    return odd;
}

inline constexpr std::array<Board, 64> around = [] {
    std::array<Board, 64> table{};
    for (int square = 0; square < 64; ++square) {
        for (int row = std::max(square / 8 - 1, 0); row <= std::min(square / 8 + 1, 7); ++row) {
            for (int column = std::max(square % 8 - 1, 0); column <= std::min(square % 8 + 1, 7); ++column) {
                if (row * 8 + column != square) table[static_cast<std::size_t>(square)] |= Board{1} << (row * 8 + column);
            }
        }
    }
    return table;
}();

/// The order in which to try four squares that lie in the quadrants q1 | q2 << 2 | q3 << 4 | q4 << 6: alone
/// in a quadrant, then three in one, then pairs, pairs kept together.
inline constexpr std::array<std::array<std::uint8_t, 4>, 256> order_of_four = [] {
    std::array<std::array<std::uint8_t, 4>, 256> table{};
    for (std::size_t code = 0; code < 256; ++code) {
        const auto quadrant = [&](std::size_t i) { return static_cast<int>(code >> (2 * i) & 3); };
        const auto rank = [&](std::size_t i) {
            int count = 0;
            for (std::size_t j = 0; j < 4; ++j) count += quadrant(j) == quadrant(i);
            return (count == 1 ? 0 : count == 3 ? 1 : 2) * 4 + quadrant(i);
        };
        std::array<std::uint8_t, 4>& order = table[code];
        for (std::size_t i = 0; i < 4; ++i) order[i] = static_cast<std::uint8_t>(i);
        for (std::size_t i = 1; i < 4; ++i) {
            for (std::size_t j = i; j > 0 && rank(order[j]) < rank(order[j - 1]); --j) std::swap(order[j], order[j - 1]);
        }
    }
    return table;
}();

#if defined(__BMI2__)

/// How many discs turn, doubled, when a disc is placed at the given place of a line of eight on which
/// everything else is full; the index is the mover's discs. Shorter lines lack own discs at their end.
inline constexpr std::array<std::array<std::uint8_t, 256>, 8> turned_on_line = [] {
    std::array<std::array<std::uint8_t, 256>, 8> table{};
    for (int place = 0; place < 8; ++place) {
        for (unsigned own = 0; own < 256; ++own) {
            int turned = 0;
            for (const int step : {1, -1}) {
                int at = place + step;
                int passed = 0;
                for (; at >= 0 && at < 8 && (own >> at & 1) == 0; at += step) ++passed;
                if (at >= 0 && at < 8) turned += passed;
            }
            table[static_cast<std::size_t>(place)][own] = static_cast<std::uint8_t>(2 * turned);
        }
    }
    return table;
}();

/// The three lines through a square that are not its row, and where on them it lies.
struct LinesThrough {
    std::array<Board, 3> line;
    std::array<std::uint8_t, 3> place;
};

inline constexpr std::array<LinesThrough, 64> lines_through = [] {
    std::array<LinesThrough, 64> table{};
    for (std::size_t square = 0; square < 64; ++square) {
        for (std::size_t axis = 1; axis < 4; ++axis) {
            const Board below = rays[square].down[axis];
            table[square].line[axis - 1] = below | rays[square].up[axis] | Board{1} << square;
            table[square].place[axis - 1] = static_cast<std::uint8_t>(std::popcount(below));
        }
    }
    return table;
}();

/// Twice the discs that turn when the side with `own` fills the last square.
[[nodiscard, gnu::always_inline]] inline int turned_by_last(Board own, int square) noexcept {
    const LinesThrough& through = lines_through[static_cast<std::size_t>(square)];
    int turned = turned_on_line[static_cast<std::size_t>(square & 7)][own >> (square & 56) & 255];
    for (std::size_t i = 0; i < 3; ++i) turned += turned_on_line[through.place[i]][_pext_u64(own, through.line[i])];
    return turned;
}

#else

[[nodiscard]] inline int turned_by_last(Board own, int square) noexcept {
    return 2 * std::popcount(flips(own, ~own & ~(Board{1} << square), square));
}

#endif

/// One empty square.
template <bool ToWinner>
[[nodiscard, gnu::always_inline]] inline int solve_1(Board own, int square) noexcept {
    const int discs = 2 * std::popcount(own);
    const int turned = turned_by_last(own, square);
    if (turned != 0) return discs + turned - 62;
    const int lost = turned_by_last(~own & ~(Board{1} << square), square);
    if (lost != 0) return discs - lost - 64;
    if constexpr (!ToWinner) return discs - 63;
    return discs > 63 ? discs - 62 : discs - 64;
}

template <bool ToWinner>
[[nodiscard]] inline int solve_2(Board own, Board other, int alpha, int first, int second) noexcept {
    int best = no_score;
    const auto try_square = [](Board mover, Board opponent, int square, int left) {
        if ((around[static_cast<std::size_t>(square)] & opponent) == 0) return no_score;
        const Board turned = flips(mover, opponent, square);
        return turned == 0 ? no_score : -solve_1<ToWinner>(opponent ^ turned, left);
    };
    best = try_square(own, other, first, second);
    if (best > alpha) return best;
    best = std::max(best, try_square(own, other, second, first));
    if (best != no_score) return best;
    best = try_square(other, own, first, second);
    if (best > -alpha - 1) return -best;
    best = std::max(best, try_square(other, own, second, first));
    return best != no_score ? -best : final_score<ToWinner>(own, other);
}

template <bool ToWinner>
[[nodiscard]] inline int solve_3(Board own, Board other, int alpha, int first, int second, int third, bool passed = false) noexcept {
    int best = no_score;
    const auto try_square = [&](int square, int left, int last) {
        if ((around[static_cast<std::size_t>(square)] & other) == 0) return false;
        const Board turned = flips(own, other, square);
        if (turned == 0) return false;
        best = std::max(best, -solve_2<ToWinner>(other ^ turned, own | turned | Board{1} << square, -alpha - 1, left, last));
        return best > alpha;
    };
    if (try_square(first, second, third) || try_square(second, first, third) || try_square(third, first, second)) return best;
    if (best != no_score) return best;
    if (passed) return -final_score<ToWinner>(other, own);
    return -solve_3<ToWinner>(other, own, -alpha - 1, first, second, third, true);
}

template <bool ToWinner>
[[nodiscard]] inline int solve_4(Board own, Board other, int alpha) noexcept {
    Board empty = ~(own | other);
    std::array<int, 4> found;
    for (int& square : found) {
        square = std::countr_zero(empty);
        empty &= empty - 1;
    }
    const auto code = static_cast<std::size_t>(quadrant_of(found[0]) | quadrant_of(found[1]) << 2 | quadrant_of(found[2]) << 4 | quadrant_of(found[3]) << 6);
    const auto& order = order_of_four[code];
    const int a = found[order[0]];
    const int b = found[order[1]];
    const int c = found[order[2]];
    const int d = found[order[3]];
    for (const bool passed : {false, true}) {
        int best = no_score;
        const auto try_square = [&](int square, int first, int second, int third) {
            if ((around[static_cast<std::size_t>(square)] & other) == 0) return false;
            const Board turned = flips(own, other, square);
            if (turned == 0) return false;
            best = std::max(best, -solve_3<ToWinner>(other ^ turned, own | turned | Board{1} << square, -alpha - 1, first, second, third));
            return best > alpha;
        };
        const bool done = try_square(a, b, c, d) || try_square(b, a, c, d) || try_square(c, d, a, b) || try_square(d, c, a, b);
        if (done || best != no_score) return passed ? -best : best;
        std::swap(own, other);
        alpha = -alpha - 1;
    }
    return final_score<ToWinner>(own, other);
}

/// Up to four empty squares.
template <bool ToWinner>
[[nodiscard]] inline int solve_few(Board own, Board other, int alpha, int empties) noexcept {
    Board empty = ~(own | other);
    if (empties == 4) return solve_4<ToWinner>(own, other, alpha);
    std::array<int, 3> squares{};
    for (int& square : squares) {
        square = std::countr_zero(empty);
        empty &= empty - 1;
    }
    if (empties == 3) return solve_3<ToWinner>(own, other, alpha, squares[0], squares[1], squares[2]);
    if (empties == 2) return solve_2<ToWinner>(own, other, alpha, squares[0], squares[1]);
    return empties == 1 ? solve_1<ToWinner>(own, squares[0]) : final_score<ToWinner>(own, other);
}

/// A few more, for a search that only wants to know how its lines end.
template <bool ToWinner>
[[nodiscard]] inline int solve_last(Board own, Board other, int alpha, int empties) noexcept {
    if (empties <= 4) return solve_few<ToWinner>(own, other, alpha, empties);
    const Board moves = placements(own, other);
    if (moves == 0) {
        if (placements(other, own) == 0) return final_score<ToWinner>(own, other);
        return -solve_last<ToWinner>(other, own, -alpha - 1, empties);
    }
    const Board odd = odd_quadrants(~(own | other));
    int best = no_score;
    for (Board part : {moves & odd, moves & ~odd}) {
        for (; part != 0 && best <= alpha; part &= part - 1) {
            const int square = std::countr_zero(part);
            const Board turned = flips(own, other, square);
            best = std::max(best, -solve_last<ToWinner>(other ^ turned, own | turned | Board{1} << square, -alpha - 1, empties - 1));
        }
    }
    return best;
}

}  // namespace othello

}  // namespace quintet
