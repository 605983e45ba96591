"""Hearts: whole deals with any deck, matches of the standard game, and double-dummy solutions."""

import statistics
from collections.abc import Iterator
from dataclasses import asdict
from random import Random
from typing import Any

from cardcore import Game, hearts
from cardcore.compare import Case, Check
from cardcore.compare.encoding import compare_encodings
from cardcore.compare.lockstep import at_random, lockstep
from cardcore.compare.measure import CARDCORE, REFERENCE, Comparison, Work, compare
from cardcore.reference import hearts as reference
from cardcore.reference.cards import RANKS, SUITS


def plain(rules: hearts.Rules) -> reference.Rules:
    """Return the same rules for the reference."""
    given = asdict(rules)
    deck = given.pop("suits"), given.pop("values")
    if rules.is_standard:
        return reference.Rules.standard(**given)
    return reference.Rules(*deck, rules.players)


def pair(card: Any) -> reference.Card:
    """Return a card in the form of the reference."""
    if isinstance(card, tuple):
        return card
    return SUITS.index(card.suit), RANKS.index(card.rank) + 1


def deal(rules: hearts.Rules, random: Random) -> tuple[Game, reference.Hearts]:
    """Start a deal of the generalized game, with cards that the reference shuffled."""
    slow = reference.Hearts.shuffled(plain(rules), random.getrandbits(32))
    return hearts.new(rules, deal=map(sorted, slow.hands)), slow


def match(rules: hearts.Rules, random: Random) -> tuple[Game, reference.Hearts]:
    """Start a match, in which the native game deals for both."""
    native = hearts.new(rules, seed=random.getrandbits(64))

    def hands() -> list[list[reference.Card]]:
        return [[pair(card) for card in native.view(s).hand] for s in range(rules.players)]

    return native, reference.Hearts(plain(rules), hands(), hands)


def facts(native: Game, slow: reference.Hearts) -> Iterator[Case]:
    """Compare the view of a seat, not always the one to move."""
    if slow.is_over:
        return
    tricks = [*slow.trick_history, slow.current_trick]
    seat = (slow.turn_player + len(tricks) + len(slow.current_trick)) % slow.rules.players
    view = native.view(seat)
    yield Case(
        {"seat": seat},
        {
            "hand": {pair(card) for card in view.hand},
            "trick": [pair(card) for _, card in view.trick],
            "plays": [pair(card) for _, card in view.plays],
            "hearts broken": view.hearts_broken,
            "special played": view.special_played,
            "points": view.points,
            "jack": view.jack,
        },
        {
            "hand": slow.hands[seat],
            "trick": slow.current_trick,
            "plays": [card for trick in tricks for card in trick],
            "hearts broken": slow.hearts_broken,
            "special played": slow.special_card_played,
            "points": slow.points,
            "jack": slow.jack_taker,
        },
    )


def greedy(native: Game, slow: reference.Hearts) -> Iterator[Case]:
    """Compare the choice of the greedy bot."""
    if not slow.is_over:
        chosen = native.view(slow.turn_player).choose("greedy")
        yield Case({"bot": "greedy"}, chosen, slow.greedy_play())


def sometimes_greedily(native: Game, slow: reference.Hearts, random: Random) -> str:
    """Choose like the greedy bot for some of the moves, and at random for the rest."""
    return slow.greedy_play() if random.random() < 0.3 else at_random(native, slow, random)


def deals(random: Random) -> Iterator[Case]:
    """Play one deal of a random deck in both."""
    suits, values = random.randint(2, 5), random.randint(2, 8)
    rules = hearts.Rules(suits, values, random.randint(2, min(6, suits * values)))
    games = deal(rules, random)
    return lockstep(*games, random, also=[facts, greedy], choose=sometimes_greedily)


def matches(random: Random) -> Iterator[Case]:
    """Play one short match of the standard game in both."""
    rules = hearts.Rules.standard(
        random.randint(3, 6),
        passing=random.random() < 0.5,
        moon=random.choice(("none", "add", "subtract")),
        target=random.choice((None, 20)),
        points_on_first_trick=random.random() < 0.5,
        queen_breaks_hearts=random.random() < 0.5,
        jack=random.random() < 0.5,
    )
    games = match(rules, random)
    return lockstep(*games, random, also=[facts, greedy], choose=sometimes_greedily)


def solution(native: Game, slow: reference.Hearts) -> Iterator[Case]:
    """Compare the double-dummy result of the deal, and its line of play."""
    if not slow.is_over:
        solved = hearts.solve(native)
        yield Case({}, (solved.scores, solved.moves), reference.solve(slow))


def solutions(random: Random) -> Iterator[Case]:
    """Solve every position of a small deal double-dummy in both."""
    rules = hearts.Rules(*random.choice([(2, 3, 2), (3, 3, 3), (4, 2, 3)]))
    return lockstep(*deal(rules, random), random, also=[solution])


def time_deals(repeats: int = 7, count: int = 100) -> Comparison:
    """Deal the usual 52 cards and play them at random."""
    rules = hearts.Rules.standard(passing=False, target=None)

    def plainly() -> float:
        generator = Random(1)
        games = (reference.Hearts.shuffled(plain(rules), seed) for seed in range(count))
        return statistics.mean(
            mean for game in games for mean in reference.random_round(game, generator)
        )

    def right(mean: float) -> bool:
        # 26 points a deal among four seats, and 78 when one of them shoots the moon, which is rare.
        moons = (4 * mean * count - 26 * count) / 52
        return round(moons, 6) in range(1 + count // 10)

    return compare(
        f"{count} random deals of hearts",
        {
            CARDCORE: lambda: statistics.mean(hearts.random_means(rules, count, seed=1)),
            REFERENCE: plainly,
        },
        check=right,
        items=count,
        unit="deal",
        repeats=repeats,
    )


#: Rules for the comparison of encodings.
ENCODED_RULES: tuple[dict[str, Any], ...] = (
    {"target": None},
    {"target": 30, "players": 3},
    {"target": None, "players": 6, "moon": "subtract", "passing": False},
    {"suits": 3, "values": 5, "players": 4},
    {"suits": 7, "values": 11, "players": 5},
)


def numbers(random: Random) -> Iterator[Case]:
    """Compare the observation and action encodings of a random game."""
    return compare_encodings("hearts", random.choice(ENCODED_RULES), random)


CHECKS: dict[str, Check] = {
    "deals in lockstep": deals,
    "matches in lockstep": matches,
    "solutions": solutions,
    "numbers": numbers,
}

WORK: tuple[Work, ...] = (time_deals,)
