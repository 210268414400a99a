"""Friends of an account, and which of them are here."""

from __future__ import annotations

from fastapi import APIRouter

from quintet.server.accounts.identity import account_only
from quintet.server.errors import Conflict
from quintet.server.messages.base import Done
from quintet.server.messages.players import FriendOut, FriendsOut
from quintet.server.storage.friends import ONLINE, Friend
from quintet.server.web.routes.dependencies import Caller, TheSite
from quintet.server.web.routes.players import known_player
from quintet.server.work.cpu_budget import in_thread

router = APIRouter(prefix="/api/friends")


@router.get("")
async def friends(site: TheSite, who: Caller) -> FriendsOut:
    """The friends of the caller, and whether those who added the caller, too, are online."""
    now = site.hub.now()

    def is_online(friend: Friend) -> bool:
        return friend.mutual and (now - friend.seen < ONLINE or site.identity.last_seen.recent(friend.id))

    listed = await in_thread(site.friends.of, account_only(who).id)
    return FriendsOut(
        friends=[
            FriendOut(username=friend.username, bot=friend.bot, mutual=friend.mutual, online=is_online(friend))
            for friend in listed
        ]
    )


@router.put("/{username}")
async def add(username: str, site: TheSite, who: Caller) -> Done:
    """Add an account to the caller's friends."""
    friend = await known_player(site, username)
    if friend.id == account_only(who).id:
        raise Conflict("this is your own account")
    await in_thread(site.friends.add, who.id, friend.id, site.hub.now())
    return Done()


@router.delete("/{username}")
async def remove(username: str, site: TheSite, who: Caller) -> Done:
    """Take an account off the caller's friends."""
    friend = await known_player(site, username)
    await in_thread(site.friends.remove, account_only(who).id, friend.id)
    return Done()
