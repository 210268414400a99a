// Fitting: the weights that explain the samples best. For each phase alone, ridge regression by conjugate gradients
// on the normal equations, scaled by how often a weight is met; a rare pattern stays near nothing, or near the weights
// to start from. A phase also uses the samples shortly before and after it. Phases are shared out among threads, and each is worked out by one
// thread in the samples' order, so that the result does not depend on how many there are.
#pragma once

#include "core/learn/learner.hpp"
#include "core/learn/sample.hpp"
#include "core/stop.hpp"
#include "core/threads.hpp"

#include <atomic>
#include <chrono>
#include <cmath>

namespace quintet {

template <class P>
class Fitting {
public:
    using L = Layout<P>;

    /// `start`: weights to begin with and to stay near, or none.
    Fitting(const Samples& samples, const Samples& held_out, const FitSettings& settings, WeightsPtr start)
        : samples_(samples), held_out_(held_out), settings_(settings), start_(std::move(start)), tied_(L::tied()), weights_(phases), errors_(phases) {}

    /// `progress(steps done, steps in all)` and `poll` are called on this thread now and then.
    [[nodiscard]] Fitted run(const std::function<void(std::size_t, std::size_t)>& progress, const Poll& poll) {
        std::atomic<std::size_t> next = 0;
        std::atomic<std::size_t> finished = 0;
        {
            StopSource ending;
            std::vector<Thread> threads;
            // Whatever `progress` and `poll` throw ends the threads, which are asked to stop before they are joined.
            struct Ended {
                StopSource& ending;
                ~Ended() { ending.request_stop(); }
            };
            const Ended ended{ending};
            for (int i = 0; i < settings_.threads; ++i) {
                threads.emplace_back([&, stop = ending.token()] {
                    for (std::size_t phase = next++; phase < phases && !stop.stop_requested(); phase = next++) {
                        fit(phase, stop);
                        ++finished;
                    }
                });
            }
            while (finished < phases) {
                sleep_for(std::chrono::milliseconds(20));
                if (progress) progress(steps_, phases * static_cast<std::size_t>(settings_.iterations));
                if (poll) poll();
            }
        }
        Fitted found;
        found.errors = errors_;
        for (const std::vector<float>& weights : weights_) {
            for (std::size_t i = 0; i < L::size; ++i) {
                if (tied_[i] == i) found.numbers.push_back(rounded(weights[i]));
            }
        }
        return found;
    }

private:
    static constexpr auto phases = static_cast<std::size_t>(P::phases);

    [[nodiscard]] static std::int16_t rounded(float weight) noexcept {
        return static_cast<std::int16_t>(std::clamp(std::lround(weight * static_cast<float>(Weights::parts)), -32767L, 32767L));
    }

    [[nodiscard]] bool uses(std::size_t phase, int stage) const {
        const int low = std::max(stage - settings_.overlap, 0);
        const int high = std::min(stage + settings_.overlap, P::stages - 1);
        return L::phase(low) <= static_cast<int>(phase) && static_cast<int>(phase) <= L::phase(high);
    }

    [[nodiscard]] static float predicted(const std::vector<float>& weights, const BoardView& view) {
        float sum = 0;
        L::read(view, [&](std::size_t place) { sum += weights[place]; });
        return sum;
    }

    /// Weights that must be equal share what each of them met.
    void join(std::vector<float>& sums) const {
        for (std::size_t i = 0; i < L::size; ++i) {
            if (tied_[i] != i) sums[tied_[i]] += sums[i];
        }
        spread(sums);
    }

    void spread(std::vector<float>& weights) const {
        for (std::size_t i = 0; i < L::size; ++i) weights[i] = weights[tied_[i]];
    }

    /// Over the weights that are free.
    [[nodiscard]] double product(const std::vector<float>& a, const std::vector<float>& b) const {
        double sum = 0;
        for (std::size_t i = 0; i < L::size; ++i) {
            if (tied_[i] == i) sum += static_cast<double>(a[i]) * b[i];
        }
        return sum;
    }

