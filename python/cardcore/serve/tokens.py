"""Secrets that browsers keep, and names that only those who were told can find.

A token gives a seat, so the server keeps its digest alone: who reads the file has nobody's seat.
"""

import hmac
import secrets
from hashlib import sha256

__all__ = ["digest", "is_same", "new_link", "new_seed", "new_token"]


def new_token() -> str:
    """Make a token of 256 random bits."""
    return secrets.token_urlsafe(32)


def new_link() -> str:
    """Make the part of a link that cannot be guessed, of 128 random bits."""
    return secrets.token_urlsafe(16)


def new_seed() -> int:
    """Make a seed for cards or for bots."""
    return secrets.randbits(64)


def digest(token: str) -> str:
    """Give what stands for a token in the file.

    >>> digest("secret")[:8]
    '2bb80d53'
    """
    return sha256(token.encode()).hexdigest()


def is_same(one: str, other: str) -> bool:
    """Compare digests in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode(), other.encode())
