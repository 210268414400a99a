// Othello on 4 x 4 and 6 x 6 squares: the rules of games/othello.hpp with an estimate by hand and a solver that plays
// to the end. Learned weights and the endgame tables of 8 x 8 do not fit these boards, and they need neither.
#pragma once

#include "core/search/evaluation.hpp"
#include "core/solver_concept.hpp"
#include "games/othello.hpp"

#include <memory>

namespace quintet {

namespace othello {
class EndTable;
}

template <int Size>
class SmallOthello : public OthelloRules<Size> {
public:
    using OthelloRules<Size>::OthelloRules;
    using typename OthelloRules<Size>::Move;
    using typename OthelloRules<Size>::Position;

    class Evaluation;
    class Solver;  ///< games/othello_small_solver.hpp
};

/// Moves, moves to come, corners and the squares beside empty corners; discs as the board fills. In hundredths of a disc.
template <int Size>
class SmallOthello<Size>::Evaluation {
public:
    using Board = othello::Board;

    static constexpr double units_per_point = 100;
    static constexpr double spread = 800;

    explicit Evaluation(const SmallOthello&) {}

    static constexpr Board corners = [] {
        constexpr int low = SmallOthello::margin;
        constexpr int high = 7 - low;
        return Board{1} << (low * 8 + low) | Board{1} << (low * 8 + high) | Board{1} << (high * 8 + low) | Board{1} << (high * 8 + high);
    }();

    /// The squares of the board beside these, in all eight directions.
    [[nodiscard]] static constexpr Board beside(Board squares) noexcept {
        const Board rows = squares << 1 | squares | squares >> 1;  // no disc is on a side column of the 64 squares
        return (rows | rows << 8 | rows >> 8) & SmallOthello::board & ~squares;
    }

    /// For the side with the discs `own`, whose turn it is.
    [[nodiscard]] static int estimate(Board own, Board other) noexcept {
        const Board empty = SmallOthello::board & ~(own | other);
        const Board weak = beside(empty & corners);
        const Board own_moves = SmallOthello::placements(own, other);
        const Board other_moves = SmallOthello::placements(other, own);
        const auto lead = [](Board ours, Board theirs) { return std::popcount(ours) - std::popcount(theirs); };
        return 70 * lead(own_moves, other_moves) + 30 * lead(beside(other) & empty, beside(own) & empty) + 500 * lead(own & corners, other & corners) +
               250 * lead(own_moves & corners, other_moves & corners) - 120 * lead(own & weak, other & weak) +
               lead(own, other) * (SmallOthello::squares - std::popcount(empty)) * 2;
    }

    [[nodiscard]] int operator()(const Position& position, Player player) const noexcept {
        const int value = estimate(position.mover, position.opponent);
        return (player == Player::FIRST) == position.black_to_move ? value : -value;
    }

    [[nodiscard]] int moves_left(const Position& position) const noexcept { return SmallOthello::squares - std::popcount(position.mover | position.opponent); }
};

static_assert(HasEvaluation<SmallOthello<4>> && HasEvaluation<SmallOthello<6>>);

}  // namespace quintet
