"""Runs the server: settings, uvicorn on one address, JSON logs, and an orderly shutdown."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import re
import signal
import socket
import sys
from collections.abc import MutableMapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from types import FrameType
from typing import Any, cast, get_args
from urllib.parse import urlsplit

import structlog
import uvicorn

from quintet.compute import ray_cluster
from quintet.server.live.chat import Who
from quintet.server.live.events import TURN_LIMIT
from quintet.server.prefork import Prefork, freeze_garbage_collector
from quintet.server.site import Site, SiteSettings
from quintet.server.storage import database
from quintet.server.web.app import create_app
from quintet.server.web.connections import ConnectionLimits, GuardedSocket
from quintet.server.work.cpu_budget import LARGEST
from quintet.server.work.mail import MailServer
from quintet.server.work.rate_limits import ClientLimits
from quintet.server.work.web_push import SERVICES

BACKLOG = 1024
MOST_PROCESSES = 64
HIDDEN = "[hidden]"
SECRET_KEY = re.compile("password|token|cookie|authorization|secret|invite", re.IGNORECASE)
SECRET_TEXT = re.compile(r"(://[^:/@\s]*:|[Bb]earer |quintet_session=|quintet_visitor=|[?&]invite=)[^@\s;&\"']+")


def settings_from(
    home: Path,
    url: str | None,
    redis: str | None,
    metrics_token: str | None = None,
    cluster: str | None = None,
) -> SiteSettings:
    """The settings of the command line and the environment.

    QUINTET_RATE multiplies the rate limits (for closed networks), QUINTET_TURN_LIMIT ends endless matches earlier,
    QUINTET_LARGEST is the largest game that is replayed, QUINTET_CONNECTIONS the most that one address may have open,
    QUINTET_HOSTS the names that the site has, QUINTET_KEEP_DAYS after how many days unfinished matches are ended,
    QUINTET_CHAT who may chat, QUINTET_SMTP and QUINTET_MAIL_FROM what sends e-mail and in whose name, QUINTET_URL the
    public address of the site, QUINTET_TEXTS the folder of the texts about it, QUINTET_CONTACT where its operator can
    be reached, QUINTET_PUSH_SERVICES where push messages may go, QUINTET_DEV reads pages from disk for every request.
    QUINTET_DATABASE, QUINTET_REDIS, QUINTET_METRICS_TOKEN and QUINTET_CLUSTER stand for arguments that the command
    line leaves out.
    """
    factor = float(os.environ.get("QUINTET_RATE", "1"))
    public_url = _checked_url(os.environ.get("QUINTET_URL", ""))
    return SiteSettings(
        database=url or os.environ.get("QUINTET_DATABASE") or database.default_url(home),
        redis=redis or os.environ.get("QUINTET_REDIS"),
        cluster=cluster or os.environ.get("QUINTET_CLUSTER") or None,
        limits=ClientLimits().times(factor) if factor != 1 else ClientLimits(),
        turn_limit=int(os.environ.get("QUINTET_TURN_LIMIT", TURN_LIMIT)),
        connections=ConnectionLimits(
            connections=int(os.environ.get("QUINTET_CONNECTIONS", ConnectionLimits.connections)),
            proxies=os.environ.get("FORWARDED_ALLOW_IPS", ConnectionLimits.proxies),
        ),
        hosts=_listed("QUINTET_HOSTS"),
        keep_days=float(os.environ.get("QUINTET_KEEP_DAYS", "0")),
        largest=int(os.environ.get("QUINTET_LARGEST", LARGEST)),
        metrics_token=metrics_token or os.environ.get("QUINTET_METRICS_TOKEN") or None,
        chat=_who_may_talk(os.environ.get("QUINTET_CHAT", "everybody")),
        mail=_mail_server(os.environ.get("QUINTET_SMTP"), os.environ.get("QUINTET_MAIL_FROM"), public_url),
        push_services=_listed("QUINTET_PUSH_SERVICES") or SERVICES,
        public_url=public_url,
        texts=Path(folder) if (folder := os.environ.get("QUINTET_TEXTS")) else None,
        contact=" ".join(os.environ.get("QUINTET_CONTACT", "").split()),
        dev=bool(os.environ.get("QUINTET_DEV")),
    )


def _listed(name: str) -> tuple[str, ...]:
    """A setting with commas."""
    return tuple(part.strip().lower() for part in os.environ.get(name, "").split(",") if part.strip())


def _checked_url(url: str) -> str:
    parts = urlsplit(url)
    if url and (parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/")):
        raise ValueError(f"QUINTET_URL must be an address such as https://quintet.example, got {url!r}")
    return url.rstrip("/")


def _mail_server(url: str | None, sender: str | None, public_url: str) -> MailServer | None:
    if not url:
        return None
    if not public_url:
        raise ValueError("QUINTET_SMTP needs QUINTET_URL, the address of the site for links in messages")
    host = urlsplit(public_url).hostname
    return MailServer.parse(url, sender or f"noreply@{host}")


def _who_may_talk(setting: str) -> Who:
    if setting not in get_args(Who):
        raise ValueError(f"QUINTET_CHAT must be {', '.join(get_args(Who))}: got {setting!r}")
    return cast(Who, setting)


def configure_logs(level: str) -> None:
    """One JSON object a line on standard error."""
    number = logging.getLevelName(level.upper())
    if not isinstance(number, int):
        raise ValueError(f"the log level must be debug, info, warning or error, got {level!r}")
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            without_secrets,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(handlers=[Structured()], level=max(number, logging.WARNING), force=True)
    logging.getLogger("uvicorn.error").setLevel(max(number, logging.ERROR))  # any client can send invalid HTTP


class Structured(logging.Handler):
    """Log records of libraries, in the same form."""

    def emit(self, record: logging.LogRecord) -> None:
        log = structlog.get_logger(record.name)
        log.log(record.levelno, record.getMessage(), exc_info=record.exc_info)


def without_secrets(logger: object, method: str, record: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Hide values of keys that name a secret, passwords in URLs and tokens in headers."""
    for key, value in record.items():
        if SECRET_KEY.search(key):
            record[key] = HIDDEN
        elif isinstance(value, str):
            record[key] = SECRET_TEXT.sub(lambda match: match[1] + HIDDEN, value)
    return record


