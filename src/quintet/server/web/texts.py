"""The texts about a site: about, help, privacy and contact. An operator's own Markdown files take the place of ours."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from string import Template

from markdown_it import MarkdownIt

DEFAULTS = Path(__file__).parent.parent / "texts"
TEXTS = ("about", "help", "privacy", "contact")
NOBODY = "The operator of this site has not left an address."
MAIL = "An e-mail address, if you give one, is used for recovery and for messages that you ask for."


class Texts:
    """Rendered once. In a text, ``$operator`` is who to write to; ``$mail`` and ``$keep`` say what this site does."""

    def __init__(self, folder: Path | None, facts: Mapping[str, str], *, exported: bool = False) -> None:
        """Texts in `folder` come first. ValueError if it is no folder."""
        if folder is not None and not folder.is_dir():
            raise ValueError(
                f"QUINTET_TEXTS must be a folder with some of {', '.join(TEXTS)} as .md, got {str(folder)!r}"
            )
        ours = DEFAULTS / "exported" if exported else DEFAULTS
        self._html: dict[str, str] = {}
        for name in TEXTS:
            files = [place / f"{name}.md" for place in (folder, ours) if place and (place / f"{name}.md").exists()]
            if files:
                self._html[name] = rendered(Template(files[0].read_text("utf-8")).safe_substitute(facts))

    def html(self, name: str) -> str:
        """The text of a page; empty for a page that has none."""
        return self._html.get(name, "")


def rendered(markdown: str) -> str:
    """HTML without any that was in the text itself; headings get ids, so that links can point at them."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(markdown)
    for token, inside in pairwise(tokens):
        if token.type == "heading_open" and token.tag != "h1":
            words = "".join(letter if letter.isalnum() else " " for letter in inside.content.lower()).split()
            token.attrSet("id", "-".join(words))
    return str(parser.renderer.render(tokens, parser.options, {}))


def facts(contact: str, keep_days: float, *, mail: bool) -> dict[str, str]:
    """What the texts say of a site."""
    if not contact:
        operator = NOBODY
    elif contact.startswith(("http://", "https://")):
        operator = f"Write to its operator at <{contact}>."
    elif "@" in contact and " " not in contact:
        operator = f"Write to its operator: [{contact}](mailto:{contact})."
    else:
        operator = contact
    days = f"Games that were begun and left are deleted or ended after {keep_days:g} days. " if keep_days else ""
    return {
        "operator": operator,
        "mail": MAIL if mail else "",
        "keep": f"{days}Finished games are kept.",
    }
