"""The names that the server answers to, and the pages that may send it requests."""

from urllib.parse import urlsplit

from cardcore.serve.addresses import is_loopback
from cardcore.serve.errors import RequestError

__all__ = ["Origins", "read_public_url"]

_DEFAULT_PORTS = {"http": 80, "https": 443}


def read_public_url(text: str) -> str:
    """Read the URL that people reach the server by; returns its origin.

    Raises
    ------
    ValueError
        If the text isn't such a URL.

    Examples
    --------
    >>> read_public_url("https://Cards.example/")
    'https://cards.example'
    """
    origin = _read_origin(text.removesuffix("/"))
    if origin is None:
        expected = "expected a scheme and a name such as https://cards.example"
        raise ValueError(f"public URL: {expected}, found '{text}'")
    return origin


class Origins:
    """Checks the ``Host`` and ``Origin`` headers of requests.

    Parameters
    ----------
    host
        The address that the server listens on.
    public_url
        The URL that people reach it by through a proxy, if there is one.

    Raises
    ------
    ValueError
        If the public URL isn't one.
    """

    def __init__(self, host: str, public_url: str | None = None) -> None:
        self._public = None if public_url is None else read_public_url(public_url)
        self._is_named = self._public is not None or is_loopback(host)

    def check(self, scheme: str, host: str, origin: str | None) -> None:
        """Check a request.

        Parameters
        ----------
        scheme
            ``http`` or ``https``, as the client sent the request.
        host
            The ``Host`` header; empty if there is none.
        origin
            The ``Origin`` header, if it has to be checked.

        Raises
        ------
        RequestError
            If the server doesn't answer to this host, or the page isn't one of its own.
        """
        target = self._target(scheme, host)
        if target is None and host:
            raise RequestError("malformed", f"host: expected a name, found '{host:.80}'")
        # A page of another site can point its own name at this server and then read the answers.
        # Only a fixed list of names prevents that (DNS rebinding).
        if self._is_named and not self._is_own(target):
            raise RequestError("forbidden", "This server doesn't answer to this name.")
        if origin is None:
            return
        page = _read_origin(origin)
        if page is None and origin != "null":
            raise RequestError("malformed", f"origin: expected an origin, found '{origin:.80}'")
        if page is None or page != target:
            raise RequestError("forbidden", "Only pages of this server may do that.")

    def _target(self, scheme: str, host: str) -> str | None:
        """Return the origin that a request is for."""
        # A proxy that doesn't pass on the scheme is no reason to refuse its own name.
        if self._public is not None:
            public_scheme = self._public.partition(":")[0]
            if _read_origin(f"{public_scheme}://{host}") == self._public:
                return self._public
        return _read_origin(f"{scheme}://{host}")

    def _is_own(self, target: str | None) -> bool:
        """Tell whether an origin is the public one or on this machine."""
        if target is None:
            return False
        return target == self._public or is_loopback(urlsplit(target).hostname or "")


def _read_origin(text: str) -> str | None:
    """Read an origin in its normal form; returns ``None`` for anything else."""
    scheme, separator, authority = text.partition("://")
    try:
        parts = urlsplit(f"//{authority}")
        name, port = parts.hostname, parts.port
    except ValueError:
        return None
    is_origin = separator and name and parts.netloc == authority and "@" not in authority
    if scheme not in _DEFAULT_PORTS or not is_origin:
        return None
    shown = f"[{name}]" if ":" in str(name) else name
    if port in (None, _DEFAULT_PORTS[scheme]):
        return f"{scheme}://{shown}"
    return f"{scheme}://{shown}:{port}"
