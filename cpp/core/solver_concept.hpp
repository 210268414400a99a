// Solvers: exact answers. A solver proves what a position is worth, or says what it knows so far; it
// never guesses. This is what all solvers share; a game brings its own as `K::Solver`:
//
//     class Othello::Solver {                                    // games/othello_solver.hpp
//     public:
//         Solver(const Othello& kernel, std::size_t bytes);      // the most memory it may hold, all threads together
//         Answer<Move> solve(const Position& root, const SolveTask<Othello>& task);   // the game is not over at the root
//         void clear();                                          // forgets; what it remembers must not change an answer
//         double reach(const Position&) const;                   // optional, see HasReach
//         static constexpr double nodes_a_second = 8e6;          // optional: what it gets done, where it is not the usual
//         static constexpr double cheaper_result = 8;            // optional: how many times fewer nodes it takes to find only who wins
//         bool resumes() const;                                  // optional, see HasResumes
//         static constexpr bool times_wins = true;               // optional: it finds moves_to_win itself
//     };
//
// and includes that header in its .cpp before it enlists. A kernel without one is solved by
// core/graph_solver.hpp, where it is small. One call at a time; a solver may keep tables between calls.
//
// Inside `solve`: count positions with a NodeCounter on `task.control` (one a thread, `&task.poll` on the
// calling thread alone), which brings the limits, the stop signal and Ctrl-C; when `spend` says false
// return what is known. Call `task.report` on the calling thread whenever a bound gets better.
#pragma once

#include "core/kernel.hpp"
#include "core/solver.hpp"

namespace quintet {

/// What a solver found, in a kernel's own moves, for the player to move at the root. Unsolved, it holds
/// true bounds and no moves.
template <class Move>
struct Answer {
    bool solved = false;
    Range value{-1, 1};            ///< 1 win, 0 draw, -1 loss
    std::optional<Range> margin;   ///< the final score difference, in games with scores
    std::vector<Move> best;        ///< every move that keeps the value, the margin where it was asked for; the rulebook's order
    std::vector<Move> line;        ///< best play to the end, or until play repeats; shorter where the limits ended it
    std::optional<int> moves_to_win;  ///< of both sides, the winner hurrying, the loser delaying; in games with scores kernel_solver.hpp adds it
    bool out_of_memory = false;    ///< why it is unsolved
    std::uint64_t nodes = 0;
};

/// One call as the game's solver sees it.
template <Kernel K>
struct SolveTask {
    const SolveRequest& request;
    Control& control;
    const Poll& poll;
    std::function<void(const Answer<typename K::Move>&)> report;  ///< never empty
};

template <class S, class K>
concept SolverOf = Kernel<K> && std::constructible_from<S, const K&, std::size_t> &&
    requires(S& solver, const typename K::Position& root, const SolveTask<K>& task) {
        { solver.solve(root, task) } -> std::same_as<Answer<typename K::Move>>;
        { solver.clear() } -> std::same_as<void>;
    };

/// A solver that knows its reach: about how many nodes a call must be able to spend to answer.
template <class S, class K>
concept HasReach = SolverOf<S, K> && requires(const S& solver, const typename K::Position& root) {
    { solver.reach(root) } -> std::same_as<double>;
};

/// A solver that may keep partial work between calls: then many short calls get as far as a long one, and none is wasted.
template <class S, class K>
concept HasResumes = SolverOf<S, K> && requires(const S& solver) {
    { solver.resumes() } -> std::same_as<bool>;
};

/// A kernel that brings its own solver: `K::Solver{kernel, bytes}`.
template <class K>
concept HasSolver = Kernel<K> && SolverOf<typename K::Solver, K>;

}  // namespace quintet
