"""Connections before they say anything: counted, and dropped if they stay silent."""

import asyncio
from collections import defaultdict
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from cardcore.serve.limits import Limits

__all__ = ["ConnectionCounter", "limited_protocol"]


class ConnectionCounter:
    """Connections by address.

    Parameters
    ----------
    limits
        How many there may be.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: defaultdict[str, set[asyncio.Transport]] = defaultdict(set)

    def add(self, address: str, transport: asyncio.Transport) -> bool:
        """Count a connection; tells whether it is not one too many."""
        self._forget(address)
        if sum(map(len, self._open.values())) >= self._limits.connections:
            for known in list(self._open):
                self._forget(known)
        total = sum(map(len, self._open.values()))
        if total >= self._limits.connections:
            return False
        if len(self._open[address]) >= self._limits.connections_of_address:
            return False
        self._open[address].add(transport)
        return True

    def _forget(self, address: str) -> None:
        """Forget connections of an address that are closed: nobody tells when they are."""
        left = {transport for transport in self._open[address] if not transport.is_closing()}
        if left:
            self._open[address] = left
        else:
            del self._open[address]


def limited_protocol(limits: Limits) -> type[H11Protocol]:
    """Make the protocol that a server speaks with these limits."""
    counted = ConnectionCounter(limits)

    class Limited(H11Protocol):
        """HTTP with a limit to connections, and to the time for a request."""

        def connection_made(self, transport: Any) -> None:
            """Take a connection, or drop it."""
            super().connection_made(transport)
            peer = transport.get_extra_info("peername")
            if counted.add(str(peer[0]) if peer else "", transport):
                self._wait(None)
            else:
                transport.abort()

        def _wait(self, last: object) -> None:
            """Look again after a while whether another request has come by then."""
            self.loop.call_later(limits.first_request, self._give_up, last)

        def _give_up(self, last: object) -> None:
            """Drop a connection that has been silent, or said half a request, since last time."""
            is_upgraded = self.transport.get_protocol() is not self
            if is_upgraded or self.transport.is_closing():
                return
            if self.cycle is None or (self.cycle is last and self.cycle.response_complete):
                self.transport.abort()
            else:
                self._wait(self.cycle)

    return Limited
