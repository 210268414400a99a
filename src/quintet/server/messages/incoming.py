"""The messages that clients send, validated by pydantic. Players are 0 (FIRST) and 1 (SECOND); moves are texts."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, model_validator

Spec = Annotated[str, Field(min_length=1, max_length=200, examples=["name", "name(option=value)"])]
USERNAME = "^[A-Za-z0-9_-]{2,20}$"


def _username(text: str) -> str:
    if not re.fullmatch(USERNAME, text):
        raise ValueError("expected 2 to 20 letters from a to z, digits, - or _")
    return text


PositionText = Annotated[str, Field(min_length=1, max_length=8000)]
MoveText = Annotated[str, Field(min_length=1, max_length=40)]
Name = Annotated[str, Field(min_length=1, max_length=40)]
Username = Annotated[str, AfterValidator(_username), Field(json_schema_extra={"pattern": USERNAME})]
Password = Annotated[str, Field(min_length=8, max_length=200)]
Ply = Annotated[int, Field(ge=0, le=100_000)]
Level = Annotated[int, Field(ge=1, le=10)]
Token = Annotated[str, Field(min_length=1, max_length=100)]


ActionName = Literal[
    "resign",
    "offer_draw",
    "accept_draw",
    "decline_draw",
    "ask_takeback",
    "accept_takeback",
    "decline_takeback",
    "abort",
    "rematch",
    "decline_rematch",
    "give_time",
    "undo",
    "redo",
]


class Message(BaseModel):
    """Unknown keys are refused, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


# Lessons and puzzles


class ChaptersIn(Message):
    chapters: Annotated[int, Field(ge=0, le=100)]
    """How many are done."""


class TryIn(Message):
    """The solver's moves so far, without the replies."""

    moves: Annotated[list[MoveText], Field(min_length=1, max_length=50)]


class RunIn(Message):
    """A three-minute run to begin."""

    game: Annotated[str, Field(min_length=1, max_length=40)] | None = None
    """Only puzzles of this game; left out: of all."""


class RunTryIn(TryIn):
    """A try in a run."""

    number: Annotated[int, Field(ge=0, le=10_000)]
    """Puzzles of the run that were over before."""


# Setting up


class SideTime(Message):
    """The time of one side, in seconds."""

    seconds: Annotated[float, Field(gt=0, le=366 * 86400, allow_inf_nan=False)]
    """Fischer: for the whole game. Per move: for each move. Correspondence: for each move, whole days of 86400."""
    increment: Annotated[float, Field(ge=0, le=3600, allow_inf_nan=False)] = 0
    """Fischer: added after each move."""


class ClockIn(Message):
    """The clock of a match; without one, time is not limited."""

    kind: Literal["fischer", "move", "days"]
    """Fischer time, seconds per move, or days per move (correspondence)."""
    first: SideTime
    second: SideTime | None = None
    """Left out: the same as for FIRST."""


class SeatIn(Message):
    """Who sits here."""

    kind: Literal["me", "open", "engine", "account"]
    """`me`: the caller (both seats `me`: hot-seat). `open`: the first person to follow the invitation or, in a public
    match, to take it in the lobby. `account`: only the account `account` may take it (a challenge)."""
    name: Name | None = None
    """The player's name in this match; left out: the account's or visitor's name."""
    level: Level | None = None
    """Of an engine; left out together with `seconds`: 5."""
    seconds: Annotated[float, Field(ge=0.05, le=30, allow_inf_nan=False)] | None = None
    """Thinking time per move of an engine, instead of a level."""
    account: Username | None = None


class MatchIn(Message):
    """A new match."""

    spec: Spec
    position: PositionText | None = None
    """Where it begins; left out: the start."""
    seats: Annotated[list[SeatIn], Field(min_length=2, max_length=2)]
    """Of FIRST and SECOND (in a match from a position, too: its text says who is to move)."""
    shuffle: bool = False
    """Draw at random which of the two seats is FIRST."""
    clock: ClockIn | None = None
    rated: bool = False
    """Only between two accounts, from the start position."""
    private: bool = True
    """Private: seen by its players and by anybody with the invitation. Public: listed, and anybody may watch it."""
    moves: Annotated[list[MoveText], Field(max_length=1000)] = []
    """Moves that are played already ("try again from here" keeps the moves up to there)."""


