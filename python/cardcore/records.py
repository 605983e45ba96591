"""Game records: everything needed to replay a game move by move, as plain JSON values.

This is the only module that knows their format. A record is a dictionary with these keys:

``format``
    The version of the format, 2. Records of format 1 are read as well.
``game``
    The name of the game.
``rules``
    The rules of the game: the fields of its ``Rules``.
``seed``, ``deal``
    The source of the cards: a seed, and a deal if one was given; ``deals`` instead of ``deal`` if
    several were given.
``stacks``
    In draw games, the stacks at the start if they differ from those of the rules; optional.
``seats``
    The names of the players.
``players``
    What plays at each seat, such as the name of a bot; optional.
``bots_seed``
    The seed of the bots' choices, from which they continue; optional.
``moves``
    The moves as text.
``result``
    The scores once the game is over; ``None`` before.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from cardcore._core import Game, View, whole_number
from cardcore.errors import IllegalMoveError, ParseError
from cardcore.registry import game_module, games, rule_names, toy_games

__all__ = ["FORMAT", "bots_seed", "players", "record", "replay", "replay_moves", "replay_positions"]

#: The version of the record format that this package writes.
FORMAT = 2

_KEYS = ("format", "game", "rules", "seed", "deal", "seats", "moves", "result")


def record(
    game: Game,
    seats: Iterable[str] | None = None,
    players: Iterable[str] | None = None,
    *,
    bots_seed: int | None = None,
) -> dict[str, Any]:
    """Make the record of a game; :meth:`Game.record` is the same.

    Parameters
    ----------
    game
        The game.
    seats
        The names of the players.
    players
        What plays at each seat.
    bots_seed
        The seed of the bots' choices.

    Raises
    ------
    ValueError
        If there is not one name per seat, the seed is out of range, or the game was sampled from a
        view.
    TypeError
        If the names are not a list of text, or the seed is not a whole number.
    """
    # Another thread may continue the game in the meantime.
    game = game.copy()
    start = game.start
    if start is None:
        raise ValueError("a game sampled from a view has no record: it was not dealt")
    names = [f"seat {seat}" for seat in range(game.seats)]
    return {
        "format": FORMAT,
        "game": game.name,
        "rules": game.rules,
        **{"seed": None, "deal": None, **start},
        "seats": names if seats is None else _names("seats", seats, game.seats),
        **({} if players is None else {"players": _names("players", players, game.seats)}),
        **({} if bots_seed is None else {"bots_seed": _seed(bots_seed)}),
        "moves": game.moves,
        "result": game.scores() if game.is_over else None,
    }


def view_of(game: Game, seat: int | None) -> View:
    """Return the view of a seat: what a pickled view restores."""
    view: View = game.view(seat)
    return view


def _names(key: str, names: Iterable[str], count: int) -> list[str]:
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise TypeError(f"{key}: expected a list of names, found {names!r}")
    found = list(islice(names, count + 1))
    for name in found:
        if not isinstance(name, str):
            raise TypeError(f"{key}: expected a name, found {name!r}")
    if len(found) != count:
        surplus = "more" if len(found) > count else str(len(found))
        raise ValueError(f"{key}: expected {count} names, found {surplus}")
    # Lone surrogates could not be written to a file.
    return [name.encode("utf-8", "replace").decode() for name in found]


def players(record: Mapping[str, Any]) -> list[str]:
    """Return what plays at each seat of a recorded game; by default, the name of the seat."""
    key = "players" if "players" in record else "seats"
    found = _list(record, key)
    if not all(isinstance(name, str) for name in found):
        raise ParseError(f"record: {key}: expected a list of names, found {record[key]!r}")
    return found


def bots_seed(record: Mapping[str, Any]) -> int | None:
    """Return the seed of the bots' choices in a recorded game, if there is one.

    Raises
    ------
    ParseError
        If it is not a seed.
    """
    found = record.get("bots_seed")
    if found is None:
        return None
    try:
        return _seed(found)
    except (TypeError, ValueError) as error:
        raise ParseError(f"record: {error}") from error


def _seed(seed: int) -> int:
    return whole_number("bots_seed", seed, 0, 2**64 - 1)


def replay(record: Mapping[str, Any]) -> Game:
    """Replay a recorded game, checking every move.

    Parameters
    ----------
    record
        The result of :meth:`Game.record`.

    Returns
    -------
    Game
        The game after the last recorded move.

    Raises
    ------
    ParseError
        If the record is invalid; the message says where.
    """
    record = _checked(record)
    game = _start(record)
    for number, text in enumerate(_list(record, "moves"), start=1):
        _play(game, number, text)
    result = game.scores() if game.is_over else None
    if not _is_result(record["result"], result):
        raise ParseError(f"record: the result is {result}, but it says {record['result']!r}")
    return game


def replay_moves(record: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """Iterate over the moves of a recorded game with the seat that made each.

    Parameters
    ----------
    record
        The result of :meth:`Game.record`.

    Yields
    ------
    tuple
        The seat and the text of its move.
    """
    for _, seat, text in replay_positions(record):
        yield seat, text


def replay_positions(record: Mapping[str, Any]) -> Iterator[tuple[Game, int, str]]:
    """Iterate over the positions of a recorded game, with the move that was made in each.

    Parameters
    ----------
    record
        The result of :meth:`Game.record`.

    Yields
    ------
    tuple
        The game before the move, the seat to move, and the text of its move. The game goes on with
        the iteration: copy what should stay.
    """
    record = _checked(record)
    game = _start(record)
    for number, text in enumerate(_list(record, "moves"), start=1):
        seat = game.to_move
        if seat is None:
            _play(game, number, text)
        assert seat is not None
        yield game, seat, text
        _play(game, number, text)


def _play(game: Game, number: int, text: Any) -> None:
    # Games also take cards and numbers, which are not valid in a record.
    if not isinstance(text, str):
        raise ParseError(f"record: move {number}: expected a move as text, found {text!r}")
    try:
        game.play(text)
    except (IllegalMoveError, ParseError) as error:
        raise ParseError(f"record: move {number}: {error}") from error


def _checked(record: Mapping[str, Any]) -> Mapping[str, Any]:
    """Check a record except its rules and moves, and upgrade it to the current format."""
    if not isinstance(record, Mapping):
        raise ParseError(f"record: expected named values, found {type(record).__name__}")
    for key in _KEYS:
        if key not in record:
            raise ParseError(f"record: the key {key!r} is missing")
    version = record["format"]
    # True and 1.0 equal 1 but are not valid versions.
    if type(version) is not int or version not in (1, FORMAT):
        raise ParseError(f"record: expected format 1 or {FORMAT}, found {version!r}")
    if record["game"] not in (*games(), *toy_games()):
        expected = ", ".join(games())
        raise ParseError(f"record: unknown game {record['game']!r}, expected one of {expected}")
    if not all(isinstance(name, str) for name in _list(record, "seats")):
        raise ParseError(f"record: seats: expected names, found {record['seats']!r}")
    if not isinstance(record["rules"], Mapping):
        raise ParseError(f"record: rules: expected named values, found {record['rules']!r}")
    if version == 1:
        # Two games had a different record then; their modules convert it.
        upgrade = getattr(game_module(record["game"]), "upgrade_record", dict)
        return {**upgrade(record), "format": FORMAT}
    return record


def _is_result(found: Any, scores: list[int] | None) -> bool:
    """Compare a recorded result with the scores; floats such as 3.0 are not valid scores."""
    if scores is None or not isinstance(found, list):
        return found is scores
    return all(type(score) is int for score in found) and found == scores


def _start(record: Mapping[str, Any]) -> Game:
    """Start the recorded game, before its first move."""
    name, rules = record["game"], record["rules"]
    known = rule_names(name)
    for rule in rules:
        if rule not in known:
            expected = f"expected one of {', '.join(known)}"
            raise ParseError(f"record: rules: {rule!r} is not a rule of {name}, {expected}")
    start = {key: record.get(key) for key in ("seed", "deal", "deals", "stacks")}
    given = {key: value for key, value in start.items() if value is not None}
    # A rule may have the name of what was dealt.
    named = {"rules": dict(rules)} if rules.keys() & given.keys() else rules
    try:
        game: Game = game_module(name).new(**named, **given)
    except (TypeError, ValueError) as error:
        raise ParseError(f"record: the game cannot be set up: {error}") from error
    actual = game.start or {}
    for key, value in given.items():
        # A list of one deal is recorded as a deal.
        if key not in actual and not (key == "deals" and "deal" in actual):
            raise ParseError(f"record: {key}: {name} has none here, found {value!r}")
    if not given and actual:
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
