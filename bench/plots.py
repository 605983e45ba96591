"""Growth and threads as pictures that read on light and dark pages alike."""

import io
import re
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardcore.compare.measure import duration

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FOLDER = Path(__file__).parent.parent / "docs" / "growth"

#: Lines that stand out against white and against near black.
COLORS = (
    "#2a8fd0",
    "#e07b1a",
    "#3aa655",
    "#b565d8",
    "#d64545",
    "#8c8c2a",
    "#2aa8a8",
    "#d0609a",
    "#7a7ae0",
)
_TEXT = "#808080"

#: Of a figure and its letters, in inches and points: 400 pixels wide, all of it can still be read.
_WIDTH, _HEIGHT, _LETTERS = 4.5, 2.8, 10.5
#: What each line of names below a figure adds to its height.
_LINE = 0.24


def available() -> bool:
    """Tell whether pictures can be drawn: measuring works without matplotlib."""
    return find_spec("matplotlib") is not None


def draw(result: Mapping[str, Any]) -> None:
    """Draw a result that is a growth or a scaling; others have no picture."""
    if result["kind"] == "Growth":
        _draw(result, _times_over_sizes)
    elif result["kind"] == "Scaling":
        _draw(result, _gains_over_threads)


def _draw(result: Mapping[str, Any], fill: Callable[["Axes", Any], None]) -> None:
    path = FOLDER / f"{file_name(result['case'])}.svg"
    picture(path, result["case"], lambda axes: fill(axes, result))


def picture(path: Path, title: str, fill: Callable[["Axes"], None]) -> None:
    """Draw a picture of one set of axes."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.ticker import NullLocator

    # Text stays text, and the same picture gives the same file.
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "cardcore", "font.size": _LETTERS}):
        figure = Figure(figsize=(_WIDTH, _HEIGHT), layout="constrained")
        axes = figure.subplots()
        fill(axes)
        axes.xaxis.set_minor_locator(NullLocator())
        axes.yaxis.set_minor_locator(NullLocator())
        axes.set_title(title, color=_TEXT, fontsize=_LETTERS)
        axes.xaxis.label.set_color(_TEXT)
        axes.yaxis.label.set_color(_TEXT)
        axes.tick_params(which="both", colors=_TEXT)
        axes.grid(color=_TEXT, alpha=0.25, linewidth=0.5)
        for spine in axes.spines.values():
            spine.set_color(_TEXT)
        # A few lines leave room for their names; many do not.
        names: dict[str, Any] = {"frameon": False, "labelcolor": _TEXT, "fontsize": _LETTERS}
        if len(axes.lines) > 4:
            figure.set_figheight(_HEIGHT + _LINE * len(axes.lines))
            figure.legend(loc="outside lower left", **names)
        else:
            axes.legend(**names)
        text = io.StringIO()
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None})
    path.parent.mkdir(parents=True, exist_ok=True)
    # Without the spaces that matplotlib leaves at the ends of lines.
    drawn = re.sub(r" +\n", "\n", text.getvalue())
    path.write_text(drawn, encoding="utf-8")


def _lines(axes: "Axes", places: Sequence[int], lines: Mapping[str, Sequence[float]]) -> None:
    for (name, heights), color in zip(lines.items(), COLORS, strict=False):
        label = name.replace("`", "")
        axes.plot(places, heights, "o-", color=color, label=label, markersize=4)
    axes.set_xticks(places, [f"{place:,}" for place in places])


def _times_over_sizes(axes: "Axes", growth: Mapping[str, Any]) -> None:
    """Both on scales of equal ratios, where a power is a straight line."""
    from matplotlib.ticker import LogLocator

    measured = growth["measured"].values()
    axes.set(xscale="log", yscale="log", xlabel=growth["size"])
    _lines(
        axes,
        [int(size) for size in growth["measured"]],
        {
            name: [times["contestants"][name]["per_item"] for times in measured]
            for name in growth["exponents"]
        },
    )
    low, high = axes.get_ylim()
    steps = (1, 2, 5) if high < 50 * low else (1,)
    axes.yaxis.set_major_locator(LogLocator(subs=steps))
    axes.yaxis.set_major_formatter(lambda seconds, _: duration(seconds))


def _gains_over_threads(axes: "Axes", scaling: Mapping[str, Any]) -> None:
    gains = {work: list(times.values()) for work, times in scaling["gains"].items()}
    threads = [int(count) for count in next(iter(scaling["gains"].values()))]
    axes.set(xscale="log", xlabel="threads", ylabel="times as fast as one")
    _lines(axes, threads, gains)
    # After the lines: a limit that is set before them keeps the other end where it is.
    axes.set_ylim(bottom=0)


def file_name(case: str) -> str:
    """Make a name for a file.

    >>> file_name("hearts, greedy deals")
    'hearts-greedy-deals'
    """
    return re.sub(r"[^a-z0-9]+", "-", case.lower()).strip("-")
