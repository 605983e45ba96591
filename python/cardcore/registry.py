"""The games there are: this is the one place that lists them.

Everything else goes by the name of a game: its module is ``cardcore.<game>``, the plain Python
version of its rules ``cardcore.reference.<game>``, what the two are compared on
``cardcore.compare.<game>``, what it tells people ``cardcore.<game>.presentation``, and how it looks
at the terminal ``cardcore.cli.games.<game>``.

>>> games()
['draw', 'president', 'chopsticks', 'hearts', 'ends']
>>> new("hearts", seed=7).seats
4
"""

from importlib import import_module

# Type checkers take this name for true. The modules for types and dataclasses are loaded when they
# are needed: they take longer than the rest of the package, and an interrupt on the way shows.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cardcore import chopsticks as chopsticks
    from cardcore import draw as draw
    from cardcore import ends as ends
    from cardcore import hearts as hearts
    from cardcore import president as president
    from cardcore._core import Game
    from cardcore.chance import Chance
    from cardcore.presentation import Presentation

_GAMES = (
    "draw",
    "president",
    "chopsticks",
    "hearts",
    "ends",
)


def games() -> list[str]:
    """Name the games."""
    return list(_GAMES)


def game_module(game: str) -> "Any":
    """Give the module of a game, with its ``Rules`` and its ``new``.

    Raises
    ------
    ValueError
        If there is no such game; the message names those there are.
    """
    if game not in _GAMES:
        raise ValueError(f"unknown game {game!r}, expected one of {', '.join(_GAMES)}")
    return import_module(f"cardcore.{game}")


def chance(game: str) -> "Chance":
    """Give how a game is dealt by chance nodes.

    Raises
    ------
    ValueError
        If the game has no such description; the message names those that have one.
    """
    if game not in games_with_chance():
        known = ", ".join(games_with_chance())
        raise ValueError(f"unknown game {game!r}, expected one of {known}")
    found: Chance = import_module(f"cardcore.{game}.chance").CHANCE
    return found


def games_with_chance() -> list[str]:
    """Name the games that chance nodes can deal.

    >>> games_with_chance()
    ['draw', 'president', 'chopsticks', 'hearts', 'ends']
    """
    from importlib.util import find_spec

    return [game for game in _GAMES if find_spec(f"cardcore.{game}.chance")]


def presentation(game: str) -> "Presentation[Any]":
    """Give what a game tells people: its own presentation, or else the defaults for any game.

    >>> presentation("draw").title
    'five-card draw'
    """
    from importlib.util import find_spec

    name = f"{game_module(game).__name__}.presentation"
    if find_spec(name) is None:
        from cardcore.presentation import Presentation

        return Presentation(game)
    found: Presentation[Any] = import_module(name).PRESENTATION
    return found


def rule_names(game: str) -> list[str]:
    """Name the rules of a game: the fields of its ``Rules``.

    >>> rule_names("president")
    ['players', 'rounds', 'trade']
    """
    from dataclasses import fields

    return [rule.name for rule in fields(game_module(game).Rules)]


def new(
    game: str,
    rules: "Any" = None,
    *,
    players: int | None = None,
    seed: int | None = None,
    deal: "Any" = None,
    **options: "Any",
) -> "Game":
    """Begin a game by name.

    Parameters
    ----------
    game
        One of :func:`games`.
    rules, players, seed, deal, **options
        Passed on to the ``new`` of the game's module.

    Raises
    ------
    ValueError
        If there is no such game, or its rules make no game.

    Examples
    --------
    >>> new("president", players=3, rounds=1, seed=7)
    <president game, 0 moves, seat 2 to move>
    """
    begin = game_module(game).new
    made: Game = begin(rules, players=players, seed=seed, deal=deal, **options)
    return made
