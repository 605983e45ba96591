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


def chapters(view: View) -> int:
    """Count the hands, rounds or deals of a match that have ended."""
    facts = view.to_dict()
    if view.name == "draw":
        return facts["last"]["hand_number"] if facts["last"] else 0
    if view.name == "president":
        return len(facts["records"][view.seat])
    return int(facts.get("deal", 0))


def ending(view: View, names: Sequence[str]) -> Lines:
    """Tell how the last hand, round or deal of a match ended."""
    number = chapters(view)
    if view.name == "draw":
        won = _by_name(names, (f"{net:+d}" for net in view.last["net"]))
        hands = view.last["shown"]
        shown = [(name, _cards(hand)) for name, hand in zip(names, hands, strict=True) if hand]
        ended = [("shown", _by_name(*zip(*shown, strict=True)))] if shown else []
        return [(f"hand {number} is over", won), *ended]
    if view.name == "president":
        return [(f"round {number} is over", _by_name(names, view.roles))]
    return [(f"deal {number} is over", _by_name(names, view.totals))]


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
    return [
        ("hand", _text(f"{view.hand_number} of {view.hands}, {view.phase}")),
        ("chips", _by_name(names, view.stacks)),
        ("bets", _by_name(names, view.bets)),
        ("pot", _text(f"{view.pot}, {view.to_call} to call")),
        ("your cards", _cards(view.hand)),
    ]


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
    if view.trade is not None and all(seat != view.seat for seat, _ in view.plays):
        lines += _trade(view)
    return [*lines, ("your cards", _cards(view.hand))]


def _trade(view: View) -> Lines:
    """Tell what a seat gave and got before the round."""
    trade = view.trade
    got, gave = trade["taken"], trade["returned"]
    if trade["lower"] == view.seat:
        got, gave = gave, got
    refused = _text(" ".join(trade["refused"]))
    lines = (("you got", _cards(got)), ("you gave", _cards(gave)), ("not held", refused))
    return [(label, value) for label, value in lines if value]


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
        return [*lines, ("your cards", _cards(view.hand))]
    ended = view.plays[: len(view.plays) - len(view.trick)]
    if ended:
        taker = view.trick[0][0] if view.trick else view.seat
        taken = _cards(card for _, card in ended[-len(names) :])
        lines.append(("last trick", Text.assemble((names[taker], "bold"), " took ", taken)))
    elif facts.get("received"):
        lines.append(("you got", _cards(view.received)))
    lines.append(("trick", _plays(names, view.trick) if view.trick else _text("you lead")))
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
    shown = (value if isinstance(value, Text) else _text(value) for value in values)
    return Text("  ").join(
        Text.assemble((name, "bold"), ": ", value) for name, value in zip(names, shown, strict=True)
    )


def _plays(names: Sequence[str], plays: Sequence[tuple[int, Any]]) -> Text:
    """Show who played which card."""
    return _by_name([names[seat] for seat, _ in plays], [_card(card) for _, card in plays])


def _card(card: Any) -> Text:
    """Show a card of the 52, or a suit and a value."""
    return render.card(card) if isinstance(card, Card) else Text("{}-{}".format(*card))


def _cards(cards: Iterable[Any]) -> Text:
    return Text(" ").join(_card(card) for card in cards)


def _move(text: str) -> Text:
    return render.move(text)
