"""Client addresses: whose word about them to take, and what limits count by."""

import ipaddress
from collections.abc import Iterable
from typing import TypeAlias

__all__ = ["TrustedProxies", "client_network", "is_loopback"]

_Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address


def is_loopback(host: str) -> bool:
    """Tell whether a host name or address is this machine itself.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("192.168.0.2")
    (True, True, False)
    """
    if host == "localhost":
        return True
    address = _read(host)
    return address is not None and address.is_loopback


def client_network(address: str) -> str:
    """Return what the limits of a client are counted by.

    That is its address, or for IPv6 its /64: one customer has at least that many addresses.

    >>> client_network("203.0.113.7"), client_network("2001:db8::7:1")
    ('203.0.113.7', '2001:db8::/64')
    """
    found = _read(address)
    if isinstance(found, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))
    return address if found is None else str(found)


class TrustedProxies:
    """Reverse proxies whose ``X-Forwarded-*`` headers are believed.

    Parameters
    ----------
    networks
        Their addresses or networks.

    Raises
    ------
    ValueError
        If one of them is neither.

    Examples
    --------
    >>> proxies = TrustedProxies(["127.0.0.1", "10.0.0.0/8"])
    >>> "10.1.2.3" in proxies, "192.0.2.1" in proxies
    (True, False)
    """

    def __init__(self, networks: Iterable[str] = ()) -> None:
        self._networks = [_read_network(network) for network in networks]

    def __contains__(self, address: str) -> bool:
        found = _read(address)
        return found is not None and any(found in network for network in self._networks)

    def client(self, peer: str, forwarded: Iterable[str]) -> str:
        """Return the address of the client behind a connection.

        Every proxy appends the address it was called from, so the hops are read from the right and
        believed as long as a trusted proxy reported them. What stands further left may be forged.

        Parameters
        ----------
        peer
            The address that the connection comes from.
        forwarded
            The values of the ``X-Forwarded-For`` headers, in their order.

        Examples
        --------
        >>> TrustedProxies(["127.0.0.1"]).client("127.0.0.1", ["6.6.6.6, 192.0.2.1"])
        '192.0.2.1'
        >>> TrustedProxies().client("192.0.2.1", ["6.6.6.6"])
        '192.0.2.1'
        """
        hops = [hop for value in forwarded for hop in value.split(",")]
        client = peer
        while hops and client in self:
            hop = _read_hop(hops.pop().strip())
            if hop is None:
                break
            client = str(hop)
        return client


def _read(text: str) -> _Address | None:
    """Read an address; an IPv4 address in IPv6 clothing is an IPv4 address."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address


def _read_hop(text: str) -> _Address | None:
    """Read a hop of ``X-Forwarded-For``: an address, which some proxies follow by a port."""
    if text.startswith("["):
        return _read(text[1:].partition("]")[0])
    if text.count(":") == 1:
        return _read(text.partition(":")[0])
    return _read(text)


def _read_network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError as error:
        expected = "expected an address or a network such as 10.0.0.0/8"
        raise ValueError(f"proxy: {expected}, found '{text}'") from error
