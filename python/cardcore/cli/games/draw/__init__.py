"""Five-card draw at the terminal."""

from collections.abc import Hashable, Sequence

import click
from rich.text import Text

from cardcore import Card, draw, poker
from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.render import Lines


class Draw(Page[draw.View, str]):
    """Five-card draw as the terminal shows it."""

    words = dict.fromkeys(("none", "nothing", "pat", "stand", "stand pat", "keep all"), "discard")

    def screen(self, view: draw.View, names: Sequence[str]) -> Lines:
        """Show the chips, the bets and the own cards."""
        return [
            ("hand", render.line(f"{view.hand_number} of {view.hands}, {view.phase}")),
            ("chips", render.by_name(names, view.stacks)),
            ("bets", render.by_name(names, view.bets)),
            ("pot", render.line(f"{view.pot}, {view.to_call} to call")),
            *([] if view.seat is None else [("your cards", _with_rank(view.hand))]),
        ]

    def choice(self, move: str) -> Text:
        """Say what an empty discard is."""
        return render.line("stand pat") if move == "discard" else super().choice(move)

    def alike(self, move: str) -> Hashable:
        """Give the number of cards to throw away."""
        verb, *cards = move.split()
        return (verb, len(cards)) if verb == "discard" else move

    def name_alike(self, move: str) -> str:
        """Name that number."""
        return f"throw {render.count(len(move.split()) - 1, 'card')}"

    def expected(self, view: draw.View) -> str:
        """Say what may be thrown away, or what a bet costs."""
        if view.phase == "discard":
            two = " ".join(map(str, view.hand[:2]))
            return f"cards of yours to throw away, such as {two}, or stand pat"
        return super().expected(view)

    def told(self, before: draw.View, name: str, move: str) -> Text:
        """Tell a move in words, with the chips it costs."""
        verb, *rest = move.split()
        if verb == "draw":
            drawn = "stands pat" if rest == ["0"] else f"draws {render.count(int(rest[0]), 'card')}"
            return render.line((name, "bold"), f": {drawn}")
        return super().told(before, name, move)

    def ending(self, view: draw.View, names: Sequence[str]) -> Lines:
        """Tell who won how much, and with which cards."""
        lines = super().ending(view, names)
        if view.last is None:
            return lines
        for name, hand in zip(names, view.last["shown"], strict=True):
            if hand:
                lines.append(("", render.line(render.does(name, "show"), " ", _with_rank(hand))))
        for pot in view.last["pots"]:
            winners = [names[seat] for seat in pot["winners"]]
            who = render.line(f"{' and '.join(winners)} share")
            if len(winners) == 1:
                who = render.does(winners[0], "win")
            lines.append(("", render.line(who, f" {render.count(pot['chips'], 'chip')}")))
        return lines

    @property
    def solve(self) -> click.Command:
        """``cardcore solve draw``."""
        from cardcore.cli.games.draw.solve import solve

        return solve

    @property
    def exploit(self) -> click.Command:
        """``cardcore exploit draw``."""
        from cardcore.cli.games.draw.exploit import exploit

        return exploit


def _with_rank(hand: Sequence[Card]) -> Text:
    """Show five cards and what they are called."""
    if len(hand) != 5:
        return render.cards(hand)
    return render.line(render.cards(hand), (f"  {poker.rank(hand)}", "dim"))


PAGE = Draw()
