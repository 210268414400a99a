// The solver of small Othello boards. Every node is asked one question, whether the mover can get more than `alpha`; the
// root narrows its moves' ranges by such questions until the best is exact (MTD). Down to `table_from` empty squares
// positions are remembered, near the root under the smallest of their eight images.
#pragma once

#include "games/othello_endtable.hpp"
#include "games/othello_last.hpp"
#include "games/othello_root.hpp"
#include "games/othello_small.hpp"

#include <cmath>
#include <tuple>

namespace quintet {

namespace othello {

template <int Size, bool ToWinner>
class SmallSearch {
public:
    using Game = SmallOthello<Size>;
    using Estimate = typename Game::Evaluation;

    SmallSearch(EndTable& table, Control& control, const Poll& poll) : table_(table), nodes_(control, &poll, 1U << 13) {}

    [[nodiscard]] bool stopped() const noexcept { return stopped_; }
    [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_.spent(); }

    /// A bound that says whether the mover gets more than `alpha`; meaningless once stopped.
    [[nodiscard]] int test(Board own, Board other, int alpha) {
        if (!nodes_.spend()) [[unlikely]] stopped_ = true;
        if (stopped_) return alpha;
        const int empties = Game::squares - std::popcount(own | other);
        if (empties >= images_from) std::tie(own, other) = smallest_image(own, other);
        const Board moves = Game::placements(own, other);
        if (moves == 0) {
            if (Game::placements(other, own) == 0) return score(own, other);
            return -test(other, own, -alpha - 1);
        }
        return empties < table_from ? last(own, other, moves, alpha) : remembered(own, other, moves, alpha, empties);
    }

    /// The estimate for the mover, `depth` plies deep.
    [[nodiscard]] int estimate(Board own, Board other, int alpha, int beta, int depth) {
        if (!nodes_.spend()) [[unlikely]] stopped_ = true;
        Board moves = Game::placements(own, other);
        if (moves == 0) {
            if (Game::placements(other, own) == 0) return 100 * score(own, other);
            return -estimate(other, own, -beta, -alpha, depth);
        }
        if (depth == 0 || stopped_) return Estimate::estimate(own, other);
        int best = -infinite;
        for (; moves != 0 && best < beta; moves &= moves - 1) {
            const auto [mover, opponent] = after(own, other, std::countr_zero(moves));
            best = std::max(best, -estimate(mover, opponent, -beta, -std::max(alpha, best), depth - 1));
        }
        return best;
    }

    /// The position after a placement, for the side that moves then.
    [[nodiscard, gnu::always_inline]] static std::pair<Board, Board> after(Board own, Board other, int square) noexcept {
        const Board turned = flips(own, other, square);
        return {other ^ turned, own | turned | Board{1} << square};
    }

    static constexpr int infinite = 1'000'000;

private:
    static constexpr int table_from = 7;
    static constexpr int look_up_from = 9;
    static constexpr int estimate_from = 11;
    static constexpr int images_from = Game::squares - 14;
    static constexpr int mobility_cost = 150;

    struct Reply {
        Board mover;
        Board opponent;
        int rank;  ///< the higher the sooner
        std::uint8_t square;
    };

    [[nodiscard]] static int score(Board own, Board other) noexcept {
        const int lead = std::popcount(own) - std::popcount(other);
        if constexpr (!ToWinner) return lead;
        const int empties = Game::squares - std::popcount(own | other);
        return lead > 0 ? lead + empties : lead < 0 ? lead - empties : 0;
    }

    [[nodiscard]] static std::pair<Board, Board> smallest_image(Board own, Board other) noexcept {
        std::pair best{own, other};
        for (int symmetry = 1; symmetry < 8; ++symmetry) best = std::min(best, {transformed(own, symmetry), transformed(other, symmetry)});
        return best;
    }

    /// Few empty squares: moves in quadrants with an odd number of them first.
    [[nodiscard]] int last(Board own, Board other, Board moves, int alpha) {
        const Board odd = odd_quadrants(Game::board & ~(own | other));
        int best = no_score;
        for (Board part : {moves & odd, moves & ~odd}) {
            for (; part != 0; part &= part - 1) {
                const auto [mover, opponent] = after(own, other, std::countr_zero(part));
                best = std::max(best, -test(mover, opponent, -alpha - 1));
                if (best > alpha) return best;
            }
        }
        return best;
    }

    [[nodiscard]] int remembered(Board own, Board other, Board moves, int alpha, int empties) {
        const std::uint64_t key = mixed(own, other);
        const EndFacts facts = table_.find(key);
        if (facts.low > alpha) return facts.low;
        if (facts.high <= alpha) return facts.high;

        std::array<Reply, Game::max_moves> replies;
        std::size_t count = 0;
        for (; moves != 0; moves &= moves - 1) {
            const auto square = static_cast<std::uint8_t>(std::countr_zero(moves));
            const auto [mover, opponent] = after(own, other, square);
            // A reply whose worth is known may settle the node before any is searched.
            if (empties - 1 >= std::max(look_up_from, table_from) && empties - 1 < images_from) {
                const EndFacts known = table_.find(mixed(mover, opponent));
                if (-known.high > alpha) return -known.high;
            }
            replies[count++] = {mover, opponent, 0, square};
        }
        rank(replies, count, facts, own, other, empties);

        int best = no_score;
        std::uint8_t best_move = no_move;
        for (std::size_t i = 0; i < count && best <= alpha; ++i) {
            const auto next = std::ranges::max_element(replies.begin() + i, replies.begin() + count, {}, &Reply::rank);
            std::swap(replies[i], *next);
            const int value = -test(replies[i].mover, replies[i].opponent, -alpha - 1);
            if (stopped_) return alpha;
            if (value > best) std::tie(best, best_move) = std::pair{value, replies[i].square};
        }
        table_.store(key, empties, 0, best, best <= alpha, best_move);
        return best;
    }

