// A prior: moves are seen alike in every image of a board and by either colour, a fit makes likely what searches tried,
// numbers that do not fit are refused, and a search with a prior is repeatable, on several threads within its limit.
#include "core/learn/prior_play.hpp"
#include "core/search/kernel_searcher.hpp"
#include "games/quentin.hpp"

#include "tests/laws.hpp"

using namespace quintet;

namespace {

using Game = Quentin<quentin::UpTo16>;
using Large = Quentin<quentin::UpTo19>;
using Prior = Game::Prior;

Game board(int size) {
    Options options;
    options.set("size", std::int64_t{size});
    return Game(options);
}

struct Seen {
    Game::Position position;
    std::optional<Game::Move> last;
};

/// Positions of random games with the stone placed last.
std::vector<Seen> some_positions(const Game& game, std::size_t count) {
    std::vector<Seen> found;
    Rng rng(3);
    while (found.size() < count) {
        Seen seen{game.start(), std::nullopt};
        for (std::uint32_t left = rng.below(60); left > 0 && !game.outcome(seen.position); --left) {
            const auto move = game.random_move(seen.position, rng);
            if (move != Game::swap) seen = {game.play(seen.position, move), move};
        }
        if (!game.outcome(seen.position)) found.push_back(seen);
    }
    return found;
}

/// What each move adds up to with these weights.
std::map<std::string, int> sums(const Game& game, const Seen& seen, const std::vector<int>& weights) {
    Moves<Game> moves;
    game.generate(seen.position, moves);
    std::map<std::string, int> found;
    Prior(game).read(seen.position, seen.last, moves, [&](std::size_t move, std::size_t feature) { found[game.move_text(moves[move])] += weights.at(feature); });
    return found;
}

/// The board mirrored in its diagonal, with the colours exchanged.
Seen exchanged(const Game& game, const Seen& seen) {
    const auto mirrored = [](Game::Move move) { return move >= Game::swap ? move : static_cast<Game::Move>(Game::point(move % 16, move / 16)); };
    Seen other{game.start(), seen.last ? std::optional(mirrored(*seen.last)) : std::nullopt};
    for (const std::size_t colour : {Game::black, Game::white}) {
        quentin::for_each(seen.position.stones[colour], [&](int at) { other.position.stones[colour ^ 1U].add(mirrored(static_cast<Game::Move>(at))); });
    }
    other.position.turn = seen.position.turn ^ 1U;
    other.position.pie = Game::Pie::GONE;
    return {game.parse(game.format(other.position)), other.last};
}

void check_reading(testing::Checks& checks) {
    std::vector<int> weights(Prior::size);
    Rng rng(5);
    for (std::size_t i = 0; i < Prior::size; ++i) {
        const std::size_t first = Prior::tied(i);
        checks.that(first <= i && Prior::tied(first) == first, "a feature is tied to the first of its kind");
        weights[i] = first == i ? static_cast<int>(rng.below(1000)) : weights[first];
    }
    for (const int size : {9, 13}) {
        const Game game = board(size);
        for (const Seen& seen : some_positions(game, 60)) {
            if (seen.position.pie == Game::Pie::OPEN) continue;
            const auto here = sums(game, seen, weights);
            for (int symmetry = 1; symmetry < game.symmetries(); ++symmetry) {
                const Seen image{game.transformed(seen.position, symmetry), seen.last ? std::optional(game.transformed(*seen.last, symmetry)) : std::nullopt};
                const auto there = sums(game, image, weights);
                Moves<Game> moves;
                game.generate(seen.position, moves);
                for (const auto move : moves) checks.equal(there.at(game.move_text(game.transformed(move, symmetry))), here.at(game.move_text(move)), "an image");
            }
            const auto other = sums(game, exchanged(game, seen), weights);
            for (const auto& [text, sum] : here) {
                if (text == "pass") continue;
                const std::string mirrored = static_cast<char>('a' + std::stoi(text.substr(1)) - 1) + std::to_string(text[0] - 'a' + 1);
                checks.equal(other.at(mirrored), sum, "the other colour sees the same");
            }
        }
    }
    checks.equal(prior_layout<Large::Prior>(), prior_layout<Prior>(), "large boards use the same weights");
}

WeightsPtr check_fitting(testing::Checks& checks) {
    const Game game = board(7);
    const KernelPriorLearner<Game> learner(game);
    const PriorPlay play{.seed = 4, .first = 0, .games = 4, .nodes = 60};
    const std::string samples = learner.play(play, nullptr, {});
    checks.that(samples.size() > 1000, "games make samples");
    checks.equal(learner.play(play, nullptr, {}), samples, "a seed makes the same games");
    checks.equal(learner.play({.seed = 4, .first = 0, .games = 2, .nodes = 60}, nullptr, {}) + learner.play({.seed = 4, .first = 2, .games = 2, .nodes = 60}, nullptr, {}),
                 samples, "a game depends on its number alone");
    PriorFit fit = learner.begin(1);
    const double before = learner.fit(fit, samples, 0, {}).surprise;
    for (int i = 0; i < 10; ++i) static_cast<void>(learner.fit(fit, samples, 0.15, {}));
    const PriorError after = learner.fit(fit, samples, 0, {});
    checks.that(after.surprise < before - 0.3, "what was tried becomes likely");
    checks.that(after.best_first > 0.3, "the best move often the likeliest");
    const std::vector<std::int16_t> numbers = learner.numbers(fit);
    const WeightsPtr weights = learner.weights(numbers);
    checks.equal(weights->layout, learner.layout(), "weights know their layout");
    const std::string played = learner.play(play, weights, {});
    checks.that(played != samples && played == learner.play(play, weights, {}), "with weights the games are others");
    for (const std::size_t wrong : {std::size_t{0}, numbers.size() - 1}) {
        checks.throws<Error>([&] { static_cast<void>(learner.weights(std::span(numbers).first(wrong))); }, "the weights do not fit this game: expected");
    }
    for (const std::string damaged : {"nonsense", "nonsense\t-\ta1=3"}) {
        checks.throws<Error>([&] { static_cast<void>(learner.fit(fit, damaged, 0, {})); }, "");
    }
    const std::string position = samples.substr(0, samples.find('\t'));
    for (const std::string damaged : {"\t-\tz9=3", "\t-\ta1=x", "\t-\ta1", ""}) {
        checks.throws<Error>([&] { static_cast<void>(learner.fit(fit, position + damaged, 0, {})); }, "a sample must have");
    }
    checks.throws<Error>([&] { static_cast<void>(learner.play({.nodes = 1}, nullptr, {})); }, "nodes must be 2 to");
    return weights;
}

void check_searching(testing::Checks& checks, const WeightsPtr& weights) {
    const Game game = board(7);
    const auto search = [&](int threads, std::uint64_t seed) {
        KernelSearcher<Game, WithPrior<Game>> searcher(game, 4, weights);
        return searcher.search(game.format(game.start()), {.method = Method::MCTS, .limits = {.nodes = 3000, .depth = {}, .seconds = {}}, .threads = threads, .seed = seed}, {}, {}, {});
    };
    const Analysis once = search(1, 8);
    const Analysis again = search(1, 8);
    checks.that(once.move == again.move && once.value == again.value && once.nodes == again.nodes && once.lines[0].moves == again.lines[0].moves, "the same again");
    const Analysis together = search(4, 8);
    checks.that(together.nodes <= 3000 && together.nodes > 2000, "four threads keep one limit, got " + std::to_string(together.nodes));
    checks.that(together.value > -1 && together.value < 1, "and leave no losses behind that were none");

    // A won position is proved by one thread and by several.
    const Game small = board(4);
    for (const int threads : {1, 3}) {
        KernelSearcher<Game, WithPrior<Game>> searcher(small, 4, weights);
        const Analysis won = searcher.search(".b../.b../..../.bww b -", {.method = Method::MCTS, .limits = {.nodes = 20000, .depth = {}, .seconds = {}}, .threads = threads}, {}, {}, {});
        checks.that(won.exact && won.value == 1, "a win is proved");
    }
}

void check_wins(testing::Checks& checks) {
    const Game game = board(9);
    const Game::Evaluation evaluation(game);
    Rng rng(9);
    int found = 0;
    for (int i = 0; i < 300; ++i) {
        auto position = game.start();
        while (!game.outcome(position)) {
            if (const auto move = evaluation.winning_move(position)) {
                const auto outcome = game.outcome(game.play(position, *move));
                checks.that(outcome && outcome->winner == game.to_move(position), "a winning move wins");
                ++found;
            }
            position = game.play(position, game.random_move(position, rng));
        }
        checks.that(!evaluation.winning_move(position), "none when the game is over");
    }
    checks.that(found > 100, "some are found");
    // Noted moves are those that were made.
    Rng one(4);
    Rng two(4);
    auto replayed = game.start();
    const PlayoutEnd end = game.playout(game.start(), one, 600, [&](Player player, Game::Move move) {
        checks.that(player == game.to_move(replayed), "noted for the player who moved");
        replayed = game.play(replayed, move);
    });
    checks.that(game.outcome(replayed).has_value(), "the noted moves lead to the end");
    checks.that(game.playout(game.start(), two, 600).moves == end.moves, "noting changes nothing");
}

[[maybe_unused]] const bool added = testing::add("prior_test", [](testing::Checks& checks, const testing::Setting&) {
    check_reading(checks);
    check_searching(checks, check_fitting(checks));
    check_wins(checks);
});

}  // namespace
