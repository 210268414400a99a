// Monte Carlo tree search (PUCT). Each simulation walks down the tree by the moves that promise most,
// adds a leaf, judges it by a random game and by the evaluation, and takes the result back up. Proved
// results go up too: a move that surely wins decides its position, and a position is decided when all
// its moves are (MCTS-Solver). The tree lives on: the next call keeps what lies below its position.
//
// One simulation is one node of the limits. Deterministic for a seed; it runs on one thread.
#pragma once

#include "core/playout.hpp"
#include "core/search/deepening.hpp"
#include "core/search/tree.hpp"

namespace quintet {

template <Kernel K, EvaluationOf<K> E>
class Mcts {
public:
    using Position = typename K::Position;
    using Move = typename K::Move;
    using Index = Tree::Index;

    Mcts(const K& kernel, const E& evaluation, std::size_t bytes) : kernel_(kernel), evaluation_(evaluation), tree_(bytes), played_(2 * K::move_codes) {}

    void clear() noexcept {
        tree_.clear();
        root_.reset();
    }

    [[nodiscard]] const Tree& tree() const noexcept { return tree_; }

    template <class Report>
    [[nodiscard]] SearchResult<Move> search(const Position& root, Control& control, std::size_t lines, std::uint64_t seed, const Poll& poll,
                                            Report&& report) {
        settle_on(root);
        rng_ = Rng(seed);
        NodeCounter simulations(control, &poll, 16);
        const auto best_lines = [&] { return result(lines, simulations.spent()); };
        const auto wanted_depth = static_cast<std::size_t>(control.limits().depth.value_or(0));
        std::uint64_t next_report = 1024;
        while (tree_.at(Tree::root).proof == Proof::NONE && simulations.spend()) {
            simulate();
            if (simulations.spent() < next_report) continue;
            next_report *= 2;
            report(best_lines());
            // Depth is how long the best line is; a full tree makes it no longer.
            const bool full = tree_.size() + K::max_moves > tree_.capacity();
            if (wanted_depth != 0 && (best_lines().lines[0].line.size() >= wanted_depth || full)) break;
        }
        const SearchResult<Move> found = best_lines();
        report(found);
        return found;
    }

private:
    static constexpr Tuning tuning = tuning_of<E>();
    static constexpr bool has_estimate = !std::is_same_v<E, NoEvaluation<K>>;
    static constexpr float exploration = 1.2F;
    static constexpr float caution = 0.15F;         ///< an unvisited move counts as so much worse than its parent
    static constexpr float amaf_equivalence = 300;  ///< visits at which a move's own results outweigh its AMAF ones
    static constexpr std::uint32_t expand_after = 2;
    static constexpr std::uint32_t longest_playout = 600;

    struct Step {
        Index node;
        Player player;  ///< who moved into the node
        std::uint64_t hash;
    };

    /// Keeps the part of the tree below `root` when that is at most two moves on, else starts anew.
    void settle_on(const Position& root) {
        if (root_) {
            if (*root_ == root) return;
            for (const TreeNode& child : tree_.children(Tree::root)) {
                const Position next = kernel_.play(*root_, static_cast<Move>(child.move));
                if (next == root) return keep(index_of(child), root);
                for (const TreeNode& grandchild : tree_.children(index_of(child))) {
                    if (kernel_.play(next, static_cast<Move>(grandchild.move)) == root) return keep(index_of(grandchild), root);
                }
            }
        }
        tree_.clear();
        root_ = root;
        static_cast<void>(expand(Tree::root, root));
    }

    void keep(Index node, const Position& root) {
        // A proof of a node speaks for the player who moved into it; the root's is found again from its children.
        tree_.reroot(node);
        root_ = root;
        tree_.at(Tree::root).proof = Proof::NONE;
        if (tree_.at(Tree::root).count == 0) {
            tree_.clear();
            static_cast<void>(expand(Tree::root, root));
        }
        prove_parent(Tree::root);
    }

    [[nodiscard]] Index index_of(const TreeNode& node) const noexcept { return static_cast<Index>(&node - &tree_.at(Tree::root)); }

    void simulate() {
        ++simulation_;
        Position position = *root_;
        path_size_ = 0;
        path_[path_size_++] = {Tree::root, kernel_.to_move(position), can_repeat<K>() ? kernel_.hash(position) : 0};
        while (true) {
            const Index node = path_[path_size_ - 1].node;
            if (tree_.at(node).count == 0) break;
            const Index chosen = select(node);
            const Player mover = kernel_.to_move(position);
            position = kernel_.play(position, static_cast<Move>(tree_.at(chosen).move));
            const bool first_visit = tree_.at(chosen).visits == 0;
            if (first_visit) settle(chosen, position, mover);
            const std::uint64_t hash = can_repeat<K>() ? kernel_.hash(position) : 0;
            const bool repeated = can_repeat<K>() && been_here(hash);
            path_[path_size_++] = {chosen, mover, hash};
            const TreeNode& leaf = tree_.at(chosen);
            if (leaf.proof != Proof::NONE) {
                prove_upwards();
                return back_up(proof_value(leaf.proof), mover);
            }
            if (repeated) return back_up(0, mover);
            if (path_size_ == path_.size()) break;
            if (leaf.count == 0) {
                if (leaf.visits < expand_after || !expand(chosen, position)) break;
            }
        }
        back_up(judge(position), Player::FIRST);
    }

