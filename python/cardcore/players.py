"""Players, and a game between them.

A player is a native bot, given by its name, or any object with a method ``choose(view)`` that
returns one of ``view.legal_moves()``. It sees only what its seat may know.

A player may also have the methods ``match_started(view)``, ``part_ended(view)`` and
``match_ended(view)``: the first is called when it is seated, the others once hands, rounds or
deals and the match are over. ``view.past_from(n)`` has what is new to a player who has read ``n``
of the past ones.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, overload, runtime_checkable

from cardcore._core import Bots, Game, bot_parameters, is_reproducible
from cardcore.errors import IllegalMoveError, ParseError
from cardcore.names import BotName, GameName
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

    # Any type: a player of one game expects the views of that game.
    def choose(self, view: Any, /) -> Any:
        """Choose one of ``view.legal_moves()``."""
        ...


#: Some game, so that what comes back has the type of what was given.
_Game = TypeVar("_Game", bound="Game[Any, Any]")

#: A player or the name of a native bot.
Seated: TypeAlias = Player | BotName | str


@dataclass(frozen=True)
class Parameter:
    """A parameter of a native bot, as in ``search:worlds=50``."""

    name: str
    """The name, as it is typed."""
    expected: str
    """The allowed values, in words."""
    default: str | None
    """The default value; ``None`` if there is none."""
    summary: str
    """Its meaning, in one line."""


@dataclass(frozen=True)
class Bot:
    """A native bot: its name, a summary and its parameters."""

    name: str
    """The name, as it is typed."""
    summary: str
    """How it plays, in one line."""
    parameters: tuple[Parameter, ...]
    """The parameters that may follow its name, each after a colon."""


@overload
def bots(game: GameName | str, *, details: Literal[False] = False) -> list[str]: ...


@overload
def bots(game: GameName | str, *, details: Literal[True]) -> list[Bot]: ...


def bots(game: GameName | str, *, details: bool = False) -> list[str] | list[Bot]:
    """List the native bots of a game, weakest first.

    Parameters
    ----------
    game
        The name of the game.
    details
        Whether to return :class:`Bot` objects with summaries and parameters instead of names.

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
    game: _Game,
    players: Sequence[Seated],
    *,
    seed: int = 0,
    after_move: Callable[[_Game, int], object] | None = None,
) -> _Game:
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
        If there is not one player per seat, or a bot or parameter is unknown.
    TypeError
        If an argument has the wrong type.

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
    following = _Following(game, players)
    while (seat := game.to_move) is not None:
        player = players[seat]
        if isinstance(player, str):
            # Native bots play on at once, unless a callback wants to see every move.
            native.advance(game, None if after_move is None else 1)
        else:
            chosen = player.choose(game.view(seat))
            try:
                game.play(chosen)
            except (IllegalMoveError, ParseError, TypeError) as error:
                raise IllegalMoveError(_illegal_choice(game, seat, chosen, error)) from error
        following.follow()
        if after_move is not None:
            after_move(game, seat)
    native.advance(game, 0)
    return game


class _Following:
    """Tells the players who want to know how a match goes."""

    def __init__(self, game: Game, players: Sequence[Seated]) -> None:
        self._game = game
        self._past_count = game.past_count
        self._is_over = game.is_over
        self._hooks = {
            name: [
                (seat, getattr(player, name))
                for seat, player in enumerate(players)
                if not isinstance(player, str) and hasattr(player, name)
            ]
            for name in ("match_started", "part_ended", "match_ended")
        }
        self._has_hooks = any(self._hooks.values())
        self._call("match_started")

    def follow(self) -> None:
        """Tell what has ended since the last call."""
        if not self._has_hooks:
            return
        if self._game.past_count != self._past_count:
            self._past_count = self._game.past_count
            self._call("part_ended")
        if self._game.is_over and not self._is_over:
            self._is_over = True
            self._call("match_ended")

    def _call(self, name: str) -> None:
        for seat, hook in self._hooks[name]:
            hook(self._game.view(seat))


def check_bot(game: Game, name: str) -> bool:
    """Check the name of a native bot of the game, and its parameters.

    Returns
    -------
    bool
        Whether the same view and seed always give the same choice.

    Raises
    ------
    ValueError
        If there is no such bot or parameter; the message lists what there is.
    """
    return is_reproducible(game, [name])


def check_seated(argument: str, players: object) -> None:
    """Check that this is a list of players and names of bots."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise TypeError(f"{argument}: expected a list of names and players, found {players!r}")
    for seat, player in enumerate(players):
        if not isinstance(player, (str, Player)):
            raise TypeError(f"seat {seat}: expected a bot's name or a player, found {player!r}")


def _illegal_choice(
    game: Game, seat: int, chosen: object, error: Exception, shown: int = 20
) -> str:
    """Describe an illegal choice, and list legal moves."""
    legal = [str(move) for move in game.legal_moves()]
    more = f" and {len(legal) - shown} more" if len(legal) > shown else ""
    return (
        f"the player of seat {seat} chose {chosen!r}: {error}; "
        f"legal: {', '.join(map(repr, legal[:shown]))}{more}"
    )
