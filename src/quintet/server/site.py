"""The parts of a running server, created and closed in order."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any

import structlog
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from quintet.server.accounts.identity import Identity
from quintet.server.accounts.passwords import LoginThrottle
from quintet.server.errors import PAUSED, Paused, Switch
from quintet.server.live.actions import Actions
from quintet.server.live.chat import MatchChat, Who
from quintet.server.live.cluster import Channel, PostgresCluster, RedisCluster
from quintet.server.live.engine_players import EnginePlayers
from quintet.server.live.events import TURN_LIMIT
from quintet.server.live.featured_match import FeaturedMatch
from quintet.server.live.housekeeping import AdminWatch, Housekeeping, OperatorSettings
from quintet.server.live.hub import Hub
from quintet.server.live.new_match import NewMatches
from quintet.server.live.opening_explorer import EVERY, Explorer
from quintet.server.live.pairing import SEEN, Pairing
from quintet.server.live.turn_notices import EVERY as NOTICES
from quintet.server.live.turn_notices import TurnNotices
from quintet.server.metrics import Metrics
from quintet.server.prefork import FULL_COLLECTION, collect_everything
from quintet.server.storage import database
from quintet.server.storage.accounts import People, Person
from quintet.server.storage.chat import Chats
from quintet.server.storage.friends import Friends
from quintet.server.storage.integrity import DamageWatch
from quintet.server.storage.journal import Journal
from quintet.server.storage.match_queries import Reader
from quintet.server.storage.notices import Notices
from quintet.server.storage.openings import Openings
from quintet.server.storage.recovery import Recovery
from quintet.server.storage.seeks import Seeks
from quintet.server.storage.teaching import Teaching
from quintet.server.web.connections import ConnectionLimits
from quintet.server.work.caches import LruCache
from quintet.server.work.cpu_budget import LARGEST, LineCache, RulesExecutor, in_system_thread, in_thread
from quintet.server.work.mail import Mail, MailServer
from quintet.server.work.rate_limits import ClientLimits, HeldCounts, TokenBuckets, network
from quintet.server.work.search_pool.pool import SearchPool
from quintet.server.work.subprocess_jobs import Pictures, SubprocessJobs
from quintet.server.work.web_push import SERVICES, Vapid, WebPush, new_key

CACHED = 32_000_000
"""Characters of rendered responses that are cached."""
STATIC = Path(__file__).parent / "static"
SESSIONS = 10.0
"""Seconds between checks of the sessions of open sockets: they may expire or be ended elsewhere."""
NOTED = 30.0
"""Seconds after which it is stored which accounts are here."""
ADMIN, PRUNING, READ_ALL = 2.0, 3600.0, 1800.0
"""Seconds between looks for operators' changes, between prunings, and between readings of every page."""
CONTACT = "https://localhost"
"""What push services are told of a site that has no public address."""
log = structlog.get_logger("quintet.site")


@dataclass(frozen=True)
class SiteSettings:
    """How a server runs."""

    database: str
    redis: str | None = None
    limits: ClientLimits = field(default_factory=ClientLimits)
    workers: int | None = None
    """Searching processes; None: as many as there are processors."""
    cluster: str | None = None
    """The address of a Ray cluster where engines search; None: on this machine."""
    connections: ConnectionLimits = field(default_factory=ConnectionLimits)
    """Limits of connections."""
    hosts: tuple[str, ...] = ()
    """Host names that the site answers to; empty: to all."""
    keep_days: float = 0
    """Days after which unfinished matches are ended, and visitors without a match forgotten; 0: never."""
    turn_limit: int = TURN_LIMIT
    largest: int = LARGEST
    """The largest cost (moves times spots) of a game that is replayed or drawn."""
    chat: Who = "everybody"
    """Who may chat."""
    static: Path = STATIC
    metrics_token: str | None = None
    """The token for /metrics; None: only this machine may read them."""
    mail: MailServer | None = None
    """The SMTP server that sends e-mail; None: there is none."""
    push_services: tuple[str, ...] = SERVICES
    """Hosts of the push services that may be sent to."""
    public_url: str = ""
    """The address that the site has for others, such as ``https://quintet.example``."""
    texts: Path | None = None
    """The operator's folder of texts about the site."""
    contact: str = ""
    """Where the operator can be reached: an address, or a sentence."""
    dev: bool = False
    """Read pages from disk for every request, for their development."""


