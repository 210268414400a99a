// The search of an Othello solver: null windows all the way down, so that every node asks one question,
// whether the mover can get more than `alpha`. How a node answers depends on the squares left:
//
//     1 to 4    games/othello_last.hpp
//     5, 6      moves in odd quadrants first, nothing remembered
//     7 to 11   the reply that leaves the opponent the fewest moves first; table, stability
//     12 on     moves ordered by estimates of the positions they lead to, and the replies are looked up in
//               the table before any is searched (enhanced transposition cutoffs)
//
// Before a proof is tried the same question is asked selectively: a node whose estimate is far
// beyond the window is taken as decided. What that finds is no proof and is marked so in the table,
// but it leaves good moves behind, and most of the work of a proof is in finding those.
#pragma once

#include "core/learn/evaluation.hpp"
#include "core/search/limits.hpp"
#include "games/othello_endtable.hpp"
#include "games/othello_last.hpp"
#include "games/othello_patterns.hpp"

namespace quintet {

namespace othello {

/// The settings, found by trying: numbers of empty squares, and weights in hundredths of a disc.
struct EndTuning {
    int table_from = 7;           ///< from this many empty squares on positions are remembered
    int look_up_from = 9;         ///< replies are looked up before any is searched, but after the best one known
    int estimate_from = 12;       ///< moves are ordered by estimates
    int deeper_every = 5;         ///< ... one ply deeper for each step of this many squares
    int deepest_estimate = 4;
    int estimate_mobility = 400;  ///< what each move of the opponent costs besides: small trees first
    int corner_moves = 1;         ///< below, how many moves more a move into a corner counts
    int parity = 40;              ///< ... and what a square in an odd quadrant is worth, in hundredths of a move
    int decide_from = 12;         ///< short of a proof a node may be decided by its estimate
    int decide_spread = 400;      ///< ... if it is this far beyond the window, half as much again for each step of selectivity
};
inline constexpr EndTuning end_tuning;

/// The highest level of selectivity: below it estimates may decide a node.
inline constexpr std::uint8_t proof = 2;

/// A move and the position after it, from the point of view of who moves then.
struct Reply {
    Board mover;
    Board opponent;
    Board moves;  ///< the placements there
    std::uint64_t key;
    int rank;     ///< the higher the sooner
    std::uint8_t square;
};

/// What threads that ask the same question share besides the table: who searches what now, so that the
/// others take another move first, and whether one of them has the answer.
class Team {
public:
    [[nodiscard]] bool answered() const noexcept { return answered_.load(std::memory_order_relaxed); }
    void answer(bool known) noexcept { answered_.store(known, std::memory_order_relaxed); }

    [[nodiscard]] bool busy(std::uint64_t key) const noexcept { return places_[key % places_.size()].load(std::memory_order_relaxed) == key; }
    void begin(std::uint64_t key) noexcept { places_[key % places_.size()].store(key, std::memory_order_relaxed); }
    void end(std::uint64_t key) noexcept {
        if (busy(key)) places_[key % places_.size()].store(0, std::memory_order_relaxed);
    }

    /// With fewer empty squares it is not worth while.
    static constexpr int from_empties = 13;

private:
    std::array<std::atomic<std::uint64_t>, 8192> places_{};
    std::atomic<bool> answered_ = false;
};

template <bool ToWinner>
class EndSearch {
public:
    /// `team` is empty when this thread works alone, `learned` where nothing was.
    EndSearch(EndTable& table, Control& control, const Poll* poll, Team* team, const Weights* learned)
        : table_(table), team_(team), learned_(learned), nodes_(control, poll, 1U << 13) {}

    [[nodiscard]] bool stopped() const noexcept { return stopped_; }
    /// Ready for another question, unless the limits ended the last.
    void resume() noexcept { stopped_ = false; }
    [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_.spent(); }
    void set_selectivity(std::uint8_t selectivity) noexcept { selectivity_ = selectivity; }

