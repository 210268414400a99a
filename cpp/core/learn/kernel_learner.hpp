// Learning for one kernel, behind core/learn/learner.hpp.
#pragma once

#include "core/learn/fit.hpp"
#include "core/learn/self_play.hpp"

namespace quintet {

/// Weights whose foresight is not used: what a search without it finds is what foresight is measured by.
[[nodiscard]] inline WeightsPtr without_foresight(const WeightsPtr& weights) {
    auto plain = std::make_shared<Weights>(*weights);
    plain->depths = 0;
    plain->foresight.clear();
    return plain;
}

template <LearnsPatterns K>
class KernelLearner final : public Learner {
public:
    using Patterns = typename K::Patterns;

    explicit KernelLearner(const K& kernel) : kernel_(kernel) {}

    [[nodiscard]] std::uint64_t layout() const override { return Layout<Patterns>::fingerprint(); }
    [[nodiscard]] int phases() const override { return Patterns::phases; }
    [[nodiscard]] WeightsPtr weights(std::span<const std::int16_t> numbers) const override { return read_weights<Patterns>(numbers); }

    [[nodiscard]] std::string self_play(const SelfPlay& settings, const WeightsPtr& weights, const Poll& poll) const override {
        settings.check();
        if (!weights) {
            const typename K::Evaluation written(kernel_);
            return Generator<K, typename K::Evaluation>(kernel_, written, settings).run(poll);
        }
        const LearnedEvaluation<K> learned(kernel_, weights);
        return Generator<K, LearnedEvaluation<K>>(kernel_, learned, settings).run(poll);
    }

    [[nodiscard]] Fitted fit(std::string_view samples, std::string_view held_out, const FitSettings& settings,
                             const std::function<void(std::size_t, std::size_t)>& progress, const Poll& poll) const override {
        settings.check();
        const Samples fitted(samples);
        const Samples measured(held_out);
        return Fitting<Patterns>(fitted, measured, settings).run(progress, poll);
    }

    [[nodiscard]] std::vector<std::vector<int>> foresee(std::string_view text, int depth, const WeightsPtr& weights, const Poll& poll) const override {
        check_range("depth", depth, 1, 20);
        const LearnedEvaluation<K> evaluation(kernel_, without_foresight(weights));
        const Samples samples(text);
        Table table(std::size_t{1} << 24);
        std::vector<std::vector<int>> found;
        for (std::size_t i = 0; i < samples.size(); ++i) {
            const BoardView view = samples[i].view;
            const auto position = Patterns::position(view);
            if (kernel_.outcome(position)) continue;
            std::vector<int> row = {Layout<Patterns>::phase(Patterns::stage(view))};
            Control control({.depth = depth}, {});
            table.next_generation();
            Deepening<K, LearnedEvaluation<K>> search(kernel_, evaluation, position, {}, table, control, &poll, 0);
            search.run(1, 1, [&](int) { row.push_back(search.result(1).lines.front().finding.value); });
            found.push_back(std::move(row));
        }
        return found;
    }

private:
    K kernel_;
};

}  // namespace quintet
