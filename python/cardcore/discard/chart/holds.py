"""The holds of a line: ranks, draws, pairs, single cards and made hands, in the usual notations."""

import re
from collections.abc import Iterator
from fractions import Fraction

from cardcore.discard.chart.conditions import conditions
from cardcore.discard.chart.vocabulary import (
    ALL_RANKS,
    NAMES,
    RANK_NAMES,
    Game,
    Spec,
    Unknown,
    bits_of,
    number_of,
    rank_bits,
)

__all__ = ["read_holds"]


def read_holds(words: str, game: Game, wilds: int | None) -> Iterator[Spec]:
    """Read the holds of a line."""
    if " / " in words:
        for part in words.split(" / "):
            yield from read_holds(part, game, wilds)
        return
    left_out = re.search(rf", no ({RANK_NAMES})$", words)
    if left_out:
        for spec in read_holds(words[: left_out.start()], game, wilds):
            if spec.form == "pat":
                raise Unknown(f"'no {left_out[1]}' is a condition on some of the cards, not on all")
            yield spec._replace(without=rank_bits(left_out[1]))
        return
    for read in (_named_ranks, _made_hands, _draws, _pairs, _singles):
        found = list(read(words, game, wilds))
        if found:
            yield from found
            return
    raise Unknown("expected a hold, such as '4 to a flush', 'KQJ unsuited' or 'high pair'")


def _named_ranks(words: str, game: Game, wilds: int | None) -> Iterator[Spec]:
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
        raise Unknown("expected 'suited' or 'unsuited' after the ranks")
    change = conditions(match[4])
    for item in lists:
        bits = bits_of(item)
        form = _form(bits, suit == "suited", game)
        if form is None:
            raise Unknown(f"'{item.upper()}' cannot become a straight or a flush")
        yield change(Spec(form, len(item), ranks=bits))


def _form(bits: int, suited: bool, game: Game) -> str | None:
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


def _draws(words: str, game: Game, wilds: int | None) -> Iterator[Spec]:
    """Read draws, such as ``4 to an outside straight`` or ``2 suited high cards``."""
    words = re.sub(r"^(?:all other|any other|other|any) ", "", words)
    match = re.match(r"(\d|two|three|four) (suited|unsuited|offsuit) high cards?(.*)$", words)
    if match:
        count = number_of(match[1])
        suited = match[2] == "suited"
        spec = Spec("royal flush" if suited else "high cards", count)
        if suited:
            spec = spec._replace(high=(count, count))
        yield conditions(match[3])(spec)
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
        lists, rest = [bits_of(item) for item in re.findall("[2-9tjqka]{2,4}", listed[1])], ""
    change = conditions(rest)
    for count in (number_of(match[1]), *([number_of(match[2])] if match[2] else [])):
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


def _pairs(words: str, game: Game, wilds: int | None) -> Iterator[Spec]:
    """Read pairs, such as ``high pair`` or ``pair of aces``."""
    words = re.sub(r"^(?:any|a|an|1|one) (?=.*pair)", "", words)
    if words in ("high pair", "a high pair"):
        yield Spec("of a kind", -1, 2, tops=game.high)
    elif words == "low pair":
        yield Spec("of a kind", -1, 2, tops=ALL_RANKS & ~game.high)
    elif words == "pair":
        yield Spec("of a kind", -1, 2)
    else:
        match = re.match(r"pair(?: of |, | - | )(.+)$", words)
        if match:
            yield Spec("of a kind", -1, 2, tops=rank_bits(match[1]))
        elif re.fullmatch(r"(\w+s) or better", words) and words.split()[0][:-1] in NAMES:
            yield Spec("of a kind", -1, 2, tops=rank_bits(words))


def _singles(words: str, game: Game, wilds: int | None) -> Iterator[Spec]:
    """Read single cards, such as ``one high card`` or ``a jack``."""
    match = re.match(r"(?:one|1|a|single) high card(.*)$", words)
    if match:
        yield conditions(match[1])(Spec("single", 1, tops=game.high))
        return
    match = re.match(r"one card((?:, no .*)?)$", words)
    if match:
        yield conditions(match[1])(Spec("single", 1))
        return
    match = re.match(
        r"(?:one card, |one card: |an? )?([^(]+?)(?: alone| only)?((?:, no .*)?)$", words
    )
    if match:
        try:
            tops = rank_bits(match[1])
        except Unknown:
            return
        yield conditions(match[2])(Spec("single", 1, tops=tops))


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


def _made_hands(words: str, game: Game, wilds: int | None) -> Iterator[Spec]:
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
                raise Unknown(f"the paytable has no '{item}'")
            found += _made(game.lines[line][0], game, five)
        else:
            ranked = re.match(
                r"(three of a kind|3 of a kind|four of a kind|4 of a kind)$", items[0]
            )
            if ranked and len(items) == 2:
                found[-1:] = [_alike(items[0])._replace(tops=rank_bits(item))]
                continue
            kicker = _kicker(words)
            if kicker:
                yield kicker
            return
    yield from found


def _exact_lines(words: str, game: Game) -> list[int]:
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
    return {f"{name}{'es' if name == 'six' else 's'}" for name in NAMES}


def _find_line(words: str, game: Game) -> int | None:
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


def _line_bits(words: str, game: Game) -> int:
    found = 0
    for number, (name, pays) in enumerate(game.lines):
        if pays and words in name:
            found |= 1 << number
    return found


def _made(name: str, game: Game, five: bool) -> Iterator[Spec]:
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
