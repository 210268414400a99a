// How moves did elsewhere in the same proof, for trying the best ones first.
#pragma once

#include "core/kernel.hpp"

#include <algorithm>
#include <array>

namespace quintet {

/// How often moves were the right ones, -1024 to 1024: alone, and as replies to the move before.
template <Kernel K>
class MoveRecord {
public:
    using Move = typename K::Move;

    [[nodiscard]] int operator()(Player mover, Move before, Move move) const noexcept { return alone_[place(mover, move)] + replies_[place(mover, before, move)]; }

    void right(Player mover, Move before, Move move) noexcept { shift(mover, before, move, most); }
    void wrong(Player mover, Move before, Move move) noexcept { shift(mover, before, move, -most); }

private:
    static constexpr int most = 1024;
    static constexpr int inertia = 16;
    /// With more pairs of moves some share a place: only on boards too large to be solved.
    static constexpr std::size_t most_replies = std::size_t{1} << 14;

    [[nodiscard]] static std::size_t place(Player mover, Move move) noexcept { return static_cast<std::size_t>(mover) * K::move_codes + move_index(move); }
    [[nodiscard]] static std::size_t place(Player mover, Move before, Move move) noexcept {
        return (place(mover, before) * K::move_codes + move_index(move)) % most_replies;
    }
    void shift(Player mover, Move before, Move move, int towards) noexcept {
        const auto nearer = [&](std::int16_t& record) { record = static_cast<std::int16_t>(record + (towards - record) / inertia); };
        nearer(alone_[place(mover, move)]);
        nearer(replies_[place(mover, before, move)]);
    }

    std::array<std::int16_t, 2 * K::move_codes> alone_{};
    std::array<std::int16_t, std::min(most_replies, 2 * K::move_codes * K::move_codes)> replies_{};
};

}  // namespace quintet
