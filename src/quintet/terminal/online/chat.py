"""The chat of a match on a site; players and spectators have a room each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from quintet.terminal.online.site_client import SiteClient

Line = dict[str, Any]
"""A line of chat as the site sends it."""


@dataclass
class Chat:
    """The lines received so far, each once."""

    site: SiteClient
    match_id: str
    invite: str | None
    me: str = ""
    """Our id in the lines of the site."""
    lines: dict[int, str] = field(default_factory=dict)

    @property
    def _path(self) -> str:
        return f"/api/matches/{self.match_id}/chat"

    def look(self) -> dict[str, Any]:
        """Fetch all lines, for `take`; SiteError if there is no chat."""
        secret = f"?invite={quote(self.invite)}" if self.invite else ""
        answer: dict[str, Any] = self.site.get(self._path + secret)
        return answer

    def say(self, text: str) -> None:
        """Send a line; SiteError says why it is refused."""
        self.site.post(self._path, {"text": text} | ({"invite": self.invite} if self.invite else {}))

    def take(self, line: Line) -> str | None:
        """A line as it is shown, ``Ada: hello``; ``None`` if it was received before."""
        number = int(line["number"])
        if number in self.lines:
            return None
        shown = f"{line['name']}: {line['text']}"
        self.lines[number] = "".join(letter for letter in shown if letter.isprintable())
        return self.lines[number]

    def is_mine(self, line: Line) -> bool:
        return bool(self.me) and line["by"] == self.me

    @property
    def shown(self) -> list[str]:
        """The lines in order."""
        return [self.lines[number] for number in sorted(self.lines)]
