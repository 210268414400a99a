"""Ways back into an account: an e-mail address that is confirmed, recovery codes, a new password by either."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from quintet.server.accounts import letters
from quintet.server.accounts.identity import owner_only
from quintet.server.errors import Conflict, NotLoggedIn, TooFast, Unavailable
from quintet.server.messages.base import Done
from quintet.server.messages.incoming import EmailIn, PasswordIn, RecoveryIn, RecoveryMailIn, SecretIn
from quintet.server.messages.players import CodesOut, ConfirmedOut, MeOut, SecurityOut
from quintet.server.storage.recovery import tidy
from quintet.server.web.routes.dependencies import Caller, TheSite
from quintet.server.web.routes.players import confirmed_owner, hashed_password, me_out, say_changed, slowly
from quintet.server.work.cpu_budget import in_thread
from quintet.server.work.mail import checked_address

router = APIRouter(prefix="/api")
NO_MAIL = "this site sends no e-mail: use a recovery code"
ENOUGH = "several confirmations were sent already: open one of them, or try again tomorrow"
OVER = "this code or link does not work, or not any more: ask for a new one"


@router.get("/account/security")
async def security(site: TheSite, who: Caller) -> SecurityOut:
    """How the account can be recovered."""
    email, codes = await in_thread(site.recovery.email_and_codes, owner_only(who).id)
    return SecurityOut(email=email, mail=site.mail.available, codes=codes)


@router.post("/account/email")
async def set_email(body: EmailIn, site: TheSite, who: Caller, request: Request) -> Done:
    """Send a confirmation to a new e-mail address, which counts once it is confirmed; or remove the one there is."""
    username = await confirmed_owner(site, request, who, body.password)
    email = None if body.email is None else checked_address(body.email).lower()
    if email and not site.mail.available:
        raise Conflict("this site sends no e-mail: it cannot confirm an address")
    if email is None:
        await in_thread(site.recovery.remove_email, who.id)
        return Done()
    if not site.confirmations.take(email):  # not of one account: accounts cost nothing
        raise TooFast(ENOUGH)
    secret = await in_thread(site.recovery.new_link, who.id, "confirmation", site.hub.now(), email)
    if secret is None:
        raise TooFast(ENOUGH)
    if not site.mail.send(email, *letters.confirmation(username, site.absolute(""), secret)):
        raise Unavailable("too many messages wait to be sent: please try again later")
    return Done()


@router.post("/account/email/confirm")
async def confirm_email(body: SecretIn, site: TheSite, request: Request) -> ConfirmedOut:
    """Confirm the e-mail address that a link was sent to; it need not be opened by who is logged in."""
    slowly(site, request)
    email = await in_thread(site.recovery.confirm, body.secret, site.hub.now())
    if email is None:
        raise Conflict("this link does not work any more: give the address again on the page Security")
    return ConfirmedOut(email=email)


@router.post("/account/codes", status_code=201)
async def new_codes(body: PasswordIn, site: TheSite, who: Caller, request: Request) -> CodesOut:
    """Ten recovery codes, shown only now; those that there were end."""
    await confirmed_owner(site, request, who, body.password)
    return CodesOut(codes=await in_thread(site.recovery.new_codes, who.id, site.hub.now()))


@router.post("/recovery/mail")
async def send_link(body: RecoveryMailIn, site: TheSite, request: Request) -> Done:
    """Send a link for a new password, if there is such an account with a confirmed address: the answer is the same."""
    slowly(site, request)
    if not site.mail.available:
        raise Conflict(NO_MAIL)
    accounts = await in_thread(site.recovery.accounts, body.account) if body.account.isprintable() else []
    for person, email in accounts:
        secret = await in_thread(site.recovery.new_link, person.id, "link", site.hub.now())
        if secret:
            site.mail.send(email, *letters.recovery(person.username or "", site.absolute(""), secret))
    return Done()


@router.post("/recovery")
async def recover(body: RecoveryIn, site: TheSite, request: Request, response: Response) -> MeOut:
    """A new password by a recovery code or a link, and log in: every session and token of the account ends."""
    slowly(site, request)
    secret = tidy(body.secret)
    opened = await in_thread(site.recovery.opened_by, secret, site.hub.now())
    if opened is None:
        raise NotLoggedIn(OVER)
    player, username = opened
    password = await hashed_password(site, body.new, username)
    email, account = await in_thread(site.people.email_of, player), await in_thread(site.people.by_id, player)
    if account is None:
        raise NotLoggedIn(OVER)
    answer = await in_thread(me_out, site, account)
    token = await in_thread(site.recovery.reset, player, secret, password, site.hub.now())
    if token is None:
        raise NotLoggedIn(OVER)
    await site.revoke()
    say_changed(site, email, username, "password")
    site.identity.set_session(request, response, token)
    return answer
