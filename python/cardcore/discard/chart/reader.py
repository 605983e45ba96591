r"""Charts as people type them: strategy cards in the usual notations, read into rules.

A line is a hold, or several with commas or *or* between them. Numbers before a line, bullets, EVs
in parentheses and empty lines are skipped. In a game with wild cards a heading such as ``2 deuces``
says for which hands the lines below it are.

>>> from cardcore.discard.objective import valuation
>>> game = valuation("jacks-or-better-9-6")
>>> chart = read_chart("1. Full house or better\n2. 4 to a royal flush\n3. Low pair", game)
>>> [(line.number, line.text) for line in chart]
[(1, 'Full house or better'), (2, '4 to a royal flush'), (3, 'Low pair')]
>>> read_chart("4 to a royal flsh", game)
Traceback (most recent call last):
cardcore.errors.ParseError: line 1, 'flsh': unknown word; did you mean 'flush'?
"""

import re
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction

from cardcore import _core
from cardcore._core import Valuation
from cardcore.discard.chart.holds import read_holds
from cardcore.discard.chart.vocabulary import (
    NAMES,
    RANKS,
    Game,
    Spec,
    Unknown,
    count_of,
    ranks_from,
)
from cardcore.errors import ParseError

__all__ = ["ReadLine", "read_chart"]

_WILD = r"(?:deuces?|jokers?|wild cards?|wilds?)"
_LARGEST = 200

#: The words of lines, to find what was mistyped.
_WORDS = frozenset(
    """
    a an and any all other than one two three four five six seven eight nine ten jack queen king
    ace jacks queens kings aces tens nines eights sevens sixes fives fours threes twos to of
    kind pair pairs two-pair high low card cards royal flush straight full house quads trips
    wild natural deuce deuces joker jokers alone only or better higher lower lowest highest pat
    made paying hand suited unsuited offsuit outside inside open-ended open gutshot gap gaps
    with no at most least more fewer than penalty nothing garbage discard everything draw the up
    minus exactly hold hands wilds if then pick five-of-a-kind
    """.split()  # noqa: SIM905 # easier to read
)


@dataclass(frozen=True)
class ReadLine:
    """A line of a chart that was read."""

    number: int
    """The number of the line in the text, from 1."""
    text: str
    """What it says."""
    rules: tuple[_core.ChartRule, ...]
    """The holds that it means."""
    lowest: bool
    """Whether the lowest of several holds is meant."""


def read_chart(text: str, aim: Valuation, high: int | None = None) -> list[ReadLine]:
    """Read a chart for a game.

    Raises
    ------
    ParseError
        If a line cannot be read; the message has its number and the word.
    """
    if not isinstance(text, str):
        raise TypeError(f"chart: expected text, found {type(text).__name__}")
    game = _game(aim, high)
    found: list[ReadLine] = []
    section: int | None = None
    ended: set[int | None] = set()
    for number, raw in enumerate(text.splitlines(), 1):
        shown = re.sub(r"^\s*(?:\d+\s*[.)]|[-*•–])\s+", "", raw).strip()
        words = _normalized(shown)
        if not words or words.startswith("#"):
            continue
        heading = re.fullmatch(rf"(?:with )?(\w+) {_WILD}(?: hands?| deal)?:?", words)
        if heading and game.wild and count_of(heading[1]) is not None:
            count = count_of(heading[1])
            if count != section:
                section = count
                continue
        if section in ended:
            raise ParseError(f"line {number}, '{shown}': no hand is left for it by the lines above")
        try:
            line, ends = _read_line(words, section, game)
        except Unknown as reason:
            raise ParseError(f"line {number}, {_blame(words, shown, str(reason))}") from None
        if ends:
            ended.add(section)
        if line is not None:
            found.append(replace(line, number=number, text=shown))
        if len(found) > _LARGEST:
            raise ParseError(f"line {number}: expected at most {_LARGEST} lines")
    if not found:
        raise ParseError("expected a chart of at least one line, found none")
    return found


def _game(aim: Valuation, high: int | None) -> Game:
    lines = [(line.name, Fraction(line.worth)) for line in aim.lines]
    if high is None:
        high = 0
        for name, pays in lines:
            first = re.match(r"(?:pair of )?(\w+)s or better$", name)
            if pays and first and first[1] in NAMES:
                high |= ranks_from(NAMES.index(first[1]))
            elif pays and name in ("pair of aces", "aces"):
                high |= 1 << 12
    return Game(lines, high, bool(aim.wild or aim.jokers))


def _normalized(text: str) -> str:
    words = text.lower().replace("—", " - ").replace("–", " - ").replace("w/", "with ")
    words = words.replace("≥", ">=").replace("≤", "<=").replace("+ high", " or more high")
    words = re.sub(r"\(\s*[\d.,]+\s*\)|\s\d+\.\d{2,}$", " ", words)
    words = re.sub(r"\b10(?=[/,;\s]|$)(?! play)", "t", words)
    words = words.replace("straight-flush", "straight flush").replace("-of-a-", " of a ")
    words = re.sub(r"\b(\d)-card\b", r"\1 card", words)
    return " ".join(words.split()).rstrip(".")


def _blame(words: str, shown: str, reason: str) -> str:
    """Name the word that is wrong, and the nearest one that is known."""
    for word in re.findall(r"[a-z][a-z'-]+", words):
        is_ranks = all(letter in RANKS for letter in word)
        if word not in _WORDS and not is_ranks:
            close = get_close_matches(word, sorted(_WORDS), n=1)
            meant = f"; did you mean '{close[0]}'?" if close else ""
            return f"'{word}': unknown word{meant}"
    return f"'{shown}': {reason}"


def _read_line(words: str, section: int | None, game: Game) -> tuple[ReadLine | None, bool]:
    """Read a line; also returns whether it decides all hands that are left."""
    wilds = section
    prefix = re.match(rf"(\w+) {_WILD}: ", words)
    if prefix and count_of(prefix[1]) is not None:
        wilds = count_of(prefix[1])
        words = words[prefix.end() :]
    if re.fullmatch(
        r"(?:discard|draw|throw) (?:everything|all|five|5)(?: cards)?(?:, draw .*)?"
        r"|nothing.*|garbage.*|.* alone, or nothing|redraw|toss everything",
        words,
    ):
        return None, True
    if re.fullmatch(rf"(?:\w+ )?{_WILD}(?: only| alone)?", words) and game.wild:
        count = count_of(words.split()[0])
        wilds = wilds if count is None else count
        return ReadLine(0, "", (Spec("nothing", 0).rule(wilds),), False), True
    lowest = "lowest" in words
    words = re.sub(r"\((?:if|when)[^)]*\)|,? the lowest(?: \w+)?$|,? lowest$", "", words).strip()
    specs = _merged(list(read_holds(words, game, wilds)))
    return ReadLine(0, "", tuple(spec.rule(wilds) for spec in specs), lowest), False


def _merged(specs: list[Spec]) -> list[Spec]:
    """Join the pat hands of a line, which differ only in the lines of the paytable."""
    pat = [spec for spec in specs if spec.form == "pat"]
    if len(pat) < 2:
        return specs
    lines = 0
    for spec in pat:
        lines |= spec.lines
    return [*(spec for spec in specs if spec.form != "pat"), pat[0]._replace(lines=lines)]
