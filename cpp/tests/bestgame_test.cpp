// Best Game Ever Made: the laws, the rulebook's vectors, random games against columns of letters, bad input.
#include "games/bestgame.hpp"

#include "tests/laws.hpp"
#include "tests/spec.hpp"

using namespace quintet;

namespace {

using Narrow = Bestgame<bestgame::Word>;
using Wide = Bestgame<bestgame::Wide>;

/// The rules as they are read: columns of letters from the floor up.
struct Letters {
    std::vector<std::string> columns;
    int white_points = 0;
    int black_points = 0;

    void drop(std::size_t column, char colour) {
        columns[column] += colour;
        while (capture() | score()) {}
    }

    bool capture() {
        bool changed = false;
        for (std::string& column : columns) {
            for (std::size_t i = 2; i < column.size(); ++i) {
                const char other = column[i] == 'w' ? 'b' : 'w';
                if (column[i - 1] != other || column[i - 2] != other || (i > 2 && column[i - 3] == other)) continue;
                column[i - 1] = column[i - 2] = column[i];
                changed = true;
            }
        }
        return changed;
    }

    bool score() {
        const auto at = [&](std::size_t c, std::size_t r) { return c < columns.size() && r < columns[c].size() ? columns[c][r] : '.'; };
        std::vector<std::string> left(columns.size());
        for (std::size_t c = 0; c < columns.size(); ++c) {
            for (std::size_t r = 0; r < columns[c].size(); ++r) {
                const char own = columns[c][r];
                // How far the colour reaches in each direction; beyond 0 the index wraps to a huge one, where nothing is.
                const auto reach = [&](std::size_t dc, std::size_t dr) {
                    int n = 0;
                    while (at(c + dc * static_cast<std::size_t>(n + 1), r + dr * static_cast<std::size_t>(n + 1)) == own) ++n;
                    return n;
                };
                const auto minus = ~std::size_t{0};
                if (reach(1, 0) + reach(minus, 0) < 2 && reach(0, 1) + reach(0, minus) < 2) {
                    left[c] += own;
                } else {
                    ++(own == 'w' ? white_points : black_points);
                }
            }
        }
        const bool changed = left != columns;
        columns = left;
        return changed;
    }

