"""``cardcore play``: sit down at a table."""

import secrets
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

import cardcore
from cardcore.cli import kept, render
from cardcore.cli.files import read_json
from cardcore.cli.names import split_names
from cardcore.cli.numbers import SEED, Seconds
from cardcore.cli.players import is_own
from cardcore.cli.rules import PerGame, game_by_rules, rule_options
from cardcore.cli.sitting import YOU, Sitting
from cardcore.difficulty import LEVELS
from cardcore.records import bots_seed
from cardcore.records import players as recorded_players
from cardcore.registry import presentation

#: What ``--resume`` is without a file.
_NEWEST = ""


def _make(game: str) -> click.Command:
    shown = presentation(game)
    options = [
        click.Option(
            ["--seats"],
            help="One name per seat: you, a bot, perhaps with parameters as in search:worlds=50, "
            "a level, or mybot.py:Careful for your own.",
        ),
        click.Option(
            ["--level"],
            type=click.Choice(LEVELS),
            help=f"How well the others play.  [default: {shown.default_level}]",
        ),
        click.Option(["--names"], help="What to call the players: Ann,Bob,…"),
        click.Option(["--seed"], type=SEED, help="Same seed, same deal and same bots."),
        click.Option(
            ["--record"], type=click.Path(path_type=Path), help="Keep the game in a file."
        ),
        click.Option(["--watch"], is_flag=True, help="Let bots play and watch them."),
        click.Option(
            ["--delay"],
            type=Seconds(),
            default=0.5,
            show_default=True,
            help="Time to look at a move, watching.",
        ),
    ]
    bots = ", ".join(cardcore.bots(game))
    levels = "; ".join(f"{name}: {level}" for name, level in shown.levels().items())
    return click.Command(
        game,
        params=[*options, *rule_options(game)],
        callback=lambda **values: _play(game, **values),
        help=f"Play {game} against bots: {bots}.\n\nLevels are {levels}.",
        short_help=f"Play {game}.",
    )


@click.group(cls=PerGame, make=_make, invoke_without_command=True)
@click.option(
    "--resume",
    is_flag=False,
    flag_value=_NEWEST,
    metavar="[FILE]",
    help="Go on with a game that --record or save kept, or without a file with one of the last.",
)
@click.option("--delay", type=Seconds(), default=0.5, hidden=True)
@click.pass_context
def play(context: click.Context, resume: str | None, delay: float) -> None:
    """Play a game in the terminal, against bots or watching them."""
    if context.invoked_subcommand is not None:
        if resume is not None:
            raise click.UsageError("expected a game, or --resume FILE, found both")
        return
    if resume is None:
        raise click.UsageError("expected a game, or --resume FILE")
    if resume == _NEWEST:
        chosen = _choose_left()
        if chosen is not None:
            _resume(chosen, delay, is_own=True)
    else:
        _resume(Path(resume), delay, is_own=False)


def _resume(path: Path, delay: float, *, is_own: bool) -> None:
    """Go on with a game from a file."""
    record = read_json(path)
    game = cardcore.replay(record)
    seated = recorded_players(record)
    seed = bots_seed(record)
    Sitting(
        game,
        seated,
        record["seats"],
        # Records of earlier versions have none.
        seed=secrets.randbits(64) if seed is None else seed,
        record=None if is_own else path,
        own=path if is_own else None,
        delay=delay,
    ).run()


def _choose_left() -> Path | None:
    """Ask which of the games that were left is to go on."""
    found = list(kept.left())
    if not found:
        raise click.UsageError("no game was left; expected a game, or --resume FILE")
    table = render.table([("", "right"), "game", ("moves", "right"), "players", "left"])
    for number, (path, record) in enumerate(found, start=1):
        when = time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime))
        names = ", ".join(render.printable(str(name)) for name in record["seats"])
        table.add_row(str(number), str(record["game"]), str(len(record["moves"])), names, when)
    render.show(table)
    while True:
        try:
            answer = render.ask("which game (Enter for the first): ").strip() or "1"
        except EOFError:
            render.show("")
            return None
        if answer.lower() == "quit":
            return None
        if answer.isdecimal() and len(answer) < 9 and 1 <= int(answer) <= len(found):
            return found[int(answer) - 1][0]
        render.tell(f"expected a number from 1 to {len(found)}, or quit, found '{answer}'")


def _play(
    game: str,
    seats: str | None,
    level: str | None,
    names: str | None,
    seed: int | None,
    record: Path | None,
    watch: bool,
    delay: float,
    **rules: Any,
) -> None:
    if seats is not None and level is not None:
        raise ValueError("expected --seats or --level, found both")
    seated = None if seats is None else split_names("--seats", seats)
    made = game_by_rules(game, len(seated) if seated else None, rules, seed=seed)
    if seated is None:
        other = _name(game, level or ("best" if watch else presentation(game).default_level))
        seated = [other if watch else YOU, *[other] * (made.seats - 1)]
    if watch and YOU in seated:
        raise ValueError("--watch is for bots only, but you have a seat")
    called = _call(seated) if names is None else split_names("--names", names)
    if len(seated) == made.seats != len(called):
        raise ValueError(f"names: expected {made.seats} names, found {len(called)}")
    Sitting(
        made,
        seated,
        called,
        seed=secrets.randbits(64) if seed is None else seed,
        record=record,
        own=kept.place(game) if record is None and YOU in seated else None,
        delay=delay,
    ).run()


def _name(game: str, level: str) -> str:
    """Name a level by its bot, unless it is more than that."""
    found = presentation(game).levels()[level]
    return level if found.random_every else found.bot


def _call(seated: Sequence[str]) -> list[str]:
    """Name players after what they are, with numbers where that is not enough."""
    plain = [name.rpartition(":")[2] if is_own(name) else name for name in seated]
    return [
        name if plain.count(name) == 1 else f"{name} {plain[: seat + 1].count(name)}"
        for seat, name in enumerate(plain)
    ]
