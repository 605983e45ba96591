"""The preview image for links to the site in social networks and chats (``og:image``)."""

from pathlib import Path

from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

#: Size in pixels that social networks recommend.
WIDTH, HEIGHT = 1200, 630

_BACKGROUND, _INK, _RED = "#10141f", "#1c2333", "#c8102e"
_CARDS = ("A♥", "K♥", "Q♥", "J♥", "J♣")
_WORDS = "Exact odds, solvers, bots and environments\nfor card games, in Python and Rust"


def draw(path: Path) -> None:
    """Draw the name of the project with a hand of cards."""
    figure = Figure(figsize=(WIDTH / 100, HEIGHT / 100), dpi=100, facecolor=_BACKGROUND)
    axes = figure.add_axes((0, 0, 1, 1), xlim=(0, WIDTH), ylim=(0, HEIGHT))
    axes.set_axis_off()
    axes.text(80, 475, "cardcore", color="white", size=72, weight="bold")
    axes.text(84, 350, _WORDS, color="#c9d1e3", size=27, linespacing=1.5)
    for place, card in enumerate(_CARDS):
        left = 84 + 150 * place
        box = FancyBboxPatch(
            (left, 90), 120, 170, boxstyle="round,pad=0,rounding_size=14", color="white"
        )
        axes.add_patch(box)
        color = _RED if card[1] in "♥♦" else _INK
        axes.text(left + 60, 200, card[0], color=color, size=44, weight="bold", ha="center")
        axes.text(left + 60, 118, card[1], color=color, size=48, ha="center")
    figure.savefig(path)
