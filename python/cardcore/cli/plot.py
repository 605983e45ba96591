"""Plots of discards, runs of hands and tournaments, with matplotlib, which is an optional extra."""

import io
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore import CardcoreError
from cardcore.arena import Tournament
from cardcore.cli.files import check_writable, write_bytes
from cardcore.cli.odds import Odds, text
from cardcore.extras import needs

#: How many points of a run are drawn at most.
_MAX_POINTS = 2000


def plot_discards(path: Path, odds: Odds, rows: int) -> None:
    """Draw where some discards end as bars, best first: in which class, or line of a paytable."""
    matplotlib = _matplotlib(path)
    shown = odds.ranking[:rows]
    figure = matplotlib.figure.Figure(figsize=(9, 1.9 + 0.32 * len(shown)), layout="constrained")
    axes = figure.add_subplot()
    colors = matplotlib.colormaps["viridis"]
    labels = []
    for row, chosen in enumerate(shown):
        labels.append(f"{text(chosen.keep) or 'nothing'}  ({chosen.value:.5f})")
        left = 0.0
        for place, line in enumerate(odds.lines):
            share = odds.counts[chosen.mask][place] / int(odds.table.draws[chosen.mask])
            label = line.name if row == 0 else None
            color = colors(place / (len(odds.lines) - 1))
            axes.barh(row, share, left=left, color=color, label=label)
            left += share
    axes.set_yticks(range(len(shown)), labels)
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_xlabel("chance of the final hand")
    axes.set_ylabel(f"hold (value: {odds.unit})")
    axes.set_title(f"what to hold of {text(odds.table.hand)} by {odds.name}", loc="left")
    figure.legend(loc="outside lower center", ncols=4, fontsize="small")
    _write(path, figure)


def plot_runs(path: Path, name: str, paths: NDArray[np.int64]) -> None:
    """Plot the bankroll over some simulated runs of hands."""
    matplotlib = _matplotlib(path)
    figure = matplotlib.figure.Figure(figsize=(9, 5), layout="constrained")
    axes = figure.add_subplot()
    hands = paths.shape[1] - 1
    # More points than there are pixels only make the file large.
    shown = np.unique(np.linspace(0, hands, min(hands + 1, _MAX_POINTS)).astype(np.int64))
    for run in paths:
        axes.plot(shown, run[shown], linewidth=0.8, alpha=0.7)
    axes.axhline(paths[0, 0], color="black", linewidth=0.8, linestyle="--")
    axes.set_xlim(0, hands)
    axes.set_xlabel("hands")
    axes.set_ylabel("bankroll, in bets")
    axes.set_title(f"{len(paths):,} runs of {name}, one bet a hand", loc="left")
    _write(path, figure)


def check_plot(path: Path) -> None:
    """Find out whether a plot can be drawn into a file, before the long work for it begins."""
    _matplotlib(path)
    check_writable(path)


def plot_tournament(path: Path, result: Tournament) -> None:
    """Draw the ratings of bots with their intervals, best first, and the margins between them."""
    matplotlib = _matplotlib(path)
    order, count = result.ranking, len(result.bots)
    names = [result.bots[bot].name for bot in order]
    size = (6 + 1.1 * count, 2.2 + 0.5 * count)
    figure = matplotlib.figure.Figure(figsize=size, layout="constrained")
    left, right = figure.subplots(1, 2)
    for row, number in enumerate(order):
        bot = result.bots[number]
        if bot.rating_interval is not None:
            left.plot(bot.rating_interval, (row, row), color="C0")
        left.plot([bot.rating], [row], "o", color="C0")
    left.set_yticks(range(count), names)
    left.invert_yaxis()
    left.set_xlabel("rating, with the 95% interval")
    left.grid(axis="x", alpha=0.3)
    margins = np.array(
        [
            [
                0.0 if (met := result.cross_table[one][other]) is None else met.margin
                for other in order
            ]
            for one in order
        ]
    )
    most = max(float(np.abs(margins).max()), 1e-9)
    right.imshow(margins, cmap="RdBu", vmin=-most, vmax=most)
    for row in range(count):
        for column in range(count):
            if row != column:
                text = f"{margins[row, column]:+.3g}"
                # Dark cells have light figures.
                color = "white" if abs(margins[row, column]) > 0.6 * most else "black"
                right.text(column, row, text, ha="center", va="center", color=color)
    right.set_xticks(range(count), names, rotation=30, ha="right")
    right.set_yticks(range(count), names)
    right.set_title("margin of row over column, points a game", fontsize="medium")
    figure.suptitle(f"{result.game}: {result.played_text}", fontsize="medium")
    _write(path, figure)


def _matplotlib(path: Path) -> Any:
    """Load matplotlib to draw a file, which has to be of a kind that is known."""
    if _kind(path) not in ("png", "svg"):
        raise CardcoreError(f"--plot: expected a file that ends in .png or .svg, found '{path}'")
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError as error:
        raise CardcoreError(needs("--plot", "matplotlib", "plot")) from error
    return matplotlib


def _kind(path: Path) -> str:
    return path.suffix.lower().removeprefix(".")


def _write(path: Path, figure: Any) -> None:
    output = io.BytesIO()
    figure.savefig(output, format=_kind(path), dpi=144)
    write_bytes(path, output.getvalue())
