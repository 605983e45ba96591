"""``cardcore tournament``: all line-ups of some bots on the same deals, and their ratings."""

from pathlib import Path
from typing import Any

import click

import cardcore
from cardcore.arena import Tournament
from cardcore.cli import render
from cardcore.cli.contests import FILE, contest_command, play_contest
from cardcore.cli.files import check_writable, write_bytes, write_text
from cardcore.cli.numbers import Amount
from cardcore.cli.plot import check_plot, plot_tournament
from cardcore.cli.rules import PerGame
from cardcore.errors import ParseError
from cardcore.tournament import SCHEDULES
from cardcore.tournament.scores import load_pyarrow

#: The chance of a wrong decision if none is named.
_ERROR = 0.05

#: The kinds of files that scores are written to.
_KINDS = (".csv", ".npy", ".parquet")


def _make(game: str) -> click.Command:
    when = [
        click.Option(
            ["--schedule"],
            type=click.Choice([way.replace(" ", "-") for way in SCHEDULES]),
            help="Pairs, or all bots at the same tables. All if that takes no more line-ups.",
        ),
        click.Option(
            ["--until"],
            type=Amount(),
            help="Stop when all margins are known to within this many points.",
        ),
        click.Option(
            ["--decide"],
            type=Amount(0.5),
            is_flag=False,
            flag_value=_ERROR,
            help="Stop when it is decided who is better, of every two; "
            f"the chance of any wrong decision may follow, {_ERROR} if not.",
        ),
    ]
    files = [
        click.Option(
            ["--scores", "scores_path"],
            type=FILE,
            help="Write the scores of every game to a .csv, .npy or .parquet file "
            "(the last needs pyarrow).",
        ),
        click.Option(
            ["--plot", "plot_path"],
            type=FILE,
            help="Draw ratings and margins into a PNG or SVG file (needs matplotlib).",
        ),
    ]
    return contest_command(
        game,
        _tournament,
        bots="Two or more",
        games="Games of every line-up, at most.",
        results="results",
        summary=f"Let bots of {game} meet in all line-ups, and rate them.",
        when=when,
        files=files,
    )


tournament: PerGame = PerGame(
    "tournament",
    make=_make,
    help="Let bots meet in all line-ups, on the same deals, and rate them. Stops early if told to.",
    short_help="Let bots meet, and rate them.",
)


def _tournament(
    game: str,
    schedule: str | None,
    until: float | None,
    decide: float | None,
    csv_path: Path | None,
    scores_path: Path | None,
    plot_path: Path | None,
    as_json: bool,
    **asked: Any,
) -> None:
    # Whatever could fail after hours of play fails before.
    if csv_path is not None:
        check_writable(csv_path)
    if scores_path is not None:
        _check_scores(scores_path)
    if plot_path is not None:
        check_plot(plot_path)
    how = {
        "schedule": None if schedule is None else schedule.replace("-", " "),
        "until": until,
        "decide": decide,
        "scores": scores_path is not None,
    }
    result = play_contest(cardcore.arena.tournament, game, how, one_per_seat=False, **asked)
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


def _show(result: Tournament) -> None:
    table = render.table(["bot", ("rating", "right"), ("mean score", "right"), ("first", "right")])
    margins = render.table(
        ["margin", *((f"over {place + 1}", "right") for place in range(len(result.bots)))]
    )
    for place, number in enumerate(result.ranking, start=1):
        bot, met = result.bots[number], result.cross_table[number]
        table.add_row(
            f"{place} {bot.name}",
            f"{bot.rating:+.0f}{_half(bot.rating_interval, 0)}",
            f"{bot.mean:.3f}{_half(bot.interval, 3)}",
            f"{bot.firsts:.1%}",
        )
        margins.add_row(f"{place} {bot.name}", *(str(met[bot] or "") for bot in result.ranking))
    played = f"{result.played_text}, {result.seed_text}, {result.better_text}"
    render.show(table, f"{played}; {result.games_per_second:,.0f} games a second")
    render.show(margins, result.margins_text)


def _half(interval: tuple[float, float] | None, digits: int) -> str:
    return "" if interval is None else f" ± {(interval[1] - interval[0]) / 2:.{digits}f}"
