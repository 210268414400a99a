// Whole searches of every game the registry finds: limits, stopping, lines, memory, determinism; and
// what the Monte Carlo search proves.
#include "core/registry.hpp"
#include "core/search/bench.hpp"
#include "core/search/kernel_searcher.hpp"
#include "games/pentago_evaluation.hpp"
#include "tests/check.hpp"
#include "tests/spec.hpp"
#include "tests/toys.hpp"

#include <thread>

using namespace quintet;
using testing::Checks;
using testing::Roads;
using testing::SeedTree;

namespace {

constexpr std::array methods = {Method::ALPHABETA, Method::MCTS};

Limits nodes(std::uint64_t count) { return {.nodes = count, .depth = {}, .seconds = {}}; }

bool has(const std::vector<std::string>& list, const std::string& text) { return std::ranges::find(list, text) != list.end(); }

/// The position after some random moves, before the game is over.
std::string opened(const Engine& engine, int moves, std::uint64_t seed) {
    Rng rng(seed);
    std::string position = engine.start();
    for (int i = 0; i < moves; ++i) {
        const auto legal = engine.legal_moves(position);
        const std::array<std::string, 1> move = {legal[rng.below(static_cast<std::uint32_t>(legal.size()))]};
        const std::string next = engine.line(position, move);
        if (engine.outcome(next)) break;
        position = next;
    }
    return position;
}

bool same(const Analysis& a, const Analysis& b) {
    const auto same_line = [](const AnalysisLine& x, const AnalysisLine& y) {
        return x.moves == y.moves && x.value == y.value && x.score == y.score && x.exact == y.exact;
    };
    return a.move == b.move && a.value == b.value && a.nodes == b.nodes && a.depth == b.depth && std::ranges::equal(a.lines, b.lines, same_line);
}

void check_sound(Checks& checks, const Engine& engine, const std::string& position, const Analysis& found, const std::string& name) {
    const auto legal = engine.legal_moves(position);
    checks.that(has(legal, found.move), name + ": a legal move, got " + found.move);
    checks.that(found.value >= -1 && found.value <= 1, name + ": value in range");
    checks.that(std::abs(found.value) < 1 || found.exact, name + ": sure results are proved");
    checks.that(!found.lines.empty() && found.lines[0].moves.at(0) == found.move, name + ": the first line begins with the move");
    for (const AnalysisLine& line : found.lines) {
        checks.that(!engine.line(position, line.moves).empty(), name + ": a line can be played");
        checks.equal(line.score.has_value(), found.score.has_value(), name + ": scores in all lines or in none");
    }
}

void check_game(Checks& checks, const std::string& spec_text, bool quick) {
    const Spec spec = parse_spec(spec_text);
    const EnginePtr engine = load(spec.id, spec.options);
    const std::string middle = opened(*engine, 6, 5);
    for (const Method method : methods) {
        const std::string name = spec_text + (method == Method::MCTS ? " by mcts" : " by alpha-beta");
        const auto fresh = [&](const std::string& position, const SearchRequest& request, StopToken stop = {}) {
            return engine->searcher(4)->search(position, request, {}, {}, std::move(stop));
        };
        for (const std::uint64_t count : {1, 2, 3, 17, 500}) {
            const Analysis found = fresh(middle, {.method = method, .limits = nodes(count)});
            check_sound(checks, *engine, middle, found, name);
            checks.that(found.nodes == count || (found.exact && found.nodes < count), name + ": nodes as asked, got " + std::to_string(found.nodes));
        }
        for (std::uint64_t count = 20; count < 2000; count += quick ? 400 : 45) {
            const auto lines = fresh(middle, {.method = method, .limits = nodes(count), .lines = 4}).lines;
            const bool falling = method == Method::MCTS || std::ranges::is_sorted(lines, std::greater{}, &AnalysisLine::value);
            checks.that(falling, name + ": the best line first, also when cut short after nodes " + std::to_string(count));
        }
        const SearchRequest request{.method = method, .limits = nodes(1500), .lines = 3, .threads = 1, .seed = 7};
        const Analysis once = fresh(middle, request);
        check_sound(checks, *engine, middle, once, name);
        checks.that(same(once, fresh(middle, request)), name + ": the same again");
        checks.equal(once.lines.size(), std::min<std::size_t>(3, engine->legal_moves(middle).size()), name + ": lines as asked");
        for (std::size_t i = 1; i < once.lines.size(); ++i) {
            checks.that(once.lines[i].moves[0] != once.lines[i - 1].moves[0], name + ": lines differ");
        }

        const auto searcher = engine->searcher(4);
        checks.that(same(searcher->search(middle, request, {}, {}, {}), once), name + ": a new searcher knows nothing");
        static_cast<void>(searcher->search(middle, request, {}, {}, {}));
        searcher->clear();
        checks.that(same(searcher->search(middle, request, {}, {}, {}), once), name + ": nor does a cleared one");

        StopSource stopped;
        stopped.request_stop();
        const Analysis none = fresh(middle, {.method = method}, stopped.token());
        check_sound(checks, *engine, middle, none, name);
        checks.equal(none.nodes, 0U, name + ": stopped before it began");

        int reports = 0;
        struct Enough {};
        try {
            static_cast<void>(engine->searcher(4)->search(middle, {.method = method, .limits = nodes(1U << 22), .threads = 2},
                                                          [&](const Analysis& report) {
                                                              check_sound(checks, *engine, middle, report, name + ", report");
                                                              if (++reports == 2) throw Enough{};
                                                          },
                                                          {}, {}));
        } catch (const Enough&) {
            checks.equal(reports, 2, name + ": a report can end the search");
        }
        checks.that(reports >= 1, name + ": progress is reported");
        int polls = 0;
        try {
            static_cast<void>(engine->searcher(4)->search(middle, {.method = method, .limits = nodes(1U << 22)}, {}, [&] {
                if (++polls == 3) throw Enough{};
            }, {}));
        } catch (const Enough&) {
            checks.equal(polls, 3, name + ": a poll can end the search");
        }
    }
    const std::vector<std::string> legal = engine->legal_moves(middle);
    const Analysis only = engine->searcher(4)->search(middle, {.limits = nodes(900), .among = {legal.back()}}, {}, {}, {});
    checks.equal(only.move, legal.back(), spec_text + ": only the moves that are asked for are tried");
    const auto two = engine->searcher(4)->search(middle, {.limits = nodes(5000), .threads = 2}, {}, {}, {});
    check_sound(checks, *engine, middle, two, spec_text + " by two threads");
    checks.that(two.nodes <= 5000, spec_text + ": two threads keep one limit");
}

/// A search without limits, stopped from another thread once it reports.
void check_stop(Checks& checks, const std::string& id, Method method) {
    const EnginePtr engine = load(id, {});
    StopSource stop;
    std::atomic<bool> begun = false;
    std::jthread stopper([&] {
        while (!begun) std::this_thread::yield();
        stop.request_stop();
    });
    const auto poll = [&] { begun = true; };
    const Analysis found = engine->searcher(8)->search(engine->start(), {.method = method, .threads = 2}, {}, poll, stop.token());
    check_sound(checks, *engine, engine->start(), found, id + ", stopped");
}

void check_refusals(Checks& checks) {
    const EnginePtr engine = load("othello", {});
    const auto searcher = engine->searcher(1);
    const auto refuse = [&](const SearchRequest& request, std::string_view part) {
        checks.throws<Error>([&] { static_cast<void>(searcher->search(engine->start(), request, {}, {}, {})); }, part);
    };
    refuse({.limits = {.nodes = 0, .depth = {}, .seconds = {}}}, "nodes must be 1 to 1000000000000000, got 0");
    refuse({.limits = {.nodes = {}, .depth = 0, .seconds = {}}}, "depth must be 1 to 100, got 0");
    refuse({.limits = {.nodes = {}, .depth = 101, .seconds = {}}}, "depth must be 1 to 100, got 101");
    refuse({.limits = {.nodes = {}, .depth = {}, .seconds = -1.0}}, "seconds must be above 0");
    refuse({.limits = {.nodes = {}, .depth = {}, .seconds = std::nan("")}}, "seconds must be above 0");
    refuse({.limits = {.nodes = {}, .depth = {}, .seconds = 1e7}}, "seconds must be above 0 and at most 1000000");
    refuse({.limits = nodes(1), .lines = 0}, "lines must be 1 to 1000, got 0");
    refuse({.limits = nodes(1), .lines = 1001}, "lines must be 1 to 1000, got 1001");
    refuse({.limits = nodes(1), .threads = 0}, "threads must be 1 to 256");
    refuse({.method = Method::MCTS, .limits = nodes(1), .among = {"d3"}}, "some moves only are tried by alphabeta, got mcts");
    refuse({.limits = nodes(1), .among = {"a1"}}, "a1");
    for (const std::int64_t megabytes : {std::int64_t{0}, std::int64_t{-5}, std::int64_t{1} << 40}) {
        checks.throws<Error>([&] { static_cast<void>(engine->searcher(megabytes)); }, "memory_mb must be 1 to");
    }
    checks.throws<Error>([&] { static_cast<void>(searcher->search("bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb w", {}, {}, {}, {})); },
                         "the game is over");
    checks.throws<ParseError>([&] { static_cast<void>(searcher->search("nonsense", {}, {}, {}, {})); }, "");
    checks.throws<Error>([] { static_cast<void>(parse_method("luck")); }, "method must be auto, alphabeta or mcts, got 'luck'");
}

void check_memory(Checks& checks) {
    // Where the system puts a block must not change its size: else equal searches would differ.
    for (const std::size_t bytes : {std::size_t{5000}, ZeroedMemory::huge_page, 3 * ZeroedMemory::huge_page + 64}) {
        const std::array<ZeroedMemory, 3> blocks = {ZeroedMemory(bytes), ZeroedMemory(bytes, ZeroedMemory::huge_page), ZeroedMemory(bytes, 1)};
        for (const ZeroedMemory& block : blocks) checks.equal(block.size(), bytes, "equal blocks have equal sizes");
        for (const ZeroedMemory& block : blocks) checks.that(block.data()[0] == std::byte{0} && block.data()[bytes - 1] == std::byte{0}, "all of it is there, and zero");
    }

    for (const std::size_t bytes : {std::size_t{1} << 20, std::size_t{9} << 20}) {
        Table table(bytes);
        checks.that(table.capacity() * Table::entry_bytes <= bytes && table.bytes() <= bytes, "a table keeps to its limit");
        checks.that(table.capacity() * Table::entry_bytes > bytes / 2, "and uses it");
        std::uint64_t state = 1;
        for (int i = 0; i < 300000; ++i) {
            const std::uint64_t key = splitmix64(state);
            table.store(key, {static_cast<std::uint16_t>(i), static_cast<std::int16_t>(i % 60000 - 30000), static_cast<std::uint8_t>(i % 128), Bound::LOWER, i % 2 == 0, 0});
            const TableEntry found = table.find(key);
            checks.that(found.bound == Bound::LOWER && found.move == static_cast<std::uint16_t>(i) && found.value == i % 60000 - 30000 &&
                            found.depth == i % 128 && found.proved == (i % 2 == 0), "what was stored last is found");
        }
        checks.that(table.find(12345).bound == Bound::NONE, "what was never stored is not");
        table.clear();
        state = 1;
        checks.that(table.find(splitmix64(state)).bound == Bound::NONE && table.find(state).bound == Bound::NONE, "a cleared table is empty");
    }

    // A tree that is soon full: it stops growing, and the search goes on.
    const Pentago kernel;
    const Pentago::Evaluation evaluation(kernel);
    Mcts<Pentago, Pentago::Evaluation> search(kernel, evaluation, 1 << 20);
    Control control(nodes(3000), {});
    const auto found = search.search(kernel.start(), control, 1, 1, 1, {}, [](const auto&) {});
    checks.equal(found.nodes, 3000U, "a full tree does not end the search");
    checks.that(search.tree().size() <= search.tree().capacity() && search.tree().capacity() * sizeof(TreeNode) <= 1 << 20, "a tree keeps to its limit");
}

/// Along a game the tree below the move played is kept, whole and in order.
void check_reuse(Checks& checks) {
    const SeedTree<false> kernel;
    const SeedTree<false>::Evaluation evaluation(kernel);
    Mcts<SeedTree<false>, SeedTree<false>::Evaluation> search(kernel, evaluation, 1 << 20);
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        SeedTree<false>::Position position{seed, 6};
        while (!kernel.outcome(position)) {
            Control control(nodes(60), {});
            const auto found = search.search(position, control, 1, 1, seed, {}, [](const auto&) {});
            const Tree& tree = search.tree();
            std::size_t reached = 0;
            const auto walk = [&](const auto& self, Tree::Index at) -> void {
                ++reached;
                for (const TreeNode& child : tree.children(at)) {
                    checks.equal(child.parent, at, "a child knows its parent");
                    self(self, static_cast<Tree::Index>(&child - &tree.at(0)));
                }
            };
            walk(walk, Tree::root);
            checks.equal(reached, tree.size(), "the tree holds nothing that cannot be reached");
            position = kernel.play(position, found.lines[0].move);
        }
    }
}

