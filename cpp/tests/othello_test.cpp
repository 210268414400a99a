// Othello: the laws, the rulebook's vectors, bad input.
#include "games/othello.hpp"

#include "tests/laws.hpp"

using namespace quintet;

namespace {

/// Plays a line written with blanks between the moves.
Othello::Position after(const Othello& game, std::string_view line) {
    auto position = game.start();
    for (const auto move : split(line, ' ')) position = game.play(position, parse_move(game, position, move));
    return position;
}

std::string moves_of(const Othello& game, const Othello::Position& position) {
    Moves<Othello> moves;
    game.generate(position, moves);
    std::string list;
    for (const auto move : moves) list.append(list.empty() ? "" : " ").append(game.move_text(move));
    return list;
}

void check_vectors(testing::Checks& checks) {
    const Othello game;
    checks.equal(game.format(game.start()), "......../......../......../...wb.../...bw.../......../......../........ b", "start");
    checks.equal(moves_of(game, game.start()), "d3 c4 f5 e6", "first moves, in reading order");
    checks.equal(moves_of(game, after(game, "d3 c3")), "b3 c4 f5 e6", "after d3 c3");
    const auto stuck = after(game, "f5 f6 c4 g5 h5 h4 f7 h6");
    checks.equal(moves_of(game, stuck), "pass", "forced pass");
    checks.equal(moves_of(game, game.play(stuck, Othello::pass)), "c5 e7", "after the pass");
    const auto wiped = game.outcome(after(game, "c4 c5 f6 d3 c2 b3 b5 b4 a4"));
    checks.that(wiped == Outcome{Player::FIRST, "more discs", Scores{13, 0}}, "wipe-out");
    Options tournament;
    tournament.set("empties", std::string("winner"));
    const Othello scored(tournament);
    checks.that(scored.outcome(after(scored, "c4 c5 f6 d3 c2 b3 b5 b4 a4"))->scores == Scores{64, 0}, "empties to the winner");
    const auto level = game.parse("bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww b");
    checks.that(game.outcome(level) == Outcome{std::nullopt, "equal discs", Scores{32, 32}}, "a draw");
    checks.that(game.outcome(game.parse("......../......../......../......../......../......../......../........ w")).has_value(), "an empty board is over");
}

void check_refusals(testing::Checks& checks) {
    const Othello game;
    const std::string board = "......../......../......../...wb.../...bw.../......../......../........";
    const auto refuse = [&](const std::string& text, std::string_view part) {
        checks.throws<ParseError>([&] { static_cast<void>(game.parse(text)); }, part);
    };
    refuse("", "2 fields");
    refuse(board, "2 fields");
    refuse(board + " b -", "2 fields");
    refuse(board + "  b", "2 fields");
    refuse(board + " x", "the turn");
    refuse(board + "/........ b", "8 rows");
    refuse("......./......../......../...wb.../...bw.../......../......../........ b", "row 1");
    refuse("......../......../...X..../...wb.../...bw.../......../......../........ b", "row 3 from the top, cell 4");
    for (const std::string typed : {"", "a1", "pass", "z9", "d3x", "d3 c3"}) {
        checks.throws<IllegalMove>([&] { static_cast<void>(parse_move(game, game.start(), typed)); }, "expected one of the 4");
    }
    Options odd;
    odd.set("empties", std::string("loser"));
    checks.throws<OptionError>([&] { Othello{odd}; }, "empties must be nobody or winner, got loser");
    Options unknown;
    unknown.set("length", std::int64_t{8});
    checks.throws<OptionError>([&] { Othello{unknown}; }, "unknown option length");
}

[[maybe_unused]] const bool added = testing::add("othello_test", [](testing::Checks& checks, const testing::Setting&) {
    testing::check_laws<Othello>(checks, {}, 40);
    check_vectors(checks);
    check_refusals(checks);
});

}  // namespace
