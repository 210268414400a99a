// Magnetize: the laws, the rulebook's vectors, random games against a grid of letters, bad input.
#include "games/magnetize.hpp"

#include "tests/laws.hpp"
#include "tests/spec.hpp"

using namespace quintet;

namespace {

using Compact = Magnetize<magnetize::WordBoard>;
using General = Magnetize<magnetize::RowsBoard>;

std::string spec_of(int height, int width, int square, int maglock) {
    return "magnetize(height=" + std::to_string(height) + ",width=" + std::to_string(width) + ",square=" + std::to_string(square) +
           ",maglock=" + std::to_string(maglock) + ")";
}

/// The rules as they are read: a grid of letters in which one piece moves one cell at a time.
class Letters {
public:
    Letters(int height, int width, int square, int maglock)
        : height_(height), width_(width), square_(square), maglock_(maglock), cells_(static_cast<std::size_t>(height * width), '.') {}

    void play(int column) {
        const char mover = turn_;
        if (column == General::magnet) {
            while (slide(mover) | (owed(other(mover)) == 0 && fall(other(mover)))) {}
            owed(mover) = maglock_;
            if (maglock_ == 0) settle();
        } else {
            int row = 0;
            while (row + 1 < height_ && at(row + 1, column) == '.') ++row;
            at(row, column) = mover;
        }
        turn_ = other(mover);
        while (!over() && owed(turn_) > 0) {
            if (--owed(turn_) == 0) settle();
            turn_ = other(turn_);
        }
    }

    [[nodiscard]] bool over() { return square_of('b') || square_of('w') || cells_.find('.') == std::string::npos; }

    [[nodiscard]] std::string text() {
        return write_rows(height_, width_, [&](int row, int column) { return at(row, column); }) + ' ' + turn_ + ' ' + std::to_string(black_) + ' ' + std::to_string(white_);
    }

private:
    [[nodiscard]] static char other(char colour) { return colour == 'b' ? 'w' : 'b'; }
    [[nodiscard]] int& owed(char colour) { return colour == 'b' ? black_ : white_; }
    [[nodiscard]] char& at(int row, int column) { return cells_[static_cast<std::size_t>(row * width_ + column)]; }

    /// Moves pieces of one colour by a step again and again; says whether any moved.
    bool walk(char colour, int down, int right) {
        bool moved = false;
        for (bool again = true; again;) {
            again = false;
            for (int row = 0; row < height_; ++row) {
                for (int column = 0; column < width_; ++column) {
                    if (at(row, column) != colour || row + down >= height_ || column + right < 0 || column + right >= width_) continue;
                    if (at(row + down, column + right) != '.') continue;
                    std::swap(at(row, column), at(row + down, column + right));
                    again = moved = true;
                }
            }
        }
        return moved;
    }
    bool slide(char colour) { return walk(colour, 0, colour == 'b' ? -1 : 1); }
    bool fall(char colour) { return walk(colour, 1, 0); }
    void settle() {
        while ((black_ == 0 && fall('b')) | (white_ == 0 && fall('w'))) {}
    }

    [[nodiscard]] bool square_of(char colour) {
        for (int row = 0; row + square_ <= height_; ++row) {
            for (int column = 0; column + square_ <= width_; ++column) {
                bool whole = true;
                for (int i = 0; i < square_ * square_; ++i) whole = whole && at(row + i / square_, column + i % square_) == colour;
                if (whole) return true;
            }
        }
        return false;
    }

