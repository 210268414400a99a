"""Language models at the board: what they are told, what counts as a move, and how they are judged."""

import pytest
from examples.dialogue.dialogue import program

from quintet import Match, Player, game_ids, load
from quintet.agents.llm import Dialogue, Model, Report, chance, examine, scripted
from quintet.environments.oracle import Oracle

SMALL = "magnetize(height=3,width=3)"
TINY = Oracle(load(SMALL), memory_mb=16)


@pytest.mark.parametrize("game_id", game_ids())
def test_a_random_model_plays_every_game_by_reading(game_id: str) -> None:
    dialogue = Dialogue(game_id, chance(1), "random", seat="second", names=("Reader", ""))
    report = dialogue.play(Oracle(load(game_id), nodes=10, memory_mb=16))
    assert report.match.outcome
    sheet = report.sheets[Player.SECOND]
    assert sheet.illegal == 0
    assert sheet.moves == sum(turn.player is Player.SECOND for turn in report.turns) > 2
    assert report.match.names == ("random", "Reader")
    assert load(game_id).title in report.transcript


def test_what_is_refused_is_explained_and_counted() -> None:
    said = ["I think.\nMOVE: a1", "MOVE: d3", "hmm\nhmm", "Move: `zz`", "e3"]
    report = Dialogue("othello", scripted(said), "random", retries=2).play()
    sheet = report.sheets[Player.FIRST]
    assert (sheet.illegal, sheet.moves, sheet.forfeited, sheet.points) == (4, 1, True, 0.0)
    assert "That is no legal move: a1 turns no disc. Try again (2 left)." in report.transcript
    assert "no line begins with MOVE:. Try again (2 left)." in report.transcript
    assert report.transcript.endswith("That was the last answer.\n\nYou forfeit the match.")
    assert report.as_json()["sheets"]["first"]["illegal"] == 4
    assert report.as_json()["outcome"]["winner"] == "second"
    assert report.turns[0].refusals == ("a1 turns no disc",)


@pytest.mark.parametrize(("winner", "named"), [(Player.FIRST, "first"), (Player.SECOND, "second"), (None, None)])
def test_a_report_names_the_winner(winner: Player | None, named: str | None) -> None:
    match = Match(load(SMALL))
    if winner is None:
        match.agree_draw()
    else:
        match.resign(winner.other)
    assert Report(match, (), "", {}).as_json()["outcome"]["winner"] == named


def test_a_random_move_instead_of_a_forfeit() -> None:
    report = Dialogue(SMALL, lambda asked: "no", "random", retries=0, then="random").play(TINY)
    sheet = report.sheets[Player.FIRST]
    assert sheet.illegal == sheet.moves > 0
    assert sheet.known == 0
    assert not sheet.forfeited
    assert "A random move was played: " in report.transcript


@pytest.mark.parametrize(
    "answer", ["MOVE: d3", "move:d3", "d3", " D3\n", "**MOVE:** d3", "MOVE: c9\nno, better\nMOVE: `d3`.", 'MOVE: "d3"']
)
def test_what_counts_as_a_move(answer: str) -> None:
    dialogue = Dialogue("othello", scripted([answer, "x"]), "random", retries=0)
    dialogue.play()
    assert str(dialogue.match.moves[0]) == "d3"


def test_the_oracle_judges_what_was_chosen() -> None:
    report = Dialogue(SMALL, scripted(["0", "0", "x"]), scripted(["2", "2"]), retries=0).play(TINY)
    turns = [turn for turn in report.turns if turn.move]
    expected = []
    position = report.match.start
    for move in report.match.moves:
        truth = TINY.ask(position)
        assert truth is not None
        expected.append(move in truth.best)
        position = report.match.game.play(position, move)
    assert [turn.kept for turn in turns] == expected
    for player, sheet in report.sheets.items():
        assert sheet.known == sum(turn.player is player for turn in turns)
        assert sheet.kept == sum(turn.player is player and turn.kept is True for turn in turns)


def test_a_perfect_model_keeps_every_value() -> None:
    """It asks an oracle of its own for the positions that it replays from the conversation."""
    game = load(SMALL)

    def perfect(asked: str) -> str:
        position = game.start()
        for line in asked.splitlines():
            if " played " in line:
                played = line.removesuffix(".").rpartition(" ")[2]
                position = game.play(position, next(m for m in game.legal_moves(position) if str(m) == played))
        truth = TINY.ask(position)
        assert truth is not None
        return f"MOVE: {truth.best[0]}"

    tally = examine(SMALL, perfect, "level:2", games=2, oracle=TINY)
    assert all(sheet.share == 1.0 and sheet.lost == 0 for sheet in tally.sheets)
    assert "0 forfeited; 0 illegal answers" in str(tally)
    weaker = examine(SMALL, chance(3), "level:2", games=2, oracle=TINY)
    assert sum(sheet.lost for sheet in weaker.sheets) > 0


def test_the_model_gets_text_and_goes_on_after_a_fault() -> None:
    heard: list[object] = []
    faults = iter([True, False, True])

    def model(asked: str) -> str:
        heard.append(asked)
        if next(faults, False):
            raise TimeoutError
        return chance(2)(asked)

    dialogue = Dialogue(SMALL, model, "random")
    for _ in range(2):
        with pytest.raises(TimeoutError):
            dialogue.play(TINY)
    report = dialogue.play(TINY)
    assert report.match.outcome
    assert all(type(asked) is str for asked in heard)
    assert report.transcript.count("Answer with a line") == report.sheets[Player.FIRST].moves


def test_less_is_told_on_request() -> None:
    lengths: list[int] = []

    def watch(inner: Model) -> Model:
        def say(asked: str) -> str:
            lengths.append(len(asked))
            return inner(asked)

        return say

    Dialogue(SMALL, watch(chance(1)), "random", history=False).play(TINY)
    assert max(lengths) - min(lengths) < 100
    blind = Dialogue(SMALL, scripted(["0", "x", "x", "x", "x"]), "random", legal=False)
    blind.play(TINY)
    assert "Legal moves:" not in blind.transcript()
    assert "'x' is not a move." in blind.transcript()
    assert "expected" not in blind.transcript()


def test_bad_settings_are_told() -> None:
    for settings, told in (
        ({"model": 3}, "a model must be a function from text to text, got 3"),
        (
            {"opponent": "level:0"},
            "opponent must be level:1 to level:10, random, engine, solver, mcts:nodes=N or"
            " alphabeta:depth=N, got 'level:0'",
        ),
        (
            {"opponent": "human"},
            "opponent must be level:1 to level:10, random, engine, solver, mcts:nodes=N or"
            " alphabeta:depth=N, got 'human'",
        ),
        ({"retries": -1}, "retries must be a whole number from 0 to 1000, got -1"),
        ({"then": "cry"}, "then must be one of forfeit, random, got 'cry'"),
        ({"seat": "third"}, "seat must be one of first, second, got 'third'"),
    ):
        with pytest.raises(ValueError) as error:
            Dialogue(**{"game": SMALL, "model": chance(), **settings})  # type: ignore[arg-type]
        assert str(error.value) == told
    with pytest.raises(ValueError) as error:
        Dialogue(SMALL, lambda asked: 7).play()  # type: ignore[arg-type, return-value]
    assert str(error.value) == "a model must answer with text, got 7"


def test_a_program_is_a_model() -> None:
    said = program("""sh -c 'tail -n 1 > /dev/null; echo "MOVE: 0"'""")
    assert said("anything") == "MOVE: 0\n"
