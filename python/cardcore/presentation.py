"""What a game tells people, wherever they play it: titles, levels, rules, hints, costs of moves.

The presentation of a game is ``PRESENTATION`` in ``cardcore.<game>.presentation``, and
:func:`cardcore.registry.presentation` finds it. The terminal and the server both use it, and each
draws the game in its own way. A game without that module has the defaults of this one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from inspect import getdoc
from typing import Any, Generic, TypeAlias, TypeVar

from cardcore._core import Game, View
from cardcore.errors import ParseError
from cardcore.opponents import Level, make_levels, usual_levels
from cardcore.players import bots
from cardcore.plural import count
from cardcore.registry import game_module

__all__ = ["Cost", "Estimate", "Estimates", "Hint", "Presentation", "Remembered", "Weighed"]

#: Moves with the points expected of them, half the width of the interval, and the worlds seen.
Weighed: TypeAlias = Sequence[tuple[Any, float, float | None, int]]

#: The most moves that are listed for a page; of more than that, only the words in them are.
_MOST_MOVES = 120

#: How many moves a hint gives numbers for.
_MOST_ESTIMATES = 4

_View = TypeVar("_View", bound=View)


@dataclass(frozen=True)
class Estimate:
    """What is expected of a move."""

    move: str
    """The move."""
    value: float
    """The mean over the possible deals it was tried in."""
    margin: float | None
    """Half the width of the 95% interval, if there is one."""


@dataclass(frozen=True)
class Estimates:
    """What is expected of the best moves, as numbers; ``str()`` puts them into a sentence."""

    moves: tuple[Estimate, ...]
    """The best moves, best first."""
    worlds: int
    """The number of possible deals that the first was tried in."""
    quantity: str = "expected points"
    """What the values are."""
    digits: int = 1
    """The number of decimals worth showing."""
    others: int = 0
    """The number of moves that looked worse and are not in ``moves``."""

    def __str__(self) -> str:
        shown = [
            f"{estimate.move} {estimate.value:.{self.digits}f}"
            + ("" if estimate.margin is None else f" ± {estimate.margin:.{self.digits}f}")
            for estimate in self.moves
        ]
        more = f" (and {count(self.others, 'move')} that looked worse)" if self.others else ""
        worlds = count(self.worlds, "possible deal")
        return f"{self.quantity}, by trying it in {worlds}: {', '.join(shown)}{more}"


@dataclass(frozen=True)
class Hint:
    """A good move for a seat, and what speaks for it."""

    move: str
    """The move."""
    reasons: tuple[str, ...]
    """What speaks for it, in words."""
    numbers: Estimates | None
    """What is expected of the best moves, if the adviser estimates that."""
    words: str
    """Whose choice it is, to be put before the move."""

    @property
    def explanation(self) -> list[str]:
        """The reasons, and the numbers as a sentence."""
        return [*self.reasons, *([] if self.numbers is None else [str(self.numbers)])]


@dataclass(frozen=True)
class Cost:
    """What a move cost, seen afterwards with every card open."""

    loss: float
    """What the best move was better by; 0 if the move was as good as any."""
    unit: str
    """The unit of the loss."""
    by: str
    """What the loss takes for granted."""


@dataclass(frozen=True)
class Remembered:
    """What a seat may look back on after a move; a game adds the facts it needs."""

    part: int
    """The number of the hand, round or deal, or 0 if the game has no parts."""


class Presentation(Generic[_View]):
    """What a game tells people; the defaults work for any game.

    Parameters
    ----------
    game
        The name of the game, as it is typed.

    Examples
    --------
    >>> from cardcore import ends
    >>> hint = Presentation("ends").hint(ends.new([3, 2, 10, 4]).view(0))
    >>> hint.words, hint.move
    ('perfect would play', 'L')
    """

    #: The bots of the levels, easiest first; without them the strongest bot slips less and less.
    ladder: Sequence[str] = ()

    #: The level of opponents by default: one that can be beaten.
    usual_level = "best"

    #: The largest numbers of rules at a table in a browser, where the usual limit would make games
    #: too long or too large, or is too small for chips.
    limits: Mapping[str, int] = {}

    #: Bots that must solve the game first by some rules, each with the bot that plays in its place
    #: where nobody can wait for that.
    substitutes: Mapping[str, str] = {}

    def __init__(self, game: str) -> None:
        self.game = game

    @property
    def title(self) -> str:
        """What people call the game."""
        return self.game.capitalize()

    @property
    def description(self) -> str:
        """The game in one line."""
        return (getdoc(game_module(self.game)) or self.title).partition("\n")[0]

    def levels(self) -> Mapping[str, Level]:
        """Give the opponents by difficulty: ``easy``, ``medium``, ``hard`` and ``best``."""
        return make_levels(self.ladder) if self.ladder else usual_levels(bots(self.game))

    def is_ready(self, bot: str, rules: Mapping[str, Any]) -> bool:
        """Tell whether a bot plays by these rules without solving the game first."""
        return True

    def rules(self, rules: Mapping[str, Any]) -> list[str]:
        """Explain the game as it is played, in ten lines at most."""
        return [f"{name.replace('_', ' ')}: {value}" for name, value in rules.items()]

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain in a sentence how moves are typed."""
        return "moves are typed as they are listed"

    def read_view(self, facts: Mapping[str, Any]) -> _View:
        """Make a view of what another program tells of one.

        Raises
        ------
        ParseError
            If it cannot be one, or the game does not read views.
        """
        raise ParseError(f"{self.game}: a view cannot be read, expected a record")

    @property
    def adviser(self) -> str:
        """The bot that gives hints: the strongest."""
        return bots(self.game)[-1]

    def hint(self, view: _View, *, adviser: str | None = None) -> Hint:
        """Advise a seat from its view alone.

        Parameters
        ----------
        view
            What the seat sees.
        adviser
            The bot to ask, with its parameters; :attr:`adviser` if not given.
        """
        bot = adviser or self.adviser
        weighed: Weighed = view.weigh(bot, seed=0)
        move = str(weighed[0][0] if weighed else view.choose(bot, seed=0))
        reasons = tuple(self.reasons(view, move))
        words = f"{bot.partition(':')[0]} would play"
        return Hint(move, reasons, self.estimates(weighed), words)

    def reasons(self, view: _View, chosen: str) -> list[str]:
        """Say what speaks for the move of a hint."""
        if len(view.legal_moves()) == 1:
            return ["it is the only move"]
        summaries = dict(view.sample(seed=0).bots())
        return [f"{self.adviser} plays by this: {summaries[self.adviser.partition(':')[0]]}"]

    def estimates(self, weighed: Weighed) -> Estimates | None:
        """Give what is expected of the best moves; nothing unless there are two to compare."""
        if len(weighed) < 2:
            return None
        best = tuple(
            Estimate(str(move), value, margin)
            for move, value, margin, _ in weighed[:_MOST_ESTIMATES]
        )
        return Estimates(best, worlds=weighed[0][3], others=len(weighed) - len(best))

    def remark(self, view: _View) -> dict[str, Any]:
        """Say as JSON values what follows from a view, so that a page need not know the rules."""
        return {}

    def remark_on_moves(self, view: _View) -> dict[str, Any]:
        """List the moves of a seat that is to decide, if they are not many, and their words."""
        moves = [str(move) for move in view.legal_moves()]
        words = sorted({word for move in moves for word in move.split()})
        return {"moves": moves if len(moves) <= _MOST_MOVES else None, "words": words}

    def remark_on_choice(self, view: _View, text: str) -> dict[str, Any]:
        """Describe as JSON values the cards that a seat has selected but not played."""
        return {"kind": None}

    def cost(self, game: Game[_View, Any], text: str) -> Cost | None:
        """Tell what a move costs the player to move; ``None`` where no evaluator can tell."""
        return None

    def remember(self, game: Game[_View, Any], text: str) -> Remembered | None:
        """Record what the player to move may look back on after a move, if anything."""
        return None

    def odds(self, remembered: Any) -> dict[str, Any]:
        """Give as JSON values the odds of every choice that a remembered move had."""
        raise NotImplementedError(f"{self.game} remembers no moves")
