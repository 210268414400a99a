"""The first screen of the app: what to play, who plays, and unfinished games."""

from __future__ import annotations

from pathlib import Path

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Static

from quintet.core.game import AnyGame, spec
from quintet.core.match import Match
from quintet.core.options import ranges
from quintet.core.registry import load
from quintet.core.types import Color
from quintet.engine import LEVELS
from quintet.players.who import HUMAN, RANDOM, Who, display_name, parse_who
from quintet.terminal import local_game, saves
from quintet.terminal.app import dialogs
from quintet.terminal.app.dialogs import TooSmall, has_room
from quintet.terminal.app.settings import SPEEDS, AppSettings
from quintet.terminal.app.shelf import Shelf
from quintet.terminal.listing import match_line

WHOS = (HUMAN, *(Who("level", level.number) for level in LEVELS), RANDOM)
MARK = "● ○ ●  Quintet"
KEYS = "? help  q quit  ↵ play  l lesson  p puzzles  i rules  g saved games  e names"


def who_words(who: Who) -> str:
    if who == HUMAN:
        return "a person"
    return "random moves" if who.level is None else display_name(str(who))


class ShelfScreen(Screen[None]):
    """The first screen."""

    CSS = """
    ShelfScreen { layout: vertical; }
    ShelfScreen Static { height: auto; max-height: 2; padding: 0 1; }
    #mark { text-style: bold; }
    #shelf-keys { color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
    """
    BINDINGS = [
        Binding("b", "who('black')", "Who plays Black"),
        Binding("w", "who('white')", "Who plays White"),
        Binding("o", "options", "Options"),
        Binding("e", "names", "Names"),
        Binding("c", "continue", "Continue"),
        Binding("g", "games", "Saved and finished games"),
        Binding("i", "rules", "Rules"),
        Binding("l", "lesson", "Lesson: learn the game by playing"),
        Binding("p", "puzzle", "Puzzles"),
        Binding("q,escape", "leave", "Quit"),
    ]

    def __init__(self, settings: AppSettings, color: bool) -> None:
        super().__init__()
        self.settings, self.color = settings, color
        self.specs: dict[str, str] = {}
        """The games whose options were changed."""
        self.waiting: tuple[Path, Match] | None = None

    def compose(self) -> ComposeResult:
        yield Static(MARK, id="mark", markup=False)
        yield Shelf(self.color, SPEEDS[self.settings.speed] > 0)
        yield Static(id="waiting")
        yield Static(id="who")
        yield Static(id="options")
        yield Static(KEYS, id="shelf-keys", classes="keys", markup=False)
        yield TooSmall(markup=False)

    def on_mount(self) -> None:
        self.query_one(Shelf).focus()
        self.show()

    def on_screen_resume(self) -> None:
        self.show()

    def say(self, words: str) -> None:
        """Show a message beside the mark until the next key."""
        self.query_one("#mark", Static).update(f"{MARK}    {words}" if words else MARK)

    def on_key(self) -> None:
        self.say("")

    def on_resize(self, event: events.Resize) -> None:
        has_room(self, "#mark", "Shelf", "#waiting", "#who", "#options", "#shelf-keys")

    @property
    def game(self) -> AnyGame:
        game_id = self.query_one(Shelf).game_id
        return load(self.specs.get(game_id, game_id))

    def show(self) -> None:
        """Refresh the lines under the shelf: the game that can be continued, who plays, the options."""
        self.waiting = _last()
        continued = (
            f"[@click=screen.continue]c  Continue {_escaped(match_line(self.waiting[1]))}[/]" if self.waiting else ""
        )
        self.query_one("#waiting", Static).update(continued)
        black, white = (who_words(parse_who(getattr(self.settings, color))) for color in ("black", "white"))
        words = f"[@click=screen.who('black')]b  Black: {black}[/]   [@click=screen.who('white')]w  White: {white}[/]"
        self.query_one("#who", Static).update(words)
        game = self.game
        values = ", ".join(f"{name} {str(getattr(game.options, name)).lower()}" for name in ranges(game.Options))
        shown = f"[@click=screen.options]o  Options: {values}[/]" if values else "No options"
        self.query_one("#options", Static).update(shown)

    def on_shelf_highlighted(self) -> None:
        self.say("")
        self.show()

    def on_shelf_taken(self) -> None:
        game = self.game
        black, white = parse_who(self.settings.black), parse_who(self.settings.white)
        self.play(local_game.new_game(game, black, white, people=self.settings.names.split(",")), questions=True)

    def play(self, game: local_game.LocalGame, questions: bool = False) -> None:
        from quintet.terminal.app.game_screen import GameScreen

        if self.app.screen is self:  # a second Enter that was on its way opens no second game
            self.app.push_screen(GameScreen(game, self.settings, self.color, questions=questions))

    def action_who(self, color: str) -> None:
        entries = [who_words(who) + (f": {LEVELS[who.level - 1].about}" if who.level else "") for who in WHOS]
        now = WHOS.index(parse_who(getattr(self.settings, color)))

        def chosen(number: int | None) -> None:
            if number is not None:
                setattr(self.settings, color, str(WHOS[number]))
                self.settings.keep()
                self.show()

        title = Color.BLACK.title if color == "black" else Color.WHITE.title
        self.app.push_screen(dialogs.OneOf(f"Who plays {title}?", entries, now), chosen)

    def action_options(self) -> None:
        from quintet.terminal.app.form import Form

        game = self.game
        fields = {
            name: (str(getattr(game.options, name)).lower(), f"{range.help}, {range.expected}")
            for name, range in ranges(game.Options).items()
        }
        if not fields:
            return

        def take(answers: dict[str, str]) -> None:
            self.specs[game.id] = spec(load(game.id, **answers))
            self.show()

        self.app.push_screen(Form(f"Options of {game.title}", fields, take))

    def action_names(self) -> None:
        from quintet.terminal.app.form import Form

        first, _, second = self.settings.names.partition(",")
        fields = {"You": (first, "who sits at this keyboard"), "The other": (second, "who else does")}
        self.app.push_screen(Form("Names", fields, lambda answers: self.settings.keep_names(list(answers.values()))))

    def action_continue(self) -> None:
        if self.waiting is not None:
            self._open(self.waiting[0])

    def _open(self, path: Path) -> None:
        try:
            game = local_game.LocalGame(*saves.read(path))
        except ValueError as error:
            self.app.push_screen(dialogs.TextPage(str(error)))
            return
        self.play(game)

    def action_games(self) -> None:
        """Every game on disk, the one played last first."""
        games: list[tuple[str, Path]] = []
        for folder, words in ((saves.UNFINISHED, "unfinished"), (saves.FINISHED, "finished")):
            for path in saves.paths(folder):
                try:
                    games.append((f"{match_line(saves.read(path)[0])}, {words}", path))
                except ValueError:
                    continue
        if not games:
            self.app.push_screen(dialogs.TextPage("There are no games yet: every game that you play is kept here."))
            return
        question = dialogs.OneOf("Saved and finished games", [words for words, _ in games])
        self.app.push_screen(question, lambda number: None if number is None else self._open(games[number][1]))

    def action_rules(self) -> None:
        from quintet.terminal.app.teaching_screen import Rules

        self.app.push_screen(Rules(self.game, self.settings, self.color))

    def action_lesson(self) -> None:
        from quintet.study.lesson import lesson
        from quintet.terminal.app.lesson_screen import LessonScreen

        self.app.push_screen(LessonScreen(lesson(self.game.id), self.settings, self.color))

    def action_puzzle(self) -> None:
        from quintet.terminal.app.puzzle_screen import PuzzleScreen

        try:
            self.app.push_screen(PuzzleScreen(self.game.id, self.settings, self.color))
        except ValueError as error:  # a third party's game may have no lesson or puzzles
            self.app.push_screen(dialogs.TextPage(str(error)))

    def action_leave(self) -> None:
        self.app.exit()


def _last() -> tuple[Path, Match] | None:
    """The unfinished game played last, if it can be continued."""
    for path in saves.paths()[:1]:
        try:
            return path, saves.read(path)[0]
        except ValueError:
            return None
    return None


def _escaped(words: str) -> str:
    return words.replace("[", "\\[")
