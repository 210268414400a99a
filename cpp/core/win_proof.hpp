// Proofs of forced wins, for games without scores (core/win_style.hpp). Asked for both sides they give win, draw and
// loss, all best moves, and the moves to the win by raising the number allowed.
//
// The search goes depth first and remembers every answer, so most of the work is saved by good keys and by the
// order of the moves: first by what a look says, and by how moves did elsewhere, alone and as replies to the
// one before. Proof-number search with guesses from the evaluation was tried in one form, untuned: it took
// eight times the nodes on the smallest board of one game, and was not done in the other's time.
#pragma once

#include "core/move_record.hpp"
#include "core/search/limits.hpp"
#include "core/win_style.hpp"
#include "core/win_table.hpp"

#include <vector>

namespace quintet {

template <Kernel K, WinStyle<K> Style>
class WinProof {
public:
    using Position = typename K::Position;
    using Move = typename K::Move;
    using Table = WinTable<Style>;

    /// The number of moves that stands for any number; real ones are below it.
    static constexpr int endless = 255;
    static constexpr bool circles = requires { Style::circling; };

    /// `bytes` are for the way from the question down to the position that is looked at.
    WinProof(const K& kernel, Table& table, MoveRecord<K>& record, NodeCounter& nodes, std::size_t bytes)
        : kernel_(kernel), style_(kernel), table_(table), record_(record), nodes_(nodes) {
        levels_.reserve(deepest(bytes));
        choices_.reserve(std::max(K::max_moves, (bytes - bytes / 2) / sizeof(Choice)));
    }

    /// The longest way that fits, if few moves of each position need a search.
    [[nodiscard]] static constexpr std::size_t deepest(std::size_t bytes) noexcept { return std::max(std::size_t{1}, bytes / 2 / sizeof(Level)); }

    /// Ended by a limit: no answer since then means anything.
    [[nodiscard]] bool halted() const noexcept { return halted_; }
    /// Ended because the way down did not fit into memory.
    [[nodiscard]] bool too_deep() const noexcept { return too_deep_; }

    /// Sets a second limit beside that of the call: at most `nodes` from now on.
    void allow(std::uint64_t nodes) noexcept { most_nodes_ = nodes_.spent() + nodes; }
    /// Takes that back, and the end that it brought.
    void allow_all() noexcept {
        const bool ended = halted_ && !too_deep_ && nodes_.spent() >= most_nodes_;
        most_nodes_ = no_limit;
        halted_ = halted_ && !ended;
    }

