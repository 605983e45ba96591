"""Presentation of President."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from cardcore import president
from cardcore._core import Game
from cardcore.plural import count
from cardcore.presentation import Cost, Estimates, Presentation, WeighedMoves
from cardcore.president import View

_PLURALS = {"T": "tens", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces"}


class PresidentPresentation(Presentation[View]):
    """Titles, levels, rules and hints of President."""

    description = "Get rid of your cards first: your place is your role in the next round."

    level_bots = ("random", "shortest", "plan", "search")

    #: The stronger bots are hard to beat.
    default_level = "medium"

    limits: Mapping[str, int] = {"rounds": 50}

    def reasons(self, view: View, chosen: str) -> list[str]:
        """Explain the effect of the move on the number of moves that empty the hand."""
        return [_reason(view, chosen)]

    def estimates(self, weighed: WeighedMoves) -> Estimates | None:
        """Return the mean finishing positions of the best moves."""
        found = super().estimates(weighed)
        if found is None:
            return None
        return replace(found, quantity="mean place", digits=2, others=0)

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain the moves."""
        return (
            "cards of one rank such as 3d 3c, or five cards that are a straight or better; they "
            "beat the same number of lower cards; 3 is the lowest rank, 2 the highest; or pass; in "
            "a trade: request K, give 3d"
        )

    def rules(self, rules: Mapping[str, Any]) -> list[str]:
        """Explain the game."""
        asks = (
            "names ranks, and gets the lower side's highest card of each"
            if rules["trade"] == "request"
            else "gets the lower side's highest cards"
        )
        return [
            "Be the first to get rid of your cards.",
            "3 is the lowest rank, then 4 up to king, ace and 2; suits go d, c, h, s.",
            "Lead one to four cards of a rank, or five: straight, flush, full house, four and one.",
            "The next player beats that with as many higher cards, or passes, and may come back.",
            "Of five cards the higher kind wins; else the highest card, triple or four decide.",
            "When all others have passed, the last to play leads again.",
            "The lowest card dealt opens the first round; later the President leads.",
            "Places make the roles: first President, last Bum, next to them the vices.",
            f"Before each round but the first they trade: the upper side {asks},",
            f"and gives back any cards. {count(rules['rounds'], 'round')}; the places are added "
            "up, and the lowest sum wins.",
        ]

    def view_facts(self, view: View) -> dict[str, Any]:
        """Return the kind of the move to beat."""
        return {"kind": None if view.beat is None else _kind(president.Move(view.beat))}

    def selection_facts(self, view: View, text: str) -> dict[str, Any]:
        """Return the kind of the selected cards, and whether they beat the cards on the table."""
        if view.phase != "play":
            return {"kind": None}
        try:
            move = president.Move(text)
        except ValueError:
            return {"kind": None}
        return {"kind": _kind(move), "beats": None if view.beat is None else move.beats(view.beat)}

    def cost(self, game: Game[View, Any], text: str) -> Cost | None:
        """Return how many moves longer a play makes the way to an empty hand."""
        view = game.view(game.to_move)
        if view.phase != "play" or text == "pass":
            return None
        left = [card for card in view.hand if str(card) not in text.split()]
        now = president.moves_to_victory(view.hand).count
        after = president.moves_to_victory(left).count if left else 0
        return Cost(after + 1 - now, "moves", "to empty your hand if nobody beats them")


def _reason(view: View, chosen: str) -> str:
    """Explain the effect of a move on the number of moves that empty the hand."""
    verb, *rest = chosen.split()
    if verb == "request":
        held = Counter(card.rank for card in view.hand)
        ranks = [str(move)[-1] for move in view.legal_moves()]
        highest = next((rank for rank in ranks if held[rank] < 4), ranks[0])
        best = " are the highest available" if rest[0] == highest else ""
        return f"{plural(rest[0])}{best}: you hold {held[rest[0]]} of four"
    now = president.moves_to_victory(view.hand)
    if chosen == "pass":
        if len(view.legal_moves()) == 1:
            return f"nothing in your hand beats {view.beat}"
        keeps = "passing keeps your hand together, which takes"
        return f"{keeps} {count(now.count, 'move')}: {_line(now)}"
    played = rest if verb == "give" else chosen.split()
    left = [card for card in view.hand if str(card) not in played]
    if not left:
        return "it empties your hand"
    after = president.moves_to_victory(left)
    takes = f"your hand takes {count(now.count, 'move')} now and {after.count} after it"
    return f"{takes}: {_line(after)}"


def plural(rank: str) -> str:
    """Return the plural name of a rank."""
    return _PLURALS.get(rank, f"{rank}s")


def _line(line: president.Line) -> str:
    return ", ".join(map(str, line.moves))


def _kind(move: president.Move) -> str | None:
    return None if move.kind is None else move.kind.label


PRESENTATION = PresidentPresentation("president")
