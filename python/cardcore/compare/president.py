"""President: legal moves, fewest moves and whole matches."""

from collections.abc import Iterator
from random import Random
from typing import Any, Literal, TypeAlias

from cardcore import Game, president
from cardcore.compare import Case, Check
from cardcore.compare.encoding import compare_encodings
from cardcore.compare.lockstep import at_random, lockstep
from cardcore.compare.measure import CARDCORE, REFERENCE, Comparison, Work, compare
from cardcore.reference import president as reference
from cardcore.reference.cards import DECK, card_text, cards_text

Cards: TypeAlias = tuple[int, ...]


def hand(random: Random, size: int) -> Cards:
    """Draw a hand."""
    return tuple(random.sample(DECK, size))


def moves(hand: Cards, beat: Cards | None = None, containing: int | None = None) -> Case:
    """Compare the moves of a hand, in order."""
    native = president.legal_moves(hand, beat, containing)
    expected = reference.get_valid_moves(hand, beat, containing)
    case = {
        "hand": cards_text(hand),
        "beat": beat and cards_text(beat),
        "containing": None if containing is None else card_text(containing),
    }
    return Case(case, [str(move) for move in native], [cards_text(move) for move in expected])


def legal_moves(random: Random) -> Iterator[Case]:
    """Compare the moves of a random hand: free, against another hand's move, with a card."""
    both = hand(random, 20)
    mine, other = both[:10], both[10:]
    beat = random.choice(reference.get_valid_moves(other))
    containing = random.choice(mine)
    yield moves(mine)
    yield moves(mine, beat)
    yield moves(mine, None, containing)
    yield moves(mine, beat, containing)


def fewest(hand: Cards) -> Iterator[Case]:
    """Compare the length of the shortest line of a hand; the line has to play the whole hand."""
    line = president.moves_to_victory(hand)
    case = {"hand": cards_text(hand)}
    expected = reference.moves_to_victory(hand)
    yield Case(case, (line.count, len(line.moves)), (expected, expected))
    played = sorted(card.number for move in line.moves for card in move.cards)
    yield Case(case, played, sorted(hand))


def fewest_moves(random: Random) -> Iterator[Case]:
    """Compare the shortest line of a random small hand."""
    return fewest(hand(random, random.randrange(9)))


def facts(native: Game, slow: reference.President) -> Iterator[Case]:
    """Compare the view of the player to move."""
    if slow.is_over:
        return
    seen = native.view(slow.turn).to_dict()
    yield Case(
        {},
        {
            "hand": " ".join(seen["hand"]),
            "counts": seen["counts"],
            "roles": seen["roles"],
            "records": seen["records"],
            "finished": seen["finished"],
            "plays": len(seen["plays"]),
            "last play": seen["plays"][-1:],
        },
        {
            "hand": cards_text(slow.hands[slow.turn]),
            "counts": [len(hand) for hand in slow.hands],
            "roles": slow.roles and [slow.roles[seat] for seat in range(slow.players)],
            "records": slow.finishing_records,
            "finished": slow.finished,
            "plays": len(slow.plays),
            "last play": [list(play) for play in slow.plays[-1:]],
        },
    )


def greedy(native: Game, slow: reference.President) -> Iterator[Case]:
    """Compare the choice of the greedy bot, for every other seat."""
    if not slow.is_over and slow.turn % 2 == 0:
        chosen = str(native.view(slow.turn).choose("greedy"))
        yield Case({"bot": "greedy"}, chosen, reference.greedy(slow))


def greedily(native: Game, slow: reference.President, random: Random) -> str:
    """Choose like the greedy bot for every other seat, and at random for the rest."""
    if slow.turn % 2:
        return at_random(native, slow, random)
    return str(native.view(slow.turn).choose("greedy"))


def matches(random: Random) -> Iterator[Case]:
    """Play one random match in both, of many players so that hands are small."""
    players, seed = random.randint(6, 13), random.randrange(2**32)
    trade: Literal["request", "best"] = random.choice(("request", "best"))
    slow = reference.President(players, 2, seed, trade)
    native = president.new(players=players, rounds=2, seed=seed, trade=trade)
    return lockstep(native, slow, random, also=[facts, greedy], choose=greedily)


def time_moves(repeats: int = 7) -> Comparison:
    """List the moves of random 13-card hands."""
    random = Random(1)
    hands = [hand(random, 13) for _ in range(100)]
    expected = [[cards_text(move) for move in reference.get_valid_moves(hand)] for hand in hands]

    def check(answers: list[list[object]]) -> bool:
        texts = [
            [cards_text(move) if isinstance(move, tuple) else str(move) for move in moves]
            for moves in answers
        ]
        return texts == expected

    return compare(
        "moves of a random 13-card hand",
        {
            CARDCORE: lambda: [president.legal_moves(hand) for hand in hands],
            REFERENCE: lambda: [reference.get_valid_moves(hand) for hand in hands],
        },
        check=check,
        items=len(hands),
        unit="hand",
        repeats=repeats,
    )


def time_fewest_moves(repeats: int = 7) -> Comparison:
    """Find shortest lines of random hands: 8 cards, which the reference can still search."""
    random = Random(2)
    hands = [hand(random, 8) for _ in range(60)]
    expected = [reference.moves_to_victory(hand) for hand in hands]

    def search() -> list[int]:
        reference.forget()
        return [reference.moves_to_victory(hand) for hand in hands]

    return compare(
        "shortest line of a random 8-card hand",
        {
            CARDCORE: lambda: [president.moves_to_victory(hand).count for hand in hands],
            REFERENCE: search,
        },
        check=lambda counts: bool(counts == expected),
        items=len(hands),
        unit="hand",
        repeats=repeats,
    )


#: Rules for the comparison of encodings.
ENCODED_RULES: tuple[dict[str, Any], ...] = (
    {"players": 4, "rounds": 1},
    {"players": 4, "rounds": 2},
    {"players": 5, "rounds": 3, "trade": "best"},
    {"players": 13, "rounds": 2},
)


def numbers(random: Random) -> Iterator[Case]:
    """Compare the observation and action encodings of a random game."""
    return compare_encodings("president", random.choice(ENCODED_RULES), random)


CHECKS: dict[str, Check] = {
    "legal moves": legal_moves,
    "fewest moves": fewest_moves,
    "matches in lockstep": matches,
    "numbers": numbers,
}

WORK: tuple[Work, ...] = (time_moves, time_fewest_moves)
