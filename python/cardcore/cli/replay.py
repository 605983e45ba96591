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
    names = [render.printable(name) for name in record["seats"]]
    table = render.table([("move", "right"), "player", "plays"])
    for place, (seat, text) in enumerate(replay_moves(record), start=1):
        table.add_row(str(place), names[seat], render.move(text))
    render.show(table)
    if game.is_over:
        render.show(render.scores(names, game.scores(), low_wins=game.low_score_wins))
    else:
        assert game.to_move is not None
        render.tell(f"not over, to move: {names[game.to_move]}")
