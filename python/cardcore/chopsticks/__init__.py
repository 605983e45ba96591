"""Chopsticks: a solved table of the depth-limited game, and a tablebase of the unlimited game.

Two players have two hands each that show fingers, one each at the start. A move taps a live hand
of the opponent with one of your live hands, which adds the fingers of the tapping hand to the
tapped one, or moves fingers between your hands (a split). A hand that reaches five is out; a
player without a live hand has lost. :class:`Rules` has the house rules.

Moves are texts. ``tap L R`` taps the opponent's right hand with the left; three hands are called
``L``, ``M`` and ``R``, a single one ``L``. ``split 2 0`` gives the fingers of your hands
afterwards. Of several moves that lead to the same position only the first is listed; a tap that is
not listed for that reason is read as the listed one.

>>> tablebase().distance((1, 1), (1, 1)), tablebase().value((1, 1), (1, 1))
(26, -1)
>>> solve(depth=20).best_move((1, 1), (1, 1), level=0).text
'tap L L'
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from cardcore import _core
from cardcore._core import ChopsticksView as View
from cardcore._core import Game, whole_number
from cardcore.chopsticks.rules import USUAL, Hands, HandsLike, Rules, parse_state
from cardcore.chopsticks.table import Table, TableMove, TieBreak, solve
from cardcore.chopsticks.tablebase import Position, SolvedMove, Tablebase, tablebase
from cardcore.errors import ParseError
from cardcore.rules import gather

_core.load_numpy()

__all__ = [
    "USUAL",
    "Hands",
    "HandsLike",
    "Position",
    "Rules",
    "SolvedMove",
    "Table",
    "TableMove",
    "Tablebase",
    "TieBreak",
    "View",
    "new",
    "parse_state",
    "solve",
    "tablebase",
]


def new(
    rules: Rules | Mapping[str, Any] | None = None,
    *,
    players: int | None = None,
    seed: int | None = None,
    deal: str | Iterable[HandsLike] | None = None,
    state: str | Iterable[HandsLike] | None = None,
    moves: int | None = None,
    **options: Any,
) -> Game[View, str]:
    """Start a game: seat 0 is player A and moves first.

    The game ends when a player is out, or in a tie once each has made ``moves`` moves. Scores are
    1 for the winner, -1 for the loser, 0 for both in a tie and before the end. Bots: ``random``,
    ``table`` (plays by the :class:`Table` of this depth) and ``perfect`` (by the
    :class:`Tablebase`).

    Parameters
    ----------
    rules
        House rules, also as a mapping of their names. They can be given by name instead.
    players
        For compatibility with other games; must be 2.
    seed
        For compatibility with other games; nothing here is random.
    deal
        The hands of player A and of player B, also as text such as ``"1,1 1,1"``; by default, the
        start of the game.
    state
        The same under another name.
    moves
        The maximum number of moves per player, overriding the rules; by default 10.
    **options
        Rules by name, such as ``fingers``.

    Examples
    --------
    >>> game = new(moves=10)
    >>> game.play("tap L R")
    >>> game.legal_moves()
    ['tap L L', 'tap L R', 'tap R L', 'tap R R', 'split 0 3', 'split 3 0']
    >>> game.view(1).hand, game.view(1).choose("perfect")
    ((1, 2), 'split 0 3')
    """
    if deal is not None and state is not None:
        raise ValueError("expected a deal or a state, found both")
    hands = state if deal is None else deal
    if isinstance(hands, str):
        hands = parse_state(hands)
    if seed is not None:
        whole_number("seed", seed, 0, 2**64 - 1)
    gathered = gather("chopsticks", Rules, rules, players, options)
    if moves is not None:
        gathered = replace(gathered, moves=moves)
    return _core.new_chopsticks(gathered, deal=None if hands is None else _pair(hands))


def upgrade_record(record: Mapping[str, Any]) -> dict[str, Any]:
    """Upgrade a record of format 1: house rules were separate, and hands were among the rules."""
    rules = dict(record["rules"])
    house, state = rules.pop("rules", {}), rules.pop("state", None)
    if not isinstance(house, Mapping):
        raise ParseError(f"record: rules: expected named values, found {house!r}")
    return {**record, "rules": {**house, **rules}, "seed": None, "deal": state}


def _pair(state: Iterable[HandsLike]) -> tuple[HandsLike, HandsLike]:
    if not isinstance(state, Iterable):
        raise TypeError(f"state: expected the hands of two players, found {state!r}")
    # An iterator may be infinite.
    players = tuple(islice(state, 3))
    if len(players) != 2:
        found = "more" if len(players) > 2 else str(len(players))
        raise ParseError(f"state: expected the hands of two players, found {found}")
    return players[0], players[1]
