"""Pictures to send: what is drawn, who may see it, and what a preview of a link tells."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import httpx
import pytest
from PIL import Image

from quintet.core.registry import game_ids
from quintet.server.web.link_previews import in_play, main_line
from quintet.server.web.routes.pictures import SHELF
from server.servers import Client, Server

ENGINE = {"spec": "othello", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "engine", "level": 1}]}
QUINTET = "Strategy games for two"


def told(page: httpx.Response) -> dict[str, str]:
    return dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page.text))


def size(client: Client, path: str) -> tuple[int, int]:
    answer = client.http.get(path)
    assert answer.status_code == 200, answer.text
    width, height = Image.open(io.BytesIO(answer.content)).size
    return int(width), int(height)


@pytest.fixture
def private(ada: Client) -> dict[str, str]:
    match = ada.post("/api/matches", {**ENGINE, "private": True}, 201)
    return {"id": match["id"], "invite": match["invite"]}


def test_a_line_as_every_kind_of_picture(ada: Client) -> None:
    line = "/api/picture/magnetize?moves=0%201&kind="
    assert ada.http.get(line + "svg").text.startswith("<svg")
    assert "@keyframes" in ada.http.get(line + "film").text
    assert size(ada, line + "png") == size(ada, line + "png&dark=true")
    gif = ada.http.get(line + "gif")
    assert gif.content[:4] == b"GIF8"
    assert gif.headers["cross-origin-resource-policy"] == "cross-origin"
    assert gif.headers["cache-control"].startswith("public")


def test_a_public_match_previews_itself_and_plays_on(ada: Client, eve: Client) -> None:
    match = ada.post("/api/matches", {**ENGINE, "private": False}, 201)
    before = told(eve.http.get(match["url"]))
    ada.move(match["id"], 0, "d3")
    after = told(eve.http.get(match["url"]))
    assert before["og:title"] == after["og:title"] == "Othello"
    assert "Ada against Engine, level 1" in after["og:description"]
    assert before["og:image"] != after["og:image"]
    assert size(eve, after["og:image"]) == (1200, 630)


def test_the_preview_of_the_site_shows_a_board_of_every_game(ada: Client) -> None:
    page = told(ada.http.get("/"))
    assert page["og:title"] == QUINTET
    assert size(ada, page["og:image"]) == (1200, 630)
    moments = in_play(SHELF)
    assert [moment.spec for moment in moments] == list(game_ids())
    assert all(moment.ply for moment in moments)


def test_nothing_of_a_private_match_is_told(private: dict[str, str], eve: Client) -> None:
    nobodys = "nosuchmatchhere1"
    for wrong in ("", "?invite=wrong"):
        for path in ("/game/{}", "/embed/{}", "/analysis?match={}"):
            joined = path.replace("?", "?x&") + (wrong.replace("?", "&") if "?" in path else wrong)
            there, nowhere = (eve.http.get(joined.format(one)) for one in (private["id"], nobodys))
            assert there.status_code == nowhere.status_code == 404
            assert told(there) == told(nowhere)
            assert private["id"] not in there.text
        there, nowhere = (eve.http.get(f"/api/card/game/{one}{wrong}") for one in (private["id"], nobodys))
        assert there.content == nowhere.content
        assert eve.http.get(f"/api/matches/{private['id']}/picture{wrong}").status_code == 404


def test_whoever_has_the_link_of_a_private_match_sees_it_in_the_preview(private: dict[str, str], eve: Client) -> None:
    invited = f"?invite={private['invite']}"
    page = told(eve.http.get(f"/game/{private['id']}{invited}"))
    assert page["og:title"] == "Othello"
    assert private["invite"] in page["og:image"]
    picture = eve.http.get(f"/api/matches/{private['id']}/picture{invited}")
    assert picture.text.startswith("<svg")
    assert picture.headers["cache-control"].startswith("private")


def test_only_the_embedded_page_may_be_framed(ada: Client) -> None:
    match = ada.post("/api/matches", {**ENGINE, "private": False}, 201)
    for path in ("/", match["url"], "/analysis/othello", "/api/games", "/nowhere"):
        (policy,) = ada.http.get(path).headers.get_list("content-security-policy")
        assert "frame-ancestors 'none'" in policy
    framed = ada.server.client().http.get(f"/embed/{match['id']}")
    (policy,) = framed.headers.get_list("content-security-policy")
    assert policy.endswith("frame-ancestors *")
    assert "set-cookie" not in framed.headers


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", QUINTET),
        ("/lobby", QUINTET),
        ("/puzzles/next", QUINTET),
        ("/puzzles/daily", "The puzzle of the day"),
        ("/learn/quentin", "Learn Quentin"),
        ("/play/pentago", "Play Pentago"),
        ("/analysis/othello?moves=d3 c3 (c5 d6 (f6) e3) c4", "Othello: analysis"),
        ("/analysis/othello?moves=a1", QUINTET),
        ("/analysis/othello?moves=((d3", "Othello: analysis"),
    ],
)
def test_what_a_page_is_about(ada: Client, path: str, title: str) -> None:
    page = ada.http.get(path)
    assert page.status_code == 200
    assert told(page)["og:title"] == title


@pytest.mark.parametrize("path", ["/play/nogame", "/learn/nogame", "/rules/nogame", "/puzzles/othello-none"])
def test_a_page_of_nothing_is_not_found(ada: Client, path: str) -> None:
    assert ada.http.get(path, headers={"accept": "text/html"}).status_code == 404


def test_too_many_pictures_of_one_address_are_refused(another: Callable[..., Server]) -> None:
    client = another(QUINTET_RATE="0.03").client()  # 0.6 seconds of a processor
    moves = ("d3", "c4", "f5", "e6")
    statuses = [client.http.get(f"/api/picture/othello?kind=png&moves={move}").status_code for move in moves]
    assert (statuses[0], statuses[-1]) == (200, 429)
    assert client.http.get("/api/picture/othello?kind=png&moves=d3").status_code == 200


def test_the_main_line_is_what_stands_outside_of_brackets() -> None:
    assert main_line("d3 (c4 (e3) c3) c5 (f6").split() == ["d3", "c5"]
    assert main_line("d3) c5").split() == ["d3", "c5"]
