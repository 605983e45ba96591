"""What every request passes first: its host, its origin and its rate, and the headers it gets."""

import ipaddress
import logging
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from cardcore.serve.errors import STATUS, RequestError
from cardcore.serve.limits import Limits, RateLimiter

__all__ = ["SecurityMiddleware", "is_loopback"]

_LOG = logging.getLogger(__name__)

_HEADERS = {
    # Scripts, styles and connections come from here or not at all; nothing inline.
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    # The links of rooms are secrets among those who were told.
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


def is_loopback(host: str) -> bool:
    """Tell whether a host is this machine, to itself.

    >>> is_loopback("localhost"), is_loopback("127.0.0.1"), is_loopback("192.168.0.2")
    (True, True, False)
    """
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class SecurityMiddleware:
    """Lets requests through to an application.

    Parameters
    ----------
    app
        The application.
    limits
        How much an address may ask for.
    host
        The address that the server listens at.
    """

    def __init__(self, app: ASGIApp, limits: Limits, host: str) -> None:
        self._app = app
        self._requests = RateLimiter(limits.requests, "requests")
        self._is_private = is_loopback(host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Take a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            self._check(scope)
        except RequestError as refusal:
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 1008, "reason": refusal.message})
                return
            answer = JSONResponse({"error": refusal.to_dict()}, STATUS[refusal.code])
            await answer(scope, receive, send_with_headers)
            return
        try:
            await self._app(scope, receive, send_with_headers)
        except (ClientDisconnect, WebSocketDisconnect):
            # Whoever asked has gone in the middle of it.
            pass
        except Exception as error:
            _LOG.error("a request failed: %s", type(error).__name__)

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        # A name that somebody else owns may be made to lead here, and its pages to read answers.
        if self._is_private and not is_loopback(urlsplit(f"//{host}").hostname or ""):
            raise RequestError("forbidden", "expected a request to this machine by its own name")
        origin = headers.get("origin")
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        # Programs that are not browsers send no origin, and no page can make them act.
        if origin is not None and not reads and urlsplit(origin).netloc != host:
            raise RequestError("forbidden", "expected a request from a page of this server")
        client = scope.get("client")
        self._requests.take(client[0] if client else "")
