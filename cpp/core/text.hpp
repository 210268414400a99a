// Reading texts: the parts of the notation that every game shares.
#pragma once

#include "core/kernel.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace quintet {

/// The pieces of `text` between separators; never empty, and empty pieces are kept.
[[nodiscard]] inline std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

/// What came, fit for one line of an error: quoted, shortened, control characters shown as `?`.
[[nodiscard]] inline std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string result = "'";
    for (const char c : text.substr(0, longest)) {
        result += (c < ' ' || c > '~') ? '?' : c;
    }
    return result + (text.size() > longest ? "...'" : "'");
}

/// `<rows> <turn> [<field> ...]` cut into its fields, of which there must be `count`.
[[nodiscard]] inline std::vector<std::string_view> position_fields(std::string_view text, std::size_t count) {
    auto fields = split(text, ' ');
    if (fields.size() != count) {
        throw ParseError("a position has " + std::to_string(count) + " fields separated by single spaces, got " +
                         std::to_string(fields.size()) + " in " + quoted(text));
    }
    return fields;
}

/// Calls `cell(row, column, letter)` for each cell of `height` rows of `width`; letters are `.`, `b` or `w`.
template <class Cell>
void read_rows(std::string_view text, int height, int width, Cell&& cell) {
    const auto rows = split(text, '/');
    if (rows.size() != static_cast<std::size_t>(height)) {
        throw ParseError("expected " + std::to_string(height) + " rows joined by /, got " + std::to_string(rows.size()));
    }
    for (int row = 0; row < height; ++row) {
        const std::string_view letters = rows[static_cast<std::size_t>(row)];
        if (letters.size() != static_cast<std::size_t>(width)) {
            throw ParseError("row " + std::to_string(row + 1) + " from the top: expected " + std::to_string(width) +
                             " cells, got " + std::to_string(letters.size()));
        }
        for (int column = 0; column < width; ++column) {
            const char letter = letters[static_cast<std::size_t>(column)];
            if (letter != '.' && letter != 'b' && letter != 'w') {
                throw ParseError("row " + std::to_string(row + 1) + " from the top, cell " + std::to_string(column + 1) +
                                 ": expected ., b or w, got " + quoted({&letter, 1}));
            }
            cell(row, column, letter);
        }
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
[[nodiscard]] inline bool read_black_to_move(std::string_view field) {
    if (field != "b" && field != "w") throw ParseError("the turn: expected b or w, got " + quoted(field));
    return field == "b";
}

/// A decimal field between `low` and `high`, without sign or leading zeros; `name` says what it counts.
[[nodiscard]] inline int read_number(std::string_view field, std::string_view name, int low, int high) {
    const bool digits = !field.empty() && field.size() <= 9 && std::ranges::all_of(field, [](char c) { return c >= '0' && c <= '9'; });
    int number = 0;
    if (digits) std::from_chars(field.data(), field.data() + field.size(), number);
    if (!digits || (field.size() > 1 && field[0] == '0') || number < low || number > high) {
        throw ParseError(std::string(name) + ": expected a number from " + std::to_string(low) + " to " + std::to_string(high) +
                         ", got " + quoted(field));
    }
    return number;
}

/// The legal move that `text` names. Case and surrounding blanks do not matter.
template <Kernel K>
[[nodiscard]] typename K::Move parse_move(const K& kernel, const typename K::Position& position, std::string_view text) {
    const auto lower = [](char c) { return (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c; };
    const auto same = [&](char a, char b) { return lower(a) == lower(b); };
    std::string_view typed = text;
    constexpr std::string_view blanks = " \t\r\n";
    typed.remove_prefix(std::min(typed.find_first_not_of(blanks), typed.size()));
    typed = typed.substr(0, typed.find_last_not_of(blanks) + 1);

    Moves<K> moves;
    kernel.generate(position, moves);
    if (moves.empty()) throw IllegalMove("the game is over, got the move " + quoted(text));
    std::string list;
    for (const auto move : moves) {
        const std::string canonical = kernel.move_text(move);
        if (std::ranges::equal(typed, canonical, same)) return move;
        if (list.size() < 60) list.append(list.empty() ? "" : ", ").append(canonical);
    }
    throw IllegalMove(quoted(text) + " is not a legal move here, expected one of the " + std::to_string(moves.size()) + ": " + list +
                      (list.size() < 60 ? "" : ", ..."));
}

}  // namespace quintet
