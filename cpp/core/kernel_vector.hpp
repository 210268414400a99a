// KernelVector: the games of core/vector.hpp for one kernel.
#pragma once

#include "core/bits.hpp"
#include "core/kernel.hpp"
#include "core/vector.hpp"

#include <array>
#include <map>

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
        : kernel_(kernel), start_(kernel_.parse(settings.position)), opening_(settings.opening), limit_(settings.limit),
          actions_(static_cast<int>(settings.actions.size())), size_(static_cast<std::size_t>(planes() * board().cells())), crew_(settings.threads) {
        number(settings.actions);
        if (!find_legal(start_, first_legal_)) throw Error("the game is over in the position that games are to begin with");
        games_.reserve(settings.seeds.size());
        for (const std::uint64_t seed : settings.seeds) games_.push_back({start_, {}, Rng(seed), 0});
    }

    [[nodiscard]] int planes() const override { return Planes::count(K::counters); }
    [[nodiscard]] BoardSize board() const override { return kernel_.board_size(); }

    void reset(std::span<const std::uint64_t> seeds, const VectorRows& rows) override {
        crew_.run(games_.size(), [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) {
                if (!seeds.empty()) games_[i].rng = Rng(seeds[i]);
                begin(games_[i]);
                tell(i, {}, false, false, rows);
            }
        });
    }

    [[nodiscard]] std::optional<std::size_t> step(std::span<const std::int64_t> actions, const VectorRows& rows) override {
        for (std::size_t i = 0; i < games_.size(); ++i) {
            if (actions[i] < 0 || actions[i] >= actions_ || !games_[i].legal.has(static_cast<std::size_t>(actions[i]))) return i;
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

private:
    using Position = typename K::Position;
    using Move = typename K::Move;

    /// A set of actions, a bit each.
    struct Actions {
        std::array<std::uint64_t, (K::move_codes + 63) / 64> words{};

        void add(std::size_t action) noexcept { words[action / 64] |= std::uint64_t{1} << action % 64; }
        [[nodiscard]] bool has(std::size_t action) const noexcept { return (words[action / 64] >> action % 64 & 1) != 0; }
        /// One of them, each with the same probability.
        [[nodiscard]] std::size_t draw(Rng& rng) const noexcept {
            unsigned count = 0;
            for (const std::uint64_t word : words) count += static_cast<unsigned>(std::popcount(word));
            const unsigned n = rng.below(count);
            // Branchless: a branch on the word that holds it would be unpredictable.
            std::size_t at = 0;
            unsigned before = 0;
            unsigned until = 0;
            for (std::size_t i = 0; i + 1 < words.size(); ++i) {
                until += static_cast<unsigned>(std::popcount(words[i]));
                const bool past = n >= until;
                at += past;
                before = past ? until : before;
            }
            return 64 * at + static_cast<std::size_t>(nth_bit(words[at], n - before));
        }
    };

    struct Game {
        Position position;
        Actions legal;
        Rng rng;
        std::uint32_t made;  ///< moves since it was handed over
    };

    /// Gives every move its action. Codes that no action has are those of larger boards.
    void number(const std::vector<std::string>& texts) {
        std::map<std::string, std::size_t, std::less<>> place;
        for (std::size_t i = 0; i < texts.size(); ++i) place.emplace(texts[i], i);
        code_.resize(texts.size());
        std::size_t found = 0;
        for (std::size_t code = 0; code < K::move_codes; ++code) {
            const auto move = static_cast<Move>(code);
            const auto at = place.find(kernel_.move_text(move));
            if (at == place.end()) continue;
            action_[code] = static_cast<std::uint16_t>(at->second);
            code_[at->second] = move;
            alike_ = alike_ && at->second == code;
            ++found;
        }
        if (found != texts.size()) throw Error("the kernel has " + std::to_string(found) + " of the game's " + std::to_string(texts.size()) + " moves");
    }

    /// Finds the legal actions where they are to stay: to copy them just after they were written takes longer than to find them.
    /// Whether there are any.
    [[gnu::always_inline]] bool find_legal(const Position& position, Actions& actions) const noexcept {
        actions.words = {};
        if constexpr (MarksMoves<K>) {
            if (alike_) return kernel_.mark_moves(position, actions.words);
        }
        Moves<K> moves;
        kernel_.generate(position, moves);
        for (const Move move : moves) actions.add(action_[move_index(move)]);
        return moves.begin() != moves.end();
    }

    /// A new game, after its random moves; one that would end it is not made.
    void begin(Game& game) const noexcept {
        game.position = start_;
        game.legal = first_legal_;
        game.made = 0;
        for (std::uint32_t i = 0; i < opening_; ++i) {
            const Position next = kernel_.play(game.position, code_[game.legal.draw(game.rng)]);
            Actions actions;
            if (!find_legal(next, actions)) return;
            game.position = next;
            game.legal = actions;
        }
    }

    /// Plays the actions of some games. Everything below is put into it: among a kernel's searches the compiler would find that
    /// too long. It has rows of its own, because any byte that it writes could be part of those of its caller.
    QUINTET_FLATTEN void advance(std::size_t first, std::size_t last, std::span<const std::int64_t> actions, VectorRows rows) noexcept {
        for (std::size_t at = first; at < last; ++at) {
            Game& game = games_[at];
            game.position = kernel_.play(game.position, code_[static_cast<std::size_t>(actions[at])]);
            const bool over = !find_legal(game.position, game.legal);
            const bool cut = ++game.made == limit_ && !over;
            std::optional<Player> winner;
            if (over) winner = kernel_.outcome(game.position)->winner;
            if (over || cut) {
                observe(game.position, rows.final_observations + at * size_);
                begin(game);
            }
            tell(at, winner, over, cut, rows);
        }
    }

    void tell(std::size_t at, std::optional<Player> winner, bool over, bool cut, const VectorRows& rows) const noexcept {
        const Game& game = games_[at];
        observe(game.position, rows.observations + at * size_);
        auto* mask = reinterpret_cast<std::uint8_t*>(rows.masks) + at * static_cast<std::size_t>(actions_);
        if (static_cast<std::size_t>(actions_) == K::move_codes) {
            spread<K::move_codes>(game.legal.words, mask);
        } else {
            for (int done = 0; done < actions_; done += 64) spread(game.legal.words[static_cast<std::size_t>(done) / 64], mask + done, std::min(64, actions_ - done));
        }
        rows.rewards[2 * at] = !winner ? 0.0F : *winner == Player::FIRST ? 1.0F : -1.0F;
        rows.rewards[2 * at + 1] = -rows.rewards[2 * at] + 0.0F;  // so that a draw is no negative zero
        rows.terminated[at] = over;
        rows.truncated[at] = cut;
        rows.players[at] = static_cast<std::int8_t>(kernel_.to_move(game.position));
    }

    void observe(const Position& position, std::uint8_t* bytes) const noexcept {
        Planes planes(bytes, board().cells());
        kernel_.observe(position, planes);
    }

    K kernel_;
    Position start_;
    Actions first_legal_;  ///< in that position
    std::uint32_t opening_;
    std::uint32_t limit_;
    int actions_;
    std::size_t size_;  ///< of an observation
    std::vector<Move> code_;
    std::array<std::uint16_t, K::move_codes> action_{};
    bool alike_ = true;  ///< whether actions and codes are the same numbers
    std::vector<Game> games_;
    Crew crew_;
};

}  // namespace quintet

#undef QUINTET_FLATTEN
