"""Where others can open this server: the origin to put into links that people share."""

import socket

from cardcore.serve.addresses import is_loopback

__all__ = ["find_lan_address", "shared_origin"]

#: Addresses that mean every address of this machine.
_ANY = ("0.0.0.0", "::")

#: An address that is reserved for documentation. Nothing is sent to it: the system only chooses
#: the interface that packets to other networks would leave by.
_ELSEWHERE = ("192.0.2.1", 9)


def find_lan_address() -> str | None:
    """Find this machine's address in its network; ``None`` if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if is_loopback(address) or address in _ANY else address


def shared_origin(host: str, port: int, public_origin: str | None = None) -> str | None:
    """Return the origin that others can open; ``None`` if links work on this computer only.

    Parameters
    ----------
    host
        The address that the server listens on.
    port
        Its port.
    public_origin
        The origin that people reach the server by through a proxy, if there is one.

    Examples
    --------
    >>> shared_origin("127.0.0.1", 8000) is None
    True
    >>> shared_origin("192.168.0.7", 8000)
    'http://192.168.0.7:8000'
    >>> shared_origin("127.0.0.1", 8000, "https://cards.example")
    'https://cards.example'
    """
    if public_origin is not None:
        return public_origin
    if is_loopback(host):
        return None
    address = find_lan_address() if host in _ANY else host
    if address is None:
        return None
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"
