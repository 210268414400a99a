"""Who asks: the address that a request came from, for whatever counts what one client makes the server do."""

from __future__ import annotations

from contextvars import ContextVar

asking: ContextVar[str] = ContextVar("asking", default="")
"""Set once for every request and WebSocket; tasks that they start inherit it. Empty: the server itself."""
