// Magnetize: a set of cells for each colour (see games/magnetize_board.hpp: one word for up to 64 cells,
// a word a row for more), the turns each colour still misses, and what the last check found. A magnet
// is on exactly while its owner owes turns. Slides and falls move all pieces of a board at once, cell by
// cell, until nothing moves; a missed turn is not a move, so `play` walks on to the next one that is.
#pragma once

#include "core/kernel.hpp"
#include "core/text.hpp"
#include "games/magnetize_board.hpp"

namespace quintet {

template <class Board>
class MagnetizeEvaluation;

template <class Board>
class Magnetize {
public:
    using Evaluation = MagnetizeEvaluation<Board>;
    class Solver;  ///< games/magnetize_solver.hpp
    using Cells = typename Board::Cells;

    static constexpr std::size_t black = 0;
    static constexpr std::size_t white = 1;

    struct Position {
        std::array<Cells, 2> cells;
        std::array<std::uint8_t, 2> owed;  ///< turns still to be missed; the magnet is on meanwhile
        std::array<bool, 2> square;        ///< which colours have a square
        bool full;
        std::uint8_t turn;
        bool operator==(const Position&) const = default;
    };

    using Move = std::uint8_t;  ///< the column, or the magnet
    static constexpr Move magnet = 62;
    static constexpr std::size_t max_moves = 63;
    static constexpr std::size_t move_codes = 63;

    explicit Magnetize(const Options& options = {})
        : height_(options.integer("height", 4, 2, 62)), width_(options.integer("width", 5, 2, 62)),
          square_(options.integer("square", 2, 2, std::min(height_, width_))), maglock_(options.integer("maglock", 2, 0, 99)),
          board_(fitting(height_, width_), width_, square_) {
        options.expect_only({"height", "width", "square", "maglock"});
    }

    [[nodiscard]] int height() const noexcept { return height_; }
    [[nodiscard]] int width() const noexcept { return width_; }
    [[nodiscard]] int square() const noexcept { return square_; }
    [[nodiscard]] int maglock() const noexcept { return maglock_; }
    [[nodiscard]] const Board& board() const noexcept { return board_; }

    // Rules

    [[nodiscard]] Position start() const noexcept { return {{Board::none(), Board::none()}, {0, 0}, {false, false}, false, black}; }

    [[nodiscard]] Player to_move(const Position& position) const noexcept { return position.turn == black ? Player::FIRST : Player::SECOND; }

    void generate(const Position& position, MoveList<Move, max_moves>& moves) const noexcept {
        if (over(position)) return;
        for (auto open = board_.open_columns(position.cells[black], position.cells[white]); open != 0; open &= open - 1) {
            moves.push(static_cast<Move>(std::countr_zero(open)));
        }
        moves.push(magnet);
    }

    [[nodiscard]] std::uint64_t count_moves(const Position& position) const noexcept {
        if (over(position)) return 0;
        return static_cast<std::uint64_t>(std::popcount(board_.open_columns(position.cells[black], position.cells[white]))) + 1;
    }

    [[nodiscard]] Position play(const Position& position, Move move) const noexcept {
        Position next = position;
        const std::size_t mover = position.turn;
        next.turn ^= 1U;
        if (move == magnet) {
            pull(next.cells, mover, next.owed[mover ^ 1U] > 0);
            next.owed[mover] = static_cast<std::uint8_t>(maglock_);
            if (maglock_ == 0) settle(next);
            check(next);
        } else {
            board_.drop(next.cells[mover], next.cells[mover ^ 1U], move);
            next.square[mover] = board_.has_square(next.cells[mover]);
            next.full = board_.full(next.cells[black], next.cells[white]);
        }
        while (!over(next) && next.owed[next.turn] > 0) {
            if (--next.owed[next.turn] == 0) {
                settle(next);
                check(next);
            }
            next.turn ^= 1U;
        }
        return next;
    }

    [[nodiscard]] std::optional<Outcome> outcome(const Position& position) const noexcept {
        if (position.square[black] && position.square[white]) return Outcome{std::nullopt, "both have a square", std::nullopt};
        if (position.square[black]) return Outcome{Player::FIRST, "square made", std::nullopt};
        if (position.square[white]) return Outcome{Player::SECOND, "square made", std::nullopt};
        if (position.full) return Outcome{std::nullopt, "board full", std::nullopt};
        return std::nullopt;
    }

    [[nodiscard]] std::uint64_t hash(const Position& position) const noexcept {
        const std::uint64_t rest = static_cast<std::uint64_t>(position.owed[black]) << 16 | static_cast<std::uint64_t>(position.owed[white]) << 8 | position.turn;
        return board_.hash(position.cells[black], position.cells[white], mixed(rest, rest));
    }

