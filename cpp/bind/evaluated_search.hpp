// Searches with an evaluation from outside, at the door: quintet._core.EvaluatedSearcher.
#pragma once

#include "bind/search.hpp"
#include "bind/vector.hpp"
#include "core/evaluated_search.hpp"

namespace quintet::bind {

class EvaluatedSearcherHandle {
public:
    EvaluatedSearcherHandle(std::unique_ptr<SingleGame> game, std::vector<std::string> actions) : game_(std::move(game)), actions_(std::move(actions)) {}

    [[nodiscard]] std::tuple<int, int, int> shape() const { return {game_->planes(), game_->board().rows, game_->board().columns}; }

    [[nodiscard]] Analysis search(const nb::str& position, const nb::str& method, const Filled<std::uint8_t>& observations, const Filled<float>& values,
                                  const nb::callable& judge, const std::optional<nb::int_>& nodes, const std::optional<nb::int_>& depth,
                                  std::optional<double> seconds, const nb::int_& lines, const nb::int_& memory_mb, const nb::int_& seed, const nb::object& progress) {
        SearchRequest request = search_request(method, nodes, depth, seconds, lines, seed);
        const auto megabytes = number_in(memory_mb, "memory_mb", 1, bounds::most_memory_mb);
        const std::size_t each = static_cast<std::size_t>(game_->planes() * game_->board().cells());
        const Batch batch{sized(observations, values.size() * each), values.data(), values.size()};
        const Judge asked = [callback = nb::handle(judge)](std::size_t count) {
            const nb::gil_scoped_acquire acquire;
            callback(count);
        };
        const Progress report = reporting<Analysis>(progress);
        const Turns::Turn turn(turns_);
        return unlocked([&, root = text(position)] {
            const auto game = game_->clone();
            game->put(root);
            return evaluated_search(*game, actions_, request, megabytes, batch, asked, report, interruptible(), turn.token());
        });
    }

    void stop() { turns_.stop(); }

private:
    std::unique_ptr<SingleGame> game_;
    std::vector<std::string> actions_;
    Turns turns_;
};

inline void add_evaluated_search(nb::module_& module) {
    using namespace nb::literals;

    nb::class_<EvaluatedSearcherHandle>(module, "EvaluatedSearcher", "Searches of one game with an evaluation of the caller's, which judges many positions in one call.")
        .def_prop_ro("shape", &EvaluatedSearcherHandle::shape, "The shape of an observation: planes, rows, columns.")
        .def("search", &EvaluatedSearcherHandle::search, "position"_a, "method"_a, "observations"_a.noconvert(), "values"_a.noconvert(), "judge"_a, nb::kw_only(),
             "nodes"_a.none(), "depth"_a.none(), "seconds"_a.none(), "lines"_a, "memory_mb"_a, "seed"_a, "progress"_a.none(),
             nb::sig("def search(self, position: str, method: str, observations: typing.Annotated[numpy.typing.NDArray[numpy.uint8], dict(order='C', device='cpu')], "
                     "values: typing.Annotated[numpy.typing.NDArray[numpy.float32], dict(order='C', device='cpu')], judge: collections.abc.Callable[[int], None], *, "
                     "nodes: int | None, depth: int | None, seconds: float | None, lines: int, memory_mb: int, seed: int, "
                     "progress: collections.abc.Callable[[Analysis], object] | None) -> Analysis"),
             "Both arrays are the caller's, with room for as many positions as there are actions or more; judge(count) fills the first values from the first observations.")
        .def("stop", &EvaluatedSearcherHandle::stop, "Ends the search that is running, from any thread; it returns what it has.");
}

}  // namespace quintet::bind