    int height_, width_, square_, maglock_;
    std::string cells_;
    char turn_ = 'b';
    int black_ = 0;
    int white_ = 0;
};

template <class Game>
void check_vectors(testing::Checks& checks) {
    const auto after = [](const Game& game, const std::string& from, std::string_view line) {
        auto position = from.empty() ? game.start() : game.parse(from);
        for (const auto move : split(line, ' ')) position = game.play(position, parse_move(game, position, move));
        return position;
    };
    const auto text = [&](const std::string& spec, std::string_view line) {
        const Game game(parse_spec(spec).options);
        return game.format(after(game, {}, line));
    };
    const auto end = [&](const std::string& spec, std::string_view line) {
        const Game game(parse_spec(spec).options);
        return game.outcome(after(game, {}, line));
    };
    const Outcome black_won{Player::FIRST, "square made", std::nullopt};

    const std::string worked = spec_of(4, 5, 2, 2);
    checks.equal(text(worked, "1 3 0 1 1 4 3 3 3 m"), "...../...bw/.bwb./bb.ww b 0 2", "the worked example");
    checks.equal(text(worked, "1 3 0 1 1 4 3 3 3 m 2"), "...../..bbw/.bwb./bb.ww b 0 1", "the worked example");
    checks.equal(text(worked, "1 3 0 1 1 4 3 3 3 m 2 4"), "...../...bb/.bbbw/bbwww b 0 0", "the worked example");
    checks.equal(text(worked, "1 3 0 1 1 4 3 3 3 m 2 4 m"), "...../bb.../bbb.w/bbwww w 2 0", "the worked example");
    checks.that(end(worked, "1 3 0 1 1 4 3 3 3 m 2 4 m") == black_won, "Black has won");
    checks.equal(text(spec_of(3, 4, 2, 2), "0 1 1 0 0 m"), "..../b..w/bb.w b 0 2", "cascade");
    checks.equal(text(spec_of(3, 4, 2, 2), "0 1 1 0 0 m m"), "..../b..w/bb.w w 0 0", "cascade");
    checks.equal(text(spec_of(4, 4, 2, 2), "0 0 0 0 m"), "w.../b.../w.../b... w 2 0", "both on");
    checks.equal(text(spec_of(4, 4, 2, 2), "0 0 0 0 m m"), "..../..../b..w/b..w b 0 0", "both on");
    checks.that(end(worked, "0 3 1 4 0 1 1 4 2 m") == Outcome{std::nullopt, "both have a square", std::nullopt}, "double square");
    checks.that(end(spec_of(2, 4, 2, 2), "0 2 2 0 1 3 3 1") == Outcome{std::nullopt, "board full", std::nullopt}, "full");
    checks.that(end(spec_of(2, 3, 2, 1), "0 2 1 2 0 m 1") == black_won, "last cell");
    checks.equal(text(spec_of(3, 3, 2, 0), "1 1 1 m"), ".../.b./.bw b 0 0", "no lock");
    checks.equal(text(spec_of(3, 3, 2, 0), "1 1 1 m 2 1 0 2 m"), ".w./bbw/bbw w 0 0", "no lock");
    checks.that(end(spec_of(3, 3, 2, 0), "1 1 1 m 2 1 0 2 m") == black_won, "no lock: Black has won");
    checks.equal(text(spec_of(3, 4, 2, 0), "0 0 3 0 2 2 m 2 m m"), "..w./..ww/bbbw b 0 0", "one check after settling");
    checks.that(!end(spec_of(3, 4, 2, 0), "0 0 3 0 2 2 m 2 m m"), "nobody has won");
    const Game four(parse_spec(spec_of(4, 4, 2, 2)).options);
    const auto before_the_fall = after(four, "..b./..bb/..ww/...b b 0 1", "3");
    checks.equal(four.format(before_the_fall), "..bb/..bb/..ww/...b w 0 1", "before the fall");
    checks.that(four.outcome(before_the_fall) == black_won, "before the fall");

    const auto count = [](const std::string& spec, int depth) {
        const Game game(parse_spec(spec).options);
        return perft(game, game.start(), depth);
    };
    checks.equal(count(worked, 6), 46393U, "perft (4, 5, 2, 2)");
    checks.equal(count(worked, 5), 7771U, "perft (4, 5, 2, 2)");
    checks.equal(count(spec_of(3, 4, 2, 5), 5), 3047U, "perft (3, 4, 2, 5)");
}

/// What is counted for all squares at once is what is counted square by square, and a move said to win at once does.
template <class Game>
void check_squares(testing::Checks& checks, const Game& game, const typename Game::Position& position) {
    std::vector<int> worth(static_cast<std::size_t>(game.square() * game.square()) + 1);
    for (std::size_t i = 0; i < worth.size(); ++i) worth[i] = static_cast<int>(i * i) + 3;
    for (const std::size_t colour : {Game::black, Game::white}) {
        int sum = 0;
        const auto& own = position.cells[colour];
        const auto& other = position.cells[colour ^ 1U];
        game.board().for_each_open_square(own, other, [&](int pieces) { sum += pieces == 0 ? 0 : worth[static_cast<std::size_t>(pieces)]; });
        checks.equal(game.board().worth_of_squares(own, other, worth.data()), sum, "the worth of all squares: " + game.format(position));
    }
    const auto wins = [&](typename Game::Move move) {
        const auto next = game.play(position, move);
        return next.square[position.turn] && !next.square[position.turn ^ 1U];
    };
    const auto winning = game.winning_move(position);
    if (winning) checks.that(wins(*winning), "it wins at once: " + game.format(position));
    Moves<Game> moves;
    game.generate(position, moves);
    for (const auto move : moves) {
        // What makes a square when missed turns end is not seen.
        if (!winning && position.owed == std::array<std::uint8_t, 2>{0, 0} && move != Game::magnet) checks.that(!wins(move), "no drop wins: " + game.format(position));
    }
}

/// Random games, each move also made on the letters.
template <class Game>
void check_games(testing::Checks& checks, int height, int width, int square, int maglock, int count) {
    const Game game(parse_spec(spec_of(height, width, square, maglock)).options);
    Rng rng(4);
    for (int i = 0; i < count; ++i) {
        Letters letters(height, width, square, maglock);
        auto position = game.start();
        for (int made = 0; made < 300 && !game.outcome(position); ++made) {
            check_squares(checks, game, position);
            const auto move = game.random_move(position, rng);
            letters.play(move);
            position = game.play(position, move);
            checks.equal(game.format(position), letters.text(), spec_of(height, width, square, maglock));
            checks.equal(game.outcome(position).has_value(), letters.over(), "over");
        }
    }
}

void check_refusals(testing::Checks& checks) {
    const Compact game{parse_spec(spec_of(3, 4, 2, 2)).options};
    const auto refuse = [&](const std::string& text, std::string_view part) {
        checks.throws<ParseError>([&] { static_cast<void>(game.parse(text)); }, part);
    };
    refuse("..../..../.... b 0", "4 fields");
    refuse("..../.... b 0 0", "3 rows");
    refuse("..../..../.... b 0 3", "the turns White still misses: expected a number from 0 to 2, got '3'");
    refuse("..../..../.... b 1 0", "Black is to move: expected no turns to miss, got 1");
    refuse("..../..../.... w 0 1", "White is to move");
    refuse("..../.b../.... b 0 0", "one in the air at row 1, column 1");
    refuse("..../.b../.... b 0 2", "one in the air at row 1, column 1");
    refuse(".b../.w../.... b 0 0", "one in the air at row 1, column 1");
    refuse(std::string(300'000, '/') + " b 0 0", "3 rows");
    checks.equal(game.format(game.parse(".b../.w../.... b 0 2")), ".b../.w../.... b 0 2", "a piece may rest on one that is held");
    checks.equal(game.format(game.parse("..../bb../bb.. b 2 2")), "..../bb../bb.. b 2 2", "when it is over the side to move may owe turns");
    checks.throws<OptionError>([] { Compact{parse_spec("magnetize(square=5)").options}; }, "square must be 2 to 4, got 5");
    checks.throws<OptionError>([] { Compact{parse_spec("magnetize(maglock=100)").options}; }, "maglock must be 0 to 99, got 100");
    checks.throws<OptionError>([] { Compact{parse_spec("magnetize(height=63)").options}; }, "height must be 2 to 62, got 63");
    checks.throws<OptionError>([] { Compact{parse_spec("magnetize(height=62,width=62)").options}; }, "at most 64 here");
}

[[maybe_unused]] const bool added = testing::add("magnetize_test", [](testing::Checks& checks, const testing::Setting&) {
    check_vectors<Compact>(checks);
    check_vectors<General>(checks);
    check_refusals(checks);
    for (const auto& [height, width, square, maglock] : {std::array{4, 5, 2, 2}, {3, 4, 2, 5}, {2, 2, 2, 1}, {2, 32, 2, 3}, {32, 2, 2, 1}, {8, 8, 3, 2}, {8, 8, 4, 0},
                                                         {7, 9, 3, 99}, {8, 8, 8, 1}, {5, 5, 3, 4}}) {
        check_games<Compact>(checks, height, width, square, maglock, 40);
        check_games<General>(checks, height, width, square, maglock, 10);
    }
    for (const auto& [height, width, square, maglock] : {std::array{9, 9, 3, 2}, {62, 62, 3, 2}, {62, 2, 2, 2}, {2, 62, 2, 2}, {10, 13, 4, 0}, {12, 7, 5, 7}}) {
        check_games<General>(checks, height, width, square, maglock, 5);
    }
    for (const auto& [height, width, square, maglock] : {std::array{4, 5, 2, 2}, {3, 3, 2, 0}, {8, 8, 3, 2}}) {
        testing::check_laws<Compact>(checks, parse_spec(spec_of(height, width, square, maglock)).options, 10);
    }
    testing::check_laws<General>(checks, parse_spec(spec_of(9, 9, 3, 3)).options, 3);
    testing::check_laws<General>(checks, parse_spec(spec_of(62, 62, 2, 2)).options, 1);
    testing::check_estimates<Compact>(checks, parse_spec("magnetize").options);
    testing::check_estimates<Compact>(checks, parse_spec(spec_of(8, 8, 3, 2)).options);
    testing::check_estimates<General>(checks, parse_spec(spec_of(12, 11, 4, 2)).options);
});

}  // namespace
