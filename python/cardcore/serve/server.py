"""The application: pages, the HTTP API, and the WebSockets of rooms."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from cardcore import characters
from cardcore.phrases import LANGUAGES, Phrase, translate_all
from cardcore.serve import catalog
from cardcore.serve.addresses import TrustedProxies, client_network
from cardcore.serve.connection import POLICY_VIOLATION, Connection
from cardcore.serve.database import Database, DatabaseThread
from cardcore.serve.discard_table import OBJECTIVES, rows
from cardcore.serve.errors import STATUS, RequestError
from cardcore.serve.files import INDEX, page_files
from cardcore.serve.invitations import Invitations
from cardcore.serve.limits import Limits, RateLimiter
from cardcore.serve.live_room import LiveRoom
from cardcore.serve.middleware import SecurityMiddleware
from cardcore.serve.origins import Origins
from cardcore.serve.protocol import read_count, read_object
from cardcore.serve.rooms import Rooms
from cardcore.serve.store import Store
from cardcore.serve.trainer import train

__all__ = ["Server", "application"]

#: The fields of a request for a new room.
_OPENING = ("game", "rules", "settings", "name")

#: The code that a WebSocket is closed with if the client should try again.
_TRY_AGAIN = 1013


class Server:
    """Answers requests.

    Parameters
    ----------
    rooms
        The rooms.
    limits
        The limits of the server.
    invitations
        The invitations to rooms.
    """

    def __init__(self, rooms: Rooms, limits: Limits, invitations: Invitations) -> None:
        self._rooms = rooms
        self._limits = limits
        self._invitations = invitations
        self._openings = RateLimiter(limits.openings, "new rooms")
        self._files = page_files()

    def routes(self) -> list[Route | WebSocketRoute]:
        """Return the routes of all requests."""
        pages = ["/", "/discard", "/train", "/room/{link}", "/watch/{link}", "/replay/{link}"]
        return [
            *(Route(path, self._index) for path in pages),
            Route("/static/{path:path}", self._file),
            Route("/api/games", self._games),
            Route("/api/rooms", self._open, methods=["POST"]),
            Route("/api/rooms", self._list),
            Route("/api/rooms/{link}/invitation", self._invite, methods=["POST"]),
            Route("/api/codes/{code}", self._code),
            Route("/r/{code}", self._enter),
            Route("/api/discard", self._discard),
            Route("/api/drill", self._drill, methods=["POST"]),
            Route("/api/replays/{link}", self._replay),
            Route("/api/replays/{link}/record", self._record),
            Route("/api/replays/{link}/steps/{count}", self._step),
            Route("/api/replays/{link}/advice/{count}", self._advice),
            Route("/api/replays/{link}/review/{seat}", self._review),
            WebSocketRoute("/api/rooms/{link}", self._play),
            WebSocketRoute("/api/watch/{link}", self._watch),
        ]

    async def _index(self, request: Request) -> Response:
        return self._serve(INDEX, request)

    async def _file(self, request: Request) -> Response:
        return self._serve(request.path_params["path"], request)

    def _serve(self, path: str, request: Request) -> Response:
        file = self._files.get(path)
        if file is None:
            raise RequestError("not-found", "There is no such file.")
        content, tag = file.content, file.tag
        # Browsers ask every time, but get the content only if it has changed.
        headers = {
            "cache-control": "no-cache",
            "content-type": file.kind,
            "vary": "accept-encoding",
        }
        if "gzip" in request.headers.get("accept-encoding", ""):
            content, tag = file.compressed, f'{tag[:-1]}-gzip"'
            headers["content-encoding"] = "gzip"
        headers["etag"] = tag
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(content, headers=headers)

    async def _games(self, request: Request) -> Response:
        language = _language(request)
        return JSONResponse(
            {
                "games": catalog.describe(language),
                "objectives": OBJECTIVES,
                "characters": translate_all(characters.describe(), language),
                # Links with another origin work on this computer only.
                "shared_origin": self._invitations.origin,
            }
        )

    async def _invite(self, request: Request) -> Response:
        origin = f"{request.url.scheme}://{request.url.netloc}"
        link = request.path_params["link"]
        return JSONResponse(await self._invitations.invite(link, _client(request), origin))

    async def _code(self, request: Request) -> Response:
        room = await self._invitations.find(request.path_params["code"], _client(request))
        return JSONResponse({"room": room})

    async def _enter(self, request: Request) -> Response:
        """Lead from a code to its room, or to the first page, which explains that there is none."""
        code = request.path_params["code"][:12]
        try:
            room = await self._invitations.find(code, _client(request))
        except RequestError as error:
            if error.code not in ("not-found", "rate-limited"):
                raise
            return RedirectResponse(f"/?{urlencode({'code': code})}", 303)
        return RedirectResponse(f"/room/{room}", 303)

    async def _list(self, request: Request) -> Response:
        return JSONResponse({"rooms": self._rooms.listed()})

    async def _open(self, request: Request) -> Response:
        given = await self._object(request)
        for name in given:
            if name not in _OPENING:
                expected = f"expected {', '.join(_OPENING)}"
                raise RequestError("malformed", f"'{name:.40}' is not a field, {expected}")
        self._openings.take(_client(request))
        opened = await self._rooms.open(
            given.get("game"), given.get("rules", {}), given.get("settings", {}), given.get("name")
        )
        return JSONResponse(opened, 201)

    async def _object(self, request: Request) -> dict[str, Any]:
        """Read a request whose body is a JSON object."""
        kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if kind != "application/json":
            raise RequestError("malformed", "expected a body of the type application/json")
        return read_object(await self._body(request))

    async def _body(self, request: Request) -> bytes:
        """Read the body of a request, up to the limit."""
        most, found = self._limits.message, b""
        try:
            async with asyncio.timeout(self._limits.first_request):
                async for part in request.stream():
                    found += part
                    if len(found) > most:
                        raise RequestError("too-large", f"expected a body of at most {most} bytes")
        except TimeoutError as error:
            raise RequestError("malformed", "The request took too long to arrive.") from error
        return found

    async def _discard(self, request: Request) -> Response:
        hand = request.query_params.get("hand", "")
        objective = request.query_params.get("objective", "class")
        if len(hand) > 40:
            raise RequestError("too-large", "hand: expected five cards, found more text than that")
        found = await asyncio.to_thread(rows, hand, objective)
        return JSONResponse(translate_all(found, _language(request)))

    async def _drill(self, request: Request) -> Response:
        given = await self._object(request)
        client = _client(request)
        self._rooms.thoughts.take(client)
        # The chart of a paytable takes a second when it is first asked for.
        answer = await self._rooms.thinking.run(
            lambda _effort: train(given), room=f"trainer {client}", person=client
        )
        return JSONResponse(answer)

    async def _replay(self, request: Request) -> Response:
        replay = await self._rooms.replay(request.path_params["link"])
        return JSONResponse(await asyncio.to_thread(replay.about))

    async def _record(self, request: Request) -> Response:
        replay = await self._rooms.replay(request.path_params["link"])
        record = await asyncio.to_thread(replay.record)
        name = f"cardcore-{record['game']}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return JSONResponse(record, headers=headers)

    async def _step(self, request: Request) -> Response:
        count = read_count(request.path_params["count"])
        replay = await self._rooms.replay(request.path_params["link"])
        return JSONResponse(await asyncio.to_thread(replay.step, count))

    async def _advice(self, request: Request) -> Response:
        count = read_count(request.path_params["count"])
        link = request.path_params["link"]
        replay = await self._rooms.replay(link)
        client = _client(request)
        self._rooms.thoughts.take(client)
        advice = await self._rooms.thinking.run(
            replay.advice, count, room=f"replay {link}", person=client
        )
        return JSONResponse(translate_all(advice, _language(request)))

    async def _review(self, request: Request) -> Response:
        seat = read_count(request.path_params["seat"])
        link = request.path_params["link"]
        replay = await self._rooms.replay(link)
        review = await self._rooms.reviews.get(
            link, replay, seat, person=_client(request), language=_language(request)
        )
        return JSONResponse(review)

    async def _play(self, socket: WebSocket) -> None:
        await self._talk(socket, self._rooms.enter, is_spectator=False)

    async def _watch(self, socket: WebSocket) -> None:
        await self._talk(socket, self._rooms.watch, is_spectator=True)

    async def _talk(
        self,
        socket: WebSocket,
        enter: Callable[[str], AbstractAsyncContextManager[LiveRoom]],
        *,
        is_spectator: bool,
    ) -> None:
        await socket.accept()
        try:
            async with enter(socket.path_params["link"]) as room:
                client = _client(socket)
                await Connection(
                    socket, room, self._limits, address=client, is_spectator=is_spectator
                ).run()
        except RequestError as error:
            message = {"type": "error", **error.to_dict()}
            await socket.send_json(translate_all(message, _language(socket)))
            code = _TRY_AGAIN if error.code == "storage" else POLICY_VIOLATION
            await socket.close(code, error.close_reason)


def _language(request: HTTPConnection) -> str:
    """Return the first language that a client asks for and there is a catalog for."""
    asked = request.headers.get("accept-language", "")[:200].split(",")
    wished = [part.partition(";")[0].strip()[:2].lower() for part in asked]
    return next((one for one in wished if one in ("en", *LANGUAGES)), "en")


def _client(request: HTTPConnection) -> str:
    """Return what the limits of a client are counted by."""
    return client_network(request.client.host if request.client else "")


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return _error(request, error, STATUS[error.code])


async def _refuse_http(request: Request, error: Exception) -> Response:
    """Answer in the same form what the framework refuses."""
    assert isinstance(error, HTTPException)
    path = request.url.path
    if error.status_code == 404:
        message = Phrase("There is nothing at '{path}'.", path=path[:80])
        refused = RequestError("not-found", message)
    else:
        refused = RequestError("malformed", f"{error.detail.lower()}: '{path:.80}'")
    return _error(request, refused, error.status_code, error.headers)


async def _fail(request: Request, error: Exception) -> Response:
    """Answer that something went wrong, without any detail of it."""
    failed = RequestError("internal", "Something went wrong on the server. Please try again.")
    return _error(request, failed, STATUS[failed.code])


def _error(
    request: Request,
    error: RequestError,
    status: int,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Answer with an error, in the language of the page."""
    body = translate_all({"error": error.to_dict()}, _language(request))
    return JSONResponse(body, status, headers)


