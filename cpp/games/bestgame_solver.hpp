// Exact answers for Best Game Ever Made. Points so far change nothing about the future, so all is worked out for
// the points still to come. A search with null windows (alpha-beta, bounds in a table, mirror images as one) settles
// positions near the end at once. Where that takes long, the values of all boards that can come up are worked out
// from the last token on (games/bestgame_endings.hpp), as far as memory lets them: the search ends wherever they begin,
// and is tried again as they come nearer. They are kept between calls, so that many short ones get as far as a long one.
#pragma once

#include "core/shared_table.hpp"
#include "games/bestgame_endings.hpp"

#include <cmath>

namespace quintet {

namespace bestgame {

/// What the search remembers of a position: bounds of the points to come.
struct Bounds {
    std::int16_t low;
    std::int16_t high;
    std::uint8_t move;
    std::uint8_t tokens;  ///< left, of both
    std::uint8_t present;  ///< 1, so that no entry is all zero
    std::uint8_t unused;
};

}  // namespace bestgame

template <class Word>
class Bestgame<Word>::Solver {
public:
    Solver(const Bestgame& kernel, std::size_t bytes)
        : kernel_(kernel), endings_(kernel, bytes - bytes / 16), table_(bytes - endings_.most_bytes()) {}

    [[nodiscard]] Answer<Move> solve(const Position& root, const SolveTask<Bestgame>& task) {
        Call call(*this, task);
        call.solve(root);
        return call.answer;
    }

    void clear() {
        table_.clear();
        endings_.clear();
    }

    /// A rough guess of the nodes that `solve` would take as things stand.
    [[nodiscard]] double reach(const Position& position) const {
        // Fitted to 5 x 7: the work grows by a factor with each move left, and with each token that must be scored before
        // all is known, by more for the first eight.
        const int tokens = endings_.tokens_to_known(position);
        const double by_moves = 12 * std::pow(1.6, position.tokens[white] + position.tokens[black]);
        const double by_tokens = 4 * std::pow(3.0, std::min(tokens, 8)) * std::pow(1.5, std::max(tokens - 8, 0));
        const double searching = std::min(by_moves, by_tokens);
        return endings_.too_large() ? searching : std::min(searching, endings_.boards_left(position) + 1);
    }

    /// Every layer that is finished stays.
    [[nodiscard]] bool resumes() const noexcept { return !endings_.too_large(); }

private:
    struct Call;

    static constexpr Move no_move = 255;
    /// Nodes that are searched before the first layers are worked out.
    static constexpr std::uint64_t first_try = 20'000;
    /// Then layers and search take turns, this many boards and this many nodes: either takes about as long.
    static constexpr std::uint64_t boards_a_step = 1'500'000;
    static constexpr std::uint64_t nodes_a_step = 30'000;
    /// Positions that are still harder wait for more layers.
    static constexpr double most_worth_a_try = 150'000;

    const Bestgame& kernel_;
    BestgameEndings<Word> endings_;
    SharedTable<bestgame::Bounds> table_;
};

/// One call of `solve`.
template <class Word>
struct Bestgame<Word>::Solver::Call {
    using Progress = typename BestgameEndings<Word>::Progress;

    Solver& solver;
    const Bestgame& kernel;
    const SolveTask<Bestgame>& task;
    NodeCounter nodes;
    std::uint64_t helpers_nodes = 0;
    std::uint64_t quota = std::numeric_limits<std::uint64_t>::max();
    bool halted = false;  ///< by a limit, or because the quota is used up
    Answer<Move> answer;

    Call(Solver& the_solver, const SolveTask<Bestgame>& the_task)
        : solver(the_solver), kernel(the_solver.kernel_), task(the_task), nodes(the_task.control, &the_task.poll) {}

    void solve(const Position& root) {
        answer.margin = Range{lead(root) - at_stake(root), lead(root) + at_stake(root)};
        answer.value = result_of(*answer.margin);
        task.report(answer);
        search_and_prepare(root);
        answer.nodes = nodes.spent() + helpers_nodes;
    }

    /// Searches and works out layers in turns.
    void search_and_prepare(const Position& root) {
        constexpr auto unlimited = std::numeric_limits<std::uint64_t>::max();
        const auto try_for = [&](std::uint64_t most) {
            halted = false;
            quota = most == unlimited ? unlimited : nodes.spent() + most;
            work_out(root);
        };
        if (solver.endings_.find(root)) return try_for(unlimited);
        if (solver.endings_.too_large()) return try_for(unlimited);
        halted = true;
        quota = 0;
        if (solver.reach(root) < most_worth_a_try) try_for(first_try);
        while (halted && nodes.spent() >= quota) {
            const Progress progress = solver.endings_.advance(root, {task.request.threads, task.control, nodes, helpers_nodes, boards_a_step});
            if (progress == Progress::HALTED) return;
            if (progress == Progress::PAUSED) {
                if (solver.reach(root) < most_worth_a_try) try_for(nodes_a_step);
            } else {
                try_for(unlimited);
            }
        }
    }

