"""What Chopsticks tells people."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardcore import chopsticks
from cardcore._core import Game
from cardcore.plural import count
from cardcore.presentation import Cost, Hint, Presentation

_VERDICTS = {1: "wins", 0: "ties", -1: "loses"}


class ChopsticksPresentation(Presentation[chopsticks.View]):
    """Titles, levels, rules and hints of Chopsticks."""

    description = "Two players tap each other's hands until one of them has no hand left."

    #: The best cannot be beaten from the start.
    usual_level = "medium"

    limits: Mapping[str, int] = {"fingers": 9, "hands": 200, "moves": 100}

    def hint(self, view: chopsticks.View, *, adviser: str | None = None) -> Hint:
        """Choose what is best within the moves that are left, and say what comes of every move.

        This is solved, so the adviser is not asked.
        """
        outlooks = _outlooks(view)
        most = max(outlook.worth for outlook in outlooks)
        best = [outlook.move for outlook in outlooks if outlook.worth == most]
        # Where nothing can be forced in time, the game without a limit tells what is better.
        unlimited = view.choose("perfect")
        chosen = unlimited if unlimited in best else best[0]
        reasons = tuple(f"{outlook.move}: {outlook}" for outlook in outlooks)
        return Hint(chosen, reasons, None, "best in the moves that are left")

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
            f"Each has {count(rules['hands'], 'hand')}, with "
            f"{count(rules['start'], 'finger')} up at the start.",
            "Tap a hand of the other with one of yours: it grows by as many fingers as yours has.",
            f"A hand that reaches {fingers} is out, a hand at 0 cannot tap or be tapped."
            if not rules["rollover"]
            else f"A hand keeps what is over {fingers}, and is out at exactly {fingers}.",
            _split_rule(rules),
            "Whoever has a hand out has lost."
            if rules["sudden_death"]
            else "Whoever has no hand left has lost.",
            f"After {count(rules['moves'], 'move')} of each it is a tie.",
        ]
        if rules["misere"]:
            lines.append("Here it is the other way round: whoever would have lost has won.")
        return lines

    def cost(self, game: Game[chopsticks.View, Any], text: str) -> Cost:
        """Compare what comes of every move in the moves that are left."""
        outlooks = _outlooks(game.view(game.to_move))
        values = {outlook.move: outlook.value for outlook in outlooks}
        loss = max(values.values()) - values[text]
        return Cost(loss, "half games", "if both play well to the last move")


def _split_rule(rules: Mapping[str, Any]) -> str:
    """Say how fingers may be moved between one's own hands."""
    if not rules["splits"]:
        return "Fingers may not be moved between one's own hands."
    if rules["halves_only"]:
        return "Instead, an even hand may be halved into an empty one."
    limits = ["no hand may be emptied" if not rules["split_to_zero"] else ""]
    limits.append("no hand that is out brought back" if not rules["revive"] else "")
    limits.append("numbers must change, not just their places" if not rules["swaps"] else "")
    said = ", ".join(limit for limit in limits if limit)
    return "Or split: move fingers between your own hands" + (f"; {said}." if said else ".")


@dataclass(frozen=True)
class _Outlook:
    """What comes of a move if both play well in the moves that are left."""

    move: str
    value: int
    """For whoever makes it: 1, 0 or -1."""
    plies: int | None
    """How many moves of both it takes after it, if one side can force the end."""

    @property
    def worth(self) -> tuple[int, int]:
        """What to choose by: wins soon, losses late."""
        return self.value, -self.value * (self.plies or 0)

    def __str__(self) -> str:
        verdict = _VERDICTS[self.value]
        if self.plies is None:
            return f"{verdict} if both play well to the last move"
        if self.plies == 0:
            return f"{verdict} at once"
        return f"{verdict} within {count(self.plies, 'more move')}, counting both"


def _outlooks(view: chopsticks.View) -> list[_Outlook]:
    """Look at every move as far as the game goes, and no further."""
    rules = chopsticks.Rules(**view.rules)
    table = chopsticks.solve(view.ply + view.plies_left, rules=rules)
    a, b = view.hands
    sign = 1 if view.seat == 0 else -1
    found = []
    for move in table.moves(a, b, view.ply):
        hands = (move.a, move.b) if view.seat == 0 else (move.b, move.a)
        plies = _soonest(table, *hands, view.plies_left - 1, sign * move.value)
        found.append(_Outlook(move.text, sign * move.value, plies))
    return found


def _soonest(
    table: chopsticks.Table, me: chopsticks.Hands, other: chopsticks.Hands, most: int, value: int
) -> int | None:
    """Find how few moves decide a game for someone who has just moved; none if it is a tie."""
    if value == 0:
        return None

    def decided(plies: int) -> bool:
        # So many moves before the horizon; who is to move there may be either player.
        level = table.depth - plies
        is_b_to_move = level % 2 == 1
        found = table.value(me, other, level) if is_b_to_move else -table.value(other, me, level)
        return found == value

    return next(plies for plies in range(most + 1) if decided(plies))


PRESENTATION = ChopsticksPresentation("chopsticks")
