// Searches at the door: quintet._core.Searcher. A search runs without the interpreter's lock; reports
// and Ctrl-C take it for a moment, and any Python thread may stop the search.
#pragma once

#include "bind/convert.hpp"
#include "bind/turns.hpp"
#include "core/search/bench.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

namespace quintet::bind {

/// What is asked of a search, as Python gives it.
[[nodiscard]] inline SearchRequest search_request(const nb::str& method, const std::optional<nb::int_>& nodes, const std::optional<nb::int_>& depth,
                                                  std::optional<double> seconds, const nb::int_& lines, const nb::int_& seed) {
    SearchRequest request;
    request.method = parse_method(text(method));
    if (nodes) request.limits.nodes = static_cast<std::uint64_t>(number_in(*nodes, "nodes", 1, bounds::most_nodes));
    if (depth) request.limits.depth = static_cast<int>(number_in(*depth, "depth", 1, bounds::most_depth));
    request.limits.seconds = seconds;
    request.lines = static_cast<int>(number_in(lines, "lines", 1, bounds::most_lines));
    request.seed = static_cast<std::uint64_t>(number_in(seed, "seed", 0, bounds::most_seed));
    return request;
}

class SearcherHandle {
public:
    explicit SearcherHandle(std::unique_ptr<Searcher> searcher) : searcher_(std::move(searcher)) {}

    [[nodiscard]] Analysis search(const nb::str& position, const nb::str& method, const std::optional<nb::int_>& nodes,
                                  const std::optional<nb::int_>& depth, std::optional<double> seconds, const nb::int_& lines,
                                  const nb::int_& threads, const nb::int_& seed, const nb::sequence& among, const nb::object& progress) {
        SearchRequest request = search_request(method, nodes, depth, seconds, lines, seed);
        request.threads = static_cast<int>(number_in(threads, "threads", 1, bounds::most_threads));
        request.among = texts(among);
        const Progress report = reporting<Analysis>(progress);
        const Turns::Turn turn(turns_);
        return unlocked([&, root = text(position)] { return searcher_->search(root, request, report, interruptible(), turn.token()); });
    }

    [[nodiscard]] BenchTally measure(const nb::sequence& given, const nb::str& method, const nb::int_& nodes) {
        const std::vector<std::string> positions = texts(given);
        const Method chosen = parse_method(text(method));
        const Limits limits{.nodes = static_cast<std::uint64_t>(number_in(nodes, "nodes", 1, bounds::most_nodes))};
        const Turns::Turn turn(turns_);
        return unlocked([&] { return bench(*searcher_, positions, chosen, limits, interruptible()); });
    }

    void stop() { turns_.stop(); }

private:
    std::unique_ptr<Searcher> searcher_;
    Turns turns_;
};

inline void add_search(nb::module_& module) {
    using namespace nb::literals;

    nb::class_<AnalysisLine>(module, "Line", "A line of play and what it is worth to the player to move.")
        .def_ro("moves", &AnalysisLine::moves)
        .def_ro("value", &AnalysisLine::value, "-1 to 1; the ends only when proved.")
        .def_ro("score", &AnalysisLine::score, "The expected final score difference, in games with scores.")
        .def_ro("exact", &AnalysisLine::exact, "Value and score are proved.");

    nb::class_<Analysis>(module, "Analysis", "What a search found, for the player to move.")
        .def_ro("move", &Analysis::move)
        .def_ro("value", &Analysis::value, "-1 to 1; the ends only when proved.")
        .def_ro("score", &Analysis::score, "The expected final score difference, in games with scores.")
        .def_ro("exact", &Analysis::exact, "Proved: value and score, and that no move is better.")
        .def_ro("depth", &Analysis::depth)
        .def_ro("nodes", &Analysis::nodes)
        .def_ro("seconds", &Analysis::seconds)
        .def_ro("lines", &Analysis::lines, "The best first.");

    nb::class_<BenchTally>(module, "Bench", "A fixed amount of search work.")
        .def_ro("nodes", &BenchTally::nodes)
        .def_ro("seconds", &BenchTally::seconds)
        .def_ro("signature", &BenchTally::signature, "Changes when the searches do.");

    nb::class_<SearcherHandle>(module, "Searcher", "Searches of one game; what one call finds the next may use.")
        .def("search", &SearcherHandle::search, "position"_a, "method"_a = "auto", nb::kw_only(), "nodes"_a = nb::none(), "depth"_a = nb::none(),
             "seconds"_a = nb::none(), "lines"_a = nb::int_(1), "threads"_a = nb::int_(1), "seed"_a = nb::int_(0),
             "among"_a = nb::tuple(), "progress"_a = nb::none(),
             nb::sig("def search(self, position: str, method: str = 'auto', *, nodes: int | None = None, depth: int | None = None, "
                     "seconds: float | None = None, lines: int = 1, threads: int = 1, seed: int = 0, "
                     "among: collections.abc.Sequence[str] = (), "
                     "progress: collections.abc.Callable[[Analysis], object] | None = None) -> Analysis"),
             "Without a limit it goes on until it is stopped or has proved its answer. Methods: auto, alphabeta, mcts. "
             "among: the moves to try, all if there are none.")
        .def("bench", &SearcherHandle::measure, "positions"_a, "method"_a, "nodes"_a,
             nb::sig("def bench(self, positions: collections.abc.Sequence[str], method: str, nodes: int) -> Bench"),
             "Searches each position with fresh tables and this many nodes.")
        .def("stop", &SearcherHandle::stop, "Ends the search that is running, from any thread; it returns what it has.");
}

}  // namespace quintet::bind