    /// A bound that says whether the mover gets more than `alpha`; meaningless once stopped.
    [[nodiscard]] int test(Board own, Board other, int alpha) {
        const int empties = 64 - std::popcount(own | other);
        if (empties >= 5) return search(own, other, placements(own, other), alpha, empties);
        return few(own, other, alpha, empties);
    }

    /// The estimate for the mover in hundredths of a disc, `depth` plies deep.
    [[nodiscard]] int estimate(Board own, Board other, int alpha, int beta, int depth) { return estimate({}, own, other, alpha, beta, depth); }

    static constexpr int infinite_estimate = 100000;

private:
    using Near = LearnedEvaluation<Othello>::Near;

    /// ... with what is known of a position near it.
    [[nodiscard]] int estimate(const Near& before, Board own, Board other, int alpha, int beta, int depth) {
        if (!nodes_.spend()) [[unlikely]] {
            stopped_ = true;
            return 0;
        }
        const Board moves = placements(own, other);
        if (moves == 0) {
            if (placements(other, own) == 0) return 100 * final_score<ToWinner>(own, other);
            return -estimate(before, other, own, -beta, -alpha, depth);
        }
        if (depth == 0) return rated(before, own, other);
        const Near here = learned_ != nullptr ? Near(before, {own, other}) : Near();
        std::array<Reply, Othello::max_moves> replies;
        const std::size_t count = list(own, other, moves, replies);
        for (std::size_t i = 0; i < count; ++i) {
            Reply& reply = replies[i];
            const Board answers = placements(reply.mover, reply.opponent);
            reply.rank = depth > 2 ? -rated(here, reply.mover, reply.opponent) : -std::popcount(answers) - 2 * std::popcount(answers & corners);
        }
        int best = -infinite_estimate;
        for (std::size_t i = 0; i < count; ++i) {
            const Reply& reply = pick(replies, i, count);
            const int bar = std::max(alpha, best);
            int value = 0;
            if (i == 0 || depth < 2) {
                value = -estimate(here, reply.mover, reply.opponent, -beta, -bar, depth - 1);
            } else {
                value = -estimate(here, reply.mover, reply.opponent, -bar - 1, -bar, depth - 1);
                if (value > bar && value < beta) value = -estimate(here, reply.mover, reply.opponent, -beta, -value + 1, depth - 1);
            }
            best = std::max(best, value);
            if (best >= beta) break;
        }
        return best;
    }

    [[nodiscard, gnu::always_inline]] Near near(Board own, Board other) const noexcept { return learned_ != nullptr ? Near({own, other}) : Near(); }

    [[nodiscard]] int rated(const Near& before, Board own, Board other) const noexcept {
        if (learned_ != nullptr) return before.rate(*learned_, {own, other});
        const Othello::Evaluation::Features counts = Othello::Evaluation::features({own, other, true});
        const auto& row = weights[static_cast<std::size_t>(std::popcount(~(own | other)))];
        int sum = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) sum += row[i] * counts[i];
        return sum / 16;
    }

    [[nodiscard, gnu::always_inline]] static std::size_t list(Board own, Board other, Board moves, std::array<Reply, Othello::max_moves>& replies) {
        std::size_t count = 0;
        for (; moves != 0; moves &= moves - 1) {
            const int square = std::countr_zero(moves);
            const Board turned = flips(own, other, square);
            Reply& reply = replies[count++];
            reply.mover = other ^ turned;
            reply.opponent = own | turned | Board{1} << square;
            reply.square = static_cast<std::uint8_t>(square);
        }
        return count;
    }

    /// Brings the best of the replies from `i` on to place `i`.
    [[nodiscard, gnu::always_inline]] static const Reply& pick(std::array<Reply, Othello::max_moves>& replies, std::size_t i, std::size_t count) {
        std::size_t best = i;
        for (std::size_t j = i + 1; j < count; ++j) {
            if (replies[j].rank > replies[best].rank) best = j;
        }
        if (best != i) std::swap(replies[best], replies[i]);
        return replies[i];
    }

