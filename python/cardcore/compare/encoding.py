"""Observation and action encodings, for any game with a reference encoding."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Game, View
from cardcore.compare import Case
from cardcore.environments.encoding import Actions, Encoding
from cardcore.reference import encoding as reference
from cardcore.registry import new

__all__ = ["compare_encodings", "encodings"]

#: One position in this many is compared: consecutive positions are much alike.
EVERY = 4


@cache
def _encoding(game: str, actions: Actions, rules: tuple[tuple[str, Any], ...]) -> Encoding:
    return Encoding(game, actions=actions, **dict(rules))


def encodings(game: str, rules: Mapping[str, Any]) -> tuple[Encoding, Encoding, Encoding]:
    """Return the factored, the flat and the listed encoding of a game."""
    named = tuple(rules.items())
    return (
        _encoding(game, "factored", named),
        _encoding(game, "flat", named),
        _encoding(game, "listed", named),
    )


def _single(numbers: Sequence[Any]) -> list[Any]:
    """Round numbers to single precision once."""
    rounded: list[Any] = np.array(numbers, dtype=np.float32).tolist()
    return rounded


def _allowed(mask: NDArray[np.bool_]) -> list[int]:
    return [int(action) for action in np.flatnonzero(mask)]


def _seen(game: Game, view: View, seat: int) -> reference.Seen:
    facts = {**view.to_dict(), "history": view.history}
    return reference.Seen(dict(game.rules), facts, seat, view.to_move)


def _positions(game: Game, rules: Mapping[str, Any], random: Random) -> Iterator[Case]:
    """Compare the observations of all seats, and the legal actions of the one to move."""
    factored, flat, listed = encodings(game.name, rules)
    plain = import_module(f"cardcore.reference.encoding.{game.name}")
    for seat in range(game.seats):
        view = game.view(seat)
        known = factored.observation(view).tolist()
        yield Case({"seat": seat}, known, _single(plain.observation(_seen(game, view, seat), ())))
    if game.to_move is None:
        return
    seat = game.to_move
    view = game.view(seat)
    seen = _seen(game, view, seat)
    texts = [str(move) for move in view.legal_moves()]
    numbers = [plain.flat(seen, text) for text in texts]
    yield Case({"flat": seat}, _allowed(flat.mask(view)), sorted(numbers))
    rows = listed.move_features(view).tolist()
    yield Case({"rows": seat}, rows, [_single(plain.row(seen, text)) for text in texts])
    counts = (factored.action_count, flat.action_count)
    yield Case({"counts": seat}, counts, plain.action_counts(seen.rules))
    yield from _composed(seen, view, (factored, flat), plain, texts, numbers, random)


def _composed(
    seen: reference.Seen,
    view: View,
    encodings: tuple[Encoding, Encoding],
    plain: Any,
    texts: list[str],
    numbers: list[int],
    random: Random,
) -> Iterator[Case]:
    """Compose a move of random picks, and compare the legal picks on the way."""
    factored, flat = encodings
    moves = {plain.factored(seen, text): text for text in texts}
    picked: list[int] = []
    made = None
    while made is None:
        case = {"seat": seen.seat, "picked": list(picked)}
        allowed = reference.mask(moves, picked, plain.DONE)
        yield Case(case, _allowed(factored.mask(view, picked)), sorted(allowed))
        known = factored.observation(view, picked).tolist()
        yield Case(case, known, _single(plain.observation(seen, picked)))
        action = random.choice(sorted(allowed))
        made = factored.move(view, picked, action)
        expected: str | None
        if action == plain.DONE:
            expected = moves[frozenset(picked)]
        else:
            picked.append(action)
            complete = reference.is_complete(moves, picked)
            expected = moves[frozenset(picked)] if complete else None
        yield Case(case, None if made is None else str(made), expected)
    place = random.randrange(len(texts))
    case = {"seat": seen.seat, "move": texts[place]}
    yield Case(case, flat.actions(view, texts[place]), (numbers[place],))
    again = str(flat.move(view, (), numbers[place]))
    yield Case(case, again, texts[place])


def compare_encodings(game: str, rules: Mapping[str, Any], random: Random) -> Iterator[Case]:
    """Play a random game and compare its encoded observations and actions."""
    played = new(game, **{"seed": random.getrandbits(32), **rules})
    while True:
        record = played.record()
        if played.is_over or random.randrange(EVERY) == 0:
            for found in _positions(played, rules, random):
                yield Case({**record, **found.case}, found.native, found.reference)
        if played.is_over:
            return
        played.play(random.choice(played.legal_moves()))
