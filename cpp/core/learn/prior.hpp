// A prior: how likely each move seems before anything is searched. A game lists features of moves, each a number
// below `size`; what is learnt is a weight for each, and a move is as likely as exp(sum of its weights).
//
//     class Quentin::Prior {                                      // games/quentin_prior.hpp
//     public:
//         explicit Prior(const Quentin&);
//         static constexpr std::array<std::string_view, 3> boards;    // the specs whose games are learnt from
//         static constexpr std::size_t size;                          // how many features there are
//         static std::size_t tied(std::size_t feature);               // the first feature with the same weight
//         // Calls use(number in the list, feature) for every feature of every move; `last` is the move before, if known.
//         void read(const Position&, std::optional<Move> last, const Moves&, Use) const;
//     };
#pragma once

#include "core/learn/weights.hpp"

#include <cmath>
#include <string_view>

namespace quintet {

/// A kernel whose moves have features.
template <class K>
concept LearnsPrior = HasEvaluation<K> && std::constructible_from<typename K::Prior, const K&> && requires(std::size_t feature) {
    { K::Prior::size } -> std::convertible_to<std::size_t>;
    { K::Prior::tied(feature) } -> std::same_as<std::size_t>;
    { K::Prior::boards[0] } -> std::convertible_to<std::string_view>;
};

/// Weights of a prior are multiples of 1 / prior_parts.
inline constexpr float prior_parts = 256;

/// The written evaluation with a prior beside it.
template <LearnsPrior K>
class WithPrior : public K::Evaluation {
public:
    WithPrior(const K& kernel, WeightsPtr weights) : K::Evaluation(kernel), prior_(kernel), weights_(std::move(weights)) {}

    /// The probability of each move.
    void expect(const typename K::Position& position, std::optional<typename K::Move> last, const Moves<K>& moves, std::span<float> likely) const noexcept {
        std::array<int, K::max_moves> sums;
        std::fill_n(sums.begin(), moves.size(), 0);
        prior_.read(position, last, moves, [&, table = weights_->tables.data()](std::size_t move, std::size_t feature) { sums[move] += table[feature]; });
        const int most = *std::max_element(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(moves.size()));
        float total = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) total += likely[i] = std::exp(static_cast<float>(sums[i] - most) / prior_parts);
        for (std::size_t i = 0; i < moves.size(); ++i) likely[i] /= total;
    }

private:
    typename K::Prior prior_;
    WeightsPtr weights_;
};

/// Fingerprint of the features: weights of others do not fit.
template <class P>
[[nodiscard]] std::uint64_t prior_layout() {
    static const std::uint64_t found = [] {
        std::uint64_t sum = P::size;
        for (std::size_t feature = 0; feature < P::size; ++feature) sum = mixed(sum, P::tied(feature));
        return sum;
    }();
    return found;
}

/// Reads the weights of a prior: one for every feature that is not tied to an earlier one.
template <class P>
[[nodiscard]] WeightsPtr read_prior(std::span<const std::int16_t> numbers) {
    auto weights = std::make_shared<Weights>();
    weights->layout = prior_layout<P>();
    weights->size = P::size;
    weights->tables.resize(P::size);
    std::size_t next = 0;
    for (std::size_t feature = 0; feature < P::size; ++feature) {
        const std::size_t first = P::tied(feature);
        const bool own = first == feature;
        if (own && next < numbers.size()) weights->tables[feature] = numbers[next];
        if (!own) weights->tables[feature] = weights->tables[first];
        next += own;
    }
    if (next != numbers.size()) {
        throw Error("the weights do not fit this game: expected " + std::to_string(next) + " numbers, got " + std::to_string(numbers.size()));
    }
    return weights;
}

}  // namespace quintet
