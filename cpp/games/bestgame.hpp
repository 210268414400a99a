// Best Game Ever Made on two bitboards of column words: the white tokens and the black ones. A column
// is rows + 1 bits from the floor up, the last of them always empty, so that neither a shift by one (up
// a column) nor an addition (which finds the first free cell) runs into the next column; neighbours in
// a row are rows + 1 bits apart. Boards of up to 64 such bits are one machine word each (5 x 7, 7 x 5,
// 7 x 8 and all smaller ones), larger ones are 128-bit. Captures, lines and free cells are found for
// the whole board at once; only what is really captured or removed costs a step a token.
#pragma once

#include "core/bits.hpp"
#include "core/kernel.hpp"
#include "core/text.hpp"

namespace quintet {

namespace bestgame {

using Word = std::uint64_t;
__extension__ using Wide = unsigned __int128;

[[nodiscard, gnu::always_inline]] inline int count(Word bits) noexcept { return std::popcount(bits); }
[[nodiscard, gnu::always_inline]] inline int count(Wide bits) noexcept {
    return std::popcount(static_cast<Word>(bits)) + std::popcount(static_cast<Word>(bits >> 64));
}
[[nodiscard, gnu::always_inline]] inline int lowest(Word bits) noexcept { return std::countr_zero(bits); }
[[nodiscard, gnu::always_inline]] inline int lowest(Wide bits) noexcept {
    const auto low = static_cast<Word>(bits);
    return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<Word>(bits >> 64));
}
[[nodiscard, gnu::always_inline]] inline int highest(Word bits) noexcept { return 63 - std::countl_zero(bits); }
[[nodiscard, gnu::always_inline]] inline int highest(Wide bits) noexcept {
    const auto high = static_cast<Word>(bits >> 64);
    return high != 0 ? 127 - std::countl_zero(high) : highest(static_cast<Word>(bits));
}

inline constexpr int most_points = 999'999'999;

}  // namespace bestgame

template <class Word>
class BestgameEvaluation;

template <class Word>
class Bestgame {
public:
    using Evaluation = BestgameEvaluation<Word>;
    class Solver;  ///< games/bestgame_solver.hpp

    static constexpr std::size_t white = 0;
    static constexpr std::size_t black = 1;

    static constexpr bool can_repeat = false;

    struct Position {
        std::array<Word, 2> cells;
        std::array<std::int32_t, 2> points;
        std::array<std::uint8_t, 2> tokens;  ///< still to be dropped
        std::uint8_t turn;
        bool operator==(const Position&) const = default;
    };

    using Move = std::uint8_t;  ///< the column, from 0
    static constexpr std::size_t max_moves = 9;
    static constexpr std::size_t move_codes = 9;

    explicit Bestgame(const Options& options = {})
        : columns_(options.integer("columns", 5, 3, 9)), rows_(options.integer("rows", 7, 3, 9)), tokens_(options.integer("tokens", 20, 1, 40)),
          stride_(rows_ + 1) {
        options.expect_only({"columns", "rows", "tokens"});
        if (columns_ * stride_ > static_cast<int>(8 * sizeof(Word))) {
            throw OptionError("columns x (rows + 1) must be at most " + std::to_string(8 * sizeof(Word)) + " here, got " + std::to_string(columns_ * stride_));
        }
        for (int column = 0; column < columns_; ++column) {
            floor_ |= bit(column, 0);
            top_ |= bit(column, rows_ - 1);
            for (int row = rows_ - 1; row >= 0; --row) {
                board_ |= bit(column, row);
                for (int above = row + 1; above < rows_; ++above) above_[index(column, row)] |= bit(column, above);
            }
        }
    }

    [[nodiscard]] int columns() const noexcept { return columns_; }
    [[nodiscard]] int stride() const noexcept { return stride_; }
    [[nodiscard]] int all_tokens() const noexcept { return tokens_; }
    [[nodiscard]] Word board() const noexcept { return board_; }
    [[nodiscard]] Word floor() const noexcept { return floor_; }

    // Rules

