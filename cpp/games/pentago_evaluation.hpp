// An estimate for Pentago. For each of the nine boards that the next turn can play on (as it stands, or
// with one sub-board turned) it looks at the 32 lines of five: a line without a marble of the other side
// is open, and worth the more the more marbles are in it. The marbles in all 32 lines are counted at
// once, a byte a line: a table tells each sub-board's share, and a turn exchanges one share for another.
// The same counts show whether the side to move wins at once.
#pragma once

#include "core/search/evaluation.hpp"
#include "games/pentago.hpp"

#include <cstring>

namespace quintet::inline QUINTET_ISA {

namespace pentago {

/// One byte for each line, in two vectors of the width that every processor has.
struct LineBytes {
    using Half [[gnu::vector_size(16)]] = std::uint8_t;
    Half low;
    Half high;

    [[nodiscard, gnu::always_inline]] friend LineBytes operator+(LineBytes a, LineBytes b) noexcept { return {a.low + b.low, a.high + b.high}; }
    [[nodiscard, gnu::always_inline]] friend LineBytes operator-(LineBytes a, LineBytes b) noexcept { return {a.low - b.low, a.high - b.high}; }
};

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
        for (unsigned lane = 0; lane < 4; ++lane) standing_ = standing_ + line_share(lane, filling(lane));
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

/// The lines that a marble, or none, makes a five: at least four of `own` and none of `other`.
[[nodiscard, gnu::always_inline]] inline std::uint32_t ripe_lines(LineBytes own, LineBytes other) noexcept {
    const auto ripe = [](LineBytes::Half mine, LineBytes::Half theirs) { return (mine >= 4) & (theirs == 0); };
    const auto low = ripe(own.low, other.low);
    const auto high = ripe(own.high, other.high);
    const auto either = reinterpret_cast<LineBytes::Half>(low | high);
    std::array<std::uint64_t, 2> words{};
    std::memcpy(words.data(), &either, sizeof words);
    if ((words[0] | words[1]) == 0) [[likely]] return 0;
    std::uint32_t found = 0;
    for (unsigned i = 0; i < 16; ++i) found |= std::uint32_t{low[i] != 0} << i | std::uint32_t{high[i] != 0} << (16 + i);
    return found;
}

/// What an open line is worth by its marbles.
using LineWorth = std::array<std::uint8_t, 16>;

/// The worth of all lines that are open for one side.
[[nodiscard, gnu::always_inline]] inline int worth(const LineWorth& table, LineBytes own, LineBytes other) noexcept {
    LineBytes::Half values;
    std::memcpy(&values, table.data(), sizeof values);
    const auto open = [&](LineBytes::Half mine, LineBytes::Half theirs) {
        return __builtin_shuffle(values, mine) & reinterpret_cast<LineBytes::Half>(theirs == 0);
    };
    const LineBytes::Half low = open(own.low, other.low);
    const LineBytes::Half high = open(own.high, other.high);
    // Pairs of bytes are added as words, so that nothing overflows.
    using Words [[gnu::vector_size(16)]] = std::uint16_t;
    const Words low_words = reinterpret_cast<Words>(low);
    const Words high_words = reinterpret_cast<Words>(high);
    const Words sums = (low_words & 255) + (low_words >> 8) + (high_words & 255) + (high_words >> 8);
    int sum = 0;
    for (int i = 0; i < 8; ++i) sum += sums[i];
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
    static constexpr Tuning tuning = {.estimate_moves_from = 2, .look_up_replies_from = 3, .reduce_from = 2, .unreduced_moves = 6, .reduction_divisor = 180, .aspiration = 60};

    explicit Evaluation(const Pentago&) {}

    [[nodiscard]] int operator()(const Position& position, Player player) const noexcept {
        using namespace pentago;
        const LineCounts own(position.mover);
        const LineCounts other(position.opponent);
        int sum = worth(standing_own, own.standing(), other.standing()) - worth(standing_other, other.standing(), own.standing());
        for (unsigned rotation = 0; rotation < 8; ++rotation) {
            const LineBytes mine = own.turned(rotation);
            const LineBytes theirs = other.turned(rotation);
            sum += worth(turned_own, mine, theirs) - worth(turned_other, theirs, mine);
        }
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
        if (const std::uint32_t ripe = ripe_lines(own.standing(), other.standing()); ripe != 0) {
            return static_cast<Move>(9 * bit_cell[static_cast<std::size_t>(std::countr_zero(lacking(ripe, position.mover)))]);
        }
        for (unsigned rotation = 0; rotation < 8; ++rotation) {
            const std::uint32_t ripe = ripe_lines(own.turned(rotation), other.turned(rotation));
            if (ripe == 0) [[likely]] continue;
            if (has_five(rotated(position.opponent, rotation))) continue;
            const Board mover = rotated(position.mover, rotation);
            // A turn that makes five by itself leaves the marble free to go anywhere.
            const Board missing = lacking(ripe, mover);
            const Board after = missing != 0 ? missing : rotated(position.empty(), rotation);
            const Board cell = rotated(after & (~after + 1), rotation ^ 1U);
            return static_cast<Move>(9 * bit_cell[static_cast<std::size_t>(std::countr_zero(cell))] + 1 + static_cast<int>(rotation));
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
    [[nodiscard]] static pentago::Board lacking(std::uint32_t ripe, pentago::Board mover) noexcept {
        return pentago::lines[static_cast<std::size_t>(std::countr_zero(ripe))] & ~mover;
    }

    static constexpr pentago::LineWorth standing_own = {0, 1, 4, 12, 30, 30};
    static constexpr pentago::LineWorth standing_other = {0, 1, 4, 12, 30, 30};
    static constexpr pentago::LineWorth turned_own = {0, 1, 2, 6, 15, 15};
    static constexpr pentago::LineWorth turned_other = {0, 1, 2, 6, 15, 15};
    static constexpr int centre = 10;
    static constexpr int tempo = 20;
};

static_assert(HasEvaluation<Pentago>);

}  // namespace quintet::inline QUINTET_ISA
