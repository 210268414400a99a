"""What is said of a match on a site: its clocks, what is offered."""

from __future__ import annotations

from quintet.core.types import Player
from quintet.terminal.online.remote_match import Remote

OFFERS = {"draw": "offers a draw", "takeback": "asks to take a move back", "rematch": "asks for a rematch"}
OWN = {"draw": "You have offered a draw", "takeback": "You have asked to take a move back",
       "rematch": "You have asked for a rematch"}  # fmt: skip
HOUR, DAY = 3600, 86400


def clock_words(remote: Remote, player: Player) -> str:
    """``4:07``; the last seconds with tenths, long times in hours and days."""
    left = remote.left(player)
    if left is None:
        return ""
    if left < 10:
        return f"{left:.1f}"
    if left >= DAY:
        return f"{left / DAY:.1f} days"
    hours, rest = divmod(int(left), HOUR)
    minutes, seconds = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def seat_words(remote: Remote, player: Player) -> str:
    """The clock of a player, and that nobody is there."""
    seat = remote.view["seats"][player]
    is_away = remote.status == "live" and seat["kind"] == "person" and not seat["online"] and player not in remote.mine
    return f"{clock_words(remote, player)} {'away' if is_away else ''}".strip()


def offer_words(remote: Remote) -> str:
    """What waits for an answer; empty where nothing does."""
    if (offered := remote.offered) is not None:
        other = next(seat for seat in Player if seat not in remote.mine)
        return f"{remote.match.names[other]} {OFFERS[offered]}"
    for what, seat in remote.view["offers"].items():
        if seat is not None and seat in remote.mine:
            return OWN[what]
    return ""
