"""The lobby of a site: join a game, begin one, or watch."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from quintet.core import sentences
from quintet.core.registry import game_class, game_ids, load
from quintet.engine import LEVELS
from quintet.players.who import Who
from quintet.terminal.app import dialogs
from quintet.terminal.app.dialogs import TooSmall, has_room
from quintet.terminal.app.search_thread import ask_in_thread
from quintet.terminal.app.settings import AppSettings
from quintet.terminal.online import find_match
from quintet.terminal.online.find_match import DOES, HEADINGS, Lobby, LobbyEntry
from quintet.terminal.online.remote_match import RemoteMatch
from quintet.terminal.online.site_client import SiteError

OFTEN = 4.0
"""Seconds between two requests to the site."""
CLOCKS = ((1, 1), (3, 2), (5, 3), (10, 5), (30, 20))
"""Minutes, and seconds that every move earns."""
OPTIONS = "a board of your own"
EMPTY = "No open games yet: n begins one, and anybody can join it."


class LobbyScreen(Screen[None]):
    """A list that follows what happens on the site."""

    CSS = """
    LobbyScreen { layout: vertical; }
    LobbyScreen > Static { height: auto; max-height: 2; padding: 0 1; }
    #lobby-mark { text-style: bold; }
    #lobby { height: 1fr; border: none; padding: 0 1; background: transparent; background-tint: transparent; }
    #lobby > .option-list--option-disabled { color: $text-muted; text-style: bold; }
    #lobby-keys { color: $text-muted; text-wrap: nowrap; text-overflow: ellipsis; }
    """
    BINDINGS = [
        Binding("enter", "take", "Join, go on or watch", show=False),
        Binding("n", "new", "Begin a game"),
        Binding("q,escape", "leave", "Quit"),
    ]

    def __init__(self, lobby: Lobby, settings: AppSettings, color: bool) -> None:
        super().__init__()
        self.lobby, self.settings, self.color = lobby, settings, color
        self.entries: list[LobbyEntry] | None = None
        self.is_opening = False

    def compose(self) -> ComposeResult:
        yield Static(f"● ○ ●  Quintet at {self.lobby.site.origin}", id="lobby-mark", markup=False)
        yield OptionList(id="lobby", markup=False)
        yield Static("Looking who is there", id="lobby-say", markup=False)
        yield Static("? help  q quit  ↵ choose  n new game", id="lobby-keys", classes="keys", markup=False)
        yield TooSmall(markup=False)

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()
        self.set_interval(OFTEN, self._look)

    def on_screen_resume(self) -> None:
        self._look()

    def on_resize(self, event: events.Resize) -> None:
        has_room(self, "#lobby-mark", "#lobby", "#lobby-say", "#lobby-keys")

    def say(self, words: str) -> None:
        self.query_one("#lobby-say", Static).update(sentences.capitalized(words))

    # What the site has.

    def _look(self) -> None:
        if self.is_current:
            ask_in_thread(self, self.lobby.entries, self._looked)

    def _looked(self, entries: list[LobbyEntry] | None, trouble: str) -> None:
        if entries is None:
            self.say(f"{trouble}. Trying again.")
            return
        if entries != self.entries:
            self._list(entries)
        if not self.is_opening:
            self._describe()

    def _list(self, entries: list[LobbyEntry]) -> None:
        """The new list, with the same match chosen as before where it is still there."""
        shown = self.query_one(OptionList)
        chosen = self.chosen
        self.entries = entries
        shown.clear_options()
        for kind, heading in HEADINGS.items():
            if here := [entry for entry in entries if entry.kind == kind]:
                shown.add_option(Option(heading, disabled=True))
                shown.add_options(Option(f"  {entry.words}", id=entry.id) for entry in here)
        ids = [option.id for option in shown.options]
        wanted = chosen.id if chosen and chosen.id in ids else next((option_id for option_id in ids if option_id), None)
        shown.highlighted = ids.index(wanted) if wanted else None

    @property
    def chosen(self) -> LobbyEntry | None:
        option = self.query_one(OptionList).highlighted_option
        return next((entry for entry in self.entries or () if option and entry.id == option.id), None)

    def _describe(self) -> None:
        self.say(f"Enter: {DOES[self.chosen.kind]}" if self.chosen else EMPTY)

    def on_option_list_option_highlighted(self) -> None:
        if not self.is_opening and self.entries is not None:
            self._describe()

    # What a person does.

    def action_take(self) -> None:
        self.query_one(OptionList).action_select()

    def on_option_list_option_selected(self) -> None:
        if entry := self.chosen:
            self._open(lambda: self.lobby.take(entry))

    def _open(self, find: Callable[[], RemoteMatch]) -> None:
        if not self.is_opening:
            self.is_opening = True
            self.say("One moment")
            ask_in_thread(self, find, self._opened)

    def _opened(self, remote: RemoteMatch | None, trouble: str) -> None:
        from quintet.terminal.app.online_screen import OnlineScreen

        self.is_opening = False
        if remote is None:
            self.say(f"{trouble}.")
            return
        try:
            self.app.push_screen(OnlineScreen(remote, self.settings, self.color))
        except SiteError as error:  # a package is missing
            self.say(f"{error}.")

    def action_new(self) -> None:
        """Which game, with whom, with which clock."""
        ids = game_ids()
        titles = [*(game_class(game_id).title for game_id in ids), OPTIONS]

        def chosen(number: int | None) -> None:
            if number is not None and number < len(ids):
                self._ask_who(ids[number])
            elif number is not None:
                self._ask_spec()

        self.app.push_screen(dialogs.OneOf("A new game of", titles), chosen)

    def _ask_spec(self, trouble: str = "", typed: str = "") -> None:
        def taken(text: str | None) -> None:
            if not text or not text.strip():
                return
            try:
                load(text.strip())
            except ValueError as error:
                self._ask_spec(f"{error}.\n", text)
            else:
                self._ask_who(text.strip())

        question = f"{trouble}Which game, with its options, like {game_ids()[0]}(option=value)?"
        self.app.push_screen(dialogs.TextQuestion(question, typed), taken)

    def _ask_who(self, spec: str) -> None:
        entries = ["anybody who comes", "anybody who has the address"]
        entries += [f"{level.title}: {level.about}" for level in LEVELS]

        def chosen(number: int | None) -> None:
            if number is None:
                return
            if number < 2:
                self._ask_clock(spec, private=number == 1)
            else:
                self._begin(find_match.MatchRequest(load(spec), None, Who("level", number - 1), self.lobby.name))

        self.app.push_screen(dialogs.OneOf("With whom?", entries), chosen)

    def _ask_clock(self, spec: str, private: bool) -> None:
        entries = ["no clock", *(f"{minutes} min, and {seconds} s for every move" for minutes, seconds in CLOCKS)]

        def chosen(number: int | None) -> None:
            if number is not None:
                clock = CLOCKS[number - 1] if number else None
                self._begin(find_match.MatchRequest(load(spec), None, None, self.lobby.name, private, clock))

        self.app.push_screen(dialogs.OneOf("Which clock?", entries), chosen)

    def _begin(self, request: find_match.MatchRequest) -> None:
        self._open(lambda: find_match.play(self.lobby.site, request))

    def action_leave(self) -> None:
        self.app.exit()
