// The laws that every kernel keeps, checked along random games.
#pragma once

#include "core/perft.hpp"
#include "core/playout.hpp"
#include "core/text.hpp"
#include "tests/check.hpp"

#include <set>

namespace quintet::testing {

/// A kernel without its optional abilities: what the fast ways are compared with.
template <Kernel K>
class Plain {
public:
    using Position = typename K::Position;
    using Move = typename K::Move;
    static constexpr std::size_t max_moves = K::max_moves;
    static constexpr std::size_t move_codes = K::move_codes;

    explicit Plain(const Options& options) : kernel_(options) {}
    [[nodiscard]] Position start() const { return kernel_.start(); }
    [[nodiscard]] Player to_move(const Position& p) const { return kernel_.to_move(p); }
    void generate(const Position& p, Moves<K>& moves) const { kernel_.generate(p, moves); }
    [[nodiscard]] Position play(const Position& p, Move move) const { return kernel_.play(p, move); }
    [[nodiscard]] std::optional<Outcome> outcome(const Position& p) const { return kernel_.outcome(p); }
    [[nodiscard]] std::uint64_t hash(const Position& p) const { return kernel_.hash(p); }
    [[nodiscard]] Position parse(std::string_view text) const { return kernel_.parse(text); }
    [[nodiscard]] std::string format(const Position& p) const { return kernel_.format(p); }
    [[nodiscard]] std::string move_text(Move move) const { return kernel_.move_text(move); }

private:
    K kernel_;
};

template <Kernel K>
void check_position(Checks& checks, const K& kernel, const typename K::Position& position, const Moves<K>& moves) {
    const std::string text = kernel.format(position);
    const auto again = kernel.parse(text);
    checks.that(again == position, "parse(format) gives the position back: " + text);
    checks.equal(kernel.format(again), text, "format(parse) gives the text back");
    checks.equal(kernel.hash(again), kernel.hash(position), "equal positions, equal hashes");
    checks.equal(kernel.outcome(position).has_value(), moves.empty(), "over exactly when there is no move: " + text);
    if constexpr (CountsMoves<K>) checks.equal(kernel.count_moves(position), moves.size(), "count_moves: " + text);
    if constexpr (MarksMoves<K>) {
        using Words = std::array<std::uint64_t, (K::move_codes + 63) / 64>;
        Words marked{};
        Words listed{};
        for (const auto move : moves) listed[move_index(move) / 64] |= std::uint64_t{1} << move_index(move) % 64;
        checks.equal(kernel.mark_moves(position, marked), !moves.empty(), "mark_moves says whether there are any: " + text);
        checks.that(marked == listed, "the moves that are marked are those that are listed: " + text);
    }
    std::set<std::string> seen;
    for (const auto move : moves) {
        const std::string typed = kernel.move_text(move);
        checks.that(move_index(move) < K::move_codes, "a move is below move_codes: " + typed);
        checks.that(seen.insert(typed).second, "a move is listed once: " + typed);
    }
    if (moves.empty()) return;
    const auto some = moves[moves.size() / 2];
    std::string shouted = " " + kernel.move_text(some) + "\t";
    for (char& c : shouted) c = (c >= 'a' && c <= 'z') ? static_cast<char>(c - 'a' + 'A') : c;
    checks.that(parse_move(kernel, position, shouted) == some, "moves are read in any case, with blanks: " + shouted);
    if constexpr (DrawsMoves<K>) {
        Rng rng(kernel.hash(position));
        const auto drawn = kernel.random_move(position, rng);
        checks.that(seen.contains(kernel.move_text(drawn)), "a drawn move is legal");
    }
    if constexpr (HasSymmetries<K>) {
        const auto next = kernel.play(position, some);
        for (int symmetry = 0; symmetry < kernel.symmetries(); ++symmetry) {
            const auto image = kernel.play(kernel.transformed(position, symmetry), kernel.transformed(some, symmetry));
            checks.that(image == kernel.transformed(next, symmetry), "symmetries commute with play: " + text);
        }
    }
}

/// Plays `games` random games of at most `limit` moves and checks every position on the way; the
/// hashes of different positions must differ, and the fast playouts must agree with the plain ones.
template <Kernel K>
void check_laws(Checks& checks, const Options& options, int games, std::uint32_t limit = 200) {
    static_assert(Kernel<Plain<K>> && !CountsMoves<Plain<K>> && !PlaysOut<Plain<K>> && !DrawsMoves<Plain<K>>);
    const K kernel(options);
    const Plain<K> plain(options);
    Rng rng(20);
    std::set<std::string> texts;
    std::set<std::uint64_t> hashes;
    for (int game = 0; game < games; ++game) {
        auto position = kernel.start();
        for (std::uint32_t made = 0; made <= limit; ++made) {
            Moves<K> moves;
            kernel.generate(position, moves);
            check_position(checks, kernel, position, moves);
            texts.insert(kernel.format(position));
            hashes.insert(kernel.hash(position));
            if (moves.empty()) break;
            if (made % 8 == 0) checks.equal(perft(kernel, position, 2), perft(plain, position, 2), "bulk counting");
            position = kernel.play(position, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    }
    checks.equal(hashes.size(), texts.size(), "different positions, different hashes");

    if constexpr (PlaysOut<K> || DrawsMoves<K>) {
        constexpr int count = 20000;
        const PlayoutTally fast = playouts(kernel, kernel.start(), count, 1, limit);
        const PlayoutTally slow = playouts(plain, kernel.start(), count, 2, limit);
        // Two samples of one distribution: the standard deviation of a difference is at most 100.
        const auto near = [](std::uint64_t a, std::uint64_t b) { return (a > b ? a - b : b - a) < 500; };
        checks.that(near(fast.wins, slow.wins) && near(fast.losses, slow.losses) && near(fast.draws, slow.draws) &&
                        near(fast.truncated, slow.truncated) && near(fast.moves / limit, slow.moves / limit),
                    "fast playouts are distributed as plain ones");
        checks.equal(fast.wins + fast.losses + fast.draws + fast.truncated, std::uint64_t{count}, "every playout is counted");
        checks.that(playouts(kernel, kernel.start(), 100, 5, limit) == playouts(kernel, kernel.start(), 100, 5, limit), "a seed fixes the playouts");
        checks.equal(playouts(kernel, kernel.start(), 10, 5, 1).truncated, 10U, "the limit cuts playouts off");
    }
}

/// The estimate is one number seen from two sides, and the same for a mirror image.
template <HasEvaluation K>
void check_estimates(Checks& checks, const Options& options) {
    const K kernel(options);
    const typename K::Evaluation evaluation(kernel);
    Rng rng(9);
    for (int game = 0; game < 5; ++game) {
        auto position = kernel.start();
        for (int made = 0; made < 200; ++made) {
            Moves<K> moves;
            kernel.generate(position, moves);
            if (moves.empty()) break;
            const int value = evaluation(position, Player::FIRST);
            checks.equal(evaluation(position, Player::SECOND), -value, "two points of view: " + kernel.format(position));
            checks.that(std::abs(value) < 20000, "an estimate is no proof: " + kernel.format(position));
            if constexpr (HasSymmetries<K>) {
                for (int symmetry = 1; symmetry < kernel.symmetries(); ++symmetry) {
                    const int image = evaluation(kernel.transformed(position, symmetry), Player::FIRST);
                    checks.equal(image, value, "a mirror image is worth the same: " + kernel.format(position));
                }
            }
            position = kernel.play(position, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    }
}

}  // namespace quintet::testing