    [[nodiscard]] Position start() const noexcept {
        const auto tokens = static_cast<std::uint8_t>(tokens_);
        return {{0, 0}, {0, 0}, {tokens, tokens}, white};
    }

    [[nodiscard]] Player to_move(const Position& position) const noexcept { return position.turn == white ? Player::FIRST : Player::SECOND; }

    void generate(const Position& position, MoveList<Move, max_moves>& moves) const noexcept {
        if (over(position)) return;
        const Word occupied = position.cells[white] | position.cells[black];
        for (int column = 0; column < columns_; ++column) {
            if ((occupied & bit(column, rows_ - 1)) == 0) moves.push(static_cast<Move>(column));
        }
    }

    [[nodiscard]] std::uint64_t count_moves(const Position& position) const noexcept {
        return over(position) ? 0 : static_cast<std::uint64_t>(bestgame::count(open_tops(position)));
    }

    [[nodiscard]] Position play(const Position& position, Move column) const noexcept {
        Position next = dropped(position, column);
        const std::size_t mover = position.turn;
        resolve(next);
        // A set-up position can leave one side without tokens before the other: its turns are then skipped.
        const std::size_t other = mover ^ 1U;
        const bool skipped = next.tokens[other] == 0 && next.tokens[mover] > 0 && open_tops(next) != 0;
        next.turn = static_cast<std::uint8_t>(skipped ? mover : other);
        return next;
    }

    [[nodiscard]] std::optional<Outcome> outcome(const Position& position) const noexcept {
        if (!over(position)) return std::nullopt;
        const Scores scores{position.points[white], position.points[black]};
        if (scores.first == scores.second) return Outcome{std::nullopt, "equal points", scores};
        return Outcome{scores.first > scores.second ? Player::FIRST : Player::SECOND, "more points", scores};
    }

    [[nodiscard]] std::uint64_t hash(const Position& position) const noexcept {
        const auto pair = [](std::int32_t a, std::int32_t b) { return static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint32_t>(b); };
        const std::uint64_t rest = static_cast<std::uint64_t>(position.tokens[white]) << 16 | static_cast<std::uint64_t>(position.tokens[black]) << 8 | position.turn;
        std::uint64_t key = mixed(pair(position.points[white], position.points[black]), rest);
        for (std::size_t done = 0; done < sizeof(Word); done += 8) {
            key = mixed(static_cast<std::uint64_t>(position.cells[white] >> 8 * done) + key, static_cast<std::uint64_t>(position.cells[black] >> 8 * done) ^ std::rotl(key, 19));
        }
        return key;
    }

    [[nodiscard]] Move random_move(const Position& position, Rng& rng) const noexcept {
        Word tops = open_tops(position);
        for (auto n = rng.below(static_cast<std::uint32_t>(bestgame::count(tops))); n > 0; --n) tops &= tops - 1;
        return static_cast<Move>(bestgame::lowest(tops) / stride_);
    }

    // Symmetries: the board and its mirror image.

    [[nodiscard]] int symmetries() const noexcept { return 2; }

    [[nodiscard]] Move transformed(Move column, int symmetry) const noexcept { return symmetry == 0 ? column : static_cast<Move>(columns_ - 1 - column); }

    [[nodiscard]] Position transformed(const Position& position, int symmetry) const noexcept {
        Position image = position;
        if (symmetry == 0) return image;
        const Word column_bits = bit(0, rows_) - 1;
        for (const std::size_t colour : {white, black}) {
            image.cells[colour] = 0;
            for (int column = 0; column < columns_; ++column) {
                image.cells[colour] |= (position.cells[colour] >> column * stride_ & column_bits) << (columns_ - 1 - column) * stride_;
            }
        }
        return image;
    }

    // Notation

