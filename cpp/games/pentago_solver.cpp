#include "games/pentago_solver.hpp"

#include "core/threads.hpp"


namespace quintet {

using namespace pentago;

namespace {

/// What the tables of fives and the search itself may take at most; the rest is for what is remembered.
constexpr std::size_t workspace = std::size_t{3} << 18;

/// The longest win, in turns, that is timed: to time a longer one would cost more than to solve.
constexpr int longest_timed(int empty) noexcept {
    if (empty <= 12) return empty;
    if (empty <= 16) return 7;
    return empty <= 20 ? 5 : 3;
}

}  // namespace

Pentago::Solver::Solver(const Pentago& kernel, std::size_t bytes) : kernel_(kernel), table_(bytes - std::min(bytes / 4 * 3, workspace)) {}

/// One call of `solve`.
struct Pentago::Solver::Call {
    const Pentago& kernel;
    KnownTable& table;
    const SolveTask<Pentago>& task;
    NodeCounter nodes;
    Answer<Move> answer;
    std::atomic<std::uint64_t> helpers_nodes = 0;
    bool halted = false;

    Call(Solver& solver, const SolveTask<Pentago>& the_task)
        : kernel(solver.kernel_), table(solver.table_), task(the_task), nodes(the_task.control, &the_task.poll) {}

    void report() {
        answer.nodes = nodes.spent();
        task.report(answer);
    }

    /// What is asked about a position: which moves win for the mover, or which do not lose.
    struct Question {
        bool attacking;  ///< the mover wants to win; else not to lose
        int plies = Proof::no_limit;
        bool one = false;  ///< one move is enough
        bool known = false;  ///< only what needs no search
    };

    /// The moves with one placement that serve the mover.
    static void add_moves(Proof& proof, const Node& root, int number, const Question& question, std::vector<Move>& moves) {
        const Node child = proof.after(root, number, question.attacking);
        const auto cell = static_cast<int>(std::ranges::find(cell_bit, proof.cells()[number].bit) - cell_bit.begin());
        if (has(child.other_fives.half<0>(), 0)) {
            moves.push_back(static_cast<Move>(9 * cell));
            return;
        }
        const Half mine = child.other_fives.half<1>();
        const Half theirs = child.mover_fives.half<1>();
        const Half reached = turned_once(one_of(0));
        const bool full = child.open == 0;
        Half good = question.attacking ? mine & ~theirs : (full ? mine | ~theirs : mine);
        const Half open = reached & ~(mine | theirs);
        const int plies = question.plies - 1;
        if (!question.attacking && plies <= 0) {
            good |= open;
        } else if (any(open) && !full && plies > 0) {
            good |= question.known ? open & proof.known_bad(child, !question.attacking, 1, plies)
                                   : open & ~proof.good_for_mover(child, !question.attacking, 1, open, plies);
            if (proof.halted()) return;
        }
        for (int rotation = 0; rotation < 8; ++rotation) {
            Turns turns{};
            turns[static_cast<std::size_t>(rotation / 2)] = rotation % 2 == 0 ? 1 : 3;
            if (has(good, bit_of(turns))) moves.push_back(static_cast<Move>(9 * cell + 1 + rotation));
        }
    }

    /// Placements in the rulebook's order.
    [[nodiscard]] static std::vector<int> reading_order(const Cells& cells) {
        std::vector<int> order;
        for (const std::uint8_t bit : cell_bit) {
            for (int number = 0; number < cells.size; ++number) {
                if (cells[number].bit == bit) order.push_back(number);
            }
        }
        return order;
    }

    /// All moves that serve, or one; `seen` after each placement. Unfinished when halted.
    template <class Seen>
    std::vector<Move> moves_that_serve(const Position& position, const Question& question, Seen&& seen) {
        Proof proof(question.attacking ? position.mover : position.opponent, question.attacking ? position.opponent : position.mover, table, nodes);
        const Node root = proof.start(question.attacking);
        std::vector<Move> moves;
        for (const int number : reading_order(proof.cells())) {
            add_moves(proof, root, number, question, moves);
            halted = halted || proof.halted();
            if (halted || (question.one && !moves.empty())) break;
            seen(moves);
        }
        return moves;
    }

    std::vector<Move> moves_that_serve(const Position& position, const Question& question) {
        return moves_that_serve(position, question, [](const auto&) {});
    }

