// Exact answers with the type erased, at the level of whole calls, as the door needs them.
#pragma once

#include "core/search/limits.hpp"

#include <array>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace quintet {

/// A whole number that may not be known exactly: it is `low` to `high`.
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
    bool distance = true;      ///< false: how many moves a win takes is not worked out where it costs extra
    bool line = true;          ///< false: best play is not worked out

    void check() const {
        limits.check();
        if (limits.depth) throw Error("depth has no meaning in a proof, expected nodes or seconds");
        check_range("threads", threads, 1, bounds::most_threads);
    }
};

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
    Solver() = default;
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;
    virtual ~Solver() = default;

    /// One call at a time. `stop` may be asked from any thread; `progress` and `poll` are called on this
    /// one, and whatever they throw ends the work and comes out here.
    [[nodiscard]] virtual Solution solve(std::string_view position, const SolveRequest& request, const SolveProgress& progress, const Poll& poll,
                                         StopToken stop) = 0;
    /// About how many nodes an answer takes (HasReach), or only who wins; infinite where the solver cannot tell.
    [[nodiscard]] virtual double reach(std::string_view position, bool result_only) const = 0;
    /// About how many nodes a thread gets done in a second.
    [[nodiscard]] virtual double nodes_a_second() const = 0;
    /// Whether calls keep partial work, so that asking pays also out of reach (HasResumes).
    [[nodiscard]] virtual bool resumes() const = 0;
    virtual void clear() = 0;
};

}  // namespace quintet
