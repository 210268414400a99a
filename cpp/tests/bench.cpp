// Measures the kernels on one thread, in processor time:
//
//     quintet_bench perft SPEC DEPTH        quintet_bench playouts SPEC COUNT        quintet_bench solve SPEC POSITION
#include "core/registry.hpp"
#include "core/text.hpp"
#include "tests/spec.hpp"

#include <ctime>
#include <iostream>

using namespace quintet;

namespace {

int run(std::span<char*> arguments) {
    const std::string_view what = arguments[1];
    const Spec spec = parse_spec(arguments[2]);
    const EnginePtr engine = load(spec.id, spec.options);
    const std::clock_t began = std::clock();
    const auto rate = [&](std::uint64_t work) {
        const double seconds = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
        std::cout << ", " << seconds << " s, " << static_cast<double>(work) / seconds / 1e6 << " million a second\n";
    };
    if (what == "perft") {
        const std::uint64_t lines = engine->perft(engine->start(), std::stoi(arguments[3]), {});
        std::cout << arguments[2] << " perft " << arguments[3] << ": " << lines;
        rate(lines);
        return 0;
    }
    if (what == "playouts") {
        const std::uint64_t games = std::stoull(arguments[3]);
        const PlayoutTally tally = engine->playouts(engine->start(), games, 1, 1000, {});
        std::cout << arguments[2] << " playouts: " << games << " games, " << tally.wins << " won, " << tally.losses << " lost, " << tally.draws
                  << " drawn, " << tally.truncated << " truncated, " << tally.moves << " moves";
        rate(games);
        return 0;
    }
    if (what == "solve") {
        const Solution found = engine->solver(256)->solve(arguments[3], {}, {}, {}, {});
        std::cout << "value " << found.value.low;
        if (found.margin) std::cout << ", margin " << found.margin->low;
        if (found.moves_to_win) std::cout << ", in " << *found.moves_to_win << " moves";
        std::cout << ", best";
        for (const std::string& move : found.best) std::cout << ' ' << move;
        std::cout << ", " << found.nodes << " nodes";
        rate(found.nodes);
        return 0;
    }
    throw Error("expected perft, playouts or solve, got " + quoted(what));
}

}  // namespace

int main(int count, char** arguments) {
    try {
        if (count < 4) throw Error("usage: quintet_bench perft|playouts|solve SPEC NUMBER|POSITION");
        return run({arguments, static_cast<std::size_t>(count)});
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 2;
    }
}
