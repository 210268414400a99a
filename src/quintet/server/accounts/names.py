"""Names that people type: what they may contain, and which of them look alike (Unicode's confusables, UTS 39)."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from importlib import resources

JOINER, EMOJI_STYLE = "\u200d", "\ufe0f"
"""They belong between and behind emoji, and are invisible anywhere else."""
SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
ARROWS = frozenset("\u2194\u2195")
"""Emoji, joined to a head that shakes or nods, although Unicode counts them as mathematics."""
KEYCAP = re.compile("[0-9#*]\ufe0f\u20e3")
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Characters that count as printable and show nothing; Unicode's categories do not tell them from letters."""
MARKS = 4
"""Marks that one letter may carry (UTS 39, 5.4); a hundred of them cover the lines above and below."""


def clean(text: str) -> str:
    """A name as it is shown: letters of full width become ordinary ones. ValueError if something in it is invisible."""
    text = unicodedata.normalize("NFKC", text)
    for place, letter in enumerate(text):
        if _is_hidden(text, place):
            raise ValueError(f"a name must not have invisible characters, got U+{ord(letter):04X}")
    if not text.strip():
        raise ValueError("a name must have at least one visible character, got only blanks")
    return unstacked(text, "a name")


def unstacked(text: str, what: str) -> str:
    """The text, if it has no piles of marks and none that would stand on what is written before it."""
    kinds = "".join(" " if each.isspace() else unicodedata.category(each)[0] for each in text)
    if re.search(f"(^| )M|M{{{MARKS + 1}}}", kinds):
        raise ValueError(f"{what} must not have marks without a letter, or more than {MARKS} on one")
    return text


def _is_hidden(text: str, place: int) -> bool:
    letter = text[place]
    if letter == JOINER:
        before = text[:place].rstrip(EMOJI_STYLE)[-1:]
        return not (_is_emoji(before) and _is_emoji(text[place + 1 : place + 2]))
    if letter == EMOJI_STYLE:
        return not (_is_emoji(text[:place][-1:]) or KEYCAP.match(text, max(0, place - 1)))
    return letter in BLANK or _is_variation(letter) or unicodedata.category(letter) == "Cf"


def _is_emoji(letter: str) -> bool:
    return (
        letter in SKIN_TONES
        or letter in ARROWS
        or (letter != "" and unicodedata.category(letter) == "So" and letter not in BLANK)
    )


def _is_variation(letter: str) -> bool:
    return "\ufe00" <= letter <= "\ufe0e" or "\U000e0100" <= letter <= "\U000e01ef"


def skeleton(name: str) -> str:
    """The same text for all names that look alike, whatever their alphabet: accents and capitals do not matter."""
    bare = (letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    alike = "".join(bare).translate(_confusables()).casefold()
    return "".join(letter for letter in alike if letter.isprintable()).replace("rn", "m").replace("vv", "w")


@cache
def _confusables() -> dict[int, str]:
    """The ASCII characters that other characters look like; those of ASCII that look like each other become one."""
    table = {ord("I"): "l", ord("1"): "l", ord("|"): "l", ord("0"): "o"}
    listed = json.loads((resources.files("confusable_homoglyphs") / "confusables.json").read_text("utf-8"))
    for letter, others in listed.items():
        plain = [each["c"] for each in others if each["c"].isascii() and each["c"].isalnum()]
        if len(letter) == 1 and not letter.isascii() and plain:
            shown = min(plain, key=lambda text: (len(text), text in "1I0", text))
            table[ord(letter)] = shown.translate(table)
    return table