    /// Up to four empty squares.
    [[nodiscard]] int few(Board own, Board other, int alpha, int empties) {
        if (!nodes_.spend()) {
            stopped_ = true;
            return alpha;
        }
        return solve_few<ToWinner>(own, other, alpha, empties);
    }

    [[nodiscard, gnu::always_inline]] int after_pass(Board own, Board other, int alpha, int empties) {
        const Board moves = placements(other, own);
        if (moves == 0) return final_score<ToWinner>(own, other);
        return -search(other, own, moves, -alpha - 1, empties);
    }

    /// Five and six empty squares, also more where the table is not used.
    [[nodiscard]] int shallow(Board own, Board other, Board moves, int alpha, int empties) {
        if (moves == 0) return after_pass(own, other, alpha, empties);
        const Board odd = odd_quadrants(~(own | other));
        int best = no_score;
        for (Board part : {moves & odd, moves & ~odd}) {
            for (; part != 0; part &= part - 1) {
                const int square = std::countr_zero(part);
                const Board turned = flips(own, other, square);
                const Board mover = other ^ turned;
                const Board opponent = own | turned | Board{1} << square;
                int value = 0;
                if (empties == 5) {
                    if (!nodes_.spend()) stopped_ = true;
                    value = -solve_4<ToWinner>(mover, opponent, -alpha - 1);
                } else {
                    value = -search(mover, opponent, placements(mover, opponent), -alpha - 1, empties - 1);
                }
                if (stopped_) return alpha;
                if (value > best) {
                    best = value;
                    if (best > alpha) return best;
                }
            }
        }
        return best;
    }

    [[nodiscard]] int search(Board own, Board other, Board moves, int alpha, int empties) {
        if (!nodes_.spend()) [[unlikely]] {
            stopped_ = true;
            return alpha;
        }
        if (empties < end_tuning.table_from) return shallow(own, other, moves, alpha, empties);

        if (alpha >= stability_from(empties)) {
            const int most = 64 - 2 * std::popcount(stable(other, ~(own | other)));
            if (most <= alpha) return most;
        }
        const std::uint64_t key = mixed(own, other);
        const EndFacts facts = table_.find(key);
        if (facts.present != 0 && facts.selectivity >= selectivity_) {
            if (facts.low > alpha) return facts.low;
            if (facts.high <= alpha) return facts.high;
        }
        if (moves == 0) return after_pass(own, other, alpha, empties);

        int best = no_score;
        std::uint8_t best_move = no_move;
        const bool shared = team_ != nullptr && empties >= Team::from_empties;
        if (shared && team_->answered()) stopped_ = true;
        // What did best here before is tried before the others are even listed; of a team each would try the same.
        if (!shared && empties >= end_tuning.look_up_from && facts.moves[0] < 64 && (moves >> facts.moves[0] & 1) != 0) {
            best_move = facts.moves[0];
            best = answer_to(own, other, best_move, alpha, empties);
            if (stopped_) return alpha;
            moves &= ~(Board{1} << best_move);
            if (best > alpha || moves == 0) {
                table_.store(key, empties, selectivity_, best, best <= alpha, best_move);
                return best;
            }
        }
        std::array<Reply, Othello::max_moves> replies;
        const std::size_t count = list(own, other, moves, replies);
        for (std::size_t i = 0; i < count; ++i) {
            Reply& reply = replies[i];
            if (reply.mover == 0) {
                const int score = final_score<ToWinner>(reply.opponent, 0);
                if (score > alpha) return score;
            }
            reply.key = mixed(reply.mover, reply.opponent);
            if (empties > end_tuning.table_from) table_.prefetch(reply.key);
            reply.moves = placements(reply.mover, reply.opponent);
        }
        if (empties >= end_tuning.look_up_from) {
            for (std::size_t i = 0; i < count; ++i) {
                const EndFacts known = table_.find(replies[i].key);
                if (known.present != 0 && known.selectivity >= selectivity_ && -known.high > alpha) return -known.high;
            }
        }
        if (selectivity_ < proof && empties >= end_tuning.decide_from) {
            if (const auto decided = decide(own, other, alpha, empties)) return *decided;
        }
        rank(replies, count, facts, own, other, empties);

        for (std::size_t i = 0, put_off = 0; i < count; ++i) {
            const Reply& reply = pick(replies, i, count);
            if (shared) {
                // Another thread is at it: last, when the table will have the answer. Each is put off once.
                if (i > 0 && put_off < count - i && team_->busy(reply.key)) {
                    replies[i].rank = -(1 << 28) - static_cast<int>(put_off++);
                    --i;
                    continue;
                }
                team_->begin(reply.key);
            }
            const int value = -search(reply.mover, reply.opponent, reply.moves, -alpha - 1, empties - 1);
            if (shared) team_->end(reply.key);
            if (stopped_) return alpha;
            if (value > best) {
                best = value;
                best_move = reply.square;
                if (best > alpha) break;
            }
        }
        table_.store(key, empties, selectivity_, best, best <= alpha, best_move);
        return best;
    }