    [[nodiscard]] Move random_move(const Position& position, Rng& rng) const noexcept {
        const auto open = board_.open_columns(position.cells[black], position.cells[white]);
        const auto columns = static_cast<std::uint32_t>(std::popcount(open));
        const auto n = rng.below(columns + 1);
        return n == columns ? magnet : static_cast<Move>(nth_bit(open, n));
    }

    /// The slide and cascade of one colour's magnet; the other colour falls unless its own magnet is on.
    void pull(std::array<Cells, 2>& cells, std::size_t mover, bool other_held) const noexcept {
        const auto direction = mover == black ? magnetize::Pull::LEFT : magnetize::Pull::RIGHT;
        const std::size_t other = mover ^ 1U;
        while (board_.slide(cells[mover], cells[other], direction)) {
            if (other_held || !board_.settle(cells[mover], false, cells[other], true)) return;
        }
    }

    /// A drop or a magnet that makes a square at once; one that would come only when missed turns end is not seen.
    [[nodiscard]] std::optional<Move> winning_move(const Position& position) const noexcept {
        if (over(position)) return std::nullopt;
        const std::size_t mover = position.turn;
        const Cells& own = position.cells[mover];
        const Cells& other = position.cells[mover ^ 1U];
        if (board_.has_square(Board::either(own, board_.landings(own, other)))) {
            for (auto open = board_.open_columns(own, other); open != 0; open &= open - 1) {
                const int column = std::countr_zero(open);
                Cells with = own;
                board_.drop(with, other, column);
                if (board_.has_square(with)) return static_cast<Move>(column);
            }
        }
        // Without a lock all pieces settle before the check.
        if (maglock_ == 0) return std::nullopt;
        auto pulled = position.cells;
        pull(pulled, mover, position.owed[mover ^ 1U] > 0);
        if (board_.has_square(pulled[mover]) && !board_.has_square(pulled[mover ^ 1U])) return magnet;
        return std::nullopt;
    }

    // Notation

    [[nodiscard]] Position parse(std::string_view text) const {
        const auto fields = position_fields(text, 4);
        Position position = start();
        read_rows(fields[0], height_, width_, [&](int row, int column, char letter) {
            if (letter != '.') board_.add(position.cells[letter == 'b' ? black : white], row, column);
        });
        position.turn = read_black_to_move(fields[1]) ? black : white;
        position.owed[black] = static_cast<std::uint8_t>(read_number(fields[2], "the turns Black still misses", 0, maglock_));
        position.owed[white] = static_cast<std::uint8_t>(read_number(fields[3], "the turns White still misses", 0, maglock_));
        check_rest(position);
        check(position);
        if (!over(position) && position.owed[position.turn] > 0) {
            throw ParseError(std::string(position.turn == black ? "Black" : "White") + " is to move: expected no turns to miss, got " +
                             std::to_string(position.owed[position.turn]));
        }
        return position;
    }

    [[nodiscard]] std::string format(const Position& position) const {
        std::string text = write_rows(height_, width_, [&](int row, int column) {
            if (board_.has(position.cells[black], row, column)) return 'b';
            return board_.has(position.cells[white], row, column) ? 'w' : '.';
        });
        text += position.turn == black ? " b " : " w ";
        return text + std::to_string(position.owed[black]) + ' ' + std::to_string(position.owed[white]);
    }

    // Planes: the turns to miss are the one kind of number

    static constexpr int counters = 1;

    [[nodiscard]] BoardSize board_size() const noexcept { return {height_, width_}; }

    void observe(const Position& position, Planes& planes) const noexcept {
        const std::size_t mover = position.turn;
        const std::size_t other = mover ^ 1U;
        for (int row = 0; row < height_; ++row) {
            planes.put(Planes::Side::MOVER, board_.row(position.cells[mover], row), row * width_, width_);
            planes.put(Planes::Side::OTHER, board_.row(position.cells[other], row), row * width_, width_);
        }
        planes.color(mover == black);
        planes.counter(0, position.owed[mover], position.owed[other]);
    }

    // Pictures

    template <class Note>
    void for_each_winning(const Position& position, Note&& note) const {
        for (int row = 0; row < height_; ++row) {
            for (int column = 0; column < width_; ++column) {
                if ((position.square[black] && in_square(position.cells[black], row, column)) ||
                    (position.square[white] && in_square(position.cells[white], row, column))) {
                    note(row * width_ + column);
                }
            }
        }
    }

