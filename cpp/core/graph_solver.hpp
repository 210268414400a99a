// The solver of a kernel that brings none: it lists every position that can be reached and works out
// their values from the ends of the game backwards, so it is exact for any game, endless ones included
// (play without end is a draw), as long as all positions fit into memory. Being simple, it is also what
// the games' own solvers are tested against.
//
// All lies in one block: positions grow from its front, the edges to their successors from its back.
#pragma once

#include "core/search/evaluation.hpp"
#include "core/search/memory.hpp"
#include "core/solver_concept.hpp"

namespace quintet {

template <Kernel K>
class GraphSolver {
public:
    using Position = typename K::Position;
    using Move = typename K::Move;

    static constexpr bool times_wins = true;

    GraphSolver(const K& kernel, std::size_t bytes) : kernel_(kernel), bytes_(bytes) {}

    [[nodiscard]] Answer<Move> solve(const Position& root, const SolveTask<K>& task) {
        index_ = ZeroedMemory(bytes_ / 8);
        block_ = ZeroedMemory(bytes_ - bytes_ / 8);
        size_ = 0;
        edges_ = 0;
        NodeCounter nodes(task.control, &task.poll);
        Answer<Move> answer;
        static_cast<void>(place(root));
        if (explore(task, nodes, answer)) {
            if (node(0).scored) {
                work_out_margins();
            } else {
                work_out_results();
            }
            describe(answer);
        }
        answer.nodes = nodes.spent();
        clear();
        return answer;
    }

    void clear() {
        index_ = {};
        block_ = {};
    }

private:
    using Index = std::uint32_t;
    static constexpr Index none = ~Index{0};

    struct Node {
        Position position;
        std::size_t first_edge;
        std::int32_t margin;    ///< for the player to move; without scores 1, 0, -1
        std::uint32_t distance; ///< moves to the end, 0 at an end
        std::uint16_t moves;
        Player player;
        bool scored;  ///< at an end: it has scores; at the root: some end has
        bool known;
    };

    [[nodiscard]] Node& node(std::size_t at) const noexcept { return reinterpret_cast<Node*>(block_.data())[at]; }
    [[nodiscard]] Index& edge(std::size_t at) const noexcept {
        return reinterpret_cast<Index*>(block_.data())[block_.size() / sizeof(Index) - 1 - at];
    }
    [[nodiscard]] Node& child(const Node& parent, std::size_t i) const noexcept { return node(edge(parent.first_edge + i)); }

    /// The position's place in the list, to which it is added if need be; `none` when it no longer fits.
    [[nodiscard]] Index place(const Position& position) {
        auto* const slots = reinterpret_cast<Index*>(index_.data());
        const std::size_t slot_count = index_.size() / sizeof(Index);
        std::size_t slot = kernel_.hash(position) % slot_count;
        for (; slots[slot] != 0; slot = slot + 1 == slot_count ? 0 : slot + 1) {
            if (node(slots[slot] - 1).position == position) return slots[slot] - 1;
        }
        const bool index_full = size_ + 1 > slot_count / 4 * 3 || size_ + 1 >= none;
        if (index_full || (size_ + 1) * sizeof(Node) + (edges_ + K::max_moves + 1) * sizeof(Index) > block_.size()) return none;
        node(size_) = Node{position, 0, 0, 0, 0, kernel_.to_move(position), false, false};
        slots[slot] = static_cast<Index>(++size_);
        return static_cast<Index>(size_ - 1);
    }

