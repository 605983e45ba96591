"""How to type the moves of each game, for those who ask for help at the table."""

from collections.abc import Mapping
from typing import Any

_GUIDES = {
    "draw": "discard 6c 8h throws two cards away, discard alone none; before and after it: check, "
    "bet, call, raise, fold",
    "president": "cards of one rank such as 3d 3c, or five that are a straight or better; they "
    "beat as many lower cards; 3 is the lowest rank, 2 the highest; whoever cannot or will not "
    "says pass; in a trade: request K, give 3d",
    "chopsticks": "tap L R taps their right hand with your left; split 2 0 moves fingers between "
    "your hands so that the left has 2 and the right none",
    "ends": "L takes the first card of the row, R the last",
}


def guide(game: str, rules: Mapping[str, Any]) -> str:
    """Explain the moves of a game in a sentence."""
    if game != "hearts":
        return _GUIDES[game]
    if rules.get("standard"):
        return "Qs plays the queen of spades, pass 2c 3c 4c passes three cards; points are bad"
    values = rules["values"]
    return (
        f"1-2 is suit 1, value 2; hearts are suit 0 and cost a point each, 1-{values - 1} costs "
        f"{values}; points are bad; --standard plays with the 52 cards"
    )
