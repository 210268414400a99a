// Learning at the door: quintet._core.Learner and Weights. Samples and numbers cross as bytes, the lowest first.
#pragma once

#include "bind/convert.hpp"
#include "core/learn/learner.hpp"
#include "core/learn/prior_learner.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace quintet::bind {

/// Weights as Python holds them.
struct WeightsHandle {
    WeightsPtr weights;
};

/// Numbers of 16 bits from bytes and back.
[[nodiscard]] inline std::vector<std::int16_t> numbers_of(std::string_view text) {
    static_assert(std::endian::native == std::endian::little);
    if (text.size() % 2 != 0) throw Error("weights are 2 bytes each, got " + std::to_string(text.size()) + " bytes");
    std::vector<std::int16_t> numbers(text.size() / 2);
    std::ranges::copy(text, reinterpret_cast<char*>(numbers.data()));
    return numbers;
}

[[nodiscard]] inline nb::bytes bytes_of(const std::vector<std::int16_t>& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), 2 * numbers.size());
}

[[nodiscard]] inline std::string_view view(const nb::bytes& given) { return {given.c_str(), given.size()}; }

[[nodiscard]] inline WeightsPtr weights_of(const WeightsHandle* handle) { return handle == nullptr ? nullptr : handle->weights; }

/// What every learner has, of an evaluation or of a prior.
template <class L>
class Learning {
public:
    explicit Learning(std::unique_ptr<const L> learner) : learner_(std::move(learner)) {}

    [[nodiscard]] std::uint64_t layout() const { return learner_->layout(); }
    [[nodiscard]] WeightsHandle weights(const nb::bytes& given) const {
        const std::vector<std::int16_t> numbers = numbers_of(view(given));
        return unlocked([&] { return WeightsHandle{learner_->weights(numbers)}; });
    }

protected:
    std::unique_ptr<const L> learner_;
};

class LearnerHandle : public Learning<Learner> {
public:
    using Learning::Learning;

    [[nodiscard]] int phases() const { return learner_->phases(); }
    [[nodiscard]] int stages() const { return learner_->stages(); }
    [[nodiscard]] double units_per_point() const { return learner_->units_per_point(); }

    [[nodiscard]] nb::bytes self_play(const WeightsHandle* weights, const nb::int_& seed, const nb::int_& first, const nb::int_& games, int depth, int least_random,
                                      int most_random, int random_share, int exact_from, int search_share) const {
        const SelfPlay settings{static_cast<std::uint64_t>(number_in(seed, "seed", 0, bounds::most_seed)), static_cast<std::uint64_t>(number_in(first, "first", 0, bounds::most_seed)),
                                static_cast<std::uint64_t>(number_in(games, "games", 0, 1'000'000)), depth, least_random, most_random, random_share, exact_from, search_share};
        const std::string samples = unlocked([&] { return learner_->self_play(settings, weights_of(weights), interruptible()); });
        return nb::bytes(samples.data(), samples.size());
    }

    using Errors = std::vector<std::tuple<std::size_t, std::size_t, double, double>>;
    [[nodiscard]] std::tuple<nb::bytes, Errors> fit(const nb::bytes& samples, const nb::bytes& held_out, int iterations, double ridge, int overlap, int threads,
                                                    const WeightsHandle* start, const nb::object& progress) const {
        std::function<void(std::size_t, std::size_t)> report;
        if (!progress.is_none()) {
            report = [callback = nb::handle(progress)](std::size_t done, std::size_t all) {
                const nb::gil_scoped_acquire acquire;
                callback(done, all);
            };
        }
        const Fitted found = unlocked([&] { return learner_->fit(view(samples), view(held_out), {iterations, ridge, overlap, threads}, weights_of(start), report, interruptible()); });
        Errors errors;
        for (const PhaseError& each : found.errors) errors.emplace_back(each.samples, each.held_out, each.mean, each.root_mean_square);
        return {bytes_of(found.numbers), errors};
    }

    [[nodiscard]] nb::bytes shifted(const nb::bytes& given, const std::vector<double>& points) const {
        const std::vector<std::int16_t> numbers = numbers_of(view(given));
        return bytes_of(learner_->shifted(numbers, points));
    }

    [[nodiscard]] std::vector<std::vector<int>> foresee(const nb::bytes& samples, int depth, const WeightsHandle& weights) const {
        return unlocked([&] { return learner_->foresee(view(samples), depth, weights.weights, interruptible()); });
    }
};

class PriorLearnerHandle : public Learning<PriorLearner> {
public:
    using Learning::Learning;

    [[nodiscard]] std::vector<std::string> boards() const { return learner_->boards(); }

