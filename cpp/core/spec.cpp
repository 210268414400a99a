#include "core/spec.hpp"

#include "core/text.hpp"

#include <algorithm>

namespace quintet {

Spec parse_spec(std::string_view text) {
    const std::size_t open = text.find('(');
    Spec spec{std::string(text.substr(0, open)), {}};
    if (open == std::string_view::npos) return spec;
    if (text.back() != ')') throw OptionError("expected ) at the end of " + quoted(text));
    const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
    if (inside.empty()) return spec;
    for (std::string_view part : split(inside, ',')) {
        part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
        const std::size_t equals = part.find('=');
        if (equals == std::string_view::npos) throw OptionError("expected name=value, got " + quoted(part));
        spec.options.set(std::string(part.substr(0, equals)), std::string(part.substr(equals + 1)));
    }
    return spec;
}

}  // namespace quintet
