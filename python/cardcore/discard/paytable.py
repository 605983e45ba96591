"""Paytables: what each final hand of a draw pays, and the files they are written in.

A paytable file is TOML or JSON: a ``name`` (else the file's) and ``payouts``, a number per class.

.. code-block:: toml

    name = "bonus-8-5"

    [payouts]
    jacks_or_better = 1
    two_pairs = 2
    three_of_a_kind = 3
    straight = 4
    flush = 5
    full_house = 8
    four_of_a_kind = 25
    four_twos_to_fours = 40
    four_aces = 80
    straight_flush = 50
    royal_flush = 800

Classes may be wide or narrow, and the narrowest one that covers a hand decides: above, four aces
pay 80 and four kings 25. :data:`CLASSES` lists them; a *low kicker* is an ace to a four beside
four twos to fours, and a two to a four beside four aces. Every hand from a pair of jacks upwards
has to be covered, and the royal flush by its own class; lower pairs and high cards pay nothing
unless ``one_pair``, ``tens_or_better`` or ``high_card`` says so. Payouts are numbers of 0 or more
and are kept exactly as they are written: ``0.1`` is one tenth.
"""

import json
import sys
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

from cardcore import _core
from cardcore.errors import ParseError

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

__all__ = ["CLASSES", "OUTCOMES", "PAYTABLES", "Payout", "Paytable"]

#: What a payout may be given as.
Payout: TypeAlias = int | float | Decimal | Fraction | str

_OUTCOMES, _PAYTABLES, _CLASSES = _core.discard_names()

#: The sixteen outcomes a paytable can tell apart, in the order of the classes of hands.
OUTCOMES: tuple[str, ...] = tuple(_OUTCOMES)

#: The names of the built-in paytables.
PAYTABLES: tuple[str, ...] = tuple(_PAYTABLES)

#: The classes a paytable may give a payout for.
CLASSES: tuple[str, ...] = tuple(_CLASSES)


class Paytable:
    """What each final hand pays.

    Parameters
    ----------
    name
        The name of a built-in paytable, see :data:`PAYTABLES`; or, with payouts, any name.
    payouts
        The payouts by class, see :data:`CLASSES`.
    **classes
        The same as keywords.

    Raises
    ------
    ParseError
        If a class is unknown or missing, or a payout is not a finite number of 0 or more.
    ValueError
        If no built-in paytable has the name.
    TypeError
        If a payout is not a number at all.

    Examples
    --------
    >>> Paytable("jacks-or-better-9-6").payouts["full house"]
    Fraction(9, 1)
    >>> mine = Paytable(
    ...     "mine", tens_or_better=1, two_pairs=2, three_of_a_kind=3, straight=4, flush=5,
    ...     full_house=6, four_of_a_kind=25, straight_flush=50, royal_flush="800.5",
    ... )
    >>> mine.payouts["pair of tens"], mine.payouts["royal flush"]
    (Fraction(1, 1), Fraction(1601, 2))
    """

    __slots__ = ("_entries", "_valuation")

    def __init__(
        self, name: str, payouts: Mapping[str, Payout] | None = None, /, **classes: Payout
    ) -> None:
        _check_name(name)
        given = {**(payouts or {}), **classes}
        if payouts is None and not classes:
            if name not in PAYTABLES:
                known = ", ".join(PAYTABLES)
                raise ValueError(f"unknown paytable '{name}', expected one of {known}")
            self._entries: list[tuple[str, str]] | None = None
        else:
            self._entries = [
                (_class_text(name, key), _payout_text(name, key, payout))
                for key, payout in given.items()
            ]
        self._valuation = _core.Valuation(name, self._entries)

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
            if key not in ("name", "payouts"):
                raise ParseError(f"'{path}': unknown key '{key}', expected name or payouts")
        name, payouts = content.get("name", path.stem), content.get("payouts")
        if not isinstance(name, str):
            raise ParseError(f"'{path}': name: expected text, found {_kind(name)}")
        if not isinstance(payouts, dict):
            found = "nothing" if payouts is None else _kind(payouts)
            raise ParseError(f"'{path}': payouts: expected a table of classes, found {found}")
        try:
            return cls(name, payouts)
        except (TypeError, ValueError) as error:
            raise ParseError(f"'{path}': {error}") from error

    @property
    def name(self) -> str:
        """The name."""
        return self._valuation.name

    @property
    def payouts(self) -> dict[str, Fraction]:
        """The payout of each of the :data:`OUTCOMES`, exactly."""
        return {outcome: Fraction(payout) for outcome, payout in self._valuation.payouts}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Paytable):
            return NotImplemented
        return (self.name, self.payouts) == (other.name, other.payouts)

    def __hash__(self) -> int:
        return hash((self.name, tuple(self._valuation.payouts)))

    def __repr__(self) -> str:
        if self._entries is None:
            return f"Paytable({self.name!r})"
        return f"Paytable({self.name!r}, {dict(self._entries)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        if self._entries is None:
            return (Paytable, (self.name,))
        return (Paytable, (self.name, dict(self._entries)))


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
    if isinstance(payout, bool) or not isinstance(payout, (int, float, Decimal, Fraction, str)):
        where = f"paytable '{name}', class '{key}'"
        raise TypeError(f"{where}: expected a number of 0 or more, found {_kind(payout)}")
    if isinstance(payout, str):
        return payout.encode("utf-8", "replace").decode()
    if isinstance(payout, Fraction):
        return f"{payout.numerator}/{payout.denominator}"
    # The shortest text of a float is what was written: 0.1 is one tenth.
    number = Decimal(repr(float(payout))) if isinstance(payout, float) else Decimal(payout)
    if not number.is_finite() or number < 0:
        return str(number)
    if number == 0:
        return "0"
    # Far out of range, where digits may be too many to write, any number is refused alike.
    if not -40 < number.adjusted() < 40:
        number = Decimal(10) ** (40 if number > 1 else -40)
    return f"{number:f}"


def _read(path: Path) -> Any:
    readers = {".toml": _read_toml, ".json": _read_json}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise ParseError(f"'{path}': expected a file that ends in .toml or .json")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"'{path}' is not text: byte {error.start} is not UTF-8") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ParseError(f"cannot read '{path}': {reason}") from error
    try:
        return reader(text)
    except RecursionError as error:
        raise ParseError(f"'{path}' is not a paytable: it is nested too deeply") from error
    except ValueError as error:
        kind = path.suffix[1:].upper()
        raise ParseError(f"'{path}' is not {kind}: {error}".splitlines()[0]) from error


def _read_toml(text: str) -> Any:
    return tomllib.loads(text, parse_float=Decimal)


def _read_json(text: str) -> Any:
    return json.loads(text, parse_float=Decimal, object_pairs_hook=_distinct)


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of JSON, in which a key must not come twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"key '{twice}' is given twice")
    return made


def _kind(value: object) -> str:
    return type(value).__name__
