"""Draw games: whole matches with given and shuffled decks, under random rules."""

from collections.abc import Iterator
from random import Random
from typing import Any

from cardcore import Game, draw
from cardcore.compare import Case, Check
from cardcore.compare.encoding import compare_encodings
from cardcore.compare.lockstep import lockstep
from cardcore.reference.cards import DECK
from cardcore.reference.draw import DrawGame


def start(random: Random, *, tiny: bool) -> tuple[Game, DrawGame]:
    """Start a match under random rules, with decks of random size for some of its hands.

    Tiny stacks lead to side pots, and to matches that end because one player has all the chips.
    """
    variant = any_variant(random) if random.random() < 0.7 else {"players": random.randint(2, 5)}
    sizes = range(_cards_needed(**variant), len(DECK) + 1)
    decks = [random.sample(DECK, random.choice(sizes)) for _ in range(random.randint(0, 3))]
    rules: dict[str, Any] = {
        "hands": len(decks) + random.randint(0 if decks else 1, 2),
        "stack": random.randint(1, 12) if tiny else random.randint(20, 200),
        "ante": random.randint(0, 3),
        "small_bet": random.randint(max(1, variant.get("big_blind", 0)), 4),
        "big_bet": random.randint(1, 6),
        "raises": random.randint(0, 4),
        **variant,
        "seed": random.getrandbits(64),
    }
    if random.random() < 0.3:
        rules["stacks"] = [random.randint(1, rules["stack"]) for _ in range(rules["players"])]
    return draw.new(deal=decks, **rules), DrawGame(decks, **rules)


def any_variant(random: Random) -> dict[str, Any]:
    """Return the rules of any draw game, except its stakes."""
    while True:
        big_blind = random.choice([0, 1, 2, 4])
        found: dict[str, Any] = {
            "players": random.randint(2, 5),
            "ranking": random.choice(["high", "2-7", "a-5", "badugi"]),
            "draws": random.randint(1, 3),
            "betting": random.choice(["limit", "pot-limit", "no-limit"]),
            "small_blind": random.randint(0, big_blind),
            "big_blind": big_blind,
        }
        if big_blind and found["players"] > 2 and random.random() < 0.5:
            found["straddle"] = random.randint(2 * big_blind, 3 * big_blind)
        if _cards_needed(**found) <= len(DECK):
            return found


def _cards_needed(players: int, ranking: str = "high", draws: int = 1, **_: Any) -> int:
    return players * (4 if ranking == "badugi" else 5) * (draws + 1)


def facts(native: Game, reference: DrawGame) -> Iterator[Case]:
    """Compare the public facts and the hands."""
    view = native.view(0)
    yield Case(
        {},
        {
            "phase": view.phase,
            "stacks": view.stacks,
            "paid": view.paid,
            "button": view.button,
            "hand number": view.hand_number,
            "range": view_range(native),
        },
        {
            "phase": reference.phase,
            "stacks": reference.stacks,
            "paid": reference.paid,
            "button": reference.button,
            "hand number": reference.number + 1,
            "range": reference_range(reference),
        },
    )
    if not reference.is_over:
        for seat, hand in reference.hands.items():
            shown = [card.number for card in native.view(seat).hand]
            yield Case({"seat": seat}, shown, sorted(hand))


def view_range(native: Game) -> list[int] | None:
    """Return what the seat to move may raise to."""
    found: list[int] | None = native.view(native.to_move).raise_to
    return found


def reference_range(reference: DrawGame) -> list[int] | None:
    """Return what the seat to move may raise to in the reference."""
    seat = reference.to_move
    found = None if seat is None or reference.phase == "discard" else reference.raise_range(seat)
    return None if found is None else list(found)


def seldom_fold(_: Game, reference: DrawGame, random: Random) -> str:
    """Choose at random, but fold less often: that ends too many hands early.

    Half of the amounts are not those that are listed.
    """
    moves = reference.legal_moves()
    chosen = random.choice([move for move in moves if move != "fold" or random.random() < 0.5])
    found = reference_range(reference)
    if found is not None and chosen.startswith(("bet", "raise")) and random.random() < 0.5:
        word = "bet" if chosen.startswith("bet") else "raise to"
        return f"{word} {random.randint(*found)}"
    return chosen


def matches(random: Random) -> Iterator[Case]:
    """Play one random match in both."""
    games = start(random, tiny=random.random() < 0.5)
    return lockstep(*games, random, also=[facts], choose=seldom_fold)


#: Rules for the comparison of encodings.
ENCODED_RULES: tuple[dict[str, Any], ...] = (
    {"hands": 2},
    {"players": 3, "hands": 4, "stack": 12},
    {"players": 5, "hands": 2, "raises": 0, "small_bet": 7},
    {"hands": 2, "ranking": "2-7", "draws": 3, "small_blind": 1, "big_blind": 2},
    {"players": 3, "hands": 3, "ranking": "badugi", "draws": 3, "betting": "pot-limit"},
    {"players": 4, "hands": 2, "stack": 40, "ranking": "a-5", "betting": "no-limit", "ante": 0}
    | {"small_blind": 1, "big_blind": 2, "straddle": 4, "raises": 1000},
)


def numbers(random: Random) -> Iterator[Case]:
    """Compare the observation and action encodings of a random game."""
    return compare_encodings("draw", random.choice(ENCODED_RULES), random)


CHECKS: dict[str, Check] = {
    "matches in lockstep": matches,
    "numbers": numbers,
}
