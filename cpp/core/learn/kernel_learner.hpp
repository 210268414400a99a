// Learning for one kernel, behind core/learn/learner.hpp.
#pragma once

#include "core/learn/fit.hpp"
#include "core/learn/self_play.hpp"

namespace quintet {

template <LearnsPatterns K>
class KernelLearner final : public Learner {
public:
    using Patterns = typename K::Patterns;

    explicit KernelLearner(const K& kernel) : kernel_(kernel) {}

    [[nodiscard]] std::uint64_t layout() const override { return Layout<Patterns>::fingerprint(); }
    [[nodiscard]] int phases() const override { return Patterns::phases; }
    [[nodiscard]] int stages() const override { return Patterns::stages; }
    [[nodiscard]] double units_per_point() const override { return units_of<typename K::Evaluation>(); }
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

    [[nodiscard]] Fitted fit(std::string_view samples, std::string_view held_out, const FitSettings& settings, const WeightsPtr& start,
                             const std::function<void(std::size_t, std::size_t)>& progress, const Poll& poll) const override {
        settings.check();
        const Samples fitted(samples);
        const Samples measured(held_out);
        return Fitting<Patterns>(fitted, measured, settings, start).run(progress, poll);
    }

    [[nodiscard]] std::vector<std::int16_t> shifted(std::span<const std::int16_t> numbers, std::span<const double> points) const override {
        if (points.size() != Patterns::phases || numbers.size() % points.size() != 0 || numbers.size() / points.size() < last_scalar) {
            throw Error("expected numbers and a shift for each of " + std::to_string(Patterns::phases) + " phases");
        }
        // The weights of the last scalar are the last of a phase, and every position has one of them.
        std::vector<std::int16_t> moved(numbers.begin(), numbers.end());
        const std::size_t free = numbers.size() / points.size();
        for (std::size_t phase = 0; phase < points.size(); ++phase) {
            const long shift = std::lround(points[phase] * Weights::parts);
            for (std::size_t i = (phase + 1) * free - last_scalar; i < (phase + 1) * free; ++i) {
                moved[i] = static_cast<std::int16_t>(std::clamp(moved[i] + shift, -32767L, 32767L));
            }
        }
        return moved;
    }

    [[nodiscard]] std::vector<std::vector<int>> foresee(std::string_view text, int depth, const WeightsPtr& weights, const Poll& poll) const override {
        check_range("depth", depth, 1, 20);
        const LearnedEvaluation<K> evaluation(kernel_, weights);
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
            search.run(1, 1, [&](int) { row.push_back(search.best().finding.value); });
            found.push_back(std::move(row));
        }
        return found;
    }

private:
    static constexpr auto last_scalar = static_cast<std::size_t>(Patterns::scalar_sizes.back());

    K kernel_;
};

}  // namespace quintet
