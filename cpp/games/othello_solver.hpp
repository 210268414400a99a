// Othello's solver: the exact final score of endgames, by null-window tests of the root's moves. Its
// table lives on from call to call.
#pragma once

#include "core/learn/weights.hpp"
#include "core/solver_concept.hpp"
#include "games/othello.hpp"

#include <memory>

namespace quintet {

namespace othello {
class EndTable;
}

class Othello::Solver {
public:
    Solver(const Othello& kernel, std::size_t bytes);
    ~Solver();

    [[nodiscard]] Answer<Move> solve(const Position& root, const SolveTask<Othello>& task);
    void clear();
    /// What was learnt orders the moves and tells what to expect; the answers are the same without it.
    void use(WeightsPtr learned) { learned_ = std::move(learned); }
    [[nodiscard]] double reach(const Position& root) const noexcept;
    /// Both as positions of games showed, the first with a fifth to spare.
    static constexpr double nodes_a_second = 8e6;
    static constexpr double cheaper_result = 8;

private:
    [[nodiscard]] static std::size_t useful_bytes(const Position& root, const SolveTask<Othello>& task);

    bool empties_to_winner_;
    std::size_t bytes_;
    std::size_t table_bytes_ = 0;
    std::unique_ptr<othello::EndTable> table_;
    WeightsPtr learned_;
};

static_assert(HasSolver<Othello>);

}  // namespace quintet
