// A solver made of proofs of wins (core/win_proof.hpp): what a game with a style uses as its own.
#pragma once

#include "core/solver_concept.hpp"
#include "core/win_proof.hpp"

namespace quintet {

template <Kernel K, WinStyle<K> Style>
class WinSolver {
public:
    using Position = typename K::Position;
    using Move = typename K::Move;
    using Proof = WinProof<K, Style>;

    static constexpr bool times_wins = true;

    WinSolver(const K& kernel, std::size_t bytes) : kernel_(kernel), proof_bytes_(bytes / 16), table_(bytes - proof_bytes_) {}

    void clear() noexcept {
        table_.clear();
        record_ = {};
    }

    [[nodiscard]] Answer<Move> solve(const Position& root, const SolveTask<K>& task) {
        Call call(*this, task);
        if (call.find_value(root) && call.find_best(root)) {
            call.answer.solved = true;
            call.report();
            if (task.request.distance) call.find_time(root);
            if (task.request.line) call.find_line(root);
        }
        call.answer.out_of_memory = call.proof.too_deep() && !call.answer.solved;
        call.answer.nodes = call.nodes.spent();
        return call.answer;
    }

private:
    static constexpr std::uint64_t least_for_time = 30'000;

    struct Call {
        const K& kernel;
        const SolveTask<K>& task;
        NodeCounter nodes;
        Proof proof;
        Answer<Move> answer;

        Call(WinSolver& solver, const SolveTask<K>& the_task)
            : kernel(solver.kernel_), task(the_task), nodes(the_task.control, &the_task.poll), proof(kernel, solver.table_, solver.record_, nodes, solver.proof_bytes_) {}

        void report() {
            answer.nodes = nodes.spent();
            task.report(answer);
        }

        /// False when a limit came first, here and below.
        bool find_value(const Position& root) {
            const Player mover = kernel.to_move(root);
            if (proof.wins(root, mover)) {
                answer.value = {1, 1};
            } else if (!proof.halted()) {
                answer.value.high = 0;
                report();
                const bool lost = proof.wins(root, opponent(mover));
                if (!proof.halted()) answer.value = lost ? Range{-1, -1} : Range{0, 0};
            }
            if (proof.halted()) return false;
            report();
            return true;
        }

        /// Whether a move keeps what the position is worth: a win of `winner`, or a draw.
        [[nodiscard]] bool keeps(const Position& position, Move move, std::optional<Player> winner) {
            const Player mover = kernel.to_move(position);
            if (winner) return *winner != mover || proof.wins(kernel.play(position, move), mover);
            return !proof.wins(kernel.play(position, move), opponent(mover));
        }

        /// A move that keeps it without a search.
        [[nodiscard]] std::optional<Move> known_best(const Position& position, std::optional<Player> winner) {
            const Player mover = kernel.to_move(position);
            Moves<K> moves;
            kernel.generate(position, moves);
            for (const Move move : moves) {
                const Position next = kernel.play(position, move);
                if (winner ? winner != mover || proof.known(next, mover, true) : proof.known(next, opponent(mover), false)) return move;
            }
            return std::nullopt;
        }

        [[nodiscard]] std::optional<Player> winner_at(const Position& root) const {
            if (answer.value.low == 0) return std::nullopt;
            return answer.value.low > 0 ? kernel.to_move(root) : opponent(kernel.to_move(root));
        }

        bool find_best(const Position& root) {
            Moves<K> moves;
            kernel.generate(root, moves);
            if (!task.request.all_best) {
                if (const auto move = known_best(root, winner_at(root))) {
                    answer.best.push_back(*move);
                    return true;
                }
            }
            for (const Move move : moves) {
                const bool good = keeps(root, move, winner_at(root));
                if (proof.halted()) {
                    answer.best.clear();
                    return false;
                }
                if (good) answer.best.push_back(move);
                if (good && !task.request.all_best) break;
            }
            return true;
        }

        /// May cost an eighth of what the proof did; a long win can remain without its number.
        void find_time(const Position& root) {
            const auto winner = winner_at(root);
            if (!winner) return;
            proof.allow(std::max(nodes.spent() / 8, least_for_time));
            for (int plies = 1; plies < Proof::endless; ++plies) {
                const bool won = proof.wins(root, *winner, plies);
                if (proof.halted()) break;
                if (!won) continue;
                answer.moves_to_win = plies;
                break;
            }
            proof.allow_all();
        }

        void find_line(const Position& root) {
            const auto winner = winner_at(root);
            std::vector<Position> seen;
            std::optional<int> plies = answer.moves_to_win;
            for (Position position = root; !proof.halted() && !kernel.outcome(position) && std::ranges::find(seen, position) == seen.end();) {
                const auto move = next_of_line(position, winner, plies);
                if (proof.halted() || !move) return;
                seen.push_back(position);
                answer.line.push_back(*move);
                position = kernel.play(position, *move);
                if (plies) --*plies;
            }
        }

        /// The winner hurries, the loser delays, as far as the moves to the win are known.
        [[nodiscard]] std::optional<Move> next_of_line(const Position& position, std::optional<Player> winner, std::optional<int> plies) {
            const bool winning = winner == kernel.to_move(position);
            if (!(winner && plies) && (winning || !winner)) {
                if (const auto move = known_best(position, winner)) return move;
            }
            Moves<K> moves;
            kernel.generate(position, moves);
            for (const Move move : moves) {
                const Position next = kernel.play(position, move);
                bool fits = false;
                if (winner && plies) {
                    fits = winning ? proof.wins(next, *winner, *plies - 1) : *plies < 2 || !proof.wins(next, *winner, *plies - 2);
                } else if (winner && !winning) {
                    fits = kernel.outcome(next) == std::nullopt;
                } else {
                    fits = keeps(position, move, winner);
                }
                if (proof.halted()) return std::nullopt;
                if (fits) return move;
            }
            return moves[0];
        }
    };

    const K& kernel_;
    std::size_t proof_bytes_;  ///< what a proof may take besides the table
    WinTable<Style> table_;
    MoveRecord<K> record_;
};

}  // namespace quintet
