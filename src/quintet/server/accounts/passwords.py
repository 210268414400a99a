"""Refuses passwords that are guessed first, and throttles those who guess."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable

from quintet.server.errors import BadInput, TooFast
from quintet.server.work.caches import LruCache
from quintet.server.work.rate_limits import MOST_CLIENTS

FREE = 5
"""Wrong passwords without a wait."""
LONGEST = 300.0
FORGET = 86400.0
"""Seconds of the longest wait, and after which wrong passwords are forgotten."""

KEYS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "1q2w3e4r5t6z7u8i9o0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "qazwsxedcrfvtgbyhnujmik",
    "1qaz2wsx3edc4rfv5tgb6yhn",
)
ROWS = (*KEYS, *(row[::-1] for row in KEYS))
LOOKALIKES = str.maketrans("013457@$!", "oieastasi")
COMMON = """
password passwort passphrase secret secrets geheim login logins welcome willkommen hello hallo bonjour letmein
letmeinnow openup opensesame sesame admin administrator root superuser user guest test tester testing changeme
default master access account computer internet website server system windows linux android iphone apple google
samsung online network love iloveyou loveyou lovely lover mylove loveme sweetheart darling honey baby babygirl
babyboy angel angels prince princess queen king kings family mother father mama papa mummy daddy brother sister
friend friends forever sunshine sunflower flower flowers rainbow summer winter spring autumn monday tuesday
wednesday thursday friday saturday sunday january february march april june july august september october november
december holiday birthday christmas halloween easter monkey dragon tiger lion eagle shark wolf panther horse pony
puppy kitten kitty cat cats dog dogs bunny rabbit butterfly dolphin penguin chicken turtle snake spider unicorn
phoenix bear panda football soccer baseball basketball hockey tennis golf rugby cricket boxing running swimming
racing skating liverpool arsenal chelsea barcelona madrid juventus bayern dortmund yankees lakers cowboys steelers
superman batman spiderman ironman wonderwoman starwars skywalker pokemon pikachu naruto minecraft fortnite matrix
hunter ranger killer warrior soldier fighter ninja samurai pirate wizard magic magician merlin shadow ghost devil
demon heaven jesus christ god blessed trustno trustnoone freedom liberty justice peace victory winner champion
success money dollar rich diamond silver golden gold platinum crystal chocolate cookie cookies banana cherry peach
orange lemon pepper ginger sugar candy coffee pizza cheese butter yellow purple green black white blue red pink
brown london paris berlin vienna rome moscow tokyo newyork boston chicago dallas texas florida california canada
america england france germany austria italy spain russia china india brazil mexico australia michael jennifer
jessica ashley amanda daniel david andrew joshua matthew robert thomas william charles george richard james john
joseph anthony maria anna laura sarah nicole michelle elizabeth alexander alexandra sophie maggie charlie buddy max
bella lucky rocky jordan harley taylor austin hannah emily olivia games game gamer player playing chess othello
reversi checkers board boards quintet puzzle strategy music guitar piano rock metal jazz dance dancer singer
metallica nirvana eminem school college university student teacher doctor nurse police driver worker business
company office nothing whatever something anything everything nobody everybody idontknow dontknow forgot remember
please thankyou goodbye goodluck fuckyou fuckoff fuck shit bitch asshole sexy hottie qwerty qwertz azerty asdf
asdfgh zxcvbn qazwsx
"""
WORDS = frozenset(COMMON.split())


def checked(password: str, username: str) -> str:
    """The password; BadInput says why it is too easy to guess."""
    plain = password.casefold()
    core = re.sub(r"^[^a-z]+|[^a-z]+$", "", plain)
    name = username.casefold()
    if _repeats(plain):
        raise BadInput("this password repeats itself: choose one that is harder to guess")
    if _rows(plain) > len(plain) // 2:
        raise BadInput("this password is a row of keys: choose one that is harder to guess")
    if len(name) > 2 and (name in plain or name in plain[::-1]) and len(plain) - len(name) < 6:
        raise BadInput("this password is mostly your name: choose one that is harder to guess")
    if core.translate(LOOKALIKES) in WORDS and len(plain) - len(core) < 6:
        raise BadInput("this password is among those that everybody tries first: choose one that is harder to guess")
    return password


def _repeats(text: str) -> bool:
    """Whether the text is one piece over and over."""
    return any(text == (text[:size] * len(text))[: len(text)] for size in range(1, len(text) // 2 + 1))


def _rows(text: str) -> int:
    """How many characters are in runs of four or more neighbouring keys."""
    total = start = 0
    while start < len(text):
        length = max(_run(text[start:], row) for row in ROWS)
        total += length if length >= 4 else 0
        start += max(1, length if length >= 4 else 1)
    return total


def _run(text: str, row: str) -> int:
    length = 1
    while length < len(text) and text[: length + 1] in row:
        length += 1
    return length if text[:length] in row else 0


class LoginThrottle:
    """Makes the next try wait, twice as long after each wrong password.

    Wrong passwords are counted per account, from whatever address. An address that the account was logged into from
    before has a count of its own, so that nobody can keep the owner out by guessing.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._wrong: LruCache[tuple[str, str], tuple[int, float]] = LruCache(MOST_CLIENTS)
        """How many in a row, and the time of the last one."""
        self._known: LruCache[tuple[str, str], bool] = LruCache(MOST_CLIENTS)

    def check(self, account: str, address: str) -> None:
        """TooFast says how long to wait."""
        wrong, last = self._wrong.get(self._key(account, address)) or (0, 0.0)
        passed = self._now() - last
        wait = min(LONGEST, 2.0 ** (wrong - FREE)) if wrong >= FREE and passed < FORGET else 0.0
        if passed < wait:
            seconds = math.ceil(wait - passed)
            raise TooFast(f"too many wrong passwords for this account: please wait {seconds} seconds")

    def wrong(self, account: str, address: str) -> None:
        key, now = self._key(account, address), self._now()
        before, last = self._wrong.get(key) or (0, now)
        self._wrong.put(key, (before + 1 if now - last < FORGET else 1, now))

    def right(self, account: str, address: str) -> None:
        self._wrong.remove(self._key(account, address))
        self._known.put((account.casefold(), address), True)

    def _key(self, account: str, address: str) -> tuple[str, str]:
        key = (account.casefold(), address)
        return key if self._known.get(key) else (key[0], "")
