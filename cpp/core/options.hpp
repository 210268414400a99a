// Options by name, as they arrive from outside; a kernel reads its own from them and refuses the rest.
//
//     explicit Quentin(const Options& options)
//         : size_(options.integer("size", 13, 2, 19)), pie_(options.boolean("pie", true)) {
//         options.expect_only({"size", "pie"});
//     }
#pragma once

#include "core/types.hpp"

#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace quintet {

using OptionValue = std::variant<bool, std::int64_t, std::string>;

class Options {
public:
    using Map = std::map<std::string, OptionValue, std::less<>>;

    Options() = default;
    explicit Options(Map values) : values_(std::move(values)) {}

    void set(std::string name, OptionValue value) { values_.insert_or_assign(std::move(name), std::move(value)); }

    /// The named number, or `standard` when it was not given; refused outside `low` to `high`.
    [[nodiscard]] int integer(std::string_view name, int standard, int low, int high) const;

    /// The named truth value, or `standard` when it was not given.
    [[nodiscard]] bool boolean(std::string_view name, bool standard) const;

    /// Which of `words` the named option is, as an index; the first word is the standard one.
    [[nodiscard]] std::size_t word(std::string_view name, std::initializer_list<std::string_view> words) const;

    /// Refuses every option that is not among `names`.
    void expect_only(std::initializer_list<std::string_view> names) const;

private:
    [[nodiscard]] const OptionValue* find(std::string_view name) const;

    Map values_;
};

}  // namespace quintet
