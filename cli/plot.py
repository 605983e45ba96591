"""Plots of discard tables and of runs of hands, with matplotlib, which is an optional extra."""

import io
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore import CardcoreError
from cardcore.cli.files import write_bytes
from cardcore.cli.odds import Odds

#: How many points of a run are drawn at most.
_MOST_POINTS = 2000


def plot_discards(path: Path, odds: Odds, rows: int) -> None:
    """Draw where some discards end as bars, best first: in which class, or line of a paytable."""
    matplotlib = _matplotlib(path)
    masks = [chosen.mask for chosen in odds.ranking[:rows]]
    figure = matplotlib.figure.Figure(figsize=(9, 1.9 + 0.32 * len(masks)), layout="constrained")
    axes = figure.add_subplot()
    colours = matplotlib.colormaps["viridis"]
    labels = []
    for row, mask in enumerate(masks):
        cards = " ".join(map(str, odds.cards(31 - mask))) or "nothing"
        labels.append(f"{cards}  ({odds.values[mask]:.5f})")
        left = 0.0
        for place, line in enumerate(odds.lines):
            share = odds.counts[mask][place] / int(odds.table.draws[mask])
            label = line.name if row == 0 else None
            colour = colours(place / (len(odds.lines) - 1))
            axes.barh(row, share, left=left, color=colour, label=label)
            left += share
    axes.set_yticks(range(len(masks)), labels)
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_xlabel("chance of the final hand")
    axes.set_ylabel(f"hold (value: {odds.unit})")
    hand = " ".join(map(str, odds.table.hand))
    axes.set_title(f"what to hold of {hand} by {odds.name}", loc="left")
    figure.legend(loc="outside lower center", ncols=4, fontsize="small")
    _write(path, figure)


def plot_runs(path: Path, name: str, paths: NDArray[np.int64]) -> None:
    """Draw how the coins of some runs of hands rise and fall."""
    matplotlib = _matplotlib(path)
    figure = matplotlib.figure.Figure(figsize=(9, 5), layout="constrained")
    axes = figure.add_subplot()
    hands = paths.shape[1] - 1
    # More points than there are pixels only make the file large.
    shown = np.unique(np.linspace(0, hands, min(hands + 1, _MOST_POINTS)).astype(np.int64))
    for run in paths:
        axes.plot(shown, run[shown], linewidth=0.8, alpha=0.7)
    axes.axhline(paths[0, 0], color="black", linewidth=0.8, linestyle="--")
    axes.set_xlim(0, hands)
    axes.set_xlabel("hands")
    axes.set_ylabel("coins")
    axes.set_title(f"{len(paths):,} runs of {name}, one coin a hand", loc="left")
    _write(path, figure)


def _matplotlib(path: Path) -> Any:
    """Load matplotlib to draw a file, which has to be of a kind that is known."""
    if _kind(path) not in ("png", "svg"):
        raise CardcoreError(f"--plot: expected a file that ends in .png or .svg, found '{path}'")
    try:
        import matplotlib
        import matplotlib.figure
    except ImportError as error:
        message = "--plot needs matplotlib: install it with pip install matplotlib"
        raise CardcoreError(message) from error
    return matplotlib


def _kind(path: Path) -> str:
    return path.suffix.lower().removeprefix(".")


def _write(path: Path, figure: Any) -> None:
    output = io.BytesIO()
    figure.savefig(output, format=_kind(path), dpi=144)
    write_bytes(path, output.getvalue())