    /// What a move is worth to the side that makes it, as far as the window asks.
    [[nodiscard]] int answer_to(Board own, Board other, std::uint8_t square, int alpha, int empties) {
        const Board turned = flips(own, other, square);
        const Board mover = other ^ turned;
        const Board opponent = own | turned | Board{1} << square;
        return -search(mover, opponent, placements(mover, opponent), -alpha - 1, empties - 1);
    }

    /// From which window on it pays to count stable discs: the mover cannot have that much of the board.
    [[nodiscard]] static constexpr int stability_from(int empties) noexcept { return empties < 10 ? 8 : empties < 16 ? 12 : 16; }

    /// The answer, if an estimate is far beyond the window.
    [[nodiscard]] std::optional<int> decide(Board own, Board other, int alpha, int empties) {
        const int sure = end_tuning.decide_spread * (2 + selectivity_) / 2;
        const int depth = empties >= 20 ? 4 : empties >= 16 ? 3 : 2;
        const int high = 100 * (alpha + 1) + sure;
        if (estimate(own, other, high - 1, high, depth) >= high) return alpha + 1;
        const int low = 100 * alpha - sure;
        if (estimate(own, other, low, low + 1, depth) <= low) return alpha;
        return std::nullopt;
    }

    /// The moves that did best here before come first.
    void rank(std::array<Reply, Othello::max_moves>& replies, std::size_t count, const EndFacts& facts, Board own, Board other, int empties) {
        constexpr EndTuning t = end_tuning;
        const Board odd = odd_quadrants(~(own | other));
        const int depth = std::min((empties - t.estimate_from) / t.deeper_every, t.deepest_estimate);
        const Near here = empties >= t.estimate_from && depth == 0 ? near(own, other) : Near();
        for (std::size_t i = 0; i < count; ++i) {
            Reply& reply = replies[i];
            const int mobility = std::popcount(reply.moves);
            if (reply.square == facts.moves[0]) {
                reply.rank = 1 << 28;
            } else if (reply.square == facts.moves[1]) {
                reply.rank = 1 << 27;
            } else if (empties >= t.estimate_from) {
                reply.rank = -estimate(here, reply.mover, reply.opponent, -infinite_estimate, infinite_estimate, depth) - t.estimate_mobility * mobility;
            } else {
                const int moves = mobility + t.corner_moves * std::popcount(reply.moves & corners);
                reply.rank = -100 * moves + ((odd >> reply.square & 1) != 0 ? t.parity : 0);
            }
        }
    }

    EndTable& table_;
    Team* team_;
    const Weights* learned_;
    NodeCounter nodes_;
    std::uint8_t selectivity_ = proof;
    bool stopped_ = false;
};

}  // namespace othello

}  // namespace quintet
