// Patterns: how a game says what there is to learn. A shape is a set of spots; each spot is empty, the mover's or
// the other side's, so that k spots are a number of k ternary digits, and what is learnt is a weight for each such
// number. Every shape is read in all its symmetric places with the same weights. The evaluation is the sum of all
// weights read, one set of them for each phase of the game.
//
//     class Othello::Patterns {                                   // games/othello_patterns.hpp
//     public:
//         static constexpr std::array<std::uint64_t, 12> shapes;      // sets of spots, at most 10 each
//         static constexpr int symmetries = 8;                        // 0 is the identity
//         static constexpr std::uint64_t image(std::uint64_t, int symmetry);
//         static constexpr std::array<int, 3> scalar_sizes;           // numbers that no shape shows, each 0 to below its size
//         static std::array<int, 3> scalars(const BoardView&);
//         static constexpr int stages = 61;                           // how far the game has come, 0 to below this
//         static constexpr int phases = 12;                           // the stages in groups of about equal size
//         static int stage(const BoardView&);
//         static BoardView view(const Position&);
//         static Position position(const BoardView&);                 // one that looks like this
//         static constexpr int played_out = 7;                        // optional, with the next: how many moves before the end
//         static int final_lead(const BoardView&, int alpha);         // ... best play is soon known: a bound that says whether the
//                                                                     // mover gets more than so many points
//         static constexpr Tuning tuning;                             // of searches that use what was learnt
//     };
//
// The numbers of all places lie side by side in vectors, and what a disc adds to them is one row of a table: a position a
// move away is a few additions.
#pragma once

#include "core/bits.hpp"
#include "core/kernel.hpp"
#include "core/search/evaluation.hpp"

#include <utility>
#include <vector>

namespace quintet {

/// A board of at most 64 spots as the side to move sees it.
struct BoardView {
    std::uint64_t own;
    std::uint64_t other;
    bool operator==(const BoardView&) const = default;
};

/// A kernel with something to learn.
template <class K>
concept LearnsPatterns = HasEvaluation<K> && requires(const typename K::Position& position, const BoardView& view) {
    { K::Patterns::view(position) } -> std::same_as<BoardView>;
    { K::Patterns::position(view) } -> std::same_as<typename K::Position>;
    { K::Patterns::image(std::uint64_t{}, 0) } -> std::same_as<std::uint64_t>;
    { K::Patterns::scalars(view)[0] } -> std::convertible_to<int>;
    { K::Patterns::stage(view) } -> std::same_as<int>;
    { K::Patterns::phases + K::Patterns::stages } -> std::convertible_to<int>;
};

/// Patterns of a game whose end is soon known.
template <class P>
concept KnowsTheEnd = requires(const BoardView& view, int alpha) {
    { P::played_out } -> std::convertible_to<int>;
    { P::final_lead(view, alpha) } -> std::same_as<int>;
};

inline constexpr std::array<std::size_t, 11> powers_of_three = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683, 59049};

/// The spots that a symmetry brings onto these.
template <class P>
[[nodiscard]] constexpr std::uint64_t origin(std::uint64_t shape, int symmetry) noexcept {
    std::uint64_t found = 0;
    for (int spot = 0; spot < 64; ++spot) {
        if ((P::image(std::uint64_t{1} << spot, symmetry) & shape) != 0) found |= std::uint64_t{1} << spot;
    }
    return found;
}

/// Where the weights of one phase are, worked out from a game's list.
template <class P>
class Layout {
public:
    static constexpr std::size_t shapes = P::shapes.size();
    static constexpr std::size_t scalars = P::scalar_sizes.size();
    static constexpr std::size_t most_spots = powers_of_three.size() - 1;

    [[nodiscard]] static constexpr std::size_t spots(std::size_t shape) noexcept { return static_cast<std::size_t>(std::popcount(P::shapes[shape])); }

