// The evaluation that was learnt, in place of the one that was written: the sum of the weights of all patterns.
// Everything else that a search asks of an evaluation (core/search/evaluation.hpp) is the written one's.
#pragma once

#include "core/learn/weights.hpp"

namespace quintet {

/// The units of a point in a game with scores; elsewhere a learnt point is a hundredth of the spread.
template <class E>
[[nodiscard]] constexpr double units_of() noexcept {
    if constexpr (KeepsScores<E>) return E::units_per_point;
    return spread_of<E>() / 100;
}

template <LearnsPatterns K>
class LearnedEvaluation : public K::Evaluation {
public:
    using Patterns = typename K::Patterns;
    using L = Layout<Patterns>;
    static constexpr Tuning tuning = Patterns::tuning;
    static constexpr int played_out = [] {
        if constexpr (KnowsTheEnd<Patterns>) return Patterns::played_out;
        return -1;
    }();

    LearnedEvaluation(const K& kernel, WeightsPtr weights) : K::Evaluation(kernel), kernel_(kernel), weights_(std::move(weights)) {}

    [[nodiscard]] int operator()(const typename K::Position& position, Player player) const noexcept { return (*this)(Near(), position, player); }

    /// Estimates of the positions that moves lead to, sooner had than one by one. Of any others they are as right.
    class Near {
    public:
        Near() = default;
        [[gnu::always_inline]] explicit Near(const BoardView& view) noexcept : Near(Near(), view) {}
        /// Sooner had from what is known of the position before the last move, whose mover is the other side here.
        [[gnu::always_inline]] Near(const Near& before, const BoardView& view) noexcept : view_{view.other, view.own}, own_(before.other_), other_(before.own_) {
            const BoardView& from = before.view_;
            own_.template add<-1>(from.own & ~view.own);
            own_.template add<1>(view.own & ~from.own);
            other_.template add<-1>(from.other & ~view.other);
            other_.template add<1>(view.other & ~from.other);
            numbers_ = L::Numbers::of(other_, own_);
        }

        /// For the side that moves there.
        [[nodiscard, gnu::always_inline]] int rate(const Weights& weights, const BoardView& view) const noexcept {
            typename L::Numbers numbers = numbers_;
            numbers.follow(view_, view);
            const std::int16_t* table = weights.phase(L::phase(Patterns::stage(view)));
            int sum = 0;
            L::read(numbers, view, [&](std::size_t place) { sum += table[place]; });
            return sum * units / Weights::parts;
        }

    private:
        BoardView view_{0, 0};  ///< as the other side sees it, which moves next
        typename L::Numbers own_;
        typename L::Numbers other_;
        typename L::Numbers numbers_;
    };

    /// `before` is best that of the position before the last move.
    [[nodiscard, gnu::always_inline]] Near near(const Near& before, const typename K::Position& position) const noexcept { return Near(before, Patterns::view(position)); }

    [[nodiscard, gnu::always_inline]] int operator()(const Near& near, const typename K::Position& position, Player player) const noexcept {
        const int value = near.rate(*weights_, Patterns::view(position));
        return kernel_.to_move(position) == player ? value : -value;
    }

    /// With `played_out` moves left or fewer: a bound that says whether the side to move gets more than `alpha` in the end.
    [[nodiscard]] int final_value(const typename K::Position& position, int alpha) const noexcept
        requires KnowsTheEnd<Patterns>
    {
        const int points = alpha >= 0 ? alpha / units : -((units - 1 - alpha) / units);
        return units * Patterns::final_lead(Patterns::view(position), points);
    }

    /// What a shallower search tells about one of this depth.
    [[nodiscard]] Foresight foresee(const typename K::Position& position, int depth) const noexcept {
        return weights_->foresee(L::phase(Patterns::stage(Patterns::view(position))), depth);
    }

private:
    static constexpr int units = static_cast<int>(units_of<typename K::Evaluation>());

    const K& kernel_;
    WeightsPtr weights_;
};

}  // namespace quintet
