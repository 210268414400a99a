// Alpha-beta: one thread's search of the tree below the root, to a given depth. Principal variation
// search (the first move with the whole window, the others with a null window to show that they are
// no better), a transposition table, late-move reductions. Values are for the player to move and are
// negated only where the player changes, since players need not alternate.
//
// Every finding carries whether it is proved. A cut-off is proved when the move that made it is; any
// other node when all its moves are. So a search that met no horizon knows that its result is exact,
// draws included, reductions or not.
#pragma once

#include "core/search/evaluation.hpp"
#include "core/search/limits.hpp"
#include "core/search/ordering.hpp"
#include "core/search/result.hpp"
#include "core/search/table.hpp"

#include <memory>
#include <utility>

namespace quintet {

/// How many plies a late move loses, by depth and number.
class Reductions {
public:
    explicit Reductions(const Tuning& tuning) {
        for (std::size_t depth = 1; depth < size; ++depth) {
            for (std::size_t number = 1; number < size; ++number) {
                const double plies = std::log(static_cast<double>(depth)) * std::log(static_cast<double>(number)) * 100.0 / tuning.reduction_divisor;
                table_[depth][number] = static_cast<std::uint8_t>(plies + 0.4);
            }
        }
    }

    [[nodiscard]] int operator()(int depth, std::size_t number) const noexcept {
        return table_[std::min(static_cast<std::size_t>(depth), size - 1)][std::min(number, size - 1)];
    }

private:
    static constexpr std::size_t size = 64;
    std::array<std::array<std::uint8_t, size>, size> table_{};
};

template <Kernel K, EvaluationOf<K> E>
class AlphaBeta {
public:
    using Position = typename K::Position;
    using Move = typename K::Move;
    using Number = MoveMemory::Number;
    static_assert(K::move_codes < MoveMemory::none, "moves are kept in 16 bits");

    AlphaBeta(const K& kernel, const E& evaluation, Table& table, Control& control, const Poll* poll)
        : kernel_(kernel), evaluation_(evaluation), table_(table), nodes_(control, poll), memory_(K::move_codes), plies_(deepest_ply + 2) {}

    [[nodiscard]] std::uint64_t nodes() const noexcept { return nodes_.spent(); }
    /// The limits ran out: whatever `search` returned last means nothing.
    [[nodiscard]] bool stopped() const noexcept { return stopped_; }
    /// The best line below the last move searched with an open window.
    [[nodiscard]] const Line<Move>& line() const noexcept { return plies_[1].line; }

    /// The root counts as a node and is remembered for repetitions. False: not even that was allowed.
    [[nodiscard]] bool enter_root(const Position& root) {
        plies_[0].hash = kernel_.hash(root);
        if constexpr (EstimatesNear<E, K>) plies_[0].near = evaluation_.near({}, root);
        stopped_ = !nodes_.spend();
        return !stopped_;
    }

    /// The value of a root move to the player who makes it, searched to `depth` plies below it.
    [[nodiscard]] Finding search_move(const Position& root, Move move, int depth, Value alpha, Value beta) {
        plies_[0].move = static_cast<Number>(move_index(move));
        const Position child = kernel_.play(root, move);
        const bool same = kernel_.to_move(child) == kernel_.to_move(root);
        return beta - alpha > 1 ? reply<true>(child, same, depth, alpha, beta, 1) : reply<false>(child, same, depth, alpha, beta, 1);
    }

private:
    static constexpr Tuning tuning = tuning_of<E>();
    static constexpr int known_move_score = 1 << 28;

    struct Ply {
        std::uint64_t hash = 0;
        Number move = MoveMemory::none;  ///< the move being searched here
        std::optional<Value> estimate;   ///< of the position that is visited here next, to its mover, where it is known
        [[no_unique_address]] typename NearOf<E>::type near;  ///< of a position that was here
        Line<Move> line;
    };

    /// What a move is to be ordered by, and the estimate of the position that it leads to, where it was needed for that. Without a
    /// constructor: there are many in an array, of which few are used.
    struct Rank {
        int score;
        bool estimated;
        Value estimate;

