// An estimate for Pentago. For each of the eight boards that a turn of a sub-board leads to it looks at
// the 32 lines of five: a line without a marble of the other side is open, and worth the more the more
// marbles are in it. The marbles in all 32 lines are counted at
// once, a byte a line: a table tells each sub-board's share, and a turn exchanges one share for another.
// The same counts show whether the side to move wins at once.
#pragma once

#include "core/search/evaluation.hpp"
#include "games/pentago.hpp"

#include <cstring>

namespace quintet::inline QUINTET_ISA {

namespace pentago {

/// One byte for each line.
using LineBytes [[gnu::vector_size(32)]] = std::uint8_t;

/// Sums of bytes, wide enough not to overflow.
using LineWords [[gnu::vector_size(32)]] = std::uint16_t;

/// How many marbles of each line lie in a lane, for each of its 512 fillings.
inline constexpr std::array<std::array<std::array<std::uint8_t, 32>, 512>, 4> line_shares = [] {
    std::array<std::array<std::array<std::uint8_t, 32>, 512>, 4> table{};
    for (std::size_t lane = 0; lane < 4; ++lane) {
        for (std::size_t line = 0; line < 32; ++line) {
            const Board part = lines[line] >> (16 * lane) & 511;
            for (std::size_t filling = 0; filling < 512; ++filling) {
                table[lane][filling][line] = static_cast<std::uint8_t>(std::popcount(part & filling));
            }
        }
    }
    return table;
}();

[[nodiscard, gnu::always_inline]] inline LineBytes line_share(unsigned lane, unsigned filling) noexcept {
    LineBytes bytes;
    std::memcpy(&bytes, line_shares[lane][filling].data(), sizeof bytes);
    return bytes;
}

/// The marbles of one side in the lines, on the board as it stands and with one sub-board turned.
class LineCounts {
public:
    [[gnu::always_inline]] explicit LineCounts(Board marbles) noexcept : marbles_(marbles) {
        for (unsigned lane = 0; lane < 4; ++lane) standing_ += line_share(lane, filling(lane));
    }

    [[nodiscard, gnu::always_inline]] LineBytes standing() const noexcept { return standing_; }

    [[nodiscard, gnu::always_inline]] LineBytes turned(unsigned rotation) const noexcept {
        const unsigned lane = rotation / 2;
        const unsigned before = filling(lane);
        return standing_ - line_share(lane, before) + line_share(lane, before ^ turns[rotation % 2][before]);
    }

private:
    [[nodiscard, gnu::always_inline]] unsigned filling(unsigned lane) const noexcept { return static_cast<unsigned>(marbles_ >> (16 * lane) & 511); }

    Board marbles_;
    LineBytes standing_{};
};

/// The lines that a marble, or none, makes a five: at least four of `own` and none of `other`; all bits set.
[[nodiscard, gnu::always_inline]] inline LineBytes ripe_lines(LineBytes own, LineBytes other) noexcept {
    return reinterpret_cast<LineBytes>((own >= 4) & (other == 0));
}

[[nodiscard, gnu::always_inline]] inline bool any(LineBytes bytes) noexcept {
    using Longs [[gnu::vector_size(32)]] = std::uint64_t;
    const auto longs = reinterpret_cast<Longs>(bytes);
    return (longs[0] | longs[1] | longs[2] | longs[3]) != 0;
}

/// What an open line is worth by its marbles, twice: a look-up stays within half a vector.
struct LineWorth {
    std::array<std::uint8_t, 32> table{};
    constexpr explicit LineWorth(std::array<std::uint8_t, 6> by_marbles) {
        for (std::size_t i = 0; i < 6; ++i) table[i] = table[16 + i] = by_marbles[i];
    }
};

/// The worth of the lines that are open for one side, added up by pairs of lines.
[[nodiscard, gnu::always_inline]] inline LineWords worth(const LineWorth& by_marbles, LineBytes own, LineBytes other) noexcept {
    LineBytes table;
    std::memcpy(&table, by_marbles.table.data(), sizeof table);
#if defined(__AVX2__)
    const auto values = reinterpret_cast<LineBytes>(_mm256_shuffle_epi8(reinterpret_cast<__m256i>(table), reinterpret_cast<__m256i>(own)));
#else
    using Half [[gnu::vector_size(16)]] = std::uint8_t;
    std::array<Half, 2> tables;
    std::array<Half, 2> marbles;
    std::memcpy(tables.data(), &table, sizeof table);
    std::memcpy(marbles.data(), &own, sizeof own);
    for (std::size_t i = 0; i < 2; ++i) tables[i] = __builtin_shuffle(tables[i], marbles[i]);
    LineBytes values;
    std::memcpy(&values, tables.data(), sizeof values);
#endif
    const auto pairs = reinterpret_cast<LineWords>(values & reinterpret_cast<LineBytes>(other == 0));
    return (pairs & 255) + (pairs >> 8);
}

[[nodiscard, gnu::always_inline]] inline int total(LineWords words) noexcept {
    int sum = 0;
    for (int i = 0; i < 16; ++i) sum += words[i];
    return sum;
}

inline constexpr Board centres = Board{16} | Board{16} << 16 | Board{16} << 32 | Board{16} << 48;

/// The cell in reading order of each bit.
inline constexpr std::array<std::uint8_t, 64> bit_cell = [] {
    std::array<std::uint8_t, 64> cells{};
    for (std::size_t cell = 0; cell < 36; ++cell) cells[cell_bit[cell]] = static_cast<std::uint8_t>(cell);
    return cells;
}();

}  // namespace pentago

class Pentago::Evaluation {
public:
    static constexpr double spread = 400;
    static constexpr Tuning tuning = {.unreduced_moves = 4, .reduction_divisor = 160};