    [[nodiscard]] Position parse(std::string_view text) const {
        const auto fields = position_fields(text, 6);
        Position position{};
        read_rows(fields[0], rows_, columns_, [&](int row, int column, char letter) {
            if (letter != '.') position.cells[letter == 'w' ? white : black] |= bit(column, rows_ - 1 - row);
        });
        position.turn = read_black_to_move(fields[1]) ? black : white;
        position.tokens[black] = static_cast<std::uint8_t>(read_number(fields[2], "the tokens Black has left", 0, tokens_));
        position.tokens[white] = static_cast<std::uint8_t>(read_number(fields[3], "the tokens White has left", 0, tokens_));
        position.points[black] = read_number(fields[4], "Black's points", 0, bestgame::most_points);
        position.points[white] = read_number(fields[5], "White's points", 0, bestgame::most_points);
        check_rest(position);
        if (!over(position) && position.tokens[position.turn] == 0) {
            throw ParseError(std::string(position.turn == white ? "White" : "Black") + " is to move: expected at least one token left, got 0");
        }
        return position;
    }

    [[nodiscard]] std::string format(const Position& position) const {
        std::string text = write_rows(rows_, columns_, [&](int row, int column) {
            const Word cell = bit(column, rows_ - 1 - row);
            if ((position.cells[white] & cell) != 0) return 'w';
            return (position.cells[black] & cell) != 0 ? 'b' : '.';
        });
        text += position.turn == white ? " w" : " b";
        for (const int number : {int{position.tokens[black]}, int{position.tokens[white]}, int{position.points[black]}, int{position.points[white]}}) {
            text.append(" ").append(std::to_string(number));
        }
        return text;
    }

    [[nodiscard]] std::string move_text(Move column) const { return std::to_string(column + 1); }

    // Planes: points and tokens are the two kinds of numbers

    static constexpr int counters = 2;

    [[nodiscard]] BoardSize board_size() const noexcept { return {rows_, columns_}; }

    void observe(const Position& position, Planes& planes) const noexcept {
        const std::size_t mover = position.turn;
        const std::size_t other = mover ^ 1U;
        const auto put = [&](Planes::Side side, Word cells) {
            for (; cells != 0; cells &= cells - 1) {
                const int cell = bestgame::lowest(cells);
                planes.put(side, (rows_ - 1 - cell % stride_) * columns_ + cell / stride_);
            }
        };
        put(Planes::Side::MOVER, position.cells[mover]);
        put(Planes::Side::OTHER, position.cells[other]);
        planes.color(mover == black);
        planes.counter(0, position.points[mover], position.points[other]);
        planes.counter(1, position.tokens[mover], position.tokens[other]);
    }

    // Pictures

    /// The drop, then each capture, each removal of lines and each fall.
    template <class Note>
    void stages(const Position& position, Move column, Note&& note) const {
        Position step = dropped(position, column);
        note(step);
        while (true) {
            while (const Word all = capturing(step.cells[white], step.cells[black]) | capturing(step.cells[black], step.cells[white])) {
                const Word token = all & (~all + 1);
                for (Word& own : step.cells) own ^= token >> 1 | token >> 2;
                note(step);
            }
            const Word gone = score(step);
            if (gone == 0) return;
            note(step);
            const auto before = step.cells;
            fall(step.cells, gone);
            if (step.cells != before) note(step);
        }
    }

private:
    [[nodiscard]] std::size_t index(int column, int row) const noexcept { return static_cast<std::size_t>(column * stride_ + row); }
    [[nodiscard]] Word bit(int column, int row) const noexcept { return Word{1} << (column * stride_ + row); }

    [[nodiscard]] Word open_tops(const Position& position) const noexcept { return top_ & ~(position.cells[white] | position.cells[black]); }

    [[nodiscard]] bool over(const Position& position) const noexcept {
        return (position.tokens[white] | position.tokens[black]) == 0 || open_tops(position) == 0;
    }

    /// The tokens of `own` that rest on exactly two of `other`.
    [[nodiscard, gnu::always_inline]] static Word capturing(Word own, Word other) noexcept {
        const Word pair = other << 1 & other << 2;
        return own & pair & ~(other << 3);
    }

