"""Paytables: the payout of each final hand of a draw, and their file formats.

A paytable file is TOML or JSON: a ``name`` (by default the file's) and ``payouts``, one for each
hand category.

.. code-block:: toml

    name = "bonus-8-5"

    [payouts]
    jacks_or_better = 1
    two_pair = 2
    three_of_a_kind = 3
    straight = 4
    flush = 5
    full_house = 8
    four_of_a_kind = 25
    four_twos_to_fours = 40
    four_aces = 80
    straight_flush = 50
    royal_flush = 800

Categories may be wide or narrow, and the narrowest one that covers a hand decides: above, four aces
pay 80 and four kings 25. :data:`CLASSES` lists them; a *low kicker* is an ace to a four with four
twos to fours, and a two to a four with four aces. Every hand from a pair of jacks upwards has to be
covered, and the royal flush by its own category; lower pairs and high cards pay nothing unless
``one_pair``, ``tens_or_better`` or ``high_card`` is given. ``two_pairs`` means ``two_pair``.
Payouts are numbers of 0 or more in bets and are read exactly: ``0.1`` is one tenth.

A game with wild cards lists them: ``wild = ["2c", "2d", "2h", "2s"]``, or ``jokers = 1`` for a
joker, which is always wild, or both.

.. code-block:: toml

    name = "deuces-wild-full-pay"
    wild = ["2c", "2d", "2h", "2s"]

    [payouts]
    three_of_a_kind = 1
    straight = 2
    flush = 2
    full_house = 3
    four_of_a_kind = 5
    straight_flush = 9
    five_of_a_kind = 15
    wild_royal = 25
    four_deuces = 200
    natural_royal = 800

A wild card stands for any card, including a duplicate, and a hand pays as the best-paying hand that
it can be made into; of categories that pay the same, the higher one. :data:`WILD_CLASSES` lists the
categories. Every hand from three of a kind upwards has to be covered, two pair if a pair pays, and
four deuces if all twos are wild.
"""

import json
import tomllib
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from cardcore import _core
from cardcore._core import Card, parse_cards
from cardcore.discard.names import PAYTABLES, canonical, meant
from cardcore.errors import ParseError
from cardcore.poker import Cards

__all__ = [
    "CLASSES",
    "OUTCOMES",
    "PAYTABLES",
    "WILD_CLASSES",
    "Payout",
    "Paytable",
    "canonical_name",
]

#: The types of a payout; numbers of NumPy are accepted as well.
Payout: TypeAlias = int | float | Decimal | Fraction | str

_NAMES = _core.discard_names()

#: The sixteen outcomes that paytables without wild cards distinguish, in the order of the hand
#: categories. With wild cards, the outcomes are the lines of the paytable.
OUTCOMES: tuple[str, ...] = tuple(_NAMES.outcomes)

#: The hand categories that a paytable may give a payout for.
CLASSES: tuple[str, ...] = tuple(_NAMES.classes)

#: The hand categories that a paytable with wild cards may give a payout for.
WILD_CLASSES: tuple[str, ...] = tuple(_NAMES.wild_classes)

# Paytables have hundreds of bytes. The limit stops endless input, such as a device.
_LARGEST_FILE = 1024**2

#: The number of the joker.
_JOKER = 52

# Numbers beyond this are rejected without writing out their digits.
_HUGE_DIGITS = 40
_HUGE = 10**_HUGE_DIGITS


def canonical_name(name: str) -> str:
    """Return the library's name of a built-in paytable: see :mod:`cardcore.discard.names`.

    >>> canonical_name("joker-poker-two-pairs-20-10-6")
    'joker-poker-two-pair-20-10-6'
    """
    return canonical(name)


