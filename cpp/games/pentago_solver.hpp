// Exact answers for Pentago, by proofs over super-positions (pentago_proof.hpp): who can force a win, asked
// for each side in turn, gives win, draw and loss of every move. Moves to the win come from the same proofs
// with a limit on the turns, where that is cheap enough; elsewhere they stay empty.
#pragma once

#include "core/solver_concept.hpp"
#include "games/pentago_proof.hpp"

namespace quintet {

class Pentago::Solver {
public:
    static constexpr bool times_wins = true;

    Solver(const Pentago& kernel, std::size_t bytes);

    [[nodiscard]] Answer<Move> solve(const Position& root, const SolveTask<Pentago>& task);
    void clear() noexcept { table_.clear(); }
    [[nodiscard]] double reach(const Position& root) const noexcept;

private:
    struct Call;

    const Pentago& kernel_;
    pentago::KnownTable table_;
};

}  // namespace quintet
