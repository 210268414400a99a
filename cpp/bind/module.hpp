// The door: what quintet._core and quintet._core_v3 hold. Positions and moves cross as text and nothing else is
// shared; every call parses its position, works without the interpreter's lock and answers with plain values.
#pragma once

#include "bind/convert.hpp"
#include "bind/evaluated_search.hpp"
#include "bind/learn.hpp"
#include "bind/levels.hpp"
#include "bind/network_search.hpp"
#include "bind/search.hpp"
#include "bind/solve.hpp"
#include "bind/single_game.hpp"
#include "bind/vector.hpp"
#include "core/registry.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

namespace quintet::bind {

using OutcomeTuple = std::tuple<std::optional<int>, std::string, std::optional<std::pair<int, int>>>;

/// What some games do not have; optional, so that its type says that it may be None.
template <class Handle>
using Optional = std::optional<std::unique_ptr<Handle>>;

/// A game with its options fixed, as Python holds it. Immutable, so threads may share it.
class KernelHandle {
public:
    KernelHandle(const nb::str& id, const nb::dict& given) : engine_(load(text(id), options(given))) {}

    [[nodiscard]] std::string start() const { return engine_->start(); }

    [[nodiscard]] int to_move(const nb::str& position) const {
        return static_cast<int>(engine_->to_move(text(position)));
    }

    [[nodiscard]] std::vector<std::string> legal_moves(const nb::str& position) const {
        return unlocked([&, root = text(position)] { return engine_->legal_moves(root); });
    }

    [[nodiscard]] std::string play(const nb::str& position, const nb::str& move) const {
        const std::array<std::string, 1> moves = {text(move)};
        return unlocked([&, root = text(position)] { return engine_->line(root, moves); });
    }

    [[nodiscard]] std::optional<OutcomeTuple> outcome(const nb::str& position) const {
        const auto found = engine_->outcome(text(position));
        if (!found) return std::nullopt;
        OutcomeTuple result{std::nullopt, std::string(found->reason), std::nullopt};
        if (found->winner) std::get<0>(result) = static_cast<int>(*found->winner);
        if (found->scores) std::get<2>(result) = std::pair{found->scores->first, found->scores->second};
        return result;
    }

    [[nodiscard]] std::uint64_t perft(const nb::str& position, const nb::int_& depth) const {
        const auto plies = static_cast<int>(number_in(depth, "depth", 0, bounds::most_depth));
        return unlocked([&, root = text(position)] { return engine_->perft(root, plies, interruptible()); });
    }

    [[nodiscard]] PlayoutTally playouts(const nb::int_& count, const nb::int_& seed, const nb::int_& limit,
                                        const std::optional<nb::str>& position) const {
        const auto games = static_cast<std::uint64_t>(number_in(count, "count", 1, bounds::most_playouts));
        const auto sown = static_cast<std::uint64_t>(number_in(seed, "seed", 0, bounds::most_seed));
        const auto longest = static_cast<std::uint32_t>(number_in(limit, "limit", 1, bounds::longest_playout));
        const std::string root = position ? text(*position) : engine_->start();
        return unlocked([&] { return engine_->playouts(root, games, sown, longest, interruptible()); });
    }

    [[nodiscard]] std::unique_ptr<SearcherHandle> searcher(const nb::int_& memory_mb, const WeightsHandle* weights) const {
        return std::make_unique<SearcherHandle>(engine_->searcher(number_in(memory_mb, "memory_mb", 1, bounds::most_memory_mb), weights_of(weights)));
    }

    [[nodiscard]] std::unique_ptr<SolverHandle> solver(const nb::int_& memory_mb, const WeightsHandle* weights) const {
        return std::make_unique<SolverHandle>(engine_->solver(number_in(memory_mb, "memory_mb", 1, bounds::most_memory_mb), weights_of(weights)));
    }