    /// The child that promises most: results so far, and a bonus for moves that seemed likely and were tried little.
    [[nodiscard]] Index select(Index parent) const noexcept {
        const TreeNode& node = tree_.at(parent);
        const float unvisited = average(parent) - caution;
        const float widening = exploration * std::sqrt(static_cast<float>(node.visits) + 1.0F);
        float best = -1e9F;
        Index chosen = node.children;
        for (const TreeNode& child : tree_.children(parent)) {
            if (child.proof == Proof::LOSS) continue;
            float value = child.visits == 0 ? unvisited : child.proof == Proof::DRAW ? 0.0F : child.mean();
            if (tuning.amaf && child.amaf_visits > 0 && child.proof == Proof::NONE) {
                const float trust = std::sqrt(amaf_equivalence / (3.0F * static_cast<float>(child.visits) + amaf_equivalence));
                value += trust * (child.amaf_sum / static_cast<float>(child.amaf_visits) - value);
            }
            const float promise = value + widening * child.prior / (1.0F + static_cast<float>(child.visits));
            if (promise > best) {
                best = promise;
                chosen = index_of(child);
            }
        }
        return chosen;
    }

    /// The mean result below a node for the player to move there.
    [[nodiscard]] float average(Index parent) const noexcept {
        float sum = 0;
        std::uint32_t visits = 0;
        for (const TreeNode& child : tree_.children(parent)) {
            sum += child.sum;
            visits += child.visits;
        }
        return visits == 0 ? 0.0F : sum / static_cast<float>(visits);
    }

    /// Sees on the first visit whether the game is decided there.
    void settle(Index index, const Position& position, Player mover) {
        TreeNode& node = tree_.at(index);
        if (const auto outcome = kernel_.outcome(position)) {
            node.proof = !outcome->winner ? Proof::DRAW : *outcome->winner == mover ? Proof::WIN : Proof::LOSS;
        } else if constexpr (FindsWins<E, K>) {
            if (evaluation_.winning_move(position)) node.proof = kernel_.to_move(position) == mover ? Proof::WIN : Proof::LOSS;
        }
    }

    /// Adds the moves of a position; the more its estimate promises, the likelier a move seems.
    [[nodiscard]] bool expand(Index index, const Position& position) {
        Moves<K> moves;
        if constexpr (TellsMovesApart<E, K>) {
            evaluation_.distinct_moves(position, moves);
        } else {
            kernel_.generate(position, moves);
        }
        if (!tree_.expand(index, moves.size())) return false;
        const Player player = kernel_.to_move(position);
        const auto children = tree_.children(index);
        float total = 0;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            children[i].move = static_cast<std::uint16_t>(move_index(moves[i]));
            children[i].prior = 1;
            if constexpr (has_estimate) {
                const double estimate = std::clamp<double>(evaluation_(kernel_.play(position, moves[i]), player), -estimate_limit, estimate_limit);
                children[i].prior = static_cast<float>(std::exp(std::clamp(4.0 * estimate / spread_of<E>(), -30.0, 30.0)));
            }
            total += children[i].prior;
        }
        for (TreeNode& child : children) child.prior /= total;
        return true;
    }

    /// A leaf's value for Player::FIRST: a random game's result mixed with the estimate.
    [[nodiscard]] float judge(const Position& position) {
        float estimate = 0;
        constexpr float share = has_estimate ? static_cast<float>(tuning.estimate_share) / 100.0F : 0.0F;
        if constexpr (has_estimate) {
            estimate = static_cast<float>(std::tanh(std::clamp<double>(evaluation_(position, Player::FIRST), -estimate_limit, estimate_limit) / spread_of<E>()));
        }
        if (share >= 1.0F) return estimate;
        using Result = PlayoutEnd::Result;
        const Result result = tuning.amaf ? traced_playout(position) : playout(kernel_, position, rng_, longest_playout).result;
        const float played = result == Result::FIRST_WON ? 1.0F : result == Result::SECOND_WON ? -1.0F : 0.0F;
        return share * estimate + (1.0F - share) * played;
    }

    /// A random game that notes who played what.
    [[nodiscard]] PlayoutEnd::Result traced_playout(Position position) {
        for (std::uint32_t made = 0; made < longest_playout; ++made) {
            if (const auto outcome = kernel_.outcome(position)) return playout_result(*outcome);
            Move move{};
            if constexpr (DrawsMoves<K>) {
                move = kernel_.random_move(position, rng_);
            } else {
                Moves<K> moves;
                kernel_.generate(position, moves);
                move = moves[rng_.below(static_cast<std::uint32_t>(moves.size()))];
            }
            note(kernel_.to_move(position), move_index(move));
            position = kernel_.play(position, move);
        }
        return PlayoutEnd::Result::TRUNCATED;
    }

