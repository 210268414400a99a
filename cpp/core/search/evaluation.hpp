// What a search asks of an evaluation beyond its number (core/kernel.hpp, EvaluationOf). Every part
// is optional: a search tests for it and does without.
//
//     class Othello::Evaluation {
//     public:
//         explicit Evaluation(const Othello& kernel);
//         int operator()(const Position&, Player) const;     // the estimate; never of a finished game
//         static constexpr double spread = 800;              // the estimate that is worth tanh(1) = 0.76
//         static constexpr double units_per_point = 100;     // only in games with scores
//         static constexpr Tuning tuning = {...};            // where a game wants other search settings
//
//         Near near(const Near& before, const Position&) const;  // what the estimates of positions a move away have in common, best
//                                                            // had from that of the position before:
//         int operator()(const Near&, const Position&, Player) const;  // the estimate, sooner had; Near() serves any position
//         int rank(const Position&, Move) const;             // a cheap guess at a move's worth, for ordering
//         std::optional<Move> winning_move(const Position&) const;  // a move that wins at once, if there is one;
//                                                            // none when the game is over
//         int answers(const Position&) const;                // about how many moves there are (Tuning::answer_cost)
//         int moves_left(const Position&) const;             // an upper bound on the moves to the end, forced ones aside
//         static constexpr int played_out = 7;               // with so many moves left, or fewer, the result is soon known:
//         int final_value(const Position&, int alpha) const;  // a bound that says whether the mover gets more than alpha
//         void distinct_moves(const Position&, Moves&) const;  // generate, less moves that lead to the same position
//         Foresight foresee(const Position&, int depth) const;  // how a shallower search foretells one of this
//                                                            // depth (core/learn/weights.hpp)
//         void expect(const Position&, std::optional<Move> last, const Moves&, std::span<float>) const;  // how
//                                                            // likely each move is (core/learn/prior.hpp)
//         bool prefers_simulation(const Position&) const;    // here MCTS plays better than alpha-beta
//     };
//
// A kernel whose positions cannot come again says `static constexpr bool can_repeat = false`.
#pragma once

#include "core/kernel.hpp"
#include "core/search/value.hpp"

