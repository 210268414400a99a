// Perft: the number of lines of play of a given length. A finished game counts as one line at any depth.
#pragma once

#include "core/kernel.hpp"
#include "core/poll.hpp"

namespace quintet {

template <Kernel K>
class Perft {
public:
    Perft(const K& kernel, const Poll& poll) : kernel_(kernel), pulse_(poll, leaves_between_polls) {}

    [[nodiscard]] std::uint64_t count(const typename K::Position& position, int depth) {
        if (depth == 0) return 1;
        if (depth == 1) return last_ply(position);
        if constexpr (CountsLines<K>) {
            if (depth == K::bulk_plies) {
                const std::uint64_t lines = kernel_.count_lines(position);
                pulse_.advance(lines);
                return lines;
            }
        }
        Moves<K> moves;
        kernel_.generate(position, moves);
        if (moves.empty()) return 1;
        std::uint64_t lines = 0;
        if (depth == 2) {
            for (const auto move : moves) lines += last_ply(kernel_.play(position, move));
            pulse_.advance(lines);
        } else {
            for (const auto move : moves) lines += count(kernel_.play(position, move), depth - 1);
        }
        return lines;
    }

private:
    static constexpr std::uint64_t leaves_between_polls = 1U << 24;

    /// Bulk counting: the moves of the last ply are counted, never played.
    [[nodiscard]] std::uint64_t last_ply(const typename K::Position& position) const {
        std::uint64_t count = 0;
        if constexpr (CountsMoves<K>) {
            count = kernel_.count_moves(position);
        } else {
            Moves<K> moves;
            kernel_.generate(position, moves);
            count = moves.size();
        }
        return count + (count == 0);
    }

    const K& kernel_;
    Pulse pulse_;
};

template <Kernel K>
[[nodiscard]] std::uint64_t perft(const K& kernel, const typename K::Position& position, int depth, const Poll& poll = {}) {
    return Perft<K>(kernel, poll).count(position, depth);
}

}  // namespace quintet
