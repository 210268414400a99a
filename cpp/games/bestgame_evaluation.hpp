// An estimate for Best Game Ever Made: the points made, and the points to come as a weighted sum of what
// the board threatens and of where the tokens lie. The weights were fitted by least squares to the final
// differences of the engine's own games (docs/learning.md), for boards that fill up and for those that do not,
// in two parts: one that always counts, and one that grows with the tokens left.
#pragma once

#include "core/search/evaluation.hpp"
#include "games/bestgame.hpp"

namespace quintet {

template <class Word>
class BestgameEvaluation {
public:
    using Game = Bestgame<Word>;
    using Position = typename Game::Position;

    static constexpr double units_per_point = 100;
    static constexpr double spread = 500;
    static constexpr Tuning tuning = {.aspiration = 150};

    static constexpr std::size_t feature_count = 15;
    using Features = std::array<int, feature_count>;

    explicit BestgameEvaluation(const Game& game)
        : game_(game), weights_(2 * game.all_tokens() >= bestgame::count(game.board()) ? crowded : roomy) {
        const int step = game.stride();
        const Word column = (Word{1} << (step - 1)) - 1;
        for (int left = 0, right = game.columns() - 1; left <= right && left < 3; ++left, --right) {
            columns_[static_cast<std::size_t>(left)] = column << left * step | column << right * step;
        }
        for (int row = 0; row < step - 1; row += 2) odd_rows_ |= game.floor() << row;
    }

    /// What is counted, for the side to move less for the other.
    [[nodiscard]] Features features(const Position& position) const noexcept {
        const std::size_t mover = position.turn;
        const Word own = position.cells[mover];
        const Word other = position.cells[mover ^ 1U];
        const int row_step = game_.stride();
        const Word occupied = own | other;
        const Word free = game_.board() & ~occupied;
        const Word tops = occupied & ~(occupied >> 1);
        const auto lead = [](Word ours, Word theirs) { return bestgame::count(ours) - bestgame::count(theirs); };
        const auto gapped = [&](Word tokens) { return tokens & free << row_step & tokens << 2 * row_step; };
        const auto exposed = [&](Word tokens) { return tokens & tokens << 1 & ~(tokens << 2) & free >> 1; };

        Features found{};
        found[0] = 1;
        found[1] = best_gain(position, mover);
        found[2] = best_gain(position, mover ^ 1U);
        found[3] = lead(own & own << row_step, other & other << row_step);
        found[4] = lead(gapped(own), gapped(other));
        found[5] = lead(own & own << 1, other & other << 1);
        found[6] = lead(exposed(own), exposed(other));
        found[7] = lead(own, other);
        found[8] = lead(own & tops, other & tops);
        found[9] = lead(own & own << 2 * row_step, other & other << 2 * row_step);
        for (std::size_t i = 0; i < columns_.size(); ++i) found[10 + i] = lead(own & columns_[i], other & columns_[i]);
        found[13] = lead(own & odd_rows_, other & odd_rows_);
        found[14] = lead(own & game_.floor(), other & game_.floor());
        return found;
    }

    [[nodiscard]] int operator()(const Position& position, Player player) const noexcept {
        const std::size_t mover = position.turn;
        const int phase = phase_of(position);
        const Features counts = features(position);
        int sum = 0;
        for (std::size_t i = 0; i < feature_count; ++i) sum += counts[i] * (last_phase * weights_.always[i] + phase * weights_.growing[i]);
        const int value = 100 * (position.points[mover] - position.points[mover ^ 1U]) + sum / last_phase;
        return game_.to_move(position) == player ? value : -value;
    }

    [[nodiscard]] int moves_left(const Position& position) const noexcept { return position.tokens[Game::white] + position.tokens[Game::black]; }

    static constexpr int last_phase = 24;

    /// The tokens left, up to the last phase: its weights serve for more.
    [[nodiscard]] static int phase_of(const Position& position) noexcept {
        return std::min(last_phase, position.tokens[Game::white] + position.tokens[Game::black]);
    }

private:
    /// In hundredths of a point.
    struct Weights {
        Features always;
        Features growing;
    };
    /// Where both players' tokens would fill the board: 5 x 7, 7 x 5.
    static constexpr Weights crowded = {
        .always = {-13, 52, -2, -14, 12, 32, 17, 23, 4, -5, -29, -18, 1, 6, -20},
        .growing = {-12, -6, 5, -44, 45, -7, -56, 15, -57, -57, -12, -21, -20, 23, 102},
    };
    /// Where there is room for all: 7 x 7, 9 x 9.
    static constexpr Weights roomy = {
        .always = {21, 26, -4, -11, 10, 31, 39, 33, 11, -11, -10, -9, -10, 0, -7},
        .growing = {4, -1, 8, -1, 37, -86, -84, -49, 31, -24, -7, 5, 14, 5, 43},
    };

    /// The most that one drop of this colour would gain, less what it would give away.
    [[nodiscard]] int best_gain(const Position& position, std::size_t colour) const noexcept {
        if (position.tokens[colour] == 0) return 0;
        const Word own = position.cells[colour];
        const Word other = position.cells[colour ^ 1U];
        const int step = game_.stride();
        const Word next = game_.board() & ~(own | other) & ((own | other) << 1 | game_.floor());
        // Something happens only in a row that the token makes a line of three, or on top of a run of two: of either
        // colour, since that is a line or a capture.
        const Word left = own << step;
        const Word right = own >> step;
        const Word pairs = (own << 1 & own << 2 & ~(own << 3)) | (other << 1 & other << 2 & ~(other << 3));
        Word eventful = next & (pairs | (left & own << 2 * step) | (right & own >> 2 * step) | (left & right));
        int best = eventful == next ? -100 : 0;
        Position trial = position;
        trial.turn = static_cast<std::uint8_t>(colour);
        const int before = position.points[colour] - position.points[colour ^ 1U];
        for (; eventful != 0; eventful &= eventful - 1) {
            const Position after = game_.play(trial, static_cast<typename Game::Move>(bestgame::lowest(eventful) / step));
            best = std::max(best, after.points[colour] - after.points[colour ^ 1U] - before);
        }
        return best;
    }

    const Game& game_;
    const Weights& weights_;
    Word odd_rows_ = 0;              ///< the first row, the third ...
    std::array<Word, 3> columns_{};  ///< the outermost on both sides, the next ones, the third ones
};

static_assert(HasEvaluation<Bestgame<bestgame::Word>>);

}  // namespace quintet
