// Monte Carlo tree search (PUCT). Each simulation walks down the tree by the moves that promise most,
// adds a leaf, judges it by a random game and by the evaluation, and takes the result back up. Proved
// results go up too: a move that surely wins decides its position, and a position is decided when all
// its moves are (MCTS-Solver). The tree lives on: the next call keeps what lies below its position.
//
// One simulation is one node of the limits. Deterministic for a seed on one thread. Several threads share the tree behind
// one lock and judge their leaves outside it; until a leaf is judged it counts as lost on the way to it (virtual loss), so
// that the others go elsewhere.
#pragma once

#include "core/playout.hpp"
#include "core/search/deepening.hpp"
#include "core/search/tree.hpp"
#include "core/threads.hpp"

#include <atomic>

namespace quintet {

template <Kernel K, EvaluationOf<K> E>
class Mcts {
public:
    using Position = typename K::Position;
    using Move = typename K::Move;
    using Index = Tree::Index;

    Mcts(const K& kernel, const E& evaluation, std::size_t bytes) : kernel_(kernel), evaluation_(evaluation), tree_(bytes) {}

    void clear() noexcept {
        tree_.clear();
        root_.reset();
    }

    [[nodiscard]] const Tree& tree() const noexcept { return tree_; }

    /// How often each move of the root was tried.
    [[nodiscard]] std::vector<std::pair<Move, std::uint32_t>> visits() const {
        std::vector<std::pair<Move, std::uint32_t>> found;
        for (const TreeNode& child : tree_.children(Tree::root)) {
            if (child.visits > 0) found.emplace_back(static_cast<Move>(child.move), child.visits);
        }
        return found;
    }

    template <class Report>
    [[nodiscard]] SearchResult<Move> search(const Position& root, Control& control, std::size_t lines, int threads, std::uint64_t seed, const Poll& poll,
                                            Report&& report) {
        settle_on(root);
        shared_ = threads > 1;
        std::vector<std::unique_ptr<Walk>> walks;
        for (int i = 0; i < threads; ++i) walks.push_back(std::make_unique<Walk>(i == 0 ? seed : mixed(seed, static_cast<std::uint64_t>(i))));
        std::atomic<std::uint64_t> helped = 0;
        Helpers helpers(control);
        for (std::size_t i = 1; i < walks.size(); ++i) {
            helpers.start([&, walk = walks[i].get()] {
                NodeCounter simulations(control, nullptr, 16);
                while (!decided() && simulations.spend()) simulate(*walk);
                helped += simulations.spent();
            });
        }
        NodeCounter simulations(control, &poll, 16);
        const auto best_lines = [&] {
            const auto lock = locked();
            return result(lines, simulations.spent());
        };
        const auto wanted_depth = static_cast<std::size_t>(control.limits().depth.value_or(0));
        std::uint64_t next_report = 1024;
        while (!decided() && simulations.spend()) {
            simulate(*walks[0]);
            if (simulations.spent() < next_report) continue;
            next_report *= 2;
            report(best_lines());
            // Depth is how long the best line is; a full tree makes it no longer.
            if (wanted_depth != 0 && (best_lines().lines[0].line.size() >= wanted_depth || full())) break;
        }
        helpers.finish();
        SearchResult<Move> found = best_lines();
        found.nodes += helped;
        report(found);
        return found;
    }

private:
    static constexpr Tuning tuning = tuning_of<E>();
    static constexpr bool has_estimate = !std::is_same_v<E, NoEvaluation<K>>;
    /// A learned prior is trusted more: narrower, and leaves grow at once, since it costs less than a playout.
    static constexpr bool has_prior = ExpectsMoves<E, K>;
    static constexpr float exploration = has_prior ? 0.9F : 1.2F;
    static constexpr std::uint32_t expand_after = has_prior ? 1 : 2;
    static constexpr float caution = 0.15F;         ///< first-play urgency: an unvisited move is worth this much less than its parent
    static constexpr float amaf_equivalence = 300;  ///< visits at which a move's own results outweigh its AMAF ones
    static constexpr float amaf_doubt = 5;          ///< weight of the prior in the AMAF mean, in results at the value of an unvisited move
    static constexpr std::uint32_t longest_playout = 600;

    struct Step {
        Index node;
        Player player;  ///< who moved into the node
        std::uint64_t hash;
    };

    /// What one thread needs for its simulations.
    struct Walk {
        explicit Walk(std::uint64_t seed) : rng(seed) {}

