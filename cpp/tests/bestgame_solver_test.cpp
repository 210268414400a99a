// Best Game Ever Made's solver: answers against plain recursion over the kernel, symmetry, threads,
// memory, limits, layers against a search without them, and the whole 5 x 7 game.
#include "games/bestgame_solver.hpp"

#include "core/registry.hpp"
#include "tests/solver_checks.hpp"

#include <algorithm>

using namespace quintet;
using testing::Checks;

namespace {

using Game = Bestgame<bestgame::Word>;
using Wide = Bestgame<bestgame::Wide>;

Options options_of(int columns, int rows, int tokens) {
    return Options(Options::Map{{"columns", std::int64_t{columns}}, {"rows", std::int64_t{rows}}, {"tokens", std::int64_t{tokens}}});
}

/// Minimax by the rules alone; a position met before is not worked out again.
template <class K>
class Truth {
public:
    explicit Truth(const K& game) : game_(game) {}

    /// The final difference of the points, the mover's less the opponent's.
    int operator()(const typename K::Position& position) {
        const int now = position.points[position.turn] - position.points[position.turn ^ 1U];
        if (game_.outcome(position)) return now;
        auto bare = position;
        bare.points = {0, 0};
        const std::string key = game_.format(bare);
        if (const auto known = known_.find(key); known != known_.end()) return now + known->second;
        Moves<K> moves;
        game_.generate(bare, moves);
        int best = -1000;
        for (const auto move : moves) best = std::max(best, after(bare, move));
        known_.emplace(key, best);
        return now + best;
    }

    int after(const typename K::Position& position, typename K::Move move) {
        const auto next = game_.play(position, move);
        return next.turn == position.turn ? (*this)(next) : -(*this)(next);
    }

