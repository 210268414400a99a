// Exact answers at the door: quintet._core.Solver. It runs without the interpreter's lock; reports and
// Ctrl-C take it for a moment, and any Python thread may stop it.
#pragma once

#include "bind/convert.hpp"
#include "bind/turns.hpp"
#include "core/solver.hpp"

#include <cmath>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

namespace quintet::bind {

class SolverHandle {
public:
    explicit SolverHandle(std::unique_ptr<Solver> solver) : solver_(std::move(solver)) {}

    [[nodiscard]] Solution solve(const nb::str& position, const std::optional<nb::int_>& nodes, std::optional<double> seconds, const nb::int_& threads,
                                 bool result_only, bool all_best, bool distance, const nb::object& progress) {
        SolveRequest request;
        if (nodes) request.limits.nodes = static_cast<std::uint64_t>(number_in(*nodes, "nodes", 1, bounds::most_nodes));
        request.limits.seconds = seconds;
        request.threads = static_cast<int>(number_in(threads, "threads", 1, bounds::most_threads));
        request.result_only = result_only;
        request.all_best = all_best;
        request.distance = distance;
        const SolveProgress report = reporting<Solution>(progress);
        const Turns::Turn turn(turns_);
        return unlocked([&, root = text(position)] { return solver_->solve(root, request, report, interruptible(), turn.token()); });
    }

    [[nodiscard]] std::vector<Solution> solve_all(const Texts& positions, const nb::int_& nodes, const nb::int_& threads, bool distance, bool in_reach) {
        SolveRequest request;
        request.limits.nodes = static_cast<std::uint64_t>(number_in(nodes, "nodes", 1, bounds::most_nodes));
        request.threads = static_cast<int>(number_in(threads, "threads", 1, bounds::most_threads));
        request.distance = distance;
        request.line = distance;
        const auto most = static_cast<double>(*request.limits.nodes);
        const std::vector<std::string> roots = texts(positions);
        const Turns::Turn turn(turns_);
        return unlocked([&] {
            std::vector<Solution> known;
            known.reserve(roots.size());
            for (const std::string& root : roots) {
                const double reach = in_reach ? solver_->reach(root, false) : 0;
                const bool is_far = std::isfinite(reach) && reach > most;
                known.push_back(is_far ? Solution{.ending = Ending::NODES} : solver_->solve(root, request, {}, interruptible(), turn.token()));
            }
            return known;
        });
    }

    void stop() { turns_.stop(); }

    [[nodiscard]] double reach(const nb::str& position, bool result_only) {
        const Turns::Turn turn(turns_);
        return solver_->reach(text(position), result_only);
    }

    [[nodiscard]] double nodes_a_second() {
        const Turns::Turn turn(turns_);
        return solver_->nodes_a_second();
    }

    [[nodiscard]] bool resumes() {
        const Turns::Turn turn(turns_);
        return solver_->resumes();
    }

private:
    std::unique_ptr<Solver> solver_;
    Turns turns_;
};

inline void add_solve(nb::module_& module) {
    using namespace nb::literals;
    constexpr auto pair_of = [](Range range) { return std::pair{range.low, range.high}; };

    nb::class_<Solution>(module, "Solution", "What a solver knows, for the player to move. Bounds are true also when it is not solved.")
        .def_prop_ro("solved", &Solution::solved)
        .def_prop_ro("ending", [](const Solution& known) { return std::string(ending_text(known.ending)); },
                     "solved, or what ended it first: nodes, seconds, stopped, memory; running in reports.")
        .def_prop_ro("value", [=](const Solution& known) { return pair_of(known.value); }, "(lowest, highest) of 1 win, 0 draw, -1 loss.")
        .def_prop_ro("margin", [=](const Solution& known) { return known.margin ? std::optional(pair_of(*known.margin)) : std::nullopt; },
                     "(lowest, highest) final score difference; None in games without scores.")
        .def_ro("best", &Solution::best, "Every move that keeps the exact value; empty when not solved.")
        .def_ro("line", &Solution::line, "Best play to the end, or until play repeats.")
        .def_ro("moves_to_win", &Solution::moves_to_win, "Counts both sides, the winner hurrying, the loser delaying; None in a draw, and where it would cost more than the answer.")
        .def_ro("nodes", &Solution::nodes)
        .def_ro("seconds", &Solution::seconds);

    nb::class_<SolverHandle>(module, "Solver", "Exact answers for one game; what one call finds the next may use.")
        .def("solve", &SolverHandle::solve, "position"_a, nb::kw_only(), "nodes"_a = nb::none(), "seconds"_a = nb::none(), "threads"_a = nb::int_(1),
             "result_only"_a = false, "all_best"_a = true, "distance"_a = true, "progress"_a = nb::none(),
             nb::sig("def solve(self, position: str, *, nodes: int | None = None, seconds: float | None = None, threads: int = 1, "
                     "result_only: bool = False, all_best: bool = True, distance: bool = True, "
                     "progress: collections.abc.Callable[[Solution], object] | None = None) -> Solution"),
             "Without a limit it goes on until it is solved or stopped. result_only: who wins is enough. all_best: False: one best move is. "
             "distance: False: moves_to_win is left out where it costs extra.")
        .def("solve_all", &SolverHandle::solve_all, "positions"_a, nb::kw_only(), "nodes"_a, "threads"_a = nb::int_(1), "distance"_a = true, "in_reach"_a = false,
             "One after another, each within so many nodes; without the distance there is no line either. in_reach: those that are known to take more are not tried.")
        .def("reach", &SolverHandle::reach, "position"_a, "result_only"_a = false,
             "About how many nodes an answer takes; infinite where it is unknown.")
        .def_prop_ro("nodes_a_second", &SolverHandle::nodes_a_second, "About how many a thread gets done.")
        .def_prop_ro("resumes", &SolverHandle::resumes, "Whether partial work is kept: the next call goes on from where this one was cut short.")
        .def("stop", &SolverHandle::stop, "Ends the call that is running, from any thread; it returns what it knows.");
}

}  // namespace quintet::bind
