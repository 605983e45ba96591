"""Ranges: which two-card hands a player may hold, and how often.

The public name is :class:`cardcore.poker.Range`.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from html import escape
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from cardcore import _core
from cardcore.errors import ParseError

__all__ = ["Range"]

#: The weight of a hand that is always in a range, in the units that are kept.
_ONE = 1_000_000

_RANKS = "AKQJT98765432"


class Range:
    """A range of hold'em hands: a weight from 0 to 1 for each of the 1,326 two-card hands.

    Ranges are values: they cannot be changed, and two with equal weights are equal.

    Parameters
    ----------
    hands
        Text as poker players write it: pairs ``QQ``, ``QQ+``, ``99-66``; ``AKs`` (suited), ``AKo``
        (offsuit), ``AK`` (both), ``KTs+`` (a better second card), ``A5s-A2s``, ``JTs-76s``; single
        hands ``AsKd``; ``random`` (any two cards). A weight follows a colon, ``76s:0.5``, or, in
        percent, an at sign, ``76s@50``. Commas or spaces separate them. Where they overlap the
        later one decides, so ``"random, 72o:0"`` is every hand but seven-deuce offsuit. Or a
        mapping from such texts to weights, an array of 1,326 weights in the order of
        :meth:`all_combos`, or a range. Weights are rounded to a millionth.

    Raises
    ------
    ParseError
        If the text is not a range; the message has the position and the token.
    TypeError
        If it is something else.

    Examples
    --------
    >>> from cardcore.poker import Range
    >>> opening = Range("QQ+, A5s-A2s, 76s:0.5")
    >>> len(opening), opening.total
    (38, 36.0)
    >>> opening["7h6h"], "AsKs" in opening
    (0.5, False)
    >>> print(opening | Range("AK"))
    QQ+, AKs, A5s-A2s, 76s:0.5, AKo
    >>> Range("QQ+, AKx")
    Traceback (most recent call last):
        ...
    cardcore.errors.ParseError: range, position 6, 'AKx': expected s, o or nothing after the ranks, found 'x'
    """  # noqa: E501

    __slots__ = ("_weights",)
    _weights: NDArray[np.uint32]

    def __init__(self, hands: "str | Mapping[str, float] | NDArray[Any] | Range" = "") -> None:
        if isinstance(hands, Range):
            weights = hands._weights
        elif isinstance(hands, str):
            weights = _core.parse_range(hands)
        elif isinstance(hands, Mapping):
            weights = np.zeros(len(_combos()), np.uint32)
            for text, weight in hands.items():
                weights[_core.parse_range(text) > 0] = _rounded(np.array([weight]))[0]
        elif isinstance(hands, np.ndarray):
            if hands.shape != (len(_combos()),):
                raise ParseError(
                    f"range: expected an array of {len(_combos())} weights, found shape "
                    f"{hands.shape}"
                )
            weights = _rounded(hands)
        else:
            raise TypeError(
                "range: expected text, a mapping from text to weights or an array of weights, "
                f"found {type(hands).__name__}"
            )
        weights.flags.writeable = False
        object.__setattr__(self, "_weights", weights)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a range cannot be changed: {name}")

    @classmethod
    def _of(cls, weights: NDArray[np.uint32]) -> Self:
        made = cls.__new__(cls)
        weights.flags.writeable = False
        object.__setattr__(made, "_weights", weights)
        return made

    @staticmethod
    def all_combos() -> tuple[str, ...]:
        """Return the 1,326 two-card hands in the order of :attr:`weights`.

        They are ordered by the number of the higher card, then of the lower; that card is written
        first.

        >>> Range.all_combos()[:3], Range.all_combos()[-1]
        (('2d2c', '2h2c', '2h2d'), 'AsAh')
        """
        return _combos()

    @property
    def weights(self) -> NDArray[np.float64]:
        """The weights of the 1,326 hands, from 0 to 1, in the order of :meth:`all_combos`."""
        return self._weights / _ONE

    @property
    def combos(self) -> tuple[str, ...]:
        """The hands with a weight, in the order of :meth:`all_combos`.

        >>> Range("AA, 7s6s:0").combos
        ('AdAc', 'AhAc', 'AhAd', 'AsAc', 'AsAd', 'AsAh')
        """
        return tuple(_combos()[place] for place in np.flatnonzero(self._weights))

    @property
    def total(self) -> float:
        """The sum of the weights: how many hands it amounts to."""
        return int(self._weights.sum(dtype=np.uint64)) / _ONE

    @property
    def fraction(self) -> float:
        """What part of the 1,326 hands it amounts to, from 0 to 1.

        >>> round(Range("22+").fraction, 4)
        0.0588
        """
        return self.total / len(_combos())

    def __len__(self) -> int:
        return int(np.count_nonzero(self._weights))

    def __iter__(self) -> Iterator[str]:
        return iter(self.combos)

    def __contains__(self, hands: str) -> bool:
        return bool((self._weights[_core.parse_range(hands) > 0] > 0).all())

    def __getitem__(self, hands: str) -> float:
        own = self._weights[_core.parse_range(hands) > 0]
        if not len(own):
            raise KeyError(hands)
        return int(own.sum(dtype=np.uint64)) / len(own) / _ONE

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return bool(np.array_equal(self._weights, other._weights))

    def __hash__(self) -> int:
        return hash(self._weights.tobytes())

    def __or__(self, other: "Range") -> "Range":
        return self._with(other, np.maximum)

    def __and__(self, other: "Range") -> "Range":
        return self._with(other, np.minimum)

    def __sub__(self, other: "Range") -> "Range":
        return self._with(other, lambda own, theirs: np.where(theirs > 0, 0, own))

    def _with(self, other: "Range", join: Callable[..., Any]) -> "Range":
        if not isinstance(other, Range):
            return NotImplemented
        return self._of(join(self._weights, other._weights).astype(np.uint32))

    def __str__(self) -> str:
        return _core.format_range(self._weights)

    def __repr__(self) -> str:
        return f"Range({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Range, (str(self),)

    def grid(self) -> str:
        """Draw the usual grid of 169 starting hands as text.

        Pairs are on the diagonal, suited hands above it and offsuit hands below. A hand that is
        always in the range has its name, one that is there in part a percentage, others a dot.

        >>> print(Range("TT+, AK, QJs:0.5").grid())
        AA   AKs   .    .    .    .    .    .    .    .    .    .    .
        AKo  KK    .    .    .    .    .    .    .    .    .    .    .
         .    .   QQ   50%   .    .    .    .    .    .    .    .    .
         .    .    .   JJ    .    .    .    .    .    .    .    .    .
         .    .    .    .   TT    .    .    .    .    .    .    .    .
         .    .    .    .    .    .    .    .    .    .    .    .    .
         .    .    .    .    .    .    .    .    .    .    .    .    .
         .    .    .    .    .    .    .    .    .    .    .    .    .
         .    .    .    .    .    .    .    .    .    .    .    .    .
         .    .    .    .    .    .    .    .    .    .    .    .    .
         .    .    .    .    .    .    .    .    .    .    .    .    .
         .    .    .    .    .    .    .    .    .    .    .    .    .
         .    .    .    .    .    .    .    .    .    .    .    .    .
        """
        rows = (("  ".join(_cell(*cell) for cell in row)).rstrip() for row in self._cells())
        return "\n".join(rows)

    def _cells(self) -> list[list[tuple[str, float]]]:
        """Return name and mean weight of the starting hands, row by row."""
        means = np.bincount(_places(), self._weights, 169) / np.bincount(_places(), None, 169)
        names = starting_hands()
        cells = [(name, float(mean) / _ONE) for name, mean in zip(names, means, strict=True)]
        return [cells[13 * row : 13 * row + 13] for row in range(13)]

    def _repr_html_(self) -> str:
        made = [f"<caption>{escape(str(self) or 'no hands')}</caption>"]
        for row in self._cells():
            cells = (
                f'<td style="text-align: center; background: rgba(40, 140, 90, {weight:.3g})" '
                f'title="{name}: {100 * weight:.4g}%">{name}</td>'
                for name, weight in row
            )
            made.append(f"<tr>{''.join(cells)}</tr>")
        return f"<table>{''.join(made)}</table>"


def starting_hands() -> tuple[str, ...]:
    """Return the names of the 169 starting hands, row by row of the grid from the aces down."""
    return _starting_hands()


@cache
def _starting_hands() -> tuple[str, ...]:
    names = []
    for row, first in enumerate(_RANKS):
        for column, second in enumerate(_RANKS):
            if row == column:
                names.append(first + second)
            else:
                names.append(f"{first}{second}s" if row < column else f"{second}{first}o")
    return tuple(names)


@cache
def _combos() -> tuple[str, ...]:
    return tuple(_core.range_combos())


@cache
def _places() -> NDArray[np.intp]:
    """Return the place in the grid of each of the 1,326 hands."""
    places = []
    for combo in _combos():
        high, low = _RANKS.index(combo[0]), _RANKS.index(combo[2])
        places.append(13 * high + low if combo[1] == combo[3] else 13 * low + high)
    return np.array(places)


def _cell(name: str, weight: float) -> str:
    if not weight:
        return " . "
    return f"{name:<3}" if weight == 1 else f"{min(99, max(1, round(100 * weight))):>2}%"


def _rounded(weights: NDArray[Any]) -> NDArray[np.uint32]:
    values = np.asarray(weights, np.float64)
    if not ((values >= 0) & (values <= 1)).all():
        raise ParseError("range: expected weights from 0 to 1")
    return np.round(values * _ONE).astype(np.uint32)