    /// The symmetries in which a shape is read: one for each different place.
    static constexpr std::array<unsigned, shapes> places = [] {
        std::array<unsigned, shapes> found{};
        for (std::size_t shape = 0; shape < shapes; ++shape) {
            std::array<std::uint64_t, static_cast<std::size_t>(P::symmetries)> seen{};
            for (int symmetry = 0; symmetry < P::symmetries; ++symmetry) {
                const std::uint64_t place = origin<P>(P::shapes[shape], symmetry);
                bool is_new = true;
                for (int earlier = 0; earlier < symmetry; ++earlier) is_new = is_new && seen[static_cast<std::size_t>(earlier)] != place;
                seen[static_cast<std::size_t>(symmetry)] = place;
                if (is_new) found[shape] |= 1U << symmetry;
            }
        }
        return found;
    }();

    /// Where each shape's weights begin, then each scalar's, then the end.
    static constexpr std::array<std::size_t, shapes + scalars + 1> offsets = [] {
        std::array<std::size_t, shapes + scalars + 1> found{};
        for (std::size_t i = 0; i < shapes; ++i) found[i + 1] = found[i] + powers_of_three[spots(i)];
        for (std::size_t i = 0; i < scalars; ++i) found[shapes + i + 1] = found[shapes + i] + static_cast<std::size_t>(P::scalar_sizes[i]);
        return found;
    }();
    static constexpr std::size_t size = offsets[shapes + scalars];

    [[nodiscard]] static constexpr int phase(int stage) noexcept { return stage * P::phases / P::stages; }

    /// How many numbers there are: one for each shape in each of its places.
    static constexpr std::size_t count = [] {
        std::size_t sum = 0;
        for (const unsigned symmetric : places) sum += static_cast<std::size_t>(std::popcount(symmetric));
        return sum;
    }();

    using Group [[gnu::vector_size(64)]] = std::uint16_t;
    static constexpr std::size_t group = sizeof(Group) / sizeof(std::uint16_t);
    using Groups = std::array<Group, (count + group - 1) / group>;
    static constexpr std::size_t lanes = group * std::tuple_size_v<Groups>;

    /// What each place shows, as a number of ternary digits: 1 is the mover's, 2 the other side's.
    class Numbers {
    public:
        /// Of an empty board.
        Numbers() = default;
        [[gnu::always_inline]] explicit Numbers(const BoardView& view) noexcept { follow({0, 0}, view); }

        /// From one board to another. The fewer spots differ, the faster.
        [[gnu::always_inline]] void follow(const BoardView& from, const BoardView& to) noexcept {
            const std::uint64_t was_empty = ~(from.own | from.other);
            const std::uint64_t is_empty = ~(to.own | to.other);
            add<1>((to.own & was_empty) | (to.other & from.own));
            add<2>(to.other & was_empty);
            add<-1>((from.own & is_empty) | (from.other & to.own));
            add<-2>(from.other & is_empty);
        }

        /// From the numbers of either side's discs alone, a 1 for each.
        [[nodiscard, gnu::always_inline]] static Numbers of(const Numbers& own, const Numbers& other) noexcept {
            Numbers sum;
            for (std::size_t i = 0; i < sum.groups_.size(); ++i) sum.groups_[i] = static_cast<Group>(own.groups_[i] + other.groups_[i] + other.groups_[i]);
            return sum;
        }

        template <int Times>
        [[gnu::always_inline]] void add(std::uint64_t spots) noexcept {
            for (; spots != 0; spots &= spots - 1) {
                const Groups& row = rows[static_cast<std::size_t>(std::countr_zero(spots))];
                for (std::size_t i = 0; i < row.size(); ++i) groups_[i] += static_cast<std::uint16_t>(Times) * row[i];
            }
        }

        [[nodiscard, gnu::always_inline]] std::array<std::uint16_t, lanes> all() const noexcept { return std::bit_cast<std::array<std::uint16_t, lanes>>(groups_); }

    private:
        Groups groups_{};
    };

    /// Calls `use(place of the weight)` for everything that is to be added up.
    template <class Use>
    [[gnu::always_inline]] static void read(const BoardView& view, Use&& use) {
        read(Numbers(view), view, use);
    }

