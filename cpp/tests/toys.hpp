// Games made for testing searches: small enough to be solved by plain minimax, odd enough to catch what
// alternating games would hide.
#pragma once

#include "core/search/evaluation.hpp"
#include "core/text.hpp"

namespace quintet::testing {

/// A tree grown from a seed: two to four moves a position, players in no fixed order, results at the
/// leaves. With `Scored` they have margins. Positions never come again, and every leaf is `length` deep
/// at most.
template <bool Scored>
class SeedTree {
public:
    struct Position {
        std::uint64_t seed;
        int left;
        bool operator==(const Position&) const = default;
    };
    using Move = std::uint8_t;
    static constexpr std::size_t max_moves = 4;
    static constexpr std::size_t move_codes = 4;
    static constexpr bool can_repeat = false;

    struct Points {
        static constexpr double units_per_point = 10;
    };
    struct NoPoints {};
    struct Evaluation : std::conditional_t<Scored, Points, NoPoints> {
        /// Nothing that looks less deep than asked, so that minimax of the same depth has the same value.
        static constexpr Tuning tuning = {.reduce_from = 0};
        explicit Evaluation(const SeedTree&) {}
        [[nodiscard]] int operator()(const Position& position, Player player) const {
            const int value = static_cast<int>(draw(position, 9) % 601) - 300;
            return player == Player::FIRST ? value : -value;
        }
    };

    explicit SeedTree(const Options& = {}) {}
    [[nodiscard]] Position start() const { return {1, 6}; }
    [[nodiscard]] Player to_move(const Position& position) const { return draw(position, 1) % 2 == 0 ? Player::FIRST : Player::SECOND; }
    void generate(const Position& position, Moves<SeedTree>& moves) const {
        if (outcome(position)) return;
        for (std::uint64_t i = 0; i < 2 + draw(position, 2) % 3; ++i) moves.push(static_cast<Move>(i));
    }
    [[nodiscard]] Position play(const Position& position, Move move) const { return {draw(position, 100U + move), position.left - 1}; }
    [[nodiscard]] std::optional<Outcome> outcome(const Position& position) const {
        if (position.left > 0 && draw(position, 3) % 10 != 0) return std::nullopt;
        const int margin = static_cast<int>(draw(position, 4) % 9) - 4;
        Outcome result{std::nullopt, "a leaf", std::nullopt};
        if (margin != 0) result.winner = margin > 0 ? Player::FIRST : Player::SECOND;
        if (Scored) result.scores = Scores{margin, 0};
        return result;
    }
    [[nodiscard]] std::uint64_t hash(const Position& position) const { return position.seed; }
    [[nodiscard]] Position parse(std::string_view text) const {
        return {static_cast<std::uint64_t>(read_number(split(text, ' ').front(), "seed", 0, 999999999)), 6};
    }
    [[nodiscard]] std::string format(const Position& position) const { return std::to_string(position.seed); }
    [[nodiscard]] std::string move_text(Move move) const { return std::to_string(move); }

private:
    [[nodiscard]] static std::uint64_t draw(const Position& position, std::uint64_t what) {
        std::uint64_t state = position.seed * 1000003 + what;
        static_cast<void>(splitmix64(state));
        return splitmix64(state);
    }
};

/// Places joined at random by one-way roads, with circles among them; the player to move is part of the
/// place. A few places end the game. Play need never end, so a search ends only if it watches for repetitions.
class Roads {
public:
    static constexpr std::size_t places = 60;
    using Position = std::uint8_t;
    using Move = std::uint8_t;
    static constexpr std::size_t max_moves = 3;
    static constexpr std::size_t move_codes = 3;

    explicit Roads(const Options& = {}) : Roads(std::uint64_t{1}) {}
    explicit Roads(std::uint64_t seed) {
        Rng rng(seed);
        for (Place& place : map_) {
            place.player = rng.below(2) == 0 ? Player::FIRST : Player::SECOND;
            for (Position& road : place.roads) road = static_cast<Position>(rng.below(places));
            place.end = rng.below(6);
        }
        map_[0].end = 5;
    }

    [[nodiscard]] Position start() const { return 0; }
    [[nodiscard]] Player to_move(Position position) const { return map_[position].player; }
    void generate(Position position, Moves<Roads>& moves) const {
        for (Move i = 0; i < 3 && !outcome(position); ++i) moves.push(i);
    }
    [[nodiscard]] Position play(Position position, Move move) const { return map_[position].roads[move]; }
    [[nodiscard]] std::optional<Outcome> outcome(Position position) const {
        if (map_[position].end == 0) return Outcome{Player::FIRST, "here FIRST wins", std::nullopt};
        if (map_[position].end == 1) return Outcome{Player::SECOND, "here SECOND wins", std::nullopt};
        return std::nullopt;
    }
    [[nodiscard]] std::uint64_t hash(Position position) const {
        std::uint64_t state = position;
        return splitmix64(state);
    }
    [[nodiscard]] Position parse(std::string_view text) const { return static_cast<Position>(read_number(text, "place", 0, places - 1)); }
    [[nodiscard]] std::string format(Position position) const { return std::to_string(position); }
    [[nodiscard]] std::string move_text(Move move) const { return std::to_string(move); }

private:
    struct Place {
        Player player;
        std::array<Position, 3> roads;
        std::uint32_t end;
    };
    std::array<Place, places> map_{};
};

static_assert(HasEvaluation<SeedTree<true>> && HasEvaluation<SeedTree<false>> && Kernel<Roads>);

}  // namespace quintet::testing
