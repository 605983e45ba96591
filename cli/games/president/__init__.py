"""President at the terminal."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import click

from cardcore import president
from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.render import Lines
from cardcore.president import Move, OwnTrade, View


class President(Page[View, Move]):
    """What a person sees of President."""

    def screen(self, view: View, names: Sequence[str]) -> Lines:
        """Show what is to be beaten, the own cards, and how many the others have."""
        lines = [
            ("round", render.line(f"{view.round} of {view.rounds}")),
            ("cards left", render.by_name(names, view.counts)),
        ]
        if view.roles is not None:
            lines.append(("roles", render.by_name(names, view.roles)))
        if view.phase == "play":
            beat = render.move(view.beat) if view.beat else render.line("nothing: you lead")
            lines.append(("to beat", beat))
        if view.opening is not None:
            lines.append(("must contain", render.card(view.opening)))
        if view.trade is not None and all(seat != view.seat for seat, _ in view.plays):
            lines += _trade(view.trade, view.seat)
        return [*lines, ("your cards", render.cards(view.hand))]

    def groups(self, moves: Sequence[Move]) -> list[tuple[str, list[Move]]]:
        """Put the moves of a kind together."""
        found = groupby(moves, key=lambda move: move.kind)
        return [("" if kind is None else kind.label, list(group)) for kind, group in found]

    def reasons(self, view: View, chosen: str) -> list[str]:
        """Say how soon the hand could be empty."""
        if not 0 < len(view.hand) <= 26:
            return []
        line = president.moves_to_victory(view.hand)
        moves = ", ".join(map(str, line.moves))
        return [f"your hand can be played in {render.count(line.count, 'move')}: {moves}"]

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        return (
            "cards of one rank such as 3d 3c, or five that are a straight or better; they beat as "
            "many lower cards; 3 is the lowest rank, 2 the highest; whoever cannot or will not "
            "says pass; in a trade: request K, give 3d"
        )

    def ending(self, view: View, names: Sequence[str]) -> Lines:
        """Tell who is what now."""
        if view.last is None:
            return []
        roles = render.by_name(names, view.last["roles"])
        return [(f"round {view.last['number']} is over", roles)]

    def verbs(self) -> list[click.Command]:
        """``cardcore moves``."""
        from cardcore.cli.games.president.moves import moves

        return [moves]


def _trade(trade: OwnTrade, seat: int | None) -> Lines:
    """Tell what a seat gave and got before the round."""
    got, gave = trade["taken"], trade["returned"]
    if trade["lower"] == seat:
        got, gave = gave, got
    refused = render.line(" ".join(trade["refused"]))
    lines = (
        ("you got", render.cards(got)),
        ("you gave", render.cards(gave)),
        ("not held", refused),
    )
    return [(label, value) for label, value in lines if value]


PAGE = President("president")
