"""``cardcore serve``: play in the browser."""

from importlib import import_module
from pathlib import Path
from urllib.parse import urlsplit

import click

from cardcore import CardcoreError
from cardcore.cli import render, saved_games
from cardcore.extras import needs


@click.command(short_help="Play in the browser, alone or together.")
@click.option(
    "--host",
    help="The address to listen on.  [default: 127.0.0.1, this computer only]",
)
@click.option(
    "--lan",
    is_flag=True,
    help="Let others in your network play: listens on all addresses, and shows the link to open "
    "as text and as a QR code.",
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
@click.option(
    "--net",
    "nets",
    metavar="GAME=FILE",
    multiple=True,
    help="Offer a network as an opponent in a game, under the name of its file. Can be repeated.",
)
def serve(
    host: str | None,
    lan: bool,
    port: int,
    data: Path | None,
    proxies: tuple[str, ...],
    public_url: str | None,
    nets: tuple[str, ...],
) -> None:
    """Play all games in the browser, with people and bots.

    Rooms are stored in a file, so they are still there when you start the server again.
    """
    for needed in ("starlette", "uvicorn", "websockets"):
        try:
            import_module(needed)
        except ImportError as error:
            raise CardcoreError(needs("serve", needed, "serve")) from error

    from cardcore.serve.addresses import TrustedProxies, is_loopback
    from cardcore.serve.catalog import offer_net
    from cardcore.serve.origins import read_public_url
    from cardcore.serve.qr import encode
    from cardcore.serve.reach import shared_origin
    from cardcore.serve.run import serve as run

    try:
        TrustedProxies(proxies)
        for net in nets:
            game, separator, file = net.partition("=")
            if not separator:
                raise ValueError(f"--net: expected GAME=FILE, found '{net}'")
            offer_net(game, Path(file))
        origin = None if public_url is None else read_public_url(public_url)
    except ValueError as error:
        raise CardcoreError(str(error)) from error
    if lan and host is not None:
        raise CardcoreError("expected --lan or --host, found both")
    listened = "0.0.0.0" if lan else host or "127.0.0.1"
    path = _default_path() if data is None else data

    def ready(address: str) -> None:
        shown = address if origin is None else f"{origin}/"
        render.tell(f"Open {shown} in your browser. Press Ctrl-C to stop the server.", whole=True)
        if lan:
            shared = shared_origin(listened, urlsplit(address).port or 80, origin)
            if shared is None:
                render.complain("This computer is in no network, so nobody else can join yet.")
            else:
                render.tell(f"Others in your network open {shared}/ or scan this:", whole=True)
                render.show_code(encode(f"{shared}/").lines())
        render.tell(f"Rooms are stored in {path}.", whole=True)
        if not is_loopback(listened) and not proxies:
            render.complain(
                "Anyone who reaches this computer over the network can open rooms and play, and "
                "nothing is encrypted. Outside a network you trust, use a proxy with TLS (--proxy)."
            )

    try:
        run(
            path,
            host=listened,
            port=port,
            proxies=proxies,
            public_url=public_url,
            load_bots=True,
            ready=ready,
            stopped=lambda: render.tell("\nThe server has stopped.", whole=True),
        )
    except OSError as error:
        raise CardcoreError(str(error)) from error


def _default_path() -> Path:
    """Return the file in the user's own folder."""
    try:
        folder = saved_games.state_directory()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError) as error:
        raise CardcoreError(f"cannot store rooms: {error}; choose a file with --data") from error
    return folder / "rooms.sqlite3"
