// Answers of the door as JSON texts.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace quintet::wasm {

[[nodiscard]] inline std::string json(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string quoted = "\"";
    for (const char letter : text) {
        const auto code = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            quoted.append({'\\', letter});
        } else if (code < 0x20) {
            quoted.append("\\u00").append({digits[code >> 4], digits[code & 15]});
        } else {
            quoted.push_back(letter);
        }
    }
    return quoted + '"';
}

[[nodiscard]] inline std::string json(const std::string& text) { return json(std::string_view(text)); }
[[nodiscard]] inline std::string json(const char* text) { return json(std::string_view(text)); }
[[nodiscard]] inline std::string json(bool truth) { return truth ? "true" : "false"; }
[[nodiscard]] inline std::string json(int number) { return std::to_string(number); }
[[nodiscard]] inline std::string json(std::uint64_t number) { return std::to_string(number); }

/// The shortest text that reads as the same number; JSON has none for what is infinite.
[[nodiscard]] inline std::string json(double number) {
    char text[32];
    const auto end = std::to_chars(text, text + sizeof text, number).ptr;
    const std::string_view written(text, static_cast<std::size_t>(end - text));
    return written.find_first_of("in") == std::string_view::npos ? std::string(written) : "null";
}

template <class Value>
[[nodiscard]] std::string json(const std::optional<Value>& value) {
    return value ? json(*value) : "null";
}

template <class Value>
[[nodiscard]] std::string json(const std::vector<Value>& values) {
    std::string list = "[";
    for (const Value& value : values) list.append(list.size() > 1 ? "," : "").append(json(value));
    return list + "]";
}

/// One object, field by field.
class Object {
public:
    template <class Value>
    Object& with(std::string_view name, const Value& value) {
        return with_text(name, json(value));
    }
    Object& with_text(std::string_view name, const std::string& value) {
        text_.append(text_.size() > 1 ? "," : "").append(json(name)).append(":").append(value);
        return *this;
    }
    [[nodiscard]] std::string text() const { return text_ + "}"; }

private:
    std::string text_ = "{";
};

}  // namespace quintet::wasm
