// What the tests of the games' solvers share: calls that a limit ends, and lines that must lead where the value says.
#pragma once

#include "core/engine.hpp"
#include "core/text.hpp"
#include "tests/check.hpp"

#include <algorithm>

namespace quintet::testing {

[[nodiscard]] inline SolveRequest within(std::uint64_t nodes, int threads = 1) {
    return {.limits = {.nodes = nodes, .depth = {}, .seconds = {}}, .threads = threads};
}

/// The line keeps to the rules and ends as the value says, or, in a draw, comes back to where it was.
template <class K>
[[nodiscard]] bool line_leads_there(const K& game, const typename K::Position& root, const Solution& found) {
    auto position = root;
    std::vector<typename K::Position> seen;
    for (const auto& text : found.line) {
        if (game.outcome(position) || std::ranges::find(seen, position) != seen.end()) return false;
        seen.push_back(position);
        position = game.play(position, parse_move(game, position, text));
    }
    const auto end = game.outcome(position);
    if (found.value.low == 0) return end ? !end->winner : std::ranges::find(seen, position) != seen.end();
    return end && end->winner == (found.value.low > 0 ? game.to_move(root) : opponent(game.to_move(root)));
}

/// A call with perhaps too few nodes keeps to them, and what it says is true.
inline void check_cut(Checks& checks, Solver& solver, const std::string& text, const Solution& expected, std::uint64_t nodes, int threads = 1) {
    const Solution cut = solver.solve(text, within(nodes, threads), {}, {}, {});
    checks.that(cut.nodes <= nodes, "keeps to its nodes: " + text);
    checks.that(cut.value.low <= expected.value.low && cut.value.high >= expected.value.high, "bounds are true: " + text);
    if (expected.margin) {
        checks.that(cut.margin && cut.margin->low <= expected.margin->low && cut.margin->high >= expected.margin->high, "the margin's bounds are true: " + text);
    }
    checks.that(cut.solved() ? cut.best == expected.best : cut.best.empty(), "no moves before it is solved: " + text);
}

/// Cut short somewhere, then solved again by the same solver; at last for one best move alone.
inline void check_cut_and_solved(Checks& checks, Solver& solver, const std::string& text, const Solution& expected, std::uint64_t nodes) {
    solver.clear();
    check_cut(checks, solver, text, expected, nodes);
    const Solution again = solver.solve(text, {}, {}, {}, {});
    checks.that(again.solved() && again.value == expected.value && again.best == expected.best, "the same after a stop: " + text);
    const Solution one = solver.solve(text, {.limits = {}, .all_best = false}, {}, {}, {});
    checks.that(one.value == expected.value && one.best.size() == 1 && std::ranges::find(expected.best, one.best[0]) != expected.best.end(), "one best move: " + text);
}

/// Cut short four times, then solved by the same solver: the answer is the `same` as that of one call.
template <class Same>
void check_stops(Checks& checks, const Engine& engine, const std::string& text, Rng& rng, const Same& same) {
    const Solution whole = engine.solver(16)->solve(text, {}, {}, {}, {});
    const auto solver = engine.solver(16);
    for (int stop = 0; stop < 4; ++stop) check_cut(checks, *solver, text, whole, 1 + rng.below(static_cast<std::uint32_t>(whole.nodes)), 1 + stop % 2);
    checks.that(same(whole, solver->solve(text, {}, {}, {}, {})), "the same after stops: " + text);
}

}  // namespace quintet::testing
