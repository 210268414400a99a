// Magnetize enlists itself, with the kernel that fits the board.
#include "games/magnetize.hpp"
#include "games/magnetize_solver.hpp"

#include "core/registry.hpp"

namespace {

struct MagnetizeFamily {
    static constexpr std::string_view id = "magnetize";

    static quintet::EnginePtr make(const quintet::Options& options) {
        using namespace quintet;
        const int cells = options.integer("height", 4, 2, 62) * options.integer("width", 5, 2, 62);
        if (cells <= magnetize::WordBoard::most_cells) return make_engine<Magnetize<magnetize::WordBoard>>(options);
        return make_engine<Magnetize<magnetize::RowsBoard>>(options);
    }
};

[[maybe_unused]] const bool enlisted = quintet::enlist<MagnetizeFamily>();

}  // namespace
