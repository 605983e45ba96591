"""``cardcore serve``: play in the browser."""

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
    help="The address to listen on: 0.0.0.0 lets others in your network play.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 for any that is free.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file that stores the rooms.  [default: rooms.sqlite3 in your own folder]",
)
@click.option(
    "--proxy",
    "proxies",
    metavar="ADDRESS",
    multiple=True,
    help="Trust the X-Forwarded-For and X-Forwarded-Proto headers of a reverse proxy at this "
    "address or network. Can be repeated.",
)
@click.option(
    "--public-url",
    metavar="URL",
    help="The URL that people use to reach the server through a proxy, such as "
    "https://cards.example.",
)
def serve(
    host: str, port: int, data: Path | None, proxies: tuple[str, ...], public_url: str | None
) -> None:
    """Play all games in the browser, with people and bots.

    Rooms are stored in a file, so they are still there when you start the server again.
    """
    for needed in ("starlette", "uvicorn", "websockets"):
        try:
            import_module(needed)
        except ImportError as error:
            message = f"serve needs {needed}: install it with pip install 'cardcore[serve]'"
            raise CardcoreError(message) from error

    from cardcore.serve.addresses import TrustedProxies, is_loopback
    from cardcore.serve.origins import read_public_url
    from cardcore.serve.run import serve as run

    try:
        TrustedProxies(proxies)
        origin = None if public_url is None else read_public_url(public_url)
    except ValueError as error:
        raise CardcoreError(str(error)) from error
    path = _default_path() if data is None else data

    def ready(address: str) -> None:
        shown = address if origin is None else f"{origin}/"
        render.tell(f"Open {shown} in your browser. Press Ctrl-C to stop the server.", whole=True)
        render.tell(f"Rooms are stored in {path}.", whole=True)
        if not is_loopback(host) and not proxies:
            render.complain(
                "anyone who reaches this machine over the network can open rooms and play, and "
                "nothing is encrypted: outside a network you trust, use a proxy with TLS (--proxy)"
            )

    try:
        run(path, host=host, port=port, proxies=proxies, public_url=public_url, ready=ready)
    except OSError as error:
        raise CardcoreError(str(error)) from error
    render.tell("\nThe server has stopped.", whole=True)


def _default_path() -> Path:
    """Return the file in the user's own folder."""
    try:
        folder = kept.folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:
        raise CardcoreError(f"cannot store rooms: {error}; choose a file with --data") from error
    return folder / "rooms.sqlite3"