class Paytable:
    """The payout of each final hand.

    Parameters
    ----------
    name
        The name of a built-in paytable, see :data:`PAYTABLES`; or, with payouts, any name.
    payouts
        The payouts by hand category, see :data:`CLASSES`.
    wild
        The wild cards except the joker, as text or cards.
    jokers
        The number of jokers in the deck: 0 or 1.
    **classes
        The same as ``payouts``, as keywords.

    Raises
    ------
    ParseError
        If a category is unknown or missing or cannot occur in the deck, a payout is not a finite
        number of 0 or more, a wild card is repeated, or there is more than one joker.
    ValueError
        If no built-in paytable has the name.
    TypeError
        If a payout has the wrong type.

    Examples
    --------
    >>> Paytable("jacks-or-better-9-6").payouts["full house"]
    Fraction(9, 1)
    >>> mine = Paytable(
    ...     "mine", tens_or_better=1, two_pair=2, three_of_a_kind=3, straight=4, flush=5,
    ...     full_house=6, four_of_a_kind=25, straight_flush=50, royal_flush="800.5",
    ... )
    >>> mine.payouts["pair of tens"], mine.payouts["royal flush"]
    (Fraction(1, 1), Fraction(1601, 2))
    >>> deuces = Paytable("deuces-wild-full-pay")
    >>> deuces.wild, deuces.payouts["wild royal"]
    ((Card('2c'), Card('2d'), Card('2h'), Card('2s')), Fraction(25, 1))
    """

    __slots__ = ("_entries", "_valuation")

    def __init__(
        self,
        name: str,
        payouts: Mapping[str, Payout] | None = None,
        /,
        *,
        wild: Cards = (),
        jokers: int = 0,
        **classes: Payout,
    ) -> None:
        _check_name(name)
        wild = _wild_cards(name, wild)
        jokers = _number_of_jokers(name, jokers)
        given = _given(name, payouts) | classes
        if payouts is None and not classes:
            if wild or jokers:
                raise ParseError(f"paytable '{name}': wild cards are for a paytable with payouts")
            name = canonical_name(name)
            if name not in PAYTABLES:
                known = ", ".join(PAYTABLES)
                raise ValueError(f"unknown paytable '{name}', expected one of {known}{meant(name)}")
            self._entries: list[tuple[str, str]] | None = None
        else:
            self._entries = [
                (_class_text(name, key), _payout_text(name, key, payout))
                for key, payout in given.items()
            ]
        self._valuation = _core.Valuation(name, self._entries, wild, jokers == 1)

    @classmethod
    def load(cls, path: str | Path) -> "Paytable":
        """Read a paytable from a ``.toml`` or ``.json`` file.

        Raises
        ------
        ParseError
            If the file cannot be read or is not a paytable; the message says what is wrong.
        """
        path = Path(path)
        content = _read(path)
        if not isinstance(content, dict):
            raise ParseError(
                f"'{path}' is not a paytable: expected a table, found {_kind(content)}"
            )
        for key in content:
            if key not in ("name", "payouts", "wild", "jokers"):
                expected = "expected name, payouts, wild or jokers"
                raise ParseError(f"'{path}': unknown key '{key}', {expected}")
        name, payouts = content.get("name", path.stem), content.get("payouts")
        if not isinstance(name, str):
            raise ParseError(f"'{path}': name: expected text, found {_kind(name)}")
        if not isinstance(payouts, dict):
            found = "nothing" if payouts is None else _kind(payouts)
            raise ParseError(f"'{path}': payouts: expected a table of classes, found {found}")
        wild = content.get("wild", [])
        if not isinstance(wild, list | str):
            raise ParseError(f"'{path}': wild: expected a list of cards, found {_kind(wild)}")
        try:
            return cls(name, payouts, wild=wild, jokers=content.get("jokers", 0))
        except (TypeError, ValueError) as error:
            raise ParseError(f"'{path}': {error}") from error

    @property
    def name(self) -> str:
        """The name."""
        return self._valuation.name

    @property
    def wild(self) -> tuple[Card, ...]:
        """The wild cards except the joker, in the order of their numbers."""
        return tuple(self._valuation.wild)

    @property
    def jokers(self) -> int:
        """The number of jokers in the deck: 0 or 1."""
        return self._valuation.jokers

    @property
    def payouts(self) -> dict[str, Fraction]:
        """The payout of each of the :data:`OUTCOMES`, exactly; with wild cards, of each line."""
        return {outcome: Fraction(payout) for outcome, payout in self._valuation.payouts}

    def with_payout(self, line: str, payout: Payout) -> "Paytable":
        """Return the same paytable with another payout on one line, such as a jackpot.

        Parameters
        ----------
        line
            The name of a line, such as ``royal flush`` or ``royal_flush``. With wild cards, the
            royal flush is the natural one unless the paytable pays all royal flushes alike.
        payout
            The new payout.

        Raises
        ------
        ValueError
            If the paytable has no such line.

        Examples
        --------
        >>> jackpot = Paytable("jacks-or-better-9-6").with_payout("royal_flush", 1000)
        >>> jackpot.payouts["royal flush"], jackpot.payouts["straight flush"]
        (Fraction(1000, 1), Fraction(50, 1))
        """
        return self.with_payouts({line: payout})

    def with_payouts(self, payouts: Mapping[str, Payout], *, name: str | None = None) -> "Paytable":
        """Return the same paytable with other payouts on some lines, such as several jackpots.

        Takes the names of lines as :meth:`with_payout` does, and a name for the paytable, by
        default that of this one.

        >>> meters = Paytable("double-double-bonus-9-6").with_payouts(
        ...     {"royal_flush": 900, "four_aces_low_kicker": "412.5"}
        ... )
        >>> meters.payouts["royal flush"], meters.payouts["four aces, low kicker"]
        (Fraction(900, 1), Fraction(825, 2))
        """
        entries: dict[str, Payout] = dict(self._valuation.entries)
        narrow = list(entries)
        for line, payout in _given(self.name, payouts).items():
            found = self._line(line)
            if self.wild or self.jokers:
                entries[found.name.replace(",", "").replace(" ", "_")] = payout
            else:
                entries.update({narrow[number]: payout for number in found.outcomes})
        name = self.name if name is None else name
        return Paytable(name, entries, wild=self.wild, jokers=self.jokers)

    def _outcomes_of(self, line: str) -> tuple[str, ...]:
        """Return the outcomes that a line covers."""
        outcomes = self._valuation.outcomes
        return tuple(outcomes[number] for number in self._line(line).outcomes)

    def _line(self, line: str) -> _core.DiscardLine:
        """Find a line by its name."""
        if not isinstance(line, str):
            raise TypeError(f"line: expected a name, found {_kind(line)}")
        wanted = line.replace(",", "").replace("_", " ").lower()
        found = {
            known.name.replace(",", ""): known
            for known in self._valuation.lines
            if known.name != "no win"
        }
        if wanted == "two pairs":
            wanted = "two pair"
        if wanted == "royal flush" and wanted not in found:
            wanted = "natural royal"
        if wanted not in found:
            known = ", ".join(known.name for known in found.values())
            raise ValueError(f"unknown line '{line}' of '{self.name}', expected one of {known}")
        return found[wanted]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Paytable):
            return NotImplemented
        mine, others = (
            (paytable.name, paytable.payouts, paytable.wild, paytable.jokers)
            for paytable in (self, other)
        )
        return mine == others

    def __hash__(self) -> int:
        return hash((self.name, tuple(self._valuation.payouts), self.wild, self.jokers))

    def __repr__(self) -> str:
        if self._entries is None:
            return f"Paytable({self.name!r})"
        wild = f", wild={' '.join(map(str, self.wild))!r}" if self.wild else ""
        jokers = f", jokers={self.jokers}" if self.jokers else ""
        return f"Paytable({self.name!r}, {dict(self._entries)!r}{wild}{jokers})"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._entries is None:
            return (Paytable, (self.name,))
        return (_remade, (self.name, dict(self._entries), self.wild, self.jokers))


