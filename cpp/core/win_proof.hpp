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

#include "core/search/memory.hpp"
#include "core/solver_concept.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace quintet {

/// What is known of wins by one player: in how many moves there is one, 0 for unknown; in how many there is none.
struct WinFacts {
    std::uint8_t won = 0;
    std::uint8_t held = 0;
};

enum class WinKnown : std::uint8_t { WON, HELD, OPEN };

/// What a look at a position says: that the attacker wins with his next move, that he never will, or how it looks for him.
struct WinGlance {
    WinKnown known;
    int score;
};

/// How often moves were the right ones, -1024 to 1024: alone, and as replies to the move before.
template <Kernel K>
class MoveRecord {
public:
    using Move = typename K::Move;

    [[nodiscard]] int operator()(Player mover, Move before, Move move) const noexcept { return alone_[place(mover, move)] + replies_[place(mover, before, move)]; }

    void right(Player mover, Move before, Move move) noexcept { shift(mover, before, move, most); }
    void wrong(Player mover, Move before, Move move) noexcept { shift(mover, before, move, -most); }

private:
    static constexpr int most = 1024;
    static constexpr int inertia = 16;
    /// Beyond it pairs of moves share a place: on boards too large to be solved.
    static constexpr std::size_t most_replies = std::size_t{1} << 14;

    [[nodiscard]] static std::size_t place(Player mover, Move move) noexcept { return static_cast<std::size_t>(mover) * K::move_codes + move_index(move); }
    [[nodiscard]] static std::size_t place(Player mover, Move before, Move move) noexcept {
        return (place(mover, before) * K::move_codes + move_index(move)) % most_replies;
    }
    void shift(Player mover, Move before, Move move, int towards) noexcept {
        const auto nearer = [&](std::int16_t& record) { record = static_cast<std::int16_t>(record + (towards - record) / inertia); };
        nearer(alone_[place(mover, move)]);
        nearer(replies_[place(mover, before, move)]);
    }

    std::array<std::int16_t, 2 * K::move_codes> alone_{};
    std::array<std::int16_t, std::min(most_replies, 2 * K::move_codes * K::move_codes)> replies_{};
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

/// A solver made of such proofs: what a game with a style uses as its own.
template <Kernel K, class Style>
class WinSolver {
public:
    using Position = typename K::Position;
    using Move = typename K::Move;
    using Proof = WinProof<K, Style>;

    static constexpr bool times_wins = true;

    WinSolver(const K& kernel, std::size_t bytes) : kernel_(kernel), table_(bytes - bytes / 16) {}

    void clear() noexcept {
        table_.clear();
        record_ = {};
    }

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
    static constexpr std::uint64_t least_for_time = 30'000;

    struct Call {
        const K& kernel;
        const SolveTask<K>& task;
        NodeCounter nodes;
        Proof proof;
        Answer<Move> answer;

        Call(WinSolver& solver, const SolveTask<K>& the_task)
            : kernel(solver.kernel_), task(the_task), nodes(the_task.control, &the_task.poll), proof(kernel, solver.table_, solver.record_, nodes) {}

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

        /// May cost an eighth of what the proof did; a long win can remain without its number.
        void find_time(const Position& root) {
            const auto winner = winner_at(root);
            if (!winner) return;
            proof.allow(std::max(nodes.spent() / 8, least_for_time));
            for (int plies = 1; plies < Proof::endless; ++plies) {
                const bool won = proof.wins(root, *winner, plies);
                if (proof.halted()) break;
                if (!won) continue;
                answer.moves_to_win = plies;
                break;
            }
            proof.allow_all();
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
    MoveRecord<K> record_;
};

}  // namespace quintet
