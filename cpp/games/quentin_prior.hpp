// What there is to learn about the moves of Quentin: the stones around a point, near and two steps towards each side,
// how far off the shortest ways of both colours it lies, how far from the last stone, and how far from the edges.
//
// The board is seen as the mover's: White's is mirrored in the diagonal, so that the mover always joins top and bottom.
// A line of the board is one word, two bits a point, with two points outside on either end.
#pragma once

#include "core/learn/prior.hpp"
#include "games/quentin.hpp"

#include <cstdlib>

namespace quintet {

template <class Points>
class QuentinPrior {
public:
    using Game = Quentin<Points>;
    using Position = typename Game::Position;
    using Move = typename Game::Move;
    using Evaluation = QuentinEvaluation<Points>;

    /// The boards that games are played on to learn from.
    static constexpr std::array<std::string_view, 3> boards = {"quentin", "quentin(size=11)", "quentin(size=9)"};

    QuentinPrior(const Game& game) : game_(game), evaluation_(game) {}

    enum Table : std::size_t { AROUND, AHEAD, ASIDE, REPLY, WAYS, LAST, EDGES, PHRASE, tables };
    static constexpr std::size_t contents = 1 << 16;
    static constexpr std::size_t most_detour = 4;
    static constexpr std::size_t most_length = 6;
    static constexpr int near = 4;
    static constexpr int middle = 6;
    static constexpr std::array<std::size_t, tables> sizes = {
        contents, contents, contents, contents, (most_detour + 1) * (most_detour + 1) * most_length * most_length, (near + 1) * (near + 1), (middle + 1) * (middle + 1) * 4, 2};
    static constexpr std::array<std::size_t, tables + 1> offsets = [] {
        std::array<std::size_t, tables + 1> sums{};
        for (std::size_t i = 0; i < tables; ++i) sums[i + 1] = sums[i] + sizes[i];
        return sums;
    }();
    static constexpr std::size_t size = offsets[tables];

    /// The first of the features that mirror images of one another make equal.
    [[nodiscard]] static std::size_t tied(std::size_t feature) noexcept {
        const auto within = [&](Table table) { return feature >= offsets[table] && feature < offsets[table + 1]; };
        for (const Table table : {AROUND, REPLY}) {
            if (!within(table)) continue;
            const std::size_t content = feature - offsets[table];
            return offsets[table] + std::min({content, across(content), upside_down(content), across(upside_down(content))});
        }
        for (const Table table : {AHEAD, ASIDE}) {
            if (within(table)) return offsets[table] + std::min(feature - offsets[table], across_ahead(feature - offsets[table]));
        }
        return feature;
    }

    /// Calls `use(number, feature)` for every feature of every move in the list; `last` is the move before, if it is known.
    template <class List, class Use>
    void read(const Position& position, std::optional<Move> last, const List& moves, Use&& use) const noexcept {
        const std::size_t mover = position.turn;
        const View view(game_, position);
        const auto own = evaluation_.template ways<most_detour>(position, mover);
        const auto other = evaluation_.template ways<most_detour>(position, mover ^ 1U);
        std::array<std::uint8_t, Points::points> detour{};
        detour.fill(static_cast<std::uint8_t>(most_detour * (most_detour + 1) + most_detour));
        for (std::size_t more = most_detour; more-- > 0;) {
            const int less = static_cast<int>(most_detour - more);
            quentin::for_each(own.points[more], [&](int at) { detour[static_cast<std::size_t>(at)] -= static_cast<std::uint8_t>(less * static_cast<int>(most_detour + 1)); });
            quentin::for_each(other.points[more], [&](int at) { detour[static_cast<std::size_t>(at)] -= static_cast<std::uint8_t>(less); });
        }
        const std::size_t lengths = (shortened(own.stones) * most_length + shortened(other.stones)) * (most_detour + 1) * (most_detour + 1);
        const int stones = quentin::count(position.stones[0] | position.stones[1]);
        const std::size_t stage = stones < 4 ? 0 : stones < 12 ? 1 : stones < 30 ? 2 : 3;
        const bool replies = last && *last < Game::swap;
        const auto [last_row, last_column] = replies ? view.seen(*last) : std::pair{-100, -100};
        for (std::size_t i = 0; i < moves.size(); ++i) {
            if (moves[i] >= Game::swap) {
                use(i, offsets[PHRASE] + (moves[i] == Game::swap ? 0 : 1));
                continue;
            }
            const auto [row, column] = view.seen(moves[i]);
            const std::size_t around = view.around(row, column);
            use(i, offsets[AROUND] + around);
            use(i, offsets[AHEAD] + view.ahead(row, column, -1));
            use(i, offsets[AHEAD] + view.ahead(row, column, 1));
            use(i, offsets[ASIDE] + view.aside(row, column, -1));
            use(i, offsets[ASIDE] + view.aside(row, column, 1));
            use(i, offsets[WAYS] + lengths + detour[moves[i]]);
            const int end = game_.size() - 1;
            const int down = std::min({row, end - row, middle});
            const int over = std::min({column, end - column, middle});
            use(i, offsets[EDGES] + (stage * (middle + 1) + static_cast<std::size_t>(down)) * (middle + 1) + static_cast<std::size_t>(over));
            const int rows = std::abs(row - last_row);
            const int columns = std::abs(column - last_column);
            if (rows <= near && columns <= near) use(i, offsets[LAST] + static_cast<std::size_t>(rows * (near + 1) + columns));
            if (rows <= 1 && columns <= 1) use(i, offsets[REPLY] + around);
        }
    }

private:
    using Word = std::uint64_t;

