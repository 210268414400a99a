// KernelEngine: the calls of core/engine.hpp for one kernel. Inside a call everything is a template over the
// kernel, compiled once for each kernel by the file that calls make_engine.
#pragma once

#include "core/engine.hpp"
#include "core/kernel_game.hpp"
#include "core/kernel_network_search.hpp"
#include "core/kernel_solver.hpp"
#include "core/kernel_vector.hpp"
#include "core/learn/kernel_learner.hpp"
#include "core/learn/prior_play.hpp"
#include "core/perft.hpp"
#include "core/search/kernel_searcher.hpp"
#include "core/text.hpp"

namespace quintet {

template <Kernel K>
class KernelEngine final : public Engine {
public:
    explicit KernelEngine(const Options& options) : kernel_(options) {}

    [[nodiscard]] std::string start() const override { return kernel_.format(kernel_.start()); }

    [[nodiscard]] Player to_move(std::string_view position) const override { return kernel_.to_move(kernel_.parse(position)); }

    [[nodiscard]] std::vector<std::string> legal_moves(std::string_view position) const override {
        Moves<K> moves;
        kernel_.generate(kernel_.parse(position), moves);
        return move_texts(kernel_, moves);
    }

    [[nodiscard]] std::string line(std::string_view position, std::span<const std::string> moves) const override {
        auto current = kernel_.parse(position);
        for (const std::string& move : moves) current = kernel_.play(current, parse_move(kernel_, current, move));
        return kernel_.format(current);
    }

    [[nodiscard]] std::optional<Outcome> outcome(std::string_view position) const override {
        return kernel_.outcome(kernel_.parse(position));
    }

    [[nodiscard]] std::vector<std::string> images(std::string_view position) const override {
        const auto root = kernel_.parse(position);
        std::vector<std::string> texts = {kernel_.format(root)};
        if constexpr (HasSymmetries<K>) {
            for (int symmetry = 1; symmetry < kernel_.symmetries(); ++symmetry) texts.push_back(kernel_.format(kernel_.transformed(root, symmetry)));
        }
        return texts;
    }

    [[nodiscard]] std::optional<Observation> observe(std::string_view position) const override {
        if constexpr (Observed<K>) {
            const BoardSize board = kernel_.board_size();
            Observation seen{board, std::vector<std::uint8_t>(static_cast<std::size_t>(board.cells() * Planes::count<K>()))};
            Planes planes = Planes::of<K>(seen.planes.data(), board.cells());
            kernel_.observe(kernel_.parse(position), planes);
            return seen;
        }
        return std::nullopt;
    }

    [[nodiscard]] std::uint64_t perft(std::string_view position, int depth, const Poll& poll) const override {
        check_range("depth", depth, 0, bounds::most_depth);
        return quintet::perft(kernel_, kernel_.parse(position), depth, poll);
    }

    [[nodiscard]] PlayoutTally playouts(std::string_view position, std::uint64_t count, std::uint64_t seed, std::uint32_t limit,
                                        const Poll& poll) const override {
        return quintet::playouts(kernel_, kernel_.parse(position), count, seed, limit, poll);
    }

    [[nodiscard]] std::vector<Picture> pictures(std::string_view position, std::optional<std::string_view> move) const override {
        const auto before = kernel_.parse(position);
        std::vector<Picture> seen;
        const auto note = [&](const typename K::Position& step) { seen.push_back(picture(step)); };
        if (!move) {
            note(before);
            return seen;
        }
        const auto parsed = parse_move(kernel_, before, *move);
        if constexpr (HasStages<K>) {
            kernel_.stages(before, parsed, note);
        } else {
            note(kernel_.play(before, parsed));
        }
        return seen;
    }

    [[nodiscard]] std::unique_ptr<Searcher> searcher(std::int64_t memory_mb, const WeightsPtr& weights) const override {
        if constexpr (LearnsPatterns<K>) {
            if (weights) return std::make_unique<KernelSearcher<K, LearnedEvaluation<K>>>(kernel_, memory_mb, weights);
        }
        if constexpr (LearnsPrior<K>) {
            if (weights) return std::make_unique<KernelSearcher<K, WithPrior<K>>>(kernel_, memory_mb, weights);
        }
        return std::make_unique<KernelSearcher<K>>(kernel_, memory_mb);
    }

    [[nodiscard]] std::unique_ptr<Solver> solver(std::int64_t memory_mb, const WeightsPtr& weights) const override {
        auto made = std::make_unique<KernelSolver<K>>(kernel_, memory_mb);
        if constexpr (LearnsPatterns<K>) made->use(weights);
        return made;
    }

    [[nodiscard]] std::unique_ptr<VectorGames> vector(const VectorSettings& settings) const override {
        if constexpr (has_threads && Observed<K>) return std::make_unique<KernelVector<K>>(kernel_, settings);
        return nullptr;
    }

    [[nodiscard]] std::unique_ptr<SingleGame> single_game(const std::vector<std::string>& actions) const override {
        if constexpr (Observed<K>) return std::make_unique<KernelGame<K>>(kernel_, actions);
        return nullptr;
    }

    [[nodiscard]] std::unique_ptr<NetworkSearch> network_search(const NetworkSearchSettings& settings) const override {
        if constexpr (has_threads && Observed<K>) return std::make_unique<KernelNetworkSearch<K>>(kernel_, settings);
        return nullptr;
    }

    [[nodiscard]] std::optional<std::uint64_t> weights_layout() const override {
        if constexpr (LearnsPatterns<K>) return Layout<typename K::Patterns>::fingerprint();
        if constexpr (LearnsPrior<K>) return prior_layout<typename K::Prior>();
        return std::nullopt;
    }

    [[nodiscard]] WeightsPtr weights(std::span<const std::int16_t> numbers) const override {
        if constexpr (LearnsPatterns<K>) return read_weights<typename K::Patterns>(numbers);
        if constexpr (LearnsPrior<K>) return read_prior<typename K::Prior>(numbers);
        throw Error("this game has nothing to learn, expected no weights, got " + std::to_string(numbers.size()) + " numbers");
    }

    [[nodiscard]] std::unique_ptr<const Learner> learner() const override {
        if constexpr (has_threads && LearnsPatterns<K>) return std::make_unique<const KernelLearner<K>>(kernel_);
        return nullptr;
    }

    [[nodiscard]] std::unique_ptr<const PriorLearner> prior_learner() const override {
        if constexpr (has_threads && LearnsPrior<K>) return std::make_unique<const KernelPriorLearner<K>>(kernel_);
        return nullptr;
    }

private:
    [[nodiscard]] Picture picture(const typename K::Position& position) const {
        Picture made{kernel_.format(position), {}, {}};
        if constexpr (MarksWins<K>) kernel_.for_each_winning(position, [&](int cell) { made.winning.push_back(cell); });
        if constexpr (HoldsPieces<K>) kernel_.for_each_held(position, [&](int cell) { made.held.push_back(cell); });
        return made;
    }

    static_assert(!LearnsPatterns<K> || !LearnsPrior<K>, "there is one file of weights a game");

    K kernel_;
};

template <Kernel K>
[[nodiscard]] EnginePtr make_engine(const Options& options) {
    return std::make_unique<const KernelEngine<K>>(options);
}

}  // namespace quintet
