"""Presentation of Ends."""

from collections.abc import Mapping, Sequence
from typing import Any

from cardcore import ends
from cardcore._core import Game
from cardcore.difficulty import Level
from cardcore.phrases import Count, Phrase
from cardcore.presentation import Cost, Presentation


class EndsPresentation(Presentation[ends.View]):
    """Titles, levels, rules and hints of Ends."""

    description = "Two players take cards from either end of a row, and the higher sum wins."

    ladder: Sequence[Level] = (
        Level("perfect:temperature=1:cutoff=0.8"),
        Level("perfect:temperature=0.6:cutoff=0.8"),
        Level("perfect:temperature=0.4:cutoff=0.8"),
        Level("perfect:temperature=0.27:cutoff=0.8"),
        Level("perfect:temperature=0.19:cutoff=0.8"),
        Level("perfect:temperature=0.13:cutoff=0.8"),
        Level("perfect:temperature=0.08:cutoff=0.8"),
        Level("perfect"),
    )

    limits: Mapping[str, int] = {"count": 60}

    def reasons(self, view: ends.View, chosen: str) -> list[str]:
        """Explain the result of either end under perfect play, that of the chosen one first."""
        row = view.cards
        taken = {"L": row[0], "R": row[-1]}
        return [
            Phrase(
                "{move}: takes {card}; if both play perfectly, the rest of the row ends {result}.",
                move=move,
                card=taken[move],
                result=_result(margin),
            )
            for move, margin in sorted(_margins(row).items(), key=lambda end: end[0] != chosen)
        ]

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        return "L takes the first card of the row, R the last"

    def rules(self, rules: Mapping[str, Any]) -> list[str]:
        """Explain the game."""
        lines = [
            Phrase("A row of cards lies face up. Players take turns."),
            Phrase("On your turn, take the first card of the row or the last."),
            Phrase("When the row is empty, the higher sum wins."),
        ]
        if "count" in rules:
            row = {name: rules[name] for name in ("count", "low", "high")}
            lines.append(Phrase("This row had {count} cards of {low} to {high}.", **row))
        return [*lines]

    def view_facts(self, view: ends.View) -> dict[str, Any]:
        """Return the best line of a row once it is empty."""
        if view.cards:
            return {}
        line = ends.solve(view.row, "minimax")
        return {"best": {"order": line.order, "scores": [line.score, line.opponent_score]}}

    def cost(self, game: Game[ends.View, Any], text: str) -> Cost:
        """Compare the two ends.

        >>> PRESENTATION.cost(ends.new([3, 2, 10, 4]), "R")
        Cost(loss=12, unit='points', by='if both play perfectly afterwards')
        """
        margins = _margins(game.view(game.to_move).cards)
        loss = max(margins.values()) - margins[text]
        return Cost(loss, Phrase("points"), Phrase("if both play perfectly afterwards"))


def _result(margin: int) -> str:
    """Say in words by how much one side is ahead."""
    if margin == 0:
        return Phrase("even")
    points = Count(abs(margin), "point")
    if margin > 0:
        return Phrase("{points} for you", points=points)
    return Phrase("{points} against you", points=points)


def _margins(row: Sequence[int]) -> dict[str, int]:
    """Return the margin of either end if both play perfectly afterwards."""
    return {"L": row[0] - ends.value(row[1:]), "R": row[-1] - ends.value(row[:-1])}


PRESENTATION = EndsPresentation("ends")
