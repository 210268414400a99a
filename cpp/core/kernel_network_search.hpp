// KernelNetworkSearch: the trees of core/network_search.hpp for one kernel.
//
// PUCT as in AlphaZero, with the value of a move that was not tried taken from its parent; or the search of "Policy
// improvement by planning with Gumbel" (Danihelka and others, 2022): sequential halving at the root, and below it the
// action that is tried least compared with the improved policy. Values of finished games are proofs and spread upwards.
#pragma once

#include "core/action_space.hpp"
#include "core/network_search.hpp"
#include "core/vector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <ranges>
#include <span>
#include <utility>

namespace quintet {

/// How often an action must have been tried to be the next one at the root, simulation by simulation: rounds over the
/// considered actions, of which the better half goes on to the next.
[[nodiscard]] inline std::vector<std::uint32_t> halving_schedule(std::uint32_t considered, std::uint32_t simulations) {
    std::vector<std::uint32_t> schedule;
    schedule.reserve(simulations);
    if (considered <= 1) {
        for (std::uint32_t i = 0; i < simulations; ++i) schedule.push_back(i);
        return schedule;
    }
    const auto halvings = static_cast<std::uint32_t>(std::bit_width(considered - 1));
    std::uint32_t tried = 0;
    for (std::uint32_t in = considered; schedule.size() < simulations; in = std::max(2U, in / 2)) {
        const std::uint32_t rounds = std::max(1U, simulations / (halvings * in));
        for (std::uint32_t round = 0; round < rounds; ++round, ++tried) schedule.insert(schedule.end(), in, tried);
    }
    schedule.resize(simulations);
    return schedule;
}

template <Observed K>
class KernelNetworkSearch final : public NetworkSearch {
public:
    KernelNetworkSearch(const K& kernel, const NetworkSearchSettings& settings)
        : kernel_(kernel), actions_(kernel_, settings.actions), simulations_(settings.simulations), considered_(settings.considered),
          exploration_(settings.exploration), symmetries_(settings.symmetries), size_(static_cast<std::size_t>(planes() * board().cells())),
          crew_(settings.threads) {
        if (settings.seeds.size() != settings.roots.size()) throw Error("expected a seed for each root");
        trees_.reserve(settings.roots.size());
        for (std::size_t i = 0; i < settings.roots.size(); ++i) {
            const Position root = kernel_.parse(settings.roots[i]);
            if (kernel_.outcome(root)) throw Error("the game is over, expected a position with a move to make, got '" + settings.roots[i] + "'");
            trees_.emplace_back(Rng(settings.seeds[i]));
            trees_.back().nodes.push_back({.position = root, .mover = kernel_.to_move(root)});
        }
    }

    [[nodiscard]] int planes() const override { return Planes::count<K>(); }
    [[nodiscard]] BoardSize board() const override { return kernel_.board_size(); }

    void add_noise(const float* noise, double share) override {
        noise_.assign(noise, noise + trees_.size() * width());
        share_ = share;
    }

    [[nodiscard]] std::size_t leaves(std::uint8_t* observations, bool* masks) override {
        crew_.run(trees_.size(), [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i) descend(trees_[i], i);
        });
        waiting_.clear();
        for (std::size_t i = 0; i < trees_.size(); ++i) {
            if (trees_[i].waits) waiting_.push_back(i);
        }
        crew_.run(waiting_.size(), [&](std::size_t first, std::size_t last) {
            for (std::size_t row = first; row < last; ++row) show(trees_[waiting_[row]], observations + row * size_, masks + row * width());
        });
        return waiting_.size();
    }

    [[nodiscard]] std::vector<std::string> fresh() override {
        fresh_.clear();
        for (const std::size_t i : waiting_) {
            if (trees_[i].leaf != 0 && !std::exchange(trees_[i].asked, true)) fresh_.push_back(i);
        }
        std::vector<std::string> positions;
        positions.reserve(fresh_.size());
        for (const std::size_t i : fresh_) positions.push_back(kernel_.format(trees_[i].nodes[trees_[i].leaf].position));
        return positions;
    }

    [[nodiscard]] std::size_t asked() const noexcept override { return fresh_.size(); }

