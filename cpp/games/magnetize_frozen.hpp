// The pieces of a Magnetize board that will never move again, and what that decides for good.
//
// Black's pieces slide left only and White's right only, and nothing falls off what does not move. So in a
// row whose support is frozen, a run of pieces from the left wall is frozen up to its last black piece: no
// black one has a gap on its left, no white one a gap on its right. The same holds from the right wall up to
// the last white piece. A possible square that holds a frozen piece is closed to the other colour for ever,
// and a frozen piece whose squares are all closed to its own colour is a mere block: its colour is forgotten.
#pragma once

#include "games/magnetize.hpp"

namespace quintet::magnetize {

template <class Board>
[[nodiscard]] typename Board::Cells frozen(const Magnetize<Board>& game, const std::array<typename Board::Cells, 2>& cells) noexcept {
    const Board& board = game.board();
    auto found = Board::none();
    const Word whole = ones(game.width());
    Word here = whole;
    for (int row = game.height() - 1; row >= 0 && here != 0; --row) {
        const Word blacks = board.row(cells[0], row);
        const Word whites = board.row(cells[1], row);
        const Word gaps = whole & ~((blacks | whites) & here);
        const Word from_left = gaps == 0 ? whole : ones(std::countr_zero(gaps));
        const Word from_right = whole & ~ones(static_cast<int>(std::bit_width(gaps)));
        const Word last_whites = whites & from_right;
        here = ones(static_cast<int>(std::bit_width(blacks & from_left))) | (last_whites == 0 ? 0 : whole & ~ones(std::countr_zero(last_whites)));
        board.add_row(found, row, here);
    }
    return found;
}

/// What the frozen pieces leave open: the cells of all squares that each colour may still come to hold.
template <class Board>
struct OpenAreas {
    using Cells = typename Board::Cells;

    std::array<Cells, 2> areas;
    Cells blocks;  ///< the frozen pieces that are in no such square of their own colour

    OpenAreas(const Magnetize<Board>& game, const std::array<Cells, 2>& cells) noexcept {
        const Cells still = frozen(game, cells);
        const std::array<Cells, 2> own = {Board::both(still, cells[0]), Board::both(still, cells[1])};
        areas = {game.board().open_area(own[1]), game.board().open_area(own[0])};
        blocks = Board::either(Board::without(own[0], areas[0]), Board::without(own[1], areas[1]));
    }
};

}  // namespace quintet::magnetize
