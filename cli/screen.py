"""What a player sees of each game before a move: a few labelled lines, made of the view alone."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from rich.text import Text

from cardcore import Card, View
from cardcore.cli import render

#: Labels and what stands beside them.
Lines: TypeAlias = list[tuple[str, Text]]


def screen(view: View, names: Sequence[str]) -> Lines:
    """Describe what a seat sees; ``names`` are the players' by seat."""
    return _SCREENS[view.name](view, names)


def heard(game: str, text: str) -> str:
    """Tell what the others at the table hear of a move: how many cards, where cards are hidden.

    >>> heard("draw", "discard 6c 8h")
    'discard 2'
    >>> heard("hearts", "Qs")
    'Qs'
    """
    verb, *cards = text.split()
    if game == "draw" and verb == "discard":
        return f"discard {len(cards)}"
    if game == "hearts" and verb == "pass":
        return f"pass {len(cards)} cards"
    if game == "president" and verb in ("request", "give"):
        return "trade"
    return text


def _draw(view: View, names: Sequence[str]) -> Lines:
    lines = [
        ("hand", _text(f"{view.hand_number} of {view.hands}, {view.phase}")),
        ("chips", _by_name(names, view.stacks)),
        ("bets", _by_name(names, view.bets)),
        ("pot", _text(f"{view.pot}, {view.to_call} to call")),
        ("your cards", _cards(view.hand)),
    ]
    last = view.last
    if last is not None and view.phase == "first bets":
        shown = [
            Text.assemble(name, " ", _cards(hand))
            for name, hand in zip(names, last["shown"], strict=True)
            if hand
        ]
        ended = [("shown", Text("  ").join(shown))] if shown else []
        lines[:0] = [("last hand", _by_name(names, (f"{net:+d}" for net in last["net"]))), *ended]
    return lines


def _president(view: View, names: Sequence[str]) -> Lines:
    lines = [
        ("round", _text(f"{view.round} of {view.rounds}")),
        ("cards left", _by_name(names, view.counts)),
    ]
    if view.roles is not None:
        lines.append(("roles", _by_name(names, view.roles)))
    if view.phase == "play":
        lines.append(("to beat", _move(view.beat) if view.beat else _text("nothing: you lead")))
    if view.opening is not None:
        lines.append(("must contain", render.card(view.opening)))
    return [*lines, ("your cards", _cards(view.hand))]


def _chopsticks(view: View, names: Sequence[str]) -> Lines:
    hands = [" ".join(map(str, hand)) for hand in view.hands]
    left = -(-view.plies_left // 2)
    return [*zip(names, map(_text, hands), strict=True), ("moves left", _text(left))]


def _hearts(view: View, names: Sequence[str]) -> Lines:
    lines = [("points", _by_name(names, view.points))]
    facts = view.to_dict()
    if "totals" in facts:
        lines.insert(0, ("match", _by_name(names, view.totals)))
    if facts.get("passing"):
        lines.append(("pass to", _text(names[view.passes_to])))
    elif view.trick:
        plays = [Text.assemble(names[seat], " ", _card(card)) for seat, card in view.trick]
        lines.append(("trick", Text("  ").join(plays)))
    else:
        lines.append(("trick", _text("you lead")))
    return [*lines, ("your cards", _cards(view.hand))]


def _ends(view: View, names: Sequence[str]) -> Lines:
    return [
        ("scores", _by_name(names, view.scores)),
        ("row", _text("  ".join(map(str, view.cards)))),
    ]


_SCREENS: dict[str, Callable[[View, Sequence[str]], Lines]] = {
    "draw": _draw,
    "president": _president,
    "chopsticks": _chopsticks,
    "hearts": _hearts,
    "ends": _ends,
}


def _text(value: object) -> Text:
    return Text(str(value))


def _by_name(names: Sequence[str], values: Iterable[object]) -> Text:
    return Text("  ").join(
        Text.assemble((name, "bold"), f" {value}")
        for name, value in zip(names, values, strict=True)
    )


def _card(card: Any) -> Text:
    """Show a card of the 52, or a suit and a value."""
    return render.card(card) if isinstance(card, Card) else Text("{}-{}".format(*card))


def _cards(cards: Iterable[Any]) -> Text:
    return Text(" ").join(_card(card) for card in cards)


def _move(text: str) -> Text:
    return render.move(text)