namespace quintet {

/// The settings in which games differ. The standard ones suit a game of some forty moves a position.
struct Tuning {
    /// From this depth on moves are ordered by the estimate of the position they lead to.
    int estimate_moves_from = 3;
    /// There, the share of what is remembered of cut-offs elsewhere in the order, in hundredths.
    int memory_share = 100;
    /// ... and what each answer to a move costs it there, in units of the evaluation: few are soon searched.
    int answer_cost = 0;
    /// Whether the move that did best here before is searched before the others are even looked at: less work for a
    /// node that it settles, but what the table knows of the others comes later.
    bool known_move_first = false;
    /// From this depth on every reply is looked up before any is searched (enhanced transposition cutoffs).
    int look_up_replies_from = 3;
    /// From this depth on late moves are searched less deeply first; 0: never.
    int reduce_from = 3;
    /// The first moves of a node, this many, are never reduced.
    int unreduced_moves = 3;
    /// A late move loses about ln(depth) ln(number) / this many plies, in hundredths.
    int reduction_divisor = 225;
    /// Half the first window around the previous iteration's value.
    int aspiration = 60;
    /// From this depth on each iteration is two plies deeper than the one before: where a ply makes a search only half as long
    /// again, the iterations before the last cost more than what they teach it.
    int two_plies_from = deepest_ply;
    /// Less deep than `foresee_from` the estimate itself may settle a position, if it is beyond the window by this many hundredths of
    /// the usual error; 0: never.
    int estimate_spreads = 0;
    /// From this depth on a shallower search may settle a position, where the evaluation foresees.
    int foresee_from = 3;
    /// ... if its value is beyond the window by this many hundredths of the usual error.
    int foresight_spreads = 130;
    /// ... from `deep` plies on, where an error hides more.
    int deep_foresight_spreads = 130;
    static constexpr int deep = 7;
    /// ... where all that is left is played out at the horizon, at any depth, and more for each ply deeper than that.
    int end_spreads = 150;
    int more_end_spreads = 50;
    /// The share of the estimate in the value of a simulated game, in hundredths (MCTS).
    int estimate_share = 50;
    /// How steeply the estimate becomes a value there, in hundredths of what the spread says.
    int estimate_slope = 100;
    /// Whether a simulated game also counts for its moves played at another time (all moves as first).
    bool amaf = false;
};

template <class E>
[[nodiscard]] constexpr Tuning tuning_of() noexcept {
    if constexpr (requires { E::tuning; }) return E::tuning;
    return {};
}

template <class E>
[[nodiscard]] constexpr double spread_of() noexcept {
    if constexpr (requires { E::spread; }) return E::spread;
    return 400.0;
}

/// A game whose result is a score difference.
template <class E>
concept KeepsScores = requires { E::units_per_point; };

/// What it keeps for the estimates of positions a move away.
template <class E>
struct NearOf {
    struct type {};
};

template <class E>
    requires requires { typename E::Near; }
struct NearOf<E> {
    using type = typename E::Near;
};

template <class E, class K>
concept EstimatesNear = requires(const E& evaluation, const typename K::Position& position, Player player) {
    { evaluation(evaluation.near({}, position), position, player) } -> std::convertible_to<int>;
};

template <class E, class K>
concept RanksMoves = requires(const E& evaluation, const typename K::Position& position, typename K::Move move) {
    { evaluation.rank(position, move) } -> std::convertible_to<int>;
};

template <class E, class K>
concept FindsWins = requires(const E& evaluation, const typename K::Position& position) {
    { evaluation.winning_move(position) } -> std::same_as<std::optional<typename K::Move>>;
};

template <class E, class K>
concept CountsAnswers = requires(const E& evaluation, const typename K::Position& position) {
    { evaluation.answers(position) } -> std::convertible_to<int>;
};

template <class E, class K>
concept KnowsLength = requires(const E& evaluation, const typename K::Position& position) {
    { evaluation.moves_left(position) } -> std::convertible_to<int>;
};

template <class E, class K>
concept PlaysOutEnd = KnowsLength<E, K> && requires(const E& evaluation, const typename K::Position& position, int alpha) {
    { E::played_out } -> std::convertible_to<int>;
    { evaluation.final_value(position, alpha) } -> std::same_as<int>;
};

template <class E, class K>
concept Foresees = requires(const E& evaluation, const typename K::Position& position, int depth) {
    { evaluation.foresee(position, depth).shallow } -> std::convertible_to<int>;
};

template <class E, class K>
concept ExpectsMoves = requires(const E& evaluation, const typename K::Position& position, std::optional<typename K::Move> last, const Moves<K>& moves,
                                std::span<float> likely) {
    { evaluation.expect(position, last, moves, likely) } -> std::same_as<void>;
};

template <class E, class K>
concept PrefersSimulation = requires(const E& evaluation, const typename K::Position& position) {
    { evaluation.prefers_simulation(position) } -> std::same_as<bool>;
};

template <class E, class K>
concept TellsMovesApart = requires(const E& evaluation, const typename K::Position& position, Moves<K>& moves) {
    { evaluation.distinct_moves(position, moves) } -> std::same_as<void>;
};

template <class K>
[[nodiscard]] constexpr bool can_repeat() noexcept {
    if constexpr (requires { K::can_repeat; }) return K::can_repeat;
    return true;
}

/// For a kernel that brings no evaluation: every position is level, and only results count.
template <Kernel K>
struct NoEvaluation {
    explicit NoEvaluation(const K&) {}
    [[nodiscard]] int operator()(const typename K::Position&, Player) const noexcept { return 0; }
};

template <class K>
struct EvaluationChoice {
    using type = NoEvaluation<K>;
};

template <HasEvaluation K>
struct EvaluationChoice<K> {
    using type = typename K::Evaluation;
};

/// The default evaluation of a kernel.
template <Kernel K>
using StandardEvaluation = typename EvaluationChoice<K>::type;

}  // namespace quintet
