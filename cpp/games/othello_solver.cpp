// The root of Othello's solver. What is known of each move is a range, and a question about the root,
// "more than alpha?", narrows the ranges until the best is exact: first near the value that more selective
// searches expect, then wherever the answers lead (MTD). At the end the other moves are asked whether
// they are as good, and the line is found by asking the same along the way.
#include "games/othello_solver.hpp"

#include "core/threads.hpp"
#include "games/othello_endsearch.hpp"

#include <cmath>
#include <tuple>

namespace quintet {

namespace othello {
namespace {

struct RootChoice {
    Othello::Move move;
    Board mover;     ///< after the move
    Board opponent;
    Range range{-64, 64};
    int estimate = 0;
};

template <bool ToWinner>
class RootSolver {
public:
    RootSolver(const Othello::Position& root, EndTable& table, const SolveTask<Othello>& task, const Weights* learned)
        : own_(root.mover), other_(root.opponent), table_(table), task_(task) {
        const int threads = task.request.threads;
        for (int i = 0; i < threads; ++i) {
            searches_.push_back(std::make_unique<EndSearch<ToWinner>>(table, task.control, i == 0 ? &task.poll : nullptr, threads > 1 ? &team_ : nullptr, learned));
        }
    }

    [[nodiscard]] Answer<Othello::Move> solve() {
        list_choices();
        const bool only_result = task_.request.result_only;
        const bool finished = only_result ? find_result() : find_margin();
        const bool complete = finished && find_best();
        Answer<Othello::Move> answer = known();
        if (complete) {
            answer.solved = true;
            const int least = least_good();
            const Othello::Move first = choices_.front().move;
            std::ranges::sort(choices_, {}, &RootChoice::move);
            for (const RootChoice& choice : choices_) {
                if (choice.range.low >= least) answer.best.push_back(choice.move);
            }
            if (task_.request.line) find_line(answer, first, answer.margin->low);
        }
        answer.nodes = nodes();
        return answer;
    }

private:
    void list_choices() {
        Board moves = placements(own_, other_);
        if (moves == 0) choices_.push_back({Othello::pass, other_, own_});
        for (; moves != 0; moves &= moves - 1) {
            const int square = std::countr_zero(moves);
            const Board turned = flips(own_, other_, square);
            choices_.push_back({static_cast<Othello::Move>(square), other_ ^ turned, own_ | turned | Board{1} << square});
        }
        const int empties = 64 - std::popcount(own_ | other_);
        const int depth = std::clamp(empties / 3 - 2, 1, 6);  // deeper costs small positions more than it saves
        constexpr int infinite = EndSearch<ToWinner>::infinite_estimate;
        for (RootChoice& choice : choices_) choice.estimate = -searches_[0]->estimate(choice.mover, choice.opponent, -infinite, infinite, depth);
        std::ranges::stable_sort(choices_, std::greater{}, &RootChoice::estimate);
    }

    /// As much as the ranges of the moves tell about the root.
    [[nodiscard]] Range range() const {
        Range best{-64, -64};
        for (const RootChoice& choice : choices_) {
            best.low = std::max(best.low, choice.range.low);
            best.high = std::max(best.high, choice.range.high);
        }
        return best;
    }

    [[nodiscard]] Answer<Othello::Move> known() const {
        Answer<Othello::Move> answer;
        answer.margin = range();
        answer.value = result_of(*answer.margin);
        answer.nodes = nodes();
        return answer;
    }

    [[nodiscard]] std::uint64_t nodes() const {
        std::uint64_t sum = 0;
        for (const auto& search : searches_) sum += search->nodes();
        return sum;
    }

    /// Asks all threads at once about a position; the first answer counts. Nothing when the limits ended it.
    [[nodiscard]] std::optional<int> ask(Board own, Board other, int alpha, std::uint8_t selectivity) {
        const int empties = 64 - std::popcount(own | other);
        const bool alone = searches_.size() == 1 || empties < Team::from_empties;
        team_.answer(false);
        std::optional<int> answer;
        Mutex mutex;
        const auto work = [&](EndSearch<ToWinner>& search) {
            search.resume();
            search.set_selectivity(selectivity);
            const int value = search.test(own, other, alpha);
            if (search.stopped()) return;
            const Lock lock(mutex);
            answer = value;
            team_.answer(true);
        };
        // Helpers are joined before this returns, also when a poll throws.
        struct Helpers {
            Team& team;
            std::vector<Thread> threads;
            ~Helpers() {
                team.answer(true);
                threads.clear();
            }
        } helpers{team_, {}};
        for (std::size_t i = 1; i < searches_.size() && !alone; ++i) helpers.threads.emplace_back([&, i] { work(*searches_[i]); });
        work(*searches_[0]);
        helpers.threads.clear();
        return answer;
    }