class JoinIn(Message):
    """Taking a seat."""

    seat: Literal[0, 1] | None = None
    """Left out: the first free one."""
    invite: Token | None = None
    """The secret of the invitation; needed in a private match."""
    name: Name | None = None


class DeclineIn(Message):
    """Declining an invitation."""

    invite: Token | None = None
    """The secret of the invitation; not needed if the seat is reserved for the caller's account."""


PaceName = Literal["3+2", "10+5", "30+20", "days"]


class PairingIn(Message):
    """A quick game that the caller asks for."""

    game: Annotated[str, Field(min_length=1, max_length=40)]
    """Its id: quick games are played on the standard board."""
    pace: PaceName
    """Minutes and increment in seconds, or two days per move."""
    rated: bool = False
    """Only between two accounts."""


# Playing


class MoveIn(Message):
    """A move. `ply` is the number of moves before it, so that a second copy is refused."""

    ply: Ply
    move: MoveText


class ActionIn(Message):
    """Anything else a player can do in a match."""

    action: ActionName
    """`ask_takeback`: back to before my last move. `undo` and `redo` need no answer, against engines and in
    hot-seat; `rematch` asks for one, and the second to ask starts it."""
    seat: Literal[0, 1] | None = None
    """The acting seat, for a hot-seat player; left out: my seat, or in hot-seat the one to move."""
    ply: Ply | None = None
    """If given: refused when the match is at another ply."""


class PlanIn(Message):
    """Conditional moves, in place of those that were planned before."""

    ply: Ply
    """The number of moves before them."""
    lines: Annotated[list[Annotated[list[MoveText], Field(max_length=60)]], Field(max_length=30)]
    """Each begins with a move of the other player and ends with one of the caller's; none: nothing is planned."""


class SocketMove(MoveIn):
    type: Literal["move"]
    id: Annotated[int, Field(ge=0, le=2**53)] | None = None
    """Comes back in the answer."""


class SocketAction(ActionIn):
    type: Literal["action"]
    id: Annotated[int, Field(ge=0, le=2**53)] | None = None


class SocketPing(Message):
    type: Literal["ping"]
    id: Annotated[int, Field(ge=0, le=2**53)] | None = None
    next: Annotated[float, Field(gt=0, le=60)] | None = None
    """Seconds until the client is heard again. If it is not, soon after that it counts as away."""


SocketIn = Annotated[SocketMove | SocketAction | SocketPing, Field(discriminator="type")]
SOCKET_IN: TypeAdapter[SocketMove | SocketAction | SocketPing] = TypeAdapter(SocketIn)
"""What a client may say on the WebSocket of a match."""


class ChatIn(Message):
    """A line of chat."""

    text: Annotated[str, Field(min_length=1, max_length=400)]
    invite: Token | None = None
    """The secret of the invitation; needed by a spectator of a private match."""


class ReportIn(Message):
    """No reason is needed: the operator reads the line itself."""

    invite: Token | None = None


# Study


class PlayedIn(Message):
    """A position with moves to play from it."""

    spec: Spec
    position: PositionText | None = None
    moves: Annotated[list[MoveText], Field(max_length=1000)] = []


class PositionIn(PlayedIn):
    """A position for the editor or the analysis board."""

    since: Ply = 0
    """The number of frames to leave out."""


class LineIn(PlayedIn):
    """A line of the analysis board, to be written as a record."""

    names: Annotated[list[Name], Field(min_length=2, max_length=2)] | None = None
    """Of FIRST and SECOND."""


