"""Invitations: short codes that lead to a room for an hour, and links and QR codes of them.

The link of a room is a secret of 128 bits, and a code that people can read out is not. So a room
has a code only after somebody in it asked for one. The code ends after an hour, and while the host
keeps new people out it leads nowhere. The more codes there are, the longer new ones are: a guess
hits one of them with a probability of at most 1 in 100,000, and an address has few guesses.
"""

from collections.abc import Callable
from typing import Any

from cardcore.serve import tokens
from cardcore.serve.errors import RequestError
from cardcore.serve.limits import RateLimiter
from cardcore.serve.qr import encode
from cardcore.serve.rooms import Rooms

__all__ = ["ALPHABET", "Invitations", "code_length", "new_code"]

#: The signs of codes: none that look alike, and no vowels, so that no code is a word.
ALPHABET = "23456789BCDFGHJKMNPQRSTVWXYZ"

#: The fewest signs of a code.
_SHORTEST = 4

#: A guess hits one of the codes in use with a probability of at most one in this many.
_GUESSES = 100_000

#: Codes are looked up up to this length; there is no longer one.
_LONGEST = 12


def code_length(codes: int) -> int:
    """Return the length of a new code beside this many others.

    >>> [code_length(codes) for codes in (0, 5, 6, 200, 10_000)]
    [4, 4, 5, 6, 7]
    """
    length = _SHORTEST
    while (codes + 1) * _GUESSES > len(ALPHABET) ** length:
        length += 1
    return length


def new_code(length: int) -> str:
    """Make a random code."""
    return "".join(ALPHABET[tokens.random_bits(64) % len(ALPHABET)] for _ in range(length))


class Invitations:
    """The invitations of a server.

    Parameters
    ----------
    rooms
        The rooms.
    origin
        The origin that others can open; ``None`` if there is none.
    clock
        Gives the time in seconds, for rate limits.
    """

    def __init__(
        self,
        rooms: Rooms,
        *,
        origin: str | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._rooms = rooms
        self._store = rooms.store
        self._origin = origin
        limits = rooms.limits
        options: dict[str, Any] = {} if clock is None else {"clock": clock}
        self._guesses = RateLimiter(limits.guesses, "codes", **options)
        self._invitations = RateLimiter(limits.invitations, "invitations", **options)

    @property
    def origin(self) -> str | None:
        """The origin that others can open; ``None`` if links work on this computer only."""
        return self._origin

    async def invite(self, link: str, client: str, origin: str) -> dict[str, Any]:
        """Return the code of a room, which is valid for an hour from now.

        Parameters
        ----------
        link
            The link of the room.
        client
            Who asks.
        origin
            The origin that the page was opened by.

        Raises
        ------
        RequestError
            If there is no such room, or it is closed to new people.
        """
        self._invitations.take(client)
        if not await self._is_open(link):
            raise RequestError("forbidden", "This room is locked. Unlock it to invite people.")
        lifetime = self._rooms.limits.code_expires
        code = await self._store.invite(link, lifetime, lambda codes: new_code(code_length(codes)))
        url = f"{self._origin or origin}/r/{code}"
        qr = encode(url)
        return {
            "code": code,
            "url": url,
            "expires": round(lifetime),
            "qr": {"size": qr.size, "path": qr.path},
        }

    async def find(self, code: str, client: str) -> str:
        """Return the link of the room that a code leads to.

        Raises
        ------
        RequestError
            If there is no such code, or the room is closed to new people, or too many codes were
            tried.
        """
        try:
            self._guesses.take(client)
        except RequestError as error:
            message = "Too many codes from your network. Wait a minute, then try again."
            raise RequestError("rate-limited", message) from error
        typed = code.strip().upper()
        room = None
        if len(typed) <= _LONGEST and set(typed) <= set(ALPHABET):
            room = await self._store.find_invited(typed)
        # A locked room is not told from one that does not exist.
        if room is None or not await self._is_open(room):
            message = "There is no open room with this code. Codes expire after an hour."
            raise RequestError("not-found", message)
        return room

    async def _is_open(self, link: str) -> bool:
        async with self._rooms.enter(link) as live:
            return not live.room.settings.locked
