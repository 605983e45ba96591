"""Five-card draw: whole matches with given and shuffled decks."""

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
    players = random.randint(2, 5)
    sizes = range(10 * players, len(DECK) + 1)
    decks = [random.sample(DECK, random.choice(sizes)) for _ in range(random.randint(0, 3))]
    rules: dict[str, Any] = {
        "players": players,
        "hands": len(decks) + random.randint(0 if decks else 1, 2),
        "stack": random.randint(1, 12) if tiny else random.randint(20, 200),
        "ante": random.randint(0, 3),
        "small_bet": random.randint(1, 4),
        "big_bet": random.randint(1, 6),
        "raises": random.randint(0, 4),
        "seed": random.getrandbits(64),
    }
    return draw.new(deal=decks, **rules), DrawGame(decks, **rules)


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
        },
        {
            "phase": reference.phase,
            "stacks": reference.stacks,
            "paid": reference.paid,
            "button": reference.button,
            "hand number": reference.number + 1,
        },
    )
    if not reference.is_over:
        for seat, hand in reference.hands.items():
            shown = [card.number for card in native.view(seat).hand]
            yield Case({"seat": seat}, shown, sorted(hand))


def seldom_fold(_: Game, reference: DrawGame, random: Random) -> str:
    """Choose at random, but fold less often: that ends too many hands early."""
    moves = reference.legal_moves()
    return random.choice([move for move in moves if move != "fold" or random.random() < 0.5])


def matches(random: Random) -> Iterator[Case]:
    """Play one random match in both."""
    games = start(random, tiny=random.random() < 0.5)
    return lockstep(*games, random, also=[facts], choose=seldom_fold)


#: Rules for the comparison of encodings.
ENCODED_RULES: tuple[dict[str, Any], ...] = (
    {"hands": 2},
    {"players": 3, "hands": 4, "stack": 12},
    {"players": 5, "hands": 2, "raises": 0, "small_bet": 7},
)


def numbers(random: Random) -> Iterator[Case]:
    """Compare the observation and action encodings of a random game."""
    return compare_encodings("draw", random.choice(ENCODED_RULES), random)


CHECKS: dict[str, Check] = {
    "matches in lockstep": matches,
    "numbers": numbers,
}