def _remade(
    name: str, payouts: Mapping[str, Payout], wild: tuple[Card, ...], jokers: int
) -> Paytable:
    """Rebuild a pickled paytable."""
    return Paytable(name, payouts, wild=wild, jokers=jokers)


def _given(name: str, payouts: object) -> dict[str, Payout]:
    """Read payouts by class from a mapping, or from anything with items, as a pandas Series."""
    if payouts is None:
        return {}
    items = getattr(payouts, "items", None)
    if not callable(items):
        raise TypeError(
            f"paytable '{name}': payouts: expected a mapping of classes, found {_kind(payouts)}"
        )
    return dict(items())


def _wild_cards(name: str, wild: Cards) -> list[Card]:
    where = f"paytable '{name}': wild"
    try:
        cards = parse_cards(wild)
    except ParseError as error:
        raise ParseError(f"{where}: {error}") from error
    except TypeError as error:
        raise TypeError(f"{where}: {error}") from error
    if any(card.number == _JOKER for card in cards):
        raise ParseError(f"{where}: the joker is always wild, use jokers = 1 to add one")
    return cards


def _number_of_jokers(name: str, jokers: object) -> int:
    where = f"paytable '{name}': jokers: expected 0 or 1, found"
    if isinstance(jokers, bool) or not isinstance(jokers, int):
        raise TypeError(f"{where} {_kind(jokers)}")
    if jokers not in (0, 1):
        shown = jokers if abs(jokers) < _HUGE else "a number that is far from it"
        raise ParseError(f"{where} {shown}")
    return int(jokers)