        void note(Player player, std::size_t move) noexcept { played[static_cast<std::size_t>(player) * K::move_codes + move] = simulation; }
        [[nodiscard]] bool noted(Player player, std::size_t move) const noexcept {
            return played[static_cast<std::size_t>(player) * K::move_codes + move] == simulation;
        }
        [[nodiscard]] bool been_here(std::uint64_t hash) const noexcept {
            return std::any_of(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(size), [&](const Step& step) { return step.hash == hash; });
        }

        Rng rng;
        std::uint32_t simulation = 0;
        std::vector<std::uint32_t> played = std::vector<std::uint32_t>(2 * K::move_codes);  ///< by player and move: the last simulation in which it was played
        std::array<Step, deepest_ply> path{};
        std::size_t size = 0;
    };

    /// The fuller the tree, the more visits a leaf needs before it grows.
    [[nodiscard]] std::uint32_t thrift() const noexcept { return static_cast<std::uint32_t>(8 * tree_.size() / tree_.capacity()); }

    /// Held while the tree is walked or changed, where there are several threads.
    [[nodiscard]] Lock locked() { return shared_ ? Lock(mutex_) : Lock(); }

    [[nodiscard]] bool decided() {
        const auto lock = locked();
        return tree_.at(Tree::root).proof != Proof::NONE;
    }