    std::size_t prove(const std::int8_t* proofs) override {
        std::size_t known = 0;
        for (std::size_t row = 0; row < fresh_.size(); ++row) {
            if (proofs[row] == unproved) continue;
            Tree& tree = trees_[fresh_[row]];
            Node& leaf = tree.nodes[tree.leaf];
            leaf.proof = proofs[row];
            tree.waits = false;
            back_up(tree, leaf.mover, leaf.proof);
            ++known;
        }
        fresh_.clear();
        return known;
    }

    void expand(const float* logits, const float* values) override {
        crew_.run(waiting_.size(), [&](std::size_t first, std::size_t last) {
            for (std::size_t row = first; row < last; ++row) grow(waiting_[row], logits + row * width(), values[row]);
        });
        waiting_.clear();
    }

    void results(const NetworkSearchResults& into) const override {
        for (std::size_t i = 0; i < trees_.size(); ++i) {
            const Tree& tree = trees_[i];
            const Node& root = tree.nodes[0];
            std::fill_n(into.policy + i * width(), width(), 0.0F);
            std::fill_n(into.visits + i * width(), width(), 0);
            std::fill_n(into.q + i * width(), width(), std::numeric_limits<float>::quiet_NaN());
            const std::vector<double> policy = target(tree);
            for (std::size_t e = 0; const Edge& edge : tree.edges_of(root)) {
                const std::size_t place = i * width() + edge.action;
                into.policy[place] = static_cast<float>(policy[e++]);
                into.visits[place] = static_cast<std::int32_t>(edge.visits);
                if (edge.is_known()) into.q[place] = static_cast<float>(edge.value());
            }
            into.values[i] = static_cast<float>(root.proof != unproved ? root.proof : mean(tree, root));
            into.chosen[i] = tree.edges[best(tree, i)].action;
            into.proofs[i] = root.proof;
        }
    }

    [[nodiscard]] std::vector<std::string> line(std::size_t number) const override {
        const Tree& tree = trees_.at(number);
        std::vector<std::string> moves;
        std::uint32_t chosen = best(tree, number);
        for (std::uint32_t at = tree.edges[chosen].child; at != 0; at = tree.edges[chosen].child) {
            moves.push_back(kernel_.move_text(actions_.move(tree.edges[chosen].action)));
            const Node& node = tree.nodes[at];
            if (node.count == 0) break;
            const bool is_proved = node.proof != unproved;
            chosen = highest(tree, node, [&](const Edge& edge) { return edge.visits + (is_proved && edge.proof == node.proof ? 1e12 : 0.0); });
        }
        return moves;
    }

private:
    using Position = typename K::Position;

    static constexpr double none = -std::numeric_limits<double>::infinity();  ///< the score of an edge that is out of the question

    struct Edge {
        std::uint32_t action;
        std::uint32_t child = 0;  ///< its node; 0: not tried yet
        std::uint32_t visits = 0;
        std::int8_t proof = unproved;  ///< for the player who moves
        float logit = 0;
        float prior = 0;
        double total = 0;  ///< of the values of its visits, for the player who moves

        /// Proved, or the mean of its visits, of which there must be some.
        [[nodiscard]] double value() const noexcept { return proof != unproved ? proof : total / visits; }
        [[nodiscard]] bool is_known() const noexcept { return proof != unproved || visits > 0; }
    };

    struct Node {
        Position position;
        Player mover;
        std::uint32_t first = 0;
        std::uint32_t count = 0;  ///< of edges; 0 until it is expanded, and where the game is over
        std::uint32_t visits = 0;  ///< of all edges together
        std::int8_t proof = unproved;
        float value = 0;  ///< as it was evaluated
    };

    struct Step {
        std::uint32_t node;
        std::uint32_t edge;
    };

    struct Tree {
        explicit Tree(const Rng& rng) : rng(rng) {}

        Rng rng;
        std::vector<Node> nodes;
        std::vector<Edge> edges;
        std::vector<Step> path;  ///< to the leaf that waits
        std::uint32_t leaf = 0;
        std::uint32_t done = 0;  ///< simulations
        int symmetry = 0;        ///< in which the leaf is shown
        bool waits = false;
        bool asked = false;  ///< whether the leaf was among `fresh`
        std::vector<std::uint32_t> schedule;  ///< of Gumbel's root

