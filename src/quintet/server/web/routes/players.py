"""Visitors, accounts, sessions, tokens and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict

from fastapi import APIRouter, Request, Response

from quintet.core import registry
from quintet.server.accounts import letters, passwords
from quintet.server.accounts.identity import SESSION, owner_only, printable
from quintet.server.errors import BadInput, Conflict, NotLoggedIn, TooFast, Unknown
from quintet.server.messages import parsing, views
from quintet.server.messages.base import Done
from quintet.server.messages.incoming import AccountIn, LoginIn, NameIn, NewPasswordIn, PasswordIn, TokenIn
from quintet.server.messages.players import (
    MeOut,
    PlayerOut,
    RankOut,
    RanksOut,
    RatingHistory,
    RatingOut,
    RatingPoint,
    ResultsOut,
    TokenLine,
    TokenOut,
    TokensOut,
)
from quintet.server.site import Site, address
from quintet.server.storage.accounts import Person, TokenRow
from quintet.server.storage.match_queries import Rated
from quintet.server.web.routes.dependencies import Caller, TheSite
from quintet.server.web.routes.lobby import SEARCHING, kept_for, lines
from quintet.server.work.cpu_budget import in_thread

router = APIRouter(prefix="/api")
SHOWN, RANKS, TOKENS, POINTS, WAITING = 20, 100, 20, 200, 50
WRONG = "the name or the password is wrong"
WRONG_PASSWORD = "the password is wrong"


@router.get("/me")
async def me(site: TheSite, who: Caller) -> MeOut:
    """Who the caller is."""
    return await in_thread(_me, site, who)


def _me(site: Site, who: Person) -> MeOut:
    waiting = site.reader.mine(who.id, ("open",), WAITING) if who.registered else []
    return me_out(site, who).model_copy(update={"challenges": sum(kept_for(match, who) for match in waiting)})


def me_out(site: Site, who: Person) -> MeOut:
    return _me_rated(who, site.reader.ratings(who.id) if who.registered else [])


def _me_rated(who: Person, rated: Sequence[tuple[str, Rated]]) -> MeOut:
    ratings = [_rating(game, its) for game, its in rated]
    return MeOut(
        kind=who.kind if who.kind != "deleted" else "visitor",
        name=who.shown,
        username=who.username,
        ratings=ratings,
    )


def _title(game: str) -> str:
    """The title of a game; the id of one that is no longer installed."""
    return registry.game_class(game).title if game in registry.game_ids() else game


def _rating(game: str, rated: Rated) -> RatingOut:
    return RatingOut(game=game, title=_title(game), provisional=rated.rating.provisional, **_numbers(rated))


def _numbers(rated: Rated) -> dict[str, int]:
    rating = rated.rating
    return {"rating": round(rating.rating), "deviation": round(rating.deviation), "games": rated.games}


@router.put("/me/name")
async def rename(body: NameIn, site: TheSite, who: Caller) -> MeOut:
    """Change the name of a visitor."""
    if who.registered:
        raise Conflict("an account is called by its username")
    name = await in_thread(site.people.free_name, parsing.name(body.name))
    await site.keep_visitor(who)
    await in_thread(site.people.rename, who.id, name)
    site.identity.forget()
    return await in_thread(me_out, site, Person(who.id, name, who.kind))


@router.post("/accounts", status_code=201)
async def register(body: AccountIn, site: TheSite, who: Caller, request: Request, response: Response) -> MeOut:
    """Turn the visitor into an account and log in."""
    site.check_open("registration")
    slowly(site, request)
    if who.registered:
        raise Conflict("you have an account already: log out first")
    password = await hashed_password(site, body.password, body.username)
    account, token = await in_thread(site.people.register, who, body.username, password, site.hub.now())
    site.renamed(account.id)
    site.identity.set_session(request, response, token)
    return _me_rated(account, [])


@router.post("/login")
async def login(body: LoginIn, site: TheSite, request: Request, response: Response) -> MeOut:
    """Log in with a username and a password."""
    slowly(site, request)
    printable(body.username, "a name")
    player = await authenticated(site, request, body.username, body.password, WRONG)
    account = await in_thread(site.people.by_id, player)
    if account is None:
        raise NotLoggedIn(WRONG)
    answer = await in_thread(me_out, site, account)  # before the change: what fails after it would be called undone
    token, _ = await in_thread(site.people.new_session, player, "browser", site.hub.now())
    site.identity.forget()
    site.identity.set_session(request, response, token)
    return answer


async def authenticated(site: Site, request: Request, username: str, password: str, wrong: str) -> str:
    """The id of the account, if this is its password; wrong passwords are throttled."""
    where = address(request)
    site.login_throttle.check(username, where)
    account = await in_thread(site.people.password_of, username)
    if not await site.identity.verified(account[1] if account else None, password) or account is None:
        site.login_throttle.wrong(username, where)
        raise NotLoggedIn(wrong)
    site.login_throttle.right(username, where)
    return account[0]


async def confirmed_owner(site: Site, request: Request, who: Person, password: str) -> str:
    """The username of the caller, who has typed the password again, for what only the owner may do."""
    slowly(site, request)
    username = owner_only(who).username or ""
    await authenticated(site, request, username, password, WRONG_PASSWORD)
    return username


async def hashed_password(site: Site, password: str, username: str) -> str:
    return await site.identity.hashed(passwords.checked(printable(password, "a password"), username))


def slowly(site: Site, request: Request) -> None:
    if not site.logins.take(address(request)):
        raise TooFast("too many tries: please wait a little")


@router.post("/logout")
async def logout(site: TheSite, request: Request, response: Response) -> Done:
    """Log out on this device."""
    token = request.cookies.get(SESSION)
    if token:
        await in_thread(site.people.end_session, token)
    await site.revoke()
    site.identity.clear(response)
    return Done()


@router.post("/logout/everywhere")
async def logout_everywhere(site: TheSite, who: Caller, response: Response) -> Done:
    """End every session and every token of the account."""
    await in_thread(site.people.end_all, owner_only(who).id)
    await site.revoke()
    site.identity.clear(response)
    return Done()


@router.post("/account/password")
async def change_password(body: NewPasswordIn, site: TheSite, who: Caller, request: Request) -> Done:
    """Change the password: every token ends, and every session but this one."""
    username = await confirmed_owner(site, request, who, body.password)
    password = await hashed_password(site, body.new, username)
    # A new session would be lost if the browser left the page before the response.
    email = await in_thread(site.people.email_of, who.id)
    await in_thread(site.people.change_password, who.id, password, request.cookies.get(SESSION, ""))
    await site.revoke()
    say_changed(site, email, username, "password")
    return Done()


def say_changed(site: Site, email: str | None, username: str, what: str) -> None:
    """Tell the owner by e-mail, where there is an address."""
    if email:
        site.mail.send(email, *letters.changed(username, site.absolute(""), what))


@router.post("/account/delete")
async def delete(body: PasswordIn, site: TheSite, who: Caller, request: Request, response: Response) -> Done:
    """Delete the account, its ratings and sessions; live matches are resigned, and all stay without the name."""
    await confirmed_owner(site, request, who, body.password)
    for match in await in_thread(site.reader.mine, who.id, ("open", "live"), 1000):
        with suppress(Conflict, Unknown):  # its time was up, or it has just ended
            await site.actions.leave(who, match.header.id)
    await in_thread(site.people.delete, who.id)
    site.renamed(who.id)
    await site.revoke()
    site.identity.clear(response)
    return Done()


@router.get("/tokens")
async def tokens(site: TheSite, who: Caller) -> TokensOut:
    """The tokens of the account, without their secrets."""
    rows = await in_thread(site.people.tokens, owner_only(who).id)
    return TokensOut(tokens=[_token_line(row) for row in rows])


def _token_line(row: TokenRow) -> TokenLine:
    expires = None if row.expires is None else views.date(row.expires)
    return TokenLine(id=row.id, label=row.label, created=views.date(row.created), expires=expires, scope=row.scope)


@router.post("/tokens", status_code=201)
async def new_token(body: TokenIn, site: TheSite, who: Caller, request: Request) -> TokenOut:
    """A token for a program; it is shown only now."""
    label = printable(body.label, "a label")
    await confirmed_owner(site, request, who, body.password)
    if len(await in_thread(site.people.tokens, who.id)) >= TOKENS:
        raise BadInput(f"an account has at most {TOKENS} tokens: delete one first")
    limits = {"days": body.days, "scope": body.scope}
    token, token_id = await in_thread(site.people.new_session, who.id, label, site.hub.now(), **limits)
    return TokenOut(token=token, id=token_id, label=label)


@router.delete("/tokens/{token_id}")
async def end_token(token_id: str, site: TheSite, who: Caller) -> Done:
    """End a token."""
    owner_only(who)
    if not token_id.isprintable() or not await in_thread(site.people.end_token, who.id, token_id):
        raise Unknown("there is no such token")
    await site.revoke()
    return Done()


@router.get("/players/{username}")
async def player(username: str, site: TheSite, who: Caller) -> PlayerOut:
    """An account as others see it."""
    account = await known_player(site, username)
    ratings = await in_thread(site.reader.ratings, account.id)
    # Some have played 100,000 games.
    played = await site.rules.run_in_thread(SEARCHING, site.reader.mine, account.id, ("live", "over"), SHOWN, True)
    history = await in_thread(site.reader.history, account.id, POINTS)
    results = await site.rules.run_in_thread(SEARCHING, site.reader.results, account.id, account.id != who.id)
    return PlayerOut(
        username=account.username or "",
        bot=account.kind == "bot",
        created=views.date(account.created),
        ratings=[_rating(game, rated) for game, rated in ratings],
        matches=await in_thread(lines, played, who, site.hub.now(), True),
        history=[_history(game, points) for game, points in history.items()],
        results=[ResultsOut(title=_title(result.game), **asdict(result)) for result in results],
        you=account.id == who.id,
        friend=await in_thread(site.friends.added, who.id, account.id),
    )


async def known_player(site: Site, username: str) -> Person:
    account = await in_thread(site.people.by_username, username) if username.isprintable() else None
    if account is None:
        raise Unknown("there is no such player")
    return account


def _history(game: str, points: list[tuple[float, float]]) -> RatingHistory:
    shown = [RatingPoint(at=views.date(since), rating=round(rating)) for since, rating in points]
    return RatingHistory(game=game, title=_title(game), points=shown)


@router.get("/ratings/{game_id}")
async def ranks(game_id: str, site: TheSite) -> RanksOut:
    """The best players of a game."""
    title = parsing.game(game_id).title
    best = await in_thread(site.reader.ranks, game_id, RANKS)
    ranks = [RankOut(username=username, bot=bot, **_numbers(rated)) for username, bot, rated in best]
    return RanksOut(game=game_id, title=title, ranks=ranks)
