// Quentin enlists itself, with the kernel that fits the board.
#include "games/quentin.hpp"
#include "games/quentin_solver.hpp"

#include "core/registry.hpp"

namespace {

struct QuentinFamily {
    static constexpr std::string_view id = "quentin";

    static quintet::EnginePtr make(const quintet::Options& options) {
        using namespace quintet;
        const int size = options.integer("size", 13, 2, 19);
        if (size <= quentin::UpTo8::largest_board) return make_engine<Quentin<quentin::UpTo8>>(options);
        if (size <= quentin::UpTo16::largest_board) return make_engine<Quentin<quentin::UpTo16>>(options);
        return make_engine<Quentin<quentin::UpTo19>>(options);
    }
};

[[maybe_unused]] const bool enlisted = quintet::enlist<QuentinFamily>();

}  // namespace
