// Proofs of forced wins, for games without scores: "can this player force a win, at all or within so many
// moves?" Whatever is no such win counts for the defender, play without end included. Asked for both sides
// it gives win, draw and loss, all best moves, and the moves to the win by raising the number allowed.
//
// A game describes itself by a style:
//
//     struct Style {
//         struct Key { ... };                            // trivially copyable, ==: a position, up to symmetry
//         static Key key(const K&, const K::Position&);  // the same answers for all positions with one key
//         static std::uint64_t hash(const Key&);
//         static K::Position plain(const K&, const K::Position&, Player& attacker);  // the same question, asked of a simpler position
//         static constexpr K::Move circling = ...;       // only in games that can go on for ever, see below
//         static int longest_timed(const K&, const K::Position&);  // wins in more moves than this are not timed: it would cost too much
//     };
//
// Where play can go on for ever, it must do so by one move of each position alone, `circling`; all other
// moves lead on for good. Then the positions that lead to each other form chains, possibly running into a
// circle, and in a chain every position that its other moves leave open is worth what the next one is; a
// circle of open positions is play without end. So no answer depends on how a position was reached.
#pragma once

#include "core/search/evaluation.hpp"
#include "core/search/memory.hpp"
#include "core/solver.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace quintet {

/// What is known of wins by one player: in how many moves there is one, 0 for unknown; in how many there is none.
struct WinFacts {
    std::uint8_t won = 0;
    std::uint8_t held = 0;
};

/// The facts of positions. Keys are whole, so two positions are never taken for each other. Four entries share
/// a bucket; the one that cost least gives way. The table begins small and doubles as it fills, since fresh
/// memory takes time to be had.
template <class Style>
class WinTable {
public:
    using Key = typename Style::Key;

    explicit WinTable(std::size_t bytes) : memory_(bytes), most_buckets_(memory_.size() / sizeof(Bucket)) { clear(); }

    void clear() noexcept {
        memory_.clear();
        buckets_ = most_buckets_;
        while (buckets_ >= 2 * first_buckets) buckets_ /= 2;
        entries_ = 0;
        drawn_ends = false;
    }

    bool drawn_ends = false;  ///< whether the facts rest on a game that ended as a draw

    [[nodiscard]] WinFacts find(const Key& key, std::uint64_t hash, Player attacker) const noexcept {
        for (const Slot& slot : bucket(hash)) {
            if (slot.key == key) return slot.facts[static_cast<std::size_t>(attacker)];
        }
        return {};
    }

    /// `cost` is how much work the fact saves.
    void store(const Key& key, std::uint64_t hash, Player attacker, int plies, bool won, std::uint64_t cost) noexcept {
        Bucket& home = bucket(hash);
        auto chosen = std::ranges::find_if(home, [&](const Slot& slot) { return slot.key == key; });
        if (chosen == home.end()) {
            chosen = std::ranges::min_element(home, {}, &Slot::cost);
            if (chosen->cost == 0) ++entries_;
            *chosen = Slot{key, {}, 0};
        }
        WinFacts& facts = chosen->facts[static_cast<std::size_t>(attacker)];
        const auto limit = static_cast<std::uint8_t>(plies);
        if (won) {
            if (facts.won == 0 || limit < facts.won) facts.won = limit;
        } else {
            facts.held = std::max(facts.held, limit);
        }
        chosen->cost = std::max(chosen->cost, static_cast<std::uint8_t>(std::bit_width(cost | 1)));
        if (entries_ > 2 * buckets_ && 2 * buckets_ <= most_buckets_) grow();
    }

private:
    struct Slot {
        Key key;
        std::array<WinFacts, 2> facts;
        std::uint8_t cost;
    };
    using Bucket = std::array<Slot, 4>;

    static constexpr std::size_t first_buckets = 4096;

