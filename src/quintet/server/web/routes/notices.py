"""How somebody is told, away from the site, that it is their turn: by e-mail, and by push on their devices."""

from __future__ import annotations

from fastapi import APIRouter

from quintet.server.errors import BadInput, Forbidden, Unknown
from quintet.server.messages.base import Done
from quintet.server.messages.incoming import DeviceIn, NewAddressIn, NoticeIn, StopIn
from quintet.server.messages.players import DeviceOut, NoticesOut
from quintet.server.messages.views import date
from quintet.server.site import Site
from quintet.server.storage.notices import NoticeChoices
from quintet.server.web.routes.dependencies import Caller, Creation, TheSite
from quintet.server.work.cpu_budget import in_thread
from quintet.server.work.web_push import Subscription

router = APIRouter(prefix="/api/notices")


@router.get("")
async def see(site: TheSite, me: Caller) -> NoticesOut:
    """What the caller has asked for; nothing is on until it is asked for."""
    return _shown(site, await in_thread(site.notices.chosen, me.id))


@router.put("")
async def choose(body: NoticeIn, site: TheSite, me: Caller) -> NoticesOut:
    """Ask for messages by e-mail or push, or for none."""
    if body.channel == "email" and body.pace != "off":
        if not site.mail.available:
            raise BadInput("this site sends no e-mail")
        if not await in_thread(site.people.email_of, me.id):
            raise Forbidden("confirm an e-mail address first, on the page of your account")
    await site.keep_visitor(me)
    return _shown(site, await in_thread(site.notices.set_pace, me.id, body.channel, body.pace, site.hub.now()))


@router.post("/devices", status_code=201, dependencies=[Creation])
async def add_device(body: DeviceIn, site: TheSite, me: Caller) -> NoticesOut:
    """Let push messages reach this browser; the first one asks for one message a day."""
    site.push.check(body.endpoint)
    of = Subscription(body.endpoint, body.keys.p256dh, body.keys.auth)
    await site.keep_visitor(me)
    device = me.id, of.endpoint, of.p256dh, of.auth, body.label
    return _shown(site, await in_thread(site.notices.keep_device, *device, site.hub.now()))


@router.put("/devices", dependencies=[Creation])
async def renew_device(body: NewAddressIn, site: TheSite, me: Caller) -> NoticesOut:
    """Tell the new address of this browser: push services change them, and the device stays the same."""
    site.push.check(body.endpoint)
    of = Subscription(body.endpoint, body.keys.p256dh, body.keys.auth)
    await site.keep_visitor(me)
    device = me.id, body.before, of.endpoint, of.p256dh, of.auth
    return _shown(site, await in_thread(site.notices.renew_device, *device, site.hub.now()))


@router.delete("/devices/{device}")
async def remove_device(device: str, site: TheSite, me: Caller) -> NoticesOut:
    """Push messages do not reach that browser any more."""
    chosen = await in_thread(site.notices.remove_device, me.id, device)
    if chosen is None:
        raise Unknown("there is no such device")
    return _shown(site, chosen)


@router.post("/stop")
async def stop(body: StopIn, site: TheSite, me: Caller) -> Done:
    """End the e-mail about turns, by the key of one: nobody has to log in for that."""
    player = site.turn_notices.stopped_by(body.key)
    if player is None:
        raise Unknown("this link does not come from an e-mail of this site")
    await in_thread(site.notices.set_pace, player, "email", "off", site.hub.now())
    return Done()


def _shown(site: Site, chosen: NoticeChoices) -> NoticesOut:
    return NoticesOut(
        email=chosen.paces.get("email", "off"),
        push=chosen.paces.get("push", "off"),
        address=chosen.email,
        can_email=site.mail.available,
        push_key=site.push.public_key,
        devices=[DeviceOut(id=each.id, label=each.label, created=date(each.created)) for each in chosen.devices],
    )
