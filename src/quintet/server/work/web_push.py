"""Web Push: messages that the browser's own push service brings to a device, encrypted for it alone.

RFC 8291 encrypts a message with the keys of a subscription, RFC 8292 (VAPID) signs the request. Requests go only to
hosts of known push services, because a subscription's address comes from a client.
"""

from __future__ import annotations

import asyncio
import base64
import http.client
import json
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

import structlog
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from quintet.server.errors import BadInput

SERVICES = ("fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com")
"""Hosts of the push services of browsers; theirs below them, too."""
MOST_WAITING = 1000
"""Messages that may wait; any more are refused."""
PAUSES = (5.0, 30.0, 300.0)
"""Seconds before each further try; after the last one the message is given up."""
PATIENCE = 10.0
"""Seconds for an answer of a push service."""
LIVES = 86400
"""Seconds for which a push service keeps a message for a device that is off."""
TOKEN_LIVES = 12 * 3600
"""Seconds for which a signature is valid; services take at most a day."""
LARGEST = 3000
"""Bytes of a message: services take records of 4096."""
RECORD = 4096
Outcome = Literal["sent", "gone", "later", "failed"]
log = structlog.get_logger("quintet.push")


def encoded(data: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """From base64url; ValueError if it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


@dataclass(frozen=True, slots=True)
class Subscription:
    """Where a device can be reached, with the keys that its browser made."""

    endpoint: str
    p256dh: str
    """Its public key."""
    auth: str

    def __post_init__(self) -> None:
        try:
            public_key(decoded(self.p256dh))
            right = len(decoded(self.auth)) == 16
        except ValueError:
            right = False
        if not right:
            raise BadInput("expected the keys of a push subscription, got others")


# Encryption


def encrypt(
    message: bytes, to: Subscription, *, sender: ec.EllipticCurvePrivateKey | None = None, salt: bytes = b""
) -> bytes:
    """A body that only the device can read; `sender` and `salt` are new ones unless a test gives them."""
    sender, salt = sender or ec.generate_private_key(ec.SECP256R1()), salt or os.urandom(16)
    device, own = decoded(to.p256dh), key_bytes(sender.public_key())
    shared = sender.exchange(ec.ECDH(), public_key(device))
    key, nonce = content_keys(shared, decoded(to.auth), device, own, salt)
    header = salt + RECORD.to_bytes(4, "big") + bytes([len(own)]) + own
    return header + AESGCM(key).encrypt(nonce, message + b"\x02", None)


def content_keys(shared: bytes, auth: bytes, device: bytes, own: bytes, salt: bytes) -> tuple[bytes, bytes]:
    """The key and the nonce of a message."""
    material = _derived(shared, auth, b"WebPush: info\0" + device + own, 32)
    key = _derived(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    return key, _derived(material, salt, b"Content-Encoding: nonce\0", 12)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def public_key(raw: bytes) -> ec.EllipticCurvePublicKey:
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw)


def key_bytes(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


# Signatures


def new_key() -> str:
    """A new private key of a site, as it is stored."""
    return f"{ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value:064x}"


class Vapid:
    """Signs requests to push services in the name of the site."""

    def __init__(self, key: str, contact: str) -> None:
        """`key` comes from `new_key`; `contact` is a mailto: or https: address of the operator."""
        self._key = ec.derive_private_key(int(key, 16), ec.SECP256R1())
        self._contact = contact
        self.public_key = encoded(key_bytes(self._key.public_key()))
        """What browsers subscribe with."""

    def authorization(self, endpoint: str, now: float) -> str:
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(now) + TOKEN_LIVES, "sub": self._contact}
        signed = ".".join(encoded(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
        signature = r.to_bytes(32, "big") + s.to_bytes(32, "big")
        return f"vapid t={signed}.{encoded(signature)}, k={self.public_key}"


# Sending


class WebPush:
    """Sends messages in the background. What waits when the server ends is lost."""

    def __init__(
        self,
        vapid: Vapid,
        services: tuple[str, ...] = SERVICES,
        *,
        pauses: tuple[float, ...] = PAUSES,
        counted: Callable[[str], None] = lambda outcome: None,
    ) -> None:
        """`services` are hosts, or whole origins such as ``http://127.0.0.1:8000``; `counted` is told each outcome."""
        self.public_key = vapid.public_key
        self._vapid = vapid
        self._services = services
        self._pauses = pauses
        self._counted = counted
        self._threads = ThreadPoolExecutor(2, "push")
        self._tasks: set[asyncio.Task[None]] = set()

    def check(self, endpoint: str) -> None:
        """BadInput unless it is an address of a known push service."""
        try:
            parts = urlsplit(endpoint)
            host, port = parts.hostname or "", parts.port
        except ValueError:
            host, port, parts = "", None, urlsplit("")
        known = any(host == service or host.endswith(f".{service}") for service in self._services)
        usual = parts.scheme == "https" and port in (None, 443) and parts.username is None and known
        if not (usual or f"{parts.scheme}://{parts.netloc}" in self._services) or not endpoint.isascii():
            raise BadInput(f"this server sends to the push services of common browsers, not to {host[:80]!r}")

    def send(self, to: Subscription, message: dict[str, str], gone: Callable[[], None]) -> bool:
        """Queue a message; `gone` is called, in the event loop, if the device is not subscribed any more."""
        if len(self._tasks) >= MOST_WAITING:
            self._counted("refused")
            log.warning("push", error="too many messages wait")
            return False
        task = asyncio.create_task(self._deliver(to, json.dumps(message).encode()[:LARGEST], gone))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return True

    async def _deliver(self, to: Subscription, message: bytes, gone: Callable[[], None]) -> None:
        for pause in (*self._pauses, None):
            try:
                outcome = await asyncio.get_running_loop().run_in_executor(self._threads, self._post, to, message)
            except (OSError, http.client.HTTPException) as error:
                log.warning("push", host=urlsplit(to.endpoint).hostname, error=repr(error)[:200])
                outcome = "later"
            except BadInput:  # the operator has shortened the list of services
                outcome = "failed"
            if outcome == "later" and pause is not None:
                self._counted("retried")
                await asyncio.sleep(pause)
                continue
            self._counted("failed" if outcome == "later" else outcome)
            if outcome == "gone":
                gone()
            return

    def _post(self, to: Subscription, message: bytes) -> Outcome:
        """One request; redirects are not followed."""
        self.check(to.endpoint)
        parts = urlsplit(to.endpoint)
        connect = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = connect(parts.netloc, timeout=PATIENCE)
        headers = {
            "authorization": self._vapid.authorization(to.endpoint, time.time()),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(LIVES),
            "urgency": "normal",
        }
        try:
            path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
            connection.request("POST", path, encrypt(message, to), headers)
            status = connection.getresponse().status
        finally:
            connection.close()
        if 200 <= status < 300:
            return "sent"
        if status in (404, 410):
            return "gone"
        log.warning("push", host=parts.hostname, status=status)
        return "later" if status == 429 or status >= 500 else "failed"

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)