        [[nodiscard]] bool operator>(const Rank& other) const noexcept { return score > other.score; }
    };
    using Ranks = std::array<Rank, K::max_moves>;

    /// Worked out once: small searches would spend more on it than on their nodes.
    [[nodiscard]] static const Reductions& reductions() {
        static const Reductions table{tuning};
        return table;
    }

    /// A child's finding, seen from its parent.
    template <bool open>
    [[nodiscard]] Finding reply(const Position& child, bool same_player, int depth, Value alpha, Value beta, int ply) {
        if (same_player) return visit<open>(child, depth, alpha, beta, ply);
        const Finding found = visit<open>(child, depth, -beta, -alpha, ply);
        return {-found.value, found.proved};
    }

    template <bool open>
    [[nodiscard]] Finding visit(const Position& position, int depth, Value alpha, Value beta, int ply) {
        Ply& here = plies_[static_cast<std::size_t>(ply)];
        [[maybe_unused]] const std::optional<Value> known_estimate = std::exchange(here.estimate, std::nullopt);
        if constexpr (open) here.line.clear();
        if (!nodes_.spend()) [[unlikely]] {
            stopped_ = true;
            return {0, false};
        }
        if constexpr (PlaysOutEnd<E, K>) {
            const int left = evaluation_.moves_left(position);
            const bool soon_known = left <= E::played_out && depth < left && (!open || depth <= 0);
            if (soon_known && !kernel_.outcome(position)) return {played_out(position, alpha, beta), false};
        }
        const Player player = kernel_.to_move(position);
        if (depth <= 0 || ply >= deepest_ply) return leaf(position, player, ply);

        // No line wins sooner than the next ply, and none loses sooner than now.
        const Value highest = won_now - ply - 1;
        const Value lowest = -won_now + ply;
        if (alpha >= highest) return {highest, true};
        if (beta <= lowest) return {lowest, true};

        const std::uint64_t key = kernel_.hash(position);
        if constexpr (can_repeat<K>()) {
            // A position that comes again can come for ever: a draw, but one that hangs on how it was reached.
            for (int earlier = ply - 1; earlier >= 0; --earlier) {
                if (plies_[static_cast<std::size_t>(earlier)].hash == key) return {0, false};
            }
        }
        here.hash = key;

        if constexpr (!open && Foresees<E, K>) {
            if (const auto cut = estimated(position, player, known_estimate, depth, beta, ply)) return *cut;
        }
        const TableEntry known = table_.find(key);
        if (!open && known.bound != Bound::NONE && (known.proved || known.depth >= depth)) {
            const Value value = from_table(known.value, ply);
            const bool enough = known.bound == Bound::EXACT || (known.bound == Bound::LOWER ? value >= beta : value <= alpha);
            if (enough) return {value, known.proved};
        }
        if constexpr (FindsWins<E, K>) {
            if (const auto move = evaluation_.winning_move(position)) {
                if constexpr (open) here.line.push(*move);
                return {highest, true};
            }
        }
        if constexpr (!open && Foresees<E, K>) {
            if (const auto cut = foreseen(position, player, known_estimate, depth, beta, ply)) return *cut;
        }
        Moves<K> moves;
        list_moves(position, moves);
        if (moves.empty()) return {terminal_value(*kernel_.outcome(position), player, ply), true};
        return try_moves<open>(position, player, moves, known, depth, alpha, beta, ply);
    }

