"""The syntax that SGF and GGF share: ``(;KEY[value]KEY[value][value];KEY[value])``.

A file is first cut into games, piece by piece, so that it may have any length and a broken game does not affect the
next. In a game with variations the first branch is the main line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from quintet.formats.game_files import Bad, Played, decoded, shown

LARGEST = 1_000_000
"""The largest game, in bytes."""
PIECE = 65_536
NEW = {False: re.compile(rb"\(;"), True: re.compile(rb"\(;\s*(?:FF|GM)\[")}
"""Beginning of a line that starts another game; with nested trees, only properties of a root node are a safe sign."""
SPECIAL = re.compile(rb"[\[\]()\\]")
TOKEN = re.compile(
    r"\s+|(?P<node>[;(])|(?P<end>\))|(?P<key>[A-Za-z]{1,20})|\[(?P<value>[^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL
)
ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
OPEN_VALUE = "a value is not closed with ]"
OPEN_GAME = "the game is not closed with )"
TOO_LARGE = f"a game must have at most {LARGEST} bytes, got more"

Property = tuple[str, list[str]]


@dataclass(frozen=True, slots=True)
class GameTree:
    """The main line of a game."""

    line: int
    """Its first line in the file."""
    properties: list[Property]
    """The properties of all nodes, in the order of the file."""
    branches: bool
    """Whether there are variations."""

    def first(self, key: str) -> str:
        """The first value of a property; empty if there is none."""
        return next((values[0] for name, values in self.properties if name == key), "")

    def has(self, key: str) -> bool:
        return any(name == key for name, _ in self.properties)


@dataclass
class _Cutter:
    """Finds where games begin and end."""

    nested: bool
    """Whether a game may contain trees, its variations."""
    line: int = 0
    began: int = 0
    raw: bytearray = field(default_factory=bytearray)
    depth: int = 0
    inside: bool = False
    """Between [ and ]."""
    escaped: bool = False
    """The next piece begins with an escaped character."""

    def feed(self, piece: bytes, fresh: bool) -> Iterator[GameTree | Bad]:
        """The games that end in this piece; `fresh` if it begins a line."""
        self.line += fresh
        if self.depth and fresh and NEW[self.nested].match(piece):
            yield self._broken()  # otherwise one missing bracket would hide all games after it
        start = skip = 0
        if self.escaped:
            skip, self.escaped = 1, False
        for special in SPECIAL.finditer(piece):
            place, letter = special.start(), special[0]
            if place < skip:
                continue
            if letter == b"\\":
                if self.inside:
                    skip, self.escaped = place + 2, place + 1 == len(piece)
            elif self.inside:
                self.inside = letter != b"]"
            elif letter == b"[":
                self.inside = self.depth > 0
            elif letter == b"(":
                if self.depth == 0:
                    start, self.began = place, self.line
                self.depth += 1
            elif letter == b")" and self.depth:
                self.depth -= 1
                if self.depth == 0:
                    self._keep(piece[start : place + 1])
                    yield self._whole()
        if self.depth:
            self._keep(piece[start:])

    def end(self) -> Iterator[Bad]:
        if self.depth:
            yield self._broken()

    def _keep(self, piece: bytes) -> None:
        if len(self.raw) <= LARGEST:
            self.raw += piece

    def _broken(self) -> Bad:
        reason = OPEN_VALUE if self.inside else OPEN_GAME
        self.raw.clear()
        self.depth, self.inside, self.escaped = 0, False, False
        return Bad(f"line {self.began}", reason)

    def _whole(self) -> GameTree | Bad:
        raw = bytes(self.raw)
        self.raw.clear()
        try:
            return _parsed(raw, self.began)
        except ValueError as error:
            return Bad(f"line {self.began}", str(error))


def trees(source: BinaryIO, nested: bool) -> Iterator[GameTree | Bad]:
    """The games of a file; text between them is ignored."""
    cutter = _Cutter(nested)
    fresh = True
    while piece := source.readline(PIECE):
        yield from cutter.feed(piece, fresh)
        fresh = piece.endswith(b"\n")
    yield from cutter.end()


def games(source: BinaryIO, nested: bool, played: Callable[[GameTree, str], Played]) -> Iterator[Played | Bad]:
    """The games of a file, each made by `played` from its tree and its place; its ValueError is why one is bad."""
    for tree in trees(source, nested):
        if isinstance(tree, Bad):
            yield tree
            continue
        place = f"line {tree.line}"
        try:
            yield played(tree, place)
        except ValueError as error:
            yield Bad(place, str(error))


def _parsed(raw: bytes, line: int) -> GameTree:
    if len(raw) > LARGEST:
        raise ValueError(TOO_LARGE)
    text, place = decoded(raw), 0
    properties: list[Property] = []
    key, values = "", 0
    while token := TOKEN.match(text, place):
        place = token.end()
        if token["end"]:
            return GameTree(line, properties, "(" in text[place:])
        if token["key"]:
            key, values = "".join(filter(str.isupper, token["key"])) or token["key"].upper(), 0
        elif token["node"]:
            key = ""
        elif token["value"] is not None:
            if not key:
                raise ValueError(f"expected the name of a property before {shown(token[0])}")
            if values == 0:
                properties.append((key, []))
            properties[-1][1].append(ESCAPED.sub(_unescape, token["value"]))
            values += 1
    raise ValueError(f"expected a property like KEY[value], got {shown(text[place : place + 20])}")


def _unescape(escaped: re.Match[str]) -> str:
    return "" if escaped[1][0] in "\r\n" else escaped[1]


def escape(text: str) -> str:
    """A value with its special characters escaped."""
    return text.replace("\\", "\\\\").replace("]", "\\]")
