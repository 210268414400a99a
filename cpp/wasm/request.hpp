// A question at the door: lines of `name value`, the first of them the verb.
#pragma once

#include "core/options.hpp"
#include "core/types.hpp"

#include <charconv>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quintet::wasm {

class Request {
public:
    explicit Request(std::string_view text) {
        while (!text.empty()) {
            const std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(text.size(), line.size() + 1));
            const std::size_t gap = line.find(' ');
            fields_.insert_or_assign(std::string(line.substr(0, gap)), gap == std::string_view::npos ? std::string() : std::string(line.substr(gap + 1)));
        }
    }

    [[nodiscard]] const std::string& text(std::string_view name) const {
        const auto found = fields_.find(name);
        if (found == fields_.end()) throw Error("expected the field " + std::string(name) + ", got none");
        return found->second;
    }

    [[nodiscard]] bool has(std::string_view name) const { return fields_.contains(name); }

    /// A field that may be left out: nothing then.
    template <class Number>
    [[nodiscard]] std::optional<Number> number(std::string_view name) const {
        const auto found = fields_.find(name);
        if (found == fields_.end()) return std::nullopt;
        const std::string& written = found->second;
        Number value{};
        const auto end = std::from_chars(written.data(), written.data() + written.size(), value);
        if (end.ec != std::errc() || end.ptr != written.data() + written.size()) throw Error(std::string(name) + " must be a number, got '" + written + "'");
        return value;
    }

    /// The same for a number with a fraction.
    [[nodiscard]] std::optional<double> decimal(std::string_view name) const {
        const auto found = fields_.find(name);
        if (found == fields_.end()) return std::nullopt;
        char* end = nullptr;
        const double value = std::strtod(found->second.c_str(), &end);
        if (found->second.empty() || *end != '\0') throw Error(std::string(name) + " must be a number, got '" + found->second + "'");
        return value;
    }

    /// Texts separated by spaces.
    [[nodiscard]] std::vector<std::string> texts(std::string_view name) const {
        std::vector<std::string> found;
        std::string_view rest = has(name) ? std::string_view(text(name)) : std::string_view();
        while (!rest.empty()) {
            const std::string_view word = rest.substr(0, rest.find(' '));
            rest.remove_prefix(std::min(rest.size(), word.size() + 1));
            if (!word.empty()) found.emplace_back(word);
        }
        return found;
    }

private:
    std::map<std::string, std::string, std::less<>> fields_;
};

/// `name(option=value,option=value)` as an id and its options.
[[nodiscard]] inline std::pair<std::string, Options> parse_spec(std::string_view spec) {
    const std::size_t open = spec.find('(');
    std::pair<std::string, Options> parsed{std::string(spec.substr(0, open)), {}};
    if (open == std::string_view::npos) return parsed;
    if (spec.back() != ')') throw Error("a spec must be like name(option=value), got '" + std::string(spec) + "'");
    std::string_view rest = spec.substr(open + 1, spec.size() - open - 2);
    while (!rest.empty()) {
        const std::string_view option = rest.substr(0, rest.find(','));
        rest.remove_prefix(std::min(rest.size(), option.size() + 1));
        const std::size_t sign = option.find('=');
        if (sign == std::string_view::npos) throw Error("a spec must be like name(option=value), got '" + std::string(spec) + "'");
        const std::string_view value = option.substr(sign + 1);
        std::int64_t number = 0;
        const auto end = std::from_chars(value.data(), value.data() + value.size(), number);
        OptionValue given = std::string(value);
        if (value == "true" || value == "false") given = value == "true";
        if (end.ec == std::errc() && end.ptr == value.data() + value.size()) given = number;
        parsed.second.set(std::string(option.substr(0, sign)), std::move(given));
    }
    return parsed;
}

}  // namespace quintet::wasm