    /// Keeps the part of the tree below `root` when that is at most two moves on, else starts anew.
    void settle_on(const Position& root) {
        if (root_) {
            if (*root_ == root) return;
            for (const TreeNode& child : tree_.children(Tree::root)) {
                const Position next = kernel_.play(*root_, static_cast<Move>(child.move));
                if (next == root) return keep(tree_.index_of(child), root);
                for (const TreeNode& grandchild : tree_.children(tree_.index_of(child))) {
                    if (kernel_.play(next, static_cast<Move>(grandchild.move)) == root) return keep(tree_.index_of(grandchild), root);
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
        tree_.prove(Tree::root);
    }

    [[nodiscard]] bool full() {
        const auto lock = locked();
        return tree_.size() + K::max_moves > tree_.capacity();
    }

    void simulate(Walk& walk) {
        Position position = *root_;
        {
            const auto lock = locked();
            if (!descend(walk, position)) return;
            if (shared_) count_as_lost(walk);
        }
        const float value = judge(walk, position);
        const auto lock = locked();
        if (shared_) take_back_loss(walk);
        back_up(walk, value, Player::FIRST);
    }

    /// Walks to a leaf that is to be judged, and adds it; false where the value is known and was counted.
    [[nodiscard]] bool descend(Walk& walk, Position& position) {
        ++walk.simulation;
        walk.size = 0;
        walk.path[walk.size++] = {Tree::root, kernel_.to_move(position), can_repeat<K>() ? kernel_.hash(position) : 0};
        while (true) {
            const Index node = walk.path[walk.size - 1].node;
            if (tree_.at(node).count == 0) return true;
            const Index chosen = select(node);
            const Player mover = kernel_.to_move(position);
            position = kernel_.play(position, static_cast<Move>(tree_.at(chosen).move));
            const bool first_visit = tree_.at(chosen).visits == 0;
            if (first_visit) settle(chosen, position, mover);
            const std::uint64_t hash = can_repeat<K>() ? kernel_.hash(position) : 0;
            const bool repeated = can_repeat<K>() && walk.been_here(hash);
            walk.path[walk.size++] = {chosen, mover, hash};
            const TreeNode& leaf = tree_.at(chosen);
            if (leaf.proof != Proof::NONE) {
                prove_upwards(walk);
                back_up(walk, proof_value(leaf.proof), mover);
                return false;
            }
            if (repeated) {
                back_up(walk, 0, mover);
                return false;
            }
            if (walk.size == walk.path.size()) return true;
            if (leaf.count == 0 && (leaf.visits < expand_after + thrift() || !expand(chosen, position))) return true;
        }
    }

    void count_as_lost(const Walk& walk) noexcept {
        for (std::size_t i = 0; i < walk.size; ++i) {
            TreeNode& node = tree_.at(walk.path[i].node);
            ++node.visits;
            node.sum -= 1;
        }
    }

    void take_back_loss(const Walk& walk) noexcept {
        for (std::size_t i = 0; i < walk.size; ++i) {
            TreeNode& node = tree_.at(walk.path[i].node);
            --node.visits;
            node.sum += 1;
        }
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
                const float amaf = (child.amaf_sum + amaf_doubt * unvisited) / (static_cast<float>(child.amaf_visits) + amaf_doubt);
                const float trust = child.visits == 0 ? 1.0F : std::sqrt(amaf_equivalence / (3.0F * static_cast<float>(child.visits) + amaf_equivalence));
                value += trust * (amaf - value);
            }
            const float promise = value + widening * child.prior / (1.0F + static_cast<float>(child.visits));
            if (promise > best) {
                best = promise;
                chosen = tree_.index_of(child);
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
            if (!evaluation_.winning_move(position)) return;
            node.proof = kernel_.to_move(position) == mover ? Proof::WIN : Proof::LOSS;
            node.plies = 1;
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
        const auto children = tree_.children(index);
        if constexpr (ExpectsMoves<E, K>) {
            std::array<float, K::max_moves> likely;
            std::optional<Move> last;
            if (index != Tree::root) last = static_cast<Move>(tree_.at(index).move);
            evaluation_.expect(position, last, moves, likely);
            for (std::size_t i = 0; i < moves.size(); ++i) {
                children[i].move = static_cast<std::uint16_t>(move_index(moves[i]));
                children[i].prior = likely[i];
            }
            return true;
        }
        const Player player = kernel_.to_move(position);
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
    [[nodiscard]] float judge(Walk& walk, const Position& position) const {
        float estimate = 0;
        constexpr float share = has_estimate ? static_cast<float>(tuning.estimate_share) / 100.0F : 0.0F;
        if constexpr (has_estimate) {
            constexpr double slope = tuning.estimate_slope / 100.0 / spread_of<E>();
            estimate = static_cast<float>(std::tanh(slope * std::clamp<double>(evaluation_(position, Player::FIRST), -estimate_limit, estimate_limit)));
        }
        if (share >= 1.0F) return estimate;
        using Result = PlayoutEnd::Result;
        const Result result = tuning.amaf ? traced_playout(walk, position) : playout(kernel_, position, walk.rng, longest_playout).result;
        const float played = result == Result::FIRST_WON ? 1.0F : result == Result::SECOND_WON ? -1.0F : 0.0F;
        return share * estimate + (1.0F - share) * played;
    }

    /// A random game that notes who played what.
    [[nodiscard]] PlayoutEnd::Result traced_playout(Walk& walk, Position position) const {
        if constexpr (NotesPlayouts<K>) {
            return kernel_.playout(position, walk.rng, longest_playout, [&](Player player, Move move) { walk.note(player, move_index(move)); }).result;
        }
        for (std::uint32_t made = 0; made < longest_playout; ++made) {
            if (const auto outcome = kernel_.outcome(position)) return playout_result(*outcome);
            Move move{};
            if constexpr (DrawsMoves<K>) {
                move = kernel_.random_move(position, walk.rng);
            } else {
                Moves<K> moves;
                kernel_.generate(position, moves);
                move = moves[walk.rng.below(static_cast<std::uint32_t>(moves.size()))];
            }
            walk.note(kernel_.to_move(position), move_index(move));
            position = kernel_.play(position, move);
        }
        return PlayoutEnd::Result::TRUNCATED;
    }

    /// Counts a result, given for `player`, at every node of the path.
    void back_up(Walk& walk, float value, Player player) noexcept {
        for (std::size_t i = walk.size; i-- > 0;) {
            const Step& step = walk.path[i];
            TreeNode& node = tree_.at(step.node);
            ++node.visits;
            node.sum += step.player == player ? value : -value;
            if constexpr (tuning.amaf) {
                if (i + 1 < walk.size) count_amaf(walk, step.node, walk.path[i + 1].player, walk.path[i + 1].player == player ? value : -value);
                if (i > 0) walk.note(step.player, node.move);
            }
        }
    }

    void count_amaf(const Walk& walk, Index parent, Player player, float value) noexcept {
        for (TreeNode& child : tree_.children(parent)) {
            if (!walk.noted(player, child.move)) continue;
            ++child.amaf_visits;
            child.amaf_sum += value;
        }
    }

    /// The last node of the path is proved: so may be those above it.
    void prove_upwards(const Walk& walk) noexcept {
        for (std::size_t i = walk.size - 1; i-- > 0;) {
            const Proof proof = tree_.prove(walk.path[i].node);
            if (proof == Proof::NONE) return;
            const bool same = walk.path[i].player == walk.path[i + 1].player;
            tree_.at(walk.path[i].node).proof = same ? proof : reversed(proof);
        }
    }

    [[nodiscard]] SearchResult<Move> result(std::size_t lines, std::uint64_t simulations) const {
        SearchResult<Move> found;
        for (const Index first : tree_.ranked(Tree::root, lines)) {
            const TreeNode& child = tree_.at(first);
            RootMove<Move> line{static_cast<Move>(child.move), finding(child), {}};
            line.line.push(line.move);
            for (Index at = first; tree_.at(at).count != 0 && line.line.size() < Line<Move>::longest;) {
                at = tree_.most_promising(at);
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
    Mutex mutex_;
    bool shared_ = false;  ///< by several threads
};

}  // namespace quintet
