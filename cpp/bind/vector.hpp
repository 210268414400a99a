// Many games at once at the door: quintet._core.VectorGames. The arrays are the caller's and are filled in place.
#pragma once

#include "bind/convert.hpp"
#include "bind/turns.hpp"
#include "core/vector.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

namespace quintet::bind {

/// An array of the caller's, whole and in order. Its sizes are checked on the Python side and here, where it is written to.
template <class T>
using Filled = nb::ndarray<T, nb::c_contig, nb::device::cpu>;

/// Its data, if it has this many numbers.
template <class T>
[[nodiscard]] T* sized(const Filled<T>& array, std::size_t expected) {
    if (array.size() != expected) throw Error("expected an array of " + std::to_string(expected) + " numbers, got " + std::to_string(array.size()));
    return array.data();
}

class VectorHandle {
public:
    VectorHandle(std::unique_ptr<VectorGames> games, std::size_t count, std::size_t actions) : games_(std::move(games)), count_(count), actions_(actions) {}

    [[nodiscard]] std::tuple<int, int, int> shape() const {
        const BoardSize board = games_->board();
        return {games_->planes(), board.rows, board.columns};
    }

    void reset(const Filled<const std::int64_t>& numbers, const std::optional<Filled<const std::uint64_t>>& seeds, const Filled<std::uint8_t>& observations, const Filled<bool>& masks,
               const Filled<float>& rewards, const Filled<bool>& terminated, const Filled<bool>& truncated, const Filled<std::int8_t>& players,
               const Filled<std::uint8_t>& final_observations) {
        const VectorRows rows = checked(observations, masks, rewards, terminated, truncated, players, final_observations);
        const std::span<const std::int64_t> chosen(numbers.data(), numbers.size());
        for (const std::int64_t number : chosen) {
            if (number < 0 || static_cast<std::size_t>(number) >= count_) throw Error("there is no game " + std::to_string(number));
        }
        std::span<const std::uint64_t> sown;
        if (seeds) sown = {sized(*seeds, chosen.size()), chosen.size()};
        const Turns::Turn turn(turns_);
        const nb::gil_scoped_release release;
        games_->reset(chosen, sown, rows);
    }

    [[nodiscard]] std::optional<std::size_t> step(const Filled<const std::int64_t>& actions, bool skipping, const Filled<std::uint8_t>& observations, const Filled<bool>& masks,
                                                  const Filled<float>& rewards, const Filled<bool>& terminated, const Filled<bool>& truncated,
                                                  const Filled<std::int8_t>& players, const Filled<std::uint8_t>& final_observations) {
        const VectorRows rows = checked(observations, masks, rewards, terminated, truncated, players, final_observations);
        const std::span<const std::int64_t> chosen(sized(actions, count_), count_);
        const Turns::Turn turn(turns_);
        const nb::gil_scoped_release release;
        return games_->step(chosen, skipping, rows);
    }

    void sample(const Filled<std::int64_t>& actions) {
        const std::span<std::int64_t> drawn(sized(actions, count_), count_);
        const Turns::Turn turn(turns_);
        const nb::gil_scoped_release release;
        games_->sample(drawn);
    }

    [[nodiscard]] std::string position(const nb::int_& game) {
        const auto at = static_cast<std::size_t>(number_in(game, "game", 0, static_cast<std::int64_t>(count_) - 1));
        const Turns::Turn turn(turns_);
        return games_->position(at);
    }

    [[nodiscard]] std::tuple<std::string, std::uint64_t, std::uint64_t, std::uint32_t> state(const nb::int_& game) {
        const auto at = static_cast<std::size_t>(number_in(game, "game", 0, static_cast<std::int64_t>(count_) - 1));
        const Turns::Turn turn(turns_);
        const GameState state = games_->state(at);
        return {state.position, state.rng_a, state.rng_b, state.made};
    }

