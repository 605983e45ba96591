"""``cardcore serve``: a table in the browser."""

from importlib import import_module
from pathlib import Path

import click

from cardcore import CardcoreError
from cardcore.cli import kept, render


@click.command(short_help="Play in the browser, alone or together.")
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen at: 0.0.0.0 lets others in your network play.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen at; 0 for any that is free.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file that keeps the rooms.  [default: rooms.sqlite3 in your own folder]",
)
def serve(host: str, port: int, data: Path | None) -> None:
    """Open a table in the browser: all games, for people and bots.

    Rooms are kept in a file, so they are there again after the server was stopped. Ctrl-C stops it.
    """
    for needed in ("starlette", "uvicorn", "websockets"):
        try:
            import_module(needed)
        except ImportError as error:
            message = f"serve needs {needed}: install it with pip install 'cardcore[serve]'"
            raise CardcoreError(message) from error

    from cardcore.serve.middleware import is_loopback
    from cardcore.serve.run import serve as run

    path = _place() if data is None else data

    def ready(address: str) -> None:
        render.tell(f"a table is laid at {address}", whole=True)
        render.tell(f"rooms are kept in {path}; Ctrl-C stops the server", whole=True)
        if not is_loopback(host):
            render.complain(
                "anyone who reaches this machine over the network can open rooms and play; what is "
                "sent is not encrypted: beyond a network you trust, put a server with TLS before it"
            )

    try:
        run(path, host=host, port=port, ready=ready)
    except OSError as error:
        raise CardcoreError(str(error)) from error
    render.tell("\nstopped; the rooms are kept", whole=True)


def _place() -> Path:
    """Name the file in the user's own folder."""
    try:
        where = kept.folder()
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:
        raise CardcoreError(f"cannot keep rooms: {error}; name a file with --data") from error
    return where / "rooms.sqlite3"
