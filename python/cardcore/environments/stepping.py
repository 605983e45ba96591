"""What the adapters share: a game stepped by numbered actions, and its rewards."""

from collections.abc import Iterable, Mapping
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import Game, Stepper
from cardcore.environments.batch import Rewards
from cardcore.environments.encoding import Actions, Encoding, Features
from cardcore.environments.line_up import Start, start_weights
from cardcore.result_table import shown

__all__ = ["Scale", "Starts", "SteppedGame", "encode", "largest_reward", "placed", "rewards"]


def encode(
    game: str, actions: Actions, rules: Mapping[str, Any], features: Features = "basic"
) -> Encoding:
    """Make the encoding of an environment, whose seed is passed to ``reset``.

    Raises
    ------
    TypeError
        If there is a seed among the rules.
    ValueError
        If there is no such game, its rules are invalid, or it has no decision under them.
    """
    if "seed" in rules:
        raise TypeError("seed: expected it in reset(seed=…), not among the rules")
    encoding = Encoding(game, actions=actions, features=features, **rules)
    if encoding.template.is_over:
        raise ValueError(
            "rules: expected a game with a decision, this one is over as soon as it starts"
        )
    return encoding


def placed(
    game: Game, actions: Actions, features: Features = "basic", picked: Iterable[int] = ()
) -> Stepper:
    """Make a stepper that goes on from a game, after some actions of the next move."""
    made = Stepper(game, actions, features)
    made.place(game, [*picked])
    return made


class SteppedGame:
    """A game in progress, stepped natively by numbered actions.

    Parameters
    ----------
    encoding
        The encoding of its views and moves.
    """

    def __init__(self, encoding: Encoding) -> None:
        self.encoding: Encoding = encoding
        self.native: Stepper = Stepper(encoding.template, encoding.action_space, encoding.features)
        self._begun: tuple[int, int, tuple[str | None, ...]] = (0, 0, ())

    def reset(
        self, deal: int, choices: int = 0, start: int = 0, bots: tuple[str | None, ...] = ()
    ) -> None:
        """Start a game and let bots play up to the first decision of a seat without one.

        Parameters
        ----------
        deal
            The seed of the deal.
        choices
            The seed of the bots' choices.
        start
            How the game begins: an index of ``Game.start_names``.
        bots
            The bots of the seats, ``None`` where there is none.
        """
        self._begun = deal, start, bots
        self.native.reset(deal, choices, start, bots)

    @property
    def game(self) -> Game:
        """A copy of the game, including hidden information."""
        return self.native.game()

    @property
    def to_move(self) -> int | None:
        """The seat to move; None once the game is over."""
        return self.native.to_move

    def observation(self, seat: int) -> NDArray[np.float32]:
        """Return the observation of a seat; an opponent's partial move is not visible yet."""
        return self.native.observation(seat)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Return the action mask of a seat: a 1 for every legal action, none out of turn."""
        return self.native.mask(seat)

    def step(self, action: int) -> bool:
        """Take a legal action for the seat to move, let the bots play, and tell if it was a move.

        Raises
        ------
        TypeError
            If the action is not a whole number.
        ValueError
            If it is not legal. Then nothing changes.
        """
        return self.native.step(index(action))

    def text(self) -> str:
        """Format the game as text, with all hidden hands."""
        game = self.game
        if game.is_open:
            return str(game)
        # A game may have hidden information without hands.
        hands = [getattr(game.view(seat), "hand", None) for seat in range(game.seats)]
        lines = [
            f"seat {seat}: {shown(hand)}" for seat, hand in enumerate(hands) if hand is not None
        ]
        return "\n".join([str(game), *lines])

    def __deepcopy__(self, _memory: object) -> "SteppedGame":
        """Copy the game as it is."""
        made = SteppedGame.__new__(SteppedGame)
        made.__dict__.update(self.__dict__, native=self.native.copy())
        return made

    def __getstate__(self) -> dict[str, Any]:
        """Return what the game was made from, and its moves."""
        return {"encoding": self.encoding, "begun": self._begun, "saved": self.native.save()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Replay the moves; bots go on where they were."""
        self.encoding, self._begun = state["encoding"], state["begun"]
        self.native = Stepper(
            self.encoding.template, self.encoding.action_space, self.encoding.features
        )
        self.native.load(*self._begun, state["saved"])