    /// What was in one bucket goes to the two that take its place, from the last one down.
    void grow() noexcept {
        buckets_ *= 2;
        for (std::size_t old = buckets_ / 2; old-- > 0;) {
            Bucket& from = reinterpret_cast<Bucket*>(memory_.data())[old];
            const Bucket moving = from;
            from = Bucket{};
            for (const Slot& slot : moving) {
                if (slot.cost != 0) *std::ranges::min_element(bucket(Style::hash(slot.key)), {}, &Slot::cost) = slot;
            }
        }
    }

    [[nodiscard]] Bucket& bucket(std::uint64_t hash) const noexcept {
        __extension__ using Wide = unsigned __int128;
        return reinterpret_cast<Bucket*>(memory_.data())[static_cast<std::size_t>(static_cast<Wide>(hash) * buckets_ >> 64)];
    }

    ZeroedMemory memory_;
    std::size_t most_buckets_;
    std::size_t buckets_ = 0;  ///< in use
    std::size_t entries_ = 0;
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

    WinProof(const K& kernel, Table& table, NodeCounter& nodes) : kernel_(kernel), evaluation_(kernel), table_(table), nodes_(nodes) {}

    /// Ended by a limit: no answer since then means anything.
    [[nodiscard]] bool halted() const noexcept { return halted_; }
    [[nodiscard]] bool too_deep() const noexcept { return too_deep_; }

    /// Whether the attacker can force a win within `plies` moves of both sides.
    [[nodiscard]] bool wins(const Position& asked, Player attacker, int plies) {
        const Position position = Style::plain(kernel_, asked, attacker);
        const Lookup known = look_up(position, attacker, plies);
        return known != Lookup::OPEN ? known == Lookup::WON : search(position, attacker, plies);
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
            const Lookup found = look_up(position, other, endless);
            if (found != Lookup::OPEN && !table_.drawn_ends) return (found == Lookup::HELD) == won;
        }
        const Position position = Style::plain(kernel_, asked, attacker);
        return look_up(position, attacker, endless) == (won ? Lookup::WON : Lookup::HELD);
    }

