"""Whole games of every game in both implementations, with hostile texts in every position."""

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import cardcore
from cardcore import (
    CardcoreError,
    Game,
    IllegalMoveError,
    ParseError,
    chopsticks,
    ends,
    hearts,
    president,
)
from cardcore.compare import chopsticks as compare_chopsticks
from cardcore.compare import draw as compare_draw
from cardcore.compare import ends as compare_ends
from cardcore.compare import hearts as compare_hearts
from cardcore.compare.lockstep import ReferenceGame, lockstep
from cardcore.reference import chopsticks as reference_chopsticks
from cardcore.reference import ends as reference_ends
from cardcore.reference import president as reference_president
from fuzz.values import TEXTS, corpus

Both = tuple[Game, Any]


def draw_match(random: Random) -> Both:
    """Begin a match of five-card draw."""
    return compare_draw.start(random, tiny=random.random() < 0.5)


def president_match(random: Random) -> Both:
    """Begin a match of President, of many players so that hands are small."""
    players, seed, trade = random.randint(8, 13), random.randrange(2**32), "request"
    native = president.new(players=players, rounds=2, seed=seed, trade=trade)
    return native, reference_president.President(players, 2, seed, trade)


def chopsticks_game(random: Random) -> Both:
    """Begin a game of chopsticks under random rules."""
    rules = compare_chopsticks.house(random)
    plain = compare_chopsticks.plain(rules)
    return chopsticks.new(rules, moves=20), reference_chopsticks.Game(20, plain, None)


def hearts_deal(random: Random) -> Both:
    """Begin a deal of Hearts with any deck, or a match of the standard game."""
    if random.random() < 0.5:
        rules = hearts.Rules(random.randint(2, 5), random.randint(2, 8), random.randint(2, 4))
        return compare_hearts.deal(rules, random)
    return compare_hearts.match(hearts.Rules.standard(random.randint(3, 6), target=None), random)


def ends_game(random: Random) -> Both:
    """Begin a game of Ends."""
    row = compare_ends.row(random)
    return ends.new(row), reference_ends.Game(row)


BEGIN: dict[str, Callable[[Random], Both]] = {
    "draw": draw_match,
    "president": president_match,
    "chopsticks": chopsticks_game,
    "hearts": hearts_deal,
    "ends": ends_game,
}
assert list(BEGIN) == cardcore.games()

#: A part of a legal move and what stands there instead.
EDITS = st.tuples(st.integers(0, 63), st.integers(0, 12), st.integers(0, 12), TEXTS)

LINES = {game: corpus(game) for game in BEGIN}


def refuse_alike(native: Game, slow: ReferenceGame, text: str, legal: list[str]) -> None:
    """Try a text in both: what the native game refuses, the reference refuses as well."""
    trial = native.copy()
    try:
        trial.play(text)
    except (IllegalMoveError, ParseError):
        assert text not in legal, f"the legal move {text!r} was refused"
        assert trial == native, f"the refused move {text!r} left a trace"
        try:
            slow.play(text)
        except CardcoreError:
            assert slow.legal_moves() == legal, f"{text!r} left a trace in the reference"
            return
        raise AssertionError(f"only the reference takes {text!r}") from None
    # A move may be spelled in several ways; it is kept as the reference spells it.
    deepcopy(slow).play(trial.moves[-1])


@given(
    st.sampled_from(list(BEGIN)),
    st.integers(0, 2**32),
    st.lists(EDITS | TEXTS, min_size=1, max_size=8),
)
def hostile_texts(name: str, seed: int, hostile: list[Any]) -> None:
    """Play a random game in both and try hostile texts before every move."""
    random = Random(seed)

    def choose(native: Game, slow: ReferenceGame, random: Random) -> str:
        legal = slow.legal_moves()
        for text in [*hostile, random.choice(LINES[name])]:
            if not isinstance(text, str):
                place, begin, end, inserted = text
                move = legal[place % len(legal)]
                text = move[:begin] + inserted + move[end:]
            refuse_alike(native, slow, text, legal)
        return random.choice(legal)

    for found in lockstep(*BEGIN[name](random), random, choose=choose):
        assert found.native == found.reference, found.case
