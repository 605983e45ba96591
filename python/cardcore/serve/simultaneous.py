"""Decisions that people make at the same time, though a game takes them one after the other.

Before a deal of Hearts everyone passes cards, knowing nothing of what the others pass. A game asks
the seats in turn; here everybody may decide at once, and a decision waits until it is its turn.
"""

from cardcore import Game
from cardcore.hearts import View as HeartsView

__all__ = ["deciders", "turn_of"]


def deciders(game: Game) -> list[int]:
    """Name the seats that may decide now: those still to pass, or the one to move.

    >>> from cardcore import hearts
    >>> game = hearts.new(seed=7)
    >>> deciders(game)
    [0, 1, 2, 3]
    >>> game.play(game.legal_moves()[0])
    >>> deciders(game)
    [1, 2, 3]
    """
    if game.to_move is None:
        return []
    view = game.view(game.to_move)
    if isinstance(view, HeartsView) and view.passing:
        return list(range(game.to_move, game.seats))
    return [game.to_move]


def turn_of(game: Game, seat: int) -> Game:
    """Give a game in which it is the turn of a seat that may decide now.

    It is the game itself, or a copy in which those before the seat have passed anything: what the
    seat sees and may do is the same, as nobody learns of passes before all have been made.
    """
    if game.to_move == seat:
        return game
    attempt = game.copy()
    while attempt.to_move != seat:
        attempt.play(attempt.legal_moves()[0])
    return attempt
