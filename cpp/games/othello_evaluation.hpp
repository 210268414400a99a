// An estimate for Othello: a weighted sum of a dozen features, each counted for the side to move less
// for the other, with weights that change as the board fills. The weights were fitted by least squares
// to the final disc differences of the engine's own games, so the estimate is in hundredths of a disc.
#pragma once

#include "core/search/evaluation.hpp"
#include "games/othello.hpp"
#include "games/othello_weights.hpp"

namespace quintet {

namespace othello {

inline constexpr Board corners = 0x8100000000000081ULL;
inline constexpr Board x_squares = 0x0042000000004200ULL;
inline constexpr Board c_squares = 0x4281000000008142ULL;
inline constexpr Board a_squares = 0x2400810000810024ULL;
inline constexpr Board b_squares = 0x1800008181000018ULL;
inline constexpr Board centre = 0x00003c3c3c3c0000ULL;
inline constexpr Board left_column = 0x0101010101010101ULL;
inline constexpr Board right_column = left_column << 7;

/// The squares next to these, in all eight directions.
[[nodiscard, gnu::always_inline]] inline Board neighbours(Board squares) noexcept {
    const Board beside = (squares & ~right_column) << 1 | (squares & ~left_column) >> 1;
    const Board rows = squares | beside;
    return beside | rows << 8 | rows >> 8;
}

/// The C- and X-squares around corners that are still empty: weak only as long as the corner is.
[[nodiscard, gnu::always_inline]] inline Board by_empty_corners(Board empty) noexcept { return neighbours(empty & corners); }

/// Along one axis: the squares on lines with an empty square.
template <std::size_t Axis>
[[nodiscard, gnu::always_inline]] inline Board open_lines(Board empty) noexcept {
    constexpr int step = axes[Axis];
    // A step must not wrap from one side column to the other.
    constexpr Board from_up = step == 8 ? ~Board{0} : step == 7 ? ~left_column : ~right_column;
    constexpr Board from_down = step == 8 ? ~Board{0} : step == 7 ? ~right_column : ~left_column;
    Board up = empty;
    Board down = empty;
    for (int i = 0; i < 7; ++i) {
        up |= (up & from_up) << step;
        down |= (down & from_down) >> step;
    }
    return up | down;
}

/// Discs of `own` that can never turn, or most of them: along each axis they stand on a full line, at
/// the border, or next to such a disc.
[[nodiscard]] inline Board stable(Board own, Board empty) noexcept {
    constexpr Board sides = left_column | right_column;
    constexpr Board ends = 0xff000000000000ffULL;
    const Board across = ~open_lines<0>(empty) | sides;
    const Board falling = ~open_lines<1>(empty) | sides | ends;
    const Board down = ~open_lines<2>(empty) | ends;
    const Board rising = ~open_lines<3>(empty) | sides | ends;
    Board found = own & across & falling & down & rising;
    while (true) {
        const Board grown = own & (across | (found & ~right_column) << 1 | (found & ~left_column) >> 1) &
                            (falling | (found & ~left_column) << 7 | (found & ~right_column) >> 7) & (down | found << 8 | found >> 8) &
                            (rising | (found & ~right_column) << 9 | (found & ~left_column) >> 9);
        if ((grown | found) == found) return found;
        found |= grown;
    }
}

}  // namespace othello

class Othello::Evaluation {
public:
    static constexpr double units_per_point = 100;
    static constexpr double spread = 1000;
    static constexpr Tuning tuning = {.unreduced_moves = 2, .reduction_divisor = 160, .aspiration = 150};

    using Features = std::array<int, othello::feature_count>;

    explicit Evaluation(const Othello&) {}

    [[nodiscard]] static Features features(const Position& position) noexcept {
        using namespace othello;
        const Board own = position.mover;
        const Board other = position.opponent;
        const Board empty = ~(own | other);
        const Board own_moves = placements(own, other);
        const Board other_moves = placements(other, own);
        const Board weak = by_empty_corners(empty);
        const auto lead = [](Board ours, Board theirs) { return std::popcount(ours) - std::popcount(theirs); };

        Features found{};
        found[0] = 1;
        found[1] = lead(own_moves, other_moves);
        found[2] = lead(neighbours(other) & empty, neighbours(own) & empty);
        found[3] = lead(own & neighbours(empty), other & neighbours(empty));
        found[4] = lead(own & corners, other & corners);
        found[5] = lead(own_moves & corners, other_moves & corners);
        found[6] = lead(own & x_squares & weak, other & x_squares & weak);
        found[7] = lead(own & c_squares & weak, other & c_squares & weak);
        found[8] = lead(own & a_squares, other & a_squares);
        found[9] = lead(own & b_squares, other & b_squares);
        found[10] = lead(own & centre, other & centre);
        found[11] = lead(own, other);
        // With no corner taken hardly anything is stable, and the count would be wasted.
        if (((own | other) & corners) != 0) found[12] = lead(stable(own, empty), stable(other, empty));
        found[13] = std::popcount(empty) % 2;
        found[14] = (own_moves == 0) - (other_moves == 0);
        found[15] = lead(own_moves & ~weak & ~corners, other_moves & ~weak & ~corners);
        return found;
    }

    [[nodiscard]] int operator()(const Position& position, Player player) const noexcept {
        const auto phase = static_cast<std::size_t>(std::popcount(~(position.mover | position.opponent)));
        const Features counts = features(position);
        const auto& weights = othello::weights[phase];
        int sum = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) sum += weights[i] * counts[i];
        // The weights are in 1/16 of a unit.
        const int value = sum / 16;
        return (player == Player::FIRST) == position.black_to_move ? value : -value;
    }

    [[nodiscard]] int answers(const Position& position) const noexcept { return std::popcount(othello::placements(position.mover, position.opponent)); }

    [[nodiscard]] int moves_left(const Position& position) const noexcept { return std::popcount(~(position.mover | position.opponent)); }
};

static_assert(HasEvaluation<Othello>);

}  // namespace quintet
