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

    LearnedEvaluation(const K& kernel, WeightsPtr weights) : K::Evaluation(kernel), kernel_(kernel), weights_(std::move(weights)) {}

    [[nodiscard]] int operator()(const typename K::Position& position, Player player) const noexcept {
        const int value = rate(*weights_, Patterns::view(position));
        return kernel_.to_move(position) == player ? value : -value;
    }

    /// For the side to move.
    [[nodiscard, gnu::always_inline]] static int rate(const Weights& weights, const BoardView& view) noexcept {
        const std::int16_t* table = weights.phase(L::phase(Patterns::stage(view)));
        int sum = 0;
        L::read(view, [&](std::size_t place) { sum += table[place]; });
        return sum * static_cast<int>(units_of<typename K::Evaluation>()) / Weights::parts;
    }

    /// What a shallower search tells about one of this depth.
    [[nodiscard]] Foresight foresee(const typename K::Position& position, int depth) const noexcept {
        return weights_->foresee(L::phase(Patterns::stage(Patterns::view(position))), depth);
    }

private:
    const K& kernel_;
    WeightsPtr weights_;
};

}  // namespace quintet