    void restore(const nb::int_& game, const nb::str& position, std::uint64_t rng_a, std::uint64_t rng_b, std::uint32_t made, const Filled<std::uint8_t>& observations,
                 const Filled<bool>& masks, const Filled<float>& rewards, const Filled<bool>& terminated, const Filled<bool>& truncated,
                 const Filled<std::int8_t>& players, const Filled<std::uint8_t>& final_observations) {
        const VectorRows rows = checked(observations, masks, rewards, terminated, truncated, players, final_observations);
        const auto at = static_cast<std::size_t>(number_in(game, "game", 0, static_cast<std::int64_t>(count_) - 1));
        const Turns::Turn turn(turns_);
        games_->restore(at, {text(position), rng_a, rng_b, made}, rows);
    }

private:
    [[nodiscard]] VectorRows checked(const Filled<std::uint8_t>& observations, const Filled<bool>& masks, const Filled<float>& rewards, const Filled<bool>& terminated,
                                     const Filled<bool>& truncated, const Filled<std::int8_t>& players, const Filled<std::uint8_t>& final_observations) const {
        const std::size_t shown = count_ * static_cast<std::size_t>(games_->planes() * games_->board().cells());
        return {sized(observations, shown), sized(masks, count_ * actions_), sized(rewards, 2 * count_), sized(terminated, count_),
                sized(truncated, count_),   sized(players, count_),          sized(final_observations, shown)};
    }

    std::unique_ptr<VectorGames> games_;
    std::size_t count_;
    std::size_t actions_;
    Turns turns_;
};

/// The settings as Python gives them.
[[nodiscard]] inline VectorSettings vector_settings(const Texts& actions, const Filled<const std::uint64_t>& seeds, const Texts& starts, const nb::int_& opening,
                                                    const nb::int_& limit, const nb::int_& threads) {
    return {texts(actions),
            std::vector<std::uint64_t>(seeds.data(), seeds.data() + seeds.size()),
            texts(starts),
            static_cast<std::uint32_t>(number_in(opening, "opening", 0, bounds::longest_playout)),
            static_cast<std::uint32_t>(number_in(limit, "limit", 1, bounds::longest_playout)),
            static_cast<int>(number_in(threads, "threads", 1, bounds::most_threads))};
}

inline void add_vector(nb::module_& module) {
    using namespace nb::literals;

    nb::class_<VectorHandle>(module, "VectorGames", "Many games stepped at once, into arrays of the caller's.")
        .def_prop_ro("shape", &VectorHandle::shape, "The shape of an observation: planes, rows, columns.")
        .def("reset", &VectorHandle::reset, "numbers"_a.noconvert(), "seeds"_a.none(), "observations"_a.noconvert(), "masks"_a.noconvert(), "rewards"_a.noconvert(), "terminated"_a.noconvert(),
             "truncated"_a.noconvert(), "players"_a.noconvert(), "final_observations"_a.noconvert(), "Begin the games with these numbers anew, with these seeds or with what follows.")
        .def("step", &VectorHandle::step, "actions"_a.noconvert(), "skipping"_a, "observations"_a.noconvert(), "masks"_a.noconvert(), "rewards"_a.noconvert(), "terminated"_a.noconvert(),
             "truncated"_a.noconvert(), "players"_a.noconvert(), "final_observations"_a.noconvert(),
             "Play one action in each game, with skipping not where it is -1; or none at all, and the first game whose action is not legal.")
        .def("sample", &VectorHandle::sample, "actions"_a.noconvert(), "A random legal action for each game.")
        .def("position", &VectorHandle::position, "game"_a)
        .def("state", &VectorHandle::state, "game"_a, "The position, the two words of its random numbers, and the moves since it was handed over.")
        .def("restore", &VectorHandle::restore, "game"_a, "position"_a, "rng_a"_a, "rng_b"_a, "made"_a, "observations"_a.noconvert(), "masks"_a.noconvert(),
             "rewards"_a.noconvert(), "terminated"_a.noconvert(), "truncated"_a.noconvert(), "players"_a.noconvert(), "final_observations"_a.noconvert(),
             "Let one game go on from a state.");
}

}  // namespace quintet::bind
