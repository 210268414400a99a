// Othello on two bitboards: the discs of the side to move and of the other side. Bit 0 is a1, bit 7
// is h1, bit 63 is h8: reading order, so that the lowest bit first is the rulebook's order of moves.
// A line runs along one of four axes, along which neighbours are 1, 7, 8 or 9 bits apart, upwards or
// downwards in the word. With AVX2 the four axes are the four lanes of a vector and both directions
// of all axes are worked out at once; without it the same steps are done axis by axis. Placements
// come from a parallel-prefix fill (Kogge-Stone); flips from the rays of the square played.
//
// A board of 4 x 4 or 6 x 6 lies in the middle of these 64 squares: the others stay empty, so that no line
// passes through them, and a mask keeps discs from being placed there.
#pragma once

#include "core/bits.hpp"
#include "core/kernel.hpp"
#include "core/text.hpp"

#if defined(__AVX512CD__) && defined(__AVX512VL__)
#include <immintrin.h>
#endif

namespace quintet {

namespace othello {

using Board = std::uint64_t;

inline constexpr std::array<int, 4> axes = {1, 7, 8, 9};
inline constexpr Board not_side_columns = 0x7e7e7e7e7e7e7e7eULL;

/// The discs that can lie inside a line along each axis: a line that is not vertical stops at the side columns.
inline constexpr std::array<Board, 4> inside = {not_side_columns, not_side_columns, ~Board{0}, not_side_columns};

/// The squares seen from one square along each axis, towards higher and towards lower bits.
struct alignas(32) Rays {
    std::array<Board, 4> up;
    std::array<Board, 4> down;
};

inline constexpr std::array<Rays, 64> rays = [] {
    std::array<Rays, 64> table{};
    constexpr std::array<int, 4> row_step = {0, 1, 1, 1};
    constexpr std::array<int, 4> column_step = {1, -1, 0, 1};
    for (int square = 0; square < 64; ++square) {
        for (std::size_t axis = 0; axis < 4; ++axis) {
            for (const int sign : {1, -1}) {
                int row = square / 8 + sign * row_step[axis];
                int column = square % 8 + sign * column_step[axis];
                Board& ray = sign > 0 ? table[static_cast<std::size_t>(square)].up[axis] : table[static_cast<std::size_t>(square)].down[axis];
                for (; row >= 0 && row < 8 && column >= 0 && column < 8; row += sign * row_step[axis], column += sign * column_step[axis]) {
                    ray |= Board{1} << (row * 8 + column);
                }
            }
        }
    }
    return table;
}();

#if defined(__AVX2__)

using Lanes [[gnu::vector_size(32)]] = Board;
inline constexpr Lanes axis_lanes = {axes[0], axes[1], axes[2], axes[3]};
inline constexpr Lanes inside_lanes = {inside[0], inside[1], inside[2], inside[3]};

[[nodiscard, gnu::always_inline]] inline Board any_lane(Lanes lanes) noexcept {
    using Half [[gnu::vector_size(16)]] = Board;
    const Half half = Half{lanes[0], lanes[1]} | Half{lanes[2], lanes[3]};
    return half[0] | half[1];
}

/// The squares where the mover may place a disc.
[[nodiscard, gnu::always_inline]] inline Board placements(Board mover, Board opponent) noexcept {
    const Lanes own = Lanes{} + mover;
    const Lanes other = inside_lanes & opponent;
    Lanes up = other & (own << axis_lanes);
    Lanes down = other & (own >> axis_lanes);
    up |= other & (up << axis_lanes);
    down |= other & (down >> axis_lanes);
    const Lanes pairs_up = other & (other << axis_lanes);
    const Lanes pairs_down = pairs_up >> axis_lanes;
    up |= pairs_up & (up << (2 * axis_lanes));
    down |= pairs_down & (down >> (2 * axis_lanes));
    up |= pairs_up & (up << (2 * axis_lanes));
    down |= pairs_down & (down >> (2 * axis_lanes));
    return any_lane((up << axis_lanes) | (down >> axis_lanes)) & ~(mover | opponent);
}

/// The discs that turn when the mover places one on `square`.
[[nodiscard, gnu::always_inline]] inline Board flips(Board mover, Board opponent, int square) noexcept {
    const Rays& from = rays[static_cast<std::size_t>(square)];
    const Lanes up = {from.up[0], from.up[1], from.up[2], from.up[3]};
    const Lanes down = {from.down[0], from.down[1], from.down[2], from.down[3]};
    const Lanes own = Lanes{} + mover;
    const Lanes other = Lanes{} + opponent;

    // Upwards the first square that is not the opponent's is the lowest bit: x & -x.
    const Lanes open_up = up & ~other;
    const Lanes end_up = open_up & -open_up & own;
    const Lanes flips_up = (end_up - 1) & up & ~static_cast<Lanes>(end_up == 0);

#if defined(__AVX512CD__) && defined(__AVX512VL__)
    // Downwards it is the highest: a shift by the number of zeros before it, which is past the end where there is none.
    const Lanes open_down = down & ~other;
    const auto zeros = _mm256_lzcnt_epi64(std::bit_cast<__m256i>(open_down));
    const Lanes highest = Lanes{} + (Board{1} << 63);
    const Lanes end_down = std::bit_cast<Lanes>(_mm256_srlv_epi64(std::bit_cast<__m256i>(highest), zeros)) & own;
    const Lanes flips_down = down & -(end_down + end_down);
#else
    // Downwards it is the highest, found by smearing everything open towards the far end.
    Lanes open_down = down & ~other;
    open_down |= open_down >> axis_lanes;
    open_down |= open_down >> (2 * axis_lanes);
    open_down |= open_down >> (4 * axis_lanes);
    const Lanes end_down = open_down & ~(open_down >> axis_lanes) & own;
    const Lanes flips_down = down & ~open_down & ~static_cast<Lanes>(end_down == 0);
#endif

    return any_lane(flips_up | flips_down);
}

#else

template <std::size_t Axis>
[[nodiscard, gnu::always_inline]] inline Board placements_along(Board mover, Board opponent) noexcept {
    constexpr int step = axes[Axis];
    const Board other = opponent & inside[Axis];
    Board up = other & (mover << step);
    Board down = other & (mover >> step);
    up |= other & (up << step);
    down |= other & (down >> step);
    const Board pairs_up = other & (other << step);
    const Board pairs_down = pairs_up >> step;
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    up |= pairs_up & (up << (2 * step));
    down |= pairs_down & (down >> (2 * step));
    return (up << step) | (down >> step);
}

[[nodiscard]] inline Board placements(Board mover, Board opponent) noexcept {
    return (placements_along<0>(mover, opponent) | placements_along<1>(mover, opponent) | placements_along<2>(mover, opponent) |
            placements_along<3>(mover, opponent)) & ~(mover | opponent);
}

template <std::size_t Axis>
[[nodiscard, gnu::always_inline]] inline Board flips_along(Board mover, Board opponent, const Rays& from) noexcept {
    const Board open_up = from.up[Axis] & ~opponent;
    const Board end_up = open_up & (~open_up + 1) & mover;
    const Board flips_up = (end_up - (end_up != 0)) & from.up[Axis];

    const Board open_down = from.down[Axis] & ~opponent;
    const Board end_down = (Board{1} << (63 - std::countl_zero(open_down | 1))) & open_down & mover;
    const Board flips_down = from.down[Axis] & ~(2 * end_down - 1) & (Board{0} - (end_down != 0));
    return flips_up | flips_down;
}

[[nodiscard]] inline Board flips(Board mover, Board opponent, int square) noexcept {
    const Rays& from = rays[static_cast<std::size_t>(square)];
    return flips_along<0>(mover, opponent, from) | flips_along<1>(mover, opponent, from) | flips_along<2>(mover, opponent, from) |
           flips_along<3>(mover, opponent, from);
}

#endif

/// Exchanges the bits under `mask` with those `distance` above them.
constexpr void exchange(Board& board, Board mask, int distance) noexcept {
    const Board different = (board ^ (board >> distance)) & mask;
    board ^= different ^ (different << distance);
}

[[nodiscard]] constexpr Board transformed(Board board, int symmetry) noexcept {
    if ((symmetry & 1) != 0) {
        exchange(board, 0x5555555555555555ULL, 1);
        exchange(board, 0x3333333333333333ULL, 2);
        exchange(board, 0x0f0f0f0f0f0f0f0fULL, 4);
    }
    if ((symmetry & 2) != 0) {
        exchange(board, 0x00ff00ff00ff00ffULL, 8);
        exchange(board, 0x0000ffff0000ffffULL, 16);
        exchange(board, 0x00000000ffffffffULL, 32);
    }
    if ((symmetry & 4) != 0) {
        exchange(board, 0x00aa00aa00aa00aaULL, 7);
        exchange(board, 0x0000cccc0000ccccULL, 14);
        exchange(board, 0x00000000f0f0f0f0ULL, 28);
    }
    return board;
}

}  // namespace othello

/// The rules on `Size` x `Size` squares.
template <int Size>
class OthelloRules {
public:
    static_assert(Size % 2 == 0 && Size >= 4 && Size <= 8);
    static constexpr int squares = Size * Size;
    static constexpr int margin = (8 - Size) / 2;

