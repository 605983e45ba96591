"""Hearts at the terminal."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.games.hearts.cards import (
    cost,
    name_suit,
    playable,
    read,
    show,
    show_all,
    special,
    suit,
    value,
)
from cardcore.cli.games.hearts.knowledge import read_view
from cardcore.cli.games.hearts.reasons import reasons
from cardcore.cli.levels import Level
from cardcore.cli.render import Lines
from cardcore.hearts import View

_MOONS = {
    "add": "Whoever takes every point of a deal gets none, and all others get them.",
    "subtract": "Whoever takes every point of a deal has them taken off instead.",
    "none": "Whoever takes every point of a deal just has them.",
}


class Hearts(Page[View, str]):
    """What a person sees of Hearts."""

    #: Those that search or know every rule of thumb are hard to beat.
    usual_level = "medium"

    def levels(self) -> Mapping[str, Level]:
        """Give the bots as a ladder."""
        return {
            "easy": Level("random"),
            "medium": Level("greedy"),
            "hard": Level("rule"),
            "best": Level("search"),
        }

    def read_view(self, facts: Mapping[str, Any]) -> View:
        """Make a view of the hand and of what was played and passed."""
        return read_view(facts)

    def screen(self, view: View, names: Sequence[str]) -> Lines:
        """Show the points, the trick and the own cards."""
        lines = [("points", render.by_name(names, view.points))]
        if view.part is not None:
            lines.insert(0, ("match", render.by_name(names, view.totals)))
        if view.passing and view.passes_to is not None:
            if view.seat is None:
                return [*lines, ("now", render.line("everyone passes three cards"))]
            lines.append(("pass to", render.line(names[view.passes_to])))
            return [*lines, ("your cards", show_all(view.hand))]
        ended = view.plays[: len(view.plays) - len(view.trick)]
        taker = view.trick[0][0] if view.trick else view.to_move
        if ended and taker is not None:
            taken = show_all(card for _, card in ended[-len(names) :])
            lines.append(("last trick", render.line((names[taker], "bold"), " took ", taken)))
        elif view.received is not None:
            lines.append(("you got", show_all(view.received)))
        trick = render.by_name(
            [names[seat] for seat, _ in view.trick], [show(card) for _, card in view.trick]
        )
        if not trick and view.to_move is not None:
            leads = render.does(names[view.to_move], "lead")
            trick = render.line("you lead") if view.seat == view.to_move else leads
        lines.append(("trick", trick))
        if view.seat is None:
            return lines
        return [*lines, ("your cards", show_all(view.hand))]

    def echo(self, move: str) -> str:
        """Say what is passed or played."""
        return move if move.startswith("pass") else super().echo(move)

    def expected(self, view: View) -> str:
        """Say which cards may be passed or played."""
        moves = view.legal_moves()
        if len(moves) == 1:
            return super().expected(view)
        if view.passing:
            return f"three cards of yours to pass, such as {moves[-1].removeprefix('pass ')}"
        if view.led is not None and all(suit(card) == view.led for card in playable(view)):
            return f"a card of the suit led, {name_suit(view.led)}: {' or '.join(moves)}"
        return f"a card that may be played: {' or '.join(moves)}"

    def reasons(self, view: View, chosen: str) -> list[str]:
        """Say what the card does in this trick, or why the cards are to go."""
        return reasons(view, chosen)

    def events(
        self, before: View, after: View, seat: int, move: str, names: Sequence[str]
    ) -> list[Text]:
        """Tell who takes a trick, and what it costs."""
        if before.passing or len(before.trick) + 1 < len(names):
            return []
        trick = [*before.trick, (seat, read(move))]
        led = suit(trick[0][1])
        taker, _ = max(
            (play for play in trick if suit(play[1]) == led), key=lambda play: value(play[1])
        )
        dear = special(before)
        points = sum(cost(card, dear) for _, card in trick)
        said = render.count(points, "point") if points else "no points"
        cards = show_all(card for _, card in trick)
        return [render.line(render.does(names[taker], "take"), " ", cards, f": {said}")]

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        if "values" not in rules:
            return "Qs plays the queen of spades, pass 2c 3c 4c passes three cards; points are bad"
        values = rules["values"]
        return (
            f"1-2 is suit 1, value 2; hearts are suit 0 and cost a point each, 1-{values - 1} "
            f"costs {values}; points are bad"
        )

    def rules(self, rules: Mapping[str, Any]) -> list[str]:
        """Explain the game with its options in force."""
        if "values" in rules:
            values = rules["values"]
            return [
                "Points are bad: whoever takes the fewest wins.",
                f"There are {rules['suits']} suits, 0 to {rules['suits'] - 1}, of the values 1 to "
                f"{values}; the highest value is {values}.",
                f"Suit 0 is hearts: each costs a point. 1-{values - 1} costs {values}.",
                "Everyone gets as many cards; what is left over is out of play.",
                "1-2 opens, or the lowest card of suit 1 that was dealt.",
                "Follow the suit led if you can; otherwise play anything.",
                "The highest card of the suit led takes the trick and leads the next.",
                "Hearts are led once a heart or that dear card was played, or with nothing else.",
                "One deal is a game.",
            ]
        target = rules["target"]
        lines = [
            "Points are bad: every heart costs 1, the queen of spades 13.",
            "The lowest club opens. Follow the suit led if you can; otherwise play anything.",
            "The highest card of the suit led takes the trick and leads the next; ace is high.",
            "Hearts are not led before one was played"
            + (" or the queen of spades was" if rules["queen_breaks_hearts"] else "")
            + ", except with nothing else in hand.",
        ]
        if not rules["points_on_first_trick"]:
            lines.append("No points on the first trick, except with nothing else in hand.")
        if rules["passing"]:
            lines.append("Before a deal three cards are passed: left, right, across, then none.")
        lines.append(_MOONS[rules["moon"]])
        lines.append(
            "One deal is a game."
            if target is None
            else f"The match ends when someone has {target} points; the fewest win."
        )
        return lines

    def ending(self, view: View, names: Sequence[str]) -> Lines:
        """Tell what the deal cost, and who took it all."""
        lines = super().ending(view, names)
        if view.last is not None and view.last["moon"] is not None:
            lines.append(("moon", render.line(f"{names[view.last['moon']]} took every point")))
        return lines


PAGE = Hearts("hearts")
