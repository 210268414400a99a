// The root of the solver of the whole board, on several threads: more selective searches say near which value the
// questions begin. At the end the other moves are asked whether they are as good, and the line is found by asking the
// same along the way.
#include "games/othello_solver.hpp"

#include "core/threads.hpp"
#include "games/othello_endsearch.hpp"
#include "games/othello_root.hpp"

#include <cmath>
#include <tuple>

namespace quintet {

namespace othello {
namespace {

template <bool ToWinner>
class RootSolver : public EndRoot<RootSolver<ToWinner>, Othello, 64> {
    using Root = EndRoot<RootSolver, Othello, 64>;
    using Root::choices_, Root::task_;
    friend Root;

public:
    RootSolver(const Othello::Position& root, EndTable& table, const SolveTask<Othello>& task, const Weights* learned)
        : Root(task), own_(root.mover), other_(root.opponent), table_(table) {
        const int threads = task.request.threads;
        for (int i = 0; i < threads; ++i) {
            searches_.push_back(std::make_unique<EndSearch<ToWinner>>(table, task.control, i == 0 ? &task.poll : nullptr, threads > 1 ? &team_ : nullptr, learned));
        }
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
        for (auto& choice : choices_) choice.estimate = -searches_[0]->estimate(choice.mover, choice.opponent, -infinite, infinite, depth);
        std::ranges::stable_sort(choices_, std::greater{}, &Root::Choice::estimate);
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

    [[nodiscard]] std::optional<int> test(Board own, Board other, int alpha) { return ask(own, other, alpha, proof); }

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
        return this->narrow_margin(guess, task_.request.all_best);
    }

    bool find_result() {
        bool won = choices_.front().estimate > 0;
        for (std::uint8_t selectivity = first_selectivity(); selectivity < proof; ++selectivity) {
            const auto value = ask_all(won ? 0 : -1, selectivity);
            if (!value) return false;
            won = *value > 0;
        }
        return this->narrow_result(won);
    }

    /// Small positions are proved sooner than prepared.
    [[nodiscard]] std::uint8_t first_selectivity() const { return 64 - std::popcount(own_ | other_) >= selective_from ? 0 : proof; }

    /// Best play from the root, as far as the limits allow.
    void find_line(Answer<Othello::Move>& answer, Othello::Move first) {
        int worth = this->range().low;  // what the mover can get
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
        const int least = this->least_in_line(worth);
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
    Team team_;
    std::vector<std::unique_ptr<EndSearch<ToWinner>>> searches_;
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
