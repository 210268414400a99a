// A picture of a position for programs without the rulebook: its text, and what the text does not show.
#pragma once

#include <string>
#include <vector>

namespace quintet {

struct Picture {
    std::string text;
    std::vector<int> winning;  ///< cells, in reading order, of what has won
    std::vector<int> held;     ///< cells of pieces that something holds in the air
};

}  // namespace quintet
