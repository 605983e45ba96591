"""What five-card draw tells people."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardcore import discard, draw, poker
from cardcore._core import Game
from cardcore.plural import count
from cardcore.presentation import Cost, Presentation, Remembered


@dataclass(frozen=True)
class Discarding(Remembered):
    """What somebody threw away in the draw: only they may be told."""

    hand: list[str]
    """The five cards there were."""
    thrown: list[str]
    """Those that were thrown away."""


class DrawPresentation(Presentation[draw.View]):
    """Titles, levels, rules and hints of five-card draw."""

    title = "five-card draw"

    description = "Five cards each, bets, a draw and bets again: the best hand takes the pot."

    ladder = ("random", "pattern", "class", "nash")

    substitutes: Mapping[str, str] = {"nash": "equity"}

    limits: Mapping[str, int] = {
        "ante": 10_000,
        "big_bet": 10_000,
        "hands": 200,
        "small_bet": 10_000,
        "stack": 100_000,
    }

    def is_ready(self, bot: str, rules: Mapping[str, Any]) -> bool:
        """Tell whether a bot plays by these rules without solving the game first."""
        return bot != "nash" or draw.is_shipped(rules)

    def reasons(self, view: draw.View, chosen: str) -> list[str]:
        """Give the chance to win, or the odds of what is kept."""
        if view.phase != "discard":
            odds = discard.showdown(view.hand, "pat")
            # After the draw the cards stay as they are.
            equity = odds.best().value if view.phase == "first bets" else odds.equity[0]
            lines = [f"chance to win against one random hand that stands pat: {equity:.1%}"]
            if view.to_call:
                price = view.to_call / (view.pot + view.to_call)
                cost = f"a call costs {view.to_call} for a pot of {view.pot}"
                lines.append(f"{cost}: it pays from a chance of {price:.1%} on")
            if chosen == "check":
                lines.append("to check costs nothing")
            if chosen in ("bet", "raise"):
                lines.append(
                    "you are ahead of such a hand more often than not: others are to pay"
                    if equity > 0.5
                    else "you are behind such a hand more often than not: others are to fold"
                )
            return lines
        table = discard.analyze(view.hand)
        _, *thrown = chosen.split()
        mask = _mask([str(card) for card in view.hand], thrown)
        rows = zip(table.counts[mask].tolist(), poker.Category, strict=True)
        total = int(table.draws[mask])
        classes = [f"{category.label} {draws / total:.1%}" for draws, category in rows if draws]
        kept = " ".join(str(card) for card in view.hand if str(card) not in thrown) or "nothing"
        return [f"keeping {kept} gives: {', '.join(classes)}"]

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        return (
            "discard 6c 8h, or just 6c 8h, throws two cards away, stand pat none; before and after "
            "it c is check or call, b bet, r raise, f fold"
        )

    def rules(self, rules: Mapping[str, Any]) -> list[str]:
        """Explain the game with its stakes."""
        chips = count(rules["stack"], "chip")
        return [
            f"Everyone begins with {chips} and pays {rules['ante']} for every hand.",
            "Five cards each; then bets, a draw, bets again, and the best hand takes the pot.",
            "A bet or raise is {small_bet} before the draw and {big_bet} after it.".format(**rules),
            f"It may be raised {count(rules['raises'], 'time')} in either round of bets.",
            "Whoever does not call a bet folds; if all others fold, the pot is won unseen.",
            "In the draw you throw away as many cards as you like and get as many new ones.",
            "Whoever has no chips left to call is all in and plays for what they paid for.",
            "Hands, low to high: high card, pair, two pairs, three of a kind, straight, flush,",
            "full house, four of a kind, straight flush.",
            f"There are {count(rules['hands'], 'hand')}; the score is what you won or lost.",
        ]

    def remark(self, view: draw.View) -> dict[str, Any]:
        """Name the own hand and those that were shown."""
        shown = [] if view.last is None else view.last["shown"]
        return {
            "rank": str(poker.rank(view.hand)) if len(view.hand) == 5 else None,
            "shown": [None if hand is None else str(poker.rank(hand)) for hand in shown],
        }

    def cost(self, game: Game[draw.View, Any], text: str) -> Cost | None:
        """Compare a discard with the best one; bets cannot be told."""
        view = game.view(game.to_move)
        if view.phase != "discard":
            return None
        mask = _mask([str(card) for card in view.hand], text.split()[1:])
        equity = discard.showdown(view.hand, "pat").equity
        loss = round(100 * float(max(equity) - equity[mask]), 2)
        return Cost(loss, "percent", "chance to win against one hand that stands pat")

    def remember(self, game: Game[draw.View, Any], text: str) -> Discarding | None:
        """Remember the cards of a discard."""
        verb, *thrown = text.split()
        if verb != "discard":
            return None
        view = game.view(game.to_move)
        number = 0 if view.part is None else view.part["number"]
        return Discarding(number, [str(card) for card in view.hand], thrown)

    def odds(self, remembered: Discarding) -> dict[str, Any]:
        """Give the chance to win of every discard there was, against one hand that stands pat."""
        rows = [
            {
                "keep": [str(card) for card in choice.keep],
                "discard": [str(card) for card in choice.discard],
                "value": round(choice.value, 5),
            }
            for choice in discard.showdown(remembered.hand, "pat").ranking()
        ]
        return {
            "hand": remembered.hand,
            "thrown": remembered.thrown,
            "part": remembered.part,
            "rows": rows,
        }


def _mask(hand: list[str], thrown: list[str]) -> int:
    """Give the places of the cards that are thrown away, as bits."""
    return sum(1 << place for place, card in enumerate(hand) if card in thrown)


PRESENTATION = DrawPresentation("draw")
