"""Phrases: English text for people that can also be said in other languages.

A phrase is a ``str``, so whatever shows English needs to know nothing. It remembers its pattern and
what was put into it; :func:`translate` says the same by the catalog of a language, which is
``PHRASES`` and ``NOUNS`` in ``cardcore.languages.<language>``. A pattern that a catalog does not
have stays English.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

from cardcore.plural import count

__all__ = ["LANGUAGES", "Count", "Number", "Phrase", "Share", "Value", "translate", "translate_all"]

#: The languages that there is a catalog for, besides English.
LANGUAGES = ("de",)


@dataclass(frozen=True)
class Count:
    """A number of things.

    >>> str(Count(2, "higher card"))
    '2 higher cards'
    """

    number: int
    noun: str
    """The English noun, in the singular."""

    def __str__(self) -> str:
        return count(self.number, self.noun)


@dataclass(frozen=True)
class Number:
    """A rounded number.

    >>> str(Number(3.14159, 1)), str(Number(3, 1, is_signed=True)), str(Number(-0.01, 1))
    ('3.1', '+3.0', '0.0')
    """

    value: float
    digits: int = 0
    is_signed: bool = False

    def __str__(self) -> str:
        # Adding zero makes a rounded -0.0 positive.
        rounded = round(self.value, self.digits) + 0.0
        return f"{rounded:{'+' if self.is_signed else ''},.{self.digits}f}"


@dataclass(frozen=True)
class Share:
    """A share of a whole, in percent.

    >>> str(Share(0.576))
    '58%'
    """

    value: float

    def __str__(self) -> str:
        return f"{self.value:.0%}"


#: What can be put into a phrase. A ``str`` that is not a phrase, such as a card, is not translated.
Value: TypeAlias = "str | int | Count | Number | Share | list[str]"


class Phrase(str):
    """An English text with its pattern and values.

    Parameters
    ----------
    pattern
        The text, with names in braces.
    **values
        What replaces the names; a list is joined by commas.

    Examples
    --------
    >>> found = Phrase("Leads {suit}; {higher} may be out.", suit="clubs", higher=Count(2, "card"))
    >>> found
    'Leads clubs; 2 cards may be out.'
    >>> found.pattern
    'Leads {suit}; {higher} may be out.'
    """

    pattern: str
    values: Mapping[str, Value]

    def __new__(cls, pattern: str, /, **values: Value) -> "Phrase":
        """Write the text."""
        written = {name: _join(value, str) for name, value in values.items()}
        made = super().__new__(cls, pattern.format(**written) if values else pattern)
        made.pattern, made.values = pattern, values
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Value]]:
        return (self.pattern,), dict(self.values)


def _join(value: Any, write: Any) -> str:
    return ", ".join(map(write, value)) if isinstance(value, list) else write(value)


@cache
def _catalog(language: str) -> Any:
    return import_module(f"cardcore.languages.{language}") if language in LANGUAGES else None


def translate(text: str, language: str) -> str:
    """Say a text in another language, as far as its catalog goes.

    >>> translate(Phrase("It is the only move."), "de")
    'Es ist der einzige Zug.'
    >>> translate(Phrase("The maximum is {raises} in each betting round.",
    ...                  raises=Count(3, "raise")), "de")
    'Höchstens 3 Erhöhungen in jeder Setzrunde.'
    >>> translate("Qs", "de")
    'Qs'
    """
    catalog = _catalog(language)
    if catalog is None or not isinstance(text, Phrase):
        return str(text)
    pattern = catalog.PHRASES.get(text.pattern)
    if pattern is None:
        return str(text)
    if not text.values:
        return str(pattern)
    values = {
        name: _join(value, lambda part: _write(part, language, catalog))
        for name, value in text.values.items()
    }
    return str(pattern.format(**values))


def _write(value: Value, language: str, catalog: Any) -> str:
    """Write a value in a language."""
    match value:
        case Count(number, noun) if noun in catalog.NOUNS:
            one, more = catalog.NOUNS[noun]
            return f"{_localize(f'{number:,}', catalog)} {one if number == 1 else more}"
        case Number():
            return _localize(str(value), catalog)
        case Share():
            return str(value).replace("%", catalog.PERCENT)
        case str():
            return translate(value, language)
        case _:
            return str(value)


def _localize(number: str, catalog: Any) -> str:
    """Write the separators of a number as a language does."""
    return number.translate(str.maketrans({",": catalog.THOUSANDS, ".": catalog.POINT}))


def translate_all(value: Any, language: str) -> Any:
    """Translate all phrases in a JSON value.

    >>> translate_all({"rules": [Phrase("It is the only move.")], "move": "L"}, "de")
    {'rules': ['Es ist der einzige Zug.'], 'move': 'L'}
    """
    if language not in LANGUAGES:
        return value
    match value:
        case Phrase():
            return translate(value, language)
        case dict():
            return {name: translate_all(part, language) for name, part in value.items()}
        case list() | tuple():
            return [translate_all(part, language) for part in value]
        case _:
            return value