    void note(Player player, std::size_t move) noexcept { played_[static_cast<std::size_t>(player) * K::move_codes + move] = simulation_; }
    [[nodiscard]] bool noted(Player player, std::size_t move) const noexcept {
        return played_[static_cast<std::size_t>(player) * K::move_codes + move] == simulation_;
    }

    /// Counts a result, given for `player`, at every node of the path.
    void back_up(float value, Player player) noexcept {
        for (std::size_t i = path_size_; i-- > 0;) {
            TreeNode& node = tree_.at(path_[i].node);
            ++node.visits;
            node.sum += path_[i].player == player ? value : -value;
            if constexpr (tuning.amaf) {
                if (i + 1 < path_size_) count_amaf(path_[i].node, path_[i + 1].player, path_[i + 1].player == player ? value : -value);
                if (i > 0) note(path_[i].player, node.move);
            }
        }
    }

    void count_amaf(Index parent, Player player, float value) noexcept {
        for (TreeNode& child : tree_.children(parent)) {
            if (!noted(player, child.move)) continue;
            ++child.amaf_visits;
            child.amaf_sum += value;
        }
    }

    /// The last node of the path is proved: so may be those above it.
    void prove_upwards() noexcept {
        for (std::size_t i = path_size_ - 1; i-- > 0;) {
            const Proof proof = prove_parent(path_[i].node);
            if (proof == Proof::NONE) return;
            const bool same = path_[i].player == path_[i + 1].player;
            tree_.at(path_[i].node).proof = same ? proof : reversed(proof);
        }
    }

    /// What its children prove about a node, for the player to move there. At the root that player is
    /// also the one the node speaks for.
    Proof prove_parent(Index parent) noexcept {
        Proof best = Proof::LOSS;
        for (const TreeNode& child : tree_.children(parent)) {
            if (child.proof == Proof::WIN) {
                best = Proof::WIN;
                break;
            }
            if (child.proof == Proof::NONE) best = Proof::NONE;
            if (child.proof == Proof::DRAW && best == Proof::LOSS) best = Proof::DRAW;
        }
        if (parent == Tree::root) tree_.at(parent).proof = best;
        return best;
    }

    [[nodiscard]] bool been_here(std::uint64_t hash) const noexcept {
        for (std::size_t i = 0; i < path_size_; ++i) {
            if (path_[i].hash == hash) return true;
        }
        return false;
    }

    [[nodiscard]] SearchResult<Move> result(std::size_t lines, std::uint64_t simulations) const {
        std::vector<Index> order;
        for (const TreeNode& child : tree_.children(Tree::root)) order.push_back(index_of(child));
        std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return better(tree_.at(a), tree_.at(b)); });
        SearchResult<Move> found;
        for (std::size_t i = 0; i < std::min(lines, order.size()); ++i) {
            const TreeNode& child = tree_.at(order[i]);
            RootMove<Move> line{static_cast<Move>(child.move), finding(child), {}};
            line.line.push(line.move);
            for (Index at = order[i]; tree_.at(at).count != 0 && line.line.size() < Line<Move>::longest;) {
                at = most_promising(at);
                if (tree_.at(at).visits == 0) break;
                line.line.push(static_cast<Move>(tree_.at(at).move));
            }
            found.lines.push_back(line);
        }
        found.proved = !KeepsScores<E> && tree_.at(Tree::root).proof != Proof::NONE;
        found.depth = static_cast<int>(found.lines[0].line.size());
        found.nodes = simulations;
        return found;
    }

    /// Sure wins first, sure losses last, between them what was tried most.
    [[nodiscard]] static bool better(const TreeNode& a, const TreeNode& b) noexcept {
        const auto rank = [](const TreeNode& node) { return node.proof == Proof::WIN ? 1 : node.proof == Proof::LOSS ? -1 : 0; };
        if (rank(a) != rank(b)) return rank(a) > rank(b);
        return a.visits > b.visits;
    }

    [[nodiscard]] Index most_promising(Index parent) const noexcept {
        Index best = tree_.at(parent).children;
        for (const TreeNode& child : tree_.children(parent)) {
            if (better(child, tree_.at(best))) best = index_of(child);
        }
        return best;
    }

    /// A node's result on the scale of the searches. A proof says nothing about the margin, so in games
    /// with scores it remains an estimate.
    [[nodiscard]] static Finding finding(const TreeNode& node) noexcept {
        if (node.proof != Proof::NONE && !KeepsScores<E>) {
            return {node.proof == Proof::WIN ? won_by_distance : node.proof == Proof::LOSS ? -won_by_distance : 0, true};
        }
        const float mean = node.proof == Proof::NONE ? node.mean() : proof_value(node.proof);
        return {static_cast<Value>(std::atanh(std::clamp(mean, -0.99F, 0.99F)) * spread_of<E>()), false};
    }

    const K& kernel_;
    const E& evaluation_;
    Tree tree_;
    std::optional<Position> root_;
    Rng rng_{0};
    std::uint32_t simulation_ = 0;
    std::vector<std::uint32_t> played_;  ///< by player and move: the last simulation in which it was played
    std::array<Step, deepest_ply> path_{};
    std::size_t path_size_ = 0;
};

}  // namespace quintet
