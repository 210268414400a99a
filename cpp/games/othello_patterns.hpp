// What there is to learn about Othello: the shapes that strong programs have in common (rows, diagonals, corners),
// the moves of both sides, and how many discs there are.
#pragma once

#include "core/learn/patterns.hpp"
#include "games/othello_evaluation.hpp"
#include "games/othello_last.hpp"

namespace quintet {

class Othello::Patterns {
public:
    static constexpr std::array<othello::Board, 12> shapes = {
        0x00000000000042ffULL,  // an edge and its two X-squares
        0x0000000000070707ULL,  // a corner, three by three
        0x0000000000001f1fULL,  // ... two by five
        0x000000000103070fULL,  // ... a triangle
        0x000000000000ff00ULL,  // the second row
        0x0000000000ff0000ULL,  // the third
        0x00000000ff000000ULL,  // the fourth
        0x8040201008040201ULL,  // the diagonals, the longest first
        0x0080402010080402ULL,
        0x0000804020100804ULL,
        0x0000008040201008ULL,
        0x0000000080402010ULL,
    };

    static constexpr int symmetries = 8;
    [[nodiscard]] static constexpr othello::Board image(othello::Board board, int symmetry) noexcept { return othello::transformed(board, symmetry); }

    static constexpr int stages = 61;
    static constexpr int phases = 12;
    [[nodiscard, gnu::always_inline]] static int stage(const BoardView& view) noexcept { return std::max(std::popcount(view.own | view.other) - 4, 0); }

    static constexpr int most_moves = 31;
    static constexpr std::array<int, 3> scalar_sizes = {most_moves + 1, most_moves + 1, stages};
    [[nodiscard, gnu::always_inline]] static std::array<int, 3> scalars(const BoardView& view) noexcept {
        const auto moves = [](othello::Board own, othello::Board other) { return std::min(std::popcount(othello::placements(own, other)), most_moves); };
        return {moves(view.own, view.other), moves(view.other, view.own), stage(view)};
    }

    /// With a few empty squares the rest is sooner played out than misjudged.
    static constexpr int played_out = 7;
    [[nodiscard]] static int final_lead(const BoardView& view, int alpha) noexcept {
        return othello::solve_last<false>(view.own, view.other, alpha, std::popcount(~(view.own | view.other)));
    }

    [[nodiscard, gnu::always_inline]] static BoardView view(const Position& position) noexcept { return {position.mover, position.opponent}; }

    /// A position with this view.
    [[nodiscard]] static Position position(const BoardView& view) noexcept { return {view.own, view.other, true}; }

    static constexpr Tuning tuning = {.memory_share = 0, .answer_cost = 60, .known_move_first = true, .look_up_replies_from = 5, .reduce_from = 0,
                                      .aspiration = 150, .two_plies_from = 9, .estimate_spreads = 150, .foresight_spreads = 90, .deep_foresight_spreads = 150,
                                      .end_spreads = 150, .more_end_spreads = 25};
};

static_assert(LearnsPatterns<Othello>);

}  // namespace quintet
