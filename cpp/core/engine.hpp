// Engine: a kernel with its type erased, at the level of whole calls. Texts go in and come out, so
// that the door, the tests and the benchmarks need to know no game; inside a call everything is a
// template over the kernel again. A new whole call is one virtual here and one line in KernelEngine.
#pragma once

#include "core/kernel_solver.hpp"
#include "core/perft.hpp"
#include "core/playout.hpp"
#include "core/search/searcher.hpp"
#include "core/text.hpp"

#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace quintet {

class Engine {
public:
    using Divided = std::vector<std::pair<std::string, std::uint64_t>>;

    /// Deeper trees are never finished, and games without end would recurse as deep as asked.
    static constexpr int deepest_perft = 200;

    Engine() = default;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    virtual ~Engine() = default;

    [[nodiscard]] virtual std::string start() const = 0;
    [[nodiscard]] virtual Player to_move(std::string_view position) const = 0;
    [[nodiscard]] virtual std::vector<std::string> legal_moves(std::string_view position) const = 0;
    /// The position after a line of moves, each checked; an empty line gives the position itself, verified.
    [[nodiscard]] virtual std::string line(std::string_view position, std::span<const std::string> moves) const = 0;
    [[nodiscard]] virtual std::optional<Outcome> outcome(std::string_view position) const = 0;
    [[nodiscard]] virtual std::uint64_t hash(std::string_view position) const = 0;
    [[nodiscard]] virtual std::uint64_t perft(std::string_view position, int depth, const Poll& poll) const = 0;
    /// Perft split by the first move, in the order of the legal moves; `depth` is at least 1.
    [[nodiscard]] virtual Divided divide(std::string_view position, int depth, const Poll& poll) const = 0;
    [[nodiscard]] virtual PlayoutTally playouts(std::string_view position, std::uint64_t count, std::uint64_t seed,
                                                std::uint32_t limit, const Poll& poll) const = 0;
    /// Searches of this game, with at most so much memory for what they remember. It may outlive the engine.
    [[nodiscard]] virtual std::unique_ptr<Searcher> searcher(std::int64_t memory_mb) const = 0;
    /// The game's solver, which keeps to so much memory. It may outlive the engine.
    [[nodiscard]] virtual std::unique_ptr<Solver> solver(std::int64_t memory_mb) const = 0;
};

using EnginePtr = std::unique_ptr<const Engine>;

template <Kernel K>
class KernelEngine final : public Engine {
public:
    explicit KernelEngine(const Options& options) : kernel_(options) {}

    [[nodiscard]] std::string start() const override { return kernel_.format(kernel_.start()); }

    [[nodiscard]] Player to_move(std::string_view position) const override { return kernel_.to_move(kernel_.parse(position)); }

    [[nodiscard]] std::vector<std::string> legal_moves(std::string_view position) const override {
        Moves<K> moves;
        kernel_.generate(kernel_.parse(position), moves);
        std::vector<std::string> texts;
        texts.reserve(moves.size());
        for (const auto move : moves) texts.push_back(kernel_.move_text(move));
        return texts;
    }

    [[nodiscard]] std::string line(std::string_view position, std::span<const std::string> moves) const override {
        auto current = kernel_.parse(position);
        for (const std::string& move : moves) current = kernel_.play(current, parse_move(kernel_, current, move));
        return kernel_.format(current);
    }

    [[nodiscard]] std::optional<Outcome> outcome(std::string_view position) const override {
        return kernel_.outcome(kernel_.parse(position));
    }

    [[nodiscard]] std::uint64_t hash(std::string_view position) const override { return kernel_.hash(kernel_.parse(position)); }

    [[nodiscard]] std::uint64_t perft(std::string_view position, int depth, const Poll& poll) const override {
        check_depth(depth, 0);
        return quintet::perft(kernel_, kernel_.parse(position), depth, poll);
    }

    [[nodiscard]] Divided divide(std::string_view position, int depth, const Poll& poll) const override {
        check_depth(depth, 1);
        const auto root = kernel_.parse(position);
        Moves<K> moves;
        kernel_.generate(root, moves);
        Divided lines;
        for (const auto move : moves) {
            lines.emplace_back(kernel_.move_text(move), quintet::perft(kernel_, kernel_.play(root, move), depth - 1, poll));
        }
        return lines;
    }

    [[nodiscard]] PlayoutTally playouts(std::string_view position, std::uint64_t count, std::uint64_t seed, std::uint32_t limit,
                                        const Poll& poll) const override {
        return quintet::playouts(kernel_, kernel_.parse(position), count, seed, limit, poll);
    }

    [[nodiscard]] std::unique_ptr<Searcher> searcher(std::int64_t memory_mb) const override {
        return std::make_unique<KernelSearcher<K>>(kernel_, memory_mb);
    }

    [[nodiscard]] std::unique_ptr<Solver> solver(std::int64_t memory_mb) const override {
        return std::make_unique<KernelSolver<K>>(kernel_, memory_mb);
    }

private:
    static void check_depth(int depth, int lowest) {
        if (depth < lowest || depth > deepest_perft) {
            throw Error("depth must be " + std::to_string(lowest) + " to " + std::to_string(deepest_perft) + ", got " + std::to_string(depth));
        }
    }

    K kernel_;
};

template <Kernel K>
[[nodiscard]] EnginePtr make_engine(const Options& options) {
    return std::make_unique<const KernelEngine<K>>(options);
}

}  // namespace quintet