    [[nodiscard]] std::string text(int rows) const {
        return write_rows(rows, static_cast<int>(columns.size()), [&](int row, int column) {
            const std::string& own = columns[static_cast<std::size_t>(column)];
            const auto height = static_cast<std::size_t>(rows - 1 - row);
            return height < own.size() ? own[height] : '.';
        });
    }
};

/// `1:wb 3:b` on so many columns.
Letters columns_of(std::string_view list, std::size_t count) {
    Letters letters;
    letters.columns.resize(count);
    if (list.empty()) return letters;
    for (const auto part : split(list, ' ')) letters.columns[static_cast<std::size_t>(part[0] - '1')] = part.substr(2);
    return letters;
}

template <class Game>
void check_vectors(testing::Checks& checks) {
    const Game game(parse_spec("bestgame(columns=7,rows=5)").options);
    const auto vector = [&](std::string_view before, char turn, const char* move, std::string_view after, int white_points, int black_points) {
        const auto position = game.parse(columns_of(before, 7).text(5) + ' ' + turn + " 9 9 0 0");
        const auto next = game.play(position, parse_move(game, position, move));
        const std::string expected = columns_of(after, 7).text(5) + (turn == 'w' ? " b 9 8 " : " w 8 9 ") + std::to_string(black_points) + ' ' + std::to_string(white_points);
        checks.equal(game.format(next), expected, before);
    };
    vector("1:wb 2:bwbwb 3:bb 4:wbwbw 5:b 6:b 7:w", 'w', "3", "1:wb 2:bwbwb 4:wbwbw 5:b 6:b 7:w", 3, 0);
    vector("1:wb 2:bwbw 3:bb 4:wbwbw 5:b 6:b 7:w", 'b', "2", "1:wb 2:bwbwb 3:bb 4:wbwbw 5:b 6:b 7:w", 0, 0);
    vector("1:wbb", 'w', "1", "", 4, 0);
    vector("1:wb 2:bb 3:ww 4:wb", 'w', "2", "1:b 3:w 4:b", 6, 0);
    vector("2:w 3:wbw 4:bw 5:ww", 'w', "1", "3:b 4:b 5:w", 6, 0);
    vector("1:b 2:ww 3:bwbw", 'w', "1", "1:b 2:w", 6, 0);
    vector("1:bb 2:w 3:wb 5:wb 6:bw 7:bw", 'w', "4", "1:bb 3:b 6:w 7:w", 4, 3);
    vector("3:w 4:ww 5:bwb 6:bb 7:wbwbw", 'w', "3", "3:w 4:w 7:w", 3, 8);
    vector("1:b 2:b 4:b 5:b", 'b', "3", "", 0, 5);
    vector("1:bw", 'w', "1", "1:bww", 0, 0);
    checks.equal(perft(game, game.start(), 6), 117642U, "perft 6");
    checks.equal(perft(game, game.start(), 5), 16807U, "perft 5");
}

void check_ends(testing::Checks& checks) {
    const Narrow game{parse_spec("bestgame(columns=3,rows=3,tokens=5)").options};
    checks.equal(game.format(game.start()), ".../.../... w 5 5 0 0", "start");
    const auto end = [&](const char* text) { return game.outcome(game.parse(text)); };
    checks.that(end("bwb/wbw/bwb b 1 0 3 4") == Outcome{Player::FIRST, "more points", Scores{4, 3}}, "a full board");
    checks.that(end(".../.../wbw w 0 0 4 4") == Outcome{std::nullopt, "equal points", Scores{4, 4}}, "no tokens left");
    checks.that(end(".../.../wbw b 0 0 4 3") == Outcome{Player::SECOND, "more points", Scores{3, 4}}, "Black has more");
    checks.that(!end(".../.../wbw b 1 0 4 3"), "Black still has a token");
    const auto uneven = game.play(game.parse(".../.../... w 0 3 0 0"), 0);
    checks.equal(game.format(uneven), ".../.../w.. w 0 2 0 0", "a side without tokens is passed over");
    checks.equal(game.format(game.play(game.parse(".../.../... w 0 1 0 0"), 0)), ".../.../w.. b 0 0 0 0", "at the end the turn alternates");
}

/// Random games, each move also made on the letters.
template <class Game>
void check_games(testing::Checks& checks, const std::string& spec, int count) {
    const Game game(parse_spec(spec).options);
    Rng rng(3);
    for (int i = 0; i < count; ++i) {
        Letters letters;
        letters.columns.resize(static_cast<std::size_t>(game.columns()));
        for (auto position = game.start(); !game.outcome(position);) {
            const auto move = game.random_move(position, rng);
            letters.drop(move, game.to_move(position) == Player::FIRST ? 'w' : 'b');
            position = game.play(position, move);
            const std::string text = game.format(position);
            checks.equal(text.substr(0, text.find(' ')), letters.text(game.stride() - 1), spec);
            checks.that(position.points[Game::white] == letters.white_points && position.points[Game::black] == letters.black_points, spec + ": points");
        }
    }
}

void check_refusals(testing::Checks& checks) {
    const Narrow game{parse_spec("bestgame(columns=3,rows=4)").options};
    const auto refuse = [&](const std::string& text, std::string_view part) {
        checks.throws<ParseError>([&] { static_cast<void>(game.parse(text)); }, part);
    };
    refuse(".../.../.../... w 20 20 0", "6 fields");
    refuse(".../.../... w 20 20 0 0", "4 rows");
    refuse(".../.../.../... w 21 20 0 0", "the tokens Black has left: expected a number from 0 to 20, got '21'");
    refuse(".../.../.../... w 20 020 0 0", "the tokens White has left");
    refuse(".../.../.../... w 20 20 -1 0", "Black's points");
    refuse(".../.../.../... w 20 20 0 +1", "White's points");
    refuse(".../.../.../... w 20 20 0 " + std::string(100'000, '9'), "White's points");
    refuse(".../.../.../... w 20 0 0 0", "White is to move: expected at least one token left");
    refuse(".../.../.../... b 0 20 0 0", "Black is to move");
    refuse(".../.w./.../... w 20 20 0 0", "one in the air at column 2, row 3");
    refuse(".../.b./.w./.w. w 20 20 0 0", "a capture still to resolve at column 2, row 3");
    refuse(".../.../.../www w 20 20 0 0", "a line still to resolve at column 1, row 1");
    refuse(".../b../b../b.. w 20 20 0 0", "a line still to resolve");
    refuse(std::string(500'000, '.') + " w 20 20 0 0", "4 rows");
    checks.throws<OptionError>([] { Narrow{parse_spec("bestgame(rows=10)").options}; }, "rows must be 3 to 9, got 10");
    checks.throws<OptionError>([] { Narrow{parse_spec("bestgame(columns=9,rows=9)").options}; }, "at most 64 here");
    checks.throws<OptionError>([] { Narrow{parse_spec("bestgame(tokens=0)").options}; }, "tokens must be 1 to 40, got 0");
}

[[maybe_unused]] const bool added = testing::add("bestgame_test", [](testing::Checks& checks, const testing::Setting&) {
    check_vectors<Narrow>(checks);
    check_vectors<Wide>(checks);
    check_ends(checks);
    check_refusals(checks);
    for (const char* spec : {"bestgame", "bestgame(columns=7,rows=5)", "bestgame(columns=3,rows=3,tokens=40)", "bestgame(columns=3,rows=9,tokens=40)", "bestgame(columns=9,rows=6,tokens=40)"}) {
        check_games<Narrow>(checks, spec, 100);
        check_games<Wide>(checks, spec, 10);
        testing::check_laws<Narrow>(checks, parse_spec(spec).options, 10);
    }
    for (const char* spec : {"bestgame(columns=9,rows=9,tokens=40)", "bestgame(columns=7,rows=9,tokens=40)", "bestgame(columns=9,rows=7,tokens=39)"}) {
        check_games<Wide>(checks, spec, 100);
        testing::check_laws<Wide>(checks, parse_spec(spec).options, 5);
    }
    testing::check_estimates<Narrow>(checks, parse_spec("bestgame").options);
    testing::check_estimates<Wide>(checks, parse_spec("bestgame(columns=9,rows=9,tokens=40)").options);
});

}  // namespace
