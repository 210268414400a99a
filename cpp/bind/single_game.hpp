// One game at the door: quintet._core.SingleGame.
#pragma once

#include "bind/convert.hpp"
#include "bind/vector.hpp"
#include "core/single_game.hpp"

#include <nanobind/stl/unique_ptr.h>

namespace quintet::bind {

class SingleGameHandle {
public:
    SingleGameHandle(std::unique_ptr<SingleGame> game, std::string spec) : game_(std::move(game)), spec_(std::move(spec)) {}

    [[nodiscard]] std::unique_ptr<SingleGameHandle> copy() const { return std::make_unique<SingleGameHandle>(game_->clone(), spec_); }
    [[nodiscard]] const std::string& spec() const { return spec_; }
    [[nodiscard]] std::string position() const { return game_->position(); }
    void put(const nb::str& position) { game_->put(text(position)); }
    [[nodiscard]] bool play(std::int64_t action) { return game_->play(action); }
    [[nodiscard]] std::vector<int> legal() const { return game_->legal(); }
    [[nodiscard]] int to_move() const { return static_cast<int>(game_->to_move()); }
    [[nodiscard]] bool over() const { return game_->over(); }
    [[nodiscard]] std::optional<int> winner() const {
        const auto winner = game_->winner();
        return winner ? std::optional<int>(static_cast<int>(*winner)) : std::nullopt;
    }
    void mask(const Filled<bool>& mask) const {
        game_->mask(reinterpret_cast<std::uint8_t*>(sized(mask, static_cast<std::size_t>(game_->actions()))));
    }
    void observe(int player, const Filled<std::uint8_t>& planes) const {
        if (player != 0 && player != 1) throw Error("player must be 0 or 1, got " + std::to_string(player));
        game_->observe(player == 0 ? Player::FIRST : Player::SECOND, sized(planes, static_cast<std::size_t>(game_->planes() * game_->board().cells())));
    }

private:
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
        .def("observe", &SingleGameHandle::observe, "player"_a, "planes"_a.noconvert(), "Fill the planes as a player sees them.");
}

}  // namespace quintet::bind
