// Uniformly random games, many at a time.
#pragma once

#include "core/kernel.hpp"
#include "core/poll.hpp"

namespace quintet {

/// What a batch of random games came to. Wins and losses are those of Player::FIRST.
struct PlayoutTally {
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::uint64_t draws = 0;
    std::uint64_t truncated = 0;
    std::uint64_t moves = 0;
    bool operator==(const PlayoutTally&) const = default;

    void add(PlayoutEnd end) noexcept {
        using Result = PlayoutEnd::Result;
        wins += end.result == Result::FIRST_WON;
        losses += end.result == Result::SECOND_WON;
        draws += end.result == Result::DRAWN;
        truncated += end.result == Result::TRUNCATED;
        moves += end.moves;
    }
};

[[nodiscard]] inline PlayoutEnd::Result playout_result(const Outcome& outcome) noexcept {
    using Result = PlayoutEnd::Result;
    if (!outcome.winner) return Result::DRAWN;
    return *outcome.winner == Player::FIRST ? Result::FIRST_WON : Result::SECOND_WON;
}

/// One uniformly random game; cut off when `limit` moves were made and it is still not over.
template <Kernel K>
[[nodiscard]] PlayoutEnd playout(const K& kernel, typename K::Position position, Rng& rng, std::uint32_t limit) {
    if constexpr (PlaysOut<K>) {
        return kernel.playout(position, rng, limit);
    } else {
        for (std::uint32_t moves_made = 0;; ++moves_made) {
            if (const auto outcome = kernel.outcome(position)) return {playout_result(*outcome), moves_made};
            if (moves_made == limit) return {PlayoutEnd::Result::TRUNCATED, moves_made};
            if constexpr (DrawsMoves<K>) {
                position = kernel.play(position, kernel.random_move(position, rng));
            } else {
                Moves<K> moves;
                kernel.generate(position, moves);
                position = kernel.play(position, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
            }
        }
    }
}

template <Kernel K>
[[nodiscard]] PlayoutTally playouts(const K& kernel, const typename K::Position& position, std::uint64_t count, std::uint64_t seed,
                                    std::uint32_t limit, const Poll& poll = {}) {
    constexpr std::uint64_t moves_between_polls = 1U << 18;
    Pulse pulse(poll, moves_between_polls);
    Rng rng(seed);
    PlayoutTally tally;
    for (std::uint64_t game = 0; game < count; ++game) {
        const PlayoutEnd end = playout(kernel, position, rng, limit);
        tally.add(end);
        pulse.advance(end.moves + 1);
    }
    return tally;
}

}  // namespace quintet
