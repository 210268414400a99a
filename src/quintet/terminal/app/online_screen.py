"""A match on a site: the same board, with the other player at the other end of the line."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from textual.binding import Binding

from quintet.core import sentences
from quintet.core.types import Player
from quintet.terminal.app import dialogs
from quintet.terminal.app.panel import Beside, Panel
from quintet.terminal.app.search_thread import ask_in_thread
from quintet.terminal.app.settings import AppSettings
from quintet.terminal.app.study_screen import StudyScreen
from quintet.terminal.listing import player_label
from quintet.terminal.online import remote_match as online
from quintet.terminal.online.match_socket import MatchSocket, News
from quintet.terminal.online.remote_match import Chat, Line, RemoteMatch, offer_words, seat_words

OFTEN = 0.5
"""Seconds between two updates of the clocks."""


class OnlineScreen(StudyScreen[None]):
    """Shows our moves at once and sends them; the site has the last word."""

    BINDINGS = [
        Binding("y", "answer(True)", "Accept what is offered"),
        Binding("N", "answer(False)", "Decline what is offered"),
        Binding("D", "draw", "Offer a draw"),
        Binding("u", "undo", "Take a move back, or ask to"),
        Binding("n", "rematch", "Ask for a rematch"),
        Binding("R", "resign", "Resign"),
        Binding("m", "talk", "Say something"),
    ]
    BEHIND = "lobby"

    def __init__(self, remote: RemoteMatch, settings: AppSettings, color: bool) -> None:
        self.remote, self.is_connected = remote, True
        self.gone = ""
        """Why there is no point in connecting again."""
        self.live = self._connect()
        super().__init__(remote.match, settings, color)

    def _connect(self) -> MatchSocket:
        def tell(news: News) -> None:
            self.call_later(self._hear, live, news)

        self.chat = Chat(self.remote.site, self.remote.id, self.remote.invite)
        live = MatchSocket(self.remote.site, self.remote.id, self.remote.invite, tell)
        return live

    def begin(self) -> None:
        self.live.start()
        self.set_interval(OFTEN, self._tick)
        super().begin()

    def on_unmount(self) -> None:
        self.live.close()

    def _tick(self) -> None:
        if self.remote.status == "live" and self.remote.left(Player.FIRST) is not None:
            self.draw_panel()

    @property
    def near(self) -> Player:
        return Player.SECOND if self.remote.mine == (Player.SECOND,) else Player.FIRST

    @property
    def is_turn_of_person(self) -> bool:
        return self.remote.is_my_turn

    @property
    def has_cursor(self) -> bool:
        """Also while the other player thinks."""
        return self.is_live and bool(self.remote.mine) and self.remote.status == "live"

    @property
    def may_study(self) -> bool:
        return self.remote.may_study

    def beside(self) -> Beside:
        shown, remote = super().beside(), self.remote
        shown.clocks = seat_words(remote, Player.FIRST), seat_words(remote, Player.SECOND)
        if remote.status == "open":
            shown.words = "Waiting for somebody. The address of this match stands below the board."
        shown.talk = self.chat.shown
        return shown

    def turn_words(self) -> str:
        remote, match = self.remote, self.match
        if self.gone:
            return f"{sentences.capitalized(self.gone)}."
        if not self.is_connected:
            return "The connection is lost: trying again. What you play now is sent as soon as it is back."
        if remote.status == "open":
            return remote.address
        offer = offer_words(remote)
        if remote.offered:
            return f"{offer}: y accepts, N declines"
        if remote.status == "over":
            return f"{remote.ending}. {offer or ('n asks for a rematch' if remote.mine else '')}"
        whose = "your move" if remote.is_my_turn and len(remote.mine) == 1 else "to move"
        return f"{player_label(match, match.to_move)}: {whose}  {offer}".rstrip()

    def keys(self) -> str:
        if not self.remote.mine:
            return "m say  , . replay"
        if self.remote.status == "open":
            return "R call off  m say"
        if self.remote.status == "over":
            return "n rematch  m say  , . replay  l lines  s save"
        return "↵ play  D draw  u take back  R resign  m say  , . replay"

    # What the site says.

    def _hear(self, live: MatchSocket, news: News) -> None:
        """A message of the site, or of the connection."""
        if live is not self.live:
            return
        kind = news["type"]
        if kind in ("snapshot", "update"):
            self.remote.take(news)
            self._catch_up()
            if (following := self.remote.view.get("rematch")) and self.remote.mine:
                self._follow(following)
        elif kind == "ack":
            self.remote.take(news)
        elif kind == "refused":
            self.remote.take(news)
            self._refused(news)
        elif kind == "pong":
            self.remote.ahead = news["ahead"]
        elif kind == "spectators":
            for seat, is_online in zip(self.remote.view["seats"], news["online"], strict=True):
                seat["online"] = is_online
        elif kind in ("lost", "back", "gone"):
            self.is_connected, self.gone = kind == "back", news.get("error", "")
            self.say_turn()
            if kind == "back":
                self._ask_chat(self.chat.look)
        elif kind == "said":
            self._told(news["line"])

    def _catch_up(self) -> None:
        """Play the site's moves, the last one animated."""
        cursor, pressed, ply, was_back = self.cursor, self.entry, self.match.ply, False
        try:
            was_back = self.remote.catch_up(self.play)
        except ValueError as error:
            self.gone = f"the rules differ here and on the site: {error}"
            self.live.close()
        else:
            if was_back:
                self.skip()
                self.viewed = None
        self.go_on()
        if self.match.ply == ply and not was_back:  # only names, clocks or offers: what was pressed stays so
            self.cursor, self.entry = cursor or self.cursor, pressed
            self.draw()
        self.show_step()

    def _refused(self, news: News) -> None:
        said = news["said"]
        is_played = said.get("type") == "move" and self.remote.moves[said["ply"] : said["ply"] + 1] == [said["move"]]
        if said.get("type") == "move" and not is_played:
            self.remote.catch_up()
            self.skip()
            self.go_on()
        if not is_played and not (news["again"] and said.get("type") == "action"):
            self.say(f"{sentences.capitalized(news['error']).rstrip('.')}.")

    def choose(self, move: Any) -> None:
        self.remote.sent = self.match.ply, str(move)
        self.play(move)
        self.live.move(*self.remote.sent)
        self.go_on()
        self.show_step()

    # What a person does.

    def _act(self, action: str) -> None:
        if self.remote.mine:
            self.live.act(action)
        else:
            self.say("You are watching this match, not playing in it.")

    def action_answer(self, yes: bool) -> None:
        offered = self.remote.offered
        if offered == "rematch":
            self._act("rematch") if yes else self.action_leave()
        elif offered is not None:
            self._act(f"{'accept' if yes else 'decline'}_{offered}")
        else:
            self.say("Nothing is offered.")

    def action_draw(self) -> None:
        self._act("accept_draw" if self.remote.offered == "draw" else "offer_draw")

    def action_undo(self) -> None:
        self._act("undo" if self.remote.is_against_engine or len(self.remote.mine) > 1 else "ask_takeback")

    def action_rematch(self) -> None:
        self._act("rematch")

    def action_resign(self) -> None:
        if not self.remote.mine or self.remote.status == "over":
            self.say_turn()
        elif self.remote.status == "open":
            self.ask(dialogs.Sure("Call this match off?"), lambda sure: self._act("abort") if sure else None)
        else:
            self.ask(dialogs.Sure("Resign this game?"), lambda sure: self._act("resign") if sure else None)

    def _told(self, line: Line) -> None:
        """Show a line of chat: beside the board, or below it where there is no room."""
        if (words := self.chat.take(line)) is not None:
            self.draw_panel()
            if not self.chat.is_mine(line):
                self.call_after_refresh(lambda: None if self.query_one(Panel).shows_talk else self.say(words))

    def action_talk(self) -> None:
        to = "the other player" if self.remote.mine else "the others who watch"
        self.ask(dialogs.TextQuestion(f"Say to {to}:"), self._talk)

    def _talk(self, text: str | None) -> None:
        chat = self.chat
        if text and text.strip():
            self._ask_chat(lambda: chat.say(text))

    def _ask_chat(self, ask: Callable[[], dict[str, Any] | None]) -> None:
        ask_in_thread(self, ask, partial(self._talked, self.chat))

    def _talked(self, chat: Chat, answer: dict[str, Any] | None, trouble: str) -> None:
        """The chat so far, or why a line was refused."""
        if chat is not self.chat:
            return
        if answer is not None:
            chat.me = answer["you"]
            for line in answer["lines"]:
                chat.take(line)
            self.draw_panel()
        elif trouble:
            self.say(f"{sentences.capitalized(trouble)}.")

    def _follow(self, match_id: str) -> None:
        """Open the rematch."""
        site = self.remote.site
        rematch = lambda: online.open_match(site, site.get(f"/api/matches/{match_id}"), None)
        ask_in_thread(self, rematch, self._followed)

    def _followed(self, rematch: RemoteMatch | None, trouble: str) -> None:
        if rematch is None:
            self.say(f"{trouble}.")
            return
        self.live.close()
        self.remote = rematch
        self.put(self.remote.match)
        self.live = self._connect().start()
        self.fit()
        self.go_on()
