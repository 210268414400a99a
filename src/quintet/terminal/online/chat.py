"""What is said at a match on a site: players among themselves, those who watch among themselves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from quintet.terminal.online.site_client import SiteClient

Line = dict[str, Any]
"""As the site sends it."""


@dataclass
class Chat:
    """The lines that are known here, each once."""

    site: SiteClient
    match_id: str
    invite: str | None
    me: str = ""
    """What the site calls us in its lines."""
    lines: dict[int, str] = field(default_factory=dict)

    @property
    def _path(self) -> str:
        return f"/api/matches/{self.match_id}/chat"

    def look(self) -> dict[str, Any]:
        """Ask for all that was said; `take` then takes its lines. SiteError: there is no chat."""
        secret = f"?invite={quote(self.invite)}" if self.invite else ""
        answer: dict[str, Any] = self.site.get(self._path + secret)
        return answer

    def say(self, text: str) -> None:
        """SiteError says why not."""
        self.site.post(self._path, {"text": text} | ({"invite": self.invite} if self.invite else {}))

    def take(self, line: Line) -> str | None:
        """A line as it is shown, ``Ada: hello``; nothing if it is known already."""
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
        """In the order in which it was said."""
        return [self.lines[number] for number in sorted(self.lines)]
