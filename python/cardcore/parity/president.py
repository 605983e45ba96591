"""President: legal moves, fewest moves and whole matches."""

from collections.abc import Iterator
from random import Random
from typing import Literal

from cardcore import president
from cardcore.parity import Case, Check
from cardcore.parity.lockstep import lockstep
from cardcore.reference import president as reference
from cardcore.reference.cards import DECK, cards_text


def legal_moves(random: Random) -> Iterator[Case]:
    """Compare the moves of a random hand, free and against a move of another hand."""
    deck = random.sample(DECK, 20)
    hand, other = tuple(deck[:10]), tuple(deck[10:])
    for beat in (None, random.choice(reference.get_valid_moves(other))):
        case = {"hand": cards_text(hand), "beat": beat and cards_text(beat)}
        native = [str(move) for move in president.legal_moves(hand, beat=beat)]
        expected = [cards_text(move) for move in reference.get_valid_moves(hand, beat)]
        yield Case(case, native, expected)


def fewest_moves(random: Random) -> Iterator[Case]:
    """Compare the length of the shortest line of a small hand."""
    hand = tuple(random.sample(DECK, random.randrange(9)))
    native = president.moves_to_victory(hand).count
    yield Case({"hand": cards_text(hand)}, native, reference.moves_to_victory(hand))


def matches(random: Random) -> Iterator[Case]:
    """Play one random match in both, of many players so that hands are small."""
    players, seed = random.randint(6, 13), random.randrange(2**32)
    trade: Literal["request", "best"] = random.choice(("request", "best"))
    slow = reference.President(players, 2, seed, trade)
    return lockstep(president.new(players, 2, seed=seed, trade=trade), slow, random)


CHECKS: dict[str, Check] = {
    "legal moves": legal_moves,
    "fewest moves": fewest_moves,
    "matches in lockstep": matches,
}
