// KernelVector: the games of core/vector.hpp for one kernel.
#pragma once

#include "core/action_space.hpp"
#include "core/vector.hpp"

#ifdef __SANITIZE_ADDRESS__
#define QUINTET_FLATTEN  // with every access checked it takes minutes to compile
#else
#define QUINTET_FLATTEN [[gnu::flatten]]
#endif

namespace quintet {

template <Observed K>
class KernelVector final : public VectorGames {
public:
    KernelVector(const K& kernel, const VectorSettings& settings)
        : kernel_(kernel), actions_(kernel_, settings.actions), opening_(settings.opening), limit_(settings.limit),
          size_(static_cast<std::size_t>(planes() * board().cells())), crew_(settings.threads) {
        if (settings.starts.size() != 1 && settings.starts.size() != settings.seeds.size()) throw Error("expected one start for all games, or one a game");
        for (const std::string& text : settings.starts) starts_.push_back(unfinished(text));
        games_.reserve(settings.seeds.size());
        for (const std::uint64_t seed : settings.seeds) games_.push_back({starts_[0].position, {}, Rng(seed), 0});
    }

    [[nodiscard]] int planes() const override { return Planes::count<K>(); }
    [[nodiscard]] BoardSize board() const override { return kernel_.board_size(); }

    void reset(std::span<const std::int64_t> numbers, std::span<const std::uint64_t> seeds, const VectorRows& rows) override {
        crew_.run(numbers.size(), [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                const auto at = static_cast<std::size_t>(numbers[i]);
                if (!seeds.empty()) games_[at].rng = Rng(seeds[i]);
                begin(at);
                tell(at, {}, false, false, rows);
            }
        });
    }

    [[nodiscard]] std::optional<std::size_t> step(std::span<const std::int64_t> actions, bool skipping, const VectorRows& rows) override {
        for (std::size_t i = 0; i < games_.size(); ++i) {
            if (skipping && actions[i] == -1) continue;
            if (!actions_.has(games_[i].legal, actions[i])) return i;
        }
        crew_.run(games_.size(), [&](std::size_t first, std::size_t last) { advance(first, last, actions, rows); });
        return std::nullopt;
    }

    void sample(std::span<std::int64_t> actions) override {
        crew_.run(games_.size(), [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) actions[i] = static_cast<std::int64_t>(games_[i].legal.draw(games_[i].rng));
        });
    }

    [[nodiscard]] std::string position(std::size_t game) const override { return kernel_.format(games_.at(game).position); }

    [[nodiscard]] GameState state(std::size_t game) const override {
        const Game& here = games_.at(game);
        return {kernel_.format(here.position), here.rng.a(), here.rng.b(), here.made};
    }

    void restore(std::size_t game, const GameState& state, const VectorRows& rows) override {
        const Start there = unfinished(state.position);
        games_.at(game) = {there.position, there.legal, Rng(state.rng_a, state.rng_b), state.made};
        tell(game, {}, false, false, rows);
    }

private:
    using Position = typename K::Position;
    using Actions = typename ActionSpace<K>::Set;

    struct Start {
        Position position;
        Actions legal;
    };

    struct Game {
        Position position;
        Actions legal;
        Rng rng;
        std::uint32_t made;  ///< moves since it was handed over
    };

    /// The position with this text and its legal actions; Error if the game is over there.
    [[nodiscard]] Start unfinished(std::string_view text) const {
        Start start{kernel_.parse(text), {}};
        if (!actions_.find_legal(kernel_, start.position, start.legal)) throw Error("the game is over in the position that a game is to begin with");
        return start;
    }

    /// A new game, after its random moves; one that would end it is not made.
    void begin(std::size_t at) noexcept {
        Game& game = games_[at];
        const Start& start = starts_[starts_.size() == 1 ? 0 : at];
        game.position = start.position;
        game.legal = start.legal;
        game.made = 0;
        for (std::uint32_t i = 0; i < opening_; ++i) {
            const Position next = kernel_.play(game.position, actions_.move(game.legal.draw(game.rng)));
            Actions actions;
            if (!actions_.find_legal(kernel_, next, actions)) return;
            game.position = next;
            game.legal = actions;
        }
    }

    /// Plays the actions of some games. Everything below is put into it: among a kernel's searches the compiler would find that
    /// too long. It has rows of its own, because any byte that it writes could be part of those of its caller.
    QUINTET_FLATTEN void advance(std::size_t first, std::size_t last, std::span<const std::int64_t> actions, VectorRows rows) noexcept {
        for (std::size_t at = first; at < last; ++at) {
            if (actions[at] < 0) continue;
            Game& game = games_[at];
            game.position = kernel_.play(game.position, actions_.move(static_cast<std::size_t>(actions[at])));
            const bool over = !actions_.find_legal(kernel_, game.position, game.legal);
            const bool cut = ++game.made == limit_ && !over;
            std::optional<Player> winner;
            if (over) winner = kernel_.outcome(game.position)->winner;
            if (over || cut) {
                observe(game.position, rows.final_observations + at * size_);
                begin(at);
            }
            tell(at, winner, over, cut, rows);
        }
    }

    void tell(std::size_t at, std::optional<Player> winner, bool over, bool cut, const VectorRows& rows) const noexcept {
        const Game& game = games_[at];
        observe(game.position, rows.observations + at * size_);
        actions_.spread_mask(game.legal, reinterpret_cast<std::uint8_t*>(rows.masks) + at * static_cast<std::size_t>(actions_.count()));
        rows.rewards[2 * at] = !winner ? 0.0F : *winner == Player::FIRST ? 1.0F : -1.0F;
        rows.rewards[2 * at + 1] = -rows.rewards[2 * at] + 0.0F;  // so that a draw is no negative zero
        rows.terminated[at] = over;
        rows.truncated[at] = cut;
        rows.players[at] = static_cast<std::int8_t>(kernel_.to_move(game.position));
    }

    void observe(const Position& position, std::uint8_t* bytes) const noexcept {
        Planes planes = Planes::of<K>(bytes, board().cells());
        kernel_.observe(position, planes);
    }

    K kernel_;
    ActionSpace<K> actions_;
    std::vector<Start> starts_;
    std::uint32_t opening_;
    std::uint32_t limit_;
    std::size_t size_;  ///< of an observation
    std::vector<Game> games_;
    Crew crew_;
};

}  // namespace quintet

#undef QUINTET_FLATTEN
