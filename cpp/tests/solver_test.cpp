// Solvers in general: the one that lists all positions against plain recursion, and whole calls of every
// game the registry finds: limits, stopping, reports, refusals.
#include "core/kernel_solver.hpp"
#include "core/registry.hpp"
#include "tests/check.hpp"
#include "tests/toys.hpp"

#include <thread>

using namespace quintet;
using testing::Checks;
using testing::Roads;
using testing::SeedTree;

namespace {

Limits nodes(std::uint64_t count) { return {.nodes = count, .depth = {}, .seconds = {}}; }

/// The value for `player` and the number of moves to the end, by plain recursion; `deepest` ends endless games.
struct Truth {
    int margin;
    int moves;
};

template <Kernel K>
Truth truth(const K& kernel, const typename K::Position& position, Player player, int deepest) {
    if (const auto outcome = kernel.outcome(position)) {
        int margin = outcome->winner ? 1 : 0;
        if (outcome->scores) margin = std::abs(outcome->scores->first - outcome->scores->second);
        return {outcome->winner == player ? margin : -margin, 0};
    }
    if (deepest == 0) return {0, 0};
    const Player mover = kernel.to_move(position);
    Moves<K> moves;
    kernel.generate(position, moves);
    Truth best{-1000, 0};
    for (const auto move : moves) {
        Truth found = truth(kernel, kernel.play(position, move), mover, deepest - 1);
        ++found.moves;
        const bool sooner = found.margin > 0 ? found.moves < best.moves : found.moves > best.moves;
        if (found.margin > best.margin || (found.margin == best.margin && sooner)) best = found;
    }
    return mover == player ? best : Truth{-best.margin, best.moves};
}

template <Kernel K>
void check_truth(Checks& checks, const K& kernel, const typename K::Position& position, int deepest, const std::string& name) {
    const Player player = kernel.to_move(position);
    const Truth expected = truth(kernel, position, player, deepest);
    GraphSolver<K> solver(kernel, 1 << 20);
    const SolveRequest request;
    Control control({}, {});
    const auto found = solver.solve(position, {request, control, {}, [](const auto&) {}});
    checks.that(found.solved && found.value == Range{sign(expected.margin), sign(expected.margin)}, name + ": value");
    if (found.margin) checks.that(*found.margin == Range{expected.margin, expected.margin}, name + ": margin");
    if (found.moves_to_win) checks.equal(*found.moves_to_win, expected.moves, name + ": moves to win");
    checks.equal(found.moves_to_win.has_value(), expected.margin != 0, name + ": moves to win unless it is a draw");
    if (found.moves_to_win) checks.equal(found.line.size(), static_cast<std::size_t>(expected.moves), name + ": the line is as long");

    std::vector<typename K::Move> best;
    Moves<K> moves;
    kernel.generate(position, moves);
    for (const auto move : moves) {
        if (truth(kernel, kernel.play(position, move), player, deepest - 1).margin == expected.margin) best.push_back(move);
    }
    checks.that(found.best == best, name + ": all best moves and no other");
    auto end = position;
    for (const auto move : found.line) end = kernel.play(end, move);
    if (expected.margin != 0) checks.equal(truth(kernel, end, player, 0).margin, expected.margin, name + ": the line leads there");
}

void check_graph(Checks& checks) {
    for (std::uint64_t seed = 1; seed <= 150; ++seed) {
        const SeedTree<true> scored;
        const SeedTree<false> plain;
        if (!scored.outcome({seed, 6})) check_truth(checks, scored, {seed, 6}, 7, "scored tree " + std::to_string(seed));
        if (!plain.outcome({seed, 6})) check_truth(checks, plain, {seed, 6}, 7, "tree " + std::to_string(seed));
        const Roads roads(seed);
        // Every win on these maps comes within a dozen moves.
        if (!roads.outcome(0)) check_truth(checks, roads, 0, 12, "roads " + std::to_string(seed));
    }
}

void check_sound(Checks& checks, const Solution& found, const std::string& name) {
    checks.that(found.value.low <= found.value.high, name + ": bounds in order");
    checks.that(!found.margin || found.margin->low <= found.margin->high, name + ": margins in order");
    checks.equal(found.solved(), !found.best.empty(), name + ": moves exactly when solved");
    checks.that(!found.solved() || found.value.exact(), name + ": solved is exact");
}

void check_game(Checks& checks, const std::string& id) {
    const EnginePtr engine = load(id, {});
    const auto solver = engine->solver(16);
    checks.that(solver->reach(engine->start(), false) >= solver->reach(engine->start(), true), id + ": who wins is found out no later");
    checks.that(solver->reach(engine->start(), true) >= 0 && solver->nodes_a_second() > 0, id + ": a reach");
    for (const std::uint64_t count : {1U, 100U, 5000U}) {
        const Solution found = engine->solver(16)->solve(engine->start(), {.limits = nodes(count)}, {}, {}, {});
        check_sound(checks, found, id);
        checks.that(found.nodes <= count, id + ": keeps to its nodes");
        checks.that(found.solved() || found.ending == Ending::NODES || found.ending == Ending::MEMORY, id + ": says what ended it");
    }
    StopSource stopped;
    stopped.request_stop();
    const Solution none = engine->solver(16)->solve(engine->start(), {}, {}, {}, stopped.token());
    check_sound(checks, none, id);
    checks.that(none.solved() || none.ending == Ending::STOPPED, id + ": stopped before it began");

    StopSource stop;
    std::atomic<bool> begun = false;
    std::jthread stopper([&] {
        while (!begun) std::this_thread::yield();
        stop.request_stop();
    });
    const Solution cut = engine->solver(16)->solve(engine->start(), {.threads = 2}, {}, [&] { begun = true; }, stop.token());
    begun = true;
    check_sound(checks, cut, id + ", stopped from another thread");

    struct Enough {};
    int polls = 0;
    try {
        static_cast<void>(engine->solver(16)->solve(engine->start(), {.limits = nodes(1U << 20), .threads = 2}, {}, [&] {
            if (++polls == 3) throw Enough{};
        }, {}));
    } catch (const Enough&) {
        checks.equal(polls, 3, id + ": a poll can end it");
    }
}

void check_refusals(Checks& checks) {
    const SeedTree<true> kernel;
    KernelSolver<SeedTree<true>> solver(kernel, 1);
    const auto refuse = [&](const SolveRequest& request, std::string_view part) {
        checks.throws<Error>([&] { static_cast<void>(solver.solve("5", request, {}, {}, {})); }, part);
    };
    refuse({.limits = {.nodes = {}, .depth = 5, .seconds = {}}}, "depth has no meaning");
    refuse({.limits = nodes(0)}, "nodes must be 1 to 1000000000000000, got 0");
    refuse({.limits = {}, .threads = 0}, "threads must be 1 to 256");
    for (const std::int64_t megabytes : {std::int64_t{0}, std::int64_t{-5}, std::int64_t{1} << 40}) {
        checks.throws<Error>([&] { KernelSolver<SeedTree<true>>(kernel, megabytes); }, "memory_mb must be 1 to");
    }
    checks.throws<ParseError>([&] { static_cast<void>(solver.solve("nonsense", {}, {}, {}, {})); }, "");
    checks.throws<ParseError>([&] { static_cast<void>(solver.reach("nonsense", false)); }, "");
}

void check_memory(Checks& checks) {
    // A tree of this depth does not fit into a megabyte: the answer says so, and claims nothing.
    const SeedTree<false> kernel;
    GraphSolver<SeedTree<false>> solver(kernel, 1 << 20);
    const SolveRequest request;
    Control control({}, {});
    const auto found = solver.solve({3, 14}, {request, control, {}, [](const auto&) {}});
    checks.that(!found.solved && found.out_of_memory && found.best.empty() && found.value == Range{-1, 1}, "a graph that does not fit is not solved");
}

[[maybe_unused]] const bool added = testing::add("solver_test", [](testing::Checks& checks, const testing::Setting&) {
    check_graph(checks);
    for (const std::string& id : game_ids()) check_game(checks, id);
    check_refusals(checks);
    check_memory(checks);
});

}  // namespace
