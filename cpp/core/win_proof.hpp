// Proofs of forced wins, for games without scores: "can this player force a win, at all or within so many
// moves?" Whatever is no such win counts for the defender, play without end included. Asked for both sides
// it gives win, draw and loss, all best moves, and the moves to the win by raising the number allowed.
//
// A game describes itself by a style:
//
//     struct Style {
//         explicit Style(const K&);
//         struct Key { ... };                            // trivially copyable, ==: a position, as far as it matters to either side's wins
//         static Key key(const K&, const K::Position&);  // the same answers for all positions with one key
//         static std::uint64_t hash(const Key&);
//         static K::Position plain(const K&, const K::Position&, Player& attacker);  // the same question, asked of a simpler position
//         static constexpr int record_share = ...;       // that many points of a move's record count as one of its score
//         static constexpr K::Move circling = ...;       // only in games that can go on for ever, see below
//         WinGlance look(const K::Position&, Player attacker) const;  // what is seen at once, of a position that is not over
//     };
//
// The searches go depth first and remember every answer, so most of the work is saved by good keys and by the
// order of the moves: first by what a look says, and by how moves did elsewhere, alone and as replies to the
// one before. Proof-number search with guesses from the evaluation was tried in one form, untuned: it took
// eight times the nodes on the smallest board of one game, and was not done in the other's time.
//
// Where play can go on for ever, it must do so by one move of each position alone, `circling`; all other
// moves lead on for good. Then the positions that lead to each other form chains, possibly running into a
// circle, and in a chain every position that its other moves leave open is worth what the next one is; a
// circle of open positions is play without end. So no answer depends on how a position was reached.
#pragma once

#include "core/move_record.hpp"
#include "core/search/limits.hpp"
#include "core/win_table.hpp"

namespace quintet {

enum class WinKnown : std::uint8_t { WON, HELD, OPEN };

/// What a look at a position says: that the attacker wins with his next move, that he never will, or how it looks for him.
struct WinGlance {
    WinKnown known;
    int score;
};

template <Kernel K, class Style>
class WinProof {
public:
    using Position = typename K::Position;
    using Move = typename K::Move;
    using Table = WinTable<Style>;

    /// The number of moves that stands for any number; real ones are below it.
    static constexpr int endless = 255;
    static constexpr bool circles = requires { Style::circling; };

    WinProof(const K& kernel, Table& table, MoveRecord<K>& record, NodeCounter& nodes)
        : kernel_(kernel), style_(kernel), table_(table), record_(record), nodes_(nodes) {}

    /// Ended by a limit: no answer since then means anything.
    [[nodiscard]] bool halted() const noexcept { return halted_; }
    [[nodiscard]] bool too_deep() const noexcept { return too_deep_; }

    /// From now on so many nodes may be spent, in addition to the limits of the call.
    void allow(std::uint64_t nodes) noexcept { most_nodes_ = nodes_.spent() + nodes; }
    /// Takes that back, and the end that it brought.
    void allow_all() noexcept {
        const bool ended = halted_ && !too_deep_ && nodes_.spent() >= most_nodes_;
        most_nodes_ = no_limit;
        halted_ = halted_ && !ended;
    }

    /// Whether the attacker can force a win within `plies` moves of both sides. `before` is the move that led here, if one did.
    [[nodiscard]] bool wins(const Position& asked, Player attacker, int plies, Move before = {}) {
        const Position position = Style::plain(kernel_, asked, attacker);
        const WinKnown known = look_up(position, attacker, plies);
        return known != WinKnown::OPEN ? known == WinKnown::WON : search(position, attacker, plies, before);
    }

    /// The same without a limit. Where no game ends as a draw or never, one side's answer is also the other's.
    [[nodiscard]] bool wins(const Position& asked, Player attacker) {
        if constexpr (!circles) {
            Player first = Player::FIRST;
            static_cast<void>(Style::plain(kernel_, asked, first));
            if (!table_.drawn_ends && attacker != first) {
                const bool lost = wins(asked, first, endless);
                if (halted_) return false;
                if (!table_.drawn_ends) return !lost;
            }
        }
        return wins(asked, attacker, endless);
    }

    /// Whether it is known without a search that the attacker wins, or that he does not.
    [[nodiscard]] bool known(const Position& asked, Player attacker, bool won) {
        if (!circles && !table_.drawn_ends) {
            Player other = opponent(attacker);
            const Position position = Style::plain(kernel_, asked, other);
            const WinKnown found = look_up(position, other, endless);
            if (found != WinKnown::OPEN && !table_.drawn_ends) return (found == WinKnown::HELD) == won;
        }
        const Position position = Style::plain(kernel_, asked, attacker);
        return look_up(position, attacker, endless) == (won ? WinKnown::WON : WinKnown::HELD);
    }

private:
    static constexpr std::uint64_t no_limit = ~std::uint64_t{0};