class Site:
    """The parts of a server; those that need the database are there once it is open."""

    def __init__(self, settings: SiteSettings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        limits = settings.limits
        self.logins = TokenBuckets(limits.logins)
        self.confirmations = TokenBuckets(limits.confirmations)
        self.creations = TokenBuckets(limits.creations)
        self.messages = TokenBuckets(limits.messages_of_address)
        """Messages of the WebSockets of each address."""
        self.studying: Counter[str] = Counter()
        """Running studies of each person and address."""
        self.sockets = HeldCounts()
        """WebSockets and streams of each address."""
        self.login_throttle = LoginThrottle()
        self.operator = OperatorSettings()
        """What operators have banned and paused."""
        self.rules = RulesExecutor(settings.largest, limits.cpu)
        self.lines = LineCache(self.rules)
        self.responses: LruCache[Hashable, str] = LruCache(CACHED, len)
        """Rendered JSON."""
        self.subprocess_jobs = SubprocessJobs(limits.subprocesses)
        self.pictures = Pictures(self.subprocess_jobs)
        self.mail = Mail(settings.mail, counted=lambda outcome: self.metrics.mail.labels(outcome).inc())
        self.cluster: RedisCluster | PostgresCluster | None = None
        self._closers: list[Any] = []

    async def open(self) -> None:
        url = self.settings.database
        self.engine = database.engine_for(url)
        self.damage = DamageWatch(self.engine)
        await asyncio.to_thread(database.migrate, self.engine)
        secret = await asyncio.to_thread(database.secret_of, self.engine)
        shared = self.engine.dialect.name == "postgresql" or self.settings.redis is not None
        self.reader = Reader(self.engine)
        self.people = People(self.engine)
        self.recovery = Recovery(self.engine)
        self.friends = Friends(self.engine)
        self.teaching = Teaching(self.engine)
        self.notices = Notices(self.engine)
        key = await asyncio.to_thread(database.stored_once, self.engine, "vapid", new_key)
        self.push = WebPush(
            Vapid(key, self.settings.public_url or CONTACT),
            self.settings.push_services,
            counted=lambda outcome: self.metrics.push.labels(outcome).inc(),
        )
        self.identity = Identity(self.people, secret)
        self.journal = Journal(self.engine, asyncio.get_running_loop(), self.metrics.commits.observe)
        self.hub = Hub(self.reader, self.journal, self.metrics, self.rules, shared=shared)
        self.pool = SearchPool(await self._places(), self.settings.cluster)
        chance, settings = random.SystemRandom().random, self.settings
        new_matches = NewMatches(self.people, self.reader, settings.turn_limit, chance, settings.largest)
        self.actions = Actions(self.hub, new_matches, self.rules, self.creations, self.metrics, settings.limits.open)
        self.pairing = Pairing(self.hub, new_matches, self.people, Seeks(self.engine))
        self.featured = FeaturedMatch(self.hub, self.reader, new_matches, secret)
        self.explorer = Explorer(Openings(self.engine), self.rules)
        self.chat = MatchChat(self.hub, Chats(self.engine), settings.chat, settings.limits.chat, self.check_open)
        engines = EnginePlayers(self.hub, self.actions, self.pool, self.identity.last_seen)
        self.housekeeping = Housekeeping(self.engine, self.hub, self.reader, engines, shared=shared)
        self.housekeeping.every(SESSIONS, self.revoke)
        self.housekeeping.every(NOTED, self.note_who_is_here)
        self.housekeeping.every(SEEN, self.pairing.look_again)
        self.housekeeping.every(EVERY, self.explorer.count_some)
        self.housekeeping.every(FULL_COLLECTION, collect_everything)
        self.admin_watch = AdminWatch(self.engine, self.hub, self.identity.last_seen)
        self.housekeeping.every(ADMIN, self._look_at_admin)
        self.housekeeping.every(READ_ALL, partial(in_system_thread, self.damage.look))
        if keep := self.settings.keep_days:
            self.housekeeping.every(PRUNING, partial(self.admin_watch.prune, keep))
        presence = self.hub.broadcaster.presence
        self.turn_notices = TurnNotices(
            self.notices, self.people, presence, self.mail, self.push, lambda: self.hub.now(), self.absolute, secret
        )
        self.housekeeping.every(NOTICES, self.turn_notices.look)
        self._closers = [self.housekeeping, engines, self.mail, self.push]
        self._names = Channel("quintet_names", self._forget)
        peers = (presence, self.chat.channel, self._names)
        if self.settings.redis:
            self.cluster = RedisCluster(self.settings.redis, self.hub, peers)
        elif shared:
            self.cluster = PostgresCluster(url, self.hub, peers)
        if self.cluster is not None:
            self._closers.append(self.cluster)
            await self.cluster.start()
        await self._look_at_admin()
        await self.housekeeping.start()
        for lane in (self.pool.play, self.pool.study):
            self.metrics.searching.labels(lane.name).set_function(partial(getattr, lane, "running"))
            self.metrics.waiting.labels(lane.name).set_function(partial(getattr, lane, "waiting"))
        log.info("open", database=self.engine.dialect.name)

    @property
    def today(self) -> date:
        return datetime.fromtimestamp(self.hub.now(), UTC).date()

    def absolute(self, path: str) -> str:
        """The address of a page for somebody who is not on the site, as in e-mail."""
        return self.settings.public_url + path

    async def _places(self) -> int | None:
        """The number of searches that may run; on a cluster its number of processors."""
        if self.settings.cluster is None:
            return self.settings.workers
        from quintet.compute.ray_cluster import cores

        return await asyncio.to_thread(cores, self.settings.cluster)

    async def _look_at_admin(self) -> None:
        self.operator = await self.admin_watch.look()

    def check_open(self, part: Switch) -> None:
        """Paused if the operator has switched this part off."""
        if part in self.operator.paused:
            raise Paused(PAUSED[part])

    async def keep_visitor(self, me: Person) -> None:
        """Store a visitor who does something that is stored; a new one counts like a new match."""
        if me.kind == "visitor" and not me.created:
            self.actions.count_creation()
            await in_thread(self.people.keep_visitor, me, self.hub.now())

    def renamed(self, player: str) -> None:
        """A player's name has changed: forget their matches, here and at the other processes."""
        self._forget(player)
        self._names.send(player)

    def _forget(self, player: str) -> None:
        self.identity.forget()
        for subscriber in self.hub.broadcaster.subscribers():
            if subscriber.player == player and subscriber.session is None:  # opened before the visitor had an account
                subscriber.end()
        self.hub.tables.forget(player)

    async def note_who_is_here(self) -> None:
        """Store which accounts sent a request or have a page open, for their friends at every process."""
        here = self.identity.last_seen.take_accounts()
        here |= {subscriber.player for subscriber in self.hub.broadcaster.subscribers() if subscriber.session}
        if here:
            await in_system_thread(self.friends.saw, here, self.hub.now())

    async def revoke(self) -> None:
        """End the sockets and streams whose session or token has ended, here or at another process, and those of
        visitors who are accounts by now."""
        self.identity.forget()
        subscribers = self.hub.broadcaster.subscribers()
        open_ones = {subscriber.session for subscriber in subscribers if subscriber.session}
        visitors = {subscriber.player for subscriber in subscribers if not subscriber.session}
        if not subscribers:
            return
        try:
            living = await in_system_thread(self.people.living, open_ones, time.time())
            grown = await in_system_thread(self.people.registered, visitors)
        except SQLAlchemyError as error:  # looked at again soon, and what has ended them is stored
            log.warning("sessions", error=repr(error)[:300])
            return
        for subscriber in subscribers:
            if subscriber.session not in living if subscriber.session else subscriber.player in grown:
                subscriber.revoke()

    async def close(self) -> None:
        """In order: end subscriptions, stop the chores, write what waits."""
        self.hub.broadcaster.end_all()
        for part in self._closers:
            await part.close()
        await self.pool.close()
        self.rules.close()
        await asyncio.to_thread(self.journal.close)
        database.close(self.engine)
        log.info("closed")


def site_of(connection: HTTPConnection) -> Site:
    site: Site = connection.app.state.site
    return site


def address(connection: HTTPConnection) -> str:
    """The address that limits are counted by."""
    return network(connection.client.host) if connection.client else "?"
