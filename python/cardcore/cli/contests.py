"""What ``cardcore arena`` and ``cardcore tournament`` share: options, and having bots play."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import click

import cardcore
from cardcore.arena import Result, Tournament
from cardcore.cli.cluster import cluster_options, executor
from cardcore.cli.names import split_names
from cardcore.cli.numbers import MANY, SEED, THREADS
from cardcore.cli.players import OwnPlayer, is_own
from cardcore.cli.progress import progress
from cardcore.cli.rules import game_by_rules, rule_options

#: A file to write.
FILE = click.Path(path_type=Path)

Contest = TypeVar("Contest", Result, Tournament)


def contest_command(
    game: str,
    callback: Callable[..., None],
    *,
    bots: str,
    games: str | None,
    results: str,
    summary: str,
    when: Sequence[click.Option] = (),
    files: Sequence[click.Option] = (),
) -> click.Command:
    """Make the command in which bots of a game play.

    It says what ``--bots`` takes, what ``--games`` counts and what ``--csv`` writes, and has more
    options for when to stop and what else to write.
    """
    options = [
        click.Option(
            ["--bots"],
            required=True,
            help=f"{bots}: greedy,random,…, with parameters as in search:worlds=50, "
            "or mybot.py:Careful for your own.",
        ),
        click.Option(["--games"], type=MANY, default=1000, show_default=True, help=games),
        click.Option(
            ["--seed"], type=SEED, default=0, show_default=True, help="Same seed, same result."
        ),
        *when,
        click.Option(["--threads"], type=THREADS, help="All cores if not given."),
        *cluster_options(),
        click.Option(["--csv", "csv_path"], type=FILE, help=f"Write the {results} to a file."),
        *files,
        click.Option(["--json", "as_json"], is_flag=True, help="Print JSON for programs."),
    ]
    return click.Command(
        game,
        params=[*options, *rule_options(game)],
        callback=lambda **values: callback(game, **values),
        help=f"{summary} Bots: {', '.join(cardcore.bots(game))}.",
    )


def play_contest(
    run: Callable[..., Contest],
    game: str,
    how: Mapping[str, Any],
    *,
    one_per_seat: bool,
    bots: str,
    games: int,
    seed: int,
    threads: int | None,
    workers: int | None,
    cluster: str | None,
    cluster_timeout: int | None,
    checkpoint: Path | None,
    **rules: Any,
) -> Contest:
    """Let bots play; players of one's own go by the name of their class."""
    names = split_names("--bots", bots)
    template = game_by_rules(game, len(names) if one_per_seat else None, rules, seed=0)
    seated = [
        OwnPlayer(f"bot {place}", name) if is_own(name, cardcore.bots(game)) else name
        for place, name in enumerate(names, start=1)
    ]
    with (
        executor(threads, workers, cluster, cluster_timeout) as used,
        progress("games") as report,
    ):
        result = run(
            game,
            seated,
            games,
            seed,
            threads=threads,
            progress=report,
            executor=used,
            checkpoint=checkpoint,
            **how,
            **template.rules,
        )
    called = [name.rpartition(":")[2] if is_own(name) else name for name in names]
    if isinstance(result, Tournament) and result.scores is not None:
        result.scores.names = tuple(called)
    bots_called = (replace(bot, name=name) for bot, name in zip(result.bots, called, strict=True))
    return replace(result, bots=tuple(bots_called))