    [[nodiscard]] nb::bytes play(const WeightsHandle* weights, const nb::int_& seed, const nb::int_& first, const nb::int_& games, const nb::int_& nodes,
                                 int most_random, int varied_share) const {
        const PriorPlay settings{static_cast<std::uint64_t>(number_in(seed, "seed", 0, bounds::most_seed)), static_cast<std::uint64_t>(number_in(first, "first", 0, bounds::most_seed)),
                                 static_cast<std::uint64_t>(number_in(games, "games", 0, 1'000'000)), static_cast<std::uint64_t>(number_in(nodes, "nodes", 2, 1'000'000)),
                                 most_random, varied_share};
        const std::string samples = unlocked([&] { return learner_->play(settings, weights_of(weights), interruptible()); });
        return nb::bytes(samples.data(), samples.size());
    }

    [[nodiscard]] PriorFit begin(double doubt) const { return learner_->begin(doubt); }
    [[nodiscard]] std::tuple<std::size_t, double, double> fit(PriorFit& fit, const nb::bytes& samples, double rate) const {
        const PriorError error = unlocked([&] { return learner_->fit(fit, view(samples), rate, interruptible()); });
        return {error.samples, error.surprise, error.best_first};
    }
    [[nodiscard]] nb::bytes numbers(const PriorFit& fit) const { return bytes_of(learner_->numbers(fit)); }
};

inline void add_learn(nb::module_& module) {
    using namespace nb::literals;

    nb::class_<WeightsHandle>(module, "Weights", "What was learnt about a game, ready for its searches.");

    nb::class_<LearnerHandle>(module, "Learner", "Learning for one game.")
        .def_prop_ro("layout", &LearnerHandle::layout, "Changes with the patterns: weights of another layout do not fit.")
        .def_prop_ro("phases", &LearnerHandle::phases)
        .def_prop_ro("stages", &LearnerHandle::stages)
        .def_prop_ro("units_per_point", &LearnerHandle::units_per_point, "What a point is in the values of foresee.")
        .def("weights", &LearnerHandle::weights, "numbers"_a, "Weights from numbers of 16 bits.")
        .def("self_play", &LearnerHandle::self_play, "weights"_a.none(), nb::kw_only(), "seed"_a, "first"_a, "games"_a, "depth"_a, "least_random"_a, "most_random"_a,
             "random_share"_a, "exact_from"_a, "search_share"_a, "Samples from games, with these weights or with none.")
        .def("fit", &LearnerHandle::fit, "samples"_a, "held_out"_a, nb::kw_only(), "iterations"_a, "ridge"_a, "overlap"_a, "threads"_a, "start"_a.none() = nb::none(), "progress"_a = nb::none(),
             nb::sig("def fit(self, samples: bytes, held_out: bytes, *, iterations: int, ridge: float, overlap: int, threads: int, "
                     "start: Weights | None = None, progress: collections.abc.Callable[[int, int], object] | None = None) -> tuple[bytes, list[tuple[int, int, float, float]]]"),
             "The numbers that fit best, near those to start from, and for each phase (samples, held out, mean error, root mean square).")
        .def("shifted", &LearnerHandle::shifted, "numbers"_a, "points"_a,
             "Numbers without foresight that expect so many points more for the side to move, in each phase.")
        .def("foresee", &LearnerHandle::foresee, "samples"_a, "depth"_a, "weights"_a, "For each sample its phase, then what searches of depth 1, 2, ... find.");

    nb::class_<PriorFit>(module, "PriorFit", "The weights of a prior while they are fitted.");

    nb::class_<PriorLearnerHandle>(module, "PriorLearner", "Learning which moves are likely, for one board of a game.")
        .def_prop_ro("layout", &PriorLearnerHandle::layout, "Changes with the features: weights of another layout do not fit.")
        .def_prop_ro("boards", &PriorLearnerHandle::boards, "The specs whose games are learnt from.")
        .def("weights", &PriorLearnerHandle::weights, "numbers"_a, "Weights from numbers of 16 bits.")
        .def("play", &PriorLearnerHandle::play, "weights"_a.none(), nb::kw_only(), "seed"_a, "first"_a, "games"_a, "nodes"_a, "most_random"_a, "varied_share"_a,
             "Samples from games, with these weights or with none.")
        .def("begin", &PriorLearnerHandle::begin, "doubt"_a)
        .def("fit", &PriorLearnerHandle::fit, "fit"_a, "samples"_a, "rate"_a,
             "Goes through the samples once, or only measures with a rate of 0: (samples, mean surprise, share of best moves that were likeliest).")
        .def("numbers", &PriorLearnerHandle::numbers, "fit"_a);
}

}  // namespace quintet::bind
