"""Players, and a game between them.

A player is a native bot, given by its name, or any object with a method ``choose(view)`` that
returns one of ``view.legal_moves()``. It is shown what its seat may know and nothing else.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from inspect import signature
from typing import Any, Protocol, TypeAlias, runtime_checkable

from cardcore._core import Bots, Game, View
from cardcore.errors import IllegalMoveError, ParseError
from cardcore.records import GAMES

__all__ = ["Player", "Seated", "bots", "game_module", "new_game", "play"]


@runtime_checkable
class Player(Protocol):
    """Anything that can choose a move."""

    def choose(self, view: View, /) -> Any:
        """Choose one of ``view.legal_moves()``."""
        ...


#: A player or the name of a native bot.
Seated: TypeAlias = Player | str


def game_module(game: str) -> Any:
    """Give the module of a game.

    Raises
    ------
    ValueError
        If there is no such game; the message names those there are.
    """
    if game not in GAMES:
        raise ValueError(f"unknown game {game!r}, expected one of {', '.join(GAMES)}")
    return import_module(f"cardcore.{game}")


def new_game(game: str, players: int | None = None, **options: Any) -> Game:
    """Set up a game by name, for a number of players where the game lets one choose."""
    new = game_module(game).new
    if players is not None and "players" in signature(new).parameters:
        options.setdefault("players", players)
    made: Game = new(**options)
    return made


def bots(game: str) -> list[str]:
    """Name the native bots of a game, weakest first.

    >>> bots("ends")
    ['random', 'greedy', 'lookahead', 'optimal', 'perfect']
    """
    return [name for name, _ in new_game(game, seed=0).bots()]


def play(
    game: Game,
    players: Sequence[Seated],
    *,
    seed: int = 0,
    after_move: Callable[[Game], object] | None = None,
) -> Game:
    """Play a game to its end.

    Parameters
    ----------
    game
        A game, new or in progress; it is played on in place.
    players
        One per seat: objects with ``choose(view)``, or names of native bots.
    seed
        The seed of everything random in the native bots' choices.
    after_move
        Called with the game after every move of a Python player, and at the end.

    Returns
    -------
    Game
        The same game, over.

    Raises
    ------
    IllegalMoveError
        If a player returns a move that is not legal; the message names the seat, the move and
        what was legal. The game is as it was before that move.

    Examples
    --------
    >>> from cardcore import ends
    >>> class AlwaysLeft:
    ...     def choose(self, view):
    ...         return "L"
    >>> game = play(ends.new([3, 10, 3, 9, 5, 2]), [AlwaysLeft(), "greedy"])
    >>> game.moves, game.scores()
    (['L', 'L', 'L', 'L', 'L', 'R'], [11, 21])
    """
    if len(players) != game.seats:
        raise ValueError(f"expected {game.seats} players, one per seat, found {len(players)}")
    for place, player in enumerate(players):
        if not isinstance(player, (str, Player)):
            raise TypeError(f"seat {place}: expected a bot's name or a player, found {player!r}")
    native = Bots(game, [name if isinstance(name, str) else None for name in players], seed)
    native.advance(game)
    while (seat := game.to_move) is not None:
        player = players[seat]
        assert not isinstance(player, str)
        chosen = player.choose(game.view(seat))
        try:
            game.play(chosen)
        except (IllegalMoveError, ParseError, TypeError) as error:
            raise IllegalMoveError(refusal(game, seat, chosen, error)) from error
        native.advance(game)
        if after_move is not None:
            after_move(game)
    return game


def refusal(game: Game, seat: int, chosen: object, error: Exception, most: int = 20) -> str:
    """Say what was wrong with a move and what would have been right."""
    legal = [str(move) for move in game.legal_moves()]
    more = f" and {len(legal) - most} more" if len(legal) > most else ""
    return (
        f"the player of seat {seat} chose {chosen!r}: {error}; "
        f"legal: {', '.join(map(repr, legal[:most]))}{more}"
    )