    [[nodiscard]] std::unique_ptr<LevelMoverHandle> level_mover(const nb::int_& memory_mb, const WeightsHandle* weights) const {
        return std::make_unique<LevelMoverHandle>(*engine_, number_in(memory_mb, "memory_mb", 1, bounds::most_memory_mb), weights_of(weights));
    }

    [[nodiscard]] Optional<VectorHandle> vector(const Texts& actions, const Filled<const std::uint64_t>& seeds, const Texts& starts, const nb::int_& opening,
                                                const nb::int_& limit, const nb::int_& threads) const {
        const VectorSettings settings = vector_settings(actions, seeds, starts, opening, limit, threads);
        return handle<VectorHandle>(engine_->vector(settings), settings.seeds.size(), settings.actions.size());
    }

    [[nodiscard]] Optional<SingleGameHandle> single_game(const nb::str& spec, const Texts& actions) const {
        return handle<SingleGameHandle>(engine_->single_game(texts(actions)), text(spec));
    }

    [[nodiscard]] Optional<EvaluatedSearcherHandle> evaluated_searcher(const Texts& actions) const {
        return handle<EvaluatedSearcherHandle>(engine_->single_game(texts(actions)), texts(actions));
    }

    [[nodiscard]] Optional<NetworkSearchHandle> network_search(const Texts& actions, const Texts& roots, const Filled<const std::uint64_t>& seeds, const nb::int_& simulations,
                                                               const nb::int_& considered, double exploration, bool symmetries, const nb::int_& threads) const {
        const NetworkSearchSettings settings = network_search_settings(actions, roots, seeds, simulations, considered, exploration, symmetries, threads);
        return handle<NetworkSearchHandle>(engine_->network_search(settings), settings.roots.size(), settings.actions.size());
    }

    [[nodiscard]] Optional<LearnerHandle> learner() const { return handle<LearnerHandle>(engine_->learner()); }
    [[nodiscard]] Optional<PriorLearnerHandle> prior_learner() const { return handle<PriorLearnerHandle>(engine_->prior_learner()); }

private:
    /// What Python holds of a part of the engine; None where the kernel has no such part.
    template <class Handle, class Part, class... More>
    [[nodiscard]] static Optional<Handle> handle(Part part, More&&... more) {
        if (part == nullptr) return std::nullopt;
        return std::make_unique<Handle>(std::move(part), std::forward<More>(more)...);
    }

