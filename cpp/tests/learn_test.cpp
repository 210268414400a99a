// Learning: patterns are read alike in every image of a board, a fit finds what is there to be found, numbers that do not
// fit are refused, and games depend on their seed and number alone.
#include "core/learn/kernel_learner.hpp"
#include "games/othello.hpp"
#include "games/othello_patterns.hpp"
#include "games/othello_solver.hpp"

#include "tests/laws.hpp"

using namespace quintet;

namespace {

using Patterns = Othello::Patterns;
using L = Layout<Patterns>;

std::vector<Othello::Position> some_positions(const Othello& game, std::size_t count) {
    std::vector<Othello::Position> found;
    Rng rng(11);
    while (found.size() < count) {
        auto position = game.start();
        for (std::uint32_t left = rng.below(61); left > 0; --left) {
            Moves<Othello> moves;
            game.generate(position, moves);
            if (moves.empty()) break;
            position = game.play(position, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
        }
        found.push_back(position);
    }
    return found;
}

void check_reading(testing::Checks& checks) {
    const Othello game;
    const auto tied = L::tied();
    std::vector<int> weights(L::size);
    Rng rng(5);
    for (std::size_t i = 0; i < L::size; ++i) weights[i] = tied[i] == i ? static_cast<int>(rng.below(1000)) : weights[tied[i]];
    for (const auto& position : some_positions(game, 200)) {
        const auto sum = [&](const Othello::Position& at) {
            int total = 0;
            std::size_t count = 0;
            L::read(Patterns::view(at), [&](std::size_t place) {
                total += weights.at(place);
                ++count;
            });
            checks.equal(count, std::size_t{53}, "fifty places and three scalars");
            return total;
        };
        for (int symmetry = 1; symmetry < game.symmetries(); ++symmetry) checks.equal(sum(game.transformed(position, symmetry)), sum(position), "an image");
    }
    // The first shape in its own place, digit by digit.
    const auto start = some_positions(game, 50);
    for (const auto& position : start) {
        std::size_t expected = 0;
        std::size_t power = 1;
        for (std::uint64_t left = Patterns::shapes[0]; left != 0; left &= left - 1, power *= 3) {
            const std::uint64_t spot = left & (~left + 1);
            expected += power * ((position.mover & spot) != 0 ? 1 : (position.opponent & spot) != 0 ? 2 : 0);
        }
        std::optional<std::size_t> first;
        L::read(Patterns::view(position), [&](std::size_t place) {
            if (!first) first = place;
        });
        checks.equal(*first, expected, "an edge by its digits");
    }
}

void check_following(testing::Checks& checks) {
    const Othello game;
    const auto positions = some_positions(game, 100);
    BoardView before{0, 0};
    L::Numbers numbers;
    for (const auto& position : positions) {
        const BoardView view = Patterns::view(position);
        numbers.follow(before, view);
        checks.that(numbers.all() == L::Numbers(view).all(), "from any board to any other");
        before = view;
    }
}

/// ... of depth 0: no foresight.
[[nodiscard]] std::vector<std::int16_t> with_foresight(std::vector<std::int16_t> numbers) {
    numbers.push_back(0);
    return numbers;
}

void check_fit(testing::Checks& checks) {
    const Othello game;
    std::string samples;
    for (const auto& position : some_positions(game, 20'000)) {
        const int lead = std::popcount(position.mover) - std::popcount(position.opponent);
        Sample{Patterns::view(position), static_cast<std::int16_t>(lead * Weights::parts)}.append_to(samples);
    }
    const KernelLearner<Othello> learner(game);
    const auto fit = [&](int threads) { return learner.fit(samples, samples, {.iterations = 20, .ridge = 0.1, .overlap = 3, .threads = threads}, nullptr, {}, {}); };
    const Fitted one = fit(1);
    checks.that(one.numbers == fit(3).numbers, "threads do not matter");
    for (const PhaseError& error : one.errors) checks.that(error.held_out > 0 && error.mean < 0.5, "the lead in discs is found");
    const Fitted near = learner.fit(samples, samples, {.iterations = 20, .ridge = 1e8}, learner.weights(with_foresight(one.numbers)), {}, {});
    checks.that(near.numbers == one.numbers, "with much doubt the weights to start from stay");
    std::vector<double> points(Patterns::phases, 0.0);
    points[3] = 1.5;
    const auto moved = learner.weights(with_foresight(learner.shifted(one.numbers, points)));
    const auto unmoved = learner.weights(with_foresight(one.numbers));
    for (std::size_t i = 0; i < Samples(samples).size(); i += 100) {
        const BoardView view = Samples(samples)[i].view;
        const int units = LearnedEvaluation<Othello>::Near().rate(*moved, view) - LearnedEvaluation<Othello>::Near().rate(*unmoved, view);
        const bool there = Layout<Patterns>::phase(Patterns::stage(view)) == 3;
        checks.that(std::abs(units - (there ? 150 : 0)) <= 1, "only the positions of a phase are shifted");
    }
    checks.throws<Error>([&] { static_cast<void>(learner.shifted(one.numbers, std::vector<double>(3))); }, "a shift for each of 12 phases");
    const auto read = Samples(samples)[17];
    std::string again;
    read.append_to(again);
    checks.equal(again, samples.substr(17 * Sample::bytes, Sample::bytes), "a sample read and written");
    checks.throws<Error>([&] { static_cast<void>(learner.fit("abc", "", {}, nullptr, {}, {})); }, "samples are 18 bytes each, got 3 bytes");
}

void check_numbers(testing::Checks& checks) {
    const KernelLearner<Othello> learner{Othello{}};
    std::size_t free = 0;
    const auto tied = L::tied();
    for (std::size_t i = 0; i < L::size; ++i) free += tied[i] == i;
    std::vector<std::int16_t> numbers(free * Patterns::phases + 1, 1);
    numbers.back() = 0;
    checks.equal(learner.weights(numbers)->tables.size(), L::size * Patterns::phases, "all phases");
    numbers.back() = 3;
    checks.throws<Error>([&] { static_cast<void>(learner.weights(numbers)); }, "the weights do not fit this game: expected");
    for (int i = 0; i < 4 * Patterns::phases; ++i) numbers.insert(numbers.end(), {static_cast<std::int16_t>(i % 4 == 3 ? 1 : 0), 1000, 0, 50});
    const auto weights = learner.weights(numbers);
    checks.equal(weights->foresee(5, 3).shallow, 1, "as it was written");
    checks.equal(weights->foresee(5, 2).shallow, 0, "not known");
    checks.equal(weights->foresee(5, 9).shallow, 5, "deeper than was measured, by the same line");
    numbers[numbers.size() - 4] = 3;
    checks.throws<Error>([&] { static_cast<void>(learner.weights(numbers)); }, "no search of depth 3 is foretold by one of depth 3");
    checks.throws<Error>([&] { static_cast<void>(learner.weights({})); }, "the weights do not fit this game");
}

void check_games(testing::Checks& checks) {
    const KernelLearner<Othello> learner{Othello{}};
    SelfPlay settings{.seed = 3, .first = 0, .games = 6, .depth = 2, .random_share = 30, .exact_from = 6, .search_share = 50};
    const std::string together = learner.self_play(settings, {}, {});
    settings.games = 3;
    std::string apart = learner.self_play(settings, {}, {});
    settings.first = 3;
    apart += learner.self_play(settings, {}, {});
    checks.that(!together.empty() && together == apart, "a game depends on the seed and its number alone");
    settings.depth = 0;
    checks.throws<Error>([&] { static_cast<void>(learner.self_play(settings, {}, {})); }, "depth must be 1 to 20, got 0");
}

void run(testing::Checks& checks, const testing::Setting&) {
    check_reading(checks);
    check_following(checks);
    check_fit(checks);
    check_numbers(checks);
    check_games(checks);
}

[[maybe_unused]] const bool added = testing::add("learn_test", run);

}  // namespace
