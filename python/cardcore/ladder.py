"""The levels of a game for programs: :func:`cardcore.levels`."""

from cardcore.difficulty import Level
from cardcore.names import GameName
from cardcore.registry import presentation

__all__ = ["levels"]


def levels(game: GameName | str) -> list[Level]:
    """Return the eight levels of difficulty of a game, easiest first.

    The ``bot`` of a level plays wherever a bot is named: in :func:`cardcore.play`, an arena or a
    tournament.

    Parameters
    ----------
    game
        The name of the game.

    Raises
    ------
    ValueError
        If there is no such game.

    Examples
    --------
    >>> import cardcore
    >>> found = cardcore.levels("ends")
    >>> [level.title for level in found][:3], found[-1].bot
    (['First game', 'Easy', 'Casual'], 'perfect')
    >>> game = cardcore.play(cardcore.ends.new(seed=1), [found[0].bot, found[-1].bot], seed=1)
    """
    return list(presentation(game).levels().values())
