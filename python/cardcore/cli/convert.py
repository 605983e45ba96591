"""``cardcore convert``: hand histories of draw games from and to PHH."""

import json
from pathlib import Path
from typing import Any

import click

from cardcore.cli import render
from cardcore.cli.files import check_writable, read_json, read_text, write_text
from cardcore.errors import ParseError
from cardcore.registry import game_module, games

_PHH = (".phh", ".phhs")


@click.command()
@click.argument("source", type=click.Path(path_type=Path))
@click.argument("target", type=click.Path(path_type=Path))
def convert(source: Path, target: Path) -> None:
    """Convert hand histories of draw games from and to PHH.

    A record (.json) becomes PHH (.phh, of several hands .phhs), or the reverse: the ends of the
    names say which. Several hands make several records, whose names end with a number.
    """
    if target.suffix in _PHH and source.suffix not in _PHH:
        check_writable(target)
        write_text(target, _histories().to_phh(read_json(source)))
        render.tell(f"written: {target}")
        return
    if source.suffix not in _PHH or target.suffix != ".json":
        raise ParseError(
            f"expected a record (.json) and a file .phh or .phhs, or the reverse, found {source} "
            f"and {target}"
        )
    try:
        records = _histories().from_phh(read_text(source))
    except ParseError as error:
        raise ParseError(f"{source}: {error}") from error
    for number, record in enumerate(records, start=1):
        path = target
        if len(records) > 1:
            path = target.with_name(f"{target.stem}-{number}{target.suffix}")
        write_text(path, json.dumps(record) + "\n")
        render.tell(f"written: {path}")


def _histories() -> Any:
    """Return the module of the game whose hands the format describes."""
    return next(module for module in map(game_module, games()) if hasattr(module, "to_phh"))
