// NetworkSearch: many trees searched at once, with priors and values from outside, such as a network's. Each tree hands
// out one leaf at a time, so that a batch is a leaf of every tree and nothing has to be guessed about leaves that are
// still out. The arrays that a call reads or fills belong to the caller, one row a leaf or a tree.
#pragma once

#include "core/planes.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace quintet {

struct NetworkSearchSettings {
    std::vector<std::string> actions;  ///< every move of the game as text: an action is its place here
    std::vector<std::string> roots;    ///< a position a tree
    std::vector<std::uint64_t> seeds;  ///< one a tree, for the symmetries
    std::uint32_t simulations;         ///< of each tree, beside the evaluation of its root
    std::uint32_t considered;          ///< actions of the root that take part in Gumbel's sequential halving; 0: PUCT
    double exploration;                ///< of PUCT
    bool symmetries;                   ///< whether each leaf is shown in a random one of its mirror images
    int threads;
};

/// What is known at the end, for the player to move at each root.
struct NetworkSearchResults {
    float* policy;         ///< one an action: what a learner should play
    std::int32_t* visits;  ///< one an action
    float* q;              ///< one an action: its value; NaN where it was never tried
    float* values;         ///< one a tree
    std::int64_t* chosen;  ///< one a tree: the best action
    std::int8_t* proofs;   ///< one a tree: 1, 0 or -1 where the search has proved the value, else `unproved`
};

class NetworkSearch {
public:
    static constexpr std::int8_t unproved = 2;

    NetworkSearch() = default;
    NetworkSearch(const NetworkSearch&) = delete;
    NetworkSearch& operator=(const NetworkSearch&) = delete;
    virtual ~NetworkSearch() = default;

    [[nodiscard]] virtual int planes() const = 0;
    [[nodiscard]] virtual BoardSize board() const = 0;
    /// Adds noise to the roots, one number an action: Gumbel's to the logits, or with PUCT the parts of a distribution over the legal ones that gets `share` of the prior.
    virtual void add_noise(const float* noise, double share) = 0;
    /// Goes down each tree to a position that has to be evaluated. How many there are; 0: all trees are done.
    [[nodiscard]] virtual std::size_t leaves(std::uint8_t* observations, bool* masks) = 0;
    /// The positions among them that were not asked for before; a root is none of them.
    [[nodiscard]] virtual std::vector<std::string> fresh() = 0;
    [[nodiscard]] virtual std::size_t asked() const noexcept = 0;  ///< how many `fresh` returned
    /// What somebody knows about these, in their order: 1, 0 or -1 for the player to move, or `unproved`. Returns how many are known; `leaves` then goes on in their trees.
    virtual std::size_t prove(const std::int8_t* proofs) = 0;
    /// Their logits, one an action, and their values for the player to move.
    virtual void expand(const float* logits, const float* values) = 0;
    virtual void results(const NetworkSearchResults& results) const = 0;
    /// The moves that were tried most, from a root on.
    [[nodiscard]] virtual std::vector<std::string> line(std::size_t tree) const = 0;
};

}  // namespace quintet
