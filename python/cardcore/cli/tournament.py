"""``cardcore tournament``: all line-ups of some bots on the same deals, and their ratings."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import click

import cardcore
from cardcore.arena import Tournament
from cardcore.cli import render
from cardcore.cli.cluster import cluster_options, executor
from cardcore.cli.files import check_writable, write_bytes, write_text
from cardcore.cli.names import split_names
from cardcore.cli.numbers import MANY, SEED, THREADS, Amount
from cardcore.cli.players import OwnPlayer, is_own
from cardcore.cli.plot import check_plot, plot_tournament
from cardcore.cli.progress import progress
from cardcore.cli.rules import PerGame, game_by_rules, rule_options
from cardcore.errors import ParseError
from cardcore.tournament import SCHEDULES
from cardcore.tournament.scores import load_pyarrow

_FILE = click.Path(path_type=Path)

#: The chance of a wrong decision if none is named.
_ERROR = 0.05

#: The kinds of files that scores are written to.
_KINDS = (".csv", ".npy", ".parquet")


def _make(game: str) -> click.Command:
    options = [
        click.Option(
            ["--bots"],
            required=True,
            help="Two or more: greedy,random,…, with parameters as in search:worlds=50, "
            "or mybot.py:Careful for your own.",
        ),
        click.Option(
            ["--games"],
            type=MANY,
            default=1000,
            show_default=True,
            help="Games of every line-up, at most.",
        ),
        click.Option(
            ["--seed"], type=SEED, default=0, show_default=True, help="Same seed, same result."
        ),
        click.Option(
            ["--schedule"],
            type=click.Choice([way.replace(" ", "-") for way in SCHEDULES]),
            help="Pairs, or all bots at the same tables. All if that takes no more line-ups.",
        ),
        click.Option(
            ["--until"],
            type=Amount(),
            help="Stop when all margins are known to so many points, give or take.",
        ),
        click.Option(
            ["--decide"],
            type=Amount(0.5),
            is_flag=False,
            flag_value=_ERROR,
            help="Stop when it is decided who is better, of every two; "
            f"the chance of any wrong decision may follow, {_ERROR} if not.",
        ),
        click.Option(["--threads"], type=THREADS, help="All cores if not given."),
        *cluster_options(),
        click.Option(["--csv", "csv_path"], type=_FILE, help="Write the results to a file."),
        click.Option(
            ["--scores", "scores_path"],
            type=_FILE,
            help="Write the scores of every game to a .csv, .npy or .parquet file "
            "(the last needs pyarrow).",
        ),
        click.Option(
            ["--plot", "plot_path"],
            type=_FILE,
            help="Draw ratings and margins into a PNG or SVG file (needs matplotlib).",
        ),
        click.Option(["--json", "as_json"], is_flag=True, help="Print JSON for programs."),
    ]
    known = ", ".join(cardcore.bots(game))
    return click.Command(
        game,
        params=[*options, *rule_options(game)],
        callback=lambda **values: _tournament(game, **values),
        help=f"Let bots of {game} meet in all line-ups, and rate them. Bots: {known}.",
    )


tournament = PerGame(
    "tournament",
    make=_make,
    help="Let bots meet in all line-ups, on the same deals, and rate them. Stops early if told to.",
    short_help="Let bots meet, and rate them.",
)


def _tournament(
    game: str,
    bots: str,
    schedule: str | None,
    csv_path: Path | None,
    scores_path: Path | None,
    plot_path: Path | None,
    as_json: bool,
    games: int,
    seed: int,
    until: float | None,
    decide: float | None,
    threads: int | None,
    workers: int | None,
    cluster: str | None,
    checkpoint: Path | None,
    **rules: Any,
) -> None:
    # Whatever could fail after hours of play fails before.
    if csv_path is not None:
        check_writable(csv_path)
    if scores_path is not None:
        _check_scores(scores_path)
    if plot_path is not None:
        check_plot(plot_path)
    names = split_names("--bots", bots)
    template = game_by_rules(game, None, rules, seed=0)
    seated = [
        OwnPlayer(f"bot {place}", name) if is_own(name, cardcore.bots(game)) else name
        for place, name in enumerate(names, start=1)
    ]
    with executor(workers, cluster, threads) as used, progress("games") as report:
        result = cardcore.arena.tournament(
            game,
            seated,
            games,
            seed,
            schedule=None if schedule is None else schedule.replace("-", " "),
            until=until,
            decide=decide,
            scores=scores_path is not None,
            threads=threads,
            progress=report,
            executor=used,
            checkpoint=checkpoint,
            **template.rules,
        )
    result = _called(result, names)
    if csv_path is not None:
        write_text(csv_path, result.to_csv())
    if scores_path is not None:
        _write_scores(scores_path, result)
    if plot_path is not None:
        plot_tournament(plot_path, result)
    if as_json:
        render.show_json(result.to_dict())
    else:
        _show(result)


def _check_scores(path: Path) -> None:
    if path.suffix.lower() not in _KINDS:
        expected = f"{', '.join(_KINDS[:-1])} or {_KINDS[-1]}"
        raise ParseError(f"--scores: expected a file that ends in {expected}, found '{path}'")
    if path.suffix.lower() == ".parquet":
        load_pyarrow()
    check_writable(path)


def _write_scores(path: Path, result: Tournament) -> None:
    scores = result.scores
    if scores is not None:
        kind = path.suffix.lower()
        if kind == ".csv":
            write_text(path, scores.to_csv())
        else:
            write_bytes(path, scores.to_npy() if kind == ".npy" else scores.to_parquet())


def _called(result: Tournament, names: list[str]) -> Tournament:
    """Let players of one's own go by the name of their class."""
    called = [name.rpartition(":")[2] if is_own(name) else name for name in names]
    bots = (replace(bot, name=name) for bot, name in zip(result.bots, called, strict=True))
    if result.scores is not None:
        result.scores.names = tuple(called)
    return replace(result, bots=tuple(bots))


def _show(result: Tournament) -> None:
    table = render.table(["bot", ("rating", "right"), ("mean score", "right"), ("first", "right")])
    margins = render.table(
        ["margin", *((f"over {place + 1}", "right") for place in range(len(result.bots)))]
    )
    for place, number in enumerate(result.ranking, start=1):
        bot, met = result.bots[number], result.meetings[number]
        table.add_row(
            f"{place} {bot.name}",
            f"{bot.rating:+.0f}{_half(bot.rating_interval, 0)}",
            f"{bot.mean:.3f}{_half(bot.interval, 3)}",
            f"{bot.firsts:.1%}",
        )
        margins.add_row(f"{place} {bot.name}", *(str(met[bot] or "") for bot in result.ranking))
    better = "lower is better" if result.low_score_wins else "higher is better"
    speed = f"{result.games_per_second:,.0f} games a second"
    render.show(table, f"{result.played_text}, {result.seed_text}, {better}; {speed}")
    render.show(margins, result.margins_text)


def _half(interval: tuple[float, float] | None, digits: int) -> str:
    return "" if interval is None else f" ± {(interval[1] - interval[0]) / 2:.{digits}f}"
