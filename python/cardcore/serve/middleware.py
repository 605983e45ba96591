"""Checks that every request passes first, and the security headers of every answer."""

import logging
from collections import Counter
from contextlib import suppress

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from cardcore.serve.addresses import TrustedProxies, client_network
from cardcore.serve.errors import STATUS, RequestError
from cardcore.serve.limits import Limits, RateLimiter
from cardcore.serve.origins import Origins

__all__ = ["INTERNAL_ERROR", "SecurityMiddleware"]

#: The code that a WebSocket is closed with after a failure of the server.
INTERNAL_ERROR = 1011

_LOG = logging.getLogger(__name__)

_HEADERS = {
    # Scripts, styles and connections only from this server, and nothing inline.
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    # Links to rooms are secrets, so other sites must not learn them.
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class SecurityMiddleware:
    """Lets requests through to an application if they pass its checks.

    Parameters
    ----------
    app
        The application.
    limits
        The limits of an address.
    origins
        The names and pages that requests may use.
    proxies
        The proxies whose word about clients is taken.
    """

    def __init__(
        self, app: ASGIApp, limits: Limits, origins: Origins, proxies: TrustedProxies
    ) -> None:
        self._app = app
        self._origins = origins
        self._proxies = proxies
        self._requests = RateLimiter(limits.requests, "requests")
        self._most = limits.connections_of_address
        # Requests and WebSockets in progress, by client.
        self._active: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"].endswith("response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-store")
            await send(message)

        try:
            client = self._check(scope)
        except RequestError as error:
            answer = JSONResponse({"error": error.to_dict()}, STATUS[error.code])
            await answer(scope, receive, send_with_headers)
            return
        self._active[client] += 1
        try:
            await self._app(scope, receive, send_with_headers)
        except (ClientDisconnect, WebSocketDisconnect):
            # The client left in the middle of it.
            pass
        except Exception as error:
            # The text of an error may contain cards or links, so only its type is logged.
            _LOG.error("a request failed: %s", type(error).__name__)
            if scope["type"] == "websocket":
                with suppress(OSError, RuntimeError):
                    await send({"type": "websocket.close", "code": INTERNAL_ERROR})
        finally:
            self._active[client] -= 1
            if not self._active[client]:
                del self._active[client]

    def _check(self, scope: Scope) -> str:
        """Check a request; returns the client that it counts for."""
        headers = Headers(scope=scope)
        self._believe_proxy(scope, headers)
        scheme = "https" if scope["scheme"] in ("https", "wss") else "http"
        is_read = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        # Programs other than browsers send no origin, and no page can act through them.
        origin = None if is_read else headers.get("origin")
        self._origins.check(scheme, headers.get("host", ""), origin)
        client = client_network(scope["client"][0])
        self._requests.take(client)
        # Connections are counted before, but those of a proxy are the requests of many clients.
        if self._active[client] >= self._most:
            raise RequestError("full", "There are too many connections from your network.")
        return client

    def _believe_proxy(self, scope: Scope, headers: Headers) -> None:
        """Take the client's address and scheme from the headers of a trusted proxy."""
        peer, port = scope.get("client") or ("", 0)
        scope["client"] = (peer, port)
        if peer not in self._proxies:
            return
        client = self._proxies.client(peer, headers.getlist("x-forwarded-for"))
        scope["client"] = (client, 0)
        scheme = headers.get("x-forwarded-proto")
        if scheme in ("http", "https"):
            scope["scheme"] = (
                scheme.replace("http", "ws") if scope["type"] == "websocket" else scheme
            )
