"""Plots of discard tables, with matplotlib, which is an optional extra."""

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardcore import CardcoreError, poker
from cardcore.cli.files import write_bytes
from cardcore.discard import DiscardTable


def plot_discards(
    path: Path, table: DiscardTable, masks: Sequence[int], values: Any, objective: str
) -> None:
    """Draw the chances of the nine classes for some discards as bars, best first."""
    kind = path.suffix.lower().removeprefix(".")
    if kind not in ("png", "svg"):
        raise CardcoreError(f"--plot: expected a file that ends in .png or .svg, found '{path}'")
    try:
        from matplotlib import colormaps
        from matplotlib.figure import Figure
    except ImportError as error:
        message = "--plot needs matplotlib: install it with pip install matplotlib"
        raise CardcoreError(message) from error

    figure = Figure(figsize=(9, 1.6 + 0.32 * len(masks)), layout="constrained")
    axes = figure.add_subplot()
    colours = colormaps["viridis"]
    labels = []
    for row, mask in enumerate(masks):
        cards = [str(card) for place, card in enumerate(table.hand) if mask >> place & 1]
        labels.append(f"{' '.join(cards) or 'nothing'}  ({values[mask]:.5f})")
        left = 0.0
        for category, share in zip(poker.Category, table.probabilities[mask], strict=True):
            label = category.label if row == 0 else None
            axes.barh(row, share, left=left, color=colours(category / 8), label=label)
            left += float(share)
    axes.set_yticks(range(len(masks)), labels)
    axes.invert_yaxis()
    axes.set_xlim(0, 1)
    axes.set_xlabel("chance of the final class")
    axes.set_title(f"discards of {' '.join(map(str, table.hand))} by {objective}", loc="left")
    figure.legend(loc="outside lower center", ncols=5, fontsize="small")
    output = io.BytesIO()
    figure.savefig(output, format=kind, dpi=144)
    write_bytes(path, output.getvalue())
