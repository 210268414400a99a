// Learning a prior (core/learn/prior.hpp) with the type erased, at the level of whole calls, as the door needs it.
#pragma once

#include "core/bounds.hpp"
#include "core/learn/weights.hpp"
#include "core/poll.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace quintet {

/// Games to learn from: core/learn/prior_play.hpp.
struct PriorPlay {
    std::uint64_t seed = 0;
    std::uint64_t first = 0;  ///< the number of the first game: a game depends on the seed and its number
    std::uint64_t games = 1;
    std::uint64_t nodes = 500;
    int most_random = 6;     ///< random moves at the beginning, at most
    int varied_share = 125;  ///< of the moves after them, in thousandths: drawn by how often they were tried

    void check() const {
        check_range("nodes", static_cast<std::int64_t>(nodes), 2, 1'000'000);
        check_range("most_random", most_random, 0, 1000);
        check_range("varied_share", varied_share, 0, 1000);
    }
};

/// The weights while they are fitted; all boards of a game share them.
struct PriorFit {
    PriorFit(std::size_t size, double doubt) : weights(size), squares(size, static_cast<float>(doubt)) {}

    std::vector<float> weights;
    std::vector<float> squares;  ///< of all gradients so far, and the doubt
};

/// How well a prior foretells searches.
struct PriorError {
    std::size_t samples = 0;
    double surprise = 0;    ///< the mean of -ln of what the prior gave to the moves, weighted by how much they were tried
    double best_first = 0;  ///< the share of samples whose most tried move was the likeliest
};

class PriorLearner {
public:
    PriorLearner() = default;
    PriorLearner(const PriorLearner&) = delete;
    PriorLearner& operator=(const PriorLearner&) = delete;
    virtual ~PriorLearner() = default;

    /// Changes with the features: weights of another layout do not fit.
    [[nodiscard]] virtual std::uint64_t layout() const = 0;
    /// The specs whose games are learnt from.
    [[nodiscard]] virtual std::vector<std::string> boards() const = 0;
    [[nodiscard]] virtual WeightsPtr weights(std::span<const std::int16_t> numbers) const = 0;
    /// Games played with these weights, or with none; as samples.
    [[nodiscard]] virtual std::string play(const PriorPlay& settings, const WeightsPtr& weights, const Poll& poll) const = 0;
    [[nodiscard]] virtual PriorFit begin(double doubt) const = 0;
    /// Goes through samples of this board once; a rate of 0 only measures.
    [[nodiscard]] virtual PriorError fit(PriorFit& fit, std::string_view samples, double rate, const Poll& poll) const = 0;
    [[nodiscard]] virtual std::vector<std::int16_t> numbers(const PriorFit& fit) const = 0;
};

}  // namespace quintet
