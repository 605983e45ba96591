"""Hearts at the terminal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click
from rich.text import Text

from cardcore import Card
from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.render import Lines
from cardcore.hearts import DeckCard, View


class Hearts(Page[View, str]):
    """What a person sees of Hearts."""

    def screen(self, view: View, names: Sequence[str]) -> Lines:
        """Show the points, the trick and the own cards."""
        lines = [("points", render.by_name(names, view.points))]
        if view.part is not None:
            lines.insert(0, ("match", render.by_name(names, view.totals)))
        if view.passing and view.passes_to is not None:
            lines.append(("pass to", render.line(names[view.passes_to])))
            return [*lines, ("your cards", _cards(view.hand))]
        ended = view.plays[: len(view.plays) - len(view.trick)]
        taker = view.trick[0][0] if view.trick else view.to_move
        if ended and taker is not None:
            taken = _cards(card for _, card in ended[-len(names) :])
            lines.append(("last trick", render.line((names[taker], "bold"), " took ", taken)))
        elif view.received is not None:
            lines.append(("you got", _cards(view.received)))
        trick = render.by_name(
            [names[seat] for seat, _ in view.trick], [_card(card) for _, card in view.trick]
        )
        lines.append(("trick", trick or render.line("you lead")))
        return [*lines, ("your cards", _cards(view.hand))]

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        if "values" not in rules:
            return "Qs plays the queen of spades, pass 2c 3c 4c passes three cards; points are bad"
        values = rules["values"]
        return (
            f"1-2 is suit 1, value 2; hearts are suit 0 and cost a point each, 1-{values - 1} "
            f"costs {values}; points are bad"
        )

    def ending(self, view: View, names: Sequence[str]) -> Lines:
        """Tell what the deal cost, and who took it all."""
        lines = super().ending(view, names)
        if view.last is not None and view.last["moon"] is not None:
            lines.append(("moon", render.line(f"{names[view.last['moon']]} took every point")))
        return lines

    def options(self) -> list[click.Option]:
        """Take a word for what is played anyway, unless there are suits or values."""
        common = "Play the common game."
        return [click.Option(["--standard/--no-standard"], default=None, hidden=True, help=common)]


def _card(card: DeckCard) -> Text:
    """Show a card of the 52, or a suit and a value."""
    return render.card(card) if isinstance(card, Card) else render.line("{}-{}".format(*card))


def _cards(cards: Iterable[DeckCard]) -> Text:
    return Text(" ").join(map(_card, cards))


PAGE = Hearts("hearts")
