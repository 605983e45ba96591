"""Presentation of Hearts."""

from collections.abc import Mapping, Sequence
from typing import Any

from cardcore import hearts
from cardcore._core import Game
from cardcore.difficulty import Level
from cardcore.hearts import View
from cardcore.hearts.knowledge import read_view
from cardcore.hearts.reasons import reasons
from cardcore.phrases import Phrase
from cardcore.presentation import Cost, Presentation, Preset

#: The maximum number of cards in all hands for the double-dummy solver.
_MAX_CARDS = 16

_MOONS = {
    "add": Phrase(
        "Shooting the moon: if you take all points, you get none and all others get them."
    ),
    "subtract": Phrase(
        "Shooting the moon: if you take all points, they are subtracted from your score."
    ),
    "none": Phrase("There is no shooting the moon: if you take all points, you just get them."),
}


class HeartsPresentation(Presentation[View]):
    """Titles, levels, rules and hints of Hearts."""

    description = "Points are bad: every heart costs one, the queen of spades thirteen."

    ladder: Sequence[Level] = (
        Level("policy:temperature=20:cutoff=6"),
        Level("policy:temperature=3.4:cutoff=6"),
        Level("policy:temperature=2.4:cutoff=6"),
        Level("policy:temperature=1.8:cutoff=6"),
        Level("policy:temperature=1.35:cutoff=6"),
        Level("policy:temperature=1:cutoff=6"),
        Level("policy:temperature=0.7:cutoff=6"),
        Level("search"),
    )

    rollout_bot: str | None = "rule"

    limits: Mapping[str, int] = {"suits": 8, "values": 20}

    presets: Sequence[Preset] = (
        Preset("classic", "Classic", "pass three cards, play to 100 points", {}),
        Preset("single-deal", "Single deal", "one deal decides", {"target": None}),
        Preset("no-passing", "No passing", "play the cards you are dealt", {"passing": False}),
        Preset(
            "new-moon",
            "New moon",
            "shooting the moon takes points off your score",
            {"moon": "subtract"},
        ),
        Preset(
            "omnibus",
            "Omnibus",
            "taking the jack of diamonds takes 10 points off your score",
            {"jack": True},
        ),
    )

    def read_view(self, facts: Mapping[str, Any]) -> View:
        """Make a view from the hand and the cards played and passed."""
        return read_view(facts)

    @property
    def adviser(self) -> str:
        """The bot that gives hints: a search that estimates all moves, played on by ``rule``."""
        return "search:version=1"

    def reasons(self, view: View, chosen: str) -> list[str]:
        """Explain the card in this trick, or the cards to pass."""
        return reasons(view, chosen)

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        if "values" not in rules:
            return "Qs plays the queen of spades, pass 2c 3c 4c passes three cards; points are bad"
        values = rules["values"]
        return (
            f"1-2 is suit 1, value 2; hearts are suit 0 and cost a point each, 1-{values - 1} "
            f"costs {values}; points are bad"
        )

    def rules(self, rules: Mapping[str, Any]) -> list[str]:
        """Explain the game with its options in force."""
        if "values" in rules:
            return _generalized_rules(rules["suits"], rules["values"])
        target = rules["target"]
        lines = [
            Phrase("Points are bad: every heart costs 1, the queen of spades 13."),
            Phrase(
                "The lowest club opens. Follow the suit led if you can; otherwise play anything."
            ),
            Phrase(
                "The highest card of the suit led takes the trick and leads the next; ace is high."
            ),
            Phrase(
                "Hearts are not led before one was played or the queen of spades was, except with "
                "nothing else in hand."
            )
            if rules["queen_breaks_hearts"]
            else Phrase(
                "Hearts are not led before one was played, except with nothing else in hand."
            ),
        ]
        if not rules["points_on_first_trick"]:
            lines.append(Phrase("No points on the first trick, except with nothing else in hand."))
        if rules["passing"]:
            lines.append(
                Phrase("Before a deal everyone passes three cards: left, right, across, none.")
                if rules["players"] % 2 == 0
                else Phrase("Before a deal everyone passes three cards: left, right, none.")
            )
        lines.append(_MOONS[rules["moon"]])
        if rules["jack"]:
            lines.append(
                Phrase(
                    "The player who takes the jack of diamonds scores 10 points less, moon or not."
                )
            )
        lines.append(
            Phrase("One deal is a game.")
            if target is None
            else Phrase(
                "The match ends when someone has {target} points; the fewest win.", target=target
            )
        )
        return [*lines]

    def cost(self, game: Game[View, Any], text: str) -> Cost | None:
        """Solve the rest of a deal after every legal card; passes and early tricks are too slow."""
        seat = game.to_move
        if seat is None or game.view(seat).passing or _cards_held(game) > _MAX_CARDS:
            return None
        scores = {}
        for move in game.legal_moves():
            attempt = game.copy()
            attempt.play(move)
            # After the last card, the next deal may have started.
            if attempt.is_over or _cards_held(attempt) >= _MAX_CARDS:
                return None
            scores[str(move)] = hearts.solve(attempt).scores[seat]
        loss = scores[text] - min(scores.values())
        by = Phrase("if all cards were open and everyone played for themselves")
        return Cost(loss, Phrase("points"), by)


def _generalized_rules(suits: int, values: int) -> list[str]:
    """Explain the game with other decks."""
    return [
        Phrase("Points are bad: the fewest points win."),
        Phrase(
            "There are {suits} suits, 0 to {last}, of the values 1 to {values}; the highest value "
            "is {values}.",
            suits=suits,
            last=suits - 1,
            values=values,
        ),
        Phrase(
            "Suit 0 is hearts: each costs a point. {special} costs {values}.",
            special=f"1-{values - 1}",
            values=values,
        ),
        Phrase("Everyone gets the same number of cards; leftover cards are out of play."),
        Phrase("1-2 opens, or the lowest card of suit 1 that was dealt."),
        Phrase("Follow the suit led if you can; otherwise play anything."),
        Phrase("The highest card of the suit led takes the trick and leads the next."),
        Phrase(
            "Hearts can be led after a heart or {special} was played, or if you have nothing else.",
            special=f"1-{values - 1}",
        ),
        Phrase("One deal is a game."),
    ]


def _cards_held(game: Game[View, Any]) -> int:
    return sum(len(game.view(seat).hand) for seat in range(game.seats))


PRESENTATION = HeartsPresentation("hearts")