class Starts:
    """How the games of an environment begin, one after another.

    Parameters
    ----------
    game
        A game with these rules.
    start
        As for :class:`cardcore.environments.Batch`.
    """

    def __init__(self, game: Game, start: Start | None) -> None:
        self._count = len(game.start_names)
        weights = start_weights(game, start)
        self._weights = None if not weights else np.array(weights) / sum(weights)
        self._scheduled = weights == []
        self._games = 0

    def sample(self, generator: np.random.Generator) -> int:
        """Return the start of the next game; the generator is only used if it is random."""
        self._games += 1
        if self._weights is not None:
            return int(generator.choice(self._count, p=self._weights))
        return (self._games - 1) % self._count if self._scheduled else 0


class Scale:
    """The rewards of an environment.

    Parameters
    ----------
    game
        A game with these rules.
    rewards
        As for :class:`cardcore.environments.Batch`.

    Raises
    ------
    ValueError
        If there are no such rewards, or scores without bounds are to be normalized.
    """

    def __init__(self, game: Game, rewards: Rewards) -> None:
        if rewards not in ("margin", "scores", "normalized"):
            raise ValueError(
                f"rewards: expected 'margin', 'scores' or 'normalized', found {rewards!r}"
            )
        self._sign = -1 if game.low_score_wins else 1
        self._rewards = rewards
        self._largest = 1.0
        if rewards == "normalized":
            if game.bounds.score is None:
                raise ValueError(
                    "rewards: expected 'margin' or 'scores', under these rules scores are unbounded"
                )
            self._largest = largest_reward(game) or 1.0

    def rewards(self, scores: list[int]) -> list[float]:
        """Return the reward of each seat at the end of a game."""
        sign, total, seats = self._sign, sum(scores), len(scores)
        if self._rewards == "scores":
            return [float(sign * score) for score in scores]
        margins = [sign * (seats * score - total) / seats for score in scores]
        if self._rewards == "normalized":
            return [margin / self._largest for margin in margins]
        return margins

    def below(self, game: Game) -> float:
        """Return a reward that is worse than that of any game: 1 below the worst there can be.

        Raises
        ------
        ValueError
            If scores are unbounded.
        """
        bounds = game.bounds
        if bounds.score is None:
            raise ValueError(
                "illegal_reward: expected a number, under these rules scores are unbounded"
            )
        if self._rewards == "normalized":
            return -2.0
        if self._rewards == "margin":
            return -largest_reward(game) - 1
        low, high = bounds.score
        return float(low if self._sign > 0 else -high) - 1


def rewards(game: Game) -> list[float]:
    """Return the margin of each seat over the mean of all seats; the sum is zero.

    >>> from cardcore import president
    >>> game = president.new(deal=["3d 4c", "3c 2s", "3h 5s"], rounds=1)
    >>> for move in ("3d", "3c", "5s", "pass", "2s", "pass", "pass", "3h"):
    ...     game.play(move)
    >>> game.scores(), rewards(game)
    ([3, 1, 2], [-1.0, 1.0, 0.0])
    """
    return Scale(game, "margin").rewards(game.scores())


def largest_reward(game: Game) -> float:
    """Return the largest absolute margin of a seat over the mean of all seats.

    Raises
    ------
    ValueError
        If the scores of the game are unbounded.

    Examples
    --------
    >>> from cardcore import hearts, president
    >>> largest_reward(hearts.new(seed=1, target=None)), largest_reward(president.new(rounds=1))
    (19.5, 1.5)
    """
    bounds, seats = game.bounds, game.seats
    if bounds.score is None or bounds.margin is None:
        raise ValueError("rules: expected a game with bounded scores")
    if bounds.total is None:
        return bounds.margin * (seats - 1) / seats
    low, high = bounds.score
    return max(seats * high - bounds.total, bounds.total - seats * low) / seats
