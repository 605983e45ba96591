"""Hearts at the terminal."""

from collections.abc import Iterable, Sequence

import click
from rich.console import RenderableType
from rich.text import Text

from cardcore import Card
from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.render import Lines
from cardcore.hearts import DeckCard, View
from cardcore.hearts.cards import cost, name_suit, playable, read, special, suit, value, write


class Hearts(Page[View, str]):
    """Hearts as the terminal shows it."""

    @property
    def learn(self) -> click.Command:
        """``cardcore learn hearts``."""
        from cardcore.cli.games.hearts.learn import learn

        return learn

    def screen(self, view: View, names: Sequence[str]) -> Lines:
        """Show the points, the trick and the own cards."""
        lines = [("points", render.by_name(names, view.points))]
        if view.part is not None:
            lines.insert(0, ("match", render.by_name(names, view.totals)))
        if view.passing and view.passes_to is not None:
            if view.seat is None:
                return [*lines, ("now", render.line("everyone passes three cards"))]
            lines.append(("pass to", render.line((names[view.passes_to], "bold"))))
            return [*lines, ("your cards", _show_all(view.hand))]
        ended = view.plays[: len(view.plays) - len(view.trick)]
        taker = view.trick[0][0] if view.trick else view.to_move
        if ended and taker is not None:
            taken = _show_all(card for _, card in ended[-len(names) :])
            lines.append(("last trick", render.line((names[taker], "bold"), " took ", taken)))
        elif view.received is not None:
            lines.append(("you got", _show_all(view.received)))
        trick = render.by_name(
            [names[seat] for seat, _ in view.trick], [_show(card) for _, card in view.trick]
        )
        if not trick and view.to_move is not None:
            leads = render.does(names[view.to_move], "lead")
            trick = render.line("you lead") if view.seat == view.to_move else leads
        lines.append(("trick", trick))
        if view.seat is None:
            return lines
        return [*lines, ("your cards", _show_all(view.hand))]

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

    def told(self, before: View, name: str, move: str) -> Text:
        """Tell who passes or plays what."""
        verb, *rest = move.split()
        if verb == "pass":
            return render.line((name, "bold"), ": passes ", render.move(" ".join(rest)))
        return super().told(before, name, move)

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
        if before.jack is None and after.jack is not None:
            said += ", and 10 off for the jack of diamonds"
        cards = _show_all(card for _, card in trick)
        return [render.line(render.does(names[taker], "take"), " ", cards, f": {said}")]

    def ending(
        self, view: View, names: Sequence[str], totals: Sequence[int]
    ) -> list[RenderableType]:
        """Tell what the deal cost, and who took it all."""
        told = super().ending(view, names, totals)
        if view.last is not None and view.last["moon"] is not None:
            shooter = names[view.last["moon"]]
            told.append(
                render.line((f"{_begin(shooter)} shot the moon: all points to one hand!", "bold"))
            )
        return told


def _begin(name: str) -> str:
    """Begin a sentence with a name."""
    return "You" if name == "you" else name


def _show(card: DeckCard) -> Text:
    return render.card(card) if isinstance(card, Card) else render.line(write(card))


def _show_all(cards: Iterable[DeckCard]) -> Text:
    return Text(" ").join(map(_show, cards))


PAGE = Hearts()