    /// One pass of captures. Columns do not affect each other, so going by the lowest bit takes each column from its floor up.
    [[gnu::always_inline]] static void capture(std::array<Word, 2>& cells) noexcept {
        Word all = capturing(cells[white], cells[black]) | capturing(cells[black], cells[white]);
        while (all != 0) [[unlikely]] {
            const Word token = all & (~all + 1);
            const Word pair = token >> 1 | token >> 2;
            cells[white] ^= pair;
            cells[black] ^= pair;
            const Word higher = ~(token | (token - 1));
            all = (capturing(cells[white], cells[black]) | capturing(cells[black], cells[white])) & higher;
        }
    }

    /// The tokens of one colour in lines of three or more.
    [[nodiscard, gnu::always_inline]] Word lines(Word own) const noexcept {
        const Word upright = own & own >> 1 & own >> 2;
        const Word level = own & own >> stride_ & own >> 2 * stride_;
        return upright | upright << 1 | upright << 2 | level | level << stride_ | level << 2 * stride_;
    }

    /// The position with the token of the side to move on top of a column, before anything comes of it.
    [[nodiscard, gnu::always_inline]] Position dropped(const Position& position, Move column) const noexcept {
        Position next = position;
        const Word occupied = next.cells[white] | next.cells[black];
        // The carry of one added at the floor runs up through the tokens to the first free cell.
        next.cells[position.turn] |= (occupied + bit(column, 0)) & ~occupied & (bit(column, rows_) - bit(column, 0));
        --next.tokens[position.turn];
        return next;
    }

    void resolve(Position& position) const noexcept {
        while (true) {
            // A capture always makes a line of three, so without lines there was none and nothing changes any more.
            capture(position.cells);
            const Word gone = score(position);
            if (gone == 0) [[likely]] return;
            fall(position.cells, gone);
        }
    }

    /// Takes the lines from the board and counts them; the cells that are now empty.
    [[gnu::always_inline]] Word score(Position& position) const noexcept {
        const std::array<Word, 2> scored = {lines(position.cells[white]), lines(position.cells[black])};
        const Word gone = scored[white] | scored[black];
        if (gone == 0) [[likely]] return gone;
        for (const std::size_t colour : {white, black}) {
            position.points[colour] += bestgame::count(scored[colour]);
            position.cells[colour] ^= scored[colour];
        }
        return gone;
    }

    /// Lets what is above these cells fall into them.
    void fall(std::array<Word, 2>& cells, Word gone) const noexcept {
        while (gone != 0) {
            // From the highest down: what is still to be removed has not moved yet.
            const int cell = bestgame::highest(gone);
            gone ^= Word{1} << cell;
            const Word above = above_[static_cast<std::size_t>(cell)];
            for (Word& own : cells) own = (own & ~above) | (own & above) >> 1;
        }
    }

    void check_rest(const Position& position) const {
        const Word occupied = position.cells[white] | position.cells[black];
        const Word hanging = occupied & ~floor_ & ~(occupied << 1);
        if (hanging != 0) throw ParseError("expected every token to rest on another or on the floor, got one in the air at " + place(hanging));
        const Word captures = capturing(position.cells[white], position.cells[black]) | capturing(position.cells[black], position.cells[white]);
        if (captures != 0) throw ParseError("expected a board at rest, got a capture still to resolve at " + place(captures));
        const Word line = lines(position.cells[white]) | lines(position.cells[black]);
        if (line != 0) throw ParseError("expected a board at rest, got a line still to resolve at " + place(line));
    }

    [[nodiscard]] std::string place(Word cells) const {
        const int cell = bestgame::lowest(cells);
        return "column " + std::to_string(cell / stride_ + 1) + ", row " + std::to_string(cell % stride_ + 1);
    }

    int columns_;
    int rows_;
    int tokens_;
    int stride_;
    Word board_ = 0;
    Word floor_ = 0;
    Word top_ = 0;
    /// The cells above each cell in its column.
    std::array<Word, 8 * sizeof(Word)> above_{};
};

static_assert(Observed<Bestgame<bestgame::Word>> && Observed<Bestgame<bestgame::Wide>>);

}  // namespace quintet

#include "games/bestgame_evaluation.hpp"