private:
    enum class Lookup : std::uint8_t { WON, HELD, OPEN };

    /// Deep enough for any board that can be solved, and little enough for any stack.
    static constexpr int deepest = 600;

    [[nodiscard]] Lookup look_up(const Position& position, Player attacker, int plies) const {
        if (const auto outcome = kernel_.outcome(position)) {
            if (!outcome->winner) table_.drawn_ends = true;
            return outcome->winner == attacker ? Lookup::WON : Lookup::HELD;
        }
        if (plies == 0) return Lookup::HELD;
        const auto key = Style::key(kernel_, position);
        const WinFacts facts = table_.find(key, Style::hash(key), attacker);
        if (facts.won != 0 && facts.won <= plies) return Lookup::WON;
        return facts.held >= plies ? Lookup::HELD : Lookup::OPEN;
    }

    void store(const Position& position, Player attacker, int plies, bool won, std::uint64_t cost) {
        const auto key = Style::key(kernel_, position);
        table_.store(key, Style::hash(key), attacker, plies, won, cost);
    }

    /// Walks on along the chain while it stays open, then settles all of it.
    [[nodiscard]] bool search(const Position& from, Player attacker, int plies) {
        if (depth_ == deepest) {
            halted_ = too_deep_ = true;
            return false;
        }
        ++depth_;
        const std::uint64_t before = nodes_.spent();
        Position position = from;
        std::uint64_t steps = 0;
        Lookup found = try_moves(position, attacker, plies);
        std::uint64_t to_settle = 1;
        if constexpr (circles) {
            Position marked = from;
            std::uint64_t next_mark = 1;
            while (found == Lookup::OPEN && !halted_) {
                position = kernel_.play(position, Style::circling);
                if (position == marked) {
                    found = Lookup::HELD;
                    break;
                }
                if (++steps == next_mark) {
                    marked = position;
                    next_mark *= 2;
                }
                found = look_up(position, attacker, plies);
                if (found != Lookup::OPEN) break;
                found = try_moves(position, attacker, plies);
                ++to_settle;
            }
        }
        --depth_;
        if (halted_) return false;
        position = from;
        for (std::uint64_t settled = 0;;) {
            store(position, attacker, plies, found == Lookup::WON, nodes_.spent() - before);
            if (++settled == to_settle) break;
            if constexpr (circles) position = kernel_.play(position, Style::circling);
        }
        return found == Lookup::WON;
    }

    /// Open only where the circling move has to tell.
    [[nodiscard]] Lookup try_moves(const Position& position, Player attacker, int plies) {
        if (!nodes_.spend()) {
            halted_ = true;
            return Lookup::OPEN;
        }
        struct Choice {
            Move move;
            int score;
        };
        const Player mover = kernel_.to_move(position);
        const bool attacking = mover == attacker;
        const Lookup served = attacking ? Lookup::WON : Lookup::HELD;
        const int rest = plies == endless ? endless : plies - 1;
        Moves<K> moves;
        kernel_.generate(position, moves);
        std::array<Choice, K::max_moves> choices;
        std::size_t count = 0;
        bool open = false;
        for (const Move move : moves) {
            Player player = attacker;
            const Position next = Style::plain(kernel_, kernel_.play(position, move), player);
            const Lookup known = look_up(next, player, rest);
            if (known == served) return served;
            if constexpr (circles) {
                if (plies == endless && move == Style::circling) {
                    open = true;
                    continue;
                }
            }
            if (known == Lookup::OPEN) choices[count++] = {move, evaluation_(next, attacking ? player : opponent(player))};
        }
        const auto end = choices.begin() + static_cast<std::ptrdiff_t>(count);
        std::stable_sort(choices.begin(), end, [](const Choice& a, const Choice& b) { return a.score > b.score; });
        for (auto choice = choices.begin(); choice != end; ++choice) {
            const bool won = wins(kernel_.play(position, choice->move), attacker, rest);
            if (halted_) return Lookup::OPEN;
            if (won == attacking) return served;
        }
        if (open) return Lookup::OPEN;
        return attacking ? Lookup::HELD : Lookup::WON;
    }

    const K& kernel_;
    StandardEvaluation<K> evaluation_;
    Table& table_;
    NodeCounter& nodes_;
    int depth_ = 0;
    bool halted_ = false;
    bool too_deep_ = false;
};

/// A solver made of such proofs: what a game with a style uses as its own.
template <Kernel K, class Style>
class WinSolver {
public:
    using Position = typename K::Position;
    using Move = typename K::Move;
    using Proof = WinProof<K, Style>;

    WinSolver(const K& kernel, std::size_t bytes) : kernel_(kernel), table_(bytes - bytes / 16) {}

    void clear() noexcept { table_.clear(); }

    [[nodiscard]] Answer<Move> solve(const Position& root, const SolveTask<K>& task) {
        Call call(*this, task);
        if (call.find_value(root) && call.find_best(root)) {
            call.answer.solved = true;
            call.report();
            call.find_time(root);
            call.find_line(root);
        }
        call.answer.out_of_memory = call.proof.too_deep() && !call.answer.solved;
        call.answer.nodes = call.nodes.spent();
        return call.answer;
    }

private:
    struct Call {
        const K& kernel;
        const SolveTask<K>& task;
        NodeCounter nodes;
        Proof proof;
        Answer<Move> answer;

        Call(WinSolver& solver, const SolveTask<K>& the_task)
            : kernel(solver.kernel_), task(the_task), nodes(the_task.control, &the_task.poll), proof(kernel, solver.table_, nodes) {}

        void report() {
            answer.nodes = nodes.spent();
            task.report(answer);
        }

