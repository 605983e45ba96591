"""Presentation of a game to people: titles, levels, rules, hints, costs of moves.

The presentation of a game is ``PRESENTATION`` in ``cardcore.<game>.presentation``, and
:func:`cardcore.registry.presentation` finds it. The terminal and the server both use it, and each
renders the game in its own way. A game without that module has the defaults of this one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from inspect import getdoc
from typing import Any, Generic, TypeAlias, TypeVar

from cardcore._core import Game, View
from cardcore.difficulty import Level, default_levels, make_levels
from cardcore.errors import ParseError
from cardcore.players import bots
from cardcore.plural import count
from cardcore.registry import game_module

__all__ = ["Cost", "Estimate", "Estimates", "Hint", "PastDecision", "Presentation", "WeighedMoves"]

#: Moves with their EV, half the width of its confidence interval, and the number of sampled deals.
WeighedMoves: TypeAlias = Sequence[tuple[Any, float, float | None, int]]

#: The most moves that are listed for a page; beyond that, only their words are.
_MAX_MOVES = 120

#: The most moves that a hint gives estimates for.
_MAX_ESTIMATES = 4

_View = TypeVar("_View", bound=View)


@dataclass(frozen=True)
class Estimate:
    """The EV of a move."""

    move: str
    """The move."""
    value: float
    """The mean over the sampled deals."""
    margin: float | None
    """Half the width of the 95% confidence interval, if there is one."""


@dataclass(frozen=True)
class Estimates:
    """The EVs of the best moves; ``str()`` puts them into a sentence."""

    moves: tuple[Estimate, ...]
    """The best moves, best first."""
    worlds: int
    """The number of deals that were sampled for the first."""
    quantity: str = "expected points"
    """The name of the value."""
    digits: int = 1
    """The number of decimals to show."""
    others: int = 0
    """The number of worse moves that are not in ``moves``."""

    def __str__(self) -> str:
        shown = [
            f"{estimate.move} {estimate.value:.{self.digits}f}"
            + ("" if estimate.margin is None else f" ± {estimate.margin:.{self.digits}f}")
            for estimate in self.moves
        ]
        more = f" (and {count(self.others, 'worse move')})" if self.others else ""
        worlds = count(self.worlds, "sampled deal")
        return f"{self.quantity} over {worlds}: {', '.join(shown)}{more}"


@dataclass(frozen=True)
class Hint:
    """A good move for a seat, with reasons."""

    move: str
    """The move."""
    reasons: tuple[str, ...]
    """The reasons, in words."""
    numbers: Estimates | None
    """The EVs of the best moves, if the adviser estimates them."""
    source: str
    """Words to put before the move, such as ``greedy would play``."""

    @property
    def explanation(self) -> list[str]:
        """The reasons, and the numbers as a sentence."""
        return [*self.reasons, *([] if self.numbers is None else [str(self.numbers)])]


@dataclass(frozen=True)
class Cost:
    """The cost of a move in hindsight, with all cards open."""

    loss: float
    """The difference from the best move; 0 if the move was as good as any."""
    unit: str
    """The unit of the loss."""
    by: str
    """The assumptions of the evaluation."""


@dataclass(frozen=True)
class PastDecision:
    """A decision that a seat may review later; games add the facts they need."""

    part: int
    """The number of the hand, round or deal; 0 if the game has no parts."""


class Presentation(Generic[_View]):
    """The presentation of a game; the defaults work for any game.

    Parameters
    ----------
    game
        The name of the game.

    Examples
    --------
    >>> from cardcore import ends
    >>> hint = Presentation("ends").hint(ends.new([3, 2, 10, 4]).view(0))
    >>> hint.source, hint.move
    ('perfect would play', 'L')
    """

    #: The bots of the levels, easiest first. If empty, the strongest bot makes random moves.
    level_bots: Sequence[str] = ()

    #: The default level of opponents: one that people can beat.
    default_level = "best"

    #: Upper limits of rules for games in a browser, where the usual limit would make games too long
    #: or too large, or is too small for chips.
    limits: Mapping[str, int] = {}

    #: Bots that have to solve the game first under some rules, each with the bot that replaces it
    #: where nobody can wait for that.
    substitutes: Mapping[str, str] = {}

    def __init__(self, game: str) -> None:
        self.game = game

    @property
    def title(self) -> str:
        """The name of the game as people know it."""
        return self.game.capitalize()

    @property
    def description(self) -> str:
        """A description in one line."""
        return (getdoc(game_module(self.game)) or self.title).partition("\n")[0]

    def levels(self) -> Mapping[str, Level]:
        """Return the levels of difficulty: ``easy``, ``medium``, ``hard`` and ``best``."""
        return make_levels(self.level_bots) if self.level_bots else default_levels(bots(self.game))

    def is_ready(self, bot: str, rules: Mapping[str, Any]) -> bool:
        """Return whether a bot can play these rules without solving the game first."""
        return True

    def rules(self, rules: Mapping[str, Any]) -> list[str]:
        """Explain the rules in ten lines at most."""
        return [f"{name.replace('_', ' ')}: {value}" for name, value in rules.items()]

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain in one sentence how to type moves."""
        return "type a move as it is listed"

    def read_view(self, facts: Mapping[str, Any]) -> _View:
        """Make a view from the facts that another program sends.

        Raises
        ------
        ParseError
            If they are not a view, or the game cannot read views.
        """
        raise ParseError(f"{self.game}: a view cannot be read, expected a record")

    @property
    def adviser(self) -> str:
        """The bot that gives hints: the strongest."""
        return bots(self.game)[-1]

    def hint(self, view: _View, *, adviser: str | None = None) -> Hint:
        """Suggest a move to a seat, based only on its view.

        Parameters
        ----------
        view
            The view of the seat.
        adviser
            The bot to ask, with its parameters; by default, :attr:`adviser`.
        """
        bot = adviser or self.adviser
        weighed: WeighedMoves = view.weigh(bot, seed=0)
        move = str(weighed[0][0] if weighed else view.choose(bot, seed=0))
        reasons = tuple(self.reasons(view, move))
        source = f"{bot.partition(':')[0]} would play"
        return Hint(move, reasons, self.estimates(weighed), source)

    def reasons(self, view: _View, chosen: str) -> list[str]:
        """Return the reasons for the move of a hint."""
        if len(view.legal_moves()) == 1:
            return ["it is the only move"]
        summaries = dict(view.sample(seed=0).bots())
        return [f"{self.adviser}: {summaries[self.adviser.partition(':')[0]]}"]

    def estimates(self, weighed: WeighedMoves) -> Estimates | None:
        """Return the EVs of the best moves; ``None`` unless there are two to compare."""
        if len(weighed) < 2:
            return None
        best = tuple(
            Estimate(str(move), value, margin)
            for move, value, margin, _ in weighed[:_MAX_ESTIMATES]
        )
        return Estimates(best, worlds=weighed[0][3], others=len(weighed) - len(best))

    def view_facts(self, view: _View) -> dict[str, Any]:
        """Return facts derived from a view as JSON values, for pages that don't know the rules."""
        return {}

    def move_facts(self, view: _View) -> dict[str, Any]:
        """List the legal moves of a view, if there are not too many, and all words in them."""
        moves = [str(move) for move in view.legal_moves()]
        words = sorted({word for move in moves for word in move.split()})
        return {"moves": moves if len(moves) <= _MAX_MOVES else None, "words": words}

    def selection_facts(self, view: _View, text: str) -> dict[str, Any]:
        """Describe as JSON values the cards that a seat has selected but not yet played."""
        return {"kind": None}

    def cost(self, game: Game[_View, Any], text: str) -> Cost | None:
        """Return the cost of a move for the player to move; ``None`` if there is no evaluator."""
        return None

    def record_decision(self, game: Game[_View, Any], text: str) -> PastDecision | None:
        """Record a decision of the player to move for later review, if it can be reviewed."""
        return None

    def odds(self, remembered: Any) -> dict[str, Any]:
        """Return as JSON values the odds of every option of a recorded decision."""
        raise NotImplementedError(f"{self.game} records no decisions")
