"""Players, and a game between them.

A player is a native bot, given by its name, or any object with a method ``choose(view)`` that
returns one of ``view.legal_moves()``. It is shown what its seat may know and nothing else.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, overload, runtime_checkable

from cardcore._core import Bots, Game, bot_parameters, is_reproducible
from cardcore.errors import IllegalMoveError, ParseError
from cardcore.registry import new

__all__ = [
    "Bot",
    "Parameter",
    "Player",
    "Seated",
    "bots",
    "check_bot",
    "check_seated",
    "play",
]


@runtime_checkable
class Player(Protocol):
    """Anything that can choose a move."""

    # Of any kind: a player of one game asks for the views of that game.
    def choose(self, view: Any, /) -> Any:
        """Choose one of ``view.legal_moves()``."""
        ...


#: A player or the name of a native bot.
Seated: TypeAlias = Player | str


@dataclass(frozen=True)
class Parameter:
    """Something about a native bot that can be chosen, as in ``search:worlds=50``."""

    name: str
    """The name, as it is typed."""
    expected: str
    """What may be chosen, in words."""
    default: str | None
    """What is chosen if nobody chooses; ``None`` if that is nothing."""
    summary: str
    """What it means, in one line."""


@dataclass(frozen=True)
class Bot:
    """A native bot: what it is called, what it does and what can be chosen about it."""

    name: str
    """The name, as it is typed."""
    summary: str
    """What it does, in one line."""
    parameters: tuple[Parameter, ...]
    """What may follow its name, each behind a colon."""


@overload
def bots(game: str, *, details: Literal[False] = False) -> list[str]: ...


@overload
def bots(game: str, *, details: Literal[True]) -> list[Bot]: ...


def bots(game: str, *, details: bool = False) -> list[str] | list[Bot]:
    """Name the native bots of a game, weakest first.

    Parameters
    ----------
    game
        The name of the game.
    details
        Whether to tell what each of them does and takes, too.

    Raises
    ------
    ValueError
        If there is no such game.

    Examples
    --------
    >>> bots("ends")
    ['random', 'greedy', 'lookahead', 'optimal', 'perfect']
    >>> bots("ends", details=True)[0]
    Bot(name='random', summary='any legal move, each equally likely', parameters=())
    """
    template = new(game, seed=0)
    if not details:
        return [name for name, _ in template.bots()]
    return [
        Bot(
            name, summary, tuple(Parameter(p.name, p.expected, p.default, p.summary) for p in found)
        )
        for (name, summary), found in zip(template.bots(), bot_parameters(template), strict=True)
    ]


def play(
    game: Game,
    players: Sequence[Seated],
    *,
    seed: int = 0,
    after_move: Callable[[Game, int], object] | None = None,
) -> Game:
    """Play a game to its end.

    Parameters
    ----------
    game
        A game, new or in progress; it is played on in place.
    players
        One per seat: objects with ``choose(view)``, or names of native bots, which may be followed
        by parameters: ``search:worlds=50``.
    seed
        The seed of everything random in the native bots' choices.
    after_move
        Called with the game and the seat that moved, after every move.

    Returns
    -------
    Game
        The same game, over.

    Raises
    ------
    IllegalMoveError
        If a player returns a move that is not legal; the message names the seat, the move and
        what was legal. The game is as it was before that move.
    ValueError
        If there is not one player per seat, no such bot, or a parameter that it does not take.
    TypeError
        If an argument is of another kind.

    Examples
    --------
    >>> from cardcore import ends
    >>> class AlwaysLeft:
    ...     def choose(self, view):
    ...         return "L"
    >>> game = play(ends.new([3, 10, 3, 9, 5, 2]), [AlwaysLeft(), "greedy"])
    >>> game.moves, game.scores()
    (['L', 'L', 'L', 'L', 'L', 'L'], [11, 21])
    """
    if not isinstance(game, Game):
        raise TypeError(f"game: expected a Game, found {game!r}")
    check_seated("players", players)
    if len(players) != game.seats:
        raise ValueError(f"expected {game.seats} players, one per seat, found {len(players)}")
    if after_move is not None and not callable(after_move):
        raise TypeError(f"after_move: expected a function, found {after_move!r}")
    native = Bots(game, [name if isinstance(name, str) else None for name in players], seed)
    while (seat := game.to_move) is not None:
        player = players[seat]
        if isinstance(player, str):
            # Someone who watches wants to see one move at a time; nobody else does.
            native.advance(game, None if after_move is None else 1)
        else:
            chosen = player.choose(game.view(seat))
            try:
                game.play(chosen)
            except (IllegalMoveError, ParseError, TypeError) as error:
                raise IllegalMoveError(_refusal(game, seat, chosen, error)) from error
        if after_move is not None:
            after_move(game, seat)
    return game


def check_bot(game: Game, name: str) -> bool:
    """Refuse a name that is not that of a native bot of the game, or parameters it does not take.

    Returns
    -------
    bool
        Whether the same view and seed always lead to the same choice.

    Raises
    ------
    ValueError
        With what there is instead.
    """
    return is_reproducible(game, [name])


def check_seated(argument: str, players: object) -> None:
    """Refuse what is not a list of players and names of bots."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise TypeError(f"{argument}: expected a list of names and players, found {players!r}")
    for place, player in enumerate(players):
        if not isinstance(player, (str, Player)):
            raise TypeError(f"seat {place}: expected a bot's name or a player, found {player!r}")


def _refusal(game: Game, seat: int, chosen: object, error: Exception, most: int = 20) -> str:
    """Say what was wrong with a move and what would have been right."""
    legal = [str(move) for move in game.legal_moves()]
    more = f" and {len(legal) - most} more" if len(legal) > most else ""
    return (
        f"the player of seat {seat} chose {chosen!r}: {error}; "
        f"legal: {', '.join(map(repr, legal[:most]))}{more}"
    )
