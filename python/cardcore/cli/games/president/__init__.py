"""President at the terminal."""

from collections.abc import Hashable, Sequence
from itertools import groupby

import click
from rich.console import RenderableType
from rich.text import Text

from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.render import Lines
from cardcore.president import Kind, Move, OwnTrade, View
from cardcore.president.presentation import plural

_ONES = {
    "A": "an ace",
    "K": "a king",
    "Q": "a queen",
    "J": "a jack",
    "T": "a 10",
    "8": "an 8",
}

_FIVES = ("STRAIGHT", "FLUSH", "FULL_HOUSE", "FOUR_PLUS_ONE", "STRAIGHT_FLUSH")
_SETS = {2: "pair of", 3: "three", 4: "four"}


class President(Page[View, Move]):
    """President as the terminal shows it."""

    @property
    def learn(self) -> click.Command:
        """``cardcore learn president``."""
        from cardcore.cli.games.president.learn import learn

        return learn

    def screen(self, view: View, names: Sequence[str]) -> Lines:
        """Show what is to be beaten, the own cards, and how many the others have."""
        lines = [
            ("round", render.line(f"{view.round} of {view.rounds}")),
            ("cards left", render.by_name(names, view.counts)),
        ]
        if view.roles is not None:
            lines.append(("roles", render.by_name(names, view.roles)))
        if view.phase == "play":
            beat = render.line("nothing: ", _leads(view, names))
            if view.beat:
                beat = render.move(view.beat)
            if view.beat and view.plays:
                seat = next(seat for seat, text in reversed(view.plays) if text != "pass")
                beat = render.line(beat, f" of {names[seat]}")
            lines.append(("to beat", beat))
        if view.reversed:
            lines.append(("order", render.line("reversed: 2 is the lowest rank, 3 the highest")))
        if view.locked:
            out = [names[seat] for seat in view.locked]
            lines.append(("out of this pile", render.line(", ".join(out))))
        if view.opening is not None:
            lines.append(("must contain", render.card(view.opening)))
        if view.trade is not None and all(seat != view.seat for seat, _ in view.plays):
            lines.append(("trade", _trade(view.trade, view.seat)))
        if view.seat is None:
            return lines
        return [*lines, ("your cards", render.cards(view.hand))]

    def groups(self, moves: Sequence[Move]) -> list[tuple[str, list[Move]]]:
        """Put the moves of a kind together."""
        found = groupby(moves, key=lambda move: move.kind)
        return [("" if kind is None else kind.label, list(group)) for kind, group in found]

    def key(self, move: str) -> str | None:
        """Let a rank be its own letter: a number in a list may be taken for one."""
        return move[-1] if move.startswith("request") else super().key(move)

    def choice(self, move: Move) -> Text:
        """Name the rank that is requested."""
        text = str(move)
        return render.line(plural(text[-1])) if text.startswith("request") else super().choice(move)

    def alike(self, move: Move) -> Hashable:
        """Give kind and ranks: the rest is suits."""
        return move.kind, tuple(sorted(card.rank for card in move.cards)), move.text.split()[0][2:]

    def name_alike(self, move: Move) -> str:
        """Name a kind with its ranks."""
        ranks = [card.rank for card in move.cards]
        if len(ranks) == 1:
            return _ONES.get(ranks[0], f"a {ranks[0]}")
        if len(set(ranks)) == 1:
            return f"{_SETS[len(ranks)]} {plural(ranks[0])}"
        return " ".join(ranks).replace("T", "10")

    def expected(self, view: View) -> str:
        """Say what may be played, requested or given."""
        if len(view.legal_moves()) == 1:
            return super().expected(view)
        if view.phase == "trade":
            if str(view.legal_moves()[0]).startswith("request"):
                return "a rank to request, such as 2 or K"
            return f"a card of yours to give, such as {view.hand[0]}"
        if view.opening is not None:
            return f"a move that contains {view.opening}"
        if view.beat is None:
            has_five = any(Kind[name].label in view.rules["kinds"] for name in _FIVES)
            five = ", or five that belong together" if has_five else ""
            return f"cards to lead: one to four of a rank{five}"
        cards = render.count(len(view.beat.split()), "card")
        can_pass = any(str(move) == "pass" for move in view.legal_moves())
        return f"{cards} that beat {view.beat}{', or pass (p)' if can_pass else ''}"

    def told(self, before: View, name: str, move: str) -> Text:
        """Tell a play, a request or a gift in words."""
        verb, *rest = move.split()
        does = {"pass": "passes", "request": "asks for", "give": "gives"}.get(verb)
        if does is None:
            return super().told(before, name, move)
        return render.line(
            (name, "bold"), f": {does}", " " if rest else "", render.move(" ".join(rest))
        )

    def events(
        self, before: View, after: View, seat: int, move: str, names: Sequence[str]
    ) -> list[Text]:
        """Tell who is out, who leads, and what was traded."""
        told = []
        in_round = before.round == after.round
        if in_round and len(after.finished) > len(before.finished):
            out = after.finished[-1]
            place = len(after.finished)
            verb = "are" if names[out] == "you" else "is"
            first = ", the first!" if place == 1 else f", number {place}"
            told.append(render.line((names[out], "bold"), f" {verb} out{first}"))
        if in_round and after.reversed != before.reversed:
            order = "reversed: 2 is the lowest rank now" if after.reversed else "as usual again"
            told.append(render.line(f"revolution: the order is {order}"))
        if in_round and after.beat is None and after.phase == "play" and _is_cleared(before, move):
            why = "all passed" if move == "pass" else "the pile is cleared"
            told.append(render.line(f"{why}: ", _leads(after, names)))
        if before.phase == "trade" and before.traders and after.traders != before.traders:
            told.append(_traded(after, before.traders, names))
        return told

    def ending(
        self, view: View, names: Sequence[str], totals: Sequence[int]
    ) -> list[RenderableType]:
        """Tell who is what now."""
        if view.last is None:
            return []
        number = view.last["number"]
        if view.points is not None:
            told = super().ending(view, names, totals)
            if view.seat is not None and names[view.seat] == "you":
                points = view.last["scores"][view.seat]
                won = "won" if points > 0 else "lost"
                told.append(
                    render.line((f"You {won} {render.count(abs(points), 'point')}.", "bold"))
                )
            return told
        made = render.table([("place", "right"), "player", "role", ("total", "right")])
        places, roles = view.last["places"], view.last["roles"]
        for seat in sorted(range(len(names)), key=lambda seat: places[seat]):
            style = "bold" if names[seat] == "you" else None
            made.add_row(
                str(places[seat]), names[seat], str(roles[seat]), f"{totals[seat]:,}", style=style
            )
        told = [render.heading(f"Round {number} is over"), made]
        if view.seat is not None and names[view.seat] == "you":
            told.append(render.line((f"You are {roles[view.seat]}.", "bold")))
        return told


