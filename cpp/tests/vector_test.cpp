// Many games at once: the same on any number of threads, an illegal action is refused, and the random numbers are a game's own.
#include "core/registry.hpp"
#include "tests/check.hpp"

#include <numeric>

using namespace quintet;

namespace {

/// The games of one engine with arrays to fill.
struct Filled {
    std::unique_ptr<VectorGames> games;
    std::vector<std::uint8_t> observations, final_observations;
    std::unique_ptr<bool[]> masks, terminated, truncated;
    std::vector<float> rewards;
    std::vector<std::int8_t> players;
    std::vector<std::int64_t> chosen;

    Filled(const Engine& engine, const std::vector<std::string>& actions, std::size_t count, int threads) {
        std::vector<std::uint64_t> seeds(count);
        std::iota(seeds.begin(), seeds.end(), 11);
        games = engine.vector({actions, seeds, {engine.start()}, 2, 40, threads});
        const auto size = count * static_cast<std::size_t>(games->planes() * games->board().cells());
        observations.resize(size);
        final_observations.resize(size);
        masks = std::make_unique<bool[]>(count * actions.size());
        terminated = std::make_unique<bool[]>(count);
        truncated = std::make_unique<bool[]>(count);
        rewards.resize(2 * count);
        players.resize(count);
        chosen.resize(count);
        std::vector<std::int64_t> all(count);
        std::iota(all.begin(), all.end(), 0);
        games->reset(all, {}, rows());
    }

    [[nodiscard]] VectorRows rows() {
        return {observations.data(), masks.get(), rewards.data(), terminated.get(), truncated.get(), players.data(), final_observations.data()};
    }
};

/// A game goes on from its state as from itself, in another place and with the same random numbers.
void check_state(testing::Checks& checks, const std::string& id, Filled& one, Filled& several) {
    const GameState state = one.games->state(3);
    several.games->restore(5, state, several.rows());
    checks.equal(several.games->position(5), one.games->position(3), id + ": the position is restored");
    one.games->sample(one.chosen);
    several.games->sample(several.chosen);
    checks.equal(several.chosen[5], one.chosen[3], id + ": the random numbers go on");
    const std::string other = several.games->position(4);
    const std::vector<std::int64_t> fifth{5};
    several.games->reset(fifth, std::vector<std::uint64_t>{77}, several.rows());
    checks.equal(several.games->position(4), other, id + ": only the games that are named begin anew");
    checks.equal(several.games->state(5).made, std::uint32_t{0}, id + ": a new game");
}

void check_game(testing::Checks& checks, const std::string& id, const std::vector<std::string>& actions, int steps) {
    constexpr std::size_t count = 50;
    const EnginePtr engine = load(id, {});
    Filled one(*engine, actions, count, 1);
    Filled several(*engine, actions, count, 3);
    bool ended = false;
    for (int step = 0; step < steps; ++step) {
        one.games->sample(one.chosen);
        several.games->sample(several.chosen);
        checks.that(one.chosen == several.chosen, id + ": the same actions are drawn");
        checks.that(!one.games->step(one.chosen, false, one.rows()) && !several.games->step(several.chosen, false, several.rows()), id + ": drawn actions are legal");
        checks.that(one.observations == several.observations && one.rewards == several.rewards && one.players == several.players &&
                        one.final_observations == several.final_observations && std::equal(one.masks.get(), one.masks.get() + count * actions.size(), several.masks.get()),
                    id + ": the same arrays on any number of threads");
        for (std::size_t i = 0; i < count; ++i) ended = ended || one.terminated[i] || one.truncated[i];
    }
    checks.that(ended, id + ": games ended on the way");
    check_state(checks, id, one, several);
    const std::string before = one.games->position(7);
    one.games->sample(one.chosen);
    one.chosen[7] = static_cast<std::int64_t>(actions.size());
    checks.that(one.games->step(one.chosen, false, one.rows()) == std::size_t{7}, id + ": an action that is none is refused");
    checks.equal(one.games->position(7), before, id + ": then nothing is played");
}

std::vector<std::string> numbered(int first, int last, std::vector<std::string> more = {}) {
    std::vector<std::string> texts;
    for (int i = first; i <= last; ++i) texts.push_back(std::to_string(i));
    texts.insert(texts.end(), more.begin(), more.end());
    return texts;
}

std::vector<std::string> squares(int size, std::vector<std::string> more) {
    std::vector<std::string> texts;
    for (int row = 1; row <= size; ++row) {
        for (int column = 0; column < size; ++column) texts.push_back(static_cast<char>('a' + column) + std::to_string(row));
    }
    texts.insert(texts.end(), more.begin(), more.end());
    return texts;
}

[[maybe_unused]] const bool added = testing::add("vector_test", [](testing::Checks& checks, const testing::Setting& setting) {
    const int steps = setting.quick ? 45 : 90;
    check_game(checks, "othello", squares(8, {"pass"}), steps);
    check_game(checks, "quentin", squares(13, {"swap", "pass"}), steps);
    check_game(checks, "bestgame", numbered(1, 5), steps);
    check_game(checks, "magnetize", numbered(0, 4, {"m"}), steps);
    const EnginePtr engine = load("othello", {});
    checks.throws<Error>([&] { (void)engine->vector({{"a1", "nowhere"}, {1}, {engine->start()}, 0, 10, 1}); }, "the kernel has 1 of the game's 2 moves");
});

}  // namespace