    /// The squares of the board.
    static constexpr othello::Board board = [] {
        othello::Board found = 0;
        for (int row = 0; row < Size; ++row) found |= ((othello::Board{1} << Size) - 1) << ((row + margin) * 8 + margin);
        return found;
    }();

    struct Position {
        othello::Board mover;
        othello::Board opponent;
        bool black_to_move;
        bool operator==(const Position&) const = default;
    };

    using Move = std::uint8_t;
    static constexpr Move pass = 64;
    static constexpr std::size_t max_moves = 64;
    static constexpr std::size_t move_codes = 65;
    static constexpr bool can_repeat = false;

    explicit OthelloRules(const Options& options = {}) : empties_to_winner_(options.word("empties", {"nobody", "winner"}) == 1) {
        options.expect_only({"size", "empties"});
        static_cast<void>(options.integer("size", Size, Size, Size));
    }

    /// The squares where the mover may place a disc.
    [[nodiscard, gnu::always_inline]] static othello::Board placements(othello::Board mover, othello::Board opponent) noexcept {
        return othello::placements(mover, opponent) & board;
    }

    // Rules

    [[nodiscard]] Position start() const noexcept { return {0x0000000810000000ULL, 0x0000001008000000ULL, true}; }

    [[nodiscard]] Player to_move(const Position& position) const noexcept {
        return position.black_to_move ? Player::FIRST : Player::SECOND;
    }

