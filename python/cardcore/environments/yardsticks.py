"""Yardsticks for agents: exploitability, exact and approximate, and a benchmark of beliefs.

An agent that beats a bot may lose to the next one. Exploitability asks what the best opponent could
win from it: exactly in small games, and as a lower bound in games with four players. The belief
benchmark asks how well an agent knows the hidden cards.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from math import isfinite
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore.environments.batch import Batch
from cardcore.registry import new

__all__ = ["Belief", "Response", "approximate_exploitability", "belief_score", "exploitability"]

#: The name of a bot, or a function from a view to moves, as text, with their probabilities.
Policy: TypeAlias = str | Callable[[Any], Mapping[str, float]]

#: From a batch to the chances that each other seat holds each card, seats in order to the left:
#: shape (size, seats - 1, cards).
Believer: TypeAlias = Callable[[Batch], NDArray[Any]]


def exploitability(game: str, policy: Policy, **parameters: Any) -> float:
    """Compute exactly what best responses win from a policy, on average over the seats.

    That is the gain of the best response of each seat while everybody else follows the policy, over
    what it gets by following the policy itself: NashConv divided by the number of seats. A Nash
    equilibrium has 0. The whole tree is visited, so the game has to be small; it needs OpenSpiel.

    Parameters
    ----------
    game
        A game with chance nodes, or of perfect information.
    policy
        The name of a bot, or a function from a view to the probabilities of moves, by their text. A
        bot is asked once in every information state, so it should not choose at random.
    **parameters
        The rules, and ``deck`` or ``deal`` to make the game small, see
        :mod:`cardcore.environments.openspiel`.

    Raises
    ------
    ImportError
        If OpenSpiel is missing.
    ValueError
        If the game, a rule or the bot is unknown, or probabilities do not sum to 1.

    Examples
    --------
    >>> exploitability("ends", "perfect", deal="3 10 3 9 5 2")
    0.0
    >>> exploitability("ends", "greedy", deal="3 10 3 9 5 2") > 0
    True
    """
    # It says what is missing if OpenSpiel is.
    pyspiel: Any = import_module("cardcore.environments.openspiel").pyspiel
    given = ",".join(f"{name}={value}" for name, value in {**parameters, "actions": "flat"}.items())
    loaded = pyspiel.load_game(f"cardcore_{game}({given})")
    chances: dict[str, list[tuple[int, float]]] = {}

    def visit(state: Any) -> None:
        if state.is_terminal():
            return
        if not state.is_chance_node():
            seat = state.current_player()
            known = state.information_state_string(seat)
            if known not in chances:
                view = state.cardcore_game.view(seat)
                chances[known] = _action_chances(loaded, view, policy)
        for action in state.legal_actions():
            visit(state.child(action))

    visit(loaded.new_initial_state())
    gain = pyspiel.nash_conv(loaded, pyspiel.TabularPolicy(chances))
    # Rounding must not make a perfect player exploitable.
    return max(0.0, round(float(gain) / int(loaded.num_players()), 12))


def _action_chances(game: Any, view: Any, policy: Policy) -> list[tuple[int, float]]:
    """Return the probability of every legal action."""
    if isinstance(policy, str):
        moves: Mapping[str, float] = {str(view.choose(policy, seed=0)): 1.0}
    else:
        moves = {str(move): float(chance) for move, chance in policy(view).items()}
    if abs(sum(moves.values()) - 1) > 1e-6 or min(moves.values()) < 0:
        raise ValueError(f"policy: expected probabilities that sum to 1, found {dict(moves)}")
    found = dict.fromkeys(np.flatnonzero(game.encoding.mask(view)).tolist(), 0.0)
    for move, chance in moves.items():
        (action,) = game.encoding.actions(view, move)
        found[action] += chance
    return list(found.items())


class Response(NamedTuple):
    """The best of some responses to a bot."""

    responder: str
    """The bot that wins most from it."""
    margin: float
    """Its margin over the mean of all seats, in points per game, on held-out deals."""
    interval: tuple[float, float]
    """The 95% confidence interval of the margin."""


def approximate_exploitability(
    game: str,
    bot: str,
    responders: Sequence[str],
    *,
    games: int = 2000,
    seed: int = 0,
    threads: int | None = None,
    **rules: Any,
) -> Response:
    """Measure what the best of some responders wins from copies of a bot: a lower bound.

    One seat is the responder's, all others are the bot's. The responder is chosen on one set of
    deals, and measured on others, so the choice does not flatter it. Networks that were trained
    against the bot are learned best responses: ``net:FILE``, see :func:`export_net`.

    Parameters
    ----------
    game
        One of :func:`cardcore.games`.
    bot
        The bot that is judged.
    responders
        The names of bots. The bot itself is always among them: its margin is 0 on average.
    games
        The number of games for the choice of the responder, and again for the measurement. Every
        deal is played from each seat.
    seed
        The seed of the deals.
    threads
        The number of threads; by default, one per core.
    **rules
        The arguments of :func:`cardcore.new`.

    Raises
    ------
    ValueError
        If the game or a bot is unknown, or there are less than two deals.

    Examples
    --------
    >>> found = approximate_exploitability("hearts", "random", ["greedy", "rule"], games=800,
    ...                                    target=None)
    >>> found.responder, found.interval[0] > 4
    ('rule', True)
    """
    template = new(game, **{"seed": 0, **rules})
    count = _core.whole_number("games", games, 2 * template.seats, 10**9)

    def margins(responder: str, start: int) -> NDArray[np.float64]:
        """Return the margins by deal."""
        first = -(-start // template.seats) * template.seats
        bots = [responder, *[bot] * (template.seats - 1)]
        scores = _core.arena_scores(template, bots, count, seed, start=first, threads=threads)
        better = -1 if template.low_score_wins else 1
        own = better * (scores[:, 0] - scores.mean(axis=1))
        whole = len(own) // template.seats
        deals: NDArray[np.float64] = own[: whole * template.seats].reshape(whole, template.seats)
        means: NDArray[np.float64] = deals.mean(axis=1)
        return means

    candidates = list(dict.fromkeys([bot, *responders]))
    best = max(candidates, key=lambda name: float(margins(name, 0).mean()))
    found = margins(best, count)
    mean, half = _interval(found)
    return Response(best, mean, (mean - half, mean + half))


class Belief(NamedTuple):
    """How well hidden cards are known."""

    loss: float
    """The mean negative log-likelihood of the true holder of a hidden card, in bits; less is
    better."""
    interval: tuple[float, float]
    """Its 95% confidence interval, by games."""
    uniform: float
    """The loss of uniform sampling of the deals that are consistent with what was seen."""
    gain: tuple[float, float]
    """The 95% confidence interval of how much less the loss is than that, on the same positions."""


def belief_score(
    believer: Believer | None,
    game: str,
    *,
    bot: str = "rule",
    positions: int = 256,
    decisions: int = 8,
    samples: int = 100,
    seed: int = 0,
    **rules: Any,
) -> Belief:
    """Score beliefs about hidden cards against the true deals.

    Bots play; after some decisions of every seat the believer is asked who holds the cards that the
    seat to decide cannot see. What counts is the chance it gave to the true holder. The baseline
    samples deals that are consistent with the view, all equally likely, with :meth:`View.sample`.

    Parameters
    ----------
    believer
        A function from a batch to the chances that each other seat holds each card, of shape (size,
        seats - 1, cards), seats in order to the left, cards as in the section ``hand`` of
        observations. Chances of a card are divided by their sum, so cards nobody else holds may
        have any. ``None`` for the baseline itself.
    game
        A game whose observations have a section ``hand``.
    bot
        The bot of all seats.
    positions
        The number of games; one position of each is scored.
    decisions
        How many actions are taken by each seat before.
    samples
        The number of sampled deals of the baseline.
    seed
        The seed of deals and play.
    **rules
        The arguments of :func:`cardcore.new`.

    Raises
    ------
    ValueError
        If the game has no hands, or the chances have another shape or are negative.

    Examples
    --------
    >>> found = belief_score(None, "hearts", positions=32, samples=50, target=None)
    >>> 1 < found.loss < 1.585 and found.loss == found.uniform  # bits; three holders are log2 3
    True
    """
    batch = Batch(game, positions, seed=seed, **rules)
    seats = batch.encoding.template.seats
    for step in range(decisions * seats):
        batch.step(batch.choose(bot, seed=step))
    truth = batch.oracle().hands
    if truth is None:
        raise ValueError(f"game: expected one with hands, found {game}")
    order = (batch.seats[:, None] + np.arange(1, seats)) % seats
    held = truth[np.arange(positions)[:, None], order] > 0
    uniform = _losses(_consistent(batch, order, held.shape[2], samples, seed), held)
    own = uniform
    if believer is not None:
        believed = np.asarray(believer(batch), dtype=np.float64)
        if believed.shape != held.shape or not (believed >= 0).all():
            raise ValueError(
                f"believer: expected chances of shape {held.shape}, found {believed.shape}"
                + ("" if (believed >= 0).all() else " with negative ones")
            )
        own = _losses(believed, held)
    mean, half = _interval(own)
    gained, error = _interval(uniform - own)
    return Belief(
        mean, (mean - half, mean + half), float(uniform.mean()), (gained - error, gained + error)
    )


def _consistent(
    batch: Batch, order: NDArray[Any], cards: int, samples: int, seed: int
) -> NDArray[np.float64]:
    """Count who holds which card in sampled deals; half a deal is added to every count."""
    counts = np.full((batch.size, order.shape[1], cards), 0.5 / order.shape[1])
    hand = next(each for each in batch.encoding.sections if each.name == "hand")
    for row in range(batch.size):
        view = batch.view(row)
        for sample in range(samples):
            sampled = view.sample(seed=seed + sample)
            for place, seat in enumerate(order[row]):
                seen = batch.encoding.observation(sampled.view(int(seat)))
                counts[row, place] += seen[hand.slice]
    return counts


def _losses(chances: NDArray[Any], held: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the mean loss of every row, in bits."""
    total = chances.sum(axis=1, keepdims=True)
    shares = np.divide(chances, total, out=np.full(chances.shape, 1 / chances.shape[1]),
                       where=total > 0)  # fmt: skip
    bits = -np.log2(np.maximum(shares, 1e-12))
    hidden = held.sum(axis=(1, 2))
    losses: NDArray[np.float64] = (bits * held).sum(axis=(1, 2)) / np.maximum(hidden, 1)
    return losses


def _interval(values: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean and half the width of its 95% confidence interval."""
    if len(values) < 2:
        raise ValueError(f"expected at least two deals, found {len(values)}")
    error = float(values.std(ddof=1)) / len(values) ** 0.5
    half = _core.student(0.95, len(values) - 1) * error
    assert isfinite(half)
    return float(values.mean()), half