    explicit Evaluation(const Pentago&) {}

    [[nodiscard]] int operator()(const Position& position, Player player) const noexcept {
        using namespace pentago;
        const LineCounts own(position.mover);
        const LineCounts other(position.opponent);
        LineWords mine{};
        LineWords theirs{};
        for (unsigned rotation = 0; rotation < 8; ++rotation) {
            const LineBytes turned_mine = own.turned(rotation);
            const LineBytes turned_theirs = other.turned(rotation);
            mine += worth(own_worth, turned_mine, turned_theirs);
            theirs += worth(other_worth, turned_theirs, turned_mine);
        }
        int sum = total(mine) - total(theirs);
        sum += centre * (std::popcount(position.mover & centres) - std::popcount(position.opponent & centres)) + tempo;
        return (player == Player::FIRST) == position.black_to_move ? sum : -sum;
    }

    [[nodiscard]] int moves_left(const Position& position) const noexcept { return std::popcount(position.empty()); }

    /// On some board of the next turn the mover has a line with at most one marble lacking, and the
    /// opponent no five of his own.
    [[nodiscard]] std::optional<Move> winning_move(const Position& position) const noexcept {
        using namespace pentago;
        if (position.over()) return std::nullopt;
        const LineCounts own(position.mover);
        const LineCounts other(position.opponent);
        std::array<LineBytes, 9> ripe;
        LineBytes ever = ripe[8] = ripe_lines(own.standing(), other.standing());
        for (unsigned rotation = 0; rotation < 8; ++rotation) ever |= ripe[rotation] = ripe_lines(own.turned(rotation), other.turned(rotation));
        if (!any(ever)) [[likely]] return std::nullopt;

        if (any(ripe[8])) return static_cast<Move>(9 * cell_of(lacking(ripe[8], position.mover)));
        for (unsigned rotation = 0; rotation < 8; ++rotation) {
            if (!any(ripe[rotation]) || has_five(rotated(position.opponent, rotation))) continue;
            // A turn that makes five by itself leaves the marble free to go anywhere.
            const Board missing = lacking(ripe[rotation], rotated(position.mover, rotation));
            const Board after = missing != 0 ? missing : rotated(position.empty(), rotation);
            const Board cell = rotated(after & (~after + 1), rotation ^ 1U);
            return static_cast<Move>(9 * cell_of(cell) + 1 + static_cast<int>(rotation));
        }
        return std::nullopt;
    }

    /// Leaves out rotations that change nothing, but for the first, and a half turn's second direction.
    void distinct_moves(const Position& position, MoveList<Move, max_moves>& moves) const noexcept {
        using namespace pentago;
        if (position.over()) return;
        const Board winning = winning_cells(position.mover, position.opponent);
        for (Board left = position.empty(); left != 0; left &= left - 1) {
            const Board bit = left & (~left + 1);
            const unsigned first = 9U * bit_cell[static_cast<std::size_t>(std::countr_zero(left))];
            if ((winning & bit) != 0) {
                moves.push(static_cast<Move>(first));
                continue;
            }
            const Board mover = position.mover | bit;
            bool idle = false;
            for (unsigned rotation = 0; rotation < 8; rotation += 2) {
                const unsigned shift = 8 * rotation;
                const auto [own_c, own_a] = std::pair{turns[0][mover >> shift & 511], turns[1][mover >> shift & 511]};
                const auto [other_c, other_a] = std::pair{turns[0][position.opponent >> shift & 511], turns[1][position.opponent >> shift & 511]};
                if ((own_c | other_c) == 0) {
                    if (!idle) moves.push(static_cast<Move>(first + 1 + rotation));
                    idle = true;
                    continue;
                }
                moves.push(static_cast<Move>(first + 1 + rotation));
                if (own_c != own_a || other_c != other_a) moves.push(static_cast<Move>(first + 2 + rotation));
            }
        }
    }

private:
    /// The cell that the first of these lines lacks; none when it is full.
    [[nodiscard]] static pentago::Board lacking(pentago::LineBytes ripe, pentago::Board mover) noexcept {
        int line = 0;
        while (ripe[line] == 0) ++line;
        return pentago::lines[static_cast<std::size_t>(line)] & ~mover;
    }

    [[nodiscard]] static int cell_of(pentago::Board bit) noexcept { return pentago::bit_cell[static_cast<std::size_t>(std::countr_zero(bit))]; }

    // Fitted to the results of the engine's own games. On the board as it stands the lines count for
    // nothing beside those after a turn; and the centres are in so many lines that they are counted down again.
    static constexpr pentago::LineWorth own_worth{{0, 2, 9, 40, 40, 40}};
    static constexpr pentago::LineWorth other_worth{{0, 2, 5, 17, 54, 54}};
    static constexpr int centre = -20;
    static constexpr int tempo = 30;
};

static_assert(HasEvaluation<Pentago>);

}  // namespace quintet::inline QUINTET_ISA
