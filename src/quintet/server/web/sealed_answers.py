"""Puzzle answers encrypted with the right move, for solving offline; `js/pages/puzzle/sealed.js` opens them.

This keeps a solution out of sight, not out of reach: trying every move finds the one that opens it.
"""

from __future__ import annotations

import hashlib
import zlib
from base64 import b64encode

OPENED = b"quintet "
"""What an answer begins with when it was opened with the right key."""


def sealed(key: str, answer: bytes) -> str:
    plain = OPENED + zlib.compress(answer, 9)
    blocks = -(-len(plain) // hashlib.sha256().digest_size)
    stream = b"".join(hashlib.sha256(f"{key} {number}".encode()).digest() for number in range(blocks))
    return b64encode(bytes(byte ^ other for byte, other in zip(plain, stream, strict=False))).decode()