def serve_rooms(
    rooms: Rooms,
    origins: Origins,
    *,
    proxies: TrustedProxies | None = None,
    shared_origin: str | None = None,
    lifespan: Callable[[Starlette], AbstractAsyncContextManager[None]] | None = None,
) -> ASGIApp:
    """Make the application that serves rooms.

    Parameters
    ----------
    rooms
        The rooms.
    origins
        The names and pages that requests may use.
    proxies
        The proxies whose word about clients is taken.
    shared_origin
        The origin that others can open; ``None`` if links work on this computer only.
    lifespan
        Runs while the application does.
    """
    invitations = Invitations(rooms, origin=shared_origin)
    inner = Starlette(
        routes=Server(rooms, rooms.limits, invitations).routes(),
        lifespan=lifespan,
        exception_handlers={RequestError: _refuse, HTTPException: _refuse_http, Exception: _fail},
    )
    return SecurityMiddleware(inner, rooms.limits, origins, proxies or TrustedProxies())


def application(
    path: Path,
    origins: Origins,
    *,
    limits: Limits | None = None,
    proxies: TrustedProxies | None = None,
    shared_origin: str | None = None,
    load_bots: bool = False,
) -> ASGIApp:
    """Make the application of a server.

    Parameters
    ----------
    path
        The file that stores the rooms.
    origins
        The names and pages that requests may use.
    limits
        The limits of the server.
    proxies
        The proxies whose word about clients is taken.
    shared_origin
        The origin that others can open; ``None`` if links work on this computer only.
    load_bots
        Whether the strongest bots load their tables at the start.

    Raises
    ------
    OSError
        If the file can't be used.
    """
    limits = limits or Limits()
    writer = DatabaseThread(Database(path))
    store = Store(writer, replays_of_room=limits.replays_of_room)
    rooms = Rooms(store, limits)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        rooms.begin()
        if load_bots:
            rooms.load_bots()
        try:
            yield
        finally:
            await rooms.close()
            store.close()

    return serve_rooms(
        rooms, origins, proxies=proxies, shared_origin=shared_origin, lifespan=lifespan
    )