class AnalysisIn(PlayedIn):
    """A position, or a ply of a stored match, for the engine to analyze."""

    spec: Spec | None = None  # type: ignore[assignment]
    match: Token | None = None
    ply: Ply | None = None
    """Of the match; left out: its last one."""
    lines: Annotated[int, Field(ge=1, le=10)] = 3
    seconds: Annotated[float, Field(ge=0.05, le=60, allow_inf_nan=False)] = 2
    level: Level | None = None
    """If given: the move that this level would choose, instead of an analysis."""
    solve: bool = False
    """Also try to prove the exact value within the seconds."""
    every: bool = False
    """Evaluate every legal move, one line each; exact if it can be proved within the seconds."""

    @model_validator(mode="after")
    def _one_of(self) -> AnalysisIn:
        if (self.spec is None) == (self.match is None):
            raise ValueError("expected either spec or match")
        return self


class EvaluationIn(PlayedIn):
    """A whole game to review: a stored match, a record, or moves."""

    spec: Spec | None = None  # type: ignore[assignment]
    match: Token | None = None
    record: Annotated[str, Field(max_length=200_000)] | None = None
    seconds: Annotated[float, Field(ge=0.02, le=5, allow_inf_nan=False)] = 0.2
    """For each position."""

    @model_validator(mode="after")
    def _one_of(self) -> EvaluationIn:
        if [self.match, self.record, self.spec].count(None) != 2:
            raise ValueError("expected one of match, record and spec")
        return self


class RecordIn(Message):
    """A record to import into the library."""

    record: Annotated[str, Field(min_length=1, max_length=200_000)]
    private: bool = True


# Players


class AccountIn(Message):
    username: Username
    password: Password


class LoginIn(Message):
    username: Annotated[str, Field(max_length=40)]
    password: Annotated[str, Field(max_length=200)]


class NewPasswordIn(Message):
    """A new password; every other session and every token of the account ends."""

    password: Annotated[str, Field(max_length=200)]
    new: Password


class PasswordIn(Message):
    """The password once more, before an account is deleted."""

    password: Annotated[str, Field(max_length=200)]


class EmailIn(Message):
    """A new e-mail address, which is to be confirmed; null removes the one that there is."""

    email: Annotated[str, Field(max_length=254)] | None
    password: Annotated[str, Field(max_length=200)]


class SecretIn(Message):
    """The secret of a link that was sent by e-mail."""

    secret: Token


class RecoveryMailIn(Message):
    """Who has forgotten the password: a username, or a confirmed e-mail address."""

    account: Annotated[str, Field(min_length=2, max_length=254)]


class RecoveryIn(Message):
    """A recovery code, or the secret of a link, and the password to be."""

    secret: Token
    new: Password


class NameIn(Message):
    """A new name for a visitor."""

    name: Name


class NoticeIn(Message):
    """How to be told, away from the site, that it is one's turn in a slow game."""

    channel: Literal["email", "push"]
    pace: Literal["off", "daily", "every"]
    """Not at all, one message a day at most, or for every turn."""


class PushKeys(Message):
    p256dh: Annotated[str, Field(min_length=80, max_length=100)]
    auth: Annotated[str, Field(min_length=16, max_length=40)]


class SubscriptionIn(Message):
    """A push subscription, as browsers write it."""

    endpoint: Annotated[str, Field(min_length=10, max_length=1000)]
    keys: PushKeys


class DeviceIn(SubscriptionIn):
    """The push subscription of a browser that had none."""

    label: Annotated[str, Field(min_length=1, max_length=40)]
    """Its name in the list of devices."""


class NewAddressIn(SubscriptionIn):
    """The push subscription that takes the place of another one of the same browser."""

    before: Annotated[str, Field(max_length=1000)] | None = None
    """The endpoint of the other one, where the browser knows it."""


class StopIn(Message):
    key: Annotated[str, Field(min_length=1, max_length=100)]
    """From a link in an e-mail."""


class TokenIn(Message):
    """A token for a program that acts for this account."""

    label: Annotated[str, Field(min_length=1, max_length=40)]
    password: Annotated[str, Field(max_length=200)]
    """Of the account, once more."""
    scope: Literal["read", "play"] = "play"
    """What it may do: only read, or also act in matches."""
    days: Annotated[int, Field(ge=1, le=366)] = 180
    """After which it expires."""
