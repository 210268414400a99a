"""A bot that plays any game on a Quintet site: it accepts every challenge and plays moves at random.

    python bot.py http://127.0.0.1:8017 TOKEN

A token is made on the site's account page. Only Python's own library is used; see README.md for the same with curl.
"""

from __future__ import annotations

import json
import random
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any


class Site:
    """The few things a bot says and hears."""

    def __init__(self, url: str, token: str) -> None:
        self._url = url.rstrip("/")
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def post(self, path: str) -> Any:
        request = urllib.request.Request(self._url + path, b"", self._headers, method="POST")
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def stream(self, path: str) -> Iterator[dict[str, Any]]:
        """One JSON object a line; empty lines only say that the stream lives."""
        request = urllib.request.Request(self._url + path, headers=self._headers)
        with urllib.request.urlopen(request, timeout=60) as lines:
            for line in lines:
                if line.strip():
                    yield json.loads(line)


def choose(state: dict[str, Any]) -> str:
    """Your idea goes here: `position` and `legal` are texts in the game's notation."""
    move: str = random.choice(state["legal"])
    return move


def play(site: Site, match_id: str) -> None:
    """One match from beginning to end."""
    seat = ""
    for message in site.stream(f"/api/bot/game/stream/{match_id}"):
        seat = message.get("seat", seat)
        state = message["state"] if message["type"] == "gameFull" else message
        if state["toMove"] == seat:
            try:
                site.post(f"/api/bot/game/{match_id}/move/{choose(state)}")
            except urllib.error.HTTPError as error:  # the match has moved on meanwhile
                print(match_id, error.read().decode())
    print(f"{match_id}: over")


def main(url: str, token: str, matches: int | None = None) -> None:
    """Until the stream ends, or for so many matches."""
    site = Site(url, token)
    playing = []
    for event in site.stream("/api/stream/event"):
        if event["type"] == "challenge":
            site.post(f"/api/challenge/{event['challenge']['id']}/accept")
        elif event["type"] == "gameStart":
            thread = threading.Thread(target=play, args=(site, event["game"]["id"]))
            thread.start()
            playing.append(thread)
        elif event["type"] == "gameFinish" and matches is not None and len(playing) >= matches:
            break
    for thread in playing:
        thread.join()


if __name__ == "__main__":
    try:
        main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else None)
    except urllib.error.HTTPError as error:
        sys.exit(f"the site refuses: {json.load(error)['error']}")
    except urllib.error.URLError as error:
        sys.exit(f"the site does not answer: {error.reason}")
    except KeyboardInterrupt:
        sys.exit(130)
