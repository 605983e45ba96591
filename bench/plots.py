"""Growth as pictures that read on light and dark pages alike."""

import io
import re
from pathlib import Path

from cardcore.benchmark.measure import Growth, duration

FOLDER = Path(__file__).parent.parent / "docs" / "growth"

#: Lines that stand out against white and against near black.
_COLOURS = ("#2a8fd0", "#e07b1a", "#3aa655")
_TEXT = "#808080"


def plot(growth: Growth) -> Path:
    """Draw the times over the sizes, both on scales of equal ratios, and give the file.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    """
    import matplotlib as mpl
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator, NullLocator

    # Text stays text, and the same picture gives the same file.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "cardcore"}):
        figure = Figure(figsize=(5, 3.2), layout="constrained")
        axes = figure.subplots()
        for name, colour in zip(growth.contestants, _COLOURS, strict=False):
            times = [growth.measured[size].per_item(name) for size in growth.measured]
            axes.plot(list(growth.measured), times, "o-", color=colour, label=name, markersize=4)
        axes.set(xscale="log", yscale="log", xlabel=growth.size)
        axes.set_xticks(list(growth.measured), [f"{size:,}" for size in growth.measured])
        axes.xaxis.set_minor_locator(NullLocator())
        low, high = axes.get_ylim()
        steps = (1, 2, 5) if high < 50 * low else (1,)
        axes.yaxis.set_major_locator(LogLocator(subs=steps))
        axes.yaxis.set_major_formatter(lambda seconds, _: duration(seconds))
        axes.yaxis.set_minor_locator(NullLocator())
        axes.set_title(growth.case, color=_TEXT, fontsize=11)
        axes.xaxis.label.set_color(_TEXT)
        axes.tick_params(which="both", colors=_TEXT)
        axes.grid(color=_TEXT, alpha=0.25, linewidth=0.5)
        for spine in axes.spines.values():
            spine.set_color(_TEXT)
        axes.legend(frameon=False, labelcolor=_TEXT)
        text = io.StringIO()
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{file_name(growth.case)}.svg"
    # Without the spaces that matplotlib leaves at the ends of lines.
    path.write_text(re.sub(r" +\n", "\n", text.getvalue()), encoding="utf-8")
    return path


def file_name(case: str) -> str:
    """Make a name for a file.

    >>> file_name("hearts, greedy deals")
    'hearts-greedy-deals'
    """
    return re.sub(r"[^a-z0-9]+", "-", case.lower()).strip("-")
