#include "core/text.hpp"

#include <algorithm>
#include <charconv>

namespace quintet {

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 40;
    std::string result = "'";
    for (const char c : text.substr(0, longest)) {
        result += (c < ' ' || c > '~') ? '?' : c;
    }
    return result + (text.size() > longest ? "...'" : "'");
}

std::vector<std::string_view> position_fields(std::string_view text, std::size_t count) {
    auto fields = split(text, ' ');
    if (fields.size() != count) {
        throw ParseError("a position has " + std::to_string(count) + " fields separated by single spaces, got " +
                         std::to_string(fields.size()) + " in " + quoted(text));
    }
    return fields;
}

std::vector<std::string_view> checked_rows(std::string_view text, int height, int width) {
    auto rows = split(text, '/');
    if (rows.size() != static_cast<std::size_t>(height)) {
        throw ParseError("expected " + std::to_string(height) + " rows joined by /, got " + std::to_string(rows.size()));
    }
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::string_view letters = rows[row];
        if (letters.size() != static_cast<std::size_t>(width)) {
            throw ParseError("row " + std::to_string(row + 1) + " from the top: expected " + std::to_string(width) + " cells, got " +
                             std::to_string(letters.size()));
        }
        const std::size_t wrong = letters.find_first_not_of(".bw");
        if (wrong != std::string_view::npos) {
            throw ParseError("row " + std::to_string(row + 1) + " from the top, cell " + std::to_string(wrong + 1) + ": expected ., b or w, got " +
                             quoted(letters.substr(wrong, 1)));
        }
    }
    return rows;
}

bool read_black_to_move(std::string_view field) {
    if (field != "b" && field != "w") throw ParseError("the turn: expected b or w, got " + quoted(field));
    return field == "b";
}

int read_number(std::string_view field, std::string_view name, int low, int high) {
    const bool digits = !field.empty() && field.size() <= 9 && std::ranges::all_of(field, [](char c) { return c >= '0' && c <= '9'; });
    int number = 0;
    if (digits) std::from_chars(field.data(), field.data() + field.size(), number);
    if (!digits || (field.size() > 1 && field[0] == '0') || number < low || number > high) {
        throw ParseError(std::string(name) + ": expected a number from " + std::to_string(low) + " to " + std::to_string(high) +
                         ", got " + quoted(field));
    }
    return number;
}

std::size_t find_move(std::string_view typed, std::span<const std::string> legal) {
    const auto lower = [](char c) { return (c >= 'A' && c <= 'Z') ? static_cast<char>(c - 'A' + 'a') : c; };
    const auto same = [&](char a, char b) { return lower(a) == lower(b); };
    constexpr std::string_view blanks = " \t\r\n";
    std::string_view word = typed;
    word.remove_prefix(std::min(word.find_first_not_of(blanks), word.size()));
    word = word.substr(0, word.find_last_not_of(blanks) + 1);

    if (legal.empty()) throw IllegalMove("the game is over, got the move " + quoted(typed));
    std::string list;
    for (std::size_t i = 0; i < legal.size(); ++i) {
        if (std::ranges::equal(word, legal[i], same)) return i;
        if (list.size() < 60) list.append(list.empty() ? "" : ", ").append(legal[i]);
    }
    throw IllegalMove(quoted(typed) + " is not a legal move here, expected one of the " + std::to_string(legal.size()) + ": " + list +
                      (list.size() < 60 ? "" : ", ..."));
}

}  // namespace quintet
