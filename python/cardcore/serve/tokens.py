"""Random secrets: the tokens of people, the links of rooms, and seeds.

A token gives access to a seat, so the server stores only its digest: reading the database is not
enough to take somebody's seat.
"""

import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256

__all__ = ["digest", "is_same", "new_link", "new_seed", "new_token"]

#: The source of random bits. A simulation replaces it, so that its runs are reproducible.
random_bits: Callable[[int], int] = secrets.randbits


def new_token() -> str:
    """Make a token of 256 random bits."""
    return _text(256)


def new_link() -> str:
    """Make the secret part of a link, of 128 random bits."""
    return _text(128)


def new_seed() -> int:
    """Make a seed for cards or for bots."""
    return random_bits(64)


def _text(bits: int) -> str:
    content = random_bits(bits).to_bytes(bits // 8, "big")
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def digest(token: str) -> str:
    """Return what is stored of a token.

    >>> digest("secret")[:8]
    '2bb80d53'
    """
    return sha256(token.encode()).hexdigest()


def is_same(one: str, other: str) -> bool:
    """Compare digests in a time that doesn't reveal where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())
