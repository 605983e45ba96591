"""Line-ups: who sits where in the games of an environment, and how they begin."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from numbers import Real
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from cardcore import _core
from cardcore._core import Game

__all__ = ["Bots", "Callback", "LineUp", "Seats", "Start", "line_up", "start_weights"]

#: A bot in Python that acts in many games at once: of the decisions it gets it returns the actions.
Callback: TypeAlias = Callable[[Any], Any]

#: One bot for all seats without a learner, weights to draw each of them by, or one for every seat.
Bots: TypeAlias = (
    str | Callback | Mapping[str | Callback, float] | Mapping[str, float] | Sequence[Any]
)

#: The seats of the learners.
Seats: TypeAlias = Iterable[int] | Literal["random"]

#: How games begin: one of ``Game.start_names``, weights of them, at random, or one after another.
Start: TypeAlias = str | Mapping[str, float]

LEARNER, POOL = -1, -2


class LineUp(NamedTuple):
    """Who sits where, as the extension expects it."""

    names: list[str | Callback]
    """The bots."""
    weights: list[float]
    """The weights with which the first of them are drawn."""
    seats: list[int]
    """For every seat the index of its bot, -1 for a learner or -2 for one that is drawn."""
    shuffled: bool
    """Whether everybody changes places at random before every game."""

    @property
    def native(self) -> tuple[list[str], list[float], list[int], bool]:
        """The same for the extension, which knows bots in Python by an empty name."""
        names = [name if isinstance(name, str) else "" for name in self.names]
        return names, self.weights, self.seats, self.shuffled

    @property
    def callbacks(self) -> dict[int, Callback]:
        """The bots in Python, by their index."""
        return {place: bot for place, bot in enumerate(self.names) if not isinstance(bot, str)}

    @property
    def fixed(self) -> tuple[str | Callback | None, ...] | None:
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
    if isinstance(bots, str | Mapping) or callable(bots):
        weights = _weights("bots", bots) if isinstance(bots, Mapping) else {bots: 1.0}
        if shuffled:
            learners = [0]
        if learners is None:
            given = "weights of bots" if isinstance(bots, Mapping) else "a single bot's name"
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


def _names(bots: Sequence[Any]) -> list[str | Callback | None]:
    if not isinstance(bots, Iterable):
        raise TypeError(f"bots: expected a name, or one per seat, found {bots!r}")
    return list(bots)


def _weights(name: str, given: Mapping[Any, float]) -> dict[Any, float]:
    weights: dict[Any, float] = {}
    for key, weight in given.items():
        is_bot = isinstance(key, str) or (name == "bots" and callable(key))
        if not is_bot or not isinstance(weight, Real):
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
