// Reading and writing texts: the parts of the notation that every game shares.
#pragma once

#include "core/kernel.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quintet {

/// The pieces of `text` between separators; never empty, and empty pieces are kept.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

/// What came, fit for one line of an error: quoted, shortened, control characters shown as `?`.
[[nodiscard]] std::string quoted(std::string_view text);

/// `<rows> <turn> [<field> ...]` cut into its fields, of which there must be `count`.
[[nodiscard]] std::vector<std::string_view> position_fields(std::string_view text, std::size_t count);

/// `height` rows joined by `/`, each of `width` letters `.`, `b` or `w`.
[[nodiscard]] std::vector<std::string_view> checked_rows(std::string_view text, int height, int width);

/// Calls `cell(row, column, letter)` for each cell of `height` rows of `width`.
template <class Cell>
void read_rows(std::string_view text, int height, int width, Cell&& cell) {
    const auto rows = checked_rows(text, height, width);
    for (int row = 0; row < height; ++row) {
        for (int column = 0; column < width; ++column) cell(row, column, rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)]);
    }
}

/// The inverse of `read_rows`: `cell(row, column)` gives the letter.
template <class Cell>
[[nodiscard]] std::string write_rows(int height, int width, Cell&& cell) {
    std::string text;
    for (int row = 0; row < height; ++row) {
        if (row > 0) text += '/';
        for (int column = 0; column < width; ++column) text += cell(row, column);
    }
    return text;
}

/// The turn field: true when Black is to move.
[[nodiscard]] bool read_black_to_move(std::string_view field);

/// A decimal field between `low` and `high`, without sign or leading zeros; `name` says what it counts.
[[nodiscard]] int read_number(std::string_view field, std::string_view name, int low, int high);

/// Which of the `legal` moves `typed` names. Case and surrounding blanks do not matter.
[[nodiscard]] std::size_t find_move(std::string_view typed, std::span<const std::string> legal);

/// Moves as text.
template <Kernel K, class List>
[[nodiscard]] std::vector<std::string> move_texts(const K& kernel, const List& moves) {
    std::vector<std::string> texts;
    texts.reserve(moves.size());
    for (const typename K::Move move : moves) texts.push_back(kernel.move_text(move));
    return texts;
}

/// The legal move that `typed` names.
template <Kernel K>
[[nodiscard]] typename K::Move parse_move(const K& kernel, const typename K::Position& position, std::string_view typed) {
    Moves<K> moves;
    kernel.generate(position, moves);
    return moves[find_move(typed, move_texts(kernel, moves))];
}

}  // namespace quintet
