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
//         static std::array<BoardView, 8> images(const BoardView&);   // all of them at once
//         static constexpr std::array<int, 3> scalar_sizes;           // numbers that no shape shows, each 0 to below its size
//         static std::array<int, 3> scalars(const BoardView&);
//         static constexpr int stages = 61;                           // how far the game has come, 0 to below this
//         static constexpr int phases = 12;                           // the stages in groups of about equal size
//         static int stage(const BoardView&);
//         static BoardView view(const Position&);
//         static Position position(const BoardView&);                 // one that looks like this
//         static constexpr Tuning tuning;                             // of searches that use what was learnt
//     };
//
// Digits are read from bits by BMI2's pext and a table. Without BMI2 each row of eight spots is looked up instead.
#pragma once

#include "core/bits.hpp"
#include "core/kernel.hpp"
#include "core/search/evaluation.hpp"

#include <utility>
#include <vector>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

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
    { K::Patterns::images(view)[0] } -> std::convertible_to<BoardView>;
    { K::Patterns::scalars(view)[0] } -> std::convertible_to<int>;
    { K::Patterns::stage(view) } -> std::same_as<int>;
    { K::Patterns::phases + K::Patterns::stages } -> std::convertible_to<int>;
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

    /// Calls `use(place of the weight)` for everything that is to be added up.
    template <class Use>
    [[gnu::always_inline]] static void read(const BoardView& view, Use&& use) {
        const auto images = P::images(view);
        read_images(images, use, std::make_index_sequence<static_cast<std::size_t>(P::symmetries)>{});
        const auto numbers = P::scalars(view);
        for (std::size_t i = 0; i < scalars; ++i) use(offsets[shapes + i] + static_cast<std::size_t>(numbers[i]));
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

    template <class Images, class Use, std::size_t... Symmetry>
    [[gnu::always_inline]] static void read_images(const Images& images, Use& use, std::index_sequence<Symmetry...>) {
        (read_shapes<Symmetry>(images[Symmetry], use, std::make_index_sequence<shapes>{}), ...);
    }

    template <std::size_t Symmetry, class Use, std::size_t... Shape>
    [[gnu::always_inline]] static void read_shapes(const BoardView& image, Use& use, std::index_sequence<Shape...>) {
        (read_shape<Symmetry, Shape>(image, use), ...);
    }

    template <std::size_t Symmetry, std::size_t Shape, class Use>
    [[gnu::always_inline]] static void read_shape(const BoardView& image, Use& use) {
        if constexpr ((places[Shape] >> Symmetry & 1) != 0) use(offsets[Shape] + digits<Shape>(image.own) + 2 * digits<Shape>(image.other));
    }

#if defined(__BMI2__)
    static constexpr std::array<std::uint16_t, 1 << most_spots> ternary = [] {
        std::array<std::uint16_t, 1 << most_spots> table{};
        for (std::size_t bits = 0; bits < table.size(); ++bits) {
            for (std::size_t i = 0; i < most_spots; ++i) table[bits] = static_cast<std::uint16_t>(table[bits] + (bits >> i & 1) * powers_of_three[i]);
        }
        return table;
    }();

    /// The number whose digits are 1 where the board has the shape's spots.
    template <std::size_t Shape>
    [[nodiscard, gnu::always_inline]] static std::size_t digits(std::uint64_t board) noexcept {
        constexpr std::uint64_t shape = P::shapes[Shape];
        constexpr int lowest = std::countr_zero(shape);
        if constexpr (std::has_single_bit((shape >> lowest) + 1)) return ternary[board >> lowest & (shape >> lowest)];
        return ternary[_pext_u64(board, shape)];
    }
#else
    using Row = std::array<std::uint16_t, 256>;
    static constexpr std::array<std::array<Row, 8>, shapes> rows = [] {
        std::array<std::array<Row, 8>, shapes> table{};
        for (std::size_t shape = 0; shape < shapes; ++shape) {
            std::size_t digit = 0;
            for (std::uint64_t left = P::shapes[shape]; left != 0; left &= left - 1, ++digit) {
                const int spot = std::countr_zero(left);
                for (std::size_t bits = 0; bits < 256; ++bits) {
                    std::uint16_t& entry = table[shape][static_cast<std::size_t>(spot / 8)][bits];
                    entry = static_cast<std::uint16_t>(entry + (bits >> (spot % 8) & 1) * powers_of_three[digit]);
                }
            }
        }
        return table;
    }();

    template <std::size_t Shape>
    [[nodiscard, gnu::always_inline]] static std::size_t digits(std::uint64_t board) noexcept {
        std::size_t sum = 0;
        for (std::size_t row = 0; row < 8; ++row) {
            if ((P::shapes[Shape] >> (8 * row) & 0xff) != 0) sum += rows[Shape][row][board >> (8 * row) & 0xff];
        }
        return sum;
    }
#endif
};

}  // namespace quintet
