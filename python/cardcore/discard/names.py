"""The names of paytables: as players write them, and what a mistyped one may have meant.

>>> canonical("JOB 9/6"), canonical("NSUD"), canonical("8/5 Bonus Poker")
('jacks-or-better-9-6', 'deuces-wild-not-so-ugly', 'bonus-8-5')
>>> search("9/6")[:2], search("joker")[0]
(('jacks-or-better-9-6', 'bonus-deluxe-9-6'), 'joker-poker-kings-20-7-5')
"""

import re
from difflib import get_close_matches
from typing import Literal, TypeAlias

from cardcore import _core

__all__ = [
    "PAYTABLES",
    "MultiplierGameName",
    "ObjectiveName",
    "PaytableName",
    "canonical",
    "meant",
    "search",
]

#: The names of the built-in paytables, for editors and type checkers.
PaytableName: TypeAlias = Literal[
    "jacks-or-better-9-6",
    "jacks-or-better-9-5",
    "jacks-or-better-8-6",
    "jacks-or-better-8-5",
    "jacks-or-better-7-5",
    "tens-or-better-6-5",
    "bonus-8-5",
    "bonus-7-5",
    "bonus-deluxe-9-6",
    "bonus-deluxe-8-6",
    "double-bonus-10-7",
    "double-bonus-9-7",
    "double-bonus-9-6",
    "double-double-bonus-10-6",
    "double-double-bonus-9-6",
    "double-double-bonus-9-5",
    "double-double-bonus-8-5",
    "triple-double-bonus-9-7",
    "triple-double-bonus-9-6",
    "all-american-8-8-8",
    "deuces-wild-full-pay",
    "deuces-wild-not-so-ugly",
    "deuces-wild-illinois",
    "deuces-wild-loose",
    "joker-poker-kings-20-7-5",
    "joker-poker-two-pair-20-10-6",
    "deuces-and-joker",
]

#: The names of all objectives.
ObjectiveName: TypeAlias = PaytableName | Literal["class", "pattern", "showdown"]