    template <bool open>
    [[nodiscard]] Finding try_moves(const Position& position, Player player, Moves<K>& moves, const TableEntry& known, int depth, Value alpha,
                                    Value beta, int ply) {
        Ply& here = plies_[static_cast<std::size_t>(ply)];
        if constexpr (EstimatesNear<E, K>) {
            here.near = evaluation_.near(plies_[static_cast<std::size_t>(ply) - 1].near, position);
        }
        Ranks ranks;
        // The others are looked at when the first of all was not enough.
        const std::size_t ordered_from = tuning.known_move_first && bring_forward(moves, known) ? 1 : 0;

        // Towards the certain end of the game a reduced search would only have to be repeated.
        const bool to_the_end = certain_end(position, depth);
        const bool forced = moves.size() == 1;
        const Value old_alpha = alpha;
        Finding best{-infinite, true};
        bool all_proved = true;
        Number best_number = MoveMemory::none;
        std::optional<Position> next;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (i == ordered_from) {
                if (const auto cut = order<open>(position, player, moves, ranks, i, known, depth, beta, ply)) return *cut;
            }
            if (!next && i >= ordered_from) bring_best_forward(moves, ranks, i);
            const Number number = static_cast<Number>(move_index(moves[i]));
            here.move = number;
            const Position child = next ? *next : played(position, moves[i], depth > 1);
            next.reset();
            if (depth > 1 && i >= ordered_from && i + 1 < moves.size()) {
                bring_best_forward(moves, ranks, i + 1);
                next = played(position, moves[i + 1], true);
            }
            const bool same = kernel_.to_move(child) == player;
            const int next_depth = depth - (forced && ply < deepest_ply / 2 ? 0 : 1);

            Finding found{};
            if (i >= ordered_from && ranks[i].estimated) plies_[static_cast<std::size_t>(ply) + 1].estimate = same ? ranks[i].estimate : -ranks[i].estimate;
            if (i == 0) {
                found = reply<open>(child, same, next_depth, alpha, beta, ply + 1);
            } else {
                const int less = to_the_end ? 0 : reduction<open>(number, previous(ply), depth, i, ply);
                found = reply<false>(child, same, next_depth - less, alpha, alpha + 1, ply + 1);
                if (less > 0 && found.value > alpha && !found.proved && !stopped_) found = reply<false>(child, same, next_depth, alpha, alpha + 1, ply + 1);
                if (open && found.value > alpha && found.value < beta && !stopped_) found = reply<open>(child, same, next_depth, alpha, beta, ply + 1);
            }
            if (stopped_) return {0, false};

            all_proved = all_proved && found.proved;
            if (found.value > best.value) {
                best = found;
                if (found.value > alpha) {
                    alpha = found.value;
                    best_number = number;
                    if constexpr (open) here.line.set(moves[i], plies_[static_cast<std::size_t>(ply) + 1].line);
                }
                if (found.value >= beta) {
                    memory_.cut_off(player, number, previous(ply), ply, depth);
                    for (std::size_t failed = 0; failed < i; ++failed) memory_.failed(player, static_cast<Number>(move_index(moves[failed])), depth);
                    break;
                }
            }
        }
        if (best.value < beta) best.proved = all_proved;
        const Bound bound = best.value >= beta ? Bound::LOWER : best.value > old_alpha ? Bound::EXACT : Bound::UPPER;
        remember(here.hash, best, best_number, bound, depth, ply);
        return best;
    }

    /// How many hundredths of the usual error make a cut sure enough. Where the horizon lies in squares that are played
    /// out a deeper search sees no more: it is a surer one instead, step by step, until it is a proof.
    [[nodiscard]] int spreads(const Position& position, int depth) const {
        if constexpr (PlaysOutEnd<E, K>) {
            const int step = depth + E::played_out - evaluation_.moves_left(position);
            if (step > 0) return tuning.end_spreads + (step - 1) * tuning.more_end_spreads;
        }
        return depth < Tuning::deep ? tuning.foresight_spreads : tuning.deep_foresight_spreads;
    }

    /// What the estimate alone makes likely, a ply or two before the horizon. The usual error of the least deep search that foretells
    /// one is about that of an estimate. A search that is not deeper than this cuts nothing: its value does not depend on the order of moves.
    [[nodiscard]] std::optional<Finding> estimated(const Position& position, Player player, std::optional<Value> estimate, int depth, Value beta, int ply) {
        if (depth >= tuning.foresee_from || ply < tuning.foresee_from || tuning.estimate_spreads == 0) return std::nullopt;
        if (std::abs(beta) >= estimate_limit || certain_end(position, depth)) return std::nullopt;
        const auto known = evaluation_.foresee(position, tuning.foresee_from);
        if (known.shallow == 0) return std::nullopt;
        const Value sure = known.spread * tuning.estimate_spreads / 100;
        const Value guess = estimate ? *estimate : estimate_of(position, player, ply);
        if ((guess < beta + sure && guess >= beta - sure) || kernel_.outcome(position)) return std::nullopt;
        return Finding{guess >= beta ? beta : beta - 1, false};
    }

