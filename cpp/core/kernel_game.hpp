// KernelGame: the game of core/single_game.hpp for one kernel.
#pragma once

#include "core/action_space.hpp"
#include "core/single_game.hpp"

#include <algorithm>

namespace quintet {

template <Observed K>
class KernelGame final : public SingleGame {
public:
    KernelGame(const K& kernel, const std::vector<std::string>& actions)
        : kernel_(kernel), actions_(std::make_shared<const ActionSpace<K>>(kernel_, actions)), position_(kernel_.start()) {
        actions_->find_legal(kernel_, position_, legal_);
    }
    KernelGame(const KernelGame&) = default;

    [[nodiscard]] std::unique_ptr<SingleGame> clone() const override { return std::make_unique<KernelGame>(*this); }
    [[nodiscard]] int actions() const override { return actions_->count(); }
    [[nodiscard]] int planes() const override { return Planes::count<K>(); }
    [[nodiscard]] BoardSize board() const override { return kernel_.board_size(); }
    [[nodiscard]] std::string position() const override { return kernel_.format(position_); }

    void put(std::string_view position) override {
        position_ = kernel_.parse(position);
        over_ = !actions_->find_legal(kernel_, position_, legal_);
    }

    [[nodiscard]] bool play(std::int64_t action) override {
        if (!actions_->has(legal_, action)) return false;
        position_ = kernel_.play(position_, actions_->move(static_cast<std::size_t>(action)));
        over_ = !actions_->find_legal(kernel_, position_, legal_);
        return true;
    }

    [[nodiscard]] std::vector<int> legal() const override {
        std::size_t count = 0;
        for (const std::uint64_t word : legal_.words) count += static_cast<std::size_t>(std::popcount(word));
        std::vector<int> actions;
        actions.reserve(count);
        int first = 0;
        for (std::uint64_t word : legal_.words) {
            for (; word != 0; word &= word - 1) actions.push_back(first + std::countr_zero(word));
            first += 64;
        }
        return actions;
    }

    void mask(std::uint8_t* bytes) const override { actions_->spread_mask(legal_, bytes); }
    [[nodiscard]] Player to_move() const override { return kernel_.to_move(position_); }
    [[nodiscard]] bool over() const override { return over_; }

    [[nodiscard]] std::optional<Player> winner() const override {
        const auto outcome = kernel_.outcome(position_);
        return outcome ? outcome->winner : std::nullopt;
    }

    void observe(Player player, std::uint8_t* bytes) const override {
        const auto cells = static_cast<std::size_t>(board().cells());
        Planes planes = Planes::of<K>(bytes, board().cells());
        kernel_.observe(position_, planes);
        if (player == to_move()) return;
        // The other player's planes are those of the mover exchanged.
        std::swap_ranges(bytes, bytes + cells, bytes + cells);
        std::uint8_t* color = bytes + Planes::color_plane * cells;
        std::transform(color, color + cells, color, [](std::uint8_t black) { return static_cast<std::uint8_t>(1 - black); });
        const auto exchange = [&](int first, int count, int step) {
            for (int i = 0; i < count; ++i) {
                std::uint8_t* own = bytes + static_cast<std::size_t>(first + step * i) * cells;
                std::swap_ranges(own, own + cells, own + cells);
            }
        };
        exchange(Planes::first_counter, K::counters, 2);
        exchange(Planes::further<K>() + Planes::neutral_planes<K>(), Planes::kinds<K>(), Planes::owners<K>());
    }

private:
    K kernel_;
    std::shared_ptr<const ActionSpace<K>> actions_;
    typename K::Position position_;
    typename ActionSpace<K>::Set legal_;
    bool over_ = false;
};

}  // namespace quintet
