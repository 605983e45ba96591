"""President at the terminal."""

from collections.abc import Hashable, Sequence
from itertools import groupby

import click
from rich.text import Text

from cardcore.cli import render
from cardcore.cli.games import Page
from cardcore.cli.render import Lines
from cardcore.president import Move, OwnTrade, View
from cardcore.president.presentation import plural

_SETS = {2: "pair of", 3: "three", 4: "four"}


class President(Page[View, Move]):
    """President as the terminal shows it."""

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
        if view.opening is not None:
            lines.append(("must contain", render.card(view.opening)))
        if view.trade is not None and all(seat != view.seat for seat, _ in view.plays):
            lines += _trade(view.trade, view.seat)
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
            return f"a {ranks[0]}"
        if len(set(ranks)) == 1:
            return f"{_SETS[len(ranks)]} {plural(ranks[0])}"
        return " ".join(ranks)

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
            return "cards to lead: one to four of a rank, or five that belong together"
        cards = render.count(len(view.beat.split()), "card")
        return f"{cards} that beat {view.beat}, or pass (p)"

    def events(
        self, before: View, after: View, seat: int, move: str, names: Sequence[str]
    ) -> list[Text]:
        """Tell who is out, who leads, and what was traded."""
        told = []
        in_round = before.round == after.round
        if in_round and len(after.finished) > len(before.finished):
            out = after.finished[-1]
            told.append(render.line((names[out], "bold"), f" is out, number {len(after.finished)}"))
        if in_round and before.beat and after.beat is None and after.phase == "play":
            told.append(render.line("all passed: ", _leads(after, names)))
        if before.phase == "trade" and before.traders and after.traders != before.traders:
            told.append(_traded(after, before.traders, names))
        return told

    def ending(self, view: View, names: Sequence[str]) -> Lines:
        """Tell who is what now."""
        if view.last is None:
            return []
        roles = render.by_name(names, view.last["roles"])
        lines = [(f"round {view.last['number']} is over", roles)]
        if view.seat is not None:
            place = view.last["places"][view.seat]
            role = view.last["roles"][view.seat]
            lines.append(("", render.line(f"you were number {place} of {len(names)}: {role}")))
        return lines

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


def _leads(view: View, names: Sequence[str]) -> Text:
    """Say who leads."""
    if view.seat is not None and view.seat == view.to_move:
        return render.line("you lead")
    return render.does("nobody" if view.to_move is None else names[view.to_move], "lead")


def _traded(after: View, traders: tuple[int, int], names: Sequence[str]) -> Text:
    """Tell a trade in words: in full to its two sides, to others that there was one."""
    upper, lower = traders
    if after.trade is None or (after.trade["upper"], after.trade["lower"]) != traders:
        return render.line(f"{names[upper]} and {names[lower]} have traded")
    up, down = render.cards(after.trade["taken"]), render.cards(after.trade["returned"])
    told = [f"{names[lower]} gave ", up, f" to {names[upper]} and got ", down]
    if after.trade["refused"]:
        ranks = ", ".join(map(plural, after.trade["refused"]))
        told.append(f"; there were no {ranks}")
    return render.line(*told)


PAGE = President()
