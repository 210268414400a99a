"""A push service on this machine, and devices that it serves: each decrypts what is sent to it, as a browser does."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from quintet.server.work.web_push import content_keys, decoded, encoded, key_bytes, public_key

PATIENCE = 60.0


def decrypt(body: bytes, device: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """A message as a browser reads it; ValueError for one that is not encrypted for this device."""
    salt, size = body[:16], body[20]
    own, sealed = body[21 : 21 + size], body[21 + size :]
    shared = device.exchange(ec.ECDH(), public_key(own))
    key, nonce = content_keys(shared, auth, key_bytes(device.public_key()), own, salt)
    try:
        return AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x00").removesuffix(b"\x02")
    except InvalidTag:
        raise ValueError("this is not encrypted for this device") from None


@dataclass
class Device:
    """A subscribed browser."""

    endpoint: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))
    messages: list[dict[str, str]] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    """Statuses before messages are taken."""
    refused: int = 0

    @property
    def public_key(self) -> str:
        return encoded(key_bytes(self.key.public_key()))

    @property
    def subscription(self) -> dict[str, Any]:
        """As browsers write it."""
        return {"endpoint": self.endpoint, "keys": {"p256dh": self.public_key, "auth": encoded(self.auth)}}

    def wait(self, number: int = 1) -> list[dict[str, str]]:
        end = time.monotonic() + PATIENCE
        while len(self.messages) < number:
            assert time.monotonic() < end, f"{len(self.messages)} of {number} messages"
            time.sleep(0.02)
        return self.messages


class PushService:
    """Takes messages for its devices, and only with a right signature."""

    def __init__(self) -> None:
        self.devices: dict[str, Device] = {}
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                self.send_response(service.taken(self.path, dict(self.headers), body))
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def device(self) -> Device:
        path = f"/push/{len(self.devices)}"
        self.devices[path] = Device(self.url + path)
        return self.devices[path]

    def taken(self, path: str, headers: dict[str, str], body: bytes) -> int:
        device = self.devices.get(path)
        if device is None:
            return 404
        if device.answers:
            device.refused += 1
            return device.answers.pop(0)
        claims = signed_claims(headers["authorization"])
        assert claims["aud"] == self.url
        assert 0 < claims["exp"] - time.time() <= 86400
        assert claims["sub"].startswith(("https:", "mailto:"))
        assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", "86400")
        device.messages.append(json.loads(decrypt(body, device.key, device.auth)))
        return 201

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


def signed_claims(authorization: str) -> dict[str, Any]:
    """What a request claims; InvalidSignature if the key that it names has not signed that."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    signed, _, signature = parts["t"].rpartition(".")
    r, s = (int.from_bytes(part, "big") for part in (decoded(signature)[:32], decoded(signature)[32:]))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(parts["k"]))
    key.verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))
    claims: dict[str, Any] = json.loads(decoded(signed.partition(".")[2]))
    return claims


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    try:
        yield service
    finally:
        service.close()
