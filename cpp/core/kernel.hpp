// The Kernel concept: what a game must be so that perft, playouts, searches and the door can use it.
//
// A kernel is an object, the game with its options fixed; it holds no match state, only tables and
// sizes. `Position` and `Move` are small values that are copied freely (copy-make), and no member
// below that a search calls may allocate. In short:
//
//     namespace quintet {
//     class Othello {
//     public:
//         struct Position { ... };                      // trivially copyable, ==
//         using Move = std::uint8_t;                    // an integer or an enum, below move_codes
//         static constexpr std::size_t max_moves = 34;  // capacity: no position has more legal moves
//         static constexpr std::size_t move_codes = 65; // moves are 0 ... move_codes - 1 (history tables)
//
//         explicit Othello(const Options& options);     // throws OptionError
//
//         Position start() const;
//         Player to_move(const Position&) const;        // need not alternate
//         void generate(const Position&, Moves&) const; // appends to an empty list, in the rulebook's order;
//                                                       // leaves it empty exactly when the game is over
//         Position play(const Position&, Move) const;   // trusts that the move is legal
//         std::optional<Outcome> outcome(const Position&) const;
//         std::uint64_t hash(const Position&) const;    // well mixed; equal positions, equal hashes
//
//         Position parse(std::string_view) const;       // strict; throws ParseError
//         std::string format(const Position&) const;    // the inverse of parse
//         std::string move_text(Move) const;            // canonical; parse_move (core/text.hpp) is derived
//     };
//     static_assert(Kernel<Othello>);
//     }
//
// A game whose kernel is a template over the board's size registers one factory that picks the
// instantiation from the options: see core/registry.hpp.
#pragma once

#include "core/options.hpp"
#include "core/planes.hpp"
#include "core/rng.hpp"
#include "core/types.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

