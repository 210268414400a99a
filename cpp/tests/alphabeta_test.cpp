// Alpha-beta against plain minimax, on trees made for it and at the end of real games.
#include "core/search/bench.hpp"
#include "core/search/kernel_searcher.hpp"
#include "games/othello_evaluation.hpp"
#include "games/pentago_evaluation.hpp"
#include "tests/check.hpp"
#include "tests/toys.hpp"

using namespace quintet;
using testing::Checks;
using testing::Roads;
using testing::SeedTree;

namespace {

/// Every line to its end or to `depth`, no cleverness; for the player to move.
template <Kernel K, class E>
Value minimax(const K& kernel, const E& evaluation, const typename K::Position& position, int depth, int ply = 0) {
    const Player player = kernel.to_move(position);
    if (const auto outcome = kernel.outcome(position)) return terminal_value(*outcome, player, ply);
    if (depth == 0) return evaluation(position, player);
    Moves<K> moves;
    kernel.generate(position, moves);
    Value best = -infinite;
    for (const auto move : moves) {
        const auto child = kernel.play(position, move);
        const Value value = minimax(kernel, evaluation, child, depth - 1, ply + 1);
        best = std::max(best, kernel.to_move(child) == player ? value : -value);
    }
    return best;
}

template <Kernel K>
SearchResult<typename K::Move> searched(const K& kernel, const typename K::Position& position, const Limits& limits, std::size_t lines = 1, int threads = 1,
                                        std::size_t table_bytes = 1 << 20) {
    const StandardEvaluation<K> evaluation(kernel);
    Table table(table_bytes);
    Control control(limits, {});
    return deepen(kernel, evaluation, position, {}, table, control, lines, threads, 0, {}, [](const auto&) {});
}

template <bool Scored>
void check_trees(Checks& checks) {
    using Tree = SeedTree<Scored>;
    const Tree kernel;
    const typename Tree::Evaluation evaluation(kernel);
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        const typename Tree::Position root{seed, 6};
        if (kernel.outcome(root)) continue;
        const std::string name = "tree " + std::to_string(seed);
        for (const int depth : {1, 2, 3, 5}) {
            const auto found = searched(kernel, root, {.nodes = {}, .depth = depth, .seconds = {}});
            // A proved win ends the search early; deeper, the same win is still there.
            checks.equal(found.lines[0].finding.value, minimax(kernel, evaluation, root, std::min(depth, std::max(found.depth, 1))), name + ": value");
        }
        const Value truth = minimax(kernel, evaluation, root, 99);
        const auto solved = searched(kernel, root, {});
        const Finding best = solved.lines[0].finding;
        checks.that(solved.proved || std::abs(best.value) >= won_by_distance, name + ": proved without limits");
        checks.equal(best.value > 0, truth > 0, name + ": who wins");
        checks.equal(best.value < 0, truth < 0, name + ": who loses");
        if (Scored) checks.equal(best.value, truth, name + ": the margin");

        // As many lines as there are moves: each has its move's own value, the best first.
        const auto all = searched(kernel, root, {.nodes = {}, .depth = 3, .seconds = {}}, 4);
        Moves<Tree> moves;
        kernel.generate(root, moves);
        checks.equal(all.lines.size(), moves.size(), name + ": lines");
        for (std::size_t i = 0; i < all.lines.size(); ++i) {
            const auto child = kernel.play(root, all.lines[i].move);
            const int depth = std::max(all.depth, 1) - 1;
            const Value value = minimax(kernel, evaluation, child, depth, 1);
            checks.equal(all.lines[i].finding.value, kernel.to_move(child) == kernel.to_move(root) ? value : -value, name + ": a line's value");
            checks.that(i == 0 || all.lines[i - 1].finding.value >= all.lines[i].finding.value, name + ": lines in order");
            checks.that(all.lines[i].line[0] == all.lines[i].move, name + ": a line begins with its move");
        }
        const auto together = searched(kernel, root, {}, 1, 3);
        checks.equal(together.lines[0].finding.value > 0, truth > 0, name + ": three threads, who wins");
        if (Scored) checks.equal(together.lines[0].finding.value, truth, name + ": three threads, the margin");
    }
}

/// Who wins each place when both want to: what can be forced in ever more moves, until nothing is added.
std::array<int, Roads::places> solved_roads(const Roads& kernel) {
    std::array<int, Roads::places> value{};
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t place = 0; place < Roads::places; ++place) {
            if (value[place] != 0) continue;
            const auto position = static_cast<Roads::Position>(place);
            const int sign = kernel.to_move(position) == Player::FIRST ? 1 : -1;
            int now = 0;
            if (const auto outcome = kernel.outcome(position)) {
                now = *outcome->winner == Player::FIRST ? 1 : -1;
            } else {
                int best = -1;
                for (Roads::Move move = 0; move < 3; ++move) best = std::max(best, sign * value[kernel.play(position, move)]);
                now = sign * best;
            }
            changed = changed || now != 0;
            value[place] = now;
        }
    }
    return value;
}