    /// Fills in the answer, as far as the limits let it.
    void work_out(const Position& root) {
        if (!answer.solved) {
            if (!find_margin(root)) return;
            const int goal = goals(root)[0];
            std::vector<Move> best;
            Moves<Bestgame> moves;
            kernel.generate(root, moves);
            for (const auto move : moves) {
                const Position next = kernel.play(root, move);
                const bool serves = keeps(root, next, goal - lead(root));
                if (halted) return;
                if (serves) best.push_back(move);
                if (serves && !task.request.all_best) break;
            }
            answer.best = std::move(best);
            answer.solved = true;
            answer.nodes = nodes.spent() + helpers_nodes;
            task.report(answer);
        }
        if (task.request.line) find_line(root);
    }

    /// The player to move's points less the opponent's.
    [[nodiscard]] static int lead(const Position& position) noexcept { return position.points[position.turn] - position.points[position.turn ^ 1U]; }

    /// No more points can come than there are tokens.
    [[nodiscard]] static int at_stake(const Position& position) noexcept {
        const int tokens = bestgame::count(position.cells[white] | position.cells[black]) + position.tokens[white] + position.tokens[black];
        return tokens < 3 ? 0 : tokens;
    }

    [[nodiscard]] bool known_enough() const { return task.request.result_only ? answer.value.exact() : answer.margin->exact(); }

    bool find_margin(const Position& root) {
        const int now = lead(root);
        if (const auto future = solver.endings_.find(root)) {
            const int margin = now + *future;
            answer.margin = Range{margin, margin};
            answer.value = result_of(*answer.margin);
            return true;
        }
        for (int guess = now; !known_enough();) {
            const Range known = *answer.margin;
            int least = std::clamp(guess, known.low + 1, known.high);
            if (task.request.result_only) least = known.high >= 1 ? 1 : 0;
            // Asks whether the margin is `least` or more.
            const int found = now + search(root, least - now);
            if (halted) return false;
            if (found >= least) {
                answer.margin->low = std::max(known.low, found);
                guess = found + 1;
            } else {
                answer.margin->high = std::min(known.high, found);
                guess = found;
            }
            answer.value = result_of(*answer.margin);
            answer.nodes = nodes.spent() + helpers_nodes;
            task.report(answer);
        }
        return true;
    }

    /// Whether the mover still gets `future` more points than the opponent after a move to `next`.
    [[nodiscard]] bool keeps(const Position& position, const Position& next, int future) {
        const int wanted = future - gain(position, next);
        const bool again = next.turn == position.turn;
        return again ? reaches(next, wanted) : !reaches(next, 1 - wanted);
    }

    [[nodiscard]] bool reaches(const Position& position, int future) {
        return search(position, future) >= future;
    }

    [[nodiscard]] static int gain(const Position& position, const Position& next) noexcept {
        const std::size_t mover = position.turn;
        return (next.points[mover] - position.points[mover]) - (next.points[mover ^ 1U] - position.points[mover ^ 1U]);
    }

    /// The margins that the player to move at the root and the opponent are to keep, once enough is known.
    [[nodiscard]] std::array<int, 2> goals(const Position& root) const {
        if (!task.request.result_only) return {answer.margin->low, -answer.margin->low};
        const int value = answer.value.low;
        const auto goal = [&](int result, int now) { return result > 0 ? 1 : (result == 0 ? 0 : now - at_stake(root)); };
        return {goal(value, lead(root)), goal(-value, -lead(root))};
    }

    void find_line(const Position& root) {
        answer.line.clear();
        const auto [own, others] = goals(root);
        for (Position position = root; !kernel.outcome(position);) {
            Moves<Bestgame> moves;
            kernel.generate(position, moves);
            const int goal = (position.turn == root.turn ? own : others) - lead(position);
            std::optional<Move> chosen;
            if (position == root) chosen = answer.best.front();
            for (std::size_t i = 0; i < moves.size() && !chosen; ++i) {
                const bool serves = keeps(position, kernel.play(position, moves[i]), goal);
                if (halted) return;
                if (serves) chosen = moves[i];
            }
            if (!chosen) return;
            answer.line.push_back(*chosen);
            position = kernel.play(position, *chosen);
        }
    }

    /// With so few tokens left, ordering moves by the replies costs more than it saves.
    static constexpr int fewest_looked_ahead = 7;