        [[nodiscard]] std::span<Edge> edges_of(const Node& node) noexcept { return {edges.data() + node.first, node.count}; }
        [[nodiscard]] std::span<const Edge> edges_of(const Node& node) const noexcept { return {edges.data() + node.first, node.count}; }
    };

    /// Turns scores into probabilities.
    struct Softmax {
        double highest = none;
        double sum = 0;

        template <class Score>
        Softmax(std::span<const Edge> edges, const Score& score) noexcept {
            for (const Edge& edge : edges) highest = std::max(highest, score(edge));
            for (const Edge& edge : edges) sum += std::exp(score(edge) - highest);
        }
        [[nodiscard]] double operator()(double score) const noexcept { return std::exp(score - highest) / sum; }
    };

    /// The place of the node's edge with the highest score, of equal ones the first.
    template <class Score>
    [[nodiscard]] static std::uint32_t highest(const Tree& tree, const Node& node, const Score& score) noexcept {
        std::uint32_t chosen = node.first;
        double most = none;
        for (std::uint32_t place = node.first; const Edge& edge : tree.edges_of(node)) {
            const double scored = score(edge);
            if (scored > most) {
                most = scored;
                chosen = place;
            }
            ++place;
        }
        return chosen;
    }

    [[nodiscard]] std::size_t width() const noexcept { return static_cast<std::size_t>(actions_.count()); }
    [[nodiscard]] bool is_gumbel() const noexcept { return considered_ > 0; }

    /// Goes on until a leaf has to be evaluated, or the tree is done.
    void descend(Tree& tree, std::size_t number) noexcept {
        while (!tree.waits) {
            if (tree.nodes[0].count > 0 && (tree.done >= simulations_ || tree.nodes[0].proof != unproved)) return;
            tree.path.clear();
            std::uint32_t at = 0;
            std::int8_t proof = unproved;
            while (tree.nodes[at].count > 0) {
                const std::uint32_t edge = at == 0 && is_gumbel() ? gumbel_best(tree, number, tree.schedule[tree.done]) : choice(tree, tree.nodes[at]);
                tree.path.push_back({at, edge});
                proof = tree.edges[edge].proof;
                if (proof != unproved) break;  // a proved move is not looked into again: its value is known
                if (tree.edges[edge].child == 0) add_child(tree, at, edge);
                at = tree.edges[edge].child;
            }
            if (proof == unproved) proof = tree.nodes[at].proof;
            if (proof != unproved) {
                back_up(tree, tree.nodes[at].mover, proof);
                continue;
            }
            tree.leaf = at;
            tree.waits = true;
            tree.asked = false;
            tree.symmetry = 0;
            if constexpr (HasSymmetries<K>) {
                if (symmetries_) tree.symmetry = static_cast<int>(tree.rng.below(static_cast<std::uint32_t>(kernel_.symmetries())));
            }
        }
    }

    void add_child(Tree& tree, std::uint32_t at, std::uint32_t edge) {
        const Position after = kernel_.play(tree.nodes[at].position, actions_.move(tree.edges[edge].action));
        Node node{.position = after, .mover = kernel_.to_move(after)};
        if (const auto outcome = kernel_.outcome(after)) node.proof = static_cast<std::int8_t>(!outcome->winner ? 0 : *outcome->winner == node.mover ? 1 : -1);
        tree.edges[edge].child = static_cast<std::uint32_t>(tree.nodes.size());
        tree.nodes.push_back(node);
    }

    /// Counts a visit along the path; the value is that of its end for `mover`.
    void back_up(Tree& tree, Player mover, double value) noexcept {
        for (const Step& step : std::views::reverse(tree.path)) {
            Node& node = tree.nodes[step.node];
            Edge& edge = tree.edges[step.edge];
            ++node.visits;
            ++edge.visits;
            edge.total += node.mover == mover ? value : -value;
            if (edge.child != 0 && edge.proof == unproved) prove(tree, node, edge);
        }
        ++tree.done;
    }

