"""Amounts of money and shares, read exactly."""

from decimal import Decimal
from fractions import Fraction

__all__ = ["exact_amount"]


def exact_amount(name: str, value: object) -> Fraction:
    """Read an amount exactly: 0.25 is a quarter."""
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal, Fraction, str)):
        raise TypeError(f"{name}: expected a number, found {type(value).__name__}")
    try:
        found = Fraction(repr(value) if isinstance(value, float) else value)
    except (OverflowError, ValueError, ZeroDivisionError) as error:
        raise ValueError(f"{name}: expected a number, found {value!r}") from error
    if found < 0:
        raise ValueError(f"{name}: expected 0 or more, found {value!r}")
    return found
