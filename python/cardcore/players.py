"""Players, and a game between them.

A player is a native bot, given by its name, or any object with a method ``choose(view)`` that
returns one of ``view.legal_moves()``. It is shown what its seat may know and nothing else.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

from cardcore._core import Bots, Game, View
from cardcore.errors import IllegalMoveError, ParseError
from cardcore.registry import new

__all__ = ["Human", "Player", "Seated", "bots", "check_seated", "play"]


@runtime_checkable
class Player(Protocol):
    """Anything that can choose a move."""

    # Of any kind: a player of one game asks for the views of that game.
    def choose(self, view: Any, /) -> Any:
        """Choose one of ``view.legal_moves()``."""
        ...


#: A player or the name of a native bot.
Seated: TypeAlias = Player | str


def bots(game: str) -> list[str]:
    """Name the native bots of a game, weakest first.

    >>> bots("ends")
    ['random', 'greedy', 'lookahead', 'optimal', 'perfect']
    """
    return [name for name, _ in new(game, seed=0).bots()]


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
        One per seat: objects with ``choose(view)``, or names of native bots.
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
        If there is not one player per seat, or no such bot.
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


def check_seated(argument: str, players: object) -> None:
    """Refuse what is not a list of players and names of bots."""
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise TypeError(f"{argument}: expected a list of names and players, found {players!r}")
    for place, player in enumerate(players):
        if not isinstance(player, (str, Player)):
            raise TypeError(f"seat {place}: expected a bot's name or a player, found {player!r}")


class Human:
    """A person: shown the view, asked for a move until it is a legal one.

    Parameters
    ----------
    ask
        Gives what the person typed; called with a prompt.
    tell
        Shows a line of text.
    show
        Shows the view before the first question of a turn.
    commands
        Words that are not moves, in either case, and what to do with the view when one is typed.
    """

    def __init__(
        self,
        ask: Callable[[str], str] = input,
        tell: Callable[[str], object] = print,
        show: Callable[[View], object] | None = None,
        commands: Mapping[str, Callable[[View], object]] | None = None,
    ) -> None:
        self._ask = ask
        self._tell = tell
        self._show = show or self._list
        self._commands = {word.lower(): do for word, do in (commands or {}).items()}

    def choose(self, view: View, /) -> Any:
        """Ask until the answer is a legal move, by its number in the list or by its text."""
        moves = view.legal_moves()
        by_text = {str(move): move for move in moves}
        self._show(view)
        while True:
            answer = " ".join(self._ask("your move: ").split())
            if answer.lower() in self._commands:
                self._commands[answer.lower()](view)
            elif not answer:
                self._tell(f"expected a move or its number{self._words()}")
            elif answer in by_text:
                return by_text[answer]
            elif answer.isdecimal():
                number = int(answer)
                if 1 <= number <= len(moves):
                    return moves[number - 1]
                self._tell(f"expected a number from 1 to {len(moves)}, found {number}")
            else:
                chosen = self._read(view, answer)
                if chosen is not None:
                    return chosen

    def _read(self, view: View, answer: str) -> Any | None:
        """Read a move in any of the forms the game accepts; tell what is wrong with it if not."""
        try:
            attempt = view.sample(seed=0)
            attempt.play(answer)
        except (IllegalMoveError, ParseError) as error:
            self._tell(f"{error}{self._words()}")
            return None
        return attempt.moves[-1]

    def _words(self) -> str:
        words = ", ".join(sorted(self._commands))
        return f" (or type {words})" if words else ""

    def _list(self, view: View) -> None:
        for name, value in view.to_dict().items():
            self._tell(f"{name}: {value}")
        for number, move in enumerate(view.legal_moves(), start=1):
            self._tell(f"{number}. {move}")


def _refusal(game: Game, seat: int, chosen: object, error: Exception, most: int = 20) -> str:
    """Say what was wrong with a move and what would have been right."""
    legal = [str(move) for move in game.legal_moves()]
    more = f" and {len(legal) - most} more" if len(legal) > most else ""
    return (
        f"the player of seat {seat} chose {chosen!r}: {error}; "
        f"legal: {', '.join(map(repr, legal[:most]))}{more}"
    )