    EnginePtr engine_;
};

/// Which of our code is compiled in: v3 where the compiler may use AVX2 and BMI2.
[[nodiscard]] constexpr const char* instruction_set() noexcept {
#if defined(__AVX2__) && defined(__BMI2__)
    return "v3";
#else
    return "baseline";
#endif
}

/// Whether this processor runs v3.
[[nodiscard]] inline bool runs_v3() noexcept {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("lzcnt");
#else
    return false;
#endif
}

inline void fill(nb::module_& module) {
    using namespace nb::literals;

    module.doc() = "The engine room: fast kernels of the games. Positions and moves are text.";

    module.def("ids", [] {
        const auto ids = game_ids();
        return std::vector<std::string>(ids.begin(), ids.end());
    }, "The games that have a kernel, sorted.");

    module.def("instruction_set", &instruction_set, "What the kernels are compiled for: baseline, or v3 (AVX2 and BMI2).");
    module.def("runs_v3", &runs_v3, "Whether this processor runs v3.");
    module.def("bounds", [] {
        return std::map<std::string, std::int64_t>{{"MOST_NODES", bounds::most_nodes},         {"MOST_DEPTH", bounds::most_depth},
                                                   {"MOST_SECONDS", bounds::most_seconds},     {"MOST_LINES", bounds::most_lines},
                                                   {"MOST_THREADS", bounds::most_threads},     {"MOST_MEMORY_MB", bounds::most_memory_mb},
                                                   {"MOST_SEED", bounds::most_seed},           {"MOST_PLAYOUTS", bounds::most_playouts},
                                                   {"LONGEST_PLAYOUT", bounds::longest_playout}};
    }, "The largest numbers that a caller may ask for, by their names in quintet.engine.bounds.");

    nb::class_<PlayoutTally>(module, "Playouts", "What a batch of random games came to; wins and losses are the first player's.")
        .def_ro("wins", &PlayoutTally::wins)
        .def_ro("losses", &PlayoutTally::losses)
        .def_ro("draws", &PlayoutTally::draws)
        .def_ro("truncated", &PlayoutTally::truncated, "Games cut off by the limit.")
        .def_ro("moves", &PlayoutTally::moves, "Moves made in all games together.");

    add_search(module);
    add_solve(module);
    add_levels(module);
    add_learn(module);
    add_vector(module);
    add_network_search(module);
    add_single_game(module);
    add_evaluated_search(module);

    nb::class_<KernelHandle>(module, "Kernel", "A game with its options fixed.")
        .def(nb::init<const nb::str&, const nb::dict&>(), "id"_a, "options"_a = nb::dict(),
             nb::sig("def __init__(self, id: str, options: dict[str, str | int | bool] = {}) -> None"))
        .def("start", &KernelHandle::start)
        .def("to_move", &KernelHandle::to_move, "position"_a, "0 for the first player, 1 for the second.")
        .def("legal_moves", &KernelHandle::legal_moves, "position"_a, "In the rulebook's order; empty exactly when the game is over.")
        .def("play", &KernelHandle::play, "position"_a, "move"_a)
        .def("outcome", &KernelHandle::outcome, "position"_a, "None, or (winner or None, reason, scores or None).")
        .def("perft", &KernelHandle::perft, "position"_a, "depth"_a)
        .def("playouts", &KernelHandle::playouts, "count"_a, "seed"_a = nb::int_(0), "limit"_a = nb::int_(1000), "position"_a = nb::none(),
             nb::sig("def playouts(self, count: int, seed: int = 0, limit: int = 1000, position: str | None = None) -> Playouts"),
             "Uniformly random games from the position, or from the start.")
        .def("searcher", &KernelHandle::searcher, "memory_mb"_a = nb::int_(256), "weights"_a.none() = nb::none(),
             "A searcher with this much memory for its tables; without weights it uses the evaluation that was written by hand.")
        .def("solver", &KernelHandle::solver, "memory_mb"_a = nb::int_(256), "weights"_a.none() = nb::none(),
             "The game's solver, within this much memory; weights may make it faster.")
        .def("level_mover", &KernelHandle::level_mover, "memory_mb"_a = nb::int_(256), "weights"_a.none() = nb::none(), nb::keep_alive<0, 1>(),
             "What picks the moves of levels, with this much memory for its searches.")
        .def("vector", &KernelHandle::vector, "actions"_a, "seeds"_a.noconvert(), nb::kw_only(), "starts"_a, "opening"_a, "limit"_a, "threads"_a,
             "Many games at once, for learners; an action is a place in this list of all moves. None where the kernel does not show its positions on planes.")
        .def("single_game", &KernelHandle::single_game, "spec"_a, "actions"_a, "One game at its start, for environments of a single game; None where there is no vector.")
        .def("evaluated_searcher", &KernelHandle::evaluated_searcher, "actions"_a, "Searches with an evaluation of the caller's; None where there is no vector.")
        .def("network_search", &KernelHandle::network_search, "actions"_a, "roots"_a, "seeds"_a.noconvert(), "simulations"_a, "considered"_a, "exploration"_a, "symmetries"_a, "threads"_a,
             "A tree for each root, for somebody else's evaluation; None where there is no vector. considered: of Gumbel's sequential halving, or 0 for PUCT.")
        .def("learner", &KernelHandle::learner, "What the game can learn; None where its kernel lists no patterns.")
        .def("prior_learner", &KernelHandle::prior_learner, "What it can learn about moves; None where its kernel lists no features of them.");
}

}  // namespace quintet::bind