    /// What a shallower search makes very likely, if it is far enough from the window (multi-probcut). It is no
    /// proof, so it is not tried where the end of the game is in sight.
    [[nodiscard]] std::optional<Finding> foreseen(const Position& position, Player player, std::optional<Value> estimate, int depth, Value beta, int ply) {
        if (depth < tuning.foresee_from || std::abs(beta) >= estimate_limit || certain_end(position, depth)) return std::nullopt;
        const auto known = evaluation_.foresee(position, depth);
        if (known.shallow == 0) return std::nullopt;
        const Value sure = known.spread * spreads(position, depth) / 100;
        const Value guess = estimate ? *estimate : estimate_of(position, player, ply);
        Ply& here = plies_[static_cast<std::size_t>(ply)];
        const std::uint64_t key = here.hash;
        const auto shallower = [&](Value low, Value high) {
            here.estimate = guess;
            return visit<false>(position, known.shallow, low, high, ply).value;
        };
        if (guess >= beta) {
            const Value bar = (beta + sure - known.offset) * 1000 / known.slope;
            if (bar >= estimate_limit || shallower(bar - 1, bar) < bar || stopped_) return std::nullopt;
            remember(key, {beta, false}, MoveMemory::none, Bound::LOWER, depth, ply);
            return Finding{beta, false};
        }
        const Value bar = (beta - 1 - sure - known.offset) * 1000 / known.slope;
        if (bar <= -estimate_limit || shallower(bar, bar + 1) > bar || stopped_) return std::nullopt;
        remember(key, {beta - 1, false}, MoveMemory::none, Bound::UPPER, depth, ply);
        return Finding{beta - 1, false};
    }

    /// Brings the move that the table knows to the front, if it knows one.
    [[nodiscard]] static bool bring_forward(Moves<K>& moves, const TableEntry& known) noexcept {
        for (std::size_t i = 0; known.move != 0 && i < moves.size(); ++i) {
            if (move_index(moves[i]) + 1 != known.move) continue;
            std::swap(moves[0], moves[i]);
            return true;
        }
        return false;
    }

    /// Scores the moves from place `first` on for ordering. Where the depth is worth it every reply is looked at first, and
    /// one that the table knows to be good enough ends the search of this node.
    template <bool open>
    [[nodiscard]] std::optional<Finding> order(const Position& position, Player player, const Moves<K>& moves, Ranks& ranks,
                                               std::size_t first, const TableEntry& known, int depth, Value beta, int ply) {
        const bool look_up = !open && depth >= tuning.look_up_replies_from;
        const bool estimate = depth >= tuning.estimate_moves_from && moves.size() > first + 1;
        const int memory_share = estimate ? tuning.memory_share : 100;
        std::optional<Position> next;
        for (std::size_t i = first; i < moves.size(); ++i) {
            const Number number = static_cast<Number>(move_index(moves[i]));
            ranks[i].estimated = false;
            ranks[i].score = number + 1 == known.move ? known_move_score : memory_share == 0 ? 0 : memory_.score(player, number, previous(ply), ply) * memory_share / 100;
            if constexpr (RanksMoves<E, K>) ranks[i].score += evaluation_.rank(position, moves[i]);
            if (!look_up && !estimate) continue;

            const Position child = next ? *next : played(position, moves[i], look_up);
            next.reset();
            if (look_up && i + 1 < moves.size()) next = played(position, moves[i + 1], true);
            const bool same = kernel_.to_move(child) == player;
            if (look_up) {
                const TableEntry after = table_.find(kernel_.hash(child));
                const Value value = (same ? 1 : -1) * from_table(after.value, ply + 1);
                const Bound needed = same ? Bound::LOWER : Bound::UPPER;
                const bool bounds = after.bound == Bound::EXACT || after.bound == needed;
                if (bounds && value >= beta && (after.proved || after.depth >= depth - 1)) {
                    remember(plies_[static_cast<std::size_t>(ply)].hash, {value, after.proved}, number, Bound::LOWER, depth, ply);
                    return Finding{value, after.proved};
                }
            }
            if (!estimate || ranks[i].score >= known_move_score) continue;
            ranks[i].estimated = true;
            ranks[i].estimate = estimate_of(child, player, ply + 1);
            ranks[i].score += 16 * ranks[i].estimate;
            if constexpr (CountsAnswers<E, K> && tuning.answer_cost > 0) ranks[i].score -= 16 * tuning.answer_cost * evaluation_.answers(child);
        }
        return std::nullopt;
    }

