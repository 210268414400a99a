// Breakthrough for the engine room: two bitboards, eight bits a row whatever the board's width, a1 is bit 0. A move's code is
// eight times its square, and the way it goes: 0 to 2 up (left, straight, right), 3 to 5 down.
#include "bind/outside.hpp"

namespace {

using namespace quintet;

class Breakthrough {
public:
    using Board = std::uint64_t;

    struct Position {
        Board black;
        Board white;
        bool black_to_move;
        bool operator==(const Position&) const = default;
    };

    using Move = std::uint16_t;
    static constexpr std::size_t max_moves = 64 * 3;  // of positions that are set up
    static constexpr std::size_t move_codes = 64 * 8;
    static constexpr bool can_repeat = false;

    explicit Breakthrough(const Options& options = {}) : columns_(options.integer("columns", 8, 3, 8)), rows_(options.integer("rows", 8, 5, 8)) {
        options.expect_only({"columns", "rows"});
    }

    [[nodiscard]] Position start() const noexcept { return {row(rows_ - 2) | row(rows_ - 1), row(0) | row(1), true}; }

    [[nodiscard]] Player to_move(const Position& position) const noexcept { return position.black_to_move ? Player::FIRST : Player::SECOND; }

    void generate(const Position& position, Moves<Breakthrough>& moves) const noexcept {
        if (outcome(position)) return;
        const Board own = position.black_to_move ? position.black : position.white;
        const Board other = position.black_to_move ? position.white : position.black;
        for (Board left = own; left != 0; left &= left - 1) {
            const int square = std::countr_zero(left);
            for (int side = -1; side <= 1; ++side) {
                const int column = square % 8 + side;
                if (column < 0 || column >= columns_) continue;
                const Board target = Board{1} << (square + (position.black_to_move ? -8 : 8) + side);
                if ((target & own) != 0 || (side == 0 && (target & other) != 0)) continue;
                moves.push(static_cast<Move>(8 * square + side + (position.black_to_move ? 1 : 4)));
            }
        }
    }

    [[nodiscard]] Position play(const Position& position, Move move) const noexcept {
        const Board moved = Board{1} << move / 8 | Board{1} << target(move);
        const Board captured = ~(Board{1} << target(move));
        if (position.black_to_move) return {position.black ^ moved, position.white & captured, false};
        return {position.black & captured, position.white ^ moved, true};
    }

    [[nodiscard]] std::optional<Outcome> outcome(const Position& position) const noexcept {
        if ((position.black & row(0)) != 0) return Outcome{Player::FIRST, "broken through", std::nullopt};
        if (position.white == 0) return Outcome{Player::FIRST, "all captured", std::nullopt};
        if ((position.white & row(rows_ - 1)) != 0) return Outcome{Player::SECOND, "broken through", std::nullopt};
        if (position.black == 0) return Outcome{Player::SECOND, "all captured", std::nullopt};
        return std::nullopt;
    }

    [[nodiscard]] std::uint64_t hash(const Position& position) const noexcept {
        return mixed(position.black, position.black_to_move ? position.white : ~position.white);
    }

    [[nodiscard]] Position parse(std::string_view text) const {
        const auto fields = position_fields(text, 2);
        Position position{};
        read_rows(fields[0], rows_, columns_, [&](int at, int column, char letter) {
            const Board bit = Board{1} << (8 * at + column);
            if (letter == 'b') position.black |= bit;
            if (letter == 'w') position.white |= bit;
        });
        position.black_to_move = read_black_to_move(fields[1]);
        return position;
    }

    [[nodiscard]] std::string format(const Position& position) const {
        std::string text = write_rows(rows_, columns_, [&](int at, int column) {
            const Board bit = Board{1} << (8 * at + column);
            return (position.black & bit) != 0 ? 'b' : (position.white & bit) != 0 ? 'w' : '.';
        });
        return text + (position.black_to_move ? " b" : " w");
    }

    [[nodiscard]] std::string move_text(Move move) const { return square_text(move / 8) + "-" + square_text(target(move)); }

    // For learners

    static constexpr int counters = 0;

    [[nodiscard]] BoardSize board_size() const noexcept { return {rows_, columns_}; }

    void observe(const Position& position, Planes& planes) const noexcept {
        using enum Planes::Side;
        for (int at = 0; at < rows_; ++at) {
            planes.put(position.black_to_move ? MOVER : OTHER, position.black >> 8 * at, at * columns_, columns_);
            planes.put(position.black_to_move ? OTHER : MOVER, position.white >> 8 * at, at * columns_, columns_);
        }
        planes.color(position.black_to_move);
    }

private:
    [[nodiscard]] Board row(int at) const noexcept { return ((Board{1} << columns_) - 1) << 8 * at; }
    [[nodiscard]] static int target(Move move) noexcept {
        const int way = move % 8;
        return move / 8 + (way < 3 ? way - 9 : way + 4);
    }
    [[nodiscard]] static std::string square_text(int square) {
        return static_cast<char>('a' + square % 8) + std::to_string(square / 8 + 1);
    }

    int columns_;
    int rows_;
};

static_assert(Observed<Breakthrough>);

[[maybe_unused]] const bool enlisted = enlist("breakthrough", make_engine<Breakthrough>);

}  // namespace

NB_MODULE(_breakthrough, module) { quintet::bind::fill(module); }
