// Proofs over super-positions: can the attacker force a win? A draw counts for the defender, so one proof
// with each side as the attacker tells win, draw and loss. A node is a board up to turns of its sub-boards
// and asks about a set of rotations at once; it branches over the empty cells alone.
//
// Say the side to move, M, asks about the rotations Q (all without a five) of a board. M puts a marble on
// cell c. Where that makes five, M has won. Elsewhere one turn leads to the rotations T(Q), and what M
// reaches is T(states that are good for M), because a turn can be taken back by another. There
//   - the attacker's five alone is won, any five of the defender's is held (both five: a draw);
//   - on a full board without fives it is held;
//   - the rest the other side answers, whose wins at once are known without search: for every cell its
//     fives after one more marble do not depend on c, and are united over all cells but c.
// So a child is asked only about what neither side settles at once, and most children about nothing.
#pragma once

#include "core/search/limits.hpp"
#include "games/pentago_fives.hpp"
#include "games/pentago_table.hpp"

namespace quintet {

namespace pentago {

/// A board up to turns, seen from the side to move; without the marbles of the start, which are in the Proof's tables.
struct Node {
    Filling mover;
    Filling other;
    std::uint64_t code;  ///< the whole board: four packed numbers in base 3, the attacker's marbles 1, the defender's 2
    CellSet open;
    Full mover_fives;
    Full other_fives;
};

/// Of each filling of a sub-board in base 3 the class under turning, 13 bits, and above them how many
/// quarters clockwise lead to the class's model.
using Classes = std::array<std::uint16_t, 19683>;

/// Proofs from one starting position with one side as the attacker.
class Proof {
public:
    static constexpr int no_limit = 63;

    /// `abandoned`, where given, ends it as a limit does.
    Proof(Board attacker, Board defender, KnownTable& table, NodeCounter& nodes, const std::atomic<bool>* abandoned = nullptr);
    Proof(const Proof&) = delete;
    Proof& operator=(const Proof&) = delete;

    [[nodiscard]] Node start(bool attacker_moves) const noexcept;
    [[nodiscard]] Node after(const Node& node, int cell, bool attacker_moves) const noexcept;
    [[nodiscard]] const Cells& cells() const noexcept { return cells_; }

    /// Of the rotations asked about, none with a five, those where the side to move gets its way: the attacker
    /// wins, the defender holds; a win in more than `plies` turns of both sides counts as held. Means nothing once halted().
    [[nodiscard]] Half good_for_mover(const Node& node, bool attacker_moves, int parity, Half asked, int plies);

    /// The rotations where the table knows already that the side to move does not get its way.
    [[nodiscard]] Half known_bad(const Node& node, bool attacker_moves, int parity, int plies) const noexcept;

    /// A limit ended it: no answer since then means anything.
    [[nodiscard]] bool halted() const noexcept { return halted_; }

private:
    /// A cell to play on.
    struct Option {
        Half rest;  ///< what is open after it and asked about
        double hope;  ///< how many of the rotations asked about it may settle
        double score;
        int cell;
    };

    struct Frame {
        std::array<Full, 36> other_gains;
        std::array<Full, 36> fronts;  ///< of each cell the other side's fives after a marble on a cell before it
        std::array<Option, 36> options;
        int size;
        double hopes;  ///< of all options together
    };

    /// Where a board is in the table, and how its rotations are counted there.
    struct Place {
        std::uint64_t key;
        int parity;
        Turns from_model;
        Turns to_model;
    };

    [[nodiscard]] Place place_of(const Node& node, bool attacker_moves, int parity, int plies) const noexcept;
    [[nodiscard]] Known known_at(const Place& place) const noexcept;
    template <bool Attacking>
    [[nodiscard]] double first_score(const Option& option) const noexcept;
    static void put_in_order(std::span<Option> options) noexcept;
    template <bool Attacking, int Parity>
    [[nodiscard]] Node child_of(const Node& node, const std::array<Full, 36>& mover_gains, int number) const noexcept;
    /// Lists the options, and gives those rotations asked about that are not lost at once whatever is played.
    template <bool Attacking, int Parity>
    [[nodiscard]] Half expand(const Node& node, const std::array<Full, 36>& mover_gains, Half asked, int plies, Frame& frame) const noexcept;
    template <bool Attacking, int Parity>
    [[nodiscard]] Half glance(const Node& node, const std::array<Full, 36>& mover_gains, Frame& frame, Half asked, int plies, Half& pending) const noexcept;
    template <bool Attacking, int Parity>
    [[nodiscard]] Half search(const Node& node, const std::array<Full, 36>& mover_gains, Half asked, int plies);

    template <bool Attacking, int Parity>
    [[nodiscard]] Half settled_at_once(const Full& gains, const Full& other_fives, bool last) const noexcept;

    Cells cells_;
    Fives attacker_;
    Fives defender_;
    std::uint64_t start_code_ = 0;
    std::array<std::uint64_t, 36> codes_{};  ///< of an attacker's marble on each cell
    const Classes& classes_;
    KnownTable& table_;
    NodeCounter& nodes_;
    const std::atomic<bool>* abandoned_;
    std::array<std::array<double, 36>, 2> history_{};  ///< how much each side's marble on a cell has settled so far
    bool halted_ = false;
};

}  // namespace pentago

}  // namespace quintet
