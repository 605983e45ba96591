"""The application: pages, answers for programs, and the WebSockets of rooms."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from cardcore.serve import catalog
from cardcore.serve.connection import POLICY_VIOLATION, Connection
from cardcore.serve.database import Database, DatabaseThread
from cardcore.serve.discard_table import OBJECTIVES, rows
from cardcore.serve.errors import STATUS, RequestError
from cardcore.serve.files import INDEX, page_files
from cardcore.serve.limits import Limits, RateLimiter
from cardcore.serve.live_room import LiveRoom
from cardcore.serve.middleware import SecurityMiddleware
from cardcore.serve.protocol import read_object
from cardcore.serve.rooms import Rooms
from cardcore.serve.store import Store

__all__ = ["Server", "application"]

#: The fields of a request for a room.
_OPENING = ("game", "rules", "settings", "name")


class Server:
    """Answers to requests.

    Parameters
    ----------
    rooms
        The rooms.
    limits
        How much anybody may ask for.
    """

    def __init__(self, rooms: Rooms, limits: Limits) -> None:
        self._rooms = rooms
        self._limits = limits
        self._openings = RateLimiter(limits.openings, "new rooms")
        self._files = page_files()

    def routes(self) -> list[Route | WebSocketRoute]:
        """Name what can be asked for."""
        pages = ["/", "/discard", "/room/{link}", "/watch/{link}", "/replay/{link}"]
        return [
            *(Route(path, self._index) for path in pages),
            Route("/static/{path:path}", self._file),
            Route("/api/games", self._games),
            Route("/api/rooms", self._open, methods=["POST"]),
            Route("/api/discard", self._discard),
            Route("/api/replays/{link}", self._replay),
            Route("/api/replays/{link}/record", self._record),
            Route("/api/replays/{link}/steps/{count:int}", self._step),
            Route("/api/replays/{link}/advice/{count:int}", self._advice),
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
            raise RequestError("not-found", "there is no such file")
        # Asked for again every time, but sent only if it has changed.
        headers = {"cache-control": "no-cache", "etag": file.tag, "content-type": file.kind}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        return Response(file.content, headers=headers)

    async def _games(self, request: Request) -> Response:
        return JSONResponse({"games": catalog.describe(), "objectives": OBJECTIVES})

    async def _open(self, request: Request) -> Response:
        if request.headers.get("content-type", "").partition(";")[0] != "application/json":
            raise RequestError("malformed", "expected a body of the type application/json")
        given = read_object(await self._body(request))
        for name in given:
            if name not in _OPENING:
                expected = f"expected {', '.join(_OPENING)}"
                raise RequestError("malformed", f"'{name:.40}' is not a field, {expected}")
        self._openings.take(_address(request))
        opened = await self._rooms.open(
            given.get("game"), given.get("rules", {}), given.get("settings", {}), given.get("name")
        )
        return JSONResponse(opened, 201)

    async def _body(self, request: Request) -> bytes:
        """Read the body of a request, but not more than anybody needs."""
        most, found = self._limits.message, b""
        try:
            async with asyncio.timeout(self._limits.first_request):
                async for part in request.stream():
                    found += part
                    if len(found) > most:
                        raise RequestError("too-large", f"expected a body of at most {most} bytes")
        except TimeoutError as error:
            raise RequestError("malformed", "expected the body of the request sooner") from error
        return found

    async def _discard(self, request: Request) -> Response:
        hand = request.query_params.get("hand", "")
        objective = request.query_params.get("objective", "class")
        if len(hand) > 40:
            raise RequestError("too-large", "hand: expected five cards, found more text than that")
        return JSONResponse(await asyncio.to_thread(rows, hand, objective))

    async def _replay(self, request: Request) -> Response:
        replay = await self._rooms.replay(request.path_params["link"])
        return JSONResponse(await asyncio.to_thread(replay.about))

    async def _record(self, request: Request) -> Response:
        replay = await self._rooms.replay(request.path_params["link"])
        name = f"cardcore-{replay.record['game']}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return JSONResponse(replay.record, headers=headers)

    async def _step(self, request: Request) -> Response:
        replay = await self._rooms.replay(request.path_params["link"])
        count = request.path_params["count"]
        return JSONResponse(await asyncio.to_thread(replay.step, count))

    async def _advice(self, request: Request) -> Response:
        replay = await self._rooms.replay(request.path_params["link"])
        self._rooms.thoughts.take(_address(request))
        count = request.path_params["count"]
        return JSONResponse(await self._rooms.thinkers.think(replay.advice, count))

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
                address = _address(socket)
                await Connection(
                    socket, room, self._limits, address=address, is_spectator=is_spectator
                ).run()
        except RequestError as error:
            await socket.send_json({"type": "error", **error.to_dict()})
            await socket.close(POLICY_VIOLATION, error.message[:120])


def _address(request: HTTPConnection) -> str:
    return request.client.host if request.client else ""


async def _refuse(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return JSONResponse({"error": error.to_dict()}, STATUS[error.code])


async def _refuse_http(request: Request, error: Exception) -> Response:
    """Say in the same form what the framework refuses."""
    assert isinstance(error, HTTPException)
    refusal = RequestError("not-found", f"{error.detail.lower()}: '{request.url.path:.80}'")
    return JSONResponse({"error": refusal.to_dict()}, error.status_code, error.headers)


async def _fail(request: Request, error: Exception) -> Response:
    """Say that something went wrong, and nothing of what it was."""
    return JSONResponse({"error": {"code": "storage", "message": "something went wrong here"}}, 500)


def serve_rooms(
    rooms: Rooms,
    *,
    host: str = "127.0.0.1",
    lifespan: Callable[[Starlette], AbstractAsyncContextManager[None]] | None = None,
) -> ASGIApp:
    """Make the application that serves rooms.

    Parameters
    ----------
    rooms
        The rooms.
    host
        The address that the server listens at.
    lifespan
        Runs while the application does.
    """
    inner = Starlette(
        routes=Server(rooms, rooms.limits).routes(),
        lifespan=lifespan,
        exception_handlers={RequestError: _refuse, HTTPException: _refuse_http, Exception: _fail},
    )
    return SecurityMiddleware(inner, rooms.limits, host)


def application(path: Path, *, host: str = "127.0.0.1", limits: Limits | None = None) -> ASGIApp:
    """Make the application of a server.

    Parameters
    ----------
    path
        The file of its database.
    host
        The address that the server listens at.
    limits
        How much anybody may use.

    Raises
    ------
    OSError
        If the file cannot be used.
    """
    limits = limits or Limits()
    writer = DatabaseThread(Database(path))
    store = Store(writer, replays_of_room=limits.replays_of_room)
    rooms = Rooms(store, limits)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        rooms.begin()
        try:
            yield
        finally:
            await rooms.close()
            store.close()

    return serve_rooms(rooms, host=host, lifespan=lifespan)
