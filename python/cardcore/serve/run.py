"""A server from its start to its end."""

import asyncio
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from cardcore.serve.limits import Limits
from cardcore.serve.server import application
from cardcore.serve.sockets import limited_protocol

__all__ = ["configuration", "serve"]


class _Server(uvicorn.Server):
    """A server that ends at a signal and then lets the program go on.

    Parameters
    ----------
    config
        What it serves.
    ready
        Called once it serves.
    """

    def __init__(self, config: uvicorn.Config, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Take signals as the wish to end, once; the second one is not waited for."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            # Not every system has signals on its loop.
            with suppress(NotImplementedError, ValueError):
                loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                with suppress(NotImplementedError, ValueError):
                    loop.remove_signal_handler(number)


def configuration(app: ASGIApp, limits: Limits) -> uvicorn.Config:
    """Configure uvicorn for an application."""
    return uvicorn.Config(
        app,
        http=limited_protocol(limits),
        ws="websockets-sansio",
        ws_max_size=4 * limits.message,
        ws_per_message_deflate=False,
        h11_max_incomplete_event_size=16 * 1024,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=0,
        backlog=1024,
        # Links of rooms are secrets, and so may be what an error says: neither is logged. The
        # application logs that something failed, but not what it was about.
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
    ready: Callable[[str], object] = print,
) -> None:
    """Serve until the program is interrupted or told to end.

    Parameters
    ----------
    path
        The file that keeps the rooms.
    host
        The address to listen at.
    port
        The port to listen at; 0 for any that is free.
    limits
        How much anybody may ask for.
    ready
        Called with the address of the page once it is there.

    Raises
    ------
    OSError
        If the file or the port cannot be used.
    """
    limits = limits or Limits()
    _allow_files(limits.connections + 100)
    with _listen(host, port) as listener:
        config = configuration(application(path, host=host, limits=limits), limits)
        name = f"[{host}]" if ":" in host else host
        shown = {"0.0.0.0": "localhost", "[::]": "localhost"}.get(name, name)
        address = f"http://{shown}:{listener.getsockname()[1]}/"
        server = _Server(config, lambda: ready(address))
        asyncio.run(server.serve([listener]))
    _end_thinking()


def _listen(host: str, port: int) -> socket.socket:
    """Take the port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        reason = error.strerror or error
        raise OSError(f"cannot listen at {host}, port {port}: {reason}") from error
    except OverflowError as error:
        raise OSError(f"port: expected 0 to 65535, found {port}") from error


def _allow_files(count: int) -> None:
    """Ask for as many open files as there may be connections."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = count if hard == resource.RLIM_INFINITY else min(count, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _end_thinking() -> None:
    """End the program at once if bots still think: everything that matters has been kept."""
    thinkers = [thread for thread in threading.enumerate() if thread.name.startswith("thinker")]
    for thread in thinkers:
        thread.join(0.1)
    if any(thread.is_alive() for thread in thinkers):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
