// Games to learn a prior from: both sides play what a Monte Carlo search of fixed size tried most, after some random
// moves and with a few more among the moves it tried. Of every search is kept how often it tried each move.
#pragma once

#include "core/learn/prior_fit.hpp"
#include "core/search/mcts.hpp"

namespace quintet {

template <LearnsPrior K, EvaluationOf<K> E>
class PriorGenerator {
public:
    PriorGenerator(const K& kernel, const E& evaluation, const PriorPlay& settings)
        : kernel_(kernel), settings_(settings), search_(kernel, evaluation, std::size_t{64} << 20) {}

    [[nodiscard]] std::string run(const Poll& poll) {
        std::string samples;
        for (std::uint64_t game = settings_.first; game < settings_.first + settings_.games; ++game) {
            rng_ = Rng(mixed(settings_.seed, game));
            search_.clear();
            play(samples, poll);
        }
        return samples;
    }

private:
    using Move = typename K::Move;

    void play(std::string& samples, const Poll& poll) {
        auto position = kernel_.start();
        std::optional<Move> last;
        const int opening = static_cast<int>(rng_.below(static_cast<std::uint32_t>(settings_.most_random + 1)));
        for (int ply = 0; !kernel_.outcome(position); ++ply) {
            Moves<K> moves;
            kernel_.generate(position, moves);
            Move move = moves[rng_.below(static_cast<std::uint32_t>(moves.size()))];
            if (ply >= opening && moves.size() > 1) move = searched(position, last, samples, poll);
            position = kernel_.play(position, move);
            last = move;
        }
    }

    [[nodiscard]] Move searched(const typename K::Position& position, std::optional<Move> last, std::string& samples, const Poll& poll) {
        Control control({.nodes = settings_.nodes}, {});
        const auto found = search_.search(position, control, 1, 1, rng_.next(), poll, [](const auto&) {});
        PriorSample<K> sample{position, last, search_.visits()};
        std::uint64_t total = 0;
        for (const auto& [move, visits] : sample.visits) total += visits;
        // What is proved needs no guess; and what was hardly tried says little.
        std::erase_if(sample.visits, [&](const auto& each) { return each.second * 200 < total; });
        if (!found.proved && !sample.visits.empty()) sample.append_to(kernel_, samples);
        if (found.proved || sample.visits.empty() || static_cast<int>(rng_.below(1000)) >= settings_.varied_share) return found.lines[0].move;
        total = 0;
        for (const auto& [move, visits] : sample.visits) total += visits;
        std::uint64_t drawn = rng_.below(static_cast<std::uint32_t>(total));
        for (const auto& [move, visits] : sample.visits) {
            if (drawn < visits) return move;
            drawn -= visits;
        }
        return found.lines[0].move;
    }

    const K& kernel_;
    PriorPlay settings_;
    Mcts<K, E> search_;
    Rng rng_{0};
};

/// Learning a prior for one kernel, behind core/learn/prior_learner.hpp.
template <LearnsPrior K>
class KernelPriorLearner final : public PriorLearner {
public:
    using Prior = typename K::Prior;

    explicit KernelPriorLearner(const K& kernel) : kernel_(kernel) {}

    [[nodiscard]] std::uint64_t layout() const override { return prior_layout<Prior>(); }
    [[nodiscard]] std::vector<std::string> boards() const override { return {Prior::boards.begin(), Prior::boards.end()}; }
    [[nodiscard]] WeightsPtr weights(std::span<const std::int16_t> numbers) const override { return read_prior<Prior>(numbers); }

    [[nodiscard]] std::string play(const PriorPlay& settings, const WeightsPtr& weights, const Poll& poll) const override {
        settings.check();
        if (!weights) {
            const typename K::Evaluation written(kernel_);
            return PriorGenerator<K, typename K::Evaluation>(kernel_, written, settings).run(poll);
        }
        const WithPrior<K> learned(kernel_, weights);
        return PriorGenerator<K, WithPrior<K>>(kernel_, learned, settings).run(poll);
    }

    [[nodiscard]] PriorFit begin(double doubt) const override { return PriorFit(Prior::size, doubt); }
    [[nodiscard]] PriorError fit(PriorFit& fit, std::string_view samples, double rate, const Poll& poll) const override {
        return PriorFitting<K>(kernel_).run(fit, samples, rate, poll);
    }
    [[nodiscard]] std::vector<std::int16_t> numbers(const PriorFit& fit) const override { return prior_numbers<Prior>(fit); }

private:
    K kernel_;
};

}  // namespace quintet