    void generate(const Position& position, MoveList<Move, max_moves>& moves) const noexcept {
        othello::Board left = placements(position.mover, position.opponent);
        if (left == 0 && placements(position.opponent, position.mover) != 0) moves.push(pass);
        for (; left != 0; left &= left - 1) moves.push(static_cast<Move>(std::countr_zero(left)));
    }

    bool mark_moves(const Position& position, std::span<std::uint64_t> codes) const noexcept {
        const othello::Board places = placements(position.mover, position.opponent);
        const bool passes = places == 0 && placements(position.opponent, position.mover) != 0;
        codes[0] = places;
        codes[1] = passes;
        return places != 0 || passes;
    }

    [[nodiscard]] std::uint64_t count_moves(const Position& position) const noexcept {
        const othello::Board places = placements(position.mover, position.opponent);
        if (places != 0) [[likely]] return static_cast<std::uint64_t>(std::popcount(places));
        return placements(position.opponent, position.mover) != 0 ? 1 : 0;
    }

    /// Perft's last three plies. First all replies to all moves are found, then the leaves below them
    /// are counted: each loop is made of independent steps, which the processor overlaps, where going
    /// down and up move by move it would wait for every position's placements in turn.
    static constexpr int bulk_plies = 3;
    [[nodiscard]] std::uint64_t count_lines(const Position& position) const noexcept {
        struct Child {
            othello::Board mover, opponent, places;
        };
        std::array<Child, max_moves> children;
        std::size_t count = 0;
        const auto add_child = [&](othello::Board mover, othello::Board opponent) {
            children[count++] = {mover, opponent, placements(mover, opponent)};
        };
        othello::Board left = placements(position.mover, position.opponent);
        if (left == 0) add_child(position.opponent, position.mover);
        for (; left != 0; left &= left - 1) {
            const Position next = placed(position, std::countr_zero(left));
            add_child(next.mover, next.opponent);
        }

        std::uint64_t lines = 0;
        const auto add_leaves = [&](const Position& leaf_parent) {
            const std::uint64_t leaves = count_moves(leaf_parent);
            lines += leaves + (leaves == 0);
        };
        for (std::size_t i = 0; i < count; ++i) {
            const Position child{children[i].mover, children[i].opponent, false};
            othello::Board places = children[i].places;
            if (places == 0) [[unlikely]] add_leaves({child.opponent, child.mover, false});
            for (; places != 0; places &= places - 1) add_leaves(placed(child, std::countr_zero(places)));
        }
        return lines;
    }