    /// The moves that did best here before come first; then those that look good and leave few answers.
    void rank(std::array<Reply, Game::max_moves>& replies, std::size_t count, const EndFacts& facts, Board own, Board other, int empties) {
        const Board odd = odd_quadrants(Game::board & ~(own | other));
        const int depth = empties >= 22 ? 4 : empties >= 18 ? 3 : empties >= 14 ? 2 : empties >= 12 ? 1 : 0;
        for (std::size_t i = 0; i < count; ++i) {
            Reply& reply = replies[i];
            const Board answers = Game::placements(reply.mover, reply.opponent);
            if (reply.square == facts.moves[0]) {
                reply.rank = 2 * infinite;
            } else if (reply.square == facts.moves[1]) {
                reply.rank = 2 * infinite - 1;
            } else if (empties >= estimate_from) {
                reply.rank = -estimate(reply.mover, reply.opponent, -infinite, infinite, depth) - mobility_cost * std::popcount(answers);
            } else {
                const int moves = std::popcount(answers) + std::popcount(answers & Estimate::corners);
                reply.rank = -100 * moves + ((odd >> reply.square & 1) != 0 ? 40 : 0);
            }
        }
    }

    EndTable& table_;
    NodeCounter nodes_;
    bool stopped_ = false;
};

}  // namespace othello

template <int Size>
class SmallOthello<Size>::Solver {
public:
    using Board = othello::Board;

    Solver(const SmallOthello& kernel, std::size_t bytes) : empties_to_winner_(kernel.empties_to_winner()), bytes_(bytes) {}

    [[nodiscard]] Answer<Move> solve(const Position& root, const SolveTask<SmallOthello>& task) {
        if (!table_) table_ = std::make_unique<othello::EndTable>(std::min(bytes_, std::size_t{1} << (Size == 4 ? 20 : 30)));
        table_->next_generation();
        return empties_to_winner_ ? Root<true>(root, *table_, task).solve() : Root<false>(root, *table_, task).solve();
    }

    void clear() {
        if (table_) table_->clear();
    }

    /// As positions of random games showed.
    [[nodiscard]] double reach(const Position& root) const noexcept {
        const int empties = SmallOthello::squares - std::popcount(root.mover | root.opponent);
        return std::exp2(5 + 0.9 * empties);
    }
    static constexpr double nodes_a_second = 8e6;

private:
    template <bool ToWinner>
    class Root : public othello::EndRoot<Root<ToWinner>, SmallOthello, SmallOthello::squares> {
        using EndRoot = othello::EndRoot<Root, SmallOthello, SmallOthello::squares>;
        using Search = othello::SmallSearch<Size, ToWinner>;
        friend EndRoot;

    public:
        Root(const Position& root, othello::EndTable& table, const SolveTask<SmallOthello>& task)
            : EndRoot(task), root_(root), search_(table, task.control, task.poll) {}

    private:
        void list_choices() {
            Board moves = SmallOthello::placements(root_.mover, root_.opponent);
            if (moves == 0) this->choices_.push_back({SmallOthello::pass, root_.opponent, root_.mover});
            for (; moves != 0; moves &= moves - 1) {
                const int square = std::countr_zero(moves);
                const auto [mover, opponent] = Search::after(root_.mover, root_.opponent, square);
                this->choices_.push_back({static_cast<Move>(square), mover, opponent});
            }
            for (auto& choice : this->choices_) choice.estimate = -search_.estimate(choice.mover, choice.opponent, -Search::infinite, Search::infinite, 4);
            std::ranges::stable_sort(this->choices_, std::greater{}, &EndRoot::Choice::estimate);
        }

        [[nodiscard]] std::uint64_t nodes() const noexcept { return search_.nodes(); }

        /// What the search says of a position; nothing when the limits ended it.
        [[nodiscard]] std::optional<int> test(Board own, Board other, int alpha) {
            const int value = search_.test(own, other, alpha);
            return search_.stopped() ? std::nullopt : std::optional(value);
        }

        bool find_margin() { return this->narrow_margin(this->choices_.front().estimate / 100, false); }
        bool find_result() { return this->narrow_result(this->choices_.front().estimate > 0); }

        /// Best play from the root, as far as the limits allow: each move keeps what the mover can get.
        void find_line(Answer<Move>& answer, Move first) {
            SmallOthello rules;
            Position position = rules.play(root_, first);
            answer.line.push_back(first);
            for (int worth = -this->range().low; !rules.outcome(position); worth = -worth) {
                const int least = this->least_in_line(worth);
                Moves<SmallOthello> moves;
                rules.generate(position, moves);
                const auto keeps = [&](Move move) {
                    const Position next = rules.play(position, move);
                    return moves.size() == 1 || -search_.test(next.mover, next.opponent, -least) >= least;
                };
                const auto kept = std::ranges::find_if(moves, keeps);
                if (search_.stopped() || kept == moves.end()) return;
                answer.line.push_back(*kept);
                position = rules.play(position, *kept);
            }
        }

        Position root_;
        Search search_;
    };

    bool empties_to_winner_;
    std::size_t bytes_;
    std::unique_ptr<othello::EndTable> table_;
};

static_assert(HasSolver<SmallOthello<4>> && HasSolver<SmallOthello<6>>);

}  // namespace quintet