    /// Lists everything that can be reached; false when a limit ended it.
    bool explore(const SolveTask<K>& task, NodeCounter& nodes, Answer<Move>& answer) {
        for (std::size_t at = 0; at < size_; ++at) {
            if (!nodes.spend()) return false;
            if (at % 65536 == 65535) {
                answer.nodes = nodes.spent();
                task.report(answer);
            }
            const Position position = node(at).position;
            if (const auto outcome = kernel_.outcome(position)) {
                Node& end = node(at);
                end.known = true;
                end.scored = outcome->scores.has_value();
                // A game ends with scores always or never, so any end tells the root.
                node(0).scored = node(0).scored || end.scored;
                int margin = outcome->winner ? 1 : 0;
                if (outcome->scores) margin = std::abs(outcome->scores->first - outcome->scores->second);
                end.margin = outcome->winner == end.player ? margin : -margin;
                continue;
            }
            Moves<K> moves;
            kernel_.generate(position, moves);
            node(at).first_edge = edges_;
            node(at).moves = static_cast<std::uint16_t>(moves.size());
            for (const auto move : moves) {
                const Index next = place(kernel_.play(position, move));
                if (next == none) {
                    answer.out_of_memory = true;
                    return false;
                }
                edge(edges_++) = next;
            }
        }
        return true;
    }

    /// What a child is worth to the parent's player.
    [[nodiscard]] static int margin_for(const Node& parent, const Node& child) noexcept {
        return child.player == parent.player ? child.margin : -child.margin;
    }

    /// With scores: a position is known once all its successors are. Positions from which a scored game can go round in
    /// circles never become known here, and stay draws.
    void work_out_margins() {
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t at = size_; at-- > 0;) {
                Node& here = node(at);
                if (here.known) continue;
                bool all_known = true;
                int best = std::numeric_limits<int>::min();
                for (std::size_t i = 0; i < here.moves && all_known; ++i) {
                    all_known = child(here, i).known;
                    best = std::max(best, margin_for(here, child(here, i)));
                }
                if (!all_known) continue;
                here.margin = best;
                here.distance = child(here, preferred(here)).distance + 1;
                here.known = changed = true;
            }
        }
    }

    /// Without scores: the n-th round finds the positions that are won or lost in n moves. The rest is drawn.
    void work_out_results() {
        bool changed = true;
        for (std::uint32_t round = 1; changed; ++round) {
            changed = false;
            for (std::size_t at = 0; at < size_; ++at) {
                Node& here = node(at);
                if (here.known) continue;
                bool won = false;
                bool lost = true;
                for (std::size_t i = 0; i < here.moves && !won; ++i) {
                    const Node& next = child(here, i);
                    const int margin = next.known && next.distance < round ? margin_for(here, next) : 0;
                    won = margin > 0;
                    lost = lost && margin < 0;
                }
                if (!won && !lost) continue;
                here.margin = won ? 1 : -1;
                here.distance = round;
                here.known = changed = true;
            }
        }
    }

    void describe(Answer<Move>& answer) const {
        const Node& root = node(0);
        answer.solved = true;
        answer.value = {sign(root.margin), sign(root.margin)};
        if (root.scored) answer.margin = Range{root.margin, root.margin};
        if (root.margin != 0) answer.moves_to_win = static_cast<int>(root.distance);
        Moves<K> moves;
        kernel_.generate(root.position, moves);
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (margin_for(root, child(root, i)) == root.margin) answer.best.push_back(moves[i]);
        }
        std::vector<bool> seen(size_);
        for (Index at = 0; node(at).moves > 0 && !seen[at];) {
            seen[at] = true;
            const Node& here = node(at);
            const std::size_t i = preferred(here);
            Moves<K> choices;
            kernel_.generate(here.position, choices);
            answer.line.push_back(choices[i]);
            at = edge(here.first_edge + i);
        }
    }

    /// Of the moves that keep the margin the winner takes the shortest way, the loser the longest.
    [[nodiscard]] std::size_t preferred(const Node& here) const {
        std::size_t best = none;
        for (std::size_t i = 0; i < here.moves; ++i) {
            if (margin_for(here, child(here, i)) != here.margin) continue;
            if (best == none) best = i;
            const auto distance = child(here, i).distance;
            const auto least = child(here, best).distance;
            if (here.margin > 0 ? distance < least : distance > least) best = i;
        }
        return best;
    }

    const K& kernel_;
    std::size_t bytes_;
    ZeroedMemory index_;
    ZeroedMemory block_;
    std::size_t size_ = 0;   ///< of positions
    std::size_t edges_ = 0;
};

}  // namespace quintet
