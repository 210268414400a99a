// The tree of a Monte Carlo search: nodes in one block of memory that is taken once. The children of a
// node lie side by side and always behind their parent, so that what a search no longer needs can be
// squeezed out in place, front to back. A full tree simply stops growing.
#pragma once

#include "core/search/memory.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace quintet {

/// A result that is certain, from one player's point of view.
enum class Proof : std::uint8_t { NONE, LOSS, DRAW, WIN };

[[nodiscard]] constexpr Proof reversed(Proof proof) noexcept {
    if (proof == Proof::WIN) return Proof::LOSS;
    return proof == Proof::LOSS ? Proof::WIN : proof;
}

[[nodiscard]] constexpr float proof_value(Proof proof) noexcept { return proof == Proof::WIN ? 1.0F : proof == Proof::LOSS ? -1.0F : 0.0F; }

/// A move and what came of it. Everything is from the point of view of the player who makes the move.
struct TreeNode {
    std::uint32_t children;  ///< where they begin; 0: not expanded
    std::uint32_t parent;
    std::uint32_t visits;
    float sum;  ///< of the results, each from -1 to 1
    std::uint32_t amaf_visits;
    float amaf_sum;
    float prior;  ///< how likely the move seemed before any visit; 1 in all among siblings
    std::uint16_t move;
    std::uint16_t count;     ///< of children
    std::uint16_t siblings;  ///< of the family of which this is the first
    Proof proof;
    std::uint8_t kept : 1;   ///< marks the families that survive a squeeze
    std::uint8_t plies : 7;  ///< once proved, the moves to the end of the game that the proof knows, or more

    static constexpr std::uint8_t most_plies = 127;

    [[nodiscard]] float mean() const noexcept { return visits == 0 ? 0.0F : sum / static_cast<float>(visits); }
};

class Tree {
public:
    using Index = std::uint32_t;
    static constexpr Index root = 0;

    explicit Tree(std::size_t bytes)
        : memory_(bytes), capacity_(std::min<std::size_t>(memory_.size() / sizeof(TreeNode), UINT32_MAX)) {
        clear();
    }

    /// A root without children. The memory behind it is not touched.
    void clear() noexcept {
        at(root) = TreeNode{};
        at(root).siblings = 1;
        used_ = 1;
    }

    [[nodiscard]] TreeNode& at(Index index) const noexcept { return reinterpret_cast<TreeNode*>(memory_.data())[index]; }
    [[nodiscard]] std::span<TreeNode> children(Index index) const noexcept { return {&at(at(index).children), at(index).count}; }
    [[nodiscard]] std::size_t size() const noexcept { return used_; }
    [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }

    [[nodiscard]] Index index_of(const TreeNode& node) const noexcept { return static_cast<Index>(&node - &at(root)); }

    /// What its children prove about a node, for the player to move there, who wins soon and loses late. At the root
    /// that player is also the one the node speaks for.
    Proof prove(Index parent) const noexcept {
        Proof best = Proof::LOSS;
        unsigned soonest = TreeNode::most_plies;
        unsigned latest = 0;
        for (const TreeNode& child : children(parent)) {
            if (child.proof == Proof::WIN) soonest = std::min<unsigned>(soonest, child.plies);
            latest = std::max<unsigned>(latest, child.plies);
            if (child.proof == Proof::WIN) best = Proof::WIN;
            if (child.proof == Proof::NONE && best != Proof::WIN) best = Proof::NONE;
            if (child.proof == Proof::DRAW && best == Proof::LOSS) best = Proof::DRAW;
        }
        const unsigned plies = (best == Proof::WIN ? soonest : latest) + 1;
        at(parent).plies = static_cast<std::uint8_t>(std::min<unsigned>(plies, TreeNode::most_plies)) & TreeNode::most_plies;
        if (parent == root) at(parent).proof = best;
        return best;
    }

