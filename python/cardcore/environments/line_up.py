"""Line-ups: who sits where in the games of an environment, and how they begin."""

from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from cardcore import _core
from cardcore._core import Game

__all__ = ["Bots", "LineUp", "Seats", "Start", "line_up", "start_weights"]

#: One bot for all seats without a learner, weights to draw each of them by, or one for every seat.
Bots: TypeAlias = str | Mapping[str, float] | Sequence[str | None]

#: The seats of the learners.
Seats: TypeAlias = Iterable[int] | Literal["random"]

#: How games begin: one of ``Game.start_names``, weights of them, at random, or one after another.
Start: TypeAlias = str | Mapping[str, float]

LEARNER, POOL = -1, -2


class LineUp(NamedTuple):
    """Who sits where, as the extension expects it."""

    names: list[str]
    """The bots."""
    weights: list[float]
    """The weights with which the first of them are drawn."""
    seats: list[int]
    """For every seat the index of its bot, -1 for a learner or -2 for one that is drawn."""
    shuffled: bool
    """Whether everybody changes places at random before every game."""

    @property
    def fixed(self) -> tuple[str | None, ...] | None:
        """The bot of every seat, if that is the same in every game."""
        if self.shuffled or (POOL in self.seats and len(self.names) > 1):
            return None
        return tuple(None if seat == LEARNER else self.names[max(seat, 0)] for seat in self.seats)

    def sample(self, generator: np.random.Generator) -> list[int]:
        """Draw who sits where in a game: the index of a bot for every seat, -1 for a learner."""
        total = sum(self.weights)
        chances = [weight / total for weight in self.weights]

        def bot(seat: int) -> int:
            if seat != POOL:
                return seat
            return int(generator.choice(len(chances), p=chances)) if len(chances) > 1 else 0

        seats = [bot(seat) for seat in self.seats]
        if self.shuffled:
            generator.shuffle(seats)
        return seats


def line_up(count: int, seats: Seats | None, bots: Bots | None) -> LineUp:
    """Read a line-up.

    Parameters
    ----------
    count
        The number of seats.
    seats
        The seats of the learners; by default, all without a bot. ``"random"``: one learner at a
        random seat, or with a bot for every seat, all of them in random order.
    bots
        The bots.

    Raises
    ------
    TypeError
        If seats, bots or weights are of another type.
    ValueError
        If a seat does not exist or is given twice, weights are not positive, or no bot sits where
        no learner does.
    """
    shuffled = isinstance(seats, str)
    if shuffled and seats != "random":
        raise TypeError(f"seats: expected numbers of seats or 'random', found {seats!r}")
    learners = None if seats is None or isinstance(seats, str) else _learners(count, seats)
    if bots is None:
        if shuffled or (learners is not None and set(learners) != set(range(count))):
            raise ValueError("bots: expected a bot for the seats without a learner")
        return LineUp([], [], [LEARNER] * count, False)
    if isinstance(bots, str | Mapping):
        weights = {bots: 1.0} if isinstance(bots, str) else _weights("bots", bots)
        if shuffled:
            learners = [0]
        if learners is None:
            given = "a single bot's name" if isinstance(bots, str) else "weights of bots"
            raise ValueError(f"seats: expected the seats of the learners with {given}")
        places = [LEARNER if seat in learners else POOL for seat in range(count)]
        return LineUp([*weights], [*weights.values()], places, shuffled)
    found = _names(bots)
    if len(found) != count:
        raise ValueError(f"bots: expected {count}, one per seat, found {len(found)}")
    without = [seat for seat, name in enumerate(found) if name is None]
    if learners is not None and sorted(set(learners)) != without:
        raise ValueError(f"seats: expected {without}, which have no bot, found {sorted(learners)}")
    names = [name for name in found if name is not None]
    indices = iter(range(count))
    places = [LEARNER if name is None else next(indices) for name in found]
    return LineUp(names, [], places, shuffled)


def _learners(count: int, seats: Iterable[int]) -> list[int]:
    if not isinstance(seats, Iterable):
        raise TypeError(f"seats: expected numbers of seats or 'random', found {seats!r}")
    learners = [_core.whole_number("seats", seat, 0, count - 1) for seat in seats]
    if len(set(learners)) != len(learners):
        raise ValueError(f"seats: expected every seat once, found {learners}")
    return learners


def _names(bots: Sequence[str | None]) -> list[str | None]:
    if not isinstance(bots, Iterable):
        raise TypeError(f"bots: expected a name, or one per seat, found {bots!r}")
    return list(bots)


def _weights(name: str, given: Mapping[str, float]) -> dict[str, float]:
    weights: dict[str, float] = {}
    for key, weight in given.items():
        if not isinstance(key, str) or not isinstance(weight, Real):
            raise TypeError(f"{name}: expected names with weights, found {key!r}: {weight!r}")
        weights[key] = float(weight)
    if not weights or not sum(weights.values()) > 0 or min(weights.values()) < 0:
        raise ValueError(
            f"{name}: expected weights of at least 0, one of them positive, found {dict(given)}"
        )
    return weights


def start_weights(game: Game, start: Start | None) -> list[float] | None:
    """Read how games begin: weights of ``game.start_names``, or none for one after another.

    Parameters
    ----------
    game
        A game with these rules.
    start
        The start; ``None`` is the first, as the rules say.

    Raises
    ------
    TypeError
        If it is neither a name nor weights.
    ValueError
        If there is no such start.
    """
    names = game.start_names
    if start is None:
        return None
    if start == "scheduled":
        return []
    if start == "random":
        return [1.0] * len(names)
    if not isinstance(start, str | Mapping):
        raise TypeError(f"starts: expected a name or weights, found {start!r}")
    weights = {start: 1.0} if isinstance(start, str) else _weights("starts", start)
    for name in weights:
        if name not in names:
            known = ", ".join(["random", "scheduled", *names])
            raise ValueError(f"starts: expected one of {known}, found {name!r}")
    return [weights.get(name, 0.0) for name in names]
