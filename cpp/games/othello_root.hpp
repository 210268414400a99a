// The root of Othello's solvers. What is known of each move is a range, and a question about the root, "more than
// alpha?", narrows the ranges until the best is exact, wherever the answers lead (MTD).
#pragma once

#include "core/solver_concept.hpp"

#include <algorithm>
#include <optional>
#include <vector>

namespace quintet::othello {

/// What the solvers of all boards share; `Self` lists the choices, asks its searches and finds the line.
template <class Self, class K, int squares>
class EndRoot {
public:
    using Move = typename K::Move;

    [[nodiscard]] Answer<Move> solve() {
        self().list_choices();
        const bool narrowed = task_.request.result_only ? self().find_result() : self().find_margin();
        const bool complete = narrowed && find_best();
        Answer<Move> answer = known();
        if (complete) {
            answer.solved = true;
            const Move first = choices_.front().move;
            std::ranges::sort(choices_, {}, &Choice::move);
            for (const Choice& choice : choices_) {
                if (choice.range.low >= least_good()) answer.best.push_back(choice.move);
            }
            if (task_.request.line) self().find_line(answer, first);
        }
        answer.nodes = self().nodes();
        return answer;
    }

protected:
    struct Choice {
        Move move;
        std::uint64_t mover;  ///< after the move
        std::uint64_t opponent;
        Range range{-squares, squares};
        int estimate = 0;
    };

    explicit EndRoot(const SolveTask<K>& task) : task_(task) {}

    /// As much as the ranges of the moves tell about the root.
    [[nodiscard]] Range range() const {
        Range best{-squares, -squares};
        for (const Choice& choice : choices_) best = {std::max(best.low, choice.range.low), std::max(best.high, choice.range.high)};
        return best;
    }

    /// Narrows the ranges until the margin is known, from a guess; false when the limits ended it, here and below.
    /// With `together` most of the other moves are refuted at once, instead of first as better and then as equal.
    bool narrow_margin(int guess, bool together) {
        for (Range root = range(); !root.exact(); root = range()) {
            guess = std::clamp(guess, root.low, root.high);
            const int alpha = guess == root.low ? guess : guess - 1;
            if (!narrow_all(together && guess == root.low ? guess - 1 : alpha, alpha)) return false;
            guess = range().low > alpha ? range().low : range().high;
        }
        return true;
    }

    /// The same until it is known who wins.
    bool narrow_result(bool won) {
        for (const int alpha : {won ? 0 : -1, won ? -1 : 0}) {
            if (result_of(range()).exact()) break;
            if (!narrow_all(alpha, alpha)) return false;
        }
        return true;
    }

    /// What a move of a line must be worth, where the mover can get `worth`: of a result alone a win must stay a win, and a
    /// lost game may be lost by any margin.
    [[nodiscard]] int least_in_line(int worth) const { return !task_.request.result_only ? worth : worth > 0 ? 1 : worth == 0 ? 0 : -squares; }

    const SolveTask<K>& task_;
    std::vector<Choice> choices_;

private:
    [[nodiscard]] Self& self() { return static_cast<Self&>(*this); }

    [[nodiscard]] Answer<Move> known() {
        Answer<Move> answer;
        answer.margin = range();
        answer.value = result_of(*answer.margin);
        answer.nodes = self().nodes();
        return answer;
    }

    /// Whether a move is worth more than `alpha`, into its range.
    bool narrow(Choice& choice, int alpha) {
        if (choice.range.low > alpha || choice.range.high <= alpha) return true;
        const std::optional<int> value = self().test(choice.mover, choice.opponent, -alpha - 1);
        if (!value) return false;
        if (-*value > alpha) {
            choice.range.low = std::max(choice.range.low, -*value);
        } else {
            choice.range.high = std::min(choice.range.high, -*value);
        }
        return true;
    }

    /// Whether some move is worth more than `alpha`, after asking the same of each from `first` on; the one that is goes to the front.
    bool narrow_all(int first, int alpha) {
        for (auto choice = choices_.begin(); choice != choices_.end(); ++choice) {
            for (int asked = first; asked <= alpha; ++asked) {
                if (!narrow(*choice, asked)) return false;
            }
            if (choice->range.low > alpha) {
                std::rotate(choices_.begin(), choice, choice + 1);
                break;
            }
        }
        task_.report(known());
        return true;
    }

    /// A move is as good as the best when it is worth so much.
    [[nodiscard]] int least_good() const {
        const Range root = range();
        if (!task_.request.result_only) return root.low;
        return root.low > 0 ? 1 : root.low == 0 && root.high < 1 ? 0 : -squares;
    }

    bool find_best() {
        if (!task_.request.all_best) return true;
        const int least = least_good();
        return std::ranges::all_of(choices_, [&](Choice& choice) { return narrow(choice, least - 1); });
    }
};

}  // namespace quintet::othello
