// What a game tells a proof of wins about itself: its style. A proof asks "can this player force a win, at all or within
// n moves?"; whatever is no such win counts for the defender, play without end included.
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
// Where play can go on for ever, it must do so by one move of each position alone, `circling`; no other move ever leads
// back. Then the positions that circling moves lead along form a chain, which may end in a circle. A position of the
// chain that is decided by none of its other moves is worth what the next one is, and a circle of such positions is play
// without end. So no answer depends on how a position was reached.
#pragma once

#include "core/kernel.hpp"

namespace quintet {

enum class WinKnown : std::uint8_t { WON, HELD, OPEN };

/// What a look at a position says: that the attacker wins with the next move, that he never will, or how it looks for him.
struct WinGlance {
    WinKnown known;
    int score;
};

template <class S, class K>
concept WinStyle = Kernel<K> && std::constructible_from<S, const K&> && std::is_trivially_copyable_v<typename S::Key> && std::equality_comparable<typename S::Key> &&
    requires(const S& style, const K& kernel, const typename K::Position& position, const typename S::Key& key, Player& attacker) {
        { S::key(kernel, position) } -> std::same_as<typename S::Key>;
        { S::hash(key) } -> std::same_as<std::uint64_t>;
        { S::plain(kernel, position, attacker) } -> std::same_as<typename K::Position>;
        { S::record_share } -> std::convertible_to<int>;
        { style.look(position, attacker) } -> std::same_as<WinGlance>;
    };

}  // namespace quintet