    template <class Note>
    void for_each_held(const Position& position, Note&& note) const {
        for (int column = 0; column < width_; ++column) {
            bool gap = false;
            for (int row = height_ - 1; row >= 0; --row) {
                const bool is_black = board_.has(position.cells[black], row, column);
                const bool is_white = board_.has(position.cells[white], row, column);
                gap = gap || !(is_black || is_white);
                if (gap && ((is_black && position.owed[black] > 0) || (is_white && position.owed[white] > 0))) note(row * width_ + column);
            }
        }
    }

    /// What the turn does, slide by slide and fall by fall, then what the magnets let go. Squares count only at the end.
    template <class Note>
    void stages(const Position& position, Move move, Note&& note) const {
        const std::size_t mover = position.turn;
        const std::size_t other = mover ^ 1U;
        Position now = position;
        now.turn ^= 1U;
        std::optional<Position> shown;  // the latest step, which is noted when another one follows
        const auto show = [&] {
            if (shown) note(*shown);
            shown = now;
            shown->square = {false, false};
        };
        if (move == magnet) {
            now.owed[mover] = static_cast<std::uint8_t>(maglock_);
            const auto direction = mover == black ? magnetize::Pull::LEFT : magnetize::Pull::RIGHT;
            while (board_.slide(now.cells[mover], now.cells[other], direction)) {
                show();
                if (position.owed[other] > 0 || !board_.settle(now.cells[mover], false, now.cells[other], true)) break;
                show();
            }
            if (maglock_ == 0 && shown && board_.settle(now.cells[black], true, now.cells[white], true)) show();
        } else {
            board_.drop(now.cells[mover], now.cells[other], move);
        }
        if (!shown) show();
        check(now);
        while (!over(now) && now.owed[now.turn] > 0) {
            const auto before = now.cells;
            if (--now.owed[now.turn] == 0) {
                settle(now);
                check(now);
            }
            now.turn ^= 1U;
            if (now.cells != before) show();
        }
        note(now);
    }

    [[nodiscard]] std::string move_text(Move move) const { return move == magnet ? "m" : std::to_string(move); }

private:
    [[nodiscard]] static int fitting(int height, int width) {
        if (height * width <= Board::most_cells) return height;
        throw OptionError("height x width must be at most " + std::to_string(Board::most_cells) + " here, got " + std::to_string(height * width));
    }

    [[nodiscard]] static bool over(const Position& position) noexcept { return position.square[black] || position.square[white] || position.full; }

    /// Every colour falls whose magnet is off.
    void settle(Position& position) const noexcept {
        board_.settle(position.cells[black], position.owed[black] == 0, position.cells[white], position.owed[white] == 0);
    }

    void check(Position& position) const noexcept {
        for (const std::size_t colour : {black, white}) position.square[colour] = board_.has_square(position.cells[colour]);
        position.full = board_.full(position.cells[black], position.cells[white]);
    }

    /// Whether a cell belongs to a square of these pieces.
    [[nodiscard]] bool in_square(const Cells& own, int row, int column) const noexcept {
        const auto whole = [&](int top, int left) {
            for (int down = 0; down < square_; ++down) {
                for (int right = 0; right < square_; ++right) {
                    if (!board_.has(own, top + down, left + right)) return false;
                }
            }
            return true;
        };
        for (int top = std::max(0, row - square_ + 1); top <= std::min(row, height_ - square_); ++top) {
            for (int left = std::max(0, column - square_ + 1); left <= std::min(column, width_ - square_); ++left) {
                if (whole(top, left)) return true;
            }
        }
        return false;
    }

    void check_rest(const Position& position) const {
        const auto occupied = [&](int row, int column) {
            return board_.has(position.cells[black], row, column) || board_.has(position.cells[white], row, column);
        };
        for (int row = 0; row + 1 < height_; ++row) {
            for (int column = 0; column < width_; ++column) {
                if (!occupied(row, column) || occupied(row + 1, column)) continue;
                const std::size_t colour = board_.has(position.cells[black], row, column) ? black : white;
                if (position.owed[colour] > 0) continue;
                throw ParseError("expected every piece to rest on another or on the floor or to be held by its magnet, got one in the air at row " +
                                 std::to_string(row) + ", column " + std::to_string(column));
            }
        }
    }

    int height_;
    int width_;
    int square_;
    int maglock_;
    Board board_;
};

static_assert(Observed<Magnetize<magnetize::WordBoard>> && Observed<Magnetize<magnetize::RowsBoard>>);

}  // namespace quintet

#include "games/magnetize_evaluation.hpp"