def _check_name(name: object) -> None:
    if not isinstance(name, str):
        raise TypeError(f"name: expected text, found {_kind(name)}")
    if not name.strip() or not name.isprintable():
        raise ParseError(f"name: expected printable text, found {name!r}")


def _class_text(name: str, key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"paytable '{name}': expected classes as text, found {_kind(key)}")
    return key.encode("utf-8", "replace").decode()


def _payout_text(name: str, key: object, payout: object) -> str:
    """Write a payout as the core reads it: digits, a decimal point, or a fraction."""
    if isinstance(payout, np.integer):
        payout = int(payout)
    elif isinstance(payout, np.floating) and not isinstance(payout, float):
        # The shortest text of the number in its own precision: a float32 of 0.1 is one tenth.
        payout = (
            Decimal(np.format_float_positional(payout, unique=True))
            if np.isfinite(payout)
            else float(payout)
        )
    if isinstance(payout, bool) or not isinstance(payout, (int, float, Decimal, Fraction, str)):
        where = f"paytable '{name}', class '{key}'"
        raise TypeError(f"{where}: expected a number of 0 or more, found {_kind(payout)}")
    if isinstance(payout, str):
        return payout.encode("utf-8", "replace").decode()
    if isinstance(payout, (int, Fraction)) and payout < -_HUGE:
        return f"less than -10**{_HUGE_DIGITS}"
    if isinstance(payout, Fraction):
        numerator, denominator = min(payout.numerator, _HUGE), min(payout.denominator, _HUGE)
        return f"{max(numerator, -_HUGE)}/{denominator}"
    if isinstance(payout, int):
        return str(int(min(payout, _HUGE)))
    # The shortest text of a float is what the user wrote: 0.1 is one tenth.
    number = Decimal(repr(float(payout))) if isinstance(payout, float) else Decimal(payout)
    if not number.is_finite() or number < 0:
        return str(number)
    if number == 0:
        return "0"
    if not -_HUGE_DIGITS < number.adjusted() < _HUGE_DIGITS:
        number = Decimal(10) ** (_HUGE_DIGITS if number > 1 else -_HUGE_DIGITS)
    return f"{number:f}"


def _read(path: Path) -> Any:
    readers = {".toml": _read_toml, ".json": _read_json}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise ParseError(f"'{path}': expected a file that ends in .toml or .json")
    try:
        with path.open("rb") as file:
            content = file.read(_LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ParseError(f"cannot read '{path}': {reason}") from error
    if len(content) > _LARGEST_FILE:
        raise ParseError(f"'{path}' is too long: expected at most {_LARGEST_FILE:,} bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"'{path}' is not text: byte {error.start} is not UTF-8") from error
    try:
        return reader(text)
    except ParseError as error:
        raise ParseError(f"'{path}': {error}") from error
    except RecursionError as error:
        raise ParseError(f"'{path}' is not a paytable: it is nested too deeply") from error
    except ValueError as error:
        kind = path.suffix[1:].upper()
        raise ParseError(f"'{path}' is not {kind}: {error}".splitlines()[0]) from error


def _read_toml(text: str) -> Any:
    return tomllib.loads(text, parse_float=_decimal)


def _read_json(text: str) -> Any:
    return json.loads(text, parse_float=_decimal, object_pairs_hook=_distinct)


def _decimal(text: str) -> Decimal:
    try:
        return Decimal(text)
    except InvalidOperation as error:
        raise ParseError(f"the number '{text}' is too large or has too many decimals") from error


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make a JSON object, rejecting repeated keys."""
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"key '{twice}' is given twice")
    return made


def _kind(value: object) -> str:
    return type(value).__name__