    [[nodiscard]] std::vector<float> start(std::size_t phase) const {
        std::vector<float> weights(L::size, 0);
        if (start_) std::transform(start_->phase(static_cast<int>(phase)), start_->phase(static_cast<int>(phase)) + L::size, weights.begin(), [](std::int16_t number) {
            return static_cast<float>(number) / Weights::parts;
        });
        return weights;
    }

    void fit(std::size_t phase, const StopToken& stop) {
        const std::vector<float> first = start(phase);
        std::vector<BoardView> views;
        std::vector<float> left;  // of each sample's worth, what is not explained yet
        std::vector<float> met(L::size, 0);
        for (std::size_t i = 0; i < samples_.size(); ++i) {
            const Sample sample = samples_[i];
            if (!uses(phase, P::stage(sample.view))) continue;
            views.push_back(sample.view);
            left.push_back(static_cast<float>(sample.worth) / Weights::parts - predicted(first, sample.view));
            L::read(sample.view, [&](std::size_t place) { met[place] += 1; });
        }
        join(met);
        const auto ridge = static_cast<float>(settings_.ridge);
        std::vector<float> weights = first;
        std::vector<float> slope(L::size, 0);
        std::vector<float> scaled(L::size, 0);
        std::vector<float> step(L::size, 0);
        std::vector<float> change(views.size());
        double steepness = 0;
        const auto renew_slope = [&] {
            std::ranges::fill(slope, 0.0F);
            for (std::size_t i = 0; i < views.size(); ++i) {
                const float rest = left[i];
                L::read(views[i], [&](std::size_t place) { slope[place] += rest; });
            }
            join(slope);
            for (std::size_t i = 0; i < L::size; ++i) {
                slope[i] -= ridge * (weights[i] - first[i]);
                scaled[i] = slope[i] / (met[i] + ridge);
            }
            const double now = product(slope, scaled);
            const auto turn = static_cast<float>(steepness > 0 ? now / steepness : 0);
            for (std::size_t i = 0; i < L::size; ++i) step[i] = scaled[i] + turn * step[i];
            steepness = now;
        };
        renew_slope();
        for (int iteration = 0; iteration < settings_.iterations && steepness > 0 && !stop.stop_requested(); ++iteration) {
            double bend = ridge * product(step, step);
            for (std::size_t i = 0; i < views.size(); ++i) {
                change[i] = predicted(step, views[i]);
                bend += static_cast<double>(change[i]) * change[i];
            }
            const auto length = static_cast<float>(steepness / bend);
            for (std::size_t i = 0; i < L::size; ++i) weights[i] += length * step[i];
            for (std::size_t i = 0; i < views.size(); ++i) left[i] -= length * change[i];
            renew_slope();
            ++steps_;
        }
        errors_[phase] = error_of(weights, phase);
        errors_[phase].samples = views.size();
        weights_[phase] = std::move(weights);
    }

    [[nodiscard]] PhaseError error_of(const std::vector<float>& weights, std::size_t phase) const {
        PhaseError error;
        double squares = 0;
        for (std::size_t i = 0; i < held_out_.size(); ++i) {
            const Sample sample = held_out_[i];
            if (L::phase(P::stage(sample.view)) != static_cast<int>(phase)) continue;
            const double off = predicted(weights, sample.view) - static_cast<double>(sample.worth) / Weights::parts;
            ++error.held_out;
            error.mean += std::abs(off);
            squares += off * off;
        }
        if (error.held_out > 0) {
            error.mean /= static_cast<double>(error.held_out);
            error.root_mean_square = std::sqrt(squares / static_cast<double>(error.held_out));
        }
        return error;
    }

    const Samples& samples_;
    const Samples& held_out_;
    FitSettings settings_;
    WeightsPtr start_;
    std::vector<std::uint32_t> tied_;
    std::vector<std::vector<float>> weights_;
    std::vector<PhaseError> errors_;
    std::atomic<std::size_t> steps_ = 0;
};

}  // namespace quintet