def _trade(trade: OwnTrade, seat: int | None) -> Text:
    """Tell a seat in a sentence what it got and gave before the round."""
    got, gave = trade["taken"], trade["returned"]
    if trade["lower"] == seat:
        got, gave = gave, got
    told = ["You got ", render.cards(got), " and gave ", render.cards(gave), "."]
    if trade["refused"]:
        *others, last = map(plural, trade["refused"])
        ranks = f"{', '.join(others)} or {last}" if others else last
        told.append(f" {'You had' if trade['lower'] == seat else 'There were'} no {ranks}.")
    return render.line(*told)


def _is_cleared(before: View, move: str) -> bool:
    """Return whether a move that nobody has to beat has cleared a pile."""
    return before.phase == "play" and (before.beat is not None or move != "pass")


def _leads(view: View, names: Sequence[str]) -> Text:
    """Say who leads."""
    if view.seat is not None and view.seat == view.to_move:
        return render.line("you lead")
    return render.does("nobody" if view.to_move is None else names[view.to_move], "lead")


def _traded(after: View, traders: tuple[int, int], names: Sequence[str]) -> Text:
    """Tell a trade in words: in full to its sides, to others that there was one."""
    upper, lower = traders
    if after.trade is None or (after.trade["upper"], after.trade["lower"]) != traders:
        return render.line(f"{names[upper]} and {names[lower]} have traded")
    return _trade(after.trade, after.seat)


PAGE = President()