    /// Deep enough for any board that can be solved, and little enough for any stack: a level holds some positions, and its moves.
    static constexpr std::size_t stack_bytes = std::size_t{3} << 20;
    static constexpr int deepest = static_cast<int>(std::min<std::size_t>(600, stack_bytes / (16 * sizeof(Position) + 16 * K::max_moves + 1024)));

    [[nodiscard]] WinKnown look_up(const Position& position, Player attacker, int plies) const {
        if (const auto outcome = kernel_.outcome(position)) {
            if (!outcome->winner) table_.drawn_ends = true;
            return outcome->winner == attacker ? WinKnown::WON : WinKnown::HELD;
        }
        if (plies == 0) return WinKnown::HELD;
        const auto key = Style::key(kernel_, position);
        const WinFacts facts = table_.find(key, Style::hash(key), attacker);
        if (facts.won != 0 && facts.won <= plies) return WinKnown::WON;
        return facts.held >= plies ? WinKnown::HELD : WinKnown::OPEN;
    }

    void store(const Position& position, Player attacker, int plies, bool won, std::uint64_t cost) {
        const auto key = Style::key(kernel_, position);
        table_.store(key, Style::hash(key), attacker, plies, won, cost);
    }

    /// Walks on along the chain while it stays open, then settles all of it.
    [[nodiscard]] bool search(const Position& from, Player attacker, int plies, Move before) {
        if (depth_ == deepest) {
            halted_ = too_deep_ = true;
            return false;
        }
        ++depth_;
        const std::uint64_t spent = nodes_.spent();
        Position position = from;
        std::uint64_t steps = 0;
        WinKnown found = try_moves(position, attacker, plies, before);
        std::uint64_t to_settle = 1;
        if constexpr (circles) {
            Position marked = from;
            std::uint64_t next_mark = 1;
            while (found == WinKnown::OPEN && !halted_) {
                position = kernel_.play(position, Style::circling);
                if (position == marked) {
                    found = WinKnown::HELD;
                    break;
                }
                if (++steps == next_mark) {
                    marked = position;
                    next_mark *= 2;
                }
                found = look_up(position, attacker, plies);
                if (found != WinKnown::OPEN) break;
                found = try_moves(position, attacker, plies, Style::circling);
                ++to_settle;
            }
        }
        --depth_;
        if (halted_) return false;
        position = from;
        for (std::uint64_t settled = 0;;) {
            store(position, attacker, plies, found == WinKnown::WON, nodes_.spent() - spent);
            if (++settled == to_settle) break;
            if constexpr (circles) position = kernel_.play(position, Style::circling);
        }
        return found == WinKnown::WON;
    }

    /// Open only where the circling move has to tell.
    [[nodiscard]] WinKnown try_moves(const Position& position, Player attacker, int plies, Move before) {
        if (nodes_.spent() >= most_nodes_ || !nodes_.spend()) {
            halted_ = true;
            return WinKnown::OPEN;
        }
        struct Choice {
            Move move;
            int score;
        };
        const Player mover = kernel_.to_move(position);
        const bool attacking = mover == attacker;
        const WinKnown served = attacking ? WinKnown::WON : WinKnown::HELD;
        const int rest = plies == endless ? endless : plies - 1;
        Moves<K> moves;
        kernel_.generate(position, moves);
        std::array<Choice, K::max_moves> choices;
        std::size_t count = 0;
        bool open = false;
        for (const Move move : moves) {
            Player player = attacker;
            const Position next = Style::plain(kernel_, kernel_.play(position, move), player);
            const WinKnown known = look_up(next, player, rest);
            if (known == served) return served;
            if constexpr (circles) {
                if (plies == endless && move == Style::circling) {
                    open = true;
                    continue;
                }
            }
            if (known != WinKnown::OPEN) continue;
            const WinGlance glance = style_.look(next, player);
            if (glance.known == served) return served;
            if (glance.known == WinKnown::OPEN) choices[count++] = {move, (attacking ? glance.score : -glance.score) + record_(mover, before, move) / Style::record_share};
        }
        const auto end = choices.begin() + static_cast<std::ptrdiff_t>(count);
        std::stable_sort(choices.begin(), end, [](const Choice& a, const Choice& b) { return a.score > b.score; });
        for (auto choice = choices.begin(); choice != end; ++choice) {
            const bool won = wins(kernel_.play(position, choice->move), attacker, rest, choice->move);
            if (halted_) return WinKnown::OPEN;
            if (won != attacking) continue;
            record_.right(mover, before, choice->move);
            std::for_each(choices.begin(), choice, [&](const Choice& failed) { record_.wrong(mover, before, failed.move); });
            return served;
        }
        if (open) return WinKnown::OPEN;
        return attacking ? WinKnown::HELD : WinKnown::WON;
    }

    const K& kernel_;
    Style style_;
    Table& table_;
    MoveRecord<K>& record_;
    NodeCounter& nodes_;
    std::uint64_t most_nodes_ = no_limit;
    int depth_ = 0;
    bool halted_ = false;
    bool too_deep_ = false;
};

}  // namespace quintet
