// Pentago on two words, the marbles of the side to move and of the other side. Each sub-board is a
// lane of 16 bits of which the lowest nine are used: cell (r, c) of sub-board q, counted from 0, is
// bit 16 q + 3 r + c, so that a rotation is one look-up in a table of 512 and an exclusive or. Five in
// a row can lie on 32 lines. For each lane and each of its 512 fillings a table tells, one bit a
// line, which lines are complete in that lane and which lack exactly one marble there: four look-ups
// give a side's fives, and the placements that would make one.
#pragma once

#include "core/bits.hpp"
#include "core/kernel.hpp"
#include "core/text.hpp"

#include <cstring>

namespace quintet {

namespace pentago {

using Board = std::uint64_t;

inline constexpr Board all_cells = 0x01ff01ff01ff01ffULL;

[[nodiscard]] constexpr int bit_of(int row, int column) noexcept {
    return 16 * (row / 3 * 2 + column / 3) + row % 3 * 3 + column % 3;
}

/// The bit of each cell in reading order.
inline constexpr std::array<std::uint8_t, 36> cell_bit = [] {
    std::array<std::uint8_t, 36> bits{};
    for (int cell = 0; cell < 36; ++cell) bits[static_cast<std::size_t>(cell)] = static_cast<std::uint8_t>(bit_of(cell / 6, cell % 6));
    return bits;
}();

/// The cells in reading order, a bit each, of one board or of several in a vector: in all lanes at once the rows are set
/// six bits apart, then the lanes joined.
template <class Boards>
[[nodiscard, gnu::always_inline]] constexpr Boards in_reading_order(const Boards& marbles) noexcept {
    constexpr Board each_lane = 0x0001000100010001ULL;
    const Boards apart = (marbles & 0007 * each_lane) | (marbles & 0070 * each_lane) << 3 | (marbles & 0700 * each_lane) << 6;
    return (apart & 0xffff) | (apart >> 16 & 0xffff) << 3 | (apart >> 32 & 0xffff) << 18 | (apart >> 48) << 21;
}

inline constexpr std::uint64_t all_in_reading_order = (std::uint64_t{1} << 36) - 1;

using TwoBoards [[gnu::vector_size(16)]] = Board;
using FourBoards [[gnu::vector_size(32)]] = Board;

/// The 32 lines of five.
inline constexpr std::array<Board, 32> lines = [] {
    std::array<Board, 32> found{};
    std::size_t count = 0;
    constexpr std::array<std::array<int, 2>, 4> directions = {{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
    for (int cell = 0; cell < 36; ++cell) {
        for (const auto& [down, right] : directions) {
            const int last_row = cell / 6 + 4 * down;
            const int last_column = cell % 6 + 4 * right;
            if (last_row > 5 || last_column > 5 || last_column < 0) continue;
            Board line = 0;
            for (int i = 0; i < 5; ++i) line |= Board{1} << bit_of(cell / 6 + i * down, cell % 6 + i * right);
            found[count++] = line;
        }
    }
    return found;
}();

/// One lane's share in the lines, one bit a line.
struct Share {
    std::uint32_t complete;  ///< every cell of the line in this lane is filled (or it has none there)
    std::uint32_t lacks_one;
};

/// Of each lane and each of its fillings. The tables are worked out when the program is loaded
/// (pentago_tables.cpp): a compiler that interprets them takes seconds in every file.
extern const std::array<std::array<Share, 512>, 4> shares;

/// What changes in a lane when it is turned (clockwise, then anti-clockwise): filling ^ turned filling.
extern const std::array<std::array<std::uint16_t, 512>, 2> turns;

/// Rotations are numbered 1C 1A 2C 2A 3C 3A 4C 4A from 0.
[[nodiscard, gnu::always_inline]] inline Board rotated(Board marbles, unsigned rotation) noexcept {
    const unsigned shift = 16 * (rotation / 2);
    return marbles ^ Board{turns[rotation % 2][marbles >> shift & 511]} << shift;
}

/// Symmetry s: when s > 3 the whole board is mirrored left to right, then it is turned clockwise s % 4 times.
[[nodiscard]] constexpr int transformed_cell(int cell, int symmetry) noexcept {
    int row = cell / 6;
    int column = symmetry > 3 ? 5 - cell % 6 : cell % 6;
    for (int turn = 0; turn < symmetry % 4; ++turn) {
        const int previous_row = row;
        row = column;
        column = 5 - previous_row;
    }
    return 6 * row + column;
}

[[nodiscard]] constexpr Board transformed(Board marbles, int symmetry) noexcept {
    Board image = 0;
    for (int cell = 0; cell < 36; ++cell) {
        const int to = transformed_cell(cell, symmetry);
        image |= (marbles >> cell_bit[static_cast<std::size_t>(cell)] & 1) << cell_bit[static_cast<std::size_t>(to)];
    }
    return image;
}

[[nodiscard, gnu::always_inline]] inline const Share& share(Board marbles, unsigned lane) noexcept {
    return shares[lane][marbles >> (16 * lane) & 511];
}

[[nodiscard, gnu::always_inline]] inline bool has_five(Board marbles) noexcept {
    return (share(marbles, 0).complete & share(marbles, 1).complete & share(marbles, 2).complete & share(marbles, 3).complete) != 0;
}

/// The lines of which exactly one cell lacks a marble of this side.
[[nodiscard, gnu::always_inline]] inline std::uint32_t lines_of_four(Board marbles) noexcept {
    const auto [a, a1] = share(marbles, 0);
    const auto [b, b1] = share(marbles, 1);
    const auto [c, c1] = share(marbles, 2);
    const auto [d, d1] = share(marbles, 3);
    return (((a1 & b) | (a & b1)) & c & d) | (((c1 & d) | (c & d1)) & a & b);
}

/// The empty cells where a marble makes five.
[[nodiscard, gnu::always_inline]] inline Board winning_cells(Board mover, Board opponent) noexcept {
    Board cells = 0;
    for (std::uint32_t left = lines_of_four(mover); left != 0; left &= left - 1) {
        cells |= lines[static_cast<std::size_t>(std::countr_zero(left))] & ~mover;
    }
    return cells & ~opponent;
}

/// From a cell of a board in reading order to the next on a line: to the right, down, down to the right and to the left.
inline constexpr FourBoards ways = {1, 6, 7, 5};

/// The cells of some rows and columns, in reading order.
[[nodiscard]] constexpr Board cells_of(int first_row, int last_row, int first_column, int last_column) noexcept {
    Board cells = 0;
    for (int row = first_row; row <= last_row; ++row) {
        for (int column = first_column; column <= last_column; ++column) cells |= Board{1} << (6 * row + column);
    }
    return cells;
}

/// The cells from which a line of five goes each way.
inline constexpr FourBoards line_starts = {cells_of(0, 5, 0, 1), cells_of(0, 1, 0, 5), cells_of(0, 1, 0, 1), cells_of(0, 1, 4, 5)};

/// Of a side's marbles in reading order, the cells of lines on which it has the other four: all ways at once and
/// branchless, because their number is unpredictable.
[[nodiscard, gnu::always_inline]] inline std::uint64_t fifth_cells(std::uint64_t marbles) noexcept {
    const FourBoards a = marbles - FourBoards{};
    const FourBoards b = a >> ways;
    const FourBoards c = a >> 2 * ways & line_starts;
    const FourBoards d = a >> 3 * ways;
    const FourBoards e = a >> 4 * ways;
    const FourBoards first_three = a & b & c;
    const FourBoards last_three = c & d & e;
    const FourBoards but_the_third = a & b & d & e & line_starts;
    const FourBoards cells =
        (b & last_three) | (a & last_three) << ways | but_the_third << 2 * ways | (first_three & e) << 3 * ways | (first_three & d) << 4 * ways;
    return cells[0] | cells[1] | cells[2] | cells[3];
}

}  // namespace pentago

class Pentago {
public:
    struct Position {
        pentago::Board mover;
        pentago::Board opponent;
        bool black_to_move;
        bool mover_has_five;
        bool opponent_has_five;
        bool operator==(const Position&) const = default;

        [[nodiscard]] pentago::Board empty() const noexcept { return pentago::all_cells & ~(mover | opponent); }
        [[nodiscard]] bool over() const noexcept { return mover_has_five || opponent_has_five || empty() == 0; }
    };

    /// 9 x the cell in reading order, + 0 for a bare winning placement, else + 1 + the rotation.
    using Move = std::uint16_t;
    static constexpr std::size_t max_moves = 36 * 8;
    static constexpr std::size_t move_codes = 36 * 9;
    static constexpr bool can_repeat = false;

    class Evaluation;  ///< games/pentago_evaluation.hpp
    class Solver;      ///< games/pentago_solver.hpp

    explicit Pentago(const Options& options = {}) { options.expect_only({}); }

    // Rules

    [[nodiscard]] Position start() const noexcept { return {0, 0, true, false, false}; }

    [[nodiscard]] Player to_move(const Position& position) const noexcept {
        return position.black_to_move ? Player::FIRST : Player::SECOND;
    }

    void generate(const Position& position, MoveList<Move, max_moves>& moves) const noexcept {
        if (position.over()) return;
        const pentago::Board empty = position.empty();
        const pentago::Board winning = pentago::winning_cells(position.mover, position.opponent);
        for (unsigned cell = 0; cell < 36; ++cell) {
            const unsigned bit = pentago::cell_bit[cell];
            if ((empty >> bit & 1) == 0) continue;
            const unsigned first = 9 * cell;
            if ((winning >> bit & 1) != 0) {
                moves.push(static_cast<Move>(first));
            } else {
                for (unsigned rotation = 0; rotation < 8; ++rotation) moves.push(static_cast<Move>(first + 1 + rotation));
            }
        }
    }

    bool mark_moves(const Position& position, std::span<std::uint64_t> codes) const noexcept {
        if (position.over()) return false;
        const auto boards = pentago::in_reading_order(pentago::TwoBoards{position.mover, position.opponent});
        const std::uint64_t empty = pentago::all_in_reading_order & ~(boards[0] | boards[1]);
        const std::uint64_t winning = empty & pentago::fifth_cells(boards[0]);
        // Six groups of seven cells: a cell's bit is set nine apart from the next one's, by a copy of all seven for each.
        using Words [[gnu::vector_size(64)]] = std::uint64_t;
        constexpr Words group = {0, 1, 2, 3, 4, 5, 6, 7};
        constexpr std::uint64_t copies = 0x0001010101010101ULL;
        constexpr std::uint64_t nine_apart = 0x0040201008040201ULL;
        const Words bare = (winning >> 7 * group & 127) * copies & nine_apart;
        const Words turning = ((empty & ~winning) >> 7 * group & 127) * copies & nine_apart;
        const Words moves = bare | ((turning << 9) - (turning << 1));
        // A group has 63 codes: each lies one bit lower in its word than the one before.
        const Words next = __builtin_shufflevector(moves, moves, 1, 2, 3, 4, 5, 6, 7, 0);
        const Words words = moves >> group | next << (63 - group);
        std::memcpy(codes.data(), &words, (move_codes + 63) / 64 * sizeof(std::uint64_t));
        return true;
    }

    [[nodiscard]] std::uint64_t count_moves(const Position& position) const noexcept {
        if (position.over()) return 0;
        const int winning = std::popcount(pentago::winning_cells(position.mover, position.opponent));
        return static_cast<std::uint64_t>(8 * std::popcount(position.empty()) - 7 * winning);
    }

    [[nodiscard]] Position play(const Position& position, Move move) const noexcept {
        const unsigned part = move % 9U;
        const pentago::Board placed = position.mover | pentago::Board{1} << pentago::cell_bit[move / 9U];
        if (part == 0) return {position.opponent, placed, !position.black_to_move, false, true};
        return turned(placed, position.opponent, !position.black_to_move, part - 1);
    }

    [[nodiscard]] std::optional<Outcome> outcome(const Position& position) const noexcept {
        if (!position.over()) return std::nullopt;
        if (position.mover_has_five && position.opponent_has_five) return Outcome{std::nullopt, "both have five in a row", std::nullopt};
        const Player mover = to_move(position);
        if (position.mover_has_five) return Outcome{mover, "five in a row", std::nullopt};
        if (position.opponent_has_five) return Outcome{opponent(mover), "five in a row", std::nullopt};
        return Outcome{std::nullopt, "board full", std::nullopt};
    }

    [[nodiscard]] std::uint64_t hash(const Position& position) const noexcept {
        return mixed(position.mover, position.black_to_move ? position.opponent : ~position.opponent);
    }

    /// Draws a cell and a rotation, eight chances to each cell, and lets a cell where the marble
    /// makes five stand only one time in eight: the legal moves stay equally likely, and the
    /// winning cells need not be looked for.
    [[nodiscard]] PlayoutEnd playout(const Position& from, Rng& rng, std::uint32_t limit) const noexcept {
        using Result = PlayoutEnd::Result;
        Position position = from;
        for (std::uint32_t made = 0;; ++made) {
            const pentago::Board empty = position.empty();
            if (position.mover_has_five || position.opponent_has_five || empty == 0) {
                if (position.mover_has_five == position.opponent_has_five) return {Result::DRAWN, made};
                return {position.mover_has_five == position.black_to_move ? Result::FIRST_WON : Result::SECOND_WON, made};
            }
            if (made == limit) return {Result::TRUNCATED, made};
            const auto chances = static_cast<std::uint32_t>(8 * std::popcount(empty));
            while (true) {
                const std::uint32_t draw = rng.below(chances);
                const pentago::Board placed = position.mover | pentago::Board{1} << nth_bit(empty, draw / 8);
                if (!pentago::has_five(placed)) [[likely]] {
                    position = turned(placed, position.opponent, !position.black_to_move, draw % 8);
                    break;
                }
                if (draw % 8 == 0) return {position.black_to_move ? Result::FIRST_WON : Result::SECOND_WON, made + 1};
            }
        }
    }

    // Notation

    [[nodiscard]] Position parse(std::string_view text) const {
        const auto fields = position_fields(text, 2);
        pentago::Board black = 0;
        pentago::Board white = 0;
        read_rows(fields[0], 6, 6, [&](int row, int column, char letter) {
            const pentago::Board bit = pentago::Board{1} << pentago::bit_of(row, column);
            if (letter == 'b') black |= bit;
            if (letter == 'w') white |= bit;
        });
        const bool black_to_move = read_black_to_move(fields[1]);
        if (!black_to_move) std::swap(black, white);
        return {black, white, black_to_move, pentago::has_five(black), pentago::has_five(white)};
    }

    [[nodiscard]] std::string format(const Position& position) const {
        const char mover = position.black_to_move ? 'b' : 'w';
        const char other = position.black_to_move ? 'w' : 'b';
        std::string text = write_rows(6, 6, [&](int row, int column) {
            const int bit = pentago::bit_of(row, column);
            if ((position.mover >> bit & 1) != 0) return mover;
            return (position.opponent >> bit & 1) != 0 ? other : '.';
        });
        return text + ' ' + mover;
    }

    [[nodiscard]] std::string move_text(Move move) const {
        const int cell = move / 9;
        const int part = move % 9;
        std::string text = {static_cast<char>('a' + cell / 6), static_cast<char>('0' + cell % 6)};
        if (part == 0) return text;
        text += '-';
        text += static_cast<char>('1' + (part - 1) / 2);
        text += part % 2 == 1 ? 'C' : 'A';
        return text;
    }

    // Planes

    static constexpr int counters = 0;

    [[nodiscard]] BoardSize board_size() const noexcept { return {6, 6}; }

    void observe(const Position& position, Planes& planes) const noexcept {
        const auto boards = pentago::in_reading_order(pentago::TwoBoards{position.mover, position.opponent});
        const std::uint64_t color = position.black_to_move ? pentago::all_in_reading_order : 0;
        planes.bits(boards[0] | boards[1] << 36, boards[1] >> 28 | color << 8, 3 * 36);
    }

    // Pictures

    template <class Note>
    void for_each_winning(const Position& position, Note&& note) const {
        pentago::Board fives = 0;
        for (const pentago::Board line : pentago::lines) {
            if ((position.mover & line) == line || (position.opponent & line) == line) fives |= line;
        }
        for (int cell = 0; cell < 36; ++cell) {
            if ((fives >> pentago::cell_bit[static_cast<std::size_t>(cell)] & 1) != 0) note(cell);
        }
    }

    /// The marble, then the sub-board that turned.
    template <class Note>
    void stages(const Position& position, Move move, Note&& note) const {
        Position placed = position;
        placed.mover |= pentago::Board{1} << pentago::cell_bit[move / 9U];
        note(placed);
        if (move % 9U != 0) note(play(position, move));
    }

    // Symmetries, numbered as in pentago::transformed_cell

    [[nodiscard]] int symmetries() const noexcept { return 8; }

    [[nodiscard]] Position transformed(const Position& position, int symmetry) const noexcept {
        Position image = position;
        image.mover = pentago::transformed(position.mover, symmetry);
        image.opponent = pentago::transformed(position.opponent, symmetry);
        return image;
    }

    [[nodiscard]] Move transformed(Move move, int symmetry) const noexcept {
        const int cell = pentago::transformed_cell(move / 9, symmetry);
        const int part = move % 9;
        if (part == 0) return static_cast<Move>(9 * cell);
        const int sub_board = (part - 1) / 2;
        const int corner = pentago::transformed_cell(sub_board / 2 * 30 + sub_board % 2 * 5, symmetry);
        const int image_board = corner / 18 * 2 + corner % 6 / 3;
        const int direction = symmetry > 3 ? part % 2 : (part - 1) % 2;  // a mirror exchanges C and A
        return static_cast<Move>(9 * cell + 1 + 2 * image_board + direction);
    }

private:
    /// The position after the rotation that follows a placement; `placed` are the marbles of the side that moved.
    [[nodiscard, gnu::always_inline]] static Position turned(pentago::Board placed, pentago::Board other, bool black_next, unsigned rotation) noexcept {
        const pentago::Board own = pentago::rotated(placed, rotation);
        const pentago::Board others = pentago::rotated(other, rotation);
        return {others, own, black_next, pentago::has_five(others), pentago::has_five(own)};
    }
};

static_assert(Kernel<Pentago> && CountsMoves<Pentago> && PlaysOut<Pentago> && HasSymmetries<Pentago> && Observed<Pentago>);

}  // namespace quintet