    class View {
    public:
        View(const Game& game, const Position& position) : mirrored_(position.turn == Game::white) {
            const int size = game.size();
            const Word border = ~((Word{1} << (2 * (size + 2))) - 1) | 0xf;
            lines_.fill(~Word{0});
            for (int i = 0; i < size; ++i) lines_[static_cast<std::size_t>(i + 2)] = border;
            columns_ = lines_;
            const auto put = [&](const Points& stones, Word content) {
                quentin::for_each(stones, [&](int point) {
                    const auto [row, column] = seen(static_cast<Move>(point));
                    lines_[static_cast<std::size_t>(row + 2)] |= content << (2 * (column + 2));
                    columns_[static_cast<std::size_t>(column + 2)] |= content << (2 * (row + 2));
                });
            };
            put(position.stones[position.turn], 1);
            put(position.stones[position.turn ^ 1U], 2);
        }

        [[nodiscard]] std::pair<int, int> seen(Move point) const noexcept {
            const int row = point / Points::stride;
            const int column = point % Points::stride;
            return mirrored_ ? std::pair{column, row} : std::pair{row, column};
        }

        /// The eight neighbours.
        [[nodiscard]] std::size_t around(int row, int column) const noexcept {
            return three(lines_, row - 1, column) | sides(lines_, row, column) << 6 | three(lines_, row + 1, column) << 10;
        }

        /// The two lines ahead, or behind, and the points to the left and right.
        [[nodiscard]] std::size_t ahead(int row, int column, int step) const noexcept { return further(lines_, row, column, step); }
        [[nodiscard]] std::size_t aside(int row, int column, int step) const noexcept { return further(columns_, column, row, step); }

    private:
        using Lines = std::array<Word, Points::largest_board + 4>;

        [[nodiscard]] static std::size_t three(const Lines& lines, int line, int at) noexcept { return lines[static_cast<std::size_t>(line + 2)] >> (2 * (at + 1)) & 63; }
        [[nodiscard]] static std::size_t sides(const Lines& lines, int line, int at) noexcept {
            const std::size_t all = three(lines, line, at);
            return (all & 3) | (all >> 4) << 2;
        }
        [[nodiscard]] static std::size_t further(const Lines& lines, int line, int at, int step) noexcept {
            return three(lines, line + step, at) | three(lines, line + 2 * step, at) << 6 | sides(lines, line, at) << 12;
        }

        bool mirrored_;
        Lines lines_;
        Lines columns_;
    };

    [[nodiscard]] static std::size_t shortened(int length) noexcept { return static_cast<std::size_t>(std::clamp(length, 1, static_cast<int>(most_length))) - 1; }

    // Contents seen in a mirror.

    [[nodiscard]] static constexpr std::size_t turned_three(std::size_t three) noexcept { return three >> 4 | (three & 0xc) | (three & 3) << 4; }
    [[nodiscard]] static constexpr std::size_t turned_two(std::size_t two) noexcept { return two >> 2 | (two & 3) << 2; }
    [[nodiscard]] static constexpr std::size_t across(std::size_t around) noexcept {
        return turned_three(around & 63) | turned_two(around >> 6 & 15) << 6 | turned_three(around >> 10) << 10;
    }
    [[nodiscard]] static constexpr std::size_t upside_down(std::size_t around) noexcept { return around >> 10 | (around & 0x3c0) | (around & 63) << 10; }
    [[nodiscard]] static constexpr std::size_t across_ahead(std::size_t ahead) noexcept {
        return turned_three(ahead & 63) | turned_three(ahead >> 6 & 63) << 6 | turned_two(ahead >> 12) << 12;
    }

    const Game& game_;
    Evaluation evaluation_;
};

}  // namespace quintet