    /// The same where the numbers are known.
    template <class Use>
    [[gnu::always_inline]] static void read(const Numbers& numbers, const BoardView& view, Use&& use) {
        read_all(numbers.all(), use, std::make_index_sequence<count>{});
        const auto scalar = P::scalars(view);
        for (std::size_t i = 0; i < scalars; ++i) use(offsets[shapes + i] + static_cast<std::size_t>(scalar[i]));
    }

    /// For each weight the first of those that must equal it, because the shape is its own mirror image.
    [[nodiscard]] static std::vector<std::uint32_t> tied() {
        std::vector<std::uint32_t> first(size);
        for (std::size_t i = 0; i < size; ++i) first[i] = static_cast<std::uint32_t>(i);
        for (std::size_t shape = 0; shape < shapes; ++shape) {
            for (int symmetry = 1; symmetry < P::symmetries; ++symmetry) {
                if (origin<P>(P::shapes[shape], symmetry) == P::shapes[shape]) tie(first, shape, symmetry);
            }
        }
        return first;
    }

    /// A number that changes with anything above.
    [[nodiscard]] static constexpr std::uint64_t fingerprint() noexcept {
        std::uint64_t hash = mixed(static_cast<std::uint64_t>(P::phases), static_cast<std::uint64_t>(P::stages));
        for (const std::uint64_t shape : P::shapes) hash = mixed(hash, shape);
        for (const unsigned place : places) hash = mixed(hash, place);
        for (const int scalar : P::scalar_sizes) hash = mixed(hash, static_cast<std::uint64_t>(scalar));
        return hash;
    }

private:
    static void tie(std::vector<std::uint32_t>& first, std::size_t shape, int symmetry) {
        // Digit i of the mirrored number is digit from[i] of the number.
        std::array<std::size_t, most_spots> from{};
        std::size_t digit = 0;
        for (std::uint64_t left = P::shapes[shape]; left != 0; left &= left - 1, ++digit) {
            const std::uint64_t spot = origin<P>(left & (~left + 1), symmetry);
            from[digit] = static_cast<std::size_t>(std::popcount(P::shapes[shape] & (spot - 1)));
        }
        for (std::size_t number = 0; number < powers_of_three[spots(shape)]; ++number) {
            std::size_t mirrored = 0;
            for (std::size_t i = 0; i < spots(shape); ++i) mirrored += number / powers_of_three[from[i]] % 3 * powers_of_three[i];
            std::uint32_t& entry = first[offsets[shape] + number];
            entry = std::min(entry, static_cast<std::uint32_t>(offsets[shape] + mirrored));
        }
    }

    /// Calls `use(number, shape, symmetry)` for every number in turn.
    template <class Use>
    static constexpr void for_each_number(Use&& use) {
        std::size_t number = 0;
        for (int symmetry = 0; symmetry < P::symmetries; ++symmetry) {
            for (std::size_t shape = 0; shape < shapes; ++shape) {
                if ((places[shape] >> symmetry & 1) != 0) use(number++, shape, symmetry);
            }
        }
    }

    static constexpr std::array<std::size_t, count> starts = [] {
        std::array<std::size_t, count> found{};
        for_each_number([&](std::size_t number, std::size_t shape, int) { found[number] = offsets[shape]; });
        return found;
    }();

    template <class All, class Use, std::size_t... Number>
    [[gnu::always_inline]] static void read_all(const All& all, Use& use, std::index_sequence<Number...>) {
        (use(starts[Number] + all[Number]), ...);
    }

    /// What a disc of the mover on each spot adds to the numbers.
    static inline const std::array<Groups, 64> rows = [] {
        std::array<Groups, 64> found{};
        for_each_number([&](std::size_t number, std::size_t shape, int symmetry) {
            std::size_t digit = 0;
            for (std::uint64_t left = P::shapes[shape]; left != 0; left &= left - 1, ++digit) {
                const int spot = std::countr_zero(origin<P>(left & (~left + 1), symmetry));
                found[static_cast<std::size_t>(spot)][number / group][number % group] = static_cast<std::uint16_t>(powers_of_three[digit]);
            }
        });
        return found;
    }();
};

}  // namespace quintet