    /// Whether a move is worth more than `alpha`, into its range; false when the limits ended it.
    bool narrow(RootChoice& choice, int alpha) {
        if (choice.range.low > alpha || choice.range.high <= alpha) return true;
        const auto found = ask(choice.mover, choice.opponent, -alpha - 1, proof);
        if (!found) return false;
        if (-*found > alpha) {
            choice.range.low = std::max(choice.range.low, -*found);
        } else {
            choice.range.high = std::min(choice.range.high, -*found);
        }
        return true;
    }

    /// Whether some move is; the one that is goes to the front.
    bool narrow_all(int alpha) {
        for (auto choice = choices_.begin(); choice != choices_.end(); ++choice) {
            if (!narrow(*choice, alpha)) return false;
            if (choice->range.low > alpha) {
                std::rotate(choices_.begin(), choice, choice + 1);
                break;
            }
        }
        task_.report(known());
        return true;
    }

    /// Whether some move is worth more than the value that one is known to have. Where all best moves are asked for,
    /// most of the others are refuted at once, instead of first as better and then as equal.
    bool narrow_others(int value) {
        for (auto choice = choices_.begin(); choice != choices_.end(); ++choice) {
            if (!narrow(*choice, value - 1) || !narrow(*choice, value)) return false;
            if (choice->range.low > value) {
                std::rotate(choices_.begin(), choice, choice + 1);
                break;
            }
        }
        task_.report(known());
        return true;
    }

    /// What a more selective search answers to the same question; it leaves its moves in the table.
    [[nodiscard]] std::optional<int> ask_all(int alpha, std::uint8_t selectivity) {
        int best = no_score;
        for (auto choice = choices_.begin(); choice != choices_.end(); ++choice) {
            const auto value = ask(choice->mover, choice->opponent, -alpha - 1, selectivity);
            if (!value) return std::nullopt;
            best = std::max(best, -*value);
            if (best > alpha) {
                std::rotate(choices_.begin(), choice, choice + 1);
                break;
            }
        }
        return best;
    }

    /// The value that it expects.
    [[nodiscard]] std::optional<int> expected(int guess, std::uint8_t selectivity) {
        Range found{-64, 64};
        while (found.low < found.high) {
            const int alpha = guess == found.low ? guess : guess - 1;
            const auto best = ask_all(alpha, selectivity);
            if (!best) return std::nullopt;
            (*best > alpha ? found.low : found.high) = *best;
            guess = *best;
        }
        return guess;
    }

    bool find_margin() {
        int guess = std::clamp(choices_.front().estimate / 100, -64, 64);
        if constexpr (ToWinner) guess -= guess % 2;
        for (std::uint8_t selectivity = first_selectivity(); selectivity < proof; ++selectivity) {
            const auto value = expected(guess, selectivity);
            if (!value) return false;
            guess = *value;
        }
        for (Range found = range(); !found.exact(); found = range()) {
            guess = std::clamp(guess, found.low, found.high);
            const int alpha = guess == found.low ? guess : guess - 1;
            const bool others = task_.request.all_best && guess == found.low;
            if (!(others ? narrow_others(guess) : narrow_all(alpha))) return false;
            guess = range().low > alpha ? range().low : range().high;
        }
        return true;
    }

    bool find_result() {
        bool won = choices_.front().estimate > 0;
        for (std::uint8_t selectivity = first_selectivity(); selectivity < proof; ++selectivity) {
            const auto value = ask_all(won ? 0 : -1, selectivity);
            if (!value) return false;
            won = *value > 0;
        }
        for (const int alpha : {won ? 0 : -1, won ? -1 : 0}) {
            if (result_of(range()).exact()) break;
            if (!narrow_all(alpha)) return false;
        }
        return true;
    }

    /// Small positions are proved sooner than prepared.
    [[nodiscard]] std::uint8_t first_selectivity() const { return 64 - std::popcount(own_ | other_) >= selective_from ? 0 : proof; }

    /// A move is as good as the best when it is worth so much.
    [[nodiscard]] int least_good() const {
        const Range found = range();
        if (!task_.request.result_only) return found.low;
        const int result = sign(found.low);
        return result > 0 ? 1 : result == 0 && found.high < 1 ? 0 : -64;
    }