#: The name of a multiplier game that :func:`cardcore.discard.solve` knows.
MultiplierGameName: TypeAlias = Literal[
    "ultimate-x-jacks-or-better-9-6",
    "ultimate-x-jacks-or-better-9-6-3-play",
    "ultimate-x-jacks-or-better-9-6-5-play",
    "ultimate-x-jacks-or-better-9-6-10-play",
    "ultimate-x-jacks-or-better-9-5",
    "ultimate-x-jacks-or-better-9-5-3-play",
    "ultimate-x-jacks-or-better-9-5-5-play",
    "ultimate-x-jacks-or-better-9-5-10-play",
    "ultimate-x-jacks-or-better-8-6",
    "ultimate-x-jacks-or-better-8-6-3-play",
    "ultimate-x-jacks-or-better-8-6-5-play",
    "ultimate-x-jacks-or-better-8-6-10-play",
    "ultimate-x-jacks-or-better-8-5",
    "ultimate-x-jacks-or-better-8-5-3-play",
    "ultimate-x-jacks-or-better-8-5-5-play",
    "ultimate-x-jacks-or-better-8-5-10-play",
    "ultimate-x-jacks-or-better-7-5",
    "ultimate-x-jacks-or-better-7-5-3-play",
    "ultimate-x-jacks-or-better-7-5-5-play",
    "ultimate-x-jacks-or-better-7-5-10-play",
    "ultimate-x-tens-or-better-6-5",
    "ultimate-x-tens-or-better-6-5-3-play",
    "ultimate-x-tens-or-better-6-5-5-play",
    "ultimate-x-tens-or-better-6-5-10-play",
    "ultimate-x-bonus-8-5-3-play",
    "ultimate-x-bonus-8-5-5-play",
    "ultimate-x-bonus-8-5-10-play",
    "ultimate-x-bonus-7-5-3-play",
    "ultimate-x-bonus-7-5-5-play",
    "ultimate-x-bonus-7-5-10-play",
    "ultimate-x-bonus-deluxe-9-6",
    "ultimate-x-bonus-deluxe-9-6-3-play",
    "ultimate-x-bonus-deluxe-9-6-5-play",
    "ultimate-x-bonus-deluxe-9-6-10-play",
    "ultimate-x-bonus-deluxe-8-6",
    "ultimate-x-bonus-deluxe-8-6-3-play",
    "ultimate-x-bonus-deluxe-8-6-5-play",
    "ultimate-x-bonus-deluxe-8-6-10-play",
    "ultimate-x-double-bonus-10-7-3-play",
    "ultimate-x-double-bonus-10-7-5-play",
    "ultimate-x-double-bonus-10-7-10-play",
    "ultimate-x-double-bonus-9-7-3-play",
    "ultimate-x-double-bonus-9-7-5-play",
    "ultimate-x-double-bonus-9-7-10-play",
    "ultimate-x-double-bonus-9-6-3-play",
    "ultimate-x-double-bonus-9-6-5-play",
    "ultimate-x-double-bonus-9-6-10-play",
    "ultimate-x-double-double-bonus-10-6-3-play",
    "ultimate-x-double-double-bonus-10-6-5-play",
    "ultimate-x-double-double-bonus-10-6-10-play",
    "ultimate-x-double-double-bonus-9-6-3-play",
    "ultimate-x-double-double-bonus-9-6-5-play",
    "ultimate-x-double-double-bonus-9-6-10-play",
    "ultimate-x-double-double-bonus-9-5-3-play",
    "ultimate-x-double-double-bonus-9-5-5-play",
    "ultimate-x-double-double-bonus-9-5-10-play",
    "ultimate-x-double-double-bonus-8-5-3-play",
    "ultimate-x-double-double-bonus-8-5-5-play",
    "ultimate-x-double-double-bonus-8-5-10-play",
    "ultimate-x-triple-double-bonus-9-7-3-play",
    "ultimate-x-triple-double-bonus-9-7-5-play",
    "ultimate-x-triple-double-bonus-9-7-10-play",
    "ultimate-x-triple-double-bonus-9-6-3-play",
    "ultimate-x-triple-double-bonus-9-6-5-play",
    "ultimate-x-triple-double-bonus-9-6-10-play",
    "ultimate-x-all-american-8-8-8",
    "ultimate-x-all-american-8-8-8-3-play",
    "ultimate-x-all-american-8-8-8-5-play",
    "ultimate-x-all-american-8-8-8-10-play",
    "ultimate-x-deuces-wild-full-pay-3-play",
    "ultimate-x-deuces-wild-full-pay-5-play",
    "ultimate-x-deuces-wild-full-pay-10-play",
    "ultimate-x-deuces-wild-not-so-ugly-3-play",
    "ultimate-x-deuces-wild-not-so-ugly-5-play",
    "ultimate-x-deuces-wild-not-so-ugly-10-play",
    "ultimate-x-deuces-wild-illinois-3-play",
    "ultimate-x-deuces-wild-illinois-5-play",
    "ultimate-x-deuces-wild-illinois-10-play",
    "ultimate-x-deuces-wild-loose-3-play",
    "ultimate-x-deuces-wild-loose-5-play",
    "ultimate-x-deuces-wild-loose-10-play",
]

#: The names of the built-in paytables.
PAYTABLES: tuple[PaytableName, ...] = tuple(_core.discard_names().paytables)  # type: ignore[arg-type]

#: What players call games, and the words of the name.
_ALIASES = {
    "job": "jacks-or-better",
    "jb": "jacks-or-better",
    "jacks": "jacks-or-better",
    "tob": "tens-or-better",
    "bp": "bonus",
    "bonus-poker": "bonus",
    "bpd": "bonus-deluxe",
    "bonus-poker-deluxe": "bonus-deluxe",
    "db": "double-bonus",
    "dbp": "double-bonus",
    "double-bonus-poker": "double-bonus",
    "ddb": "double-double-bonus",
    "double-double-bonus-poker": "double-double-bonus",
    "tdb": "triple-double-bonus",
    "triple-double-bonus-poker": "triple-double-bonus",
    "aa": "all-american",
    "joker": "joker-poker-kings",
    "joker-poker": "joker-poker-kings",
    "joker-wild": "joker-poker-kings",
    "kings-or-better": "joker-poker-kings",
    "joker-two-pair": "joker-poker-two-pair",
    "joker-poker-two-pairs": "joker-poker-two-pair",
}

