"""Pages: those about nothing say so, and private matches have none for others."""

from __future__ import annotations

import re

import pytest

from server.servers import Client


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/play/chess", 404),
        ("/analysis/quentin(size=5)", 200),
        ("/rules/chess", 404),
        ("/learn/chess", 404),
        ("/solved/othello", 404),
        ("/solved/magnetize", 200),
        ("/solved/quentin(size=99)", 404),
        ("/player/nobody-at-all", 404),
        ("/game/aaaaaaaaaaaaaaaa", 404),
        ("/game/x", 404),
    ],
)
def test_a_page_about_nothing_says_so(ada: Client, path: str, status: int) -> None:
    answer = ada.http.get(path, headers={"accept": "text/html"})
    assert answer.status_code == status
    assert "site-head" in answer.text


def test_a_private_match_is_a_page_for_those_who_may_see_it(ada: Client, eve: Client) -> None:
    match = ada.new("othello", "me", "open")
    page = f"/game/{match['id']}"
    assert [one.http.get(page).status_code for one in (ada, eve)] == [200, 404]
    assert eve.http.get(page, params={"invite": match["invite"]}).status_code == 200


def test_search_engines_and_old_browsers_find_what_they_ask_for(ada: Client) -> None:
    robots = ada.http.get("/robots.txt")
    assert robots.headers["content-type"].startswith("text/plain")
    assert "Disallow: /api/" in robots.text
    assert robots.text.splitlines()[-1] == f"Sitemap: {ada.server.url}/sitemap.xml"
    icon = ada.http.get("/favicon.ico")
    assert (icon.status_code, icon.content[:4]) == (200, b"\0\0\1\0")
    sitemap = ada.http.get("/sitemap.xml").text
    places = re.findall("<loc>https?://[^/]+([^<]+)</loc>", sitemap)
    assert {"/", "/puzzles", "/rules/othello", "/learn/quentin", "/about", "/contact"} <= set(places)
    assert [place for place in places if place.startswith(("/account", "/notices", "/offline"))] == []
    assert [place for place in places if ada.http.get(place).status_code != 200] == []
