"""Recorded games for the tests of reviews: usual ones, and ones with a planted blunder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cardcore
from cardcore import Game, View, _core, chopsticks, discard
from cardcore.registry import reviewer


@dataclass(frozen=True)
class Planted:
    """A game in which seat 0 plays well but for one move."""

    record: Mapping[str, Any]
    number: int
    """The number of that move, from 1."""


#: By game: its rules, who plays well for seat 0, and who plays at the other seats.
TABLES: dict[str, tuple[dict[str, Any], str, Sequence[str]]] = {
    "hearts": ({"target": None}, "search:version=2:worlds=100", ["policy"] * 3),
    "president": ({"rounds": 1}, "search:version=1:worlds=60", ["plan"] * 3),
    "draw": ({"hands": 1}, "nash", ["nash"]),
    "chopsticks": ({}, "perfect", ["random"]),
    "ends": ({"count": 16}, "perfect", ["greedy"]),
}

#: In Hearts and President two searches have to agree on a blunder, so that it is none of the
#: review's own making: one plays on by rules, the other as it learned or with other deals.
_JUDGES = {
    "hearts": ("search:version=1:worlds=60:prune=no", "search:version=2:worlds=40:prune=no"),
    "president": (
        "search:version=1:worlds=80:prune=no",
        "search:version=1:worlds=40:prune=no:temperature=0",
    ),
}

#: What a planted blunder costs at least, by its judges: about twice what the label asks for.
_COSTS = {"hearts": 6.0, "president": 1.2}


def new(name: str, seed: int, **rules: Any) -> Game[Any, Any]:
    """Begin a game; that of Chopsticks is random by its moves only."""
    return chopsticks.new() if name == "chopsticks" else cardcore.new(name, rules, seed=seed)


def plant(name: str, seed: int) -> Planted | None:
    """Play a game with a blunder; ``None`` if there was no chance for one."""
    rules, good, others = TABLES[name]
    game = new(name, seed, **rules)
    players = _core.Bots(game, [None, *others], seed)
    planted = 0
    while (seat := game.to_move) is not None:
        if seat != 0:
            players.advance(game, 1)
            continue
        view = game.view(0)
        blunder = None
        if not planted and len(view.legal_moves()) > 1:
            blunder = _worst(name, view)
        if blunder is not None:
            planted = game.move_count + 1
        game.play(blunder or view.choose(good, seed=seed))
    return Planted(game.record(), planted) if planted else None


def _worst(name: str, view: View) -> str | None:
    """Return a move that is clearly a blunder."""
    if name in _JUDGES:
        return _judged(name, view)
    if name == "draw":
        return _discards_all(view)
    # These games are solved. The rest of the game is perfect, so the one error is the worst.
    found = reviewer(name).evaluate(view, str(view.legal_moves()[0]), deals=2, seed=0)
    worst, lowest = min(found.moves.items(), key=lambda move: move[1].mean)
    is_blunder = found.reference - lowest.mean >= reviewer(name).scale(view).mistake
    return worst if is_blunder else None


def _judged(name: str, view: Any) -> str | None:
    """Return a move that costs much by all judges."""
    if name == "hearts" and view.passing:
        return None
    costs: list[dict[str, float]] = []
    for judge in _JUDGES[name]:
        weighed = view.weigh(judge, seed=1)
        highest = max(found.margin for found in weighed)
        costs.append({str(found.move): highest - found.margin for found in weighed})
        if max(costs[-1].values()) < _COSTS[name]:
            return None
    least = {move: min(cost[move] for cost in costs) for move in costs[0] if move in costs[1]}
    move = max(least, key=lambda move: least[move])
    return move if least[move] >= _COSTS[name] else None


def _discards_all(view: Any) -> str | None:
    """In the draw, discard all five cards of a hand that beats most pat hands."""
    if view.phase != "discard" or discard.showdown(view.hand, "pat").equity.max() < 0.8:
        return None
    return max(map(str, view.legal_moves()), key=lambda move: len(move.split()))
