"""House rules and positions."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from cardcore import _core
from cardcore.errors import ParseError

__all__ = ["USUAL", "Hands", "HandsLike", "Rules", "parse_state", "sides"]

#: The fingers on each hand of one player, from left to right; 0 is a hand that is out.
Hands: TypeAlias = tuple[int, ...]

#: Anything that represents hands: text such as ``"1,1"``, or whole numbers.
HandsLike: TypeAlias = str | Iterable[int]


@dataclass(frozen=True)
class Rules:
    """House rules; the defaults are the usual game.

    A split has to obey all rules at once: with swaps allowed but not reviving, (3, 0) still cannot
    become (0, 3).

    Parameters
    ----------
    fingers
        A hand that reaches this many fingers is out: 2 to 16.
    hands
        Hands per player: 1 to 3.
    rollover
        A tapped hand keeps the sum modulo ``fingers``, so that only an exact hit puts it out.
        Otherwise any sum of ``fingers`` or more puts it out (cut-off).
    splits
        Fingers may be moved between a player's own hands, as long as no hand reaches
        ``fingers``.
    swaps
        A split may result in the same numbers in another order.
    revive
        A split may bring back a hand that is out.
    split_to_zero
        A split may put out one of the player's hands.
    halves_only
        The only splits are an even hand halved into an empty one ("halvesies").
    sudden_death
        A player loses as soon as one hand is out.
    misere
        The player who is out wins instead of losing.
    start
        Fingers on every hand at the start: 1 to ``fingers - 1``. (4 is known as "suns".)
    moves
        The maximum number of moves per player in a game; then it is a tie. Solvers have their own
        horizon, or none.

    Raises
    ------
    ValueError
        If a number is out of range, or options contradict each other.

    Examples
    --------
    >>> Rules(rollover=True, splits=False)
    Rules(fingers=5, hands=2, rollover=True, splits=False, swaps=False, revive=True, ...)
    >>> Rules(splits=False, swaps=True)
    Traceback (most recent call last):
    ValueError: swaps requires splits
    """

    fingers: int = 5
    hands: int = 2
    rollover: bool = False
    splits: bool = True
    swaps: bool = False
    revive: bool = True
    split_to_zero: bool = True
    halves_only: bool = False
    sudden_death: bool = False
    misere: bool = False
    start: int = 1
    moves: int = 10

    def __post_init__(self) -> None:
        _core.check_chopsticks_rules(self)


#: The usual game.
USUAL = Rules()


def parse_state(text: str) -> tuple[Hands, Hands]:
    """Read the hands of both players: numbers with commas, and a space between the players.

    Raises
    ------
    ParseError
        If the text is not such a pair.

    Examples
    --------
    >>> parse_state("1,4 3,0")
    ((1, 4), (3, 0))
    """
    if not isinstance(text, str):
        raise TypeError(f"state: expected text such as '1,1 1,1', found {text!r}")
    players = text.split()
    if len(players) != 2:
        raise ParseError(
            f"state '{text}': expected the hands of two players such as '1,1 1,1', "
            f"found {len(players)}"
        )
    try:
        a, b = (tuple(int(number) for number in player.split(",")) for player in players)
    except ValueError:
        raise ParseError(f"state '{text}': expected whole numbers such as '1,1 1,1'") from None
    return a, b


def sides(rules: Rules) -> tuple[int, ...]:
    """Return the shape of an array with an axis for every hand of both players."""
    return (rules.fingers,) * (2 * rules.hands)
