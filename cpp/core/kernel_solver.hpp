// A kernel's solver behind the type-erased interface: the game's own where it brings one. In games with scores a
// solver finds the margin; how many moves a win takes is then added from the graph of all positions, where that is small.
#pragma once

#include "core/graph_solver.hpp"
#include "core/text.hpp"

#include <memory>

namespace quintet {

template <class K>
struct SolverChoice {
    using type = GraphSolver<K>;
};

template <HasSolver K>
struct SolverChoice<K> {
    using type = typename K::Solver;
};

template <Kernel K, SolverOf<K> S = typename SolverChoice<K>::type>
class KernelSolver final : public Solver {
public:
    KernelSolver(const K& kernel, std::int64_t memory_mb) : kernel_(kernel), bytes_(checked_bytes(memory_mb)), solver_(kernel_, bytes_ - graph_bytes()) {}

    [[nodiscard]] Solution solve(std::string_view position, const SolveRequest& request, const SolveProgress& progress, const Poll& poll,
                                 StopToken stop) override {
        request.check();
        const auto root = kernel_.parse(position);
        if (kernel_.outcome(root)) throw Error("the game is over, expected a position with a move to make, got '" + std::string(position) + "'");
        Control control(request.limits, stop);
        const auto described = [&](const Answer<typename K::Move>& answer, Ending ending) {
            return Solution{.ending = ending, .value = answer.value, .margin = answer.margin, .best = move_texts(kernel_, answer.best), .line = move_texts(kernel_, answer.line),
                            .moves_to_win = answer.moves_to_win, .nodes = answer.nodes, .seconds = control.elapsed()};
        };
        // What was reported last is reported again from time to time, with the nodes so far.
        Answer<typename K::Move> latest;
        double reported = 0;
        const auto report = [&](const Answer<typename K::Move>& known) {
            if (!progress) return;
            latest = known;
            reported = control.elapsed();
            progress(described(latest, Ending::RUNNING));
        };
        const Poll beat = [&] {
            if (poll) poll();
            if (!progress || control.elapsed() < reported + seconds_between_reports) return;
            latest.nodes = std::max(latest.nodes, control.drawn());
            report(Answer<typename K::Move>(latest));
        };
        auto answer = solver_.solve(root, SolveTask<K>{request, control, beat, report});
        if constexpr (!times_wins) {
            const bool asked = request.distance && request.all_best && !request.result_only;
            if (asked && answer.solved && answer.value.low != 0 && !answer.moves_to_win) time_win(root, answer, request, poll, stop);
        }
        return described(answer, why(answer, request, control, stop));
    }

    /// What was learnt about the game, for a solver that orders its moves by it.
    template <class Weights>
    void use(const Weights& weights) {
        if constexpr (requires { solver_.use(weights); }) solver_.use(weights);
    }

    [[nodiscard]] double reach(std::string_view position, bool result_only) const override {
        const auto root = kernel_.parse(position);
        double nodes = std::numeric_limits<double>::infinity();
        if constexpr (HasReach<S, K>) nodes = solver_.reach(root);
        if constexpr (requires { S::cheaper_result; }) nodes /= result_only ? S::cheaper_result : 1;
        return nodes;
    }

    [[nodiscard]] double nodes_a_second() const override {
        if constexpr (requires { S::nodes_a_second; }) return S::nodes_a_second;
        return 2e6;
    }

    [[nodiscard]] bool resumes() const override {
        if constexpr (HasResumes<S, K>) return solver_.resumes();
        return false;
    }

    void clear() override { solver_.clear(); }

    static constexpr double seconds_between_reports = 0.5;
    /// A win in a game with scores is timed where the graph has no more positions than this.
    static constexpr std::uint64_t most_timed = 50'000;

private:
    static constexpr bool times_wins = requires { requires S::times_wins; };

    [[nodiscard]] std::size_t graph_bytes() const noexcept { return times_wins ? 0 : std::min(bytes_ / 16, std::size_t{16} << 20); }

    void time_win(const typename K::Position& root, Answer<typename K::Move>& answer, const SolveRequest& asked, const Poll& poll, const StopToken& stop) {
        const std::uint64_t left = asked.limits.nodes.value_or(std::numeric_limits<std::uint64_t>::max()) - answer.nodes;
        if (left == 0 || answer.nodes > most_timed) return;
        const SolveRequest request{.limits = {.nodes = std::min(left, most_timed)}};
        Control control(request.limits, stop);
        GraphSolver<K> graph(kernel_, graph_bytes());
        const auto timed = graph.solve(root, SolveTask<K>{request, control, poll, [](const auto&) {}});
        answer.nodes += timed.nodes;
        if (!timed.solved) return;
        answer.moves_to_win = timed.moves_to_win;
        answer.line = timed.line;
    }

    [[nodiscard]] static Ending why(const Answer<typename K::Move>& answer, const SolveRequest& request, const Control& control, const StopToken& stop) {
        if (answer.solved) return Ending::SOLVED;
        if (answer.out_of_memory) return Ending::MEMORY;
        if (stop.stop_requested()) return Ending::STOPPED;
        if (request.limits.seconds && control.elapsed() >= *request.limits.seconds) return Ending::SECONDS;
        return request.limits.nodes ? Ending::NODES : Ending::STOPPED;
    }

    K kernel_;
    std::size_t bytes_;
    S solver_;
};

}  // namespace quintet