    /// Whether the attacker can force a win within `plies` moves of both sides.
    [[nodiscard]] bool wins(const Position& asked, Player attacker, int plies) {
        const Position position = Style::plain(kernel_, asked, attacker);
        const WinKnown known = look_up(position, attacker, plies);
        return known != WinKnown::OPEN ? known == WinKnown::WON : search(position, attacker, plies);
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

    struct Choice {
        Move move;
        int score;
    };

    /// Only in games with a circling move: the chain of positions that such moves lead along.
    struct Chain {
        Position from;    ///< its first position
        Position marked;  ///< one that was passed: coming to it again means a circle
        std::uint64_t steps = 0;
        std::uint64_t next_mark = 1;
        std::uint64_t tried = 1;  ///< positions whose other moves were tried
    };
    struct NoChain {
        NoChain(const Position&, const Position&) noexcept {}
    };

    /// A position whose moves are being tried.
    struct Level {
        Position position;
        [[no_unique_address]] std::conditional_t<circles, Chain, NoChain> chain;
        std::uint64_t spent;       ///< nodes before this level began
        std::size_t first_choice;  ///< of its choices, which reach to the end of the list when no deeper level is there
        std::size_t next_choice;
        Player attacker;
        Move before;  ///< the one that led here
        int plies;
        bool open;  ///< the circling move decides when no other move does
    };

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

    /// Depth first, with a list of levels instead of recursion: how deep it goes depends on memory alone.
    [[nodiscard]] bool search(const Position& root, Player attacker, int plies) {
        WinKnown found = enter(root, attacker, plies, Move{});
        while (!halted_) {
            if (found == WinKnown::OPEN) {
                found = try_next();
                continue;
            }
            const bool won = found == WinKnown::WON;
            settle(levels_.back(), won);
            choices_.resize(levels_.back().first_choice);
            levels_.pop_back();
            if (levels_.empty()) return won;
            found = answered(won);
        }
        levels_.clear();
        choices_.clear();
        return false;
    }

    /// Begins a level, and says what is known without a deeper one.
    [[nodiscard]] WinKnown enter(const Position& position, Player attacker, int plies, Move before) {
        if (levels_.size() == levels_.capacity() || choices_.capacity() - choices_.size() < K::max_moves) {
            halted_ = too_deep_ = true;
            return WinKnown::OPEN;
        }
        levels_.push_back({position, {position, position}, nodes_.spent(), choices_.size(), choices_.size(), attacker, before, plies, false});
        return list_choices(levels_.back());
    }

    /// Tries the next choice of the deepest level, in a level of its own if need be.
    [[nodiscard]] WinKnown try_next() {
        Level& level = levels_.back();
        if (level.next_choice == choices_.size()) {
            if constexpr (circles) {
                if (level.open) return go_on(level);
            }
            return kernel_.to_move(level.position) == level.attacker ? WinKnown::HELD : WinKnown::WON;
        }
        const Move move = choices_[level.next_choice].move;
        Player player = level.attacker;
        const Position next = Style::plain(kernel_, kernel_.play(level.position, move), player);
        const WinKnown known = look_up(next, player, after_move(level.plies));
        return known == WinKnown::OPEN ? enter(next, player, after_move(level.plies), move) : answered(known == WinKnown::WON);
    }

    /// Takes the answer to the choice that was tried.
    [[nodiscard]] WinKnown answered(bool won) {
        Level& level = levels_.back();
        const std::size_t tried = level.next_choice++;
        const Player mover = kernel_.to_move(level.position);
        const bool attacking = mover == level.attacker;
        if (won != attacking) return WinKnown::OPEN;
        record_.right(mover, level.before, choices_[tried].move);
        for (std::size_t failed = level.first_choice; failed < tried; ++failed) record_.wrong(mover, level.before, choices_[failed].move);
        return attacking ? WinKnown::WON : WinKnown::HELD;
    }

    /// The next position of the chain takes the place of one that its other moves leave open.
    [[nodiscard]] WinKnown go_on(Level& level) requires circles {
        choices_.resize(level.first_choice);
        level.position = kernel_.play(level.position, Style::circling);
        if (level.position == level.chain.marked) return WinKnown::HELD;
        if (++level.chain.steps == level.chain.next_mark) {
            level.chain.marked = level.position;
            level.chain.next_mark *= 2;
        }
        const WinKnown known = look_up(level.position, level.attacker, level.plies);
        if (known != WinKnown::OPEN) return known;
        ++level.chain.tried;
        level.before = Style::circling;
        return list_choices(level);
    }

    /// Stores the answer for all positions of the chain that were tried.
    void settle(const Level& level, bool won) {
        const std::uint64_t cost = nodes_.spent() - level.spent;
        if constexpr (circles) {
            Position position = level.chain.from;
            store(position, level.attacker, level.plies, won, cost);
            for (std::uint64_t settled = 1; settled < level.chain.tried; ++settled) {
                position = kernel_.play(position, Style::circling);
                store(position, level.attacker, level.plies, won, cost);
            }
        } else {
            store(level.position, level.attacker, level.plies, won, cost);
        }
    }

    [[nodiscard]] static int after_move(int plies) noexcept { return plies == endless ? endless : plies - 1; }

    /// Lists the moves that need a search, the most promising first; OPEN unless one of the others decides.
    [[nodiscard]] WinKnown list_choices(Level& level) {
        if (nodes_.spent() >= most_nodes_ || !nodes_.spend()) {
            halted_ = true;
            return WinKnown::OPEN;
        }
        const Player mover = kernel_.to_move(level.position);
        const bool attacking = mover == level.attacker;
        const WinKnown served = attacking ? WinKnown::WON : WinKnown::HELD;
        Moves<K> moves;
        kernel_.generate(level.position, moves);
        level.open = false;
        level.next_choice = level.first_choice;
        for (const Move move : moves) {
            Player player = level.attacker;
            const Position next = Style::plain(kernel_, kernel_.play(level.position, move), player);
            const WinKnown known = look_up(next, player, after_move(level.plies));
            if (known == served) return served;
            if constexpr (circles) {
                if (level.plies == endless && move == Style::circling) {
                    level.open = true;
                    continue;
                }
            }
            if (known != WinKnown::OPEN) continue;
            const WinGlance glance = style_.look(next, player);
            if (glance.known == served) return served;
            if (glance.known != WinKnown::OPEN) continue;
            assert(choices_.size() < choices_.capacity());
            choices_.push_back({move, (attacking ? glance.score : -glance.score) + record_(mover, level.before, move) / Style::record_share});
        }
        const auto first = choices_.begin() + static_cast<std::ptrdiff_t>(level.first_choice);
        std::stable_sort(first, choices_.end(), [](const Choice& a, const Choice& b) { return a.score > b.score; });
        return WinKnown::OPEN;
    }

    const K& kernel_;
    Style style_;
    Table& table_;
    MoveRecord<K>& record_;
    NodeCounter& nodes_;
    std::uint64_t most_nodes_ = no_limit;
    std::vector<Level> levels_;    ///< from the question asked to the position that is looked at; never grows beyond what is reserved
    std::vector<Choice> choices_;  ///< of all levels, one after the other; likewise
    bool halted_ = false;
    bool too_deep_ = false;
};

}  // namespace quintet
