"""The conditions after a hold, such as ``1 gap`` or ``no flush penalty``."""

import re
from collections.abc import Callable

from cardcore.discard.chart.vocabulary import (
    RANK_NAMES,
    RANKS,
    Spec,
    Unknown,
    bits_of,
    number_of,
    rank_bits,
)

__all__ = ["conditions"]


def conditions(words: str) -> Callable[[Spec], Spec]:
    """Read the conditions after a hold."""
    changes: dict[str, object] = {}
    rest = words.strip(" ,;-()")
    if not rest:
        return lambda spec: spec
    number = r"(\d|no|one|two|three|four)"
    patterns: list[tuple[str, Callable[[re.Match[str]], dict[str, object]]]] = [
        (
            r"no (?:flush or straight |straight or flush )?penalt(?:y|ies)(?: cards?)?",
            lambda m: {"no_flush_penalty": True, "no_straight_penalty": True},
        ),
        (r"no flush penalt(?:y|ies)(?: cards?)?", lambda m: {"no_flush_penalty": True}),
        (r"no straight penalt(?:y|ies)(?: cards?)?", lambda m: {"no_straight_penalty": True}),
        (rf"no ({RANK_NAMES})", lambda m: {"without": rank_bits(m[1])}),
        (r"no more gaps than high cards", lambda m: {"margin": (0, 127)}),
        (r"more high cards than gaps", lambda m: {"margin": (1, 127)}),
        (
            rf"at least {number} high cards more than gaps",
            lambda m: {"margin": (number_of(m[1]), 127)},
        ),
        (
            rf"at most {number} gaps? more than high cards",
            lambda m: {"margin": (-number_of(m[1]), 127)},
        ),
        (r"high cards ?(?:-|minus) ?gaps ?(>=|<=|=|at most)? ?(-?\d)(?: to (-?\d))?", _margin),
        (
            rf"(?:at most {number} gaps?|{number} gaps? or (?:less|fewer))",
            lambda m: {"gaps": (-128, number_of(m[1] or m[2]))},
        ),
        (rf"(?:at least {number} gaps?)", lambda m: {"gaps": (number_of(m[1]), 127)}),
        (rf"{number} gaps?", lambda m: {"gaps": (number_of(m[1]), number_of(m[1]))}),
        (rf"at least {number} high cards?", lambda m: {"high": (number_of(m[1]), 127)}),
        (rf"{number} or more high cards?", lambda m: {"high": (number_of(m[1]), 127)}),
        (rf"at most {number} high cards?", lambda m: {"high": (-128, number_of(m[1]))}),
        (
            rf"{number}(?: ?- ?| to | or |, \d, or |, (?:\d, )*or ){number} high cards?",
            lambda m: {"high": (number_of(m[1]), number_of(m[2]))},
        ),
        (rf"{number} high cards?", lambda m: {"high": (number_of(m[1]), number_of(m[1]))}),
        (r"([2-9tjqka]) high or lower", lambda m: {"tops": (2 << RANKS.index(m[1])) - 1}),
        (
            r"((?:[2-9tjqka](?:, ?| or |/))*[2-9tjqka])[- ]high",
            lambda m: {"tops": bits_of(re.findall("[2-9tjqka]", m[1].replace(" or ", " ")))},
        ),
    ]
    while rest:
        for pattern, read in patterns:
            match = re.match(pattern + r"(?=$|[ ,;)])", rest)
            if match:
                changes.update(read(match))
                rest = re.sub(r"^(?:with|and|has|,|;|\(|\)|\s)+", "", rest[match.end() :])
                break
        else:
            trimmed = re.sub(r"^(?:with|and|has|,|;|\(|\s)+", "", rest)
            if trimmed == rest:
                raise Unknown(f"'{rest}' is not a condition, such as '1 gap' or 'no ace'")
            rest = trimmed
    return lambda spec: spec._replace(**changes)  # type: ignore[arg-type]


def _margin(match: re.Match[str]) -> dict[str, object]:
    value = int(match[2])
    if match[3]:
        return {"margin": (value, int(match[3]))}
    spans = {">=": (value, 127), "<=": (-128, value), "at most": (-128, value)}
    return {"margin": spans.get(match[1] or "", (value, value))}
