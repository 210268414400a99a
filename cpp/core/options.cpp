#include "core/options.hpp"

namespace quintet {

namespace {

[[noreturn]] void refuse(std::string_view name, const std::string& expected, const OptionValue& value) {
    std::string got;
    if (const auto* truth = std::get_if<bool>(&value)) got = *truth ? "true" : "false";
    if (const auto* number = std::get_if<std::int64_t>(&value)) got = std::to_string(*number);
    if (const auto* text = std::get_if<std::string>(&value)) got = *text;
    throw OptionError(std::string(name) + " must be " + expected + ", got " + got);
}

}  // namespace

int Options::integer(std::string_view name, int standard, int low, int high) const {
    const OptionValue* value = find(name);
    if (value == nullptr) return standard;
    const auto* number = std::get_if<std::int64_t>(value);
    if (number == nullptr || *number < low || *number > high) {
        refuse(name, std::to_string(low) + " to " + std::to_string(high), *value);
    }
    return static_cast<int>(*number);
}

bool Options::boolean(std::string_view name, bool standard) const {
    const OptionValue* value = find(name);
    if (value == nullptr) return standard;
    if (const auto* given = std::get_if<bool>(value)) return *given;
    refuse(name, "true or false", *value);
}

std::size_t Options::word(std::string_view name, std::initializer_list<std::string_view> words) const {
    const OptionValue* value = find(name);
    if (value == nullptr) return 0;
    std::string expected;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view candidate = words.begin()[i];
        if (const auto* given = std::get_if<std::string>(value); given != nullptr && *given == candidate) return i;
        expected.append(i == 0 ? "" : " or ").append(candidate);
    }
    refuse(name, expected, *value);
}

void Options::expect_only(std::initializer_list<std::string_view> names) const {
    for (const auto& [name, value] : values_) {
        bool known = false;
        std::string list;
        for (const std::string_view candidate : names) {
            known = known || candidate == name;
            list.append(list.empty() ? "" : ", ").append(candidate);
        }
        if (!known) throw OptionError("unknown option " + name + (list.empty() ? ", expected none" : ", expected one of " + list));
    }
}

const OptionValue* Options::find(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
}

}  // namespace quintet
