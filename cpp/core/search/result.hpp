// What a search found, in a kernel's own moves.
#pragma once

#include "core/search/evaluation.hpp"
#include "core/search/searcher.hpp"
#include "core/search/value.hpp"
#include "core/text.hpp"

#include <array>

namespace quintet {

/// A line of play of limited length, without allocation.
template <class Move>
class Line {
public:
    static constexpr std::size_t longest = 40;

    void clear() noexcept { size_ = 0; }
    void push(Move move) noexcept {
        if (size_ < longest) moves_[size_++] = move;
    }
    /// `move`, then as much of `rest` as fits.
    void set(Move move, const Line& rest) noexcept {
        const std::size_t kept = std::min(rest.size_, longest - 1);
        std::copy_n(rest.moves_.begin(), kept, moves_.begin() + 1);
        moves_[0] = move;
        size_ = kept + 1;
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] Move operator[](std::size_t i) const noexcept { return moves_[i]; }
    [[nodiscard]] const Move* begin() const noexcept { return moves_.data(); }
    [[nodiscard]] const Move* end() const noexcept { return moves_.data() + size_; }

private:
    std::array<Move, longest> moves_{};
    std::size_t size_ = 0;
};

/// One line as text.
template <class E, Kernel K>
[[nodiscard]] AnalysisLine analysis_line(const K& kernel, const Line<typename K::Move>& moves, Finding finding) {
    AnalysisLine line;
    line.moves = move_texts(kernel, moves);
    line.value = squashed(finding.value, finding.proved, spread_of<E>());
    // Without scores the number of plies to a win is no part of the value, so a win needs no more proof.
    line.exact = finding.proved || std::abs(finding.value) >= won_by_distance;
    if constexpr (KeepsScores<E>) line.score = score_of(finding.value, E::units_per_point);
    return line;
}

}  // namespace quintet