    [[nodiscard]] Position play(const Position& position, Move move) const noexcept {
        if (move == pass) [[unlikely]] return {position.opponent, position.mover, !position.black_to_move};
        return placed(position, move);
    }

    [[nodiscard, gnu::always_inline]] std::optional<Outcome> outcome(const Position& position) const noexcept {
        if (placements(position.mover, position.opponent) != 0) [[likely]] return std::nullopt;
        return outcome_without_move(position);
    }

    [[nodiscard, gnu::noinline]] std::optional<Outcome> outcome_without_move(const Position& position) const noexcept {
        if (placements(position.opponent, position.mover) != 0) return std::nullopt;
        const othello::Board black = position.black_to_move ? position.mover : position.opponent;
        const othello::Board white = position.black_to_move ? position.opponent : position.mover;
        Scores scores{std::popcount(black), std::popcount(white)};
        if (scores.first == scores.second) return Outcome{std::nullopt, "equal discs", scores};
        const bool black_won = scores.first > scores.second;
        if (empties_to_winner_) (black_won ? scores.first : scores.second) += squares - scores.first - scores.second;
        return Outcome{black_won ? Player::FIRST : Player::SECOND, "more discs", scores};
    }

    [[nodiscard]] std::uint64_t hash(const Position& position) const noexcept {
        return mixed(position.mover, position.black_to_move ? position.opponent : ~position.opponent);
    }

    [[nodiscard]] PlayoutEnd playout(const Position& from, Rng& rng, std::uint32_t limit) const noexcept {
        Position position = from;
        for (std::uint32_t made = 0;; ++made) {
            const othello::Board places = placements(position.mover, position.opponent);
            if (places == 0 && placements(position.opponent, position.mover) == 0) {
                const int lead = std::popcount(position.mover) - std::popcount(position.opponent);
                using Result = PlayoutEnd::Result;
                if (lead == 0) return {Result::DRAWN, made};
                return {(lead > 0) == position.black_to_move ? Result::FIRST_WON : Result::SECOND_WON, made};
            }
            if (made == limit) return {PlayoutEnd::Result::TRUNCATED, made};
            position = play(position, places == 0 ? pass
                                                  : static_cast<Move>(nth_bit(places, rng.below(static_cast<std::uint32_t>(std::popcount(places))))));
        }
    }

