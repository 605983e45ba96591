"""Five-card draw at the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

import click

from cardcore import discard, draw, poker
from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.render import Lines


class Draw(Page[draw.View, str]):
    """What a person sees of five-card draw."""

    title = "five-card draw"

    def screen(self, view: draw.View, names: Sequence[str]) -> Lines:
        """Show the chips, the bets and the own cards."""
        return [
            ("hand", render.line(f"{view.hand_number} of {view.hands}, {view.phase}")),
            ("chips", render.by_name(names, view.stacks)),
            ("bets", render.by_name(names, view.bets)),
            ("pot", render.line(f"{view.pot}, {view.to_call} to call")),
            ("your cards", render.cards(view.hand)),
        ]

    def reasons(self, view: draw.View, chosen: str) -> list[str]:
        """Give the chance to win, or the odds of what is kept."""
        if view.phase != "discard":
            odds = discard.showdown(view.hand, "pat")
            # After the draw the cards stay as they are.
            equity = odds.best().value if view.phase == "first bets" else odds.equity[0]
            return [f"chance to win against one random hand that stands pat: {equity:.1%}"]
        table = discard.analyze(view.hand)
        _, *thrown = chosen.split()
        mask = sum(1 << place for place, card in enumerate(view.hand) if str(card) in thrown)
        rows = zip(table.counts[mask].tolist(), poker.Category, strict=True)
        total = int(table.draws[mask])
        classes = [f"{category.label} {count / total:.1%}" for count, category in rows if count]
        kept = " ".join(str(card) for card in view.hand if str(card) not in thrown) or "nothing"
        return [f"keeping {kept} gives: {', '.join(classes)}"]

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        return (
            "discard 6c 8h throws two cards away, discard alone none; before and after it: check, "
            "bet, call, raise, fold"
        )

    def ending(self, view: draw.View, names: Sequence[str]) -> Lines:
        """Tell who won how much, and with which cards."""
        lines = super().ending(view, names)
        if view.last is not None and any(view.last["shown"]):
            hands = [hand and render.cards(hand) for hand in view.last["shown"]]
            lines.append(("shown", render.by_name(names, hands)))
        return lines

    @property
    def solve(self) -> click.Command:
        """``cardcore solve draw``."""
        from cardcore.cli.games.draw.solve import solve

        return solve


PAGE = Draw("draw")
