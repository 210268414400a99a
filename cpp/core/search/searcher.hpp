// Searcher: a kernel's searches with the type erased, at the level of whole calls, as the door needs
// them. It is the one thing here that remembers: its table or tree lives on from call to call, so
// that the next move of a game starts from what the last one found. `clear` forgets.
#pragma once

#include "core/search/limits.hpp"

#include <functional>
#include <string_view>
#include <vector>

namespace quintet {

struct AnalysisLine {
    std::vector<std::string> moves;
    double value = 0;             ///< -1 to 1 for the player to move; -1, 1 only when proved
    std::optional<double> score;  ///< the expected final score difference, in games with scores
    bool exact = false;           ///< proved: the value, and the score where there is one
};

/// The answer to one call. Value, score and `exact` are those of the position: it is exact only when
/// it is also proved that no other move is better.
struct Analysis {
    std::string move;
    double value = 0;
    std::optional<double> score;
    bool exact = false;
    int depth = 0;
    std::uint64_t nodes = 0;
    double seconds = 0;
    std::vector<AnalysisLine> lines;
};

/// Called on the searching thread whenever something better is known; whatever it throws ends the search.
using Progress = std::function<void(const Analysis&)>;

/// AUTO: what the evaluation prefers in the position, alpha-beta where it does not say.
enum class Method : std::uint8_t { AUTO, ALPHABETA, MCTS };

[[nodiscard]] inline Method parse_method(std::string_view name) {
    if (name == "auto") return Method::AUTO;
    if (name == "alphabeta") return Method::ALPHABETA;
    if (name == "mcts") return Method::MCTS;
    throw Error("method must be auto, alphabeta or mcts, got '" + std::string(name) + "'");
}

struct SearchRequest {
    Method method = Method::AUTO;
    Limits limits = {};
    int lines = 1;
    int threads = 1;
    std::uint64_t seed = 0;
    std::vector<std::string> among = {};  ///< only these moves are tried, by alpha-beta; all if there are none

    void check() const {
        limits.check();
        if (!among.empty() && method == Method::MCTS) throw Error("some moves only are tried by alphabeta, got mcts");
        check_range("lines", lines, 1, bounds::most_lines);
        check_range("threads", threads, 1, bounds::most_threads);
    }
};

class Searcher {
public:
    Searcher() = default;
    Searcher(const Searcher&) = delete;
    Searcher& operator=(const Searcher&) = delete;
    virtual ~Searcher() = default;

    /// One call at a time. `stop` may be asked from any thread; `progress` and `poll` are called on this
    /// one, and whatever they throw ends the search and comes out here.
    [[nodiscard]] virtual Analysis search(std::string_view position, const SearchRequest& request, const Progress& progress, const Poll& poll,
                                          StopToken stop) = 0;
    virtual void clear() = 0;
};

}  // namespace quintet
