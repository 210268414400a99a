// Specs: a game with its options as one text, `quentin(size=5,pie=false)`.
#pragma once

#include "core/options.hpp"

namespace quintet {

struct Spec {
    std::string id;
    Options options;
};

/// Reads a spec; blanks after commas are allowed. The values stay words: the kernel knows their types.
[[nodiscard]] Spec parse_spec(std::string_view text);

}  // namespace quintet