    struct Choice {
        Position next;
        int order;
        Move column;
    };

    /// The most that the next move gains at once.
    [[nodiscard]] int best_reply(const Position& position) const noexcept {
        Moves<Bestgame> moves;
        kernel.generate(position, moves);
        int best = 0;
        for (const auto move : moves) best = std::max(best, gain(position, kernel.play(position, move)));
        return best;
    }

    /// The points to come for the mover: a lower bound if the result is `least` or more, else an upper bound.
    [[nodiscard]] int search(const Position& position, int least) {
        const int most = at_stake(position);
        if (most < least) return most;
        if (-most >= least) return -most;
        if (kernel.over(position)) return 0;
        if (const auto known = solver.endings_.find(position)) return *known;
        if (nodes.spent() >= quota || !nodes.spend()) {
            halted = true;
            return 0;
        }
        const std::size_t own = position.turn;
        const std::size_t other = own ^ 1U;
        const auto [key, mirrored] = entry_of(position);
        bestgame::Bounds bounds{static_cast<std::int16_t>(-most), static_cast<std::int16_t>(most), no_move,
                                static_cast<std::uint8_t>(position.tokens[own] + position.tokens[other]), 1, 0};
        if (const auto found = solver.table_.find(key)) {
            bounds = *found;
            if (bounds.low >= least) return bounds.low;
            if (bounds.high < least) return bounds.high;
        }
        const Move remembered = bounds.move != no_move && mirrored ? kernel.transformed(bounds.move, 1) : bounds.move;

        Moves<Bestgame> moves;
        kernel.generate(position, moves);
        std::array<Choice, max_moves> choices;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            Choice choice{kernel.play(position, moves[i]), 0, moves[i]};
            choice.order = moves[i] == remembered ? 1000 : gain(position, choice.next) - (bounds.tokens > fewest_looked_ahead ? best_reply(choice.next) : 0);
            std::size_t at = i;
            for (; at > 0 && choices[at - 1].order < choice.order; --at) choices[at] = choices[at - 1];
            choices[at] = choice;
        }
        // The table may know already that one of the moves is good enough.
        for (std::size_t i = 0; i < moves.size() && bounds.tokens > fewest_looked_ahead; ++i) {
            const Position& next = choices[i].next;
            const auto known = solver.table_.find(entry_of(next).key);
            if (!known) continue;
            const int sure = gain(position, next) + (next.turn == own ? known->low : -known->high);
            if (sure >= least) return sure;
        }
        int best = -most;
        Move best_move = no_move;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            const Position& next = choices[i].next;
            const int gained = gain(position, next);
            const int wanted = least - gained;
            const int found = gained + (next.turn == own ? search(next, wanted) : -search(next, 1 - wanted));
            if (halted) return 0;
            if (i == 0 || found > best) {
                best = found;
                best_move = choices[i].column;
            }
            if (best >= least) break;
        }
        if (best >= least) {
            bounds.low = static_cast<std::int16_t>(best);
        } else {
            bounds.high = static_cast<std::int16_t>(best);
        }
        bounds.move = mirrored ? kernel.transformed(best_move, 1) : best_move;
        // In a full bucket the position with the fewest tokens left gives way.
        solver.table_.store(key, [](const bestgame::Bounds& old) { return int{old.tokens}; }, [&](const auto&) { return std::optional(bounds); });
        return best;
    }

    struct Entry {
        std::uint64_t key;
        bool mirrored;  ///< the entry is that of the mirror image
    };

    [[nodiscard]] Entry entry_of(const Position& position) const noexcept {
        const Position image = kernel.transformed(position, 1);
        const std::size_t own = position.turn;
        const std::size_t other = own ^ 1U;
        const bool mirrored = image.cells[own] < position.cells[own] || (image.cells[own] == position.cells[own] && image.cells[other] < position.cells[other]);
        return {key_of(mirrored ? image : position), mirrored};
    }

    [[nodiscard]] static std::uint64_t key_of(const Position& position) noexcept {
        const std::size_t own = position.turn;
        const std::size_t other = own ^ 1U;
        std::uint64_t key = mixed(position.tokens[own], position.tokens[other]);
        for (std::size_t done = 0; done < sizeof(Word); done += 8) {
            key = mixed(static_cast<std::uint64_t>(position.cells[own] >> 8 * done) + key, static_cast<std::uint64_t>(position.cells[other] >> 8 * done) ^ std::rotl(key, 19));
        }
        return key;
    }
};

static_assert(HasSolver<Bestgame<bestgame::Word>> && HasSolver<Bestgame<bestgame::Wide>>);

}  // namespace quintet