    /// Takes over the proof of an edge's child, and that of the node if this settles it.
    void prove(Tree& tree, Node& node, Edge& edge) const noexcept {
        const Node& child = tree.nodes[edge.child];
        if (child.proof == unproved) return;
        edge.proof = static_cast<std::int8_t>(child.mover == node.mover ? child.proof : -child.proof);
        std::int8_t best = -1;
        for (const Edge& other : tree.edges_of(node)) {
            if (other.proof == unproved && edge.proof != 1) return;
            if (other.proof != unproved) best = std::max(best, other.proof);
        }
        node.proof = best;
    }

    void show(const Tree& tree, std::uint8_t* observation, bool* mask) const noexcept {
        const Position shown = image(tree.nodes[tree.leaf].position, tree.symmetry);
        Planes planes = Planes::of<K>(observation, board().cells());
        kernel_.observe(shown, planes);
        typename ActionSpace<K>::Set legal;
        actions_.find_legal(kernel_, shown, legal);
        actions_.spread_mask(legal, reinterpret_cast<std::uint8_t*>(mask));
    }

    /// Gives the waiting leaf its edges, and its value to the path.
    void grow(std::size_t number, const float* logits, float value) {
        Tree& tree = trees_[number];
        Node& node = tree.nodes[tree.leaf];
        node.first = static_cast<std::uint32_t>(tree.edges.size());
        node.value = value;
        typename ActionSpace<K>::Set legal;
        actions_.find_legal(kernel_, node.position, legal);
        for (std::size_t action = 0; action < width(); ++action) {
            if (!legal.has(action)) continue;
            const std::size_t shown = actions_.action(image(actions_.move(action), tree.symmetry));
            tree.edges.push_back({.action = static_cast<std::uint32_t>(action), .logit = logits[shown]});
        }
        node.count = static_cast<std::uint32_t>(tree.edges.size()) - node.first;
        const auto logit = [](const Edge& edge) { return static_cast<double>(edge.logit); };
        const std::span<Edge> edges = tree.edges_of(node);
        const Softmax share(edges, logit);
        for (Edge& edge : edges) edge.prior = static_cast<float>(share(logit(edge)));
        tree.waits = false;
        if (tree.leaf != 0) {
            back_up(tree, node.mover, value);
        } else if (is_gumbel()) {
            tree.schedule = halving_schedule(std::min(considered_, node.count), simulations_);
        } else if (!noise_.empty()) {
            const float* parts = noise_.data() + number * width();
            double sum = 0;
            for (const Edge& edge : edges) sum += static_cast<double>(parts[edge.action]);
            for (Edge& edge : edges) edge.prior = static_cast<float>((1 - share_) * static_cast<double>(edge.prior) + share_ * static_cast<double>(parts[edge.action]) / sum);
        }
    }

    /// The root's edge with the best sum of noise, logit and value among those with so many visits, or, if there is none, among all.
    [[nodiscard]] std::uint32_t gumbel_best(const Tree& tree, std::size_t number, std::uint32_t visits) const noexcept {
        const Node& root = tree.nodes[0];
        const Completion completed(tree, root);
        const bool has_visits = std::ranges::find(tree.edges_of(root), visits, &Edge::visits) != tree.edges_of(root).end();
        return highest(tree, root, [&](const Edge& edge) {
            if (has_visits && edge.visits != visits) return none;
            return completed.score(edge) + (noise_.empty() ? 0 : static_cast<double>(noise_[number * width() + edge.action]));
        });
    }

    /// Which edge of a node is tried next.
    [[nodiscard]] std::uint32_t choice(const Tree& tree, const Node& node) const noexcept {
        const double visits = 1.0 + node.visits;
        if (is_gumbel()) {
            const Completion completed(tree, node);
            const auto score = [&](const Edge& edge) { return completed.score(edge); };
            const Softmax policy(tree.edges_of(node), score);
            return highest(tree, node, [&](const Edge& edge) { return policy(score(edge)) - edge.visits / visits; });
        }
        constexpr double base = 19652, reduction = 0.2;
        double tried = 0;
        for (const Edge& edge : tree.edges_of(node)) tried += edge.visits > 0 ? static_cast<double>(edge.prior) : 0;
        const bool is_root = &node == &tree.nodes[0];
        const double untried = mean(tree, node) - (is_root ? 0 : reduction * std::sqrt(tried));
        const double rate = (exploration_ + std::log((visits + base) / base)) * std::sqrt(visits);
        return highest(tree, node, [&](const Edge& edge) {
            return (edge.is_known() ? edge.value() : untried) + rate * static_cast<double>(edge.prior) / (1.0 + edge.visits);
        });
    }

