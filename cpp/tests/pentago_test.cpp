// Pentago: the laws, the rulebook's vectors, bad input.
#include "games/pentago.hpp"

#include "tests/laws.hpp"

using namespace quintet;

namespace {

/// Plays moves written as `Ba21C`: colour, cell, sub-board, direction. A rotation after a winning placement is ignored.
Pentago::Position after(const Pentago& game, std::string_view line) {
    auto position = game.start();
    for (const auto typed : split(line, ' ')) {
        const std::string cell(typed.substr(1, 2));
        Moves<Pentago> moves;
        game.generate(position, moves);
        const bool wins = std::ranges::any_of(moves, [&](auto move) { return game.move_text(move) == cell; });
        position = game.play(position, parse_move(game, position, wins ? cell : cell + '-' + std::string(typed.substr(3))));
    }
    return position;
}

void check_vectors(testing::Checks& checks) {
    const Pentago game;
    const auto board = [&](std::string_view line) { return game.format(after(game, line)); };
    checks.equal(game.format(game.start()), "....../....../....../....../....../...... b", "start");
    checks.equal(board("Ba21C Wa21C"), "....../....../b.w.../....../....../...... b", "two marbles");
    checks.equal(board("Ba01C"), "..b.../....../....../....../....../...... w", "one marble, clockwise");
    checks.equal(board("Ba01A"), "....../....../b...../....../....../...... w", "one marble, anti-clockwise");
    checks.equal(board("Ba32C"), ".....b/....../....../....../....../...... w", "sub-board 2");
    checks.equal(board("Bd03A"), "....../....../....../....../....../b..... w", "sub-board 3");
    checks.equal(board("Bd34C"), "....../....../....../.....b/....../...... w", "sub-board 4");

    const auto bare = after(game, "Ba04C Wb04C Ba14C Wb14C Ba24C Wb24C Ba34C Wb34C Ba41C");
    checks.equal(game.format(bare), "bbbbb./wwww../....../....../....../...... w", "a win before the rotation");
    checks.that(game.outcome(bare) == Outcome{Player::FIRST, "five in a row", std::nullopt}, "Black won");
    const auto both = after(game, "Ba04A Wb04A Ba14A Wb14A Ba24A Wb24A Ba54A Wa44A Bb54A Wb44A Bd54A We42A");
    checks.equal(game.format(both), "bbbbb./wwwww./....../...b../....w./...... b", "both five");
    checks.that(game.outcome(both) == Outcome{std::nullopt, "both have five in a row", std::nullopt}, "a draw");
    const auto whites = after(game, "Bf04A Wb04A Ba14A Wb14A Ba24A Wb24A Ba54A Wa44A Bb54A Wb44A Bd54A We42A");
    checks.that(game.outcome(whites)->winner == Player::SECOND, "White won");
    const auto blacks = after(game, "Ba04A Wf04A Ba14A Wb14A Ba24A Wb24A Ba54A Wa44A Bb54A Wb44A Bd54A We42A");
    checks.that(game.outcome(blacks)->winner == Player::FIRST, "Black won by White's rotation");
    const auto full = game.parse("bwbwbw/bwbwbw/wbwbwb/wbwbwb/bwbwbw/bwbwbw b");
    checks.that(game.outcome(full) == Outcome{std::nullopt, "board full", std::nullopt}, "a full board");
}

void check_refusals(testing::Checks& checks) {
    const Pentago game;
    checks.throws<ParseError>([&] { static_cast<void>(game.parse("....../....../....../....../...... b")); }, "6 rows");
    checks.throws<ParseError>([&] { static_cast<void>(game.parse("....../....../....../....../....../......")); }, "2 fields");
    checks.throws<ParseError>([&] { static_cast<void>(game.parse("....../....../....../....../....../.....B b")); }, "row 6");
    for (const std::string typed : {"", "a0", "a0-5C", "a0-1", "g0-1C"}) {
        checks.throws<IllegalMove>([&] { static_cast<void>(parse_move(game, game.start(), typed)); }, "expected one of the 288");
    }
    const auto over = game.parse("bbbbb./wwww../....../....../....../...... w");
    checks.throws<IllegalMove>([&] { static_cast<void>(parse_move(game, over, "c0-1C")); }, "the game is over");
}

[[maybe_unused]] const bool added = testing::add("pentago_test", [](testing::Checks& checks, const testing::Setting&) {
    testing::check_laws<Pentago>(checks, {}, 30);
    check_vectors(checks);
    check_refusals(checks);
});

}  // namespace