void check_roads(Checks& checks) {
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Roads kernel(seed);
        const auto truth = solved_roads(kernel);
        for (std::size_t place = 0; place < Roads::places; place += 7) {
            const auto position = static_cast<Roads::Position>(place);
            if (kernel.outcome(position)) continue;
            const int expected = truth[place] * (kernel.to_move(position) == Player::FIRST ? 1 : -1);
            const auto found = searched(kernel, position, {.nodes = 200000, .depth = 30, .seconds = {}});
            const Value value = found.lines[0].finding.value;
            checks.equal((value > 0) - (value < 0), expected, "roads " + std::to_string(seed) + " from " + std::to_string(place));
            checks.that(expected != 0 || !found.proved || value == 0, "an endless game is no win");
        }
    }
}

/// A random position with few empty squares.
Othello::Position late_position(const Othello& kernel, Rng& rng, int empties) {
    while (true) {
        auto position = kernel.start();
        while (std::popcount(~(position.mover | position.opponent)) > empties && !kernel.outcome(position)) {
            Moves<Othello> moves;
            kernel.generate(position, moves);
            position = kernel.play(position, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        if (!kernel.outcome(position)) return position;
    }
}

void check_othello_ends(Checks& checks) {
    const Othello kernel;
    const Othello::Evaluation evaluation(kernel);
    Rng rng(11);
    for (int i = 0; i < 60; ++i) {
        const auto position = late_position(kernel, rng, 7);
        const Value truth = minimax(kernel, evaluation, position, 99);
        const auto found = searched(kernel, position, {});
        checks.that(found.proved, "an end is proved");
        checks.equal(found.lines[0].finding.value, truth, "the margin at " + kernel.format(position));
        const auto mirrored = searched(kernel, kernel.transformed(position, 1 + i % 7), {});
        checks.equal(mirrored.lines[0].finding.value, truth, "the margin in the mirror");
        const auto deep = late_position(kernel, rng, 11);
        const Value one = searched(kernel, deep, {}).lines[0].finding.value;
        checks.equal(searched(kernel, deep, {}, 1, 2).lines[0].finding.value, one, "two threads, the same margin");
        checks.equal(searched(kernel, deep, {}, 2).lines[0].finding.value, one, "two lines, the same best margin");
    }
}

void check_evaluations(Checks& checks) {
    const Pentago kernel;
    const Pentago::Evaluation evaluation(kernel);
    Rng rng(3);
    int wins = 0;
    for (int game = 0; game < 60; ++game) {
        for (auto position = kernel.start(); !kernel.outcome(position);) {
            Moves<Pentago> all;
            Moves<Pentago> distinct;
            kernel.generate(position, all);
            evaluation.distinct_moves(position, distinct);
            const auto wins_at_once = [&](Pentago::Move move) {
                const auto outcome = kernel.outcome(kernel.play(position, move));
                return outcome && outcome->winner == kernel.to_move(position);
            };
            const auto reaches = [&](const Moves<Pentago>& moves, const Pentago::Position& target) {
                return std::ranges::any_of(moves, [&](auto move) { return kernel.play(position, move) == target; });
            };
            const auto win = evaluation.winning_move(position);
            checks.equal(win.has_value(), std::ranges::any_of(all, wins_at_once), "a win in one is seen at " + kernel.format(position));
            if (win) {
                ++wins;
                checks.that(std::ranges::find(all, *win) != all.end() && wins_at_once(*win), "and is one");
            }
            checks.that(std::ranges::all_of(distinct, [&](auto move) { return std::ranges::find(all, move) != all.end(); }), "distinct moves are legal");
            if (game < 6) {
                for (const auto move : all) checks.that(reaches(distinct, kernel.play(position, move)), "distinct moves reach everything");
            }
            const int first = evaluation(position, Player::FIRST);
            checks.equal(evaluation(position, Player::SECOND), -first, "an estimate has two sides");
            checks.equal(evaluation(kernel.transformed(position, 1 + game % 7), Player::FIRST), first, "an estimate is the same in the mirror");
            position = kernel.play(position, all[rng.below(static_cast<std::uint32_t>(all.size()))]);
        }
    }
    checks.that(wins > 50, "enough wins were seen");

    const Othello othello;
    const Othello::Evaluation estimate(othello);
    for (int i = 0; i < 200; ++i) {
        const auto position = late_position(othello, rng, 4 + i % 50);
        const int value = estimate(position, Player::FIRST);
        checks.equal(estimate(position, Player::SECOND), -value, "an estimate has two sides");
        checks.equal(estimate(othello.transformed(position, 1 + i % 7), Player::FIRST), value, "an estimate is the same in the mirror");
    }
}

[[maybe_unused]] const bool added = testing::add("alphabeta_test", [](testing::Checks& checks, const testing::Setting&) {
    check_trees<false>(checks);
    check_trees<true>(checks);
    check_roads(checks);
    check_othello_ends(checks);
    check_evaluations(checks);
});

}  // namespace