void check_proofs(Checks& checks) {
    // Black has four in a row with an open end behind a turn; White can win the next turn.
    const EnginePtr pentago = load("pentago", {});
    for (const Method method : methods) {
        const auto found = pentago->searcher(4)->search("bbbb../wwww../....../....../....../...... b", {.method = method, .limits = nodes(20000)}, {}, {}, {});
        checks.that(found.exact && found.value == 1, "pentago: a win in one is proved");
        const auto winner = pentago->outcome(pentago->line("bbbb../wwww../....../....../....../...... b", std::array{found.move}));
        checks.that(winner && winner->winner == Player::FIRST, "pentago: and played");
    }
    // What the Monte Carlo search proves about a map full of circles must be what alpha-beta proves.
    int proved = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        const Roads kernel(seed);
        KernelSearcher<Roads> search(kernel, 1);
        for (const std::string place : {"0", "9", "21", "33"}) {
            if (kernel.outcome(kernel.parse(place))) continue;
            const auto simulated = search.search(place, {.method = Method::MCTS, .limits = nodes(20000)}, {}, {}, {});
            if (!simulated.exact) continue;
            ++proved;
            const auto certain = search.search(place, {.limits = {.nodes = 200000, .depth = 40, .seconds = {}}}, {}, {}, {});
            checks.equal(simulated.value, certain.value, "roads " + std::to_string(seed) + " from " + place);
        }
    }
    checks.that(proved > 40, "enough was proved, got " + std::to_string(proved));
}

[[maybe_unused]] const bool added = testing::add("searcher_test", [](testing::Checks& checks, const testing::Setting& setting) {
    for (const std::string& id : game_ids()) {
        check_game(checks, id, setting.quick);
        for (const Method method : methods) check_stop(checks, id, method);
    }
    for (const std::string spec : {"quentin(size=4)", "magnetize(height=8,width=8)", "bestgame(columns=3,rows=3)"}) {
        if (game_ids().contains(parse_spec(spec).id)) check_game(checks, spec, setting.quick);
    }
    check_refusals(checks);
    check_memory(checks);
    check_reuse(checks);
    check_proofs(checks);
});

}  // namespace
