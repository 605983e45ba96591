"""Presentation of a game to people: titles, levels, rules, hints, costs of moves.

The presentation of a game is ``PRESENTATION`` in ``cardcore.<game>.presentation``, and
:func:`cardcore.registry.presentation` finds it. The terminal and the server both use it, and each
renders the game in its own way. A game without that module has the defaults of this one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import getdoc
from typing import Any, Generic, TypeAlias, TypeVar

from cardcore._core import Game, View, WeighedMove
from cardcore.difficulty import DEFAULT_LEVEL, Level, default_levels, named_levels
from cardcore.errors import ParseError
from cardcore.phrases import Count, Number, Phrase
from cardcore.players import bots
from cardcore.registry import game_module, title
from cardcore.rollouts import roll_out

__all__ = [
    "Cost",
    "Estimate",
    "Estimates",
    "Hint",
    "PastDecision",
    "Presentation",
    "Preset",
    "WeighedMoves",
]

#: Moves with their EV, half the width of its confidence interval, and the number of sampled deals.
WeighedMoves: TypeAlias = (
    "Sequence[WeighedMove[Any]] | Sequence[tuple[Any, float, float | None, int]]"
)

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
    """The EVs of the best moves: :attr:`summary` in plain words, ``str()`` with all numbers."""

    moves: tuple[Estimate, ...]
    """The best moves, best first."""
    worlds: int
    """The number of deals that were sampled for the first."""
    quantity: str = "{value} points"
    """The words around a value."""
    unit: str = Phrase("points")
    """The words without a value."""
    digits: int = 1
    """The number of decimals to show."""
    others: int = 0
    """The number of worse moves that are not in ``moves``."""
    is_signed: bool = False
    """Whether values are gains and losses, which show their sign."""
    assumption: str = ""
    """Who was assumed to play on."""
    is_decided: bool = True
    """Whether the first move brought most, and is not first for other reasons."""

    @property
    def summary(self) -> str:
        """The values of the best two moves in plain words.

        >>> moves = (Estimate("Qs", 3.14, 0.3), Estimate("2c", 4, None))
        >>> Estimates(moves, worlds=100).summary
        'About 3.1 points on average with Qs, 4.0 with 2c.'
        """
        if not self.is_decided:
            return Phrase("The best moves bring about the same; the difference is within chance.")
        best, *rest = self.moves
        average = Phrase(self.quantity, value=self._round(best.value))
        if not rest:
            return Phrase(
                "About {average} on average with {move}.", average=average, move=best.move
            )
        return Phrase(
            "About {average} on average with {move}, {second} with {other}.",
            average=average,
            move=best.move,
            second=self._round(rest[0].value),
            other=rest[0].move,
        )

    @property
    def details(self) -> str:
        """All values, with their intervals and assumptions."""
        shown = [self._describe(estimate) for estimate in self.moves]
        if self.others:
            worse = Count(self.others, "worse move")
            shown[-1] = Phrase("{move} (and {worse})", move=shown[-1], worse=worse)
        worlds = Count(self.worlds, "sampled deal")
        if not self.assumption:
            return Phrase(
                "{unit} on average over {worlds}: {moves}",
                unit=self.unit,
                worlds=worlds,
                moves=shown,
            )
        return Phrase(
            "{unit} on average over {worlds}, {assumption}: {moves}",
            unit=self.unit,
            worlds=worlds,
            assumption=self.assumption,
            moves=shown,
        )

    def __str__(self) -> str:
        return str(self.details)

    def _describe(self, estimate: Estimate) -> str:
        value = self._round(estimate.value)
        if estimate.margin is None:
            return Phrase("{move} {value}", move=estimate.move, value=value)
        margin = Number(estimate.margin, self.digits)
        return Phrase("{move} {value} ± {margin}", move=estimate.move, value=value, margin=margin)

    def _round(self, value: float) -> Number:
        return Number(value, self.digits, self.is_signed)


@dataclass(frozen=True)
class Hint:
    """A good move for a seat, with reasons."""

    move: str
    """The move."""
    reasons: tuple[str, ...]
    """The reasons, as sentences."""
    numbers: Estimates | None
    """The EVs of the best moves, if the adviser estimates them."""
    source: str = Phrase("Try")
    """Words to put before the move."""

    @property
    def explanation(self) -> list[str]:
        """The reasons, and the numbers in plain words."""
        numbers = [] if self.numbers is None else [self.numbers.summary]
        return [*self.reasons, *numbers]

    @property
    def details(self) -> list[str]:
        """All numbers, with their intervals and assumptions."""
        return [] if self.numbers is None else [self.numbers.details]


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


@dataclass(frozen=True)
class Preset:
    """A set of rules that people know by a name."""

    name: str
    """The name to type, such as ``big-two``."""
    title: str
    """The name to show."""
    summary: str
    """What is special about it, in one line."""
    rules: Mapping[str, Any]
    """The rules that differ from the defaults."""


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
    ('Try', 'L')
    """

    #: The levels of difficulty, easiest first. If empty, the strongest bot makes random moves.
    ladder: Sequence[Level] = ()

    #: The default level of opponents.
    default_level = DEFAULT_LEVEL

    #: The bot that a hint lets play on for people, and in place of bots that search; ``None`` if
    #: hints need no rollouts.
    rollout_bot: str | None = None

    #: The number of deals in which a hint tries moves at a table.
    rollout_deals = 100

    #: Upper limits of rules for games in a browser, where the usual limit would make games too long
    #: or too large, or is too small for chips.
    limits: Mapping[str, int] = {}

    #: Bots that have to solve the game first under some rules, each with the bot that replaces it
    #: where nobody can wait for that.
    substitutes: Mapping[str, str] = {}

    #: The sets of rules that have a name, the usual ones first.
    presets: Sequence[Preset] = ()

    def __init__(self, game: str) -> None:
        self.game = game

    @property
    def title(self) -> str:
        """The name of the game as people know it."""
        return title(self.game)

    @property
    def description(self) -> str:
        """A description in one line."""
        return (getdoc(game_module(self.game)) or self.title).partition("\n")[0]

    def levels(self) -> Mapping[str, Level]:
        """Return the eight levels of difficulty by name, from ``first`` to ``best``."""
        if not self.ladder:
            return default_levels(bots(self.game))
        return named_levels(self.ladder)

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

    def hint(
        self,
        view: _View,
        *,
        adviser: str | None = None,
        seated: Sequence[Level | None] | None = None,
        effort: float = 1.0,
    ) -> Hint:
        """Suggest a move to a seat, based only on its view.

        Parameters
        ----------
        view
            The view of the seat.
        adviser
            The bot to ask, with its parameters; by default, :attr:`adviser`.
        seated
            By seat: what plays there, so that the numbers are those of this table; ``None`` for a
            person. By default, everybody is assumed to play like the adviser.
        effort
            The share of the usual number of deals to sample.
        """
        bot = adviser or self.adviser
        weighed: WeighedMoves = view.weigh(bot, seed=0)
        assumption = ""
        if self.rollout_bot is not None:
            assumption = Phrase("if all play like {bot}", bot=self.rollout_bot)
        levels = self.rollout_levels(view, seated)
        is_decided = True
        if len(weighed) > 1 and levels is not None:
            weighed, is_decided = self._weigh_at_table(view, weighed, levels, effort)
            assumption = Phrase(
                "played on by the bots of this table, and for you by {bot}",
                bot=self.rollout_bot or "",
            )
        move = str(weighed[0][0] if weighed else view.choose(bot, seed=0))
        numbers = self.estimates(weighed, assumption)
        if numbers is not None:
            numbers = replace(numbers, is_decided=is_decided)
        return Hint(move, tuple(self.reasons(view, move)), numbers)

    def rollout_levels(
        self, view: _View, seated: Sequence[Level | None] | None
    ) -> list[Level] | None:
        """Return what plays at each seat in rollouts; ``None`` if the adviser assumes it anyway."""
        if self.rollout_bot is None or seated is None:
            return None
        usual = Level(self.rollout_bot)
        slow = self.adviser.partition(":")[0]
        levels = []
        for seat, level in enumerate(seated):
            if level is None or seat == view.seat:
                levels.append(usual)
            elif level.bot.partition(":")[0] == slow:
                levels.append(Level(usual.bot, level.random_every))
            else:
                levels.append(level)
        return None if all(level == usual for level in levels) else levels

    def _weigh_at_table(
        self, view: _View, weighed: WeighedMoves, levels: Sequence[Level], effort: float
    ) -> tuple[WeighedMoves, bool]:
        """Try the adviser's best moves with the players of this table.

        Also tells whether the first move brought most there. The adviser's choice stands unless
        another move is better beyond chance.
        """
        # Random moves are made one by one, which takes longer.
        share = 0.6 if any(level.random_every for level in levels) else 1.0
        deals = max(20, round(effort * share * self.rollout_deals))
        moves = [move for move, *_ in weighed[:_MAX_ESTIMATES]]
        seat = view.seat
        assert seat is not None

        def score(game: Game) -> float:
            last = game.view(None).last
            return float((game.scores() if last is None else last["scores"])[seat])

        games = [view.sample(seed=seed) for seed in range(deals)]
        found = roll_out(games, moves, levels, score=score)
        sign = -1 if games[0].low_score_wins else 1
        order = sorted(moves, key=lambda move: -sign * found.mean(str(move)))
        best, first = str(order[0]), str(moves[0])
        gain, margin = found.difference(best, first)
        if sign * gain <= margin:
            order.remove(moves[0])
            order.insert(0, moves[0])
        listed = [
            (move, found.mean(str(move)), found.margin(str(move)), found.deals) for move in order
        ]
        return listed, order[0] == best or gain == 0

    def reasons(self, view: _View, chosen: str) -> list[str]:
        """Return the reasons for the move of a hint."""
        if len(view.legal_moves()) == 1:
            return [Phrase("It is the only move.")]
        summaries = dict(view.sample(seed=0).bots())
        return [f"{self.adviser}: {summaries[self.adviser.partition(':')[0]]}."]

    def estimates(self, weighed: WeighedMoves, assumption: str = "") -> Estimates | None:
        """Return the EVs of the best moves; ``None`` unless two were compared in sampled deals."""
        if len(weighed) < 2 or not weighed[0][3]:
            return None
        best = tuple(
            Estimate(str(move), value, margin)
            for move, value, margin, _ in weighed[:_MAX_ESTIMATES]
        )
        others = len(weighed) - len(best)
        return Estimates(best, worlds=weighed[0][3], others=others, assumption=assumption)

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