namespace quintet {

/// The list type a kernel fills: its own move type and capacity.
template <class K>
using Moves = MoveList<typename K::Move, K::max_moves>;

template <class Move>
concept MoveValue = (std::is_integral_v<Move> || std::is_enum_v<Move>) && sizeof(Move) <= 4;

template <class Position>
concept PositionValue = std::is_trivially_copyable_v<Position> && std::equality_comparable<Position>;

template <class K>
concept Kernel = PositionValue<typename K::Position> && MoveValue<typename K::Move> &&
    std::constructible_from<K, const Options&> &&
    requires(const K& kernel, const typename K::Position& position, typename K::Move move, Moves<K>& moves, std::string_view text) {
        { K::max_moves } -> std::convertible_to<std::size_t>;
        { K::move_codes } -> std::convertible_to<std::size_t>;
        { kernel.start() } -> std::same_as<typename K::Position>;
        { kernel.to_move(position) } -> std::same_as<Player>;
        { kernel.generate(position, moves) } -> std::same_as<void>;
        { kernel.play(position, move) } -> std::same_as<typename K::Position>;
        { kernel.outcome(position) } -> std::same_as<std::optional<Outcome>>;
        { kernel.hash(position) } -> std::same_as<std::uint64_t>;
        { kernel.parse(text) } -> std::same_as<typename K::Position>;
        { kernel.format(position) } -> std::same_as<std::string>;
        { kernel.move_text(move) } -> std::same_as<std::string>;
    };

/// A move as an index into a table of `K::move_codes` entries.
template <MoveValue Move>
[[nodiscard]] constexpr std::size_t move_index(Move move) noexcept {
    return static_cast<std::size_t>(move);
}

// Optional abilities. A template asks `if constexpr (CountsMoves<K>)` and falls back on the members
// above; a kernel that has no faster way simply leaves the member out.

/// Counts the legal moves without listing them; 0 exactly when the game is over. For perft's last ply.
template <class K>
concept CountsMoves = Kernel<K> && requires(const K& kernel, const typename K::Position& position) {
    { kernel.count_moves(position) } -> std::same_as<std::uint64_t>;
};

/// Counts perft's last `bulk_plies` plies (at least 2) in one go; a finished game counts 1.
template <class K>
concept CountsLines = Kernel<K> && (K::bulk_plies >= 2) && requires(const K& kernel, const typename K::Position& position) {
    { kernel.count_lines(position) } -> std::same_as<std::uint64_t>;
};

/// Marks the legal moves, a bit a code, in words that are all 0; whether there are any. There are none exactly when the game is over.
template <class K>
concept MarksMoves = Kernel<K> && requires(const K& kernel, const typename K::Position& position, std::span<std::uint64_t> codes) {
    { kernel.mark_moves(position, codes) } -> std::same_as<bool>;
};

/// Draws one legal move, each with the same probability; the game must not be over.
template <class K>
concept DrawsMoves = Kernel<K> && requires(const K& kernel, const typename K::Position& position, Rng& rng) {
    { kernel.random_move(position, rng) } -> std::same_as<typename K::Move>;
};

/// How one random game ended.
struct PlayoutEnd {
    enum class Result : std::uint8_t { FIRST_WON, SECOND_WON, DRAWN, TRUNCATED };
    Result result;
    std::uint32_t moves;
};

/// Plays a uniformly random game to its end, or until `limit` moves were made.
template <class K>
concept PlaysOut = Kernel<K> && requires(const K& kernel, const typename K::Position& position, Rng& rng, std::uint32_t limit) {
    { kernel.playout(position, rng, limit) } -> std::same_as<PlayoutEnd>;
};

/// The same, and `note(player, move)` is called with every move.
template <class K>
concept NotesPlayouts = PlaysOut<K> && requires(const K& kernel, const typename K::Position& position, Rng& rng, std::uint32_t limit, void (*note)(Player, typename K::Move)) {
    { kernel.playout(position, rng, limit, note) } -> std::same_as<PlayoutEnd>;
};

/// The board's symmetries, numbered from 0 (the identity): `transformed` commutes with `play`.
template <class K>
concept HasSymmetries = Kernel<K> && requires(const K& kernel, const typename K::Position& position, typename K::Move move, int symmetry) {
    { kernel.symmetries() } -> std::same_as<int>;
    { kernel.transformed(position, symmetry) } -> std::same_as<typename K::Position>;
    { kernel.transformed(move, symmetry) } -> std::same_as<typename K::Move>;
};

/// Shows positions to learners: the size of the board, how many kinds of numbers stand beside it, and a position on planes
/// (core/planes.hpp), all as the rulebook's pictures have them. One whose layout has neutral pieces says so with
/// `static constexpr bool neutral = true`, and one with kinds of pieces how many with `static constexpr int kinds = 2`.
template <class K>
concept Observed = Kernel<K> && requires(const K& kernel, const typename K::Position& position, Planes& planes) {
    { K::counters } -> std::convertible_to<int>;
    { kernel.board_size() } -> std::same_as<BoardSize>;
    { kernel.observe(position, planes) } -> std::same_as<void>;
};

// What a picture of a position shows and its text does not, as the rulebook's scenes have it. Cells are counted in reading order.

/// Calls `note(cell)` for every cell of a line, chain or square that has won.
template <class K>
concept MarksWins = Kernel<K> && requires(const K& kernel, const typename K::Position& position, void (*note)(int)) {
    { kernel.for_each_winning(position, note) } -> std::same_as<void>;
};

/// Calls `note(cell)` for every piece that something holds in the air.
template <class K>
concept HoldsPieces = Kernel<K> && requires(const K& kernel, const typename K::Position& position, void (*note)(int)) {
    { kernel.for_each_held(position, note) } -> std::same_as<void>;
};

/// Calls `note(position)` for each visible step of a legal move; what the last one shows is what the move leads to.
template <class K>
concept HasStages = Kernel<K> && requires(const K& kernel, const typename K::Position& position, typename K::Move move, void (*note)(const typename K::Position&)) {
    { kernel.stages(position, move, note) } -> std::same_as<void>;
};

/// An evaluation is an object of its own, so that a learned one can take a hand-made one's place:
/// `evaluation(position, player)` is the estimate from that player's point of view.
template <class E, class K>
concept EvaluationOf = Kernel<K> && requires(const E& evaluation, const typename K::Position& position, Player player) {
    { evaluation(position, player) } -> std::convertible_to<int>;
};

/// A kernel that brings an evaluation: `K::Evaluation{kernel}`.
template <class K>
concept HasEvaluation = Kernel<K> && std::constructible_from<typename K::Evaluation, const K&> && EvaluationOf<typename K::Evaluation, K>;

}  // namespace quintet