    /// The values of a node's edges, with an estimate for those that were not tried.
    struct Completion {
        double estimate;     ///< of a move that was not tried
        double weight = 50;  ///< of a value in comparison with a logit, before there are visits

        Completion(const Tree& tree, const Node& node) noexcept {
            std::uint32_t most = 0;
            double tried = 0;
            double sum = 0;
            for (const Edge& edge : tree.edges_of(node)) {
                most = std::max(most, edge.visits);
                if (!edge.is_known()) continue;
                tried += static_cast<double>(edge.prior);
                sum += static_cast<double>(edge.prior) * edge.value();
            }
            const double expected = tried > 0 ? sum / tried : 0;
            estimate = (static_cast<double>(node.value) + node.visits * expected) / (1.0 + node.visits);
            weight += most;
        }

        [[nodiscard]] double score(const Edge& edge) const noexcept {
            const double value = edge.is_known() ? edge.value() : estimate;
            return static_cast<double>(edge.logit) + weight * (value + 1) / 2;
        }
    };

    /// The mean of a node's own evaluation and of all its visits.
    [[nodiscard]] double mean(const Tree& tree, const Node& node) const noexcept {
        double sum = static_cast<double>(node.value);
        for (const Edge& edge : tree.edges_of(node)) sum += edge.total;
        return sum / (1.0 + node.visits);
    }

    /// What a learner should play at a root: what is proved, else the improved policy, else visits.
    [[nodiscard]] std::vector<double> target(const Tree& tree) const {
        const Node& root = tree.nodes[0];
        const Completion completed(tree, root);
        const Softmax improved(tree.edges_of(root), [&](const Edge& edge) { return completed.score(edge); });
        std::vector<double> policy;
        for (const Edge& edge : tree.edges_of(root)) {
            if (root.proof != unproved) policy.push_back(edge.proof == root.proof ? 1 : 0);
            else if (is_gumbel()) policy.push_back(improved(completed.score(edge)));
            else policy.push_back(root.visits > 0 ? edge.visits : static_cast<double>(edge.prior));
        }
        const double sum = std::accumulate(policy.begin(), policy.end(), 0.0);
        for (double& weight : policy) weight /= sum;
        return policy;
    }

    /// The place of the root's best edge.
    [[nodiscard]] std::uint32_t best(const Tree& tree, std::size_t number) const noexcept {
        const Node& root = tree.nodes[0];
        if (root.proof == unproved && is_gumbel()) {
            return gumbel_best(tree, number, std::ranges::max(tree.edges_of(root), {}, &Edge::visits).visits);
        }
        return highest(tree, root, [&](const Edge& edge) {
            if (root.proof != unproved && edge.proof != root.proof) return none;
            return edge.visits + static_cast<double>(edge.prior) / 2;
        });
    }

    [[nodiscard]] Position image(const Position& position, int symmetry) const noexcept {
        if constexpr (HasSymmetries<K>) return symmetry == 0 ? position : kernel_.transformed(position, symmetry);
        return position;
    }
    [[nodiscard]] typename K::Move image(typename K::Move move, int symmetry) const noexcept {
        if constexpr (HasSymmetries<K>) return symmetry == 0 ? move : kernel_.transformed(move, symmetry);
        return move;
    }

    K kernel_;
    ActionSpace<K> actions_;
    std::uint32_t simulations_;
    std::uint32_t considered_;
    double exploration_;
    bool symmetries_;
    std::size_t size_;  ///< of an observation
    std::vector<Tree> trees_;
    std::vector<std::size_t> waiting_;  ///< the trees whose leaves are out, in the order of their rows
    std::vector<std::size_t> fresh_;    ///< those of them whose positions were handed out last
    std::vector<float> noise_;
    double share_ = 0;
    Crew crew_;
};

}  // namespace quintet
