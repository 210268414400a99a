"""What Quentin has beside its rules: its picture, reasons for a refusal, symmetries and a guess who is ahead."""

import itertools
from collections.abc import Iterator
from random import Random

import pytest

from quintet import Color, Engine, Match, Outcome, Player, load
from quintet.core.grid import place
from quintet.core.scene import Button, Edge, Piece
from quintet.core.types import PASS, SWAP
from quintet.engine.native.kernels import kernel_for
from quintet.games.quentin import Place, Position, Quentin, QuentinOptions

GAME = Quentin(QuentinOptions(size=5))


def test_all_moves_in_reading_order_then_the_words() -> None:
    texts = [str(move) for move in GAME.all_moves()]
    assert texts[:6] == ["a1", "b1", "c1", "d1", "e1", "a2"]
    assert texts[24:] == ["e5", "swap", "pass"]
    without = load("quentin(size=5,pie=false)")
    assert [str(move) for move in without.all_moves()[24:]] == ["e5", "pass"]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("quentin(size=1)", "size must be 2 to 26, got 1"),
        ("quentin(size=27)", "size must be 2 to 26, got 27"),
        ("quentin(pie=no)", "pie must be true or false, got no"),
    ],
)
def test_options_out_of_range(spec: str, message: str) -> None:
    with pytest.raises(ValueError, match="must be") as error:
        load(spec)
    assert str(error.value) == message


def test_outcomes_have_their_exact_reasons() -> None:
    def outcome(rows: str, turn: str = "b") -> Outcome | None:
        game = load(f"quentin(size={rows.count('/') + 1})")
        found: Outcome | None = game.outcome(game.parse(f"{rows} {turn} -"))
        return found

    assert outcome(".b./.b./.b.") == Outcome(Player.FIRST, "edges connected")
    assert outcome(".../www/...") == Outcome(Player.SECOND, "edges connected")
    assert outcome("bw/wb") == Outcome(None, "board full")
    assert outcome("..../.bb./b..b/....") == Outcome(None, "no legal move")
    assert outcome(".../.../...") is None


def test_there_is_no_move_when_it_is_over() -> None:
    game = load("quentin(size=4)")
    for text in (".b../.b../.b../.b.. w pie", "..../.bb./b..b/.... w pie", "bwbw/wbwb/bwbw/wbwb b -"):
        assert list(game.legal_moves(game.parse(text))) == []


def test_chains_of_both_colours_cannot_cross() -> None:
    """So nobody has to say who wins then: on no board of 3 x 3 points are both pairs of edges connected."""
    game = Quentin(QuentinOptions(size=3))
    for letters in itertools.product("bw", repeat=9):
        scene = game.scene(Position("".join(letters), Color.BLACK, "-"))
        assert len({scene.pieces[spot].color for spot in scene.winning}) <= 1


def test_a_full_board_without_bare_diagonals_has_a_chain() -> None:
    """So no game ends on a full board without a winner: a bare diagonal is never left on a board."""
    game = Quentin(QuentinOptions(size=3))
    drawn = 0
    for letters in itertools.product("bw", repeat=9):
        squares = (letters[i : i + 2] + letters[i + 3 : i + 5] for i in (0, 1, 3, 4))
        is_bare = any(a == d != b == c for a, b, c, d in squares)
        outcome = game.outcome(Position("".join(letters), Color.BLACK, "-"))
        assert outcome is not None
        assert is_bare or outcome.winner is not None, letters
        drawn += outcome.winner is None
    assert drawn == 118


def test_somebody_can_always_move() -> None:
    """Every game on 3 x 3 points ends with a chain: no board that is reached is full without one, or stuck."""
    game = load("quentin(size=3,pie=false)")
    seen, ahead = set[Position](), [game.start()]
    while ahead:
        position = ahead.pop()
        if position in seen:
            continue
        seen.add(position)
        outcome = game.outcome(position)
        assert outcome is None or outcome.reason == "edges connected", game.text(position)
        ahead += [game.play(position, move) for move in game.legal_moves(position)]
    assert len(seen) > 500


