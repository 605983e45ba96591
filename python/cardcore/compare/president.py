"""President: legal moves, fewest moves and whole matches."""

from collections.abc import Iterator
from random import Random
from typing import Any, TypeAlias

from cardcore import Game, president
from cardcore.compare import Case, Check
from cardcore.compare.encoding import compare_encodings
from cardcore.compare.lockstep import Chooser, at_random, lockstep
from cardcore.compare.measure import CARDCORE, REFERENCE, Comparison, Work, compare
from cardcore.reference import president as reference
from cardcore.reference.cards import DECK, card_text, cards_text

Cards: TypeAlias = tuple[int, ...]


def hand(random: Random, size: int) -> Cards:
    """Draw a hand."""
    return tuple(random.sample(DECK, size))


def house_rules(random: Random) -> dict[str, Any]:
    """Draw house rules that can be played."""
    kinds = [kind for kind in reference.KINDS[1:] if random.random() < 0.7]
    fours = {"four of a kind", "four of a kind plus one"} & {*kinds}
    return {
        "kinds": ("one card", *kinds),
        "passing": random.choice(("free", "locked")),
        "may_pass": random.choice(("always", "unable")),
        "beats": random.choice(("suit", "higher", "equal")),
        "clears": random.choice((None, "2", "8", random.choice("3456790JQKA".replace("0", "T")))),
        "revolution": bool(fours) and random.random() < 0.7,
        "deal": random.choice(("equal", "all")),
        "opens": random.choice(("lowest", "left")),
        "leads": random.choice(("president", "bum", "lowest")),
        "exchanged": random.choice(((2, 1), (1, 0), (3, 2), (1, 2), (4, 1))),
        "ends": random.choice(("last", "last", "first")),
        "score": random.choice(("places", "cards")),
    }


def moves(
    hand: Cards,
    beat: Cards | None = None,
    containing: int | None = None,
    rules: reference.MoveRules | None = None,
) -> Case:
    """Compare the moves of a hand, in order."""
    by = rules or reference.MoveRules()
    own = president.Rules(kinds=by.kinds, beats=by.beats)  # type: ignore[arg-type]
    native = president.legal_moves(hand, beat, containing, rules=own, is_reversed=by.is_reversed)
    expected = reference.get_valid_moves(hand, beat, containing, by)
    case = {
        "rules": by._asdict(),
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
    house = house_rules(random)
    rules = reference.MoveRules(house["kinds"], house["beats"], random.random() < 0.5)
    yield moves(mine, None, None, rules)
    possible = reference.get_valid_moves(other, rules=rules)
    yield moves(mine, random.choice(possible), None, rules)


def fewest(hand: Cards, kinds: tuple[str, ...] = reference.KINDS) -> Iterator[Case]:
    """Compare the length of the shortest line of a hand; the line has to play the whole hand."""
    line = president.moves_to_victory(hand, kinds)  # type: ignore[arg-type]
    case = {"hand": cards_text(hand), "kinds": kinds}
    expected = reference.moves_to_victory(hand, kinds)
    found = [move.kind for move in line.moves if move.kind is not None]
    yield Case(case, all(kind.label in kinds for kind in found), True)
    yield Case(case, (line.count, len(line.moves)), (expected, expected))
    played = sorted(card.number for move in line.moves for card in move.cards)
    yield Case(case, played, sorted(hand))


def fewest_moves(random: Random) -> Iterator[Case]:
    """Compare the shortest line of a random small hand, by all kinds and by some."""
    yield from fewest(hand(random, random.randrange(9)))
    yield from fewest(hand(random, random.randrange(9)), house_rules(random)["kinds"])


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
            "pile": len(seen["pile"]),
            "reversed": seen["reversed"],
            "locked": seen["locked"],
        },
        {
            "hand": cards_text(slow.hands[slow.turn]),
            "counts": [len(hand) for hand in slow.hands],
            "roles": slow.roles and [slow.roles[seat] for seat in range(slow.players)],
            "records": slow.finishing_records,
            "finished": slow.finished,
            "plays": len(slow.plays),
            "last play": [list(play) for play in slow.plays[-1:]],
            "pile": len(slow.plays) - slow.pile_start,
            "reversed": slow.reversed,
            "locked": slow.locked,
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


def boldly(native: Game, slow: reference.President, random: Random) -> str:
    """Choose the highest kind half of the time, so that there are revolutions."""
    return slow.legal_moves()[0] if random.random() < 0.5 else greedily(native, slow, random)


def matches(random: Random) -> Iterator[Case]:
    """Play one random match in both, of many players so that hands are small."""
    players, seed = random.randint(6, 13), random.randrange(2**32)
    return match(random, players, seed, {})


def house_matches(random: Random) -> Iterator[Case]:
    """Play one random match by random house rules in both."""
    players, seed = random.randint(7, 13), random.randrange(2**32)
    return match(random, players, seed, house_rules(random))


def house_rounds(random: Random) -> Iterator[Case]:
    """Play one round by random house rules in both, with many fours of a kind, for revolutions."""
    players = random.randint(2, 4)
    ranks = random.sample(range(13), players * random.randint(1, 3))
    cards = [4 * rank + suit for rank in ranks for suit in range(4)]
    for _ in range(random.randrange(4)):
        first, second = random.sample(range(len(cards)), 2)
        cards[first], cards[second] = cards[second], cards[first]
    size = len(cards) // players
    hands = [tuple(cards[seat * size : (seat + 1) * size]) for seat in range(players)]
    return match(random, players, 1, house_rules(random), rounds=1, deal=hands, choose=boldly)


def match(
    random: Random,
    players: int,
    seed: int,
    house: dict[str, Any],
    rounds: int = 2,
    deal: list[Cards] | None = None,
    choose: Chooser[reference.President] = greedily,
) -> Iterator[Case]:
    """Play one match in both, by default by what the greedy bot chooses for every other seat."""
    trade = random.choice(("request", "best", "none") if house else ("request", "best"))
    slow = reference.President(
        players, rounds, seed, trade, deal, house=reference.HouseRules(**house)
    )
    rules = president.Rules(players, rounds, trade, **house)  # type: ignore[arg-type]
    native = president.new(rules, seed=seed, deal=deal)
    return lockstep(native, slow, random, also=[facts, greedy], choose=choose)


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
    {"players": 4, "rounds": 2, **president.Rules.basic().changes()},
    {"players": 3, "rounds": 2, **president.Rules.big_two().changes()},
    {"players": 5, "rounds": 2, **president.Rules.daihinmin().changes()},
    {"players": 5, "rounds": 1, "may_pass": "unable", "revolution": True, "beats": "equal"},
)


def numbers(random: Random) -> Iterator[Case]:
    """Compare the observation and action encodings of a random game."""
    return compare_encodings("president", random.choice(ENCODED_RULES), random)


CHECKS: dict[str, Check] = {
    "legal moves": legal_moves,
    "fewest moves": fewest_moves,
    "matches in lockstep": matches,
    "matches by house rules in lockstep": house_matches,
    "rounds by house rules in lockstep": house_rounds,
    "numbers": numbers,
}

WORK: tuple[Work, ...] = (time_moves, time_fewest_moves)
