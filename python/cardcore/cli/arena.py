"""``cardcore arena``: many games between bots."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

import cardcore
from cardcore.arena import Result
from cardcore.cli import render
from cardcore.cli.cluster import cluster_options, executor
from cardcore.cli.files import check_writable, write_text
from cardcore.cli.names import split_names
from cardcore.cli.numbers import MANY, SEED, THREADS
from cardcore.cli.players import OwnPlayer, is_own
from cardcore.cli.progress import progress
from cardcore.cli.rules import PerGame, game_by_rules, rule_options


def _make(game: str) -> click.Command:
    options = [
        click.Option(
            ["--bots"],
            required=True,
            help="One bot per seat: greedy,random,…, with parameters as in search:worlds=50, "
            "or mybot.py:Careful for your own.",
        ),
        click.Option(["--games"], type=MANY, default=1000, show_default=True),
        click.Option(
            ["--seed"], type=SEED, default=0, show_default=True, help="Same seed, same result."
        ),
        click.Option(["--threads"], type=THREADS, help="All cores if not given."),
        *cluster_options(),
        click.Option(
            ["--csv", "csv_path"],
            type=click.Path(path_type=Path),
            help="Write the bots' results to a file.",
        ),
        click.Option(["--json", "as_json"], is_flag=True, help="Print JSON for programs."),
    ]
    known = ", ".join(cardcore.bots(game))
    return click.Command(
        game,
        params=[*options, *rule_options(game)],
        callback=lambda **values: _arena(game, **values),
        help=f"Play many games of {game}. Bots: {known}.",
    )


arena = PerGame(
    "arena",
    make=_make,
    help="Let bots play many games: every deal from every seat, the same result for the same seed.",
    short_help="Let bots play many games.",
)


def _arena(
    game: str,
    bots: str,
    games: int,
    seed: int,
    threads: int | None,
    workers: int | None,
    cluster: str | None,
    checkpoint: Path | None,
    csv_path: Path | None,
    as_json: bool,
    **rules: Any,
) -> None:
    if csv_path is not None:
        check_writable(csv_path)
    names = split_names("--bots", bots)
    template = game_by_rules(game, len(names), rules, seed=0)
    seated = [
        OwnPlayer(f"bot {place}", name) if is_own(name, cardcore.bots(game)) else name
        for place, name in enumerate(names, start=1)
    ]
    with executor(workers, cluster, threads) as used, progress("games") as report:
        result = cardcore.arena.run(
            game,
            seated,
            games,
            seed,
            threads=threads,
            progress=report,
            executor=used,
            checkpoint=checkpoint,
            **template.rules,
        )
    # Players of one's own go by the name of their class.
    called = (
        replace(bot, name=name.rpartition(":")[2] if is_own(name) else name)
        for bot, name in zip(result.bots, names, strict=True)
    )
    result = replace(result, bots=tuple(called))
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
    better = "lower is better" if result.low_score_wins else "higher is better"
    speed = f"{result.games_per_second:,.0f} games a second"
    render.show(
        table, f"{render.count(result.games, 'game')}, {result.seed_text}, {better}; {speed}"
    )
    names = [f"{place} {bot.name}" for place, bot in enumerate(result.bots, start=1)]
    versus = render.table(["scores better than", *((name, "right") for name in names)])
    for place, (name, bot) in enumerate(zip(names, result.bots, strict=True)):
        shares = ["" if other == place else f"{share:.1%}" for other, share in enumerate(bot.beats)]
        versus.add_row(name, *shares)
    render.show(versus)