def test_players_change_colours_after_a_swap() -> None:
    before = GAME.parse("...../...../..b../...../..... w pie")
    assert [GAME.color(before, player) for player in Player] == [Color.BLACK, Color.WHITE]
    assert GAME.to_move(before) is Player.SECOND
    after = GAME.play(before, SWAP)
    assert [GAME.color(after, player) for player in Player] == [Color.WHITE, Color.BLACK]
    assert GAME.to_move(after) is Player.FIRST


# The fast path


@pytest.mark.parametrize(("size", "boards"), [(2, 200), (3, 600), (4, 500), (5, 250), (6, 120), (8, 40), (13, 5)])
def test_the_fast_path_finds_the_placements_that_the_plain_rule_allows(size: int, boards: int) -> None:
    game = Quentin(QuentinOptions(size=size))
    random = Random(size)
    verdicts: set[bool] = set()
    for board in [*_scattered(random, size, boards), *_played(random, game, boards)]:
        for color in Color:
            empty = [point for point, letter in enumerate(board) if letter == "."]
            plain = [point for point in empty if game._is_legal(board, point, color)]
            assert list(game._legal_points(board, color)) == plain, f"{board} {color}"
            verdicts.update(point in plain for point in empty)
    assert verdicts == {True, False}


def _scattered(random: Random, size: int, count: int) -> Iterator[str]:
    """Boards with stones anywhere: territories are still to be filled, and diagonals are bare."""
    for _ in range(count):
        stones = random.random()
        yield "".join(random.choices(".bw", (1 - stones, stones / 2, stones / 2), k=size * size))


def _played(random: Random, game: Quentin, count: int) -> Iterator[str]:
    """Boards of games with random moves, every other one with a point changed: few territories and bare diagonals."""
    pos = game.start()
    for number in range(count):
        moves = game.legal_moves(pos)
        pos = game.play(pos, random.choice(moves)) if moves else game.start()
        changed = random.randrange(len(pos.board))
        yield place(pos.board, [changed], random.choice(".bw")) if number % 2 else pos.board


# Refusals


@pytest.mark.parametrize(
    ("text", "move", "spots"),
    [
        ("...../..w../....b/...../b.... w -", "b2", ()),
        ("...../..w../....b/...../b.... w -", "c2", ("c2",)),
        ("...../..w../....b/...../b.... w -", "b3", ("c2", "b3")),
        ("bb.../b..../.w.../...../..... w -", "c2", ("c2", "b3")),
        ("...../...../..b../b.w../bbw.. w -", "b3", ("b3", "c4")),
        ("...../...../.w.../w..../..... w -", "c4", ("b3", "c4")),
        ("...../...../.w.../w..../..... w -", "e1", ("b3", "a4")),
    ],
)
def test_a_refusal_shows_its_spots(text: str, move: str, spots: tuple[str, ...]) -> None:
    pos = GAME.parse(text)
    stone = next(stone for stone in GAME.all_moves() if str(stone) == move)
    assert (stone in GAME.legal_moves(pos)) == (not spots)
    if spots:
        assert GAME.refusal(pos, stone).spots == spots


# Picture


def test_the_layout_is_wood_with_an_edge_for_each_colour() -> None:
    layout = GAME.layout()
    assert (layout.surface, layout.piece, layout.width, layout.height) == ("wood", "stone", 5, 5)
    assert layout.edges == (
        Edge("top", Color.BLACK),
        Edge("bottom", Color.BLACK),
        Edge("left", Color.WHITE),
        Edge("right", Color.WHITE),
    )
    assert layout.buttons == (Button("swap", "Swap sides"), Button("pass", "Pass"))
    assert load("quentin(pie=false)").layout().buttons == (Button("pass", "Pass"),)
    assert [spot.id for spot in layout.spots[:6]] == ["a1", "b1", "c1", "d1", "e1", "a2"]
    assert (layout.spots[5].x, layout.spots[5].y) == (0.5, 1.5)


