"""A match on a site a line at a time: what happens is printed, and a player is asked for moves."""

from __future__ import annotations

import contextlib
import queue

from quintet.core.game import LONGEST_MOVE
from quintet.core.narration import named
from quintet.core.types import PASS, SWAP, Player
from quintet.terminal.analysis_text import NO_STUDY
from quintet.terminal.console import Console, Leave
from quintet.terminal.line import commands, instructions, screen
from quintet.terminal.online.match_socket import MatchSocket, News
from quintet.terminal.online.remote_match import Chat, Line, RemoteMatch, clock_words, offer_words, open_match
from quintet.terminal.online.site_client import SiteError

HELP = {
    "moves": "every legal move",
    "hint": "a move that an engine would play",
    "rules": "the rules of this game",
    "board": "show the board again",
    "draw?": "offer a draw",
    "undo": "take your move back, or ask to",
    "accept": "what is offered to you",
    "decline": "what is offered to you",
    "say ...": "something to the other player",
    "resign": "give up: the other player wins",
    "quit": "leave; the match goes on without you",
}


def show(console: Console, remote: RemoteMatch) -> None:
    """Play or watch a match to its end, and its rematches."""
    following: RemoteMatch | None = remote
    while following is not None:
        following = Conversation(console, following).through()


class Conversation:
    """One match: the site at one end, a person at the other."""

    def __init__(self, console: Console, remote: RemoteMatch) -> None:
        self.console, self.remote, self.match = console, remote, remote.match
        self.news: queue.Queue[News] = queue.Queue()
        self.live = MatchSocket(remote.site, remote.id, remote.invite, self.news.put)
        self.is_waiting = remote.status == "open"
        self.offered = ""
        self.chat = Chat(remote.site, remote.id, remote.invite)

    def through(self) -> RemoteMatch | None:
        """Play to the end; the rematch, if there is one."""
        say, remote = self.console.say, self.remote
        say(f"{self.match.game.title}: {' against '.join(self.match.names)}, {remote.address}")
        if self.is_waiting:
            say("Waiting for somebody to join. They type: quintet play --server " + remote.address)
        self.live.start()
        try:
            self._show()
            self._look_at_chat()
            while remote.status != "over":
                if remote.is_my_turn and self.news.empty():
                    self._turn()
                    while self._hear() not in ("ack", "refused"):  # these come after the updates they cause
                        pass
                else:
                    self._hear()
            say(f"{remote.ending}.")
            return self._rematch()
        except (Leave, KeyboardInterrupt):
            say("\nYou left; the match is at " + remote.address)
            return None
        finally:
            self.live.close()

    # What the site says.

    def _hear(self) -> str:
        """Wait for the next message of the site, and print it; its type."""
        while True:
            try:
                news = self.news.get(timeout=0.5)  # a timeout, so that Ctrl-C is noticed
                break
            except queue.Empty:
                continue
        kind = str(news["type"])
        if kind in ("snapshot", "update", "ack", "refused"):
            self.remote.take(news)
            self._catch_up()
        if kind == "refused" and not news["again"]:
            self.console.tell(f"Sorry, {news['error']}.")
        elif kind == "pong":
            self.remote.ahead = news["ahead"]
        elif kind == "said":
            self._told(news["line"])
        elif kind == "lost":
            self.console.say("The connection is lost: trying again.")
        elif kind == "gone":
            raise SiteError(news["error"])
        return kind

    def _look_at_chat(self) -> None:
        """Print the chat so far."""
        with contextlib.suppress(SiteError):
            chat = self.chat.look()
            self.chat.me = chat["you"]
            for line in chat["lines"]:
                self._told(line)

    def _told(self, line: Line) -> None:
        if (words := self.chat.take(line)) is not None and not self.chat.is_mine(line):
            self.console.say(words)

    def _catch_up(self) -> None:
        remote, match, say = self.remote, self.match, self.console.say
        ply = match.ply
        try:
            was_back = remote.catch_up()
        except ValueError as error:
            raise SiteError(f"the rules differ here and on the site: {error}") from None
        if self.is_waiting and remote.status != "open":
            self.is_waiting = False
            say(f"It begins: {' against '.join(match.names)}.")
        for number in range(ply, match.ply):
            mover = match.game.to_move(match.positions[number])
            if mover not in remote.mine:
                say(f"{match.names[mover]} plays {named(match.game, str(match.moves[number]))}.")
        if was_back:
            say(f"Moves were taken back: {match.ply} stand.")
        if match.ply != ply or was_back:
            self._show()
        if match.ply > ply:
            self.console.tell(screen.last_move(match))
        offered = offer_words(remote)
        if offered and offered != self.offered:
            say(f"{offered}." + (" Type accept or decline." if remote.offered else ""))
        self.offered = offered

    def _show(self) -> None:
        shown = screen.fitting(self.match, self.console, self.remote.is_my_turn)
        clocks = [f"{self.match.names[player]} {clock_words(self.remote, player)}" for player in Player]
        timed = f"{', '.join(clocks)}\n\n" if self.remote.left(Player.FIRST) is not None else ""
        self.console.say(f"\n{timed}{shown}\n")

    # What a person says.

    def _turn(self) -> None:
        """Ask until something was sent that the site answers."""
        while True:
            if self.console.editor is not None:
                self.console.editor.words = lambda: [*self.match.legal(), *(name.split()[0] for name in HELP)]
            legal = self.match.legal()
            if legal == [str(PASS)] or str(SWAP) in legal:
                word = str(PASS) if legal == [str(PASS)] else str(SWAP)
                self.console.say(f"You may type {word}.")
            typed = self.console.ask(screen.prompt(self.match)).strip()
            if self._obey(typed):
                return

    def _obey(self, typed: str) -> bool:
        """Obey a command; whether it sent something to the site."""
        word, remote, say = typed.lower(), self.remote, self.console.say
        actions = {"resign": "resign", "draw?": "offer_draw"}
        actions["undo"] = "undo" if remote.is_against_engine or len(remote.mine) > 1 else "ask_takeback"
        if remote.offered:
            actions |= {"accept": f"accept_{remote.offered}", "decline": f"decline_{remote.offered}"}
        if (move := self._read(typed)) is not None:
            self.remote.sent = self.match.ply, move
            self.live.move(*self.remote.sent)
            self.match.play(move)
            self._show()
            self.console.tell(screen.last_move(self.match))
            return True
        if word in actions:
            is_sent = word != "resign" or self.console.is_sure("Resign this match?")
            if is_sent:
                self.live.act(actions[word])
            return is_sent
        if word == "quit":
            raise Leave
        if word.partition(" ")[0] == "say":
            self._say(typed[len("say") :].strip())
            return False
        if word == "moves":
            commands.say_moves(self.console, self.match)
        elif word == "rules":
            commands.show_rules(self.console, self.match.game)
        elif word == "board":
            self._show()
        elif word == "hint" and self.remote.may_study:
            commands.say_hint(self.console, self.match)
        elif word == "hint":
            say(NO_STUDY)
        elif word in ("accept", "decline"):
            say("Nothing is offered.")
        elif word in ("", "help"):
            commands.say_help(self.console, self.match, HELP)
        else:
            try:
                self.match.legal_move(typed[:LONGEST_MOVE])
            except ValueError as error:
                self.console.tell(f"Sorry, {error}.")
        return False

    def _say(self, text: str) -> None:
        try:
            if not text:
                raise SiteError("expected say and some words, for example say good luck")
            self.chat.say(text)
        except SiteError as error:
            self.console.tell(f"Sorry, {error}.")

    def _read(self, typed: str) -> str | None:
        """The legal move that was typed."""
        move = instructions.read_typed(self.match.game, self.match.position, typed)
        return str(move) if move is not None and str(move) in self.match.legal() else None

    def _rematch(self) -> RemoteMatch | None:
        """Offer a rematch, if a person sits at the keyboard."""
        remote, console = self.remote, self.console
        if not remote.mine or not console.keyboard:
            return None
        if not console.agrees("A rematch?"):
            return None
        self.live.act("rematch")
        console.say("Waiting for the other player.")
        while not remote.view.get("rematch"):
            self._hear()
        view = remote.site.get(f"/api/matches/{remote.view['rematch']}")
        return open_match(remote.site, view, None)
