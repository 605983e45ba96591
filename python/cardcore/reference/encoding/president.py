"""Encoding of President: a card is its index in the order of the game, a rank its value from 3."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any

from cardcore.reference.cards import DECK, RANKS, parse_cards
from cardcore.reference.encoding import Picks, Seen, marks, part
from cardcore.reference.president.moves import (
    KINDS,
    PLACES,
    STRAIGHT_FLUSH,
    VALUES,
    Cards,
    get_type,
    in_order,
    move_type,
    strength,
)

DONE = 52
PASS = 53
REQUESTS = 54


def places(cards: Iterable[int]) -> list[int]:
    """Return the indices of cards in the order of the game."""
    return [PLACES[card] for card in cards]


def read(text: str) -> list[int]:
    """Return the indices of cards given as text."""
    return places(parse_cards(text))


def rank_place(rank: str) -> int:
    """Return the index of a rank, from three to two."""
    return VALUES[4 * RANKS.index(rank)] - 3


def observation(seen: Seen, picked: Sequence[int]) -> list[float]:
    """Return the observation of a seat."""
    rules, facts = seen.rules, seen.facts
    players = rules["players"]
    beat = facts["beat"]
    out = marks(52, read(" ".join(facts["hand"]))) + marks(52, picked)
    for seat in seen.relative(range(players)):
        played = [text for player, text in facts["plays"] if player == seat and text != "pass"]
        out += marks(52, read(" ".join(played)))
    out += marks(52, read(beat or ""))
    out += marks(9, [get_type(in_order(parse_cards(beat))) if beat else None])
    leader, passed = None, set[int]()
    for seat, text in facts["plays"]:
        if text == "pass":
            passed.add(seat)
        else:
            leader, passed = seat, set()
    if rules["passing"] == "locked":
        passed = {*facts["locked"]}
    out += marks(players, [seen.place(leader if beat else None, players)])
    out += [float(beat is not None and seat in passed) for seat in seen.relative(range(players))]
    full = -(-52 // players) if rules["deal"] == "all" else 52 // players
    out += [part(count, full) for count in seen.relative(facts["counts"])]
    finished = {seat: place for place, seat in enumerate(facts["finished"], start=1)}
    out += [part(finished.get(seat, 0), players) for seat in seen.relative(range(players))]
    out += marks(players, [seen.place(seen.to_move, players)])
    out += [float(facts["opening"] is not None)]
    if rules["rounds"] > 1:
        out += trading(seen)
    return [*out, float(facts["reversed"])] if rules["revolution"] else out


def trading(seen: Seen) -> list[float]:
    """Return the features of the match and of the seat's trade."""
    rules, facts = seen.rules, seen.facts
    players, rounds = rules["players"], rules["rounds"]
    trade = facts["trade"] or {"taken": [], "returned": [], "refused": []}
    records = seen.relative(facts["records"])
    out = [part(record[-1] if record else 0, players) for record in records]
    if rules["score"] == "places":
        out += [part(sum(record), players * rounds) for record in records]
    else:
        full = -(-52 // players) if rules["deal"] == "all" else 52 // players
        most = (players - 1) * 3 * full * rounds
        out += [part(sum(points), most) for points in seen.relative(facts["points"])]
    out += [part(facts["round"], rounds)]
    partner = None
    if facts["trade"]:
        partner = trade["lower"] if trade["upper"] == seen.seat else trade["upper"]
    out += marks(players, [seen.place(partner, players)])
    out += marks(52, read(" ".join(trade["taken"])))
    out += marks(52, read(" ".join(trade["returned"])))
    out += marks(13, [rank_place(rank) for rank in trade["refused"]])
    mine = seen.to_move == seen.seat and facts["phase"] == "trade"
    requests = mine and len(trade["taken"]) < trade["size"]
    return [*out, float(requests), float(mine and not requests)]


@cache
def numbering(kinds: tuple[str, ...] = KINDS) -> dict[Cards, int]:
    """List all combinations: by kind, its deciding rank, then the cards from the highest."""

    def found() -> Iterator[Cards]:
        values = [[card for card in DECK if VALUES[card] == value] for value in range(3, 16)]
        for cards in values:
            for size in (1, 2, 3, 4):
                yield from combinations(cards, size)
            for other in values:
                if other != cards:
                    for three, two in product(combinations(cards, 3), combinations(other, 2)):
                        yield (*three, *two)
                    yield from ((*cards, one) for one in other)
        for low in range(9):
            yield from product(*values[low : low + 5])
        for suit in range(4):
            for flush in combinations([card for card in DECK if card % 4 == suit], 5):
                if get_type(flush) != STRAIGHT_FLUSH:
                    yield flush

    def order(cards: Cards) -> tuple[Any, ...]:
        return (*strength(cards), sorted(places(cards), reverse=True))

    combinations_found = {in_order(cards) for cards in found()}
    moves = [cards for cards in combinations_found if KINDS[move_type(cards)] in kinds]
    listed = sorted(moves, key=order)
    return {cards: number for number, cards in enumerate(listed)}


def action_counts(rules: dict[str, Any]) -> tuple[int, int]:
    """Return the numbers of factored and flat actions."""
    return REQUESTS + 13, len(numbering(tuple(rules["kinds"]))) + 1 + 13 + 52


def factored(seen: Seen, move: str) -> Picks:
    """Return the picks of a move."""
    if move == "pass":
        return frozenset({PASS})
    if move.startswith("request"):
        return frozenset({REQUESTS + rank_place(move.split()[1])})
    return frozenset(read(move.removeprefix("give ")))


def flat(seen: Seen, move: str) -> int:
    """Return the number of a move."""
    numbers = numbering(tuple(seen.rules["kinds"]))
    count = len(numbers)
    if move == "pass":
        return count
    if move.startswith("request"):
        return count + 1 + rank_place(move.split()[1])
    if move.startswith("give"):
        return count + 14 + read(move.removeprefix("give "))[0]
    return numbers[in_order(parse_cards(move))]


def row(seen: Seen, move: str) -> list[float]:
    """Return the features of a move."""
    word = move.split()[0]
    plays = word not in ("pass", "request", "give")
    cards = [] if word in ("pass", "request") else read(move.removeprefix("give "))
    kind = get_type(in_order(parse_cards(move))) if plays else None
    out = marks(52, cards) + marks(9, [kind]) + [float(word == "pass")]
    if seen.rules["rounds"] > 1:
        out += marks(13, [rank_place(move.split()[1]) if word == "request" else None])
        out += [float(word == "give")]
    return out