def serve(settings: SiteSettings, host: str, port: int, processes: int = 1) -> int:
    """Run until Ctrl-C or SIGTERM; ValueError if the address or the database cannot be opened."""
    configure_logs(os.environ.get("QUINTET_LOG", "warning"))
    if not 1 <= processes <= MOST_PROCESSES:
        raise ValueError(f"processes must be 1 to {MOST_PROCESSES}, got {processes}")
    if processes > 1 and settings.database.startswith("sqlite"):
        raise ValueError(
            "several processes cannot share SQLite, which has no way to tell one what another has written: "
            "use PostgreSQL (--database postgresql://HOST/NAME)"
        )
    if settings.cluster is not None:
        ray_cluster.check(settings.cluster)
    if not settings.hosts and _is_loopback(host):
        settings = replace(settings, hosts=("localhost",))  # or another site's name could resolve to this machine
    allow_files()
    with ExitStack() as held:
        _open_database(settings.database, held)
        listening = _listen(host, port)
        shown = f"[{host}]" if ":" in host else host
        print(f"Quintet is at http://{shown}:{listening.getsockname()[1]} (Ctrl-C ends it)", flush=True)
        freeze_garbage_collector()
        if processes == 1:
            return _run(settings, listening)
        share = replace(settings, workers=max(1, (os.cpu_count() or 2) // processes))
        return Prefork(processes, lambda lifeline: _run(share, listening, lifeline)).run()


def allow_files() -> None:
    """As many open files and connections as the system lets this process have: many systems begin with 1024, which six
    addresses could hold."""
    with suppress(ImportError, OSError, ValueError):  # Windows has no such limit
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _run(settings: SiteSettings, listening: socket.socket, lifeline: int | None = None) -> int:
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        ws_max_size=settings.limits.message * 4,
        ws_max_queue=16,
        ws_per_message_deflate=False,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=5,
        http=settings.connections.protocol(),
        ws=GuardedSocket,
        backlog=BACKLOG,
    )
    server = Server(config, app.state.site, lifeline)
    for number in (signal.SIGTERM, signal.SIGINT):  # uvicorn shuts down in order and then raises them again
        signal.signal(number, lambda *_: None)
    server.run(sockets=[listening])
    return 0 if server.started else 1


class Server(uvicorn.Server):
    """Ends all subscriptions as soon as it is asked to stop, so that streams do not hold it up."""

    def __init__(self, config: uvicorn.Config, site: Site, lifeline: int | None) -> None:
        super().__init__(config)
        self._site = site
        self._lifeline = lifeline
        """A file descriptor that is readable when the parent has died; None: there is no parent."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self._lifeline is not None:
            asyncio.get_running_loop().add_reader(self._lifeline, self._orphaned, self._lifeline)

    def _orphaned(self, lifeline: int) -> None:
        asyncio.get_running_loop().remove_reader(lifeline)
        self.handle_exit(signal.SIGTERM, None)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        if self.started:
            self._site.hub.broadcaster.end_all()


def _open_database(url: str, held: ExitStack) -> None:
    """Migrate it before anything else starts, so that an error is one sentence; `held` keeps the lock."""
    try:
        held.enter_context(database.alone(url))
        engine = database.engine_for(url)
        try:
            database.migrate(engine)
        finally:
            engine.dispose()
    except ValueError:
        raise
    except Exception as error:
        reason = " ".join(str(getattr(error, "orig", None) or error).split())
        raise ValueError(f"the database cannot be opened: {reason[:200]}") from None


def _listen(host: str, port: int) -> socket.socket:
    if not 0 <= port <= 65535:
        raise ValueError(f"the port must be 0 to 65535, got {port}")
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            free = f"--port {port + 1} (make run PORT={port + 1})"
            raise ValueError(f"port {port} is in use already: end what uses it, or choose another, {free}") from None
        raise ValueError(f"{host}:{port} cannot be used: {error.strerror or error}") from None
    return listening
