"""The tools of agents: every game, either seat, and whatever callers get wrong."""

from typing import TYPE_CHECKING, Any

import pytest

from quintet import game_ids
from quintet.agents import agent_tools as agent_tools
from quintet.agents.agent_tools import MOST_MATCHES, Answer, Tools
from quintet.agents.mcp import call
from quintet.engine.limits import Limits

if TYPE_CHECKING:
    pass


SMALL = "magnetize(height=3,width=3)"


def refused(tools: Tools, name: str, /, **given: object) -> str:
    with pytest.raises(ValueError) as told:
        call(tools, name, given)
    return str(told.value)


def asked(tools: Tools, name: str, /, **given: object) -> Answer:
    return call(tools, name, given)


@pytest.mark.parametrize("game_id", game_ids())
def test_two_agents_play_every_game_to_its_end(game_id: str) -> None:
    tools = Tools()
    data = asked(tools, "new_match", game=game_id, opponent="agent", name="Ada").data
    assert data["names"] == ["Ada 1", "Ada 2"]
    assert data["agents"] == ["first", "second"]
    for ply in range(400):
        if data["outcome"]:
            break
        move = data["legal_moves"][ply * 7 % len(data["legal_moves"])]
        data = asked(tools, "play", match=1, move=move, player=data["to_move"]).data
    assert data["outcome"]
    assert refused(tools, "play", match=1, move=data["moves"][0]) == "the game is over"
    assert asked(tools, "legal_moves", match=1).text == "There is none: the match is over."
    assert f"{data['ply']} moves" in asked(tools, "list_matches").text


def test_an_engine_replies_from_either_seat() -> None:
    tools = Tools(seed=5)
    first = asked(tools, "new_match", game=SMALL, opponent="random", seat="second")
    assert first.data["ply"] == 1
    assert f"random played {first.data['moves'][0]}." in first.text
    again = asked(Tools(seed=5), "new_match", game=SMALL, opponent="random", seat="second")
    assert again.data["moves"] == first.data["moves"]
    assert asked(tools, "new_match", game=SMALL, opponent="level:1").data["ply"] == 0


def test_nobody_moves_for_the_other() -> None:
    tools = Tools()
    asked(tools, "new_match", game="othello", opponent="agent")
    assert refused(tools, "play", match=1, move="d3", player="second") == (
        "it is the turn of the first player, not of the second"
    )
    asked(tools, "play", match=1, move="d3", player="first")
    asked(tools, "new_match", game="othello", opponent="level:1")
    assert refused(tools, "resign", match=2, player="second") == (
        "player must be first, got 'second': an engine has the other seat"
    )
    assert asked(tools, "resign", match=2).data["outcome"]["winner"] == "second"
    assert refused(tools, "resign", match=2) == "the game is over"


def test_help_only_where_it_is_allowed() -> None:
    assert not {"hint", "exact_value", "take_back"} & set(Tools().names())
    tools = Tools(hints=True, truth=True, undo=True, think=Limits(nodes=200), proof=2000)
    asked(tools, "new_match", game=SMALL, opponent="agent")
    assert asked(tools, "hint", match=1).data["move"] in ("0", "1", "2", "m")
    assert asked(tools, "exact_value", match=1).text == "a draw with best play; best: 0, 1, 2, m."
    asked(tools, "new_match", game="quentin", opponent="agent")
    assert asked(tools, "exact_value", match=2).data["value"] is None
    assert refused(tools, "take_back", match=1) == "there is no move of yours to take back"
    asked(tools, "new_match", game="othello", opponent="level:1")
    assert asked(tools, "play", match=3, move="d3").data["ply"] == 2
    assert asked(tools, "take_back", match=3).data["ply"] == 0


def test_pictures() -> None:
    tools = Tools()
    asked(tools, "new_match", game="pentago", opponent="agent")
    assert asked(tools, "show_board", match=1, picture="svg").picture.startswith(b"<svg")
    assert asked(tools, "show_board", match=1, picture="png").kind == "image/png"
    assert not asked(tools, "show_board", match=1).picture


@pytest.mark.parametrize(
    ("name", "given", "told"),
    [
        ("spell", {}, "no tool is called 'spell': expected one of list_games, read_rules,"),
        ("new_match", {"game": "chess", "opponent": "random"}, "no game is called 'chess': expected one of"),
        ("new_match", {"game": "othello", "opponent": "level:11"}, "opponent must be agent, random or level:N with N"),
        ("new_match", {"game": "othello", "opponent": "human"}, "opponent must be agent, random or level:N with N"),
        ("new_match", {"game": "othello"}, "new_match needs opponent: level:1 (weak)"),
        ("new_match", {"game": 3, "opponent": "random"}, "game must be a text, got 3"),
        ("new_match", {"game": "othello", "opponent": "random", "name": "a\nb"}, "a name must be"),
        ("new_match", {"game": "othello", "opponent": "random", "position": "x"}, "a position must be '<rows> <turn>'"),
        ("show_board", {"match": 1}, "there is no match 1: expected new_match first"),
        ("show_board", {"match": True}, "match must be a whole number, got True"),
        ("show_board", {"match": 1, "picture": "gif"}, "picture must be one of none, png, svg, got 'gif'"),
        ("legal_moves", {"match": 1, "more": 1}, "legal_moves has no argument 'more': expected match"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(name: str, given: dict[str, Any], told: str) -> None:
    words = refused(Tools(), name, **given)
    assert words.startswith(told)
    assert "\n" not in words


def test_old_matches_make_room_and_endless_ones_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agent_tools, "LONGEST", 40)
    tools = Tools()
    for _ in range(MOST_MATCHES):
        asked(tools, "new_match", game="bestgame(columns=3,rows=3,tokens=3)", opponent="agent")
    assert refused(tools, "new_match", game="othello", opponent="agent").startswith("at most 200 matches may be open")
    asked(tools, "resign", match=7)
    assert asked(tools, "new_match", game="magnetize(maglock=0)", opponent="agent").data["match"] == MOST_MATCHES + 1
    assert refused(tools, "show_board", match=7).startswith("there is no match 7")
    for _ in range(40):
        data = asked(tools, "play", match=MOST_MATCHES + 1, move="m").data
    assert data["outcome"] == {"winner": None, "reason": "agreed", "scores": None}
