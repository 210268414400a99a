// Specs, a game with its options as one text: `quentin(size=5,pie=false)`.
#pragma once

#include "core/options.hpp"
#include "core/text.hpp"

#include <charconv>

namespace quintet {

struct Spec {
    std::string id;
    Options options;
};

/// A number, true or false, or else a word.
[[nodiscard]] inline OptionValue option_value(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc{} && end == text.data() + text.size()) return number;
    if (text == "true" || text == "false") return text == "true";
    return std::string(text);
}

/// Reads a spec that is written correctly.
[[nodiscard]] inline Spec parse_spec(std::string_view text) {
    const std::size_t open = text.find('(');
    Spec spec{std::string(text.substr(0, open)), {}};
    if (open == std::string_view::npos) return spec;
    for (const std::string_view part : split(text.substr(open + 1, text.size() - open - 2), ',')) {
        const std::size_t equals = part.find('=');
        spec.options.set(std::string(part.substr(0, equals)), option_value(part.substr(equals + 1)));
    }
    return spec;
}

}  // namespace quintet
