"""Run a server from start to end."""

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from cardcore.serve.addresses import TrustedProxies
from cardcore.serve.limits import Limits
from cardcore.serve.origins import Origins, read_public_url
from cardcore.serve.reach import shared_origin
from cardcore.serve.server import application
from cardcore.serve.sockets import ConnectionTracker
from cardcore.serve.thinking import THREAD_NAME

__all__ = ["configuration", "serve"]

#: How long a thread may keep the GIL while another one wants it; Python's own default is 5 ms.
_SWITCH_SECONDS = 0.0005

#: How many new objects start the garbage collector; Python's own default is 700.
_GARBAGE_COUNT = 5_000


class _Server(uvicorn.Server):
    """A server that stops at a signal and then lets the program go on.

    Parameters
    ----------
    config
        What it serves.
    tracker
        Its connections.
    ready
        Called once it accepts connections.
    """

    def __init__(
        self, config: uvicorn.Config, tracker: ConnectionTracker, ready: Callable[[], object]
    ) -> None:
        super().__init__(config)
        self._tracker = tracker
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to serve."""
        await super().startup(sockets)
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Drop stalled connections every second; uvicorn calls this ten times as often."""
        if counter % 10 == 0:
            self._tracker.drop_stalled(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at the first signal; a second one stops without waiting."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            # Not every system supports signals on its event loop.
            with suppress(NotImplementedError, ValueError):
                loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                with suppress(NotImplementedError, ValueError):
                    loop.remove_signal_handler(number)


def configuration(app: ASGIApp, tracker: ConnectionTracker) -> uvicorn.Config:
    """Configure uvicorn for an application and its connections."""
    http, websockets = tracker.protocols()
    return uvicorn.Config(
        app,
        http=http,
        ws=websockets,
        # The application does this itself: uvicorn would trust every program of this machine.
        proxy_headers=False,
        ws_max_size=4 * tracker.limits.message,
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=16 * 1024,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=0,
        backlog=1024,
        # Links to rooms are secrets, and errors may quote them, so uvicorn logs neither. The
        # application logs that a request failed, but not what it contained.
        access_log=False,
        log_level="critical",
        server_header=False,
        lifespan="on",
    )


def serve(
    path: Path,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    limits: Limits | None = None,
    proxies: Iterable[str] = (),
    public_url: str | None = None,
    load_bots: bool = False,
    ready: Callable[[str], object] = print,
    stopped: Callable[[], object] = lambda: None,
) -> None:
    """Serve until the program is interrupted or told to stop.

    Parameters
    ----------
    path
        The file that stores the rooms.
    host
        The address to listen on.
    port
        The port to listen on; 0 for any that is free.
    limits
        The limits of the server.
    proxies
        Addresses or networks of reverse proxies. Their ``X-Forwarded-For`` and
        ``X-Forwarded-Proto`` headers are believed; those of anybody else are ignored.
    public_url
        The URL that people reach the server by through a proxy, such as ``https://cards.example``.
        Requests by other names are refused then, except for those of this machine.
    load_bots
        Whether the strongest bots load their tables at the start, which takes half a second of CPU
        time, rather than while the first person waits for them.
    ready
        Called with the address of the page once the server accepts connections.
    stopped
        Called once the server has stopped. The program may end right after it: a bot that is still
        thinking is not waited for.

    Raises
    ------
    OSError
        If the file or the port can't be used.
    ValueError
        If a proxy or the public URL isn't one.
    """
    limits = limits or Limits()
    trusted, origins = TrustedProxies(proxies), Origins(host, public_url)
    tracker = ConnectionTracker(limits, trusted)
    _allow_files(limits.connections + 100)
    with _listen(host, port) as listener:
        open_port = listener.getsockname()[1]
        public = None if public_url is None else read_public_url(public_url)
        shared = shared_origin(host, open_port, public)
        app = application(
            path,
            origins,
            limits=limits,
            proxies=trusted,
            shared_origin=shared,
            load_bots=load_bots,
        )
        config = configuration(app, tracker)
        name = f"[{host}]" if ":" in host else host
        shown = {"0.0.0.0": "localhost", "[::]": "localhost"}.get(name, name)
        address = f"http://{shown}:{open_port}/"
        server = _Server(config, tracker, lambda: ready(address))
        with _responsive():
            asyncio.run(server.serve([listener]))
    stopped()
    _end_thinking()


@contextmanager
def _responsive() -> Iterator[None]:
    """Keep the interpreter from stopping the event loop for long.

    The loop gives up the GIL with every message that it sends: other threads have to give it back
    soon. And the garbage collector takes a tenth of a second to visit everything. What is loaded by
    now stays, so it need not look there; and it starts later, so that the tasks of a move are gone
    by then rather than counted among what has survived, which makes it visit everything.
    """
    switch, thresholds = sys.getswitchinterval(), gc.get_threshold()
    sys.setswitchinterval(_SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(_GARBAGE_COUNT, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
        gc.unfreeze()
        sys.setswitchinterval(switch)


def _listen(host: str, port: int) -> socket.socket:
    """Open the port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        reason = error.strerror or error
        raise OSError(f"cannot listen on {host}, port {port}: {reason}") from error
    except OverflowError as error:
        raise OSError(f"port: expected 0 to 65535, found {port}") from error


def _allow_files(count: int) -> None:
    """Raise the limit of open files to the number of connections."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _end_thinking() -> None:
    """End the program at once if bots are still thinking: everything is stored already."""
    threads = threading.enumerate()
    thinking = [thread for thread in threads if thread.name.startswith(THREAD_NAME)]
    for thread in thinking:
        thread.join(0.1)
    if any(thread.is_alive() for thread in thinking):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