    // Notation

    [[nodiscard]] Position parse(std::string_view text) const {
        const auto fields = position_fields(text, 2);
        othello::Board black = 0;
        othello::Board white = 0;
        read_rows(fields[0], Size, Size, [&](int row, int column, char letter) {
            const othello::Board bit = othello::Board{1} << square_at(row, column);
            if (letter == 'b') black |= bit;
            if (letter == 'w') white |= bit;
        });
        if (read_black_to_move(fields[1])) return {black, white, true};
        return {white, black, false};
    }

    [[nodiscard]] std::string format(const Position& position) const {
        const char mover = position.black_to_move ? 'b' : 'w';
        const char opponent = position.black_to_move ? 'w' : 'b';
        std::string text = write_rows(Size, Size, [&](int row, int column) {
            const int square = square_at(row, column);
            if ((position.mover >> square & 1) != 0) return mover;
            return (position.opponent >> square & 1) != 0 ? opponent : '.';
        });
        return text + ' ' + mover;
    }

    [[nodiscard]] std::string move_text(Move move) const {
        if (move == pass) return "pass";
        return {static_cast<char>('a' + move % 8 - margin), static_cast<char>('1' + move / 8 - margin)};
    }

    // Planes: the discs of either side are the one kind of number

    static constexpr int counters = 1;

    [[nodiscard]] BoardSize board_size() const noexcept { return {Size, Size}; }

    void observe(const Position& position, Planes& planes) const noexcept {
        put(planes, Planes::Side::MOVER, position.mover);
        put(planes, Planes::Side::OTHER, position.opponent);
        planes.color(position.black_to_move);
        planes.counter(0, std::popcount(position.mover), std::popcount(position.opponent));
    }

    [[nodiscard]] bool empties_to_winner() const noexcept { return empties_to_winner_; }

    // Symmetries: bit 0 mirrors left and right, bit 1 top and bottom, bit 2 then exchanges rows and columns.

    [[nodiscard]] int symmetries() const noexcept { return 8; }

    [[nodiscard]] Position transformed(const Position& position, int symmetry) const noexcept {
        return {othello::transformed(position.mover, symmetry), othello::transformed(position.opponent, symmetry), position.black_to_move};
    }

    [[nodiscard]] Move transformed(Move move, int symmetry) const noexcept {
        if (move == pass) return pass;
        return static_cast<Move>(std::countr_zero(othello::transformed(othello::Board{1} << move, symmetry)));
    }

private:
    [[nodiscard]] static constexpr int square_at(int row, int column) noexcept { return (row + margin) * 8 + column + margin; }

    static void put(Planes& planes, Planes::Side side, othello::Board discs) noexcept {
        if constexpr (Size == 8) {
            planes.put(side, discs, 0, squares);
        } else {
            for (int row = 0; row < Size; ++row) planes.put(side, discs >> square_at(row, 0), row * Size, Size);
        }
    }

    [[nodiscard, gnu::always_inline]] static Position placed(const Position& position, int square) noexcept {
        const othello::Board turned = othello::flips(position.mover, position.opponent, square);
        return {position.opponent & ~turned, position.mover | turned | (othello::Board{1} << square), !position.black_to_move};
    }

    bool empties_to_winner_;
};

/// The usual board, with its evaluation, what there is to learn, and its solver.
class Othello : public OthelloRules<8> {
public:
    using OthelloRules::OthelloRules;

    class Evaluation;  ///< games/othello_evaluation.hpp
    class Patterns;    ///< games/othello_patterns.hpp
    class Solver;      ///< games/othello_solver.hpp
};

static_assert(Kernel<Othello> && CountsMoves<Othello> && CountsLines<Othello> && PlaysOut<Othello> && HasSymmetries<Othello> && Observed<Othello>);

}  // namespace quintet
