// One game at the door: quintet._core.SingleGame.
#pragma once

#include "bind/convert.hpp"
#include "bind/vector.hpp"
#include "core/single_game.hpp"

#include <nanobind/stl/unique_ptr.h>

#include <array>

namespace quintet::bind {

/// Small numbers as Python objects that lists share, as Python itself does up to 256: to make one takes as long as to copy ten.
class SharedNumbers {
public:
    static constexpr long count = 1024;

    SharedNumbers() {
        for (long i = 0; i < count; ++i) integers_[static_cast<std::size_t>(i)] = PyLong_FromLong(i);
        for (std::size_t i = 0; i < floats_.size(); ++i) floats_[i] = PyFloat_FromDouble(static_cast<double>(i));
    }

    [[nodiscard]] PyObject* integer(long value) const { return value < count ? Py_NewRef(integers_[static_cast<std::size_t>(value)]) : PyLong_FromLong(value); }
    [[nodiscard]] PyObject* real(std::uint8_t value) const { return Py_NewRef(floats_[value]); }

private:
    std::array<PyObject*, static_cast<std::size_t>(count)> integers_;
    std::array<PyObject*, 256> floats_;
};

/// They live as long as the process.
[[nodiscard]] inline const SharedNumbers& shared_numbers() {
    static const SharedNumbers numbers;
    return numbers;
}

/// A list with what `make` gives for each item, with the help of the shared numbers.
template <class Items, class Make>
[[nodiscard]] nb::list listed(const Items& items, Make make) {
    const SharedNumbers& numbers = shared_numbers();
    nb::list list = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(items.size())));
    Py_ssize_t at = 0;
    for (const auto item : items) {
#ifdef Py_LIMITED_API  // the stable ABI has only the function that checks: docs/decisions/054
        PyList_SetItem(list.ptr(), at++, make(numbers, item));
#else
        PyList_SET_ITEM(list.ptr(), at++, make(numbers, item));
#endif
    }
    return list;
}

class SingleGameHandle {
public:
    using Integers = nb::typed<nb::list, int>;
    using Floats = nb::typed<nb::list, double>;

    SingleGameHandle(std::unique_ptr<SingleGame> game, std::string spec) : game_(std::move(game)), spec_(std::move(spec)) {}

    [[nodiscard]] std::unique_ptr<SingleGameHandle> copy() const { return std::make_unique<SingleGameHandle>(game_->clone(), spec_); }
    [[nodiscard]] const std::string& spec() const { return spec_; }
    [[nodiscard]] std::string position() const { return game_->position(); }
    void put(const nb::str& position) { game_->put(text(position)); }
    [[nodiscard]] bool play(std::int64_t action) { return game_->play(action); }
    [[nodiscard]] Integers legal() const {
        return Integers(listed(game_->legal(), [](const SharedNumbers& numbers, int action) { return numbers.integer(action); }));
    }
    [[nodiscard]] int to_move() const { return static_cast<int>(game_->to_move()); }
    [[nodiscard]] bool over() const { return game_->over(); }
    [[nodiscard]] std::optional<int> winner() const {
        const auto winner = game_->winner();
        return winner ? std::optional<int>(static_cast<int>(*winner)) : std::nullopt;
    }
    void mask(const Filled<bool>& mask) const {
        game_->mask(reinterpret_cast<std::uint8_t*>(sized(mask, static_cast<std::size_t>(game_->actions()))));
    }
    [[nodiscard]] Integers mask_list() const {
        std::vector<std::uint8_t> mask(static_cast<std::size_t>(game_->actions()));
        game_->mask(mask.data());
        return Integers(listed(mask, [](const SharedNumbers& numbers, std::uint8_t legal) { return numbers.integer(legal); }));
    }
    void observe(int player, const Filled<std::uint8_t>& planes) const { game_->observe(player_of(player), sized(planes, size())); }
    [[nodiscard]] Floats observation_list(int player) const {
        std::vector<std::uint8_t> planes(size());
        game_->observe(player_of(player), planes.data());
        return Floats(listed(planes, [](const SharedNumbers& numbers, std::uint8_t value) { return numbers.real(value); }));
    }

private:
    [[nodiscard]] static Player player_of(int player) {
        if (player != 0 && player != 1) throw Error("player must be 0 or 1, got " + std::to_string(player));
        return player == 0 ? Player::FIRST : Player::SECOND;
    }

    /// Of an observation.
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(game_->planes() * game_->board().cells()); }

    std::unique_ptr<SingleGame> game_;
    std::string spec_;
};

inline void add_single_game(nb::module_& module) {
    using namespace nb::literals;

    nb::class_<SingleGameHandle>(module, "SingleGame", "One game, played action by action.")
        .def("copy", &SingleGameHandle::copy)
        .def(
            "__deepcopy__", [](const SingleGameHandle& game, nb::handle) { return game.copy(); }, "memo"_a)
        .def_prop_ro("spec", &SingleGameHandle::spec)
        .def("position", &SingleGameHandle::position)
        .def("put", &SingleGameHandle::put, "position"_a, "Go on from a position.")
        .def("play", &SingleGameHandle::play, "action"_a, "Whether the action is legal; it is played if it is.")
        .def("legal", &SingleGameHandle::legal, "The legal actions; none when the game is over.")
        .def("to_move", &SingleGameHandle::to_move)
        .def("over", &SingleGameHandle::over)
        .def("winner", &SingleGameHandle::winner, "None in a draw, and while the game goes on.")
        .def("mask", &SingleGameHandle::mask, "mask"_a.noconvert(), "Fill a mask of the legal actions.")
        .def("mask_list", &SingleGameHandle::mask_list, "A 1 or a 0 for each action: whether it is legal.")
        .def("observe", &SingleGameHandle::observe, "player"_a, "planes"_a.noconvert(), "Fill the planes as a player sees them.")
        .def("observation_list", &SingleGameHandle::observation_list, "player"_a, "The planes as a player sees them, one number after the other.");
}

}  // namespace quintet::bind