def test_the_winning_chain_is_shown_without_other_chains() -> None:
    scene = GAME.scene(GAME.parse("bw.b./bw.../bbw../.bw../.b.w. w -"))
    assert scene.winning == ("a1", "a2", "a3", "b3", "b4", "b5")
    assert scene.pieces["d1"] == Piece(Color.BLACK)
    assert scene.counters == ()
    assert GAME.scene(GAME.parse("...../..w../wwww./...../..... b -")).winning == ()
    assert GAME.scene(GAME.parse("w..../..w../wwwww/...../..... b -")).winning == ("c2", "a3", "b3", "c3", "d3", "e3")


def test_stages_place_the_stone_and_then_fill() -> None:
    pos = GAME.parse(".b.../...../...../...../..... w -")
    stone, filled = GAME.stages(pos, Place(0, 1))
    assert dict(stone.pieces) == {"b1": Piece(Color.BLACK), "a2": Piece(Color.WHITE)}
    assert dict(filled.pieces) == {**stone.pieces, "a1": Piece(Color.BLACK)}


def test_a_move_that_fills_nothing_is_one_stage() -> None:
    pos = GAME.parse("...../..b../...../...../..... w pie")
    assert GAME.stages(pos, Place(0, 0)) == [GAME.scene(GAME.play(pos, Place(0, 0)))]
    assert GAME.stages(pos, SWAP) == [GAME.scene(pos)]
    assert GAME.stages(pos, PASS) == [GAME.scene(pos)]


def test_clicks() -> None:
    assert [GAME.clicks(move) for move in (Place(2, 3), SWAP, PASS)] == [("c4",), ("swap",), ("pass",)]


# Abilities


def test_symmetries_leave_every_edge_its_colour() -> None:
    images = GAME.symmetries(GAME.parse("bw.../...../...../...../..... w swapped"))
    assert [GAME.text(image) for image in images] == [
        "bw.../...../...../...../..... w swapped",
        "...../...../...../...../...wb w swapped",
        "...wb/...../...../...../..... w swapped",
        "...../...../...../...../bw... w swapped",
    ]


def test_the_shorter_connection_is_ahead() -> None:
    assert GAME.heuristic(GAME.start(), Player.FIRST) == 0
    one_stone_less = GAME.heuristic(GAME.parse("...../...../..b../...../..... w -"), Player.FIRST)
    assert 0.2 < one_stone_less < 0.3
    ahead = GAME.parse("..b../..b../..b../ww.../..... b -")
    assert GAME.heuristic(ahead, Player.FIRST) > 0.1
    assert GAME.heuristic(ahead, Player.FIRST) == -GAME.heuristic(ahead, Player.SECOND)
    swapped = GAME.parse("..b../..b../..b../ww.../..... b swapped")
    assert GAME.heuristic(swapped, Player.SECOND) == GAME.heuristic(ahead, Player.FIRST)


def test_a_detour_is_longer_and_a_cut_off_colour_is_lost() -> None:
    straight = GAME.parse("b...b/...w./...../...../b.... b -")
    assert GAME.heuristic(straight, Player.FIRST) > 0
    detour = GAME.parse("b...b/wwww./...../...../b.... b -")
    lost = GAME.parse("b.b.b/...../wwwb./...ww/..... b -")
    assert GAME.heuristic(lost, Player.FIRST) < GAME.heuristic(detour, Player.FIRST) < 0


def test_boards_larger_than_a_kernel_holds_are_played_by_the_rulebook() -> None:
    game = load("quentin", size=26)
    match = Match(game)
    match.play("z26")
    assert Match.from_record(match.record()) == match
    assert kernel_for(game) is None
    assert Engine(game, seed=1).analyze(match.position, nodes=20).move in game.legal_moves(match.position)
