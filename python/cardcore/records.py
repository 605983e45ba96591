"""Records of games: everything needed to play a game again, move by move, as plain JSON values.

A record is a dictionary with these keys:

``format``
    The version of the format, 1.
``game``
    The name of the game.
``rules``
    The rules in force: the keyword arguments of the game's ``new``.
``seed``, ``deal``
    Where the cards came from: a seed, or a deal that was given.
``seats``
    The names of the players.
``moves``
    The moves as text.
``result``
    The scores, once the game is over; ``None`` before.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from inspect import signature
from typing import Any

from cardcore._core import Game
from cardcore.errors import IllegalMoveError, ParseError

__all__ = ["FORMAT", "GAMES", "replay", "replay_moves"]

#: The version of the record format that this package writes and reads.
FORMAT = 1

#: The games that can be recorded.
GAMES = ("draw", "president", "chopsticks", "hearts", "ends")

_KEYS = ("format", "game", "rules", "seed", "deal", "seats", "moves", "result")


def replay(record: Mapping[str, Any]) -> Game:
    """Play a recorded game again, checking every move.

    Parameters
    ----------
    record
        What :meth:`Game.record` gives.

    Returns
    -------
    Game
        The game after the last recorded move.

    Raises
    ------
    ParseError
        If the record is damaged; the message says where.
    """
    game = _begin(_checked(record))
    for place, text in enumerate(_list(record, "moves"), start=1):
        _play(game, place, text)
    result = game.scores() if game.is_over else None
    if record["result"] != result:
        raise ParseError(f"record: the result is {result}, but it says {record['result']!r}")
    return game


def replay_moves(record: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Give the moves of a recorded game with the seat that made each.

    Parameters
    ----------
    record
        What :meth:`Game.record` gives.

    Yields
    ------
    tuple
        The seat and the text of its move.
    """
    game = _begin(_checked(record))
    for place, text in enumerate(_list(record, "moves"), start=1):
        seat = game.to_move
        _play(game, place, text)
        assert seat is not None
        yield seat, text


def _play(game: Game, place: int, text: Any) -> None:
    # Games also take cards and numbers, which a record never holds.
    if not isinstance(text, str):
        raise ParseError(f"record: move {place}: expected a move as text, found {text!r}")
    try:
        game.play(text)
    except (IllegalMoveError, ParseError) as error:
        raise ParseError(f"record: move {place}: {error}") from error


def _checked(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Check everything about a record but its rules and moves."""
    if not isinstance(record, Mapping):
        raise ParseError(f"record: expected named values, found {type(record).__name__}")
    for key in _KEYS:
        if key not in record:
            raise ParseError(f"record: the key {key!r} is missing")
    if record["format"] != FORMAT:
        raise ParseError(f"record: expected format {FORMAT}, found {record['format']!r}")
    if record["game"] not in GAMES:
        expected = ", ".join(GAMES)
        raise ParseError(f"record: unknown game {record['game']!r}, expected one of {expected}")
    if not all(isinstance(name, str) for name in _list(record, "seats")):
        raise ParseError(f"record: seats: expected names, found {record['seats']!r}")
    return record


def _begin(record: Mapping[str, Any]) -> Game:
    """Set up the game as it was before its first move."""
    rules = record["rules"]
    if not isinstance(rules, Mapping):
        raise ParseError(f"record: rules: expected named values, found {rules!r}")
    arguments = {key: record[key] for key in ("seed", "deal") if record[key] is not None}
    module = import_module(f"cardcore.{record['game']}")
    parameters = signature(module.new).parameters
    for name, value in arguments.items():
        if name not in parameters:
            raise ParseError(f"record: {name}: {record['game']} has none, found {value!r}")
    known = [name for name in parameters if name not in ("seed", "deal")]
    for name in rules:
        if name not in known:
            expected = f"no rule of {record['game']}, expected one of {', '.join(known)}"
            raise ParseError(f"record: rules: {name!r} is {expected}")
    try:
        game: Game = module.new(**rules, **arguments)
    except (TypeError, ValueError) as error:
        raise ParseError(f"record: the game cannot be set up: {error}") from error
    if not arguments and game.record()["seed"] is not None:
        raise ParseError("record: expected a seed or a deal, found neither")
    if len(_list(record, "seats")) != game.seats:
        found = len(record["seats"])
        raise ParseError(f"record: seats: expected {game.seats} names, found {found}")
    return game


def _list(record: Mapping[str, Any], key: str) -> list[Any]:
    value = record[key]
    if not isinstance(value, list):
        raise ParseError(f"record: {key}: expected a list, found {value!r}")
    return value