    /// Sure wins first, the soonest before others; sure losses last, the latest before others; else what was tried most.
    /// Of lost moves that seem alike the likeliest is played: it looks for a mistake, where any other gives up.
    [[nodiscard]] static bool better(const TreeNode& a, const TreeNode& b) noexcept {
        const auto rank = [](const TreeNode& node) {
            if (node.proof == Proof::WIN) return 1 + TreeNode::most_plies - node.plies;
            return node.proof == Proof::LOSS ? node.plies - 1 - TreeNode::most_plies : 0;
        };
        if (rank(a) != rank(b)) return rank(a) > rank(b);
        if (a.proof == Proof::LOSS) return a.prior > b.prior;
        return a.visits > b.visits;
    }

    [[nodiscard]] Index most_promising(Index parent) const noexcept {
        Index best = at(parent).children;
        for (const TreeNode& child : children(parent)) {
            if (better(child, at(best))) best = index_of(child);
        }
        return best;
    }

    /// The most promising children, at most so many.
    [[nodiscard]] std::vector<Index> ranked(Index parent, std::size_t most) const {
        std::vector<Index> order;
        for (const TreeNode& child : children(parent)) order.push_back(index_of(child));
        std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return better(at(a), at(b)); });
        order.resize(std::min(most, order.size()));
        return order;
    }

    /// Room for `count` children, cleared; false when the tree is full.
    [[nodiscard]] bool expand(Index parent, std::size_t count) noexcept {
        if (count == 0 || used_ + count > capacity_) return false;
        const auto first = static_cast<Index>(used_);
        used_ += count;
        for (Index i = 0; i < count; ++i) {
            at(first + i) = TreeNode{};
            at(first + i).parent = parent;
        }
        at(first).siblings = static_cast<std::uint16_t>(count);
        at(parent).children = first;
        at(parent).count = static_cast<std::uint16_t>(count);
        return true;
    }

    /// Makes a node the root, with the tree below it, and squeezes out all the others.
    void reroot(Index chosen) noexcept {
        if (chosen == root) return;
        mark(chosen);
        at(root) = at(chosen);
        at(root).siblings = 1;
        if (at(root).children != 0) at(at(root).children).parent = root;
        std::size_t kept = 1;
        for (std::size_t from = 1; from < used_;) {
            const auto source = static_cast<Index>(from);
            const std::size_t count = at(source).siblings;
            if (at(source).kept != 0) {
                move_family(source, static_cast<Index>(kept), count);
                kept += count;
            }
            from += count;
        }
        used_ = kept;
    }

private:
    /// Marks the families below a node. Children lie behind their parents, so one walk forward is enough.
    void mark(Index chosen) noexcept {
        if (at(chosen).children != 0) at(at(chosen).children).kept = 1;
        for (std::size_t from = chosen; from < used_;) {
            // The first step may begin in the middle of a family: `siblings` is 0 there.
            const std::size_t count = std::max<std::size_t>(at(static_cast<Index>(from)).siblings, 1);
            const bool keep = at(static_cast<Index>(from)).siblings != 0 && at(static_cast<Index>(from)).kept != 0;
            for (std::size_t i = 0; keep && i < count; ++i) {
                const TreeNode& node = at(static_cast<Index>(from + i));
                if (node.children != 0) at(node.children).kept = 1;
            }
            from += count;
        }
    }

    void move_family(Index from, Index to, std::size_t count) noexcept {
        at(from).kept = 0;
        at(at(from).parent).children = to;
        for (Index i = 0; i < count; ++i) {
            at(to + i) = at(from + i);
            // The children have not moved yet: their parent's index is updated.
            if (at(to + i).children != 0) at(at(to + i).children).parent = to + i;
        }
        // Only the first one's parent is kept up to date while families move.
        for (Index i = 1; i < count; ++i) at(to + i).parent = at(to).parent;
    }

    ZeroedMemory memory_;
    std::size_t capacity_;
    std::size_t used_ = 0;
};

}  // namespace quintet
