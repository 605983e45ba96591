"""Presentation of five-card draw."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardcore import discard, draw, poker
from cardcore._core import Game
from cardcore.plural import count
from cardcore.presentation import Cost, PastDecision, Presentation


@dataclass(frozen=True)
class PastDiscard(PastDecision):
    """A discard in the draw; only its player may see it."""

    hand: list[str]
    """The five cards before the discard."""
    thrown: list[str]
    """The discarded cards."""


class DrawPresentation(Presentation[draw.View]):
    """Titles, levels, rules and hints of five-card draw."""

    title = "five-card draw"

    description = "Five cards each, bets, a draw and bets again: the best hand takes the pot."

    level_bots = ("random", "pattern", "class", "nash")

    substitutes: Mapping[str, str] = {"nash": "equity"}

    limits: Mapping[str, int] = {
        "ante": 10_000,
        "big_bet": 10_000,
        "hands": 200,
        "small_bet": 10_000,
        "stack": 100_000,
    }

    def is_ready(self, bot: str, rules: Mapping[str, Any]) -> bool:
        """Return whether a bot can play these rules without solving the game first."""
        return bot != "nash" or draw.is_shipped(rules)

    def reasons(self, view: draw.View, chosen: str) -> list[str]:
        """Return the equity and pot odds, or the probabilities of the hold."""
        if view.phase != "discard":
            odds = discard.showdown(view.hand, "pat")
            # After the draw the cards can't change.
            equity = odds.best().value if view.phase == "first bets" else odds.equity[0]
            lines = [f"equity against one random hand that stands pat: {equity:.1%}"]
            if view.to_call:
                needed = view.to_call / (view.pot + view.to_call)
                price = f"a call costs {view.to_call} for a pot of {view.pot}"
                lines.append(
                    f"{price} (pot odds {view.pot / view.to_call:.3g}:1): "
                    f"it needs {needed:.1%} equity"
                )
            if chosen == "check":
                lines.append("checking is free")
            if chosen in ("bet", "raise"):
                lines.append(
                    "you are a favorite over such a hand: bet for value"
                    if equity > 0.5
                    else "you are an underdog to such a hand: bet as a bluff"
                )
            return lines
        table = discard.analyze(view.hand)
        _, *thrown = chosen.split()
        mask = _mask([str(card) for card in view.hand], thrown)
        rows = zip(table.counts[mask].tolist(), poker.Category, strict=True)
        total = int(table.draws[mask])
        chances = [f"{category.label} {draws / total:.1%}" for draws, category in rows if draws]
        held = " ".join(str(card) for card in view.hand if str(card) not in thrown) or "nothing"
        return [f"holding {held} gives: {', '.join(chances)}"]

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        return (
            "discard 6c 8h, or just 6c 8h, discards two cards, stand pat none; before and after "
            "the draw c is check or call, b bet, r raise, f fold"
        )

    def rules(self, rules: Mapping[str, Any]) -> list[str]:
        """Explain the game with its stakes."""
        chips = count(rules["stack"], "chip")
        return [
            f"Everyone starts with {chips} and antes {rules['ante']} every hand.",
            "Five cards each; then a betting round, a draw, another betting round, and a showdown.",
            "A bet or raise is {small_bet} before the draw and {big_bet} after it.".format(**rules),
            f"The maximum is {count(rules['raises'], 'raise')} in each betting round.",
            "Fold if you don't want to call a bet. If all others fold, you win the pot.",
            "In the draw you discard any number of cards and draw as many.",
            "If you can't afford to call, you are all in and compete for the pots you paid into.",
            "Hands, low to high: high card, pair, two pair, three of a kind, straight, flush,",
            "full house, four of a kind, straight flush.",
            f"The match is {count(rules['hands'], 'hand')}; your score is your net winnings.",
        ]

    def view_facts(self, view: draw.View) -> dict[str, Any]:
        """Return the rank of the player's hand and those of the hands shown."""
        shown = [] if view.last is None else view.last["shown"]
        return {
            "rank": str(poker.rank(view.hand)) if len(view.hand) == 5 else None,
            "shown": [None if hand is None else str(poker.rank(hand)) for hand in shown],
        }

    def cost(self, game: Game[draw.View, Any], text: str) -> Cost | None:
        """Compare a discard with the best one; the cost of bets is unknown."""
        view = game.view(game.to_move)
        if view.phase != "discard":
            return None
        mask = _mask([str(card) for card in view.hand], text.split()[1:])
        equity = discard.showdown(view.hand, "pat").equity
        loss = round(100 * float(max(equity) - equity[mask]), 2)
        return Cost(loss, "percent", "equity against one hand that stands pat")

    def record_decision(self, game: Game[draw.View, Any], text: str) -> PastDiscard | None:
        """Record a discard."""
        verb, *thrown = text.split()
        if verb != "discard":
            return None
        view = game.view(game.to_move)
        number = 0 if view.part is None else view.part["number"]
        return PastDiscard(number, [str(card) for card in view.hand], thrown)

    def odds(self, remembered: PastDiscard) -> dict[str, Any]:
        """Return the equity of every possible discard, against one hand that stands pat."""
        rows = [
            {
                "keep": [str(card) for card in option.keep],
                "discard": [str(card) for card in option.discard],
                "value": round(option.value, 5),
            }
            for option in discard.showdown(remembered.hand, "pat").ranking()
        ]
        return {
            "hand": remembered.hand,
            "thrown": remembered.thrown,
            "part": remembered.part,
            "rows": rows,
        }


def _mask(hand: list[str], thrown: list[str]) -> int:
    """Return the mask of the discarded cards."""
    return sum(1 << index for index, card in enumerate(hand) if card in thrown)


PRESENTATION = DrawPresentation("draw")
