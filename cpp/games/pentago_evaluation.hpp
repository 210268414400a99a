// An estimate for Pentago. For each of the eight boards that a turn of a sub-board leads to it looks at
// the 32 lines of five: a line without a marble of the other side is open, and worth the more the more
// marbles are in it. The marbles in all 32 lines are counted at
// once, a byte a line: a table tells each sub-board's share, and a turn exchanges one share for another.
// The same counts show whether the side to move wins at once.
#pragma once

#include "core/search/evaluation.hpp"
#include "games/pentago.hpp"

#include <cstring>

namespace quintet {

namespace pentago {

/// One byte for each line. Vectors of this size are handed over by reference, never by value: how the
/// latter is done depends on the instruction set.
using LineBytes [[gnu::vector_size(32)]] = std::uint8_t;

/// Sums of bytes, wide enough not to overflow.
using LineWords [[gnu::vector_size(32)]] = std::uint16_t;

/// How many marbles of each line lie in a lane, for each of its 512 fillings.
extern const std::array<std::array<std::array<std::uint8_t, 32>, 512>, 4> line_shares;

[[gnu::always_inline]] inline void read_share(LineBytes& share, unsigned lane, unsigned filling) noexcept {
    std::memcpy(&share, line_shares[lane][filling].data(), sizeof share);
}

/// The marbles of one side in the lines, on the board as it stands and with one sub-board turned.
class LineCounts {
public:
    [[gnu::always_inline]] explicit LineCounts(Board marbles) noexcept : marbles_(marbles) {
        LineBytes share;
        for (unsigned lane = 0; lane < 4; ++lane) {
            read_share(share, lane, filling(lane));
            standing_ += share;
        }
    }

    [[nodiscard, gnu::always_inline]] const LineBytes& standing() const noexcept { return standing_; }

    [[gnu::always_inline]] void turn(LineBytes& counts, unsigned rotation) const noexcept {
        const unsigned lane = rotation / 2;
        const unsigned before = filling(lane);
        LineBytes old_share;
        LineBytes new_share;
        read_share(old_share, lane, before);
        read_share(new_share, lane, before ^ turns[rotation % 2][before]);
        counts = standing_ - old_share + new_share;
    }

private:
    [[nodiscard, gnu::always_inline]] unsigned filling(unsigned lane) const noexcept { return static_cast<unsigned>(marbles_ >> (16 * lane) & 511); }

    Board marbles_;
    LineBytes standing_{};
};

/// Marks the lines that are a five or become one with one more marble: at least four of `own` and none of `other`.
[[gnu::always_inline]] inline void find_ripe(LineBytes& ripe, const LineBytes& own, const LineBytes& other) noexcept {
    ripe = reinterpret_cast<LineBytes>((own >= 4) & (other == 0));
}

[[nodiscard, gnu::always_inline]] inline bool any(const LineBytes& bytes) noexcept {
    std::array<std::uint64_t, 4> words{};
    std::memcpy(words.data(), &bytes, sizeof words);
    return (words[0] | words[1] | words[2] | words[3]) != 0;
}

/// What an open line is worth by its marbles; twice, because a look-up stays within half a vector.
struct LineWorth {
    std::array<std::uint8_t, 32> table{};
    constexpr explicit LineWorth(std::array<std::uint8_t, 6> by_marbles) {
        for (std::size_t i = 0; i < 6; ++i) table[i] = table[16 + i] = by_marbles[i];
    }
};

/// Adds the worth of the lines that are open for one side, by pairs of lines.
[[gnu::always_inline]] inline void add_worth(LineWords& sums, const LineWorth& worth, const LineBytes& own, const LineBytes& other) noexcept {
    LineBytes values;
#if defined(__AVX2__)
    const auto table = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(worth.table.data()));
    values = reinterpret_cast<LineBytes>(_mm256_shuffle_epi8(table, reinterpret_cast<__m256i>(own)));
#else
    Bytes16 table;
    Bytes16 low;
    Bytes16 high;
    std::memcpy(&table, worth.table.data(), sizeof table);
    std::memcpy(&low, &own, sizeof low);
    std::memcpy(&high, reinterpret_cast<const std::uint8_t*>(&own) + sizeof low, sizeof high);
    low = bytes_at(table, low);
    high = bytes_at(table, high);
    std::memcpy(&values, &low, sizeof low);
    std::memcpy(reinterpret_cast<std::uint8_t*>(&values) + sizeof low, &high, sizeof high);
#endif
    const auto pairs = reinterpret_cast<LineWords>(values & reinterpret_cast<LineBytes>(other == 0));
    sums += (pairs & 255) + (pairs >> 8);
}

[[nodiscard, gnu::always_inline]] inline int total(const LineWords& words) noexcept {
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
            LineBytes turned_own;
            LineBytes turned_other;
            own.turn(turned_own, rotation);
            other.turn(turned_other, rotation);
            add_worth(mine, own_worth, turned_own, turned_other);
            add_worth(theirs, other_worth, turned_other, turned_own);
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
        LineBytes ripe[9];
        find_ripe(ripe[8], own.standing(), other.standing());
        LineBytes ever = ripe[8];
        for (unsigned rotation = 0; rotation < 8; ++rotation) {
            LineBytes turned_own;
            LineBytes turned_other;
            own.turn(turned_own, rotation);
            other.turn(turned_other, rotation);
            find_ripe(ripe[rotation], turned_own, turned_other);
            ever |= ripe[rotation];
        }
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

    /// Of the rotations that change nothing only the first is listed, and only one direction where both give the same board.
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
    [[nodiscard]] static pentago::Board lacking(const pentago::LineBytes& ripe, pentago::Board mover) noexcept {
        int line = 0;
        while (ripe[line] == 0) ++line;
        return pentago::lines[static_cast<std::size_t>(line)] & ~mover;
    }

    [[nodiscard]] static int cell_of(pentago::Board bit) noexcept { return pentago::bit_cell[static_cast<std::size_t>(std::countr_zero(bit))]; }

    // Fitted to the results of the engine's own games. Lines on the board as it stands tell nothing that lines after
    // a turn do not tell; and the centres are in so many lines that their weight is negative.
    static constexpr pentago::LineWorth own_worth{{0, 2, 9, 40, 40, 40}};
    static constexpr pentago::LineWorth other_worth{{0, 2, 5, 17, 54, 54}};
    static constexpr int centre = -20;
    static constexpr int tempo = 70;
};

static_assert(HasEvaluation<Pentago>);

}  // namespace quintet