#: Whole names.
_WHOLE = {
    "fpdw": "deuces-wild-full-pay",
    "full-pay-deuces": "deuces-wild-full-pay",
    "full-pay-deuces-wild": "deuces-wild-full-pay",
    "nsud": "deuces-wild-not-so-ugly",
    "nsudw": "deuces-wild-not-so-ugly",
    "not-so-ugly": "deuces-wild-not-so-ugly",
    "not-so-ugly-deuces": "deuces-wild-not-so-ugly",
    "not-so-ugly-deuces-wild": "deuces-wild-not-so-ugly",
    "deuces-wild-16-10": "deuces-wild-not-so-ugly",
    "deuces-16-10": "deuces-wild-not-so-ugly",
    "not-so-ugly-16-10": "deuces-wild-not-so-ugly",
    "nsud-16-10": "deuces-wild-not-so-ugly",
    "illinois-deuces": "deuces-wild-illinois",
    "loose-deuces": "deuces-wild-loose",
    "all-american": "all-american-8-8-8",
    "tens-or-better": "tens-or-better-6-5",
    "deuces-joker": "deuces-and-joker",
}


#: The words of all names.
_WORDS = sorted(
    {word for name in (*PAYTABLES, *_ALIASES, *_WHOLE) for word in name.split("-")} - {""}
)


def _dashed(name: str) -> str:
    return re.sub(r"[\s/_,–-]+", "-", name.strip().lower()).strip("-")


def canonical(name: str) -> str:
    """Return the library's name of a built-in paytable, or the name itself if there is none.

    Case, spaces and slashes do not matter, nor whether the numbers come first, and games may be
    called as players do: ``JOB``, ``DDB``, ``NSUD``.
    """
    if name in PAYTABLES:
        return name
    dashed = _dashed(name)
    parts = dashed.split("-")
    words = "-".join(part for part in parts if not part.isdigit())
    numbers = [part for part in parts if part.isdigit()]
    for known in (
        dashed,
        _WHOLE.get(dashed, ""),
        _WHOLE.get("-".join([words, *numbers]), ""),
        "-".join([_ALIASES.get(words, words), *numbers]),
    ):
        if known in PAYTABLES:
            return known
    return name


def meant(name: str, others: tuple[str, ...] = ()) -> str:
    """Ask for the closest name, to be put after a message; nothing if none is close.

    >>> meant("jacks-or-beter-9-6"), meant("jakcs 8/6")
    ("; did you mean 'jacks-or-better-9-6'?", "; did you mean 'jacks-or-better-8-6'?")
    """
    known = (*others, *PAYTABLES)
    close = get_close_matches(_dashed(name), known, n=1)
    if not close:
        words = (
            get_close_matches(word, _WORDS, n=1) or [word] for word in _dashed(name).split("-")
        )
        close = list((search(name) or search("-".join(word for word, *_ in words)))[:1])
    return f"; did you mean '{close[0]}'?" if close else ""


def search(text: str) -> tuple[str, ...]:
    """Find the built-in paytables whose names have all words and numbers of a text, in order.

    >>> search("DDB"), search("bonus 8/5")
    (('double-double-bonus-10-6', 'double-double-bonus-9-6', 'double-double-bonus-9-5', 'double-double-bonus-8-5'), ('bonus-8-5', 'double-double-bonus-8-5'))
    """  # noqa: E501
    dashed = _dashed(text)
    whole = _WHOLE.get(dashed)
    if whole is not None:
        return (whole,)
    parts = dashed.split("-")
    words = "-".join(part for part in parts if not part.isdigit())
    numbers = [part for part in parts if part.isdigit()]
    wanted = _ALIASES.get(words, words)
    # In a search, a joker is any joker.
    wanted = words if words in ("joker", "joker-poker", "jacks") else wanted

    def matches(name: str) -> bool:
        tail = [part for part in name.split("-") if part.isdigit()]
        return wanted in name and (not numbers or tail[: len(numbers)] == numbers)

    return tuple(name for name in PAYTABLES if matches(name))