    bool find_best() {
        if (!task_.request.all_best) return true;
        const int least = least_good();
        for (RootChoice& choice : choices_) {
            if (!narrow(choice, least - 1)) return false;
        }
        return true;
    }

    /// Best play from the root, as far as the limits allow. `worth` is what the mover can get.
    void find_line(Answer<Othello::Move>& answer, Othello::Move first, int worth) {
        const auto play = [&](Board own, Board other, int square) {
            const Board turned = flips(own, other, square);
            return std::pair{other ^ turned, own | turned | Board{1} << square};
        };
        Board own = own_;
        Board other = other_;
        while (true) {
            const Board moves = placements(own, other);
            if (moves == 0 && placements(other, own) == 0) return;
            int chosen = moves == 0 ? Othello::pass : -1;
            if (answer.line.empty()) chosen = first;
            if (chosen < 0) {
                const auto found = keeping_move(own, other, moves, worth);
                if (!found) return;
                chosen = *found;
            }
            answer.line.push_back(static_cast<Othello::Move>(chosen));
            std::tie(own, other) = chosen == Othello::pass ? std::pair{other, own} : play(own, other, chosen);
            worth = -worth;
        }
    }

    /// A move that keeps what the mover can get; the table's own first.
    [[nodiscard]] std::optional<int> keeping_move(Board own, Board other, Board moves, int worth) {
        const EndFacts facts = table_.find(mixed(own, other));
        std::vector<int> order;
        for (const std::uint8_t move : facts.moves) {
            if (move < 64 && (moves >> move & 1) != 0) order.push_back(move);
        }
        for (Board left = moves; left != 0; left &= left - 1) order.push_back(std::countr_zero(left));
        // Of a result alone a win must stay a win, and a lost game may be lost by any margin.
        int least = worth;
        if (task_.request.result_only) least = worth > 0 ? 1 : worth == 0 ? 0 : -64;
        for (const int square : order) {
            if (least == -64) return square;
            const Board turned = flips(own, other, square);
            const auto value = ask(other ^ turned, own | turned | Board{1} << square, -least, proof);
            if (!value) return std::nullopt;
            if (-*value >= least) return square;
        }
        return std::nullopt;
    }

    static constexpr int selective_from = 16;

    Board own_;
    Board other_;
    EndTable& table_;
    const SolveTask<Othello>& task_;
    Team team_;
    std::vector<std::unique_ptr<EndSearch<ToWinner>>> searches_;
    std::vector<RootChoice> choices_;
};

}  // namespace
}  // namespace othello

Othello::Solver::Solver(const Othello& kernel, std::size_t bytes) : empties_to_winner_(kernel.empties_to_winner()), bytes_(bytes) {}

Othello::Solver::~Solver() = default;

/// What a solution fills, roughly, as far as the limits let it: the first touch of fresh memory costs more than many a small
/// one. One node in four is remembered, in 16 bytes or a little more.
std::size_t Othello::Solver::useful_bytes(const Position& root, const SolveTask<Othello>& task) {
    constexpr double nodes_a_second = 12e6;
    const int empties = 64 - std::popcount(root.mover | root.opponent);
    const Limits& limits = task.control.limits();
    double nodes = 1e18;
    if (limits.nodes) nodes = std::min(nodes, static_cast<double>(*limits.nodes));
    if (limits.seconds) nodes = std::min(nodes, nodes_a_second * task.request.threads * *limits.seconds);
    std::size_t bytes = std::size_t{1} << 18;
    for (int more = std::clamp(empties - 15, 0, 22); more > 0 && static_cast<double>(bytes) < 8 * nodes; --more) bytes *= 2;
    return bytes;
}

Answer<Othello::Move> Othello::Solver::solve(const Position& root, const SolveTask<Othello>& task) {
    const std::size_t wanted = std::min(bytes_, useful_bytes(root, task));
    if (table_bytes_ < wanted) {
        table_.reset();
        table_ = std::make_unique<othello::EndTable>(wanted);
        table_bytes_ = wanted;
    }
    table_->next_generation();
    if (empties_to_winner_) return othello::RootSolver<true>(root, *table_, task, learned_.get()).solve();
    return othello::RootSolver<false>(root, *table_, task, learned_.get()).solve();
}

/// In the middle of what positions of games took, with the learned weights.
double Othello::Solver::reach(const Position& root) const noexcept {
    const int empties = 64 - std::popcount(root.mover | root.opponent);
    return std::exp2(8.2 + 1.2 * (empties - 10));
}

void Othello::Solver::clear() {
    if (table_) table_->clear();
}

}  // namespace quintet