    /// The position after a move. `fetch` prefetches its entry in the table, because memory is slow: the entry arrives
    /// while the move before it is looked at.
    [[nodiscard, gnu::always_inline]] Position played(const Position& position, Move move, bool fetch) const {
        const Position child = kernel_.play(position, move);
        if (fetch) table_.prefetch(kernel_.hash(child));
        return child;
    }

    [[nodiscard]] Finding leaf(const Position& position, Player player, int ply) const {
        if (const auto outcome = kernel_.outcome(position)) return {terminal_value(*outcome, player, ply), true};
        if constexpr (FindsWins<E, K>) {
            if (evaluation_.winning_move(position)) return {won_now - ply - 1, true};
        }
        return {estimate_of(position, player, ply), false};
    }

    /// How the game ends with best play, as far as the window asks.
    [[nodiscard]] Value played_out(const Position& position, Value alpha, Value beta) const
        requires PlaysOutEnd<E, K>
    {
        Value value = evaluation_.final_value(position, alpha);
        for (Value bar = alpha; value > bar && value < beta; value = evaluation_.final_value(position, bar)) bar = value;
        return value;
    }

    [[nodiscard, gnu::always_inline]] Value estimate_of(const Position& position, Player player, int ply) const {
        const auto estimate = [&] {
            if constexpr (EstimatesNear<E, K>) return evaluation_(plies_[static_cast<std::size_t>(ply) - 1].near, position, player);
            else return evaluation_(position, player);
        };
        return std::clamp<Value>(estimate(), -estimate_limit, estimate_limit);
    }

    void list_moves(const Position& position, Moves<K>& moves) const {
        if constexpr (TellsMovesApart<E, K>) {
            evaluation_.distinct_moves(position, moves);
        } else {
            kernel_.generate(position, moves);
        }
    }

    [[nodiscard]] bool certain_end(const Position& position, int depth) const {
        if constexpr (KnowsLength<E, K>) return evaluation_.moves_left(position) <= depth;
        return false;
    }

    template <bool open>
    [[nodiscard]] int reduction(Number move, Number before, int depth, std::size_t number, int ply) const {
        if (tuning.reduce_from == 0 || depth < tuning.reduce_from || number < static_cast<std::size_t>(tuning.unreduced_moves)) return 0;
        const int less = reductions_(depth, number) - (open ? 1 : 0) - (memory_.is_refutation(move, before, ply) ? 1 : 0);
        return std::clamp(less, 0, depth - 2);
    }

    [[nodiscard]] Number previous(int ply) const noexcept { return plies_[static_cast<std::size_t>(ply) - 1].move; }

    void remember(std::uint64_t key, Finding found, Number number, Bound bound, int depth, int ply) {
        table_.store(key, {static_cast<std::uint16_t>(number == MoveMemory::none ? 0 : number + 1), static_cast<std::int16_t>(to_table(found.value, ply)),
                           static_cast<std::uint8_t>(std::min(depth, deepest_ply)), bound, found.proved, 0});
    }

    const K& kernel_;
    const E& evaluation_;
    Table& table_;
    NodeCounter nodes_;
    MoveMemory memory_;
    const Reductions& reductions_ = reductions();
    std::vector<Ply> plies_;
    bool stopped_ = false;
};

}  // namespace quintet
