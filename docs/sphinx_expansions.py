"""What the book has beyond its pages: fenced blocks that are replaced by text made from the program.

| block | what stands there in the book |
| --- | --- |
| ```` ```{include} FILE ```` | a file of the repository that lies outside `docs` |
| ```` ```{rules} GAME ```` | the rules of a game, its worked examples with pictures |
| ```` ```{board} SPEC ```` and moves | a picture of the position after these moves |
| ```` ```{options} GAME ```` | the options of a game as a table |
| ```` ```{commands} ```` | the reference of the command line |
| ```` ```{notebook} FILE ```` | a notebook with what its cells show when they run |

Links are written so that they work between the files of the repository, and a link that shows a file's name shows the
title of its page. The book has no page for most of these files: such a link leads to the project's address if there is
one, and is plain text otherwise.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from hashlib import sha256
from os.path import relpath
from pathlib import Path
from typing import TYPE_CHECKING

from pygments.lexers.special import TextLexer

import quintet
from quintet.core import options
from quintet.core.story import FENCE, stories
from quintet.render.match_text import boards

if TYPE_CHECKING:
    from sphinx.application import Sphinx

DOCS = Path(__file__).resolve().parent
ROOT = DOCS.parent
KINDS = "include|notebook|rules|board|options|commands"
BLOCK = re.compile(rf"^```\{{({KINDS})\}} ?(.*)\n((?:(?!```).*\n)*)```$", re.MULTILINE)
CODE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")
PICTURE = re.compile(r"(!\[[^\]]*\]\()(?!https?:)([^)\s]+)(\))")
WIDTH = 300
"""Pixels of a board."""


class Page:
    """A page while it is read: expands its blocks and mends its links."""

    def __init__(self, name: str, pictures: Path, address: str) -> None:
        self.folder = (DOCS / name).parent
        self.pictures = pictures
        """Where pictures of boards are written."""
        self.address = address
        """Of the repository's files on the web; empty while it has none."""
        self._to_root = relpath(DOCS, self.folder)

    def expanded(self, text: str) -> str:
        return BLOCK.sub(lambda block: getattr(self, f"_{block[1]}")(block[2].strip(), block[3]), text)

    def with_links(self, text: str, source: Path) -> str:
        """The text of a file with links that work from this page; code stays as it is."""
        parts = CODE.split(text)
        for number in range(0, len(parts), 2):
            mended = LINK.sub(lambda link: self._link(link, source), parts[number])
            parts[number] = PICTURE.sub(
                lambda shown: f"{shown[1]}{relpath(source.parent / shown[2], self.folder)}{shown[3]}", mended
            )
        return "".join(parts)

    def _link(self, link: re.Match[str], source: Path) -> str:
        words, path, anchor = link[1], (source.parent / link[2]).resolve(), link[3] or ""
        path = path / "README.md" if (path / "README.md").exists() else path
        page = INCLUDED.get(path, path)
        if page.is_relative_to(DOCS) and page.suffix == ".md":
            words = _title(path) if words.endswith(".md") else words
            return f"[{words}]({relpath(page, self.folder)}{anchor})"
        return f"[{words}]({self.address}/{relpath(path, ROOT)})" if self.address else words

    def _include(self, file: str, _body: str) -> str:
        source = (self.folder / file).resolve()
        return self.with_links(source.read_text("utf-8"), source)

    def _notebook(self, file: str, _body: str) -> str:
        source = (self.folder / file).resolve()
        command = [sys.executable, str(DOCS / "run_notebook.py"), str(source)]
        ran = subprocess.run(command, capture_output=True, text=True, cwd=source.parent)
        if ran.returncode:
            raise ValueError(f"{source.name} does not run:\n{ran.stdout[-2000:]}{ran.stderr[-2000:]}")
        outputs = iter(json.loads(ran.stdout))
        parts = []
        for cell in json.loads(source.read_text("utf-8"))["cells"]:
            text = "".join(cell["source"])
            if cell["cell_type"] == "code":
                parts += [f"```python\n{text}\n```", *(self._output(*output) for output in next(outputs))]
            else:
                parts.append(self.with_links(text, source))
        return "\n\n".join(parts)

    def _output(self, kind: str, text: str) -> str:
        """What a cell shows; a drawing is a file of its own."""
        if kind == "text/plain":
            return f"```text\n{text.rstrip()}\n```"
        if kind == "image/svg+xml":
            text = f'<img src="{self._drawing(text)}" alt="What the cell shows">'
        return f"```{{raw}} html\n{text}\n```"

    def _drawing(self, svg: str) -> str:
        """Where the page finds a drawing that is written beside the others."""
        self.pictures.mkdir(parents=True, exist_ok=True)
        file = self.pictures / f"{sha256(svg.encode()).hexdigest()[:16]}.svg"
        file.write_text(svg, "utf-8")
        return f"{self._to_root}/{self.pictures.name}/{file.name}"

    def _rules(self, game_id: str, _body: str) -> str:
        """Without its title, which the page has."""
        text = quintet.load(game_id).rules.partition("\n")[2]
        return FENCE.sub(lambda fence: self._examples(fence[1]), text)

    def _examples(self, text: str) -> str:
        """Stories: the title, what is said about each board, and the last board."""
        shown = []
        for story in stories(text):
            steps = boards(story)
            match = steps[-1][1]
            last = str(match.moves[-1]) if match.moves else None
            said = " ".join(words for words, _ in steps if words)
            picture = self._picture(quintet.spec(match.game), match.game.text(match.position), last)
            shown.append(f"**{story.title}.** {said}\n\n{picture}")
        return "\n\n".join(shown) + "\n"

    def _board(self, spec: str, moves: str) -> str:
        match = quintet.Match(quintet.load(spec))
        for move in moves.split():
            match.play(move)
        last = str(match.moves[-1]) if match.moves else None
        return self._picture(spec, match.game.text(match.position), last)

    def _picture(self, spec: str, position: str, last: str | None) -> str:
        """Both drawings, of which the theme shows one."""
        game = quintet.load(spec)
        images = []
        for shade in ("light", "dark"):
            where = self._drawing(quintet.picture(game, position, last, dark=shade == "dark"))
            images.append(f'<img class="only-{shade}" src="{where}" width="{WIDTH}" alt="{game.title}: {position}">')
        return f"<p>{''.join(images)}</p>"

    def _options(self, game_id: str, _body: str) -> str:
        ranges = options.ranges(quintet.game_class(game_id).Options)
        defaults = quintet.load(game_id).options
        rows = [
            f"| `{name}` | {allowed.help} | {allowed.expected} | {str(getattr(defaults, name)).lower()} |"
            for name, allowed in ranges.items()
        ]
        return "\n".join(["| option | meaning | values | default |", "| --- | --- | --- | --- |", *rows])

    def _commands(self, _argument: str, _body: str) -> str:
        from quintet.terminal.command_line import build

        text = build(None).generate_docs(output_format="markdown")
        return (
            "## "
            + text.partition("\n## quintet play")[0].partition("## Table of Contents")[0].strip()[2:]
            + ("\n\n## quintet play" + text.partition("\n## quintet play")[2])
        )


def _title(file: Path) -> str:
    """What the book calls a file: its first heading."""
    found = re.search(r"^# (.+)$", file.read_text("utf-8"), re.MULTILINE)
    return found[1] if found else file.stem


def _included() -> dict[Path, Path]:
    """Files outside `docs`, and the pages that show them."""
    found = {}
    for page in DOCS.glob("**/*.md"):
        for block in BLOCK.finditer(page.read_text("utf-8")):
            if block[1] in ("include", "notebook"):
                found[(page.parent / block[2].strip()).resolve()] = page
    return found


INCLUDED = _included()


def read(app: Sphinx, name: str, source: list[str]) -> None:
    """Sphinx has read a page and not parsed it yet."""
    page = Page(name, Path(app.outdir) / "boards", app.config.repository)
    path = DOCS / f"{name}.md"
    source[0] = page.expanded(page.with_links(source[0], path))


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_config_value("repository", "", "html")
    app.connect("source-read", read)
    for name in ("story", "record"):  # our own texts, which no highlighter knows
        app.add_lexer(name, TextLexer)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
