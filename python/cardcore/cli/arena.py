"""``cardcore arena``: many games between bots."""

from pathlib import Path
from typing import Any

import click

import cardcore
from cardcore.arena import Result
from cardcore.cli import render
from cardcore.cli.contests import contest_command, play_contest
from cardcore.cli.files import check_writable, write_text
from cardcore.cli.rules import PerGame


def _make(game: str) -> click.Command:
    return contest_command(
        game,
        _arena,
        bots="One bot per seat",
        games=None,
        results="bots' results",
        summary=f"Play many games of {game}.",
    )


arena: PerGame = PerGame(
    "arena",
    make=_make,
    help="Let bots play many games: every deal from every seat, the same result for the same seed.",
    short_help="Let bots play many games.",
)


def _arena(game: str, csv_path: Path | None, as_json: bool, **asked: Any) -> None:
    if csv_path is not None:
        check_writable(csv_path)
    result = play_contest(cardcore.arena.run, game, {}, one_per_seat=True, **asked)
    if csv_path is not None:
        write_text(csv_path, result.to_csv())
    if as_json:
        render.show_json(result.to_dict())
    else:
        _show(result)


def _show(result: Result) -> None:
    table = render.table(
        ["bot", ("mean score", "right"), ("95% interval", "right"), ("first", "right")]
    )
    for bot in result.bots:
        interval = "" if bot.interval is None else "{:.3f} … {:.3f}".format(*bot.interval)
        table.add_row(bot.name, f"{bot.mean:.3f}", interval, f"{bot.firsts:.1%}")
    played = f"{render.count(result.games, 'game')}, {result.seed_text}, {result.better_text}"
    render.show(table, f"{played}; {result.games_per_second:,.0f} games a second")
    names = [f"{place} {bot.name}" for place, bot in enumerate(result.bots, start=1)]
    versus = render.table(["scores better than", *((name, "right") for name in names)])
    for place, (name, bot) in enumerate(zip(names, result.bots, strict=True)):
        shares = ["" if other == place else f"{share:.1%}" for other, share in enumerate(bot.beats)]
        versus.add_row(name, *shares)
    render.show(versus)
