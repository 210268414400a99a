// Engine: a kernel with its type erased, at the level of whole calls. Texts go in and come out, so
// that the door, the tests and the benchmarks need to know no game. A new whole call is one virtual here
// and one line in core/kernel_engine.hpp.
#pragma once

#include "core/learn/learner.hpp"
#include "core/learn/prior_learner.hpp"
#include "core/network_search.hpp"
#include "core/options.hpp"
#include "core/picture.hpp"
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
    /// The position and its mirror images, where the kernel knows the symmetries of its board.
    [[nodiscard]] virtual std::vector<std::string> images(std::string_view position) const = 0;
    /// What stands on every spot and the numbers beside the board; none where the kernel does not show its positions on planes.
    [[nodiscard]] virtual std::optional<Observation> observe(std::string_view position) const = 0;
    [[nodiscard]] virtual std::uint64_t perft(std::string_view position, int depth, const Poll& poll) const = 0;
    [[nodiscard]] virtual PlayoutTally playouts(std::string_view position, std::uint64_t count, std::uint64_t seed,
                                                std::uint32_t limit, const Poll& poll) const = 0;
    /// The visible steps of a legal move, the last one where it leads to; of no move the position itself.
    [[nodiscard]] virtual std::vector<Picture> pictures(std::string_view position, std::optional<std::string_view> move) const = 0;
    /// A searcher with at most this much memory for its tables. It may outlive the engine. Without weights it uses the
    /// evaluation that was written by hand.
    [[nodiscard]] virtual std::unique_ptr<Searcher> searcher(std::int64_t memory_mb, const WeightsPtr& weights = {}) const = 0;
    /// The game's solver, within this much memory. It may outlive the engine. Weights make it faster, if anything.
    [[nodiscard]] virtual std::unique_ptr<Solver> solver(std::int64_t memory_mb, const WeightsPtr& weights = {}) const = 0;
    /// Changes with the patterns or features that the game learns: weights of another layout do not fit. None where it learns nothing.
    [[nodiscard]] virtual std::optional<std::uint64_t> weights_layout() const = 0;
    /// What was learnt, from its numbers (core/learn/weights.hpp, core/learn/prior.hpp).
    [[nodiscard]] virtual WeightsPtr weights(std::span<const std::int16_t> numbers) const = 0;
    /// Many games at once, for learners; none where the kernel does not show its positions on planes, or without threads. They may outlive the engine.
    [[nodiscard]] virtual std::unique_ptr<VectorGames> vector(const VectorSettings& settings) const = 0;
    /// One game at its start, whose actions are the places of these moves; none where there is no vector. It may outlive the engine.
    [[nodiscard]] virtual std::unique_ptr<SingleGame> single_game(const std::vector<std::string>& actions) const = 0;
    /// Trees for somebody else's evaluation; none where there is no vector. They may outlive the engine.
    [[nodiscard]] virtual std::unique_ptr<NetworkSearch> network_search(const NetworkSearchSettings& settings) const = 0;
    /// Learning; none where the game lists no patterns, or without threads.
    [[nodiscard]] virtual std::unique_ptr<const Learner> learner() const = 0;
    /// Learning about moves; none where the game lists no features of them, or without threads.
    [[nodiscard]] virtual std::unique_ptr<const PriorLearner> prior_learner() const = 0;
};

using EnginePtr = std::unique_ptr<const Engine>;

}  // namespace quintet