    /// The same while other threads work through the placements in other orders, for the sake of the shared table.
    template <class Seen>
    std::vector<Move> with_helpers(const Position& position, const Question& question, Seen&& seen) {
        std::atomic<bool> done = false;
        const auto help = [&](int helper) {
            NodeCounter own_nodes(task.control, nullptr);
            Proof proof(question.attacking ? position.mover : position.opponent, question.attacking ? position.opponent : position.mover, table, own_nodes, &done);
            const Node root = proof.start(question.attacking);
            std::vector<int> order = reading_order(proof.cells());
            std::ranges::rotate(order, order.begin() + helper * static_cast<std::ptrdiff_t>(order.size()) / task.request.threads);
            std::vector<Move> moves;
            for (const int number : order) {
                if (proof.halted()) break;
                add_moves(proof, root, number, question, moves);
            }
            helpers_nodes += own_nodes.spent();
        };
        struct Ended {
            std::atomic<bool>& done;
            ~Ended() { done = true; }
        };
        std::vector<Thread> threads;
        const Ended ended{done};
        for (int helper = 1; helper < task.request.threads; ++helper) threads.emplace_back(help, helper);
        return moves_that_serve(position, question, seen);
    }

    /// Fills in value and best moves; false when a limit came first.
    bool find_value(const Position& root) {
        for (const bool attacking : {true, false}) {
            const int value = attacking ? 1 : 0;
            answer.best = with_helpers(root, {.attacking = attacking, .one = !task.request.all_best}, [&](const auto& found) {
                if (!found.empty()) answer.value.low = std::max(answer.value.low, value);
                report();
            });
            if (!answer.best.empty()) answer.value.low = value;
            if (halted) {
                answer.best.clear();
                return false;
            }
            if (!answer.best.empty()) return true;
            answer.value.high = value - 1;
            report();
        }
        // Lost, whatever is played.
        Moves<Pentago> moves;
        kernel.generate(root, moves);
        answer.best.assign(moves.begin(), moves.end());
        return true;
    }

    /// The turns to the end of a won or lost game, where it is cheap to know.
    [[nodiscard]] std::optional<int> time_to_win(const Position& root, bool mover_wins) {
        const int longest = longest_timed(std::popcount(root.empty()));
        for (int plies = 1; plies <= longest; ++plies) {
            const bool served = !moves_that_serve(root, {.attacking = mover_wins, .plies = plies, .one = true}).empty();
            if (halted) return std::nullopt;
            if (served == mover_wins) return plies;
        }
        return std::nullopt;
    }

    /// A move of best play; `value` is the mover's, `plies` the turns left where known.
    [[nodiscard]] std::optional<Move> best_move(const Position& position, int value, std::optional<int> plies) {
        Question question{.attacking = value > 0, .plies = plies.value_or(Proof::no_limit), .one = true};
        if (value < 0) {
            // Loses as late as known: it may end in `plies` turns, but not in one less.
            question.plies = plies ? *plies - 1 : 2;
            const auto latest = question.plies > 0 ? moves_that_serve(position, question) : std::vector<Move>{};
            if (halted) return std::nullopt;
            if (!latest.empty()) return latest.front();
            Moves<Pentago> moves;
            kernel.generate(position, moves);
            return moves[0];
        }
        for (const bool known : {true, false}) {
            question.known = known;
            const auto moves = moves_that_serve(position, question);
            if (halted) return std::nullopt;
            if (!moves.empty()) return moves.front();
        }
        return std::nullopt;
    }

    void find_line(const Position& root) {
        int value = answer.value.low;
        std::optional<int> plies = answer.moves_to_win;
        for (Position position = root; !position.over(); value = -value) {
            const bool first_is_best = position == root && !plies && value >= 0;
            const std::optional<Move> move = first_is_best ? answer.best.front() : best_move(position, value, plies);
            if (!move) return;
            answer.line.push_back(*move);
            position = kernel.play(position, *move);
            if (plies) --*plies;
        }
    }
};

/// What a position without threats takes: most others take far less.
double Pentago::Solver::reach(const Position& root) const noexcept {
    return std::exp2(18.5 + 1.9 * (std::popcount(root.empty()) - 16));
}

Answer<Pentago::Move> Pentago::Solver::solve(const Position& root, const SolveTask<Pentago>& task) {
    const int empty = std::popcount(root.empty());
    // About what the median position with as many empty cells needed.
    table_.expect(std::exp2(19 + 1.45 * (empty - 14)));
    Call call(*this, task);
    if (call.find_value(root)) {
        call.answer.solved = true;
        call.report();
        if (task.request.distance && call.answer.value.low != 0) call.answer.moves_to_win = call.time_to_win(root, call.answer.value.low > 0);
        if (task.request.line && !call.halted) call.find_line(root);
    }
    call.answer.nodes = call.nodes.spent() + call.helpers_nodes;
    return call.answer;
}

}  // namespace quintet
