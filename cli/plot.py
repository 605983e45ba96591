"""Plots of discard tables, with matplotlib, which is an optional extra."""

import io
from pathlib import Path

from cardcore import CardcoreError
from cardcore.cli.files import write_bytes
from cardcore.cli.odds import Odds


def plot_discards(path: Path, odds: Odds, rows: int) -> None:
    """Draw where some discards end as bars, best first: in which class, or line of a paytable."""
    kind = path.suffix.lower().removeprefix(".")
    if kind not in ("png", "svg"):
        raise CardcoreError(f"--plot: expected a file that ends in .png or .svg, found '{path}'")
    try:
        from matplotlib import colormaps
        from matplotlib.figure import Figure
    except ImportError as error:
        message = "--plot needs matplotlib: install it with pip install matplotlib"
        raise CardcoreError(message) from error

    masks = [chosen.mask for chosen in odds.ranking[:rows]]
    figure = Figure(figsize=(9, 1.9 + 0.32 * len(masks)), layout="constrained")
    axes = figure.add_subplot()
    colours = colormaps["viridis"]
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
    output = io.BytesIO()
    figure.savefig(output, format=kind, dpi=144)
    write_bytes(path, output.getvalue())
