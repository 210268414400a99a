// Best Game Ever Made enlists itself, with the kernel that fits the board.
#include "games/bestgame.hpp"
#include "games/bestgame_solver.hpp"

#include "core/registry.hpp"

namespace {

struct BestgameFamily {
    static constexpr std::string_view id = "bestgame";

    static quintet::EnginePtr make(const quintet::Options& options) {
        using namespace quintet;
        const int bits = options.integer("columns", 5, 3, 9) * (options.integer("rows", 7, 3, 9) + 1);
        return bits <= 64 ? make_engine<Bestgame<bestgame::Word>>(options) : make_engine<Bestgame<bestgame::Wide>>(options);
    }
};

[[maybe_unused]] const bool enlisted = quintet::enlist<BestgameFamily>();

}  // namespace
