"""President at the terminal."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import groupby
from typing import Any

import click
from rich.text import Text

from cardcore import president
from cardcore.cli import render
from cardcore.cli.games import Page, Weighed
from cardcore.cli.levels import Level
from cardcore.cli.render import Lines
from cardcore.president import Move, OwnTrade, View

_SETS = {2: "pair of", 3: "three", 4: "four"}
_PLURALS = {"T": "tens", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces"}


class President(Page[View, Move]):
    """What a person sees of President."""

    #: Those that plan and search are hard to beat.
    usual_level = "medium"

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
        return (
            render.line(_plural(text[-1])) if text.startswith("request") else super().choice(move)
        )

    def alike(self, move: Move) -> Hashable:
        """Give kind and ranks: the rest is suits."""
        return move.kind, tuple(sorted(card.rank for card in move.cards)), move.text.split()[0][2:]

    def name_alike(self, move: Move) -> str:
        """Name a kind with its ranks."""
        ranks = [card.rank for card in move.cards]
        if len(ranks) == 1:
            return f"a {ranks[0]}"
        if len(set(ranks)) == 1:
            return f"{_SETS[len(ranks)]} {_plural(ranks[0])}"
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

    def levels(self) -> Mapping[str, Level]:
        """Give the bots as a ladder."""
        return {
            "easy": Level("random"),
            "medium": Level("shortest"),
            "hard": Level("plan"),
            "best": Level("search"),
        }

    def reasons(self, view: View, chosen: str) -> list[str]:
        """Say what the move does to the number of moves that the hand still takes."""
        return [_reason(view, chosen)]

    def expectations(self, weighed: Weighed, most: int = 4) -> list[str]:
        """Say at which place the best moves came out."""
        if len(weighed) < 2:
            return []
        shown = [
            f"{move} {place:.2f}" + ("" if half is None else f" ± {half:.2f}")
            for move, place, half, _ in weighed[:most]
        ]
        worlds = render.count(weighed[0][3], "possible deal")
        return [f"mean place, by trying it in {worlds}: {', '.join(shown)}"]

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

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        return (
            "cards of one rank such as 3d 3c, or five that are a straight or better; they beat as "
            "many lower cards; 3 is the lowest rank, 2 the highest; whoever cannot or will not "
            "says pass; in a trade: request K, give 3d"
        )

    def rules(self, rules: Mapping[str, Any]) -> list[str]:
        """Explain the game."""
        asks = (
            "names ranks, and gets the lower side's highest card of each"
            if rules["trade"] == "request"
            else "gets the lower side's highest cards"
        )
        return [
            "Be the first to get rid of your cards.",
            "3 is the lowest rank, then 4 up to king, ace and 2; suits go d, c, h, s.",
            "Lead one to four cards of a rank, or five: straight, flush, full house, four and one.",
            "The next player beats that with as many higher cards, or passes, and may come back.",
            "Of five cards the higher kind wins; else the highest card, triple or four decide.",
            "When all others have passed, the last to play leads anew.",
            "The lowest card dealt opens the first round; later the President leads.",
            "Places make the roles: first President, last Bum, next to them the vices.",
            f"Before each round but the first they trade: the upper side {asks},",
            f"and gives back what it likes. {render.count(rules['rounds'], 'round')}; the places "
            "are added up, and the lowest sum wins.",
        ]

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


def _reason(view: View, chosen: str) -> str:
    """Say what a move does to the number of moves that the hand still takes."""
    verb, *rest = chosen.split()
    if verb == "request":
        held = Counter(card.rank for card in view.hand)
        ranks = [str(move)[-1] for move in view.legal_moves()]
        highest = next((rank for rank in ranks if held[rank] < 4), ranks[0])
        best = " are the highest to be had" if rest[0] == highest else ""
        return f"{_plural(rest[0])}{best}: you hold {held[rest[0]]} of the four"
    now = president.moves_to_victory(view.hand)
    if chosen == "pass":
        if len(view.legal_moves()) == 1:
            return f"nothing that you hold beats {view.beat}"
        keeps = "passing keeps your hand together, which takes"
        return f"{keeps} {render.count(now.count, 'move')}: {_line(now)}"
    played = rest if verb == "give" else chosen.split()
    left = [card for card in view.hand if str(card) not in played]
    if not left:
        return "it empties your hand"
    after = president.moves_to_victory(left)
    takes = f"your hand takes {render.count(now.count, 'move')} now and {after.count} after it"
    return f"{takes}: {_line(after)}"


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


def _plural(rank: str) -> str:
    return _PLURALS.get(rank, f"{rank}s")


def _line(line: president.Line) -> str:
    return ", ".join(map(str, line.moves))


def _traded(after: View, traders: tuple[int, int], names: Sequence[str]) -> Text:
    """Tell a trade in words: in full to its two sides, to others that there was one."""
    upper, lower = traders
    if after.trade is None or (after.trade["upper"], after.trade["lower"]) != traders:
        return render.line(f"{names[upper]} and {names[lower]} have traded")
    up, down = render.cards(after.trade["taken"]), render.cards(after.trade["returned"])
    told = [f"{names[lower]} gave ", up, f" to {names[upper]} and got ", down]
    if after.trade["refused"]:
        ranks = ", ".join(map(_plural, after.trade["refused"]))
        told.append(f"; there were no {ranks}")
    return render.line(*told)


PAGE = President("president")