        /// False when a limit came first, here and below.
        bool find_value(const Position& root) {
            const Player mover = kernel.to_move(root);
            if (proof.wins(root, mover)) {
                answer.value = {1, 1};
            } else if (!proof.halted()) {
                answer.value.high = 0;
                report();
                const bool lost = proof.wins(root, opponent(mover));
                if (!proof.halted()) answer.value = lost ? Range{-1, -1} : Range{0, 0};
            }
            if (proof.halted()) return false;
            report();
            return true;
        }

        /// Whether a move keeps what the position is worth: a win of `winner`, or a draw.
        [[nodiscard]] bool keeps(const Position& position, Move move, std::optional<Player> winner) {
            const Player mover = kernel.to_move(position);
            if (winner) return *winner != mover || proof.wins(kernel.play(position, move), mover);
            return !proof.wins(kernel.play(position, move), opponent(mover));
        }

        /// A move that keeps it without a search.
        [[nodiscard]] std::optional<Move> known_best(const Position& position, std::optional<Player> winner) {
            const Player mover = kernel.to_move(position);
            Moves<K> moves;
            kernel.generate(position, moves);
            for (const Move move : moves) {
                const Position next = kernel.play(position, move);
                if (winner ? winner != mover || proof.known(next, mover, true) : proof.known(next, opponent(mover), false)) return move;
            }
            return std::nullopt;
        }

        [[nodiscard]] std::optional<Player> winner_at(const Position& root) const {
            if (answer.value.low == 0) return std::nullopt;
            return answer.value.low > 0 ? kernel.to_move(root) : opponent(kernel.to_move(root));
        }

        bool find_best(const Position& root) {
            Moves<K> moves;
            kernel.generate(root, moves);
            if (!task.request.all_best) {
                if (const auto move = known_best(root, winner_at(root))) {
                    answer.best.push_back(*move);
                    return true;
                }
            }
            for (const Move move : moves) {
                const bool good = keeps(root, move, winner_at(root));
                if (proof.halted()) {
                    answer.best.clear();
                    return false;
                }
                if (good) answer.best.push_back(move);
                if (good && !task.request.all_best) break;
            }
            return true;
        }

        void find_time(const Position& root) {
            const auto winner = winner_at(root);
            if (!winner) return;
            const int longest = Style::longest_timed(kernel, root);
            for (int plies = 1; plies <= longest; ++plies) {
                const bool won = proof.wins(root, *winner, plies);
                if (proof.halted()) return;
                if (!won) continue;
                answer.moves_to_win = plies;
                return;
            }
        }

        void find_line(const Position& root) {
            const auto winner = winner_at(root);
            std::vector<Position> seen;
            std::optional<int> plies = answer.moves_to_win;
            for (Position position = root; !proof.halted() && !kernel.outcome(position) && std::ranges::find(seen, position) == seen.end();) {
                const auto move = next_of_line(position, winner, plies);
                if (proof.halted() || !move) return;
                seen.push_back(position);
                answer.line.push_back(*move);
                position = kernel.play(position, *move);
                if (plies) --*plies;
            }
        }

        /// The winner hurries, the loser delays, as far as the moves to the win are known.
        [[nodiscard]] std::optional<Move> next_of_line(const Position& position, std::optional<Player> winner, std::optional<int> plies) {
            const bool winning = winner == kernel.to_move(position);
            if (!(winner && plies) && (winning || !winner)) {
                if (const auto move = known_best(position, winner)) return move;
            }
            Moves<K> moves;
            kernel.generate(position, moves);
            for (const Move move : moves) {
                const Position next = kernel.play(position, move);
                bool fits = false;
                if (winner && plies) {
                    fits = winning ? proof.wins(next, *winner, *plies - 1) : *plies < 2 || !proof.wins(next, *winner, *plies - 2);
                } else if (winner && !winning) {
                    fits = kernel.outcome(next) == std::nullopt;
                } else {
                    fits = keeps(position, move, winner);
                }
                if (proof.halted()) return std::nullopt;
                if (fits) return move;
            }
            return moves[0];
        }
    };

    const K& kernel_;
    WinTable<Style> table_;
};

}  // namespace quintet
