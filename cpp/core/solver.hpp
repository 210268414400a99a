// Solvers: exact answers. A solver proves what a position is worth, or says what it knows so far; it
// never guesses. This is what all solvers share; a game brings its own as `K::Solver`:
//
//     class Othello::Solver {                                    // games/othello_solver.hpp
//     public:
//         Solver(const Othello& kernel, std::size_t bytes);      // the most memory it may hold, all threads together
//         Answer<Move> solve(const Position& root, const SolveTask<Othello>& task);   // the game is not over at the root
//         void clear();                                          // forgets; what it remembers must not change an answer
//         double reach(const Position&) const;                   // optional, see HasReach
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
#include "core/search/limits.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quintet {

/// A whole number of which as much is known: it is `low` to `high`.
struct Range {
    int low;
    int high;

    [[nodiscard]] constexpr bool exact() const noexcept { return low == high; }
    [[nodiscard]] constexpr Range reversed() const noexcept { return {-high, -low}; }
    bool operator==(const Range&) const = default;
};

[[nodiscard]] constexpr int sign(int number) noexcept { return (number > 0) - (number < 0); }

/// Win, draw and loss (1, 0, -1) as far as a margin tells.
[[nodiscard]] constexpr Range result_of(Range margin) noexcept { return {sign(margin.low), sign(margin.high)}; }

/// What is asked for.
struct SolveRequest {
    Limits limits = {};        ///< nodes and seconds; a proof has no depth
    int threads = 1;
    bool result_only = false;  ///< who wins is enough: faster in games with scores, and the margin may stay open
    bool all_best = true;      ///< false: one best move is enough

    static constexpr int most_threads = 256;

    void check() const {
        limits.check();
        if (limits.depth) throw Error("depth has no meaning in a proof, expected nodes or seconds");
        if (threads < 1 || threads > most_threads) {
            throw Error("threads must be 1 to " + std::to_string(most_threads) + ", got " + std::to_string(threads));
        }
    }
};

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

/// A solver that may say that no call is wasted: cut short, the next one goes on from there, and one day all is known.
template <class S, class K>
concept HasResumes = SolverOf<S, K> && requires(const S& solver) {
    { solver.resumes() } -> std::same_as<bool>;
};

/// A kernel that brings its own solver: `K::Solver{kernel, bytes}`.
template <class K>
concept HasSolver = Kernel<K> && SolverOf<typename K::Solver, K>;

/// Why a call ended, or that it goes on (in reports).
enum class Ending : std::uint8_t { RUNNING, SOLVED, NODES, SECONDS, STOPPED, MEMORY };

[[nodiscard]] constexpr std::string_view ending_text(Ending ending) noexcept {
    constexpr std::array<std::string_view, 6> texts = {"running", "solved", "nodes", "seconds", "stopped", "memory"};
    return texts[static_cast<std::size_t>(ending)];
}

/// An answer as text, for the door: the fields of Answer, and what it cost.
struct Solution {
    Ending ending = Ending::RUNNING;
    Range value{-1, 1};
    std::optional<Range> margin;
    std::vector<std::string> best;
    std::vector<std::string> line;
    std::optional<int> moves_to_win;
    std::uint64_t nodes = 0;
    double seconds = 0;

    [[nodiscard]] bool solved() const noexcept { return ending == Ending::SOLVED; }
};

/// Called on the solving thread with what is known so far; whatever it throws ends the call.
using SolveProgress = std::function<void(const Solution&)>;

/// A game's solver with its type erased, at the level of whole calls: core/kernel_solver.hpp.
class Solver {
public:
    static constexpr std::int64_t least_mb = 1;
    static constexpr std::int64_t most_mb = std::int64_t{1} << 20;

    Solver() = default;
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;
    virtual ~Solver() = default;

    /// One call at a time. `stop` may be asked from any thread; `progress` and `poll` are called on this
    /// one, and whatever they throw ends the work and comes out here.
    [[nodiscard]] virtual Solution solve(std::string_view position, const SolveRequest& request, const SolveProgress& progress, const Poll& poll,
                                         std::stop_token stop) = 0;
    /// About how many nodes an answer takes (HasReach); infinite where the solver cannot tell.
    [[nodiscard]] virtual double reach(std::string_view position) const = 0;
    /// Whether it is worth asking out of reach too (HasResumes).
    [[nodiscard]] virtual bool resumes() const = 0;
    virtual void clear() = 0;
};

}  // namespace quintet
