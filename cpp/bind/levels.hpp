// The moves of levels at the door: quintet._core.LevelMover. It runs without the interpreter's lock, as searches do.
#pragma once

#include "bind/convert.hpp"
#include "bind/turns.hpp"
#include "core/level_move.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

namespace quintet::bind {

class LevelMoverHandle {
public:
    /// The engine must outlive it.
    LevelMoverHandle(const Engine& engine, std::int64_t memory_mb, WeightsPtr weights) : engine_(engine), memory_mb_(memory_mb), weights_(std::move(weights)) {}

    [[nodiscard]] std::string choose(const nb::str& position, const nb::str& seed, const nb::int_& near_seed, const nb::str& method, const std::optional<nb::int_>& nodes, double seconds,
                                     const nb::int_& lines, double temperature, bool careful, const nb::int_& threads) {
        LevelRequest request{.lines = static_cast<int>(number_in(lines, "lines", 1, bounds::most_lines)), .temperature = temperature, .careful = careful,
                             .method = parse_method(text(method)), .threads = static_cast<int>(number_in(threads, "threads", 1, bounds::most_threads)),
                             .memory_mb = memory_mb_, .seed = text(seed),
                             .near_seed = static_cast<std::uint64_t>(number_in(near_seed, "near_seed", 0, bounds::most_seed))};
        if (nodes) request.limits.nodes = static_cast<std::uint64_t>(number_in(*nodes, "nodes", 1, bounds::most_nodes));
        request.limits.seconds = seconds;
        const Turns::Turn turn(turns_);
        return unlocked([&, root = text(position)] { return level_move(engine_, weights_, root, request, interruptible(), turn.token()); });
    }

    void stop() { turns_.stop(); }

private:
    const Engine& engine_;
    std::int64_t memory_mb_;
    WeightsPtr weights_;
    Turns turns_;
};

inline void add_levels(nb::module_& module) {
    using namespace nb::literals;

    nb::class_<LevelMoverHandle>(module, "LevelMover", "Picks the moves of levels; engine/levels.py has their settings.")
        .def("choose", &LevelMoverHandle::choose, "position"_a, "seed"_a, "near_seed"_a, nb::kw_only(), "method"_a, "nodes"_a.none(), "seconds"_a, "lines"_a, "temperature"_a, "careful"_a,
             "threads"_a = nb::int_(1),
             nb::sig("def choose(self, position: str, seed: str, near_seed: int, *, method: str, nodes: int | None, seconds: float, lines: int, temperature: float, "
                     "careful: bool, threads: int = 1) -> str"),
             "The move for a position that is not over. Random numbers are those of Python's random.Random(seed); near_seed is that of the searches of one or two plies.")
        .def("stop", &LevelMoverHandle::stop, "Ends the call that is running, from any thread; it returns the best move it has.");
}

}  // namespace quintet::bind
