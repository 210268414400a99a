// Learning with the type erased, at the level of whole calls, as the door needs it: core/learn/kernel_learner.hpp.
#pragma once

#include "core/bounds.hpp"
#include "core/learn/weights.hpp"
#include "core/poll.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace quintet {

/// Games to learn from: core/learn/self_play.hpp.
struct SelfPlay {
    std::uint64_t seed = 0;
    std::uint64_t first = 0;      ///< the number of the first game: a game depends on the seed and its number
    std::uint64_t games = 1;
    int depth = 4;
    int least_random = 4;         ///< random moves at the beginning
    int most_random = 40;
    int random_share = 0;         ///< of the moves after them, in thousandths
    int exact_from = 12;          ///< the solver plays the last moves of a game, this many
    int search_share = 0;         ///< of what the search expects in a position's worth, in hundredths

    void check() const {
        check_range("depth", depth, 1, 20);
        check_range("least_random", least_random, 0, 1000);
        check_range("most_random", most_random, least_random, 1000);
        check_range("random_share", random_share, 0, 1000);
        check_range("exact_from", exact_from, 0, 24);
        check_range("search_share", search_share, 0, 100);
    }
};

/// How weights are fitted: core/learn/fit.hpp.
struct FitSettings {
    int iterations = 30;
    double ridge = 30;  ///< how many samples' worth of doubt a weight has to overcome
    int overlap = 3;    ///< a phase also uses the samples of this many stages before and after it
    int threads = 1;

    void check() const {
        check_range("iterations", iterations, 1, 10'000);
        if (!(ridge > 0 && ridge < 1e9)) throw Error("ridge must be above 0, got " + std::to_string(ridge));
        check_range("overlap", overlap, 0, 1000);
        check_range("threads", threads, 1, bounds::most_threads);
    }
};

/// How far the weights are off, in points.
struct PhaseError {
    std::size_t samples = 0;   ///< fitted to
    std::size_t held_out = 0;  ///< measured on
    double mean = 0;           ///< of the absolute error, on those held out
    double root_mean_square = 0;
};

struct Fitted {
    std::vector<std::int16_t> numbers;  ///< as read_weights expects them, without foresight
    std::vector<PhaseError> errors;
};

class Learner {
public:
    Learner() = default;
    Learner(const Learner&) = delete;
    Learner& operator=(const Learner&) = delete;
    virtual ~Learner() = default;

    /// Changes with the patterns: weights of another layout do not fit.
    [[nodiscard]] virtual std::uint64_t layout() const = 0;
    [[nodiscard]] virtual int phases() const = 0;
    /// About as many as a game has moves.
    [[nodiscard]] virtual int stages() const = 0;
    /// In which `foresee` counts.
    [[nodiscard]] virtual double units_per_point() const = 0;
    [[nodiscard]] virtual WeightsPtr weights(std::span<const std::int16_t> numbers) const = 0;
    /// Games played with these weights, or with none; as samples.
    [[nodiscard]] virtual std::string self_play(const SelfPlay& settings, const WeightsPtr& weights, const Poll& poll) const = 0;
    /// The weights that fit best, near those to start from if there are any.
    [[nodiscard]] virtual Fitted fit(std::string_view samples, std::string_view held_out, const FitSettings& settings, const WeightsPtr& start,
                                     const std::function<void(std::size_t, std::size_t)>& progress, const Poll& poll) const = 0;
    /// Numbers without foresight that expect so many points more for the side to move, in each phase.
    [[nodiscard]] virtual std::vector<std::int16_t> shifted(std::span<const std::int16_t> numbers, std::span<const double> points) const = 0;
    /// For each sample its phase and what searches of depth 1 to `depth` find, cut by the foresight of the weights if there is any.
    [[nodiscard]] virtual std::vector<std::vector<int>> foresee(std::string_view samples, int depth, const WeightsPtr& weights, const Poll& poll) const = 0;
};

}  // namespace quintet