    void forget() { known_.clear(); }

private:
    const K& game_;
    std::map<std::string, int> known_;
};

/// A position of a random game with tokens for so many moves left; uneven ones are dealt anew.
template <class K>
typename K::Position random_position(const K& game, Rng& rng, int left, bool uneven) {
    while (true) {
        auto position = game.start();
        while (!game.outcome(position) && position.tokens[0] + position.tokens[1] > left) position = game.play(position, game.random_move(position, rng));
        if (uneven) {
            const auto own = 1 + rng.below(static_cast<std::uint32_t>(std::min(left, game.all_tokens())));
            position.tokens[position.turn] = static_cast<std::uint8_t>(own);
            position.tokens[position.turn ^ 1U] = static_cast<std::uint8_t>(std::min(left - static_cast<int>(own), game.all_tokens()));
        }
        if (!game.outcome(position)) return position;
    }
}

template <class K>
void check_truth(Checks& checks, const Options& options, int left, int many) {
    const K game(options);
    const EnginePtr engine = load("bestgame", options);
    const auto solver = engine->solver(8);
    Truth<K> truth(game);
    Rng rng(static_cast<std::uint64_t>(left));
    for (int i = 0; i < many; ++i) {
        const auto position = random_position(game, rng, left, i % 3 == 0);
        const std::string text = game.format(position);
        const int expected = truth(position);
        std::vector<std::string> best;
        std::vector<std::string> keeping;
        Moves<K> moves;
        game.generate(position, moves);
        for (const auto move : moves) {
            if (truth.after(position, move) == expected) best.push_back(game.move_text(move));
            if (sign(truth.after(position, move)) == sign(expected)) keeping.push_back(game.move_text(move));
        }
        if (i % 2 == 0) solver->clear();
        const Solution found = solver->solve(text, {}, {}, {}, {});
        checks.that(found.solved() && found.margin == Range{expected, expected}, "margin of " + text);
        checks.that(found.value == Range{sign(expected), sign(expected)}, "value of " + text);
        checks.that(found.best == best, "best moves of " + text);
        const auto end = game.parse(engine->line(text, found.line));
        checks.that(game.outcome(end) && end.points[position.turn] - end.points[position.turn ^ 1U] == expected, "the line of " + text + " leads there");

        if (i % 2 == 0) solver->clear();
        const Solution result = solver->solve(text, {.limits = {}, .result_only = true}, {}, {}, {});
        checks.that(result.solved() && result.value == found.value && result.best == keeping, "result of " + text);
        checks.that(result.margin && result.margin->low <= expected && result.margin->high >= expected, "margin's bounds of " + text);
        const auto won = game.parse(engine->line(text, result.line));
        checks.that(game.outcome(won) && sign(won.points[position.turn] - won.points[position.turn ^ 1U]) == sign(expected), "the result's line of " + text);

        const Solution one = solver->solve(text, {.limits = {}, .all_best = false}, {}, {}, {});
        checks.that(one.margin == found.margin && one.best.size() == 1 && std::ranges::find(best, one.best[0]) != best.end(), "one best move of " + text);
        if (left < 20) truth.forget();
    }
}

bool same(const Solution& a, const Solution& b) { return a.solved() && b.solved() && a.value == b.value && a.margin == b.margin && a.best == b.best; }

void check_agreement(Checks& checks, const Options& options, int left, int many) {
    const Game game(options);
    const auto fast = load("bestgame", options)->solver(16);
    const auto small = load("bestgame", options)->solver(1);
    Rng rng(7);
    for (int i = 0; i < many; ++i) {
        const auto position = random_position(game, rng, left, i % 4 == 0);
        const std::string text = game.format(position);
        const Solution found = fast->solve(text, {}, {}, {}, {});
        checks.that(same(found, small->solve(text, {}, {}, {}, {})), "little memory is enough: " + text);
        fast->clear();
        checks.that(same(found, fast->solve(text, {.limits = {}, .threads = 3}, {}, {}, {})), "threads agree: " + text);

        std::vector<std::string> images;
        for (std::size_t at = found.best.size(); at-- > 0;) images.push_back(std::to_string(game.columns() + 1 - std::stoi(found.best[at])));
        fast->clear();
        const Solution image = fast->solve(game.format(game.transformed(position, 1)), {}, {}, {}, {});
        checks.that(image.margin == found.margin && image.best == images, "the mirror image agrees: " + text);
    }
}

void check_stops(Checks& checks, const Options& options, int left, int many) {
    const Game game(options);
    const EnginePtr engine = load("bestgame", options);
    Rng rng(31);
    for (int i = 0; i < many; ++i) {
        const std::string text = game.format(random_position(game, rng, left, i % 4 == 0));
        testing::check_stops(checks, *engine, text, rng, same);
    }
}

/// Calls that a limit ends early, one after the other with different roots in between, get to the same answers; each
/// of them may be too short for the whole.
void check_resumed(Checks& checks, const Options& options, int left, int many, std::uint32_t longest) {
    const Game game(options);
    const EnginePtr engine = load("bestgame", options);
    Rng rng(57);
    for (int i = 0; i < many; ++i) {
        const std::array<std::string, 2> texts = {game.format(random_position(game, rng, left, false)), game.format(random_position(game, rng, left - 3, true))};
        std::array<Solution, 2> whole;
        for (std::size_t at = 0; at < 2; ++at) whole[at] = engine->solver(256)->solve(texts[at], {}, {}, {}, {});
        const auto solver = engine->solver(256);
        std::array<bool, 2> solved = {false, false};
        std::uint64_t calls = 0;
        const std::uint64_t most_calls = 200 + 8 * (whole[0].nodes + whole[1].nodes) / longest;
        for (; !(solved[0] && solved[1]) && calls < most_calls; ++calls) {
            const std::size_t at = rng.below(3) == 0 ? 1 : 0;
            const std::uint64_t limit = longest / 2 + rng.below(longest);
            const Solution found = solver->solve(texts[at], testing::within(limit, 1 + static_cast<int>(rng.below(2))), {}, {}, {});
            checks.that(found.nodes <= limit, "keeps to its nodes: " + texts[at]);
            checks.that(found.margin->low <= whole[at].margin->low && found.margin->high >= whole[at].margin->high, "true bounds between calls: " + texts[at]);
            if (found.solved()) checks.that(same(found, whole[at]), "the same in many calls: " + texts[at]);
            solved[at] = solved[at] || found.solved();
        }
        checks.that(solved[0] && solved[1], "many short calls get there: " + texts[0]);
    }
}

using Endings = BestgameEndings<bestgame::Word>;

/// What layers say of every position on the way, against minimax. Roots come in any order, so that layers are extended,
/// and are set up or have unequal tokens; little memory means that successors are not stored, or not all layers kept.
void check_layers(Checks& checks, const Options& options, int left, int many, std::size_t bytes, int threads) {
    const Game game(options);
    Endings endings(game, bytes);
    Truth<Game> truth(game);
    Rng rng(91);
    int found = 0;
    for (int i = 0; i < many; ++i) {
        const auto root = random_position(game, rng, 1 + static_cast<int>(rng.below(static_cast<std::uint32_t>(left))), i % 2 == 0);
        Control control({}, {});
        NodeCounter nodes(control, nullptr);
        std::uint64_t helped = 0;
        auto progress = Endings::Progress::PAUSED;
        while (progress == Endings::Progress::PAUSED) progress = endings.advance(root, {threads, control, nodes, helped, 1 + rng.below(100'000)});
        checks.that(progress != Endings::Progress::HALTED, "nothing ends it: " + game.format(root));
        checks.that(endings.bytes() <= endings.most_bytes() && endings.most_bytes() <= bytes, "memory is kept: " + game.format(root));
        if (progress == Endings::Progress::READY) {
            checks.that(endings.find(root).has_value() && endings.tokens_to_known(root) == 0 && endings.boards_left(root) == 0, "ready means known: " + game.format(root));
        }
        for (int game_number = 0; game_number < 4; ++game_number) {
            for (auto position = root; !game.outcome(position); position = game.play(position, game.random_move(position, rng))) {
                const auto future = endings.find(position);
                checks.that(future.has_value() || progress == Endings::Progress::FULL, "what follows is known: " + game.format(position));
                if (!future) continue;
                ++found;
                auto bare = position;
                bare.points = {0, 0};
                checks.that(*future == truth(bare), "layers are true: " + game.format(position));
            }
        }
    }
    checks.that(found > many, "layers were asked");
}

/// Where layers are known, a solver says that little is left to do; it knows more after each call.
void check_reach(Checks& checks) {
    const Game game;
    Game::Solver solver(game, std::size_t{128} << 20);
    const SolveRequest request{.limits = {.nodes = 3'000'000, .depth = {}, .seconds = {}}};
    Rng rng(3);
    const auto position = random_position(game, rng, 30, false);
    double before = solver.reach(position);
    checks.that(before > 100'000, "a far position is hard");
    checks.that(solver.reach(random_position(game, rng, 5, false)) < 1000, "a near one is not");
    for (int call = 0; call < 40 && before > 1; ++call) {
        Control control(request.limits, {});
        const Poll poll;
        static_cast<void>(solver.solve(position, {request, control, poll, [](const auto&) {}}));
        const double now = solver.reach(position);
        checks.that(now <= before, "a call brings it nearer");
        before = now;
    }
    solver.clear();
    checks.that(solver.reach(position) > 100'000, "what is forgotten is far again");
}

/// Perfect play from the empty board keeps its margin, and every position on the way agrees.
void check_whole_game(Checks& checks) {
    const Game game;
    const EnginePtr engine = load("bestgame", {});
    const auto solver = engine->solver(128);
    auto position = game.start();
    const Solution start = solver->solve(game.format(position), {}, {}, {}, {});
    checks.that(start.solved() && start.margin->exact(), "5 x 7 is solved");
    std::cout << "5 x 7: margin " << start.margin->low << " to " << start.margin->high << ", " << start.nodes << " nodes, " << start.seconds << " s\n";
    for (const std::string& move : start.line) {
        const Solution here = solver->solve(game.format(position), {}, {}, {}, {});
        const int margin = position.turn == 0 ? start.margin->low : -start.margin->low;
        checks.that(here.margin == Range{margin, margin}, "the margin is kept: " + game.format(position));
        position = game.play(position, static_cast<Game::Move>(std::stoi(move) - 1));
    }
    const auto end = game.outcome(position);
    checks.that(end && end->scores->first - end->scores->second == start.margin->low, "the line of the whole game leads there");

    // With little memory there is only the search.
    const auto searching = engine->solver(8);
    Rng rng(13);
    for (int i = 0; i < 40; ++i) {
        const std::string text = game.format(random_position(game, rng, 8 + i % 8, false));
        checks.that(same(solver->solve(text, {}, {}, {}, {}), searching->solve(text, {}, {}, {}, {})), "search and layers agree: " + text);
    }
}

[[maybe_unused]] const bool added = testing::add("bestgame_solver_test", [](testing::Checks& checks, const testing::Setting& setting) {
    const int few = setting.quick ? 10 : 1;
    check_truth<Game>(checks, options_of(3, 3, 20), 9, 200 / few);
    check_truth<Game>(checks, options_of(3, 3, 20), 30, 100 / few);
    check_truth<Game>(checks, options_of(4, 3, 6), 9, 100 / few);
    if (!setting.quick) check_truth<Game>(checks, options_of(4, 3, 12), 24, 6);
    check_truth<Game>(checks, options_of(3, 5, 10), 12, 100 / few);
    check_truth<Game>(checks, options_of(5, 7, 20), 6, 100 / few);
    check_truth<Wide>(checks, options_of(9, 9, 40), 4, 30 / few);
    check_agreement(checks, options_of(4, 3, 20), 40, 12 / few + 1);
    check_agreement(checks, options_of(4, 5, 20), 16, 12 / few + 1);
    check_stops(checks, options_of(4, 4, 20), 24, 12 / few + 1);
    check_stops(checks, options_of(5, 7, 20), 9, 12 / few + 1);
    check_resumed(checks, options_of(4, 4, 20), 30, 6 / few + 1, 60'000);
    if (!setting.quick) check_resumed(checks, options_of(5, 7, 20), 34, 1, 3'000'000);
    check_layers(checks, options_of(3, 3, 6), 12, 300 / few, std::size_t{1} << 20, 1);
    check_layers(checks, options_of(3, 4, 5), 10, 300 / few, std::size_t{8} << 20, 2);
    check_layers(checks, options_of(4, 3, 5), 10, 300 / few, std::size_t{8} << 20, 2);
    check_layers(checks, options_of(4, 3, 5), 10, 300 / few, std::size_t{300} << 10, 1);
    check_layers(checks, options_of(4, 3, 5), 10, 300 / few, std::size_t{60} << 10, 1);
    check_layers(checks, options_of(5, 3, 4), 8, 100 / few, std::size_t{2} << 20, 2);
    if (!setting.quick) check_reach(checks);
    if (!setting.quick) check_whole_game(checks);
});

}  // namespace
