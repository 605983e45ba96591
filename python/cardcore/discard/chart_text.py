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
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from fractions import Fraction
from typing import NamedTuple

from cardcore import _core
from cardcore._core import Valuation
from cardcore.errors import ParseError

__all__ = ["ReadLine", "read_chart"]

_RANKS = "23456789tjqka"
_ALL = 0x1FFF
_NAMES = (
    *("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king", "ace"),
)
_NUMBERS = {"no": 0, "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "a": 1}
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


class Spec(NamedTuple):
    """The rule of a hold, before the number of wild cards is known."""

    form: str
    natural: int
    """The number of cards besides wild ones; -1 if ``kept`` counts."""
    kept: int = -1
    high: tuple[int, int] | None = None
    gaps: tuple[int, int] | None = None
    margin: tuple[int, int] | None = None
    ace: bool = True
    ranks: int | None = None
    tops: int = _ALL
    kickers: int = _ALL
    lines: int = 0xFFFFFFFF
    no_flush_penalty: bool = False
    no_straight_penalty: bool = False

    def rule(self, wilds: int | None) -> _core.ChartRule:
        """Make the rule for hands with this many wild cards."""
        kept = self.kept if self.kept >= 0 else self.natural + (wilds or 0)
        fields = self._asdict()
        for name in ("form", "natural", "kept"):
            del fields[name]
        return _core.ChartRule(self.form, kept, wilds, **fields)


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


@dataclass(frozen=True)
class _Game:
    """What the words of a chart depend on."""

    lines: list[tuple[str, Fraction]]
    """The names of the lines of the paytable from the lowest up, and their payouts."""
    high: int
    """The ranks of which a pair pays, as bits."""
    wild: bool
    """Whether there are wild cards."""


class _Unknown(Exception):
    """Something that cannot be read, with the reason."""


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
        if heading and game.wild and _count(heading[1]) is not None:
            count = _count(heading[1])
            if count != section:
                section = count
                continue
        if section in ended:
            raise ParseError(f"line {number}, '{shown}': no hand is left for it by the lines above")
        try:
            line, ends = _read_line(words, section, game)
        except _Unknown as reason:
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


def _game(aim: Valuation, high: int | None) -> _Game:
    lines = [(line.name, Fraction(line.worth)) for line in aim.lines]
    if high is None:
        high = 0
        for name, pays in lines:
            first = re.match(r"(?:pair of )?(\w+)s or better$", name)
            if pays and first and first[1] in _NAMES:
                high |= _from(_NAMES.index(first[1]))
            elif pays and name in ("pair of aces", "aces"):
                high |= 1 << 12
    return _Game(lines, high, bool(aim.wild or aim.jokers))


def _normalized(text: str) -> str:
    words = text.lower().replace("—", " - ").replace("–", " - ").replace("w/", "with ")
    words = words.replace("≥", ">=").replace("≤", "<=").replace("+ high", " or more high")
    words = re.sub(r"\(\s*[\d.,]+\s*\)|\s\d+\.\d{2,}$", " ", words)
    words = re.sub(r"\b10(?=[/,;\s]|$)(?! play)", "t", words)
    words = words.replace("straight-flush", "straight flush").replace("-of-a-", " of a ")
    words = re.sub(r"\b(\d)-card\b", r"\1 card", words)
    return " ".join(words.split()).rstrip(".")


def _count(word: str) -> int | None:
    return int(word) if word.isdigit() else _NUMBERS.get(word)


def _blame(words: str, shown: str, reason: str) -> str:
    """Name the word that is wrong, and the nearest one that is known."""
    for word in re.findall(r"[a-z][a-z'-]+", words):
        is_ranks = all(letter in _RANKS for letter in word)
        if word not in _WORDS and not is_ranks:
            close = get_close_matches(word, sorted(_WORDS), n=1)
            meant = f"; did you mean '{close[0]}'?" if close else ""
            return f"'{word}': unknown word{meant}"
    return f"'{shown}': {reason}"


def _read_line(words: str, section: int | None, game: _Game) -> tuple[ReadLine | None, bool]:
    """Read a line; also returns whether it decides all hands that are left."""
    wilds = section
    prefix = re.match(rf"(\w+) {_WILD}: ", words)
    if prefix and _count(prefix[1]) is not None:
        wilds = _count(prefix[1])
        words = words[prefix.end() :]
    if re.fullmatch(
        r"(?:discard|draw|throw) (?:everything|all|five|5)(?: cards)?(?:, draw .*)?"
        r"|nothing.*|garbage.*|.* alone, or nothing|redraw|toss everything",
        words,
    ):
        return None, True
    if re.fullmatch(rf"(?:\w+ )?{_WILD}(?: only| alone)?", words) and game.wild:
        count = _count(words.split()[0])
        wilds = wilds if count is None else count
        return ReadLine(0, "", (Spec("nothing", 0).rule(wilds),), False), True
    lowest = "lowest" in words
    words = re.sub(r"\((?:if|when)[^)]*\)|,? the lowest(?: \w+)?$|,? lowest$", "", words).strip()
    specs = _merged(list(_holds(words, game, wilds)))
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


def _holds(words: str, game: _Game, wilds: int | None) -> Iterator[Spec]:
    """Read the holds of a line."""
    if " / " in words:
        for part in words.split(" / "):
            yield from _holds(part, game, wilds)
        return
    for read in (_named_ranks, _made_hands, _draws, _pairs, _singles):
        found = list(read(words, game, wilds))
        if found:
            yield from found
            return
    raise _Unknown("expected a hold, such as '4 to a flush', 'KQJ unsuited' or 'high pair'")


def _conditions(words: str) -> Callable[[Spec], Spec]:
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
        (r"no ace", lambda m: {"ace": False}),
        (r"no more gaps than high cards", lambda m: {"margin": (0, 127)}),
        (r"more high cards than gaps", lambda m: {"margin": (1, 127)}),
        (rf"at least {number} high cards more than gaps", lambda m: {"margin": (_int(m[1]), 127)}),
        (rf"at most {number} gaps? more than high cards", lambda m: {"margin": (-_int(m[1]), 127)}),
        (r"high cards ?(?:-|minus) ?gaps ?(>=|<=|=|at most)? ?(-?\d)(?: to (-?\d))?", _margin),
        (
            rf"(?:at most {number} gaps?|{number} gaps? or (?:less|fewer))",
            lambda m: {"gaps": (-128, _int(m[1] or m[2]))},
        ),
        (rf"(?:at least {number} gaps?)", lambda m: {"gaps": (_int(m[1]), 127)}),
        (rf"{number} gaps?", lambda m: {"gaps": (_int(m[1]), _int(m[1]))}),
        (rf"at least {number} high cards?", lambda m: {"high": (_int(m[1]), 127)}),
        (rf"{number} or more high cards?", lambda m: {"high": (_int(m[1]), 127)}),
        (rf"at most {number} high cards?", lambda m: {"high": (-128, _int(m[1]))}),
        (
            rf"{number}(?: ?- ?| to | or |, \d, or |, (?:\d, )*or ){number} high cards?",
            lambda m: {"high": (_int(m[1]), _int(m[2]))},
        ),
        (rf"{number} high cards?", lambda m: {"high": (_int(m[1]), _int(m[1]))}),
        (r"([2-9tjqka]) high or lower", lambda m: {"tops": (2 << _RANKS.index(m[1])) - 1}),
        (
            r"((?:[2-9tjqka](?:, ?| or |/))*[2-9tjqka])[- ]high",
            lambda m: {"tops": _bits(re.findall("[2-9tjqka]", m[1].replace(" or ", " ")))},
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
                raise _Unknown(f"'{rest}' is not a condition, such as '1 gap' or 'no ace'")
            rest = trimmed
    return lambda spec: spec._replace(**changes)  # type: ignore[arg-type]


def _margin(match: re.Match[str]) -> dict[str, object]:
    value = int(match[2])
    if match[3]:
        return {"margin": (value, int(match[3]))}
    spans = {">=": (value, 127), "<=": (-128, value), "at most": (-128, value)}
    return {"margin": spans.get(match[1] or "", (value, value))}


def _int(word: str) -> int:
    found = _count(word)
    return 0 if found is None else found


def _named_ranks(words: str, game: _Game, wilds: int | None) -> Iterator[Spec]:
    """Read ranks, such as ``KQ, KJ unsuited`` or ``suited 10/J``."""
    ranks = r"[2-9tjqka](?:/?[2-9tjqka]){1,3}"
    suits = r"(suited|unsuited|offsuit|off suit)"
    match = re.match(
        rf"(?:{suits} )?((?:{ranks})(?:(?:, or |, | or |; )(?:{ranks}))*)(?: {suits})?"
        r"(?=$|[ ,;(])(.*)$",
        words,
    )
    if match is None:
        return
    suit = match[1] or match[3]
    lists = [re.sub("/", "", item) for item in re.split(r", or |, | or |; ", match[2])]
    if any(len(set(item)) < len(item) for item in lists):
        return
    if suit is None and any(len(item) < 4 for item in lists):
        raise _Unknown("expected 'suited' or 'unsuited' after the ranks")
    change = _conditions(match[4])
    for item in lists:
        bits = _bits(item)
        form = _form(bits, suit == "suited", game)
        if form is None:
            raise _Unknown(f"'{item.upper()}' cannot become a straight or a flush")
        yield change(Spec(form, len(item), ranks=bits))


def _form(bits: int, suited: bool, game: _Game) -> str | None:
    """Name what cards of these ranks can become."""
    straights = [*(0x1F << low for low in range(9)), 0x100F]
    connected = any(not bits & ~straight for straight in straights)
    if suited:
        if not bits & ~0x1F00:
            return "royal flush"
        return "straight flush" if connected else "flush"
    if bits.bit_count() == 4 and connected:
        return "straight"
    if not bits & ~game.high:
        return "high cards"
    return "straight" if connected else None


_DRAW = (
    r"(\d|one|two|three|four|five)(?:(?:,| or |/) ?(\d))?(?: cards?)? (?:to (?:an? |the )?)?"
    r"(royal flush|royal|straight flush|flush"
    r"|(?:outside |open-ended |open ended |open |double-ended )straight"
    r"|(?:inside |gutshot )straight|gutshot|straight)"
)


def _draws(words: str, game: _Game, wilds: int | None) -> Iterator[Spec]:
    """Read draws, such as ``4 to an outside straight`` or ``2 suited high cards``."""
    words = re.sub(r"^(?:all other|any other|other|any) ", "", words)
    match = re.match(r"(\d|two|three|four) (suited|unsuited|offsuit) high cards?(.*)$", words)
    if match:
        count = _int(match[1])
        suited = match[2] == "suited"
        spec = Spec("royal flush" if suited else "high cards", count)
        if suited:
            spec = spec._replace(high=(count, count))
        yield _conditions(match[3])(spec)
        return
    match = re.match(_DRAW + r"(?=$|[ ,;(])(.*)$", words)
    if match is None:
        return
    goal = match[3]
    if " to " not in words and not words.startswith(tuple("12345")):
        return
    rest = match[4].strip()
    lists: list[int] | None = None
    listed = re.match(r"(?:- |: ?)((?:[2-9tjqka]{2,4}[;/,]? ?)+)$", rest)
    if listed:
        lists, rest = [_bits(item) for item in re.findall("[2-9tjqka]{2,4}", listed[1])], ""
    change = _conditions(rest)
    for count in (_int(match[1]), *([_int(match[2])] if match[2] else [])):
        if count == 5:
            yield Spec("pat", -1, 5, lines=_line_bits(goal.removesuffix(" flush"), game))
            continue
        spec = change(_draw(count, goal))
        if lists is None:
            yield spec
        else:
            yield from (spec._replace(ranks=bits) for bits in lists)


def _draw(count: int, goal: str) -> Spec:
    if goal.startswith("royal"):
        return Spec("royal flush", -1, count)
    if goal in ("straight flush", "flush"):
        return Spec(goal, -1, count)
    outside = goal.startswith(("outside", "open", "double"))
    inside = goal.startswith(("inside", "gutshot"))
    gaps = (0, 0) if outside else (1, 1) if inside else None
    return Spec("straight", -1, count, gaps=gaps)


def _pairs(words: str, game: _Game, wilds: int | None) -> Iterator[Spec]:
    """Read pairs, such as ``high pair`` or ``pair of aces``."""
    words = re.sub(r"^(?:any|a|an|1|one) (?=.*pair)", "", words)
    if words in ("high pair", "a high pair"):
        yield Spec("of a kind", -1, 2, tops=game.high)
    elif words == "low pair":
        yield Spec("of a kind", -1, 2, tops=_ALL & ~game.high)
    elif words == "pair":
        yield Spec("of a kind", -1, 2)
    else:
        match = re.match(r"pair(?: of |, | - | )(.+)$", words)
        if match:
            yield Spec("of a kind", -1, 2, tops=_rank_bits(match[1]))
        elif re.fullmatch(r"(\w+s) or better", words) and words.split()[0][:-1] in _NAMES:
            yield Spec("of a kind", -1, 2, tops=_rank_bits(words))


def _singles(words: str, game: _Game, wilds: int | None) -> Iterator[Spec]:
    """Read single cards, such as ``one high card`` or ``a jack``."""
    match = re.match(r"(?:one|1|a|single) high card(.*)$", words)
    if match:
        yield _conditions(match[1])(Spec("single", 1, tops=game.high))
        return
    match = re.match(
        r"(?:one card, |one card: |an? )?([^(]+?)(?: alone| only)?((?:, no .*)?)$", words
    )
    if match:
        try:
            tops = _rank_bits(match[1])
        except _Unknown:
            return
        yield _conditions(match[2])(Spec("single", 1, tops=tops))


#: Made hands by the usual names, and the names of the lines that they are.
_MADE = {
    "royal flush": "royal",
    "natural royal": "royal",
    "natural royal flush": "royal",
    "wild royal": "wild royal",
    "wild royal flush": "wild royal",
    "royal": "royal",
    "straight flush": "straight flush",
    "five of a kind": "five",
    "5 of a kind": "five",
    "four deuces": "four deuces",
    "4 deuces": "four deuces",
    "full house": "full house",
    "flush": "flush",
    "straight": "straight",
}


def _made_hands(words: str, game: _Game, wilds: int | None) -> Iterator[Spec]:
    """Read made hands, such as ``full house or better`` or ``straight, flush``."""
    five = words.startswith("pat ")
    words = re.sub(r"^(?:any pat|pat|any|a|made) ", "", words)
    exact = _exact_lines(words, game)
    if exact:
        for number in exact:
            yield from _made(game.lines[number][0], game, five)
        return
    amount = re.fullmatch(r"hand that pays (\S+) or more", words)
    if amount or words in ("paying hand", "hand", "winner", "winning hand", "paying hands"):
        least = Fraction(amount[1]) if amount else Fraction()
        for name, pays in game.lines:
            if pays and pays >= least:
                yield from _made(name, game, five)
        return
    better = re.fullmatch(r"(.+?)(?:,)? or (?:better|higher)", words)
    if better and better[1] not in _plurals():
        first = _find_line(better[1], game)
        if first is None:
            return
        for name, pays in game.lines[first:]:
            if pays:
                yield from _made(name, game, five)
        return
    items = [item for item in re.split(r", or |, and |, | or |/| and ", words) if item]
    found: list[Spec] = []
    for item in items:
        if item in (
            "three of a kind",
            "3 of a kind",
            "trips",
            "four of a kind",
            "4 of a kind",
            "quads",
        ):
            found.append(_alike(item))
        elif re.fullmatch(r"(?:two|2) pairs?", item):
            found.append(Spec("two pair", 4))
        elif item in _MADE or _find_line(item, game) is not None:
            line = _find_line(item, game)
            if line is None:
                raise _Unknown(f"the paytable has no '{item}'")
            found += _made(game.lines[line][0], game, five)
        else:
            ranked = re.match(
                r"(three of a kind|3 of a kind|four of a kind|4 of a kind)$", items[0]
            )
            if ranked and len(items) == 2:
                found[-1:] = [_alike(items[0])._replace(tops=_rank_bits(item))]
                continue
            kicker = _kicker(words)
            if kicker:
                yield kicker
            return
    yield from found


def _exact_lines(words: str, game: _Game) -> list[int]:
    """Find lines of the paytable by their whole names, which may have commas."""
    names = [name for name, _ in game.lines]
    if words in names:
        return [names.index(words)]
    least = words.removesuffix(" or better")
    if least != words and least in names:
        first = names.index(least)
        return [number for number in range(first, len(names)) if game.lines[number][1]]
    parts = words.split(" or ")
    return [names.index(part) for part in parts] if set(parts) <= set(names) else []


def _kicker(words: str) -> Spec | None:
    if re.match(r"(?:3|three) aces (?:and|with) a (?:2|two)(?: to|,)", words):
        return Spec("kicker", 4, tops=1 << 12, kickers=0b111)
    if re.match(r"(?:3|three) twos to fours (?:and|with) an? ", words):
        return Spec("kicker", 4, tops=0b111, kickers=0b111 | 1 << 12)
    return None


def _alike(words: str) -> Spec:
    return Spec("of a kind", -1, 4 if words.startswith(("four", "4", "quads")) else 3)


def _plurals() -> set[str]:
    return {f"{name}{'es' if name == 'six' else 's'}" for name in _NAMES}


def _find_line(words: str, game: _Game) -> int | None:
    """Find the lowest line of the paytable that a name means."""
    wanted = _MADE.get(words, words)
    names = [name for name, _ in game.lines]
    if words in names:
        return names.index(words)
    for number, name in enumerate(names):
        if name == wanted or (wanted in ("royal", "five") and name.startswith(wanted)):
            return number
        if wanted == "royal" and name in ("natural royal", "royal flush"):
            return number
        if wanted == "four of a kind" and name.startswith("four "):
            return number
    return (
        {"4 of a kind": _find_line("four of a kind", game)}.get(words) if words[:1] == "4" else None
    )


def _line_bits(words: str, game: _Game) -> int:
    found = 0
    for number, (name, pays) in enumerate(game.lines):
        if pays and words in name:
            found |= 1 << number
    return found


def _made(name: str, game: _Game, five: bool) -> Iterator[Spec]:
    """Hold the cards that make a hand on a line: all five, or those of one rank."""
    number = [line for line, _ in game.lines].index(name)
    if not five and name == "three of a kind":
        yield Spec("of a kind", -1, 3)
    elif not five and name.startswith("four ") and "deuces" not in name:
        yield Spec("of a kind", -1, 4)
    elif not five and name == "two pair":
        yield Spec("two pair", 4)
    elif not five and "or better" in name:
        yield Spec("of a kind", -1, 2, tops=game.high)
    else:
        yield Spec("pat", -1, 5, lines=1 << number)


def _from(rank: int) -> int:
    return _ALL & ~((1 << rank) - 1)


def _bits(letters: str | list[str]) -> int:
    found = 0
    for letter in letters:
        found |= 1 << _RANKS.index(letter)
    return found


def _rank_bits(words: str) -> int:
    """Read ranks by name or letter: one, some, or all from one up or down."""
    match = re.fullmatch(r"(\w+) or (better|higher|lower|worse)", words)
    if match:
        rank = _rank(match[1])
        return _from(rank) if match[2] in ("better", "higher") else (2 << rank) - 1
    spread = re.fullmatch(r"(\w+)(?: through | to |-)(\w+)", words)
    if spread:
        first, last = sorted((_rank(spread[1]), _rank(spread[2])))
        return (2 << last) - 1 & _from(first)
    found = 0
    for word in re.split(r", or |, | or |/", words):
        found |= 1 << _rank(re.sub(r"^an? ", "", word))
    return found


def _rank(word: str) -> int:
    short = word[:1] if len(word) == 2 and word[0] == word[1] else word
    if len(short) == 1 and short in _RANKS:
        return _RANKS.index(short)
    if re.fullmatch(r"[2-9tjqka]s", word):
        return _RANKS.index(word[0])
    singular = {"sixes": "six"}.get(word, word.removesuffix("s"))
    if singular not in _NAMES:
        raise _Unknown(f"'{word}' is not a rank")
    return _NAMES.index(singular)
