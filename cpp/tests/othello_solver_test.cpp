// Othello's solver: against brute force by the kernel, symmetry, threads, interruptions, FFO 40.
#include "games/othello_solver.hpp"

#include "core/kernel_solver.hpp"
#include "core/registry.hpp"
#include "tests/check.hpp"

#include <thread>

using namespace quintet;
using testing::Checks;

namespace {

Othello game(bool to_winner) {
    Options options;
    options.set("empties", std::string(to_winner ? "winner" : "nobody"));
    return Othello(options);
}

/// A position of a random game with so many empty squares and a move to make.
Othello::Position random_position(const Othello& kernel, int empties, Rng& rng) {
    while (true) {
        auto position = kernel.start();
        while (!kernel.outcome(position)) {
            if (64 - std::popcount(position.mover | position.opponent) == empties) return position;
            Moves<Othello> moves;
            kernel.generate(position, moves);
            position = kernel.play(position, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    }
}

/// The final score for the side to move, by nothing but the kernel and plain alpha-beta.
int brute_force(const Othello& kernel, const Othello::Position& position, int alpha = -65, int beta = 65) {
    if (const auto outcome = kernel.outcome(position)) {
        const int lead = outcome->scores->first - outcome->scores->second;
        return position.black_to_move ? lead : -lead;
    }
    Moves<Othello> moves;
    kernel.generate(position, moves);
    for (const auto move : moves) {
        alpha = std::max(alpha, -brute_force(kernel, kernel.play(position, move), -beta, -alpha));
        if (alpha >= beta) break;
    }
    return alpha;
}

Answer<Othello::Move> solve(const Othello& kernel, Othello::Solver& solver, const Othello::Position& position, const SolveRequest& request = {},
                            StopToken stop = {}) {
    static_cast<void>(kernel);
    Control control(request.limits, std::move(stop));
    return solver.solve(position, {request, control, {}, [](const auto&) {}});
}

void check_against_brute_force(Checks& checks, bool to_winner, int empties, int count, Rng& rng) {
    const Othello kernel = game(to_winner);
    Othello::Solver solver(kernel, 4 << 20);
    for (int i = 0; i < count; ++i) {
        const auto position = random_position(kernel, empties, rng);
        const std::string name = kernel.format(position);
        const int expected = brute_force(kernel, position);
        std::vector<Othello::Move> best;
        std::vector<Othello::Move> same_result;
        Moves<Othello> moves;
        kernel.generate(position, moves);
        for (const auto move : moves) {
            const int score = -brute_force(kernel, kernel.play(position, move));
            if (score == expected) best.push_back(move);
            if (sign(score) == sign(expected)) same_result.push_back(move);
        }

        const auto found = solve(kernel, solver, position);
        checks.that(found.solved && found.margin == Range{expected, expected} && found.value == Range{sign(expected), sign(expected)},
                    name + ": expected " + std::to_string(expected) + ", got " + std::to_string(found.margin->low));
        checks.that(found.best == best, name + ": all best moves and no other");
        auto end = position;
        for (const auto move : found.line) end = kernel.play(end, move);
        checks.that(kernel.outcome(end).has_value(), name + ": the line goes to the end");
        checks.equal(brute_force(kernel, end), end.black_to_move == position.black_to_move ? expected : -expected, name + ": and ends as promised");

        const auto one = solve(kernel, solver, position, {.limits = {}, .all_best = false});
        checks.that(one.solved && one.margin == found.margin && !one.best.empty() && std::ranges::includes(best, one.best), name + ": one best move");

        Othello::Solver fresh(kernel, 1 << 20);
        const auto result = solve(kernel, fresh, position, {.limits = {}, .result_only = true});
        checks.that(result.solved && result.value == found.value && result.best == same_result, name + ": the result alone");
        checks.that(result.margin->low <= expected && expected <= result.margin->high, name + ": what is known of its margin is true");
        end = position;
        for (const auto move : result.line) end = kernel.play(end, move);
        checks.equal(sign(brute_force(kernel, end)), end.black_to_move == position.black_to_move ? sign(expected) : -sign(expected), name + ": its line");
    }
}

void check_symmetry(Checks& checks, Rng& rng) {
    for (int i = 0; i < 6; ++i) {
        const Othello kernel = game(i % 2 == 0);
        const auto position = random_position(kernel, 12 + i, rng);
        Othello::Solver solver(kernel, 4 << 20);
        const auto expected = solve(kernel, solver, position);
        for (int symmetry = 1; symmetry < kernel.symmetries(); ++symmetry) {
            Othello::Solver fresh(kernel, 4 << 20);
            const auto found = solve(kernel, fresh, kernel.transformed(position, symmetry));
            std::vector<Othello::Move> best;
            for (const auto move : expected.best) best.push_back(kernel.transformed(move, symmetry));
            std::ranges::sort(best);
            checks.that(found.margin == expected.margin && found.best == best, kernel.format(position) + ": the same from every side");
        }
    }
}

void check_threads(Checks& checks, Rng& rng) {
    for (const bool to_winner : {true, false}) {
        const Othello kernel = game(to_winner);
        for (int i = 0; i < 4; ++i) {
            const auto position = random_position(kernel, 16, rng);
            Othello::Solver alone(kernel, 4 << 20);
            const auto expected = solve(kernel, alone, position);
            for (const int threads : {2, 3}) {
                Othello::Solver team(kernel, 4 << 20);
                const auto found = solve(kernel, team, position, {.limits = {}, .threads = threads});
                checks.that(found.solved && found.margin == expected.margin && found.best == expected.best, kernel.format(position) + ": threads agree");
            }
        }
    }
}

/// Cut short by nodes or from another thread, what is known is true; going on from there ends the same.
void check_interruptions(Checks& checks, Rng& rng) {
    const Othello kernel = game(true);
    for (int i = 0; i < 6; ++i) {
        const auto position = random_position(kernel, 16, rng);
        Othello::Solver whole(kernel, 4 << 20);
        const auto expected = solve(kernel, whole, position);
        Othello::Solver solver(kernel, 4 << 20);
        for (int tries = 0; tries < 12; ++tries) {
            const std::uint64_t nodes = 1 + rng.below(static_cast<std::uint32_t>(expected.nodes / 2));
            const auto cut = solve(kernel, solver, position, {.limits = {.nodes = nodes, .depth = {}, .seconds = {}}, .threads = 1 + tries % 2});
            checks.that(cut.nodes <= nodes, "nodes as asked");
            checks.that(cut.margin->low <= expected.margin->low && expected.margin->high <= cut.margin->high, kernel.format(position) + ": true bounds");
            checks.that(!cut.solved || cut.best == expected.best, kernel.format(position) + ": solved early is solved");
        }
        for (int tries = 0; tries < 3; ++tries) {
            Othello::Solver stopped(kernel, 4 << 20);
            StopSource stop;
            std::jthread stopper([&, pause = rng.below(3000)] {
                std::this_thread::sleep_for(std::chrono::microseconds(pause));
                stop.request_stop();
            });
            const auto cut = solve(kernel, stopped, position, {.limits = {}, .threads = 2}, stop.token());
            checks.that(cut.margin->low <= expected.margin->low && expected.margin->high <= cut.margin->high, kernel.format(position) + ": true bounds");
            const auto again = solve(kernel, stopped, position);
            checks.that(again.solved && again.margin == expected.margin && again.best == expected.best, kernel.format(position) + ": the same after a stop");
        }
        const auto rest = solve(kernel, solver, position);
        checks.that(rest.solved && rest.margin == expected.margin && rest.best == expected.best, kernel.format(position) + ": the same after all cuts");
    }
}

void check_ends(Checks& checks) {
    // A pass at the root; a wipe-out at once; nothing to do but lose.
    const Othello kernel = game(true);
    Othello::Solver solver(kernel, 1 << 20);
    const auto wiped = solve(kernel, solver, kernel.parse("......../......../......../..bw..../......../......../......../........ b"));
    checks.that(wiped.solved && wiped.margin == Range{64, 64} && wiped.line.size() == 1, "a wipe-out is worth the whole board");
    const Othello strict = game(false);
    Othello::Solver other(strict, 1 << 20);
    const auto three = solve(strict, other, strict.parse("......../......../......../..bw..../......../......../......../........ b"));
    checks.that(three.solved && three.margin == Range{3, 3}, "or as many discs as there are");
    const auto passed = solve(kernel, solver, kernel.parse("bbbbbbb./bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/wwwwwwww b"));
    checks.that(passed.solved && passed.best == std::vector<Othello::Move>{Othello::pass} && passed.line.front() == Othello::pass, "a pass is a move");
}

void check_ffo_40(Checks& checks) {
    Options options;
    options.set("empties", std::string("winner"));
    const auto engine = load("othello", options);
    const auto found = engine->solver(64)->solve("w..wwwwb/.wwwwwwb/wwbbwwwb/wwbwwwbb/wwwwwwbb/...wwwwb/....w..b/........ b", {}, {}, {}, {});
    checks.that(found.solved() && found.margin == Range{38, 38} && found.best == std::vector<std::string>{"a2"}, "FFO 40");
}

[[maybe_unused]] const bool added = testing::add("othello_solver_test", [](testing::Checks& checks, const testing::Setting& setting) {
    Rng rng(2026);
    for (const bool to_winner : {true, false}) {
        for (int empties = 1; empties <= 9; ++empties) check_against_brute_force(checks, to_winner, empties, empties < 9 ? 60 : 15, rng);
    }
    check_symmetry(checks, rng);
    check_threads(checks, rng);
    check_interruptions(checks, rng);
    check_ends(checks);
    if (!setting.quick) check_ffo_40(checks);
});

}  // namespace
