"""The registry of games, and the only list of them.

Everything else uses the name of a game: its module is ``cardcore.<game>``, the plain Python version
of its rules ``cardcore.reference.<game>``, the parity checks of both ``cardcore.compare.<game>``,
its presentation to people ``cardcore.<game>.presentation``, what a review has to know of it
``cardcore.<game>.review``, and its terminal rendering ``cardcore.cli.games.<game>``.

>>> games()
['draw', 'president', 'chopsticks', 'hearts', 'ends']
>>> new("hearts", seed=7).seats
4
"""

from functools import cache
from importlib import import_module

# Type checkers treat this name as true. Modules for types and dataclasses are loaded only when
# needed: they take longer than the rest of the package, and an interrupt meanwhile would show.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal, overload

    from cardcore import chopsticks as chopsticks
    from cardcore import draw as draw
    from cardcore import ends as ends
    from cardcore import hearts as hearts
    from cardcore import president as president
    from cardcore._core import Game
    from cardcore.chance import Chance
    from cardcore.names import GameName
    from cardcore.presentation import Presentation
    from cardcore.reviews.reviewer import Reviewer

_GAMES: "tuple[GameName, ...]" = (
    "draw",
    "president",
    "chopsticks",
    "hearts",
    "ends",
)

#: What people call a game, where that is not its name.
_TITLES = {"draw": "five-card draw"}

#: Tiny games for tests and comparisons of learning algorithms: nobody plays them.
_TOY_GAMES = ("kuhn", "leduc")


def games() -> "list[GameName]":
    """List the names of the games."""
    return list(_GAMES)


def title(game: str) -> str:
    """Return what people call a game.

    >>> title("draw"), title("hearts")
    ('five-card draw', 'Hearts')
    """
    return _TITLES.get(game, game.capitalize())


def toy_games() -> list[str]:
    """List the tiny games for tests and comparisons, which :func:`games` leaves out.

    They work in :func:`new`, records and environments, and have neither a terminal nor a browser
    table, and no documentation for players.

    >>> toy_games()
    ['kuhn', 'leduc']
    >>> new("kuhn", seed=7).view(0).hand
    ['J']
    """
    return list(_TOY_GAMES)


def game_module(game: str) -> "Any":
    """Return the module of a game, with its ``Rules`` and its ``new``.

    Raises
    ------
    ValueError
        If the game is unknown; the message lists the known ones.
    """
    if game in _TOY_GAMES:
        return import_module(f"cardcore.toy_games.{game}")
    if game not in _GAMES:
        raise ValueError(f"unknown game {game!r}, expected one of {', '.join(_GAMES)}")
    return import_module(f"cardcore.{game}")


def chance(game: str) -> "Chance":
    """Return the description of a game's chance nodes.

    Raises
    ------
    ValueError
        If the game has none; the message lists the games that have one.
    """
    if game not in games_with_chance():
        known = ", ".join(games_with_chance())
        raise ValueError(f"unknown game {game!r}, expected one of {known}")
    found: Chance = import_module(f"cardcore.{game}.chance").CHANCE
    return found


def games_with_chance() -> list[str]:
    """List the games with chance nodes that can be dealt card by card.

    >>> games_with_chance()
    ['draw', 'president', 'chopsticks', 'hearts', 'ends']
    """
    from importlib.util import find_spec

    return [game for game in _GAMES if find_spec(f"cardcore.{game}.chance")]


@cache
def presentation(game: str) -> "Presentation[Any]":
    """Return the presentation of a game: its own, or the defaults for any game.

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


@cache
def reviewer(game: str) -> "Reviewer[Any]":
    """Return what a review has to know of a game: its own, or the defaults for any game.

    >>> reviewer("hearts").unit
    'points'
    """
    from importlib.util import find_spec

    name = f"{game_module(game).__name__}.review"
    if find_spec(name) is None:
        from cardcore.reviews.reviewer import Reviewer

        return Reviewer(game)
    found: Reviewer[Any] = import_module(name).REVIEWER
    return found


def rule_names(game: str) -> list[str]:
    """List the rules of a game: the fields of its ``Rules``.

    >>> rule_names("president")
    ['players', 'rounds', 'trade', 'kinds', ...]
    """
    from dataclasses import fields

    return [rule.name for rule in fields(game_module(game).Rules)]


# The type of a game follows from its name, where that is known.
if TYPE_CHECKING:

    @overload
    def new(
        game: Literal["draw"],
        rules: draw.Rules | Mapping[str, Any] | None = None,
        *,
        players: int | None = None,
        seed: int | None = None,
        deal: Any = None,
        **options: Any,
    ) -> Game[draw.View, str]: ...
    @overload
    def new(
        game: Literal["president"],
        rules: president.Rules | Mapping[str, Any] | None = None,
        *,
        players: int | None = None,
        seed: int | None = None,
        deal: Any = None,
        **options: Any,
    ) -> Game[president.View, president.Move]: ...
    @overload
    def new(
        game: Literal["chopsticks"],
        rules: chopsticks.Rules | Mapping[str, Any] | None = None,
        *,
        players: int | None = None,
        seed: int | None = None,
        deal: Any = None,
        **options: Any,
    ) -> Game[chopsticks.View, str]: ...
    @overload
    def new(
        game: Literal["hearts"],
        rules: hearts.Rules | Mapping[str, Any] | None = None,
        *,
        players: int | None = None,
        seed: int | None = None,
        deal: Any = None,
        **options: Any,
    ) -> Game[hearts.View, str]: ...
    @overload
    def new(
        game: Literal["ends"],
        rules: ends.Rules | Mapping[str, Any] | ends.Row | None = None,
        *,
        players: int | None = None,
        seed: int | None = None,
        deal: Any = None,
        **options: Any,
    ) -> Game[ends.View, str]: ...
    @overload
    def new(
        game: str,
        rules: Any = None,
        *,
        players: int | None = None,
        seed: int | None = None,
        deal: Any = None,
        **options: Any,
    ) -> Game[Any, Any]: ...


def new(
    game: str,
    rules: "Any" = None,
    *,
    players: int | None = None,
    seed: int | None = None,
    deal: "Any" = None,
    **options: "Any",
) -> "Game":
    """Start a game by name.

    Parameters
    ----------
    game
        One of :func:`games`.
    rules, players, seed, deal, **options
        Passed to the ``new`` of the game's module.

    Raises
    ------
    ValueError
        If the game is unknown, or its rules are invalid.

    Examples
    --------
    >>> new("president", players=3, rounds=1, seed=7)
    <president game, 0 moves, seat 2 to move>
    """
    start = game_module(game).new
    started: Game = start(rules, players=players, seed=seed, deal=deal, **options)
    return started
