"""Values that nobody expects, and some that are right."""

import math
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

import cardcore

CORPUS = Path(__file__).parent / "corpus"

ESCAPE = re.compile(r"\\u\{([0-9a-f]+)\}|\\([ntr0\\])")
SHORT = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "\\": "\\"}


class HostileError(Exception):
    """What the objects here raise: it may reach the caller."""


class Hostile:
    """An object that fails whatever it is asked."""

    def _fail(self, *_: Any) -> Any:
        raise HostileError

    __index__ = __int__ = __float__ = __len__ = __iter__ = __getitem__ = __str__ = _fail
    __array__ = __bool__ = __contains__ = __fspath__ = keys = choose = _fail


class LyingLength(list[Any]):
    """A list that claims to be longer than it is."""

    def __len__(self) -> int:
        return 2**40


class LyingIndex:
    """A number that is another one each time."""

    def __init__(self) -> None:
        self.asked = 0

    def __index__(self) -> int:
        self.asked += 1
        return (-1, 2**70, 3)[self.asked % 3]


def corpus(name: str = "*") -> list[str]:
    """Give the lines of the corpus of a target, or of all."""
    lines = [
        line
        for path in sorted(CORPUS.glob(f"{name}.txt"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    # Escapes as in Rust; the Rust side reads the same files.
    return [
        ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else SHORT[found[2]], line)
        for line in lines
    ]


def games() -> Iterator[cardcore.Game]:
    """Give a game of each kind, a few moves after its start."""
    for name in cardcore.games():
        game = cardcore.new(name) if name == "chopsticks" else cardcore.new(name, seed=1)
        for _ in range(3):
            game.play(game.legal_moves()[0])
        yield game


def made(make: Callable[[], Any]) -> Any:
    """Make a new object, so that no call sees what another has done to it."""
    return make()


NUMBERS = st.sampled_from(
    [*range(-2, 8), 13, 26, 52, 53, 255, 256, 2**31, 2**32, 2**63 - 1, 2**63, 2**64, -(2**63)]
) | st.integers(-100, 100)

ODD_NUMBERS = st.sampled_from(
    [
        10**400,
        0.0,
        -0.0,
        0.5,
        math.nan,
        math.inf,
        1e308,
        Decimal("sNaN"),
        Decimal("1e-999"),
        Fraction(1, 10**30),
        1j,
        True,
        np.int8(3),
        np.uint64(2**64 - 1),
        np.float32("nan"),
        np.bool_(False),
    ]
)

#: Texts that are right somewhere, whole or in part, and texts that are right nowhere.
TEXTS = (
    st.sampled_from([*corpus(), *cardcore.games(), "\ud800", "left", "player", "hand"])
    | st.text(max_size=8)
    | st.text("AKQJT2345 cdhs,-10", max_size=14)
)

ARRAYS = st.builds(
    np.zeros,
    st.sampled_from([(), 0, 5, (0, 5), (2, 5), (5, 2), (1, 5, 1), (3, 0)]),
    st.sampled_from(["i1", "u8", ">i4", "f4", "f8", "c8", "?", "S3", "U2", "O", "M8[s]"]),
) | st.just(np.arange(50).reshape(10, 5)[:, ::-1])

OBJECTS = st.sampled_from(
    [
        object,
        Hostile,
        LyingLength,
        LyingIndex,
        lambda: iter("As"),
        lambda: b"As Ks",
        lambda: memoryview(b"abc"),
        lambda: Path("/nowhere"),
        lambda: ...,
        lambda: len,
        lambda: cardcore.Card("As"),
        *((lambda game=game: game.copy()) for game in games()),
        *((lambda game=game: game.view(0)) for game in games()),
        *((lambda game=game: game.record()) for game in games()),
    ]
).map(made)

SINGLE = st.none() | NUMBERS | ODD_NUMBERS | TEXTS | ARRAYS | OBJECTS

#: Anything at all.
ANYTHING = st.recursive(
    SINGLE,
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.tuples(inner, inner)
        | st.dictionaries(st.text(max_size=5) | st.sampled_from(["players", "seed"]), inner)
    ),
    max_leaves=8,
)
