"""Presentation of Chopsticks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardcore import chopsticks
from cardcore._core import Game
from cardcore.difficulty import Level
from cardcore.phrases import Count, Phrase
from cardcore.presentation import Cost, Hint, Presentation, Preset

_VERDICTS = {1: Phrase("wins"), 0: Phrase("ties"), -1: Phrase("loses")}


class ChopsticksPresentation(Presentation[chopsticks.View]):
    """Titles, levels, rules and hints of Chopsticks."""

    description = "Two players tap each other's hands until one of them has no hand left."

    ladder: Sequence[Level] = (
        Level("perfect:temperature=1:cutoff=0.4"),
        Level("perfect:temperature=0.2:cutoff=0.4"),
        Level("perfect:temperature=0.08:cutoff=0.4"),
        Level("perfect:temperature=0.03:cutoff=0.4"),
        Level("perfect:temperature=0.01:cutoff=0.4"),
        Level("perfect:temperature=0.004:cutoff=0.4"),
        Level("perfect:temperature=0.001:cutoff=0.4"),
        Level("perfect"),
    )

    limits: Mapping[str, int] = {"fingers": 9, "hands": 200, "moves": 100}

    presets: Sequence[Preset] = (
        Preset("cutoff", "Cutoff", "five fingers or more and the hand is out", {}),
        Preset(
            "rollover",
            "Rollover",
            "only exactly five fingers put a hand out; more count on from the start",
            {"rollover": True},
        ),
        Preset("suns", "Suns", "every hand starts with four fingers", {"start": 4}),
        Preset(
            "halvesies",
            "Halvesies",
            "only an even hand may be split, in half",
            {"halves_only": True},
        ),
        Preset(
            "sudden-death",
            "Sudden death",
            "you lose with your first hand that is out",
            {"sudden_death": True},
        ),
    )

    def hint(
        self,
        view: chopsticks.View,
        *,
        adviser: str | None = None,
        seated: Sequence[Level | None] | None = None,
        effort: float = 1.0,
    ) -> Hint:
        """Choose the best move within the remaining moves, and explain every move.

        The game is solved, so the adviser is not asked.
        """
        results = _solved_moves(view)
        best_key = max(result.key for result in results)
        best = [result.move for result in results if result.key == best_key]
        # Where nothing can be forced in time, the unlimited game breaks the tie.
        unlimited = view.choose("perfect")
        chosen = unlimited if unlimited in best else best[0]
        # The chosen move first, then the others, the best first.
        results.sort(key=lambda result: (result.move == chosen, result.key), reverse=True)
        reasons = tuple(
            Phrase("{move}: {result}.", move=result.move, result=result.verdict)
            for result in results
        )
        return Hint(chosen, reasons, None)

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        return (
            "tap L R taps their right hand with your left; split 2 0 moves fingers between your "
            "hands so that the left has 2 and the right none"
        )

    def rules(self, rules: Mapping[str, Any]) -> list[str]:
        """Explain the game under its house rules."""
        fingers = rules["fingers"]
        lines = [
            Phrase(
                "Each player has {hands}, with {fingers} up at the start.",
                hands=Count(rules["hands"], "hand"),
                fingers=Count(rules["start"], "finger"),
            ),
            Phrase(
                "Tap an opponent's hand with one of yours: it grows by the fingers of your hand."
            ),
            Phrase(
                "A hand that reaches {fingers} is out, a hand at 0 cannot tap or be tapped.",
                fingers=fingers,
            )
            if not rules["rollover"]
            else Phrase(
                "Above {fingers} a hand rolls over; it is out at exactly {fingers}.",
                fingers=fingers,
            ),
            _split_rule(rules),
            Phrase("You lose as soon as one of your hands is out.")
            if rules["sudden_death"]
            else Phrase("You lose when you have no hand left."),
            Phrase("After {moves} each it is a tie.", moves=Count(rules["moves"], "move")),
        ]
        if rules["misere"]:
            lines.append(Phrase("Misère: the player who would have lost wins."))
        return lines

    def cost(self, game: Game[chopsticks.View, Any], text: str) -> Cost:
        """Compare the results of all moves within the remaining moves."""
        results = _solved_moves(game.view(game.to_move))
        values = {result.move: result.value for result in results}
        loss = max(values.values()) - values[text]
        return Cost(loss, Phrase("half games"), Phrase("if both play well to the last move"))


def _split_rule(rules: Mapping[str, Any]) -> str:
    """Explain how fingers may be moved between one's own hands."""
    if not rules["splits"]:
        return Phrase("You may not move fingers between your own hands.")
    if rules["halves_only"]:
        return Phrase("Instead, an even hand may be halved into an empty one.")
    limits: list[str] = []
    if not rules["split_to_zero"]:
        limits.append(Phrase("no hand may be emptied"))
    if not rules["revive"]:
        limits.append(Phrase("no hand that is out may be revived"))
    if not rules["swaps"]:
        limits.append(Phrase("you may not just swap hands"))
    if not limits:
        return Phrase("Or split: move fingers between your own hands.")
    return Phrase("Or split: move fingers between your own hands; {limits}.", limits=limits)


@dataclass(frozen=True)
class _SolvedMove:
    """The result of a move if both play perfectly in the remaining moves."""

    move: str
    value: int
    """For the player who makes it: 1, 0 or -1."""
    plies: int | None
    """The number of plies to the end after it, if one side can force it."""

    @property
    def key(self) -> tuple[int, int]:
        """The sort key of the choice: fast wins, slow losses."""
        return self.value, -self.value * (self.plies or 0)

    @property
    def verdict(self) -> str:
        """The result in words."""
        verdict = _VERDICTS[self.value]
        if self.plies is None:
            return Phrase("{verdict} with perfect play to the last move", verdict=verdict)
        if self.plies == 0:
            return Phrase("{verdict} immediately", verdict=verdict)
        moves = Count(self.plies, "more move")
        return Phrase("{verdict} within {moves}, counting both", verdict=verdict, moves=moves)


def _solved_moves(view: chopsticks.View) -> list[_SolvedMove]:
    """Solve every move to the end of the game."""
    rules = chopsticks.Rules(**view.rules)
    table = chopsticks.solve(view.ply + view.plies_left, rules=rules)
    a, b = view.hands
    sign = 1 if view.seat == 0 else -1
    found = []
    for move in table.moves(a, b, view.ply):
        hands = (move.a, move.b) if view.seat == 0 else (move.b, move.a)
        plies = _soonest(table, *hands, view.plies_left - 1, sign * move.value)
        found.append(_SolvedMove(move.text, sign * move.value, plies))
    return found


def _soonest(
    table: chopsticks.Table, me: chopsticks.Hands, other: chopsticks.Hands, limit: int, value: int
) -> int | None:
    """Return the fewest plies that decide a game after a move; ``None`` for a tie."""
    if value == 0:
        return None

    def decided(plies: int) -> bool:
        # The level this many plies before the horizon; either player may be to move there.
        level = table.depth - plies
        is_b_to_move = level % 2 == 1
        found = table.value(me, other, level) if is_b_to_move else -table.value(other, me, level)
        return found == value

    return next(plies for plies in range(limit + 1) if decided(plies))


PRESENTATION = ChopsticksPresentation("chopsticks")
