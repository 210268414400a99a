// Fitting a prior: gradient steps that make the moves likelier which searches looked at most. AdaGrad: a weight that was
// moved often moves less, and `doubt` keeps features that are seen seldom near 0. One thread, in the samples' order.
#pragma once

#include "core/learn/prior.hpp"
#include "core/learn/prior_learner.hpp"
#include "core/text.hpp"

#include <charconv>
#include <map>

namespace quintet {

/// A position of a game and how often a search tried each of its moves. As text, one line each:
/// the position, the move before it or -, then move=visits ..., separated by tabs.
template <Kernel K>
struct PriorSample {
    typename K::Position position;
    std::optional<typename K::Move> last;
    std::vector<std::pair<typename K::Move, std::uint32_t>> visits;

    void append_to(const K& kernel, std::string& text) const {
        text += kernel.format(position) + '\t' + (last ? kernel.move_text(*last) : "-");
        for (const auto& [move, count] : visits) text += '\t' + kernel.move_text(move) + '=' + std::to_string(count);
        text += '\n';
    }
};

template <LearnsPrior K>
class PriorFitting {
public:
    explicit PriorFitting(const K& kernel) : kernel_(kernel), prior_(kernel) {}

    /// Goes through the samples once; a rate of 0 only measures.
    [[nodiscard]] PriorError run(PriorFit& fit, std::string_view samples, double rate, const Poll& poll) {
        PriorError error;
        Pulse pulse(poll, 256);
        while (!samples.empty()) {
            const std::size_t end = std::min(samples.find('\n'), samples.size());
            step(fit, samples.substr(0, end), static_cast<float>(rate), error);
            samples.remove_prefix(std::min(end + 1, samples.size()));
            pulse.advance(1);
        }
        const double count = std::max<double>(static_cast<double>(error.samples), 1);
        return {error.samples, error.surprise / count, error.best_first / count};
    }

private:
    using Move = typename K::Move;

    void step(PriorFit& fit, std::string_view line, float rate, PriorError& error) {
        read(line);
        if (total_ == 0) return;
        sums_.assign(moves_.size(), 0);
        features_.clear();
        prior_.read(position_, last_, moves_, [&](std::size_t move, std::size_t feature) {
            const std::size_t first = K::Prior::tied(feature);
            sums_[move] += fit.weights[first];
            features_.emplace_back(move, first);
        });
        const float most = *std::max_element(sums_.begin(), sums_.end());
        float total = 0;
        for (const float sum : sums_) total += std::exp(sum - most);
        const auto wanted = std::max_element(visits_.begin(), visits_.end()) - visits_.begin();
        ++error.samples;
        error.best_first += sums_[static_cast<std::size_t>(wanted)] == most;
        for (std::size_t i = 0; i < sums_.size(); ++i) {
            const float share = static_cast<float>(visits_[i]) / static_cast<float>(total_);
            error.surprise -= share * (sums_[i] - most - std::log(total));
            sums_[i] = std::exp(sums_[i] - most) / total - share;
        }
        if (rate == 0) return;
        for (const auto& [move, feature] : features_) {
            const float gradient = sums_[move];
            fit.squares[feature] += gradient * gradient;
            fit.weights[feature] -= rate * gradient / std::sqrt(fit.squares[feature]);
        }
    }

    void read(std::string_view line) {
        std::vector<std::string_view> fields;
        for (std::size_t from = 0; from <= line.size();) {
            const std::size_t end = std::min(line.find('\t', from), line.size());
            fields.push_back(line.substr(from, end - from));
            from = end + 1;
        }
        if (fields.size() < 2) throw Error("a sample must have a position, a move and visits, got " + quoted(line));
        position_ = kernel_.parse(fields[0]);
        moves_ = {};
        kernel_.generate(position_, moves_);
        std::map<std::string, std::size_t, std::less<>> numbers;
        for (std::size_t i = 0; i < moves_.size(); ++i) numbers.emplace(kernel_.move_text(moves_[i]), i);
        visits_.assign(moves_.size(), 0);
        total_ = 0;
        for (std::size_t i = 2; i < fields.size(); ++i) {
            const std::size_t equals = std::min(fields[i].find('='), fields[i].size());
            const auto found = numbers.find(fields[i].substr(0, equals));
            std::uint32_t count = 0;
            const std::string_view digits = fields[i].substr(std::min(equals + 1, fields[i].size()));
            std::from_chars(digits.data(), digits.data() + digits.size(), count);
            if (found == numbers.end() || count == 0) throw Error("a sample must have legal moves and their visits, got " + quoted(fields[i]));
            // Squared, because searches of moderate size spread their visits.
            visits_[found->second] = std::uint64_t{count} * count;
            total_ += visits_[found->second];
        }
        last_.reset();
        for (std::size_t code = 0; fields[1] != "-" && code < K::move_codes; ++code) {
            if (kernel_.move_text(static_cast<Move>(code)) == fields[1]) last_ = static_cast<Move>(code);
        }
    }

    const K& kernel_;
    typename K::Prior prior_;
    typename K::Position position_{};
    std::optional<Move> last_;
    Moves<K> moves_;
    std::vector<std::uint64_t> visits_;
    std::uint64_t total_ = 0;
    std::vector<float> sums_;
    std::vector<std::pair<std::size_t, std::size_t>> features_;
};

/// The weights as numbers of 16 bits, those left out that others determine.
template <class P>
[[nodiscard]] std::vector<std::int16_t> prior_numbers(const PriorFit& fit) {
    std::vector<std::int16_t> numbers;
    for (std::size_t feature = 0; feature < P::size; ++feature) {
        if (P::tied(feature) != feature) continue;
        numbers.push_back(static_cast<std::int16_t>(std::clamp(std::lround(fit.weights[feature] * prior_parts), -32000L, 32000L)));
    }
    return numbers;
}

}  // namespace quintet
