"""``cardcore replay``: play a recorded game again."""

from pathlib import Path

import click

import cardcore
from cardcore.cli import render
from cardcore.cli.files import read_json
from cardcore.records import replay_moves


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def replay(file: Path, as_json: bool) -> None:
    """Play a recorded game again, checking every move, and show it."""
    record = read_json(file)
    game = cardcore.replay(record)
    if as_json:
        render.show_json(game.record(record["seats"]))
        return
    names = record["seats"]
    table = render.table([("move", "right"), "player", "plays"])
    for place, (seat, text) in enumerate(replay_moves(record), start=1):
        table.add_row(str(place), names[seat], text)
    render.show(table)
    if game.is_over:
        scores = render.table(["player", ("score", "right")])
        for name, score in zip(names, game.scores(), strict=True):
            scores.add_row(name, str(score))
        render.show(scores)
    else:
        assert game.to_move is not None
        render.show(f"not over: {names[game.to_move]} is to move")
