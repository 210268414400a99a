// Engine: a kernel with its type erased, at the level of whole calls. Texts go in and come out, so
// that the door, the tests and the benchmarks need to know no game. A new whole call is one virtual here
// and one line in core/kernel_engine.hpp.
#pragma once

#include "core/learn/learner.hpp"
#include "core/learn/prior_learner.hpp"
#include "core/options.hpp"
#include "core/playout.hpp"
#include "core/search/searcher.hpp"
#include "core/single_game.hpp"
#include "core/solver.hpp"
#include "core/vector.hpp"

#include <memory>
#include <span>
#include <vector>

namespace quintet {

class Engine {
public:
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
    [[nodiscard]] virtual std::uint64_t perft(std::string_view position, int depth, const Poll& poll) const = 0;
    [[nodiscard]] virtual PlayoutTally playouts(std::string_view position, std::uint64_t count, std::uint64_t seed,
                                                std::uint32_t limit, const Poll& poll) const = 0;
    /// A searcher with at most this much memory for its tables. It may outlive the engine. Without weights it uses the
    /// evaluation that was written by hand.
    [[nodiscard]] virtual std::unique_ptr<Searcher> searcher(std::int64_t memory_mb, const WeightsPtr& weights = {}) const = 0;
    /// The game's solver, within this much memory. It may outlive the engine. Weights make it faster, if anything.
    [[nodiscard]] virtual std::unique_ptr<Solver> solver(std::int64_t memory_mb, const WeightsPtr& weights = {}) const = 0;
    /// Many games at once, for learners; none where the kernel does not show its positions on planes. They may outlive the engine.
    [[nodiscard]] virtual std::unique_ptr<VectorGames> vector(const VectorSettings& settings) const = 0;
    /// One game at its start, whose actions are the places of these moves; none where there is no vector. It may outlive the engine.
    [[nodiscard]] virtual std::unique_ptr<SingleGame> single_game(const std::vector<std::string>& actions) const = 0;
    /// What the game can learn; none where it lists no patterns.
    [[nodiscard]] virtual std::unique_ptr<const Learner> learner() const = 0;
    /// What it can learn about moves; none where it lists no features of them.
    [[nodiscard]] virtual std::unique_ptr<const PriorLearner> prior_learner() const = 0;
};

using EnginePtr = std::unique_ptr<const Engine>;

}  // namespace quintet
