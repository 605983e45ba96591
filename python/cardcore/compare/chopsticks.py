"""Chopsticks: the table, the tablebase and whole games under house rules."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore import Game, chopsticks
from cardcore.compare import Case, Check
from cardcore.compare.encoding import compare_encodings
from cardcore.compare.lockstep import lockstep
from cardcore.compare.measure import CARDCORE, REFERENCE, Comparison, Work, compare
from cardcore.reference import chopsticks as reference

#: The rules that are switches, and how often each differs from its default.
_SWITCHES = {
    "rollover": 0.5,
    "splits": 0.3,
    "swaps": 0.3,
    "revive": 0.3,
    "split_to_zero": 0.3,
    "halves_only": 0.1,
    "sudden_death": 0.2,
    "misere": 0.2,
}


def house(random: Random) -> chopsticks.Rules:
    """Draw rules until they are consistent."""
    while True:
        rules: dict[str, Any] = asdict(chopsticks.USUAL)
        rules.update(fingers=random.randint(2, 5), hands=random.randint(1, 2))
        rules.update(start=random.randrange(1, rules["fingers"]))
        for name, share in _SWITCHES.items():
            rules[name] ^= random.random() < share
        try:
            return chopsticks.Rules(**rules)
        except ValueError:
            continue


def plain(rules: chopsticks.Rules) -> reference.Rules:
    """Return the same rules for the reference."""
    return reference.Rules(**asdict(rules))


def table(depth: int) -> Iterator[Case]:
    """Compare value and best move of every state of every level."""
    native = chopsticks.solve(depth)
    for (a, b, level), (value, following) in reference.best_move_dp(depth).items():
        best = native.best_move(a, b, level)
        after = best and (best.a, best.b, level + 1)
        found = int(native.values[(level, *a, *b)]), after
        yield Case({"depth": depth, "a": a, "b": b, "level": level}, found, (value, following))


def tables(random: Random) -> Iterator[Case]:
    """Compare the table to a random depth."""
    return table(random.randrange(8))


def tablebase(rules: chopsticks.Rules) -> Iterator[Case]:
    """Compare value and distance of every position."""
    native, expected = chopsticks.tablebase(rules), reference.solve(plain(rules))
    for index, value in np.ndenumerate(native.values):
        me, opponent = index[: rules.hands], index[rules.hands :]
        answer = (int(value), int(native.distances[index]))
        case = {"rules": asdict(rules), "me": me, "opponent": opponent}
        yield Case(case, answer, expected.get((me, opponent), (0, -1)))
    longest = max(distance for _, distance in expected.values())
    yield Case({"rules": asdict(rules)}, native.longest, longest)


def tablebases(random: Random) -> Iterator[Case]:
    """Compare the tablebase of random rules."""
    return tablebase(house(random))


def facts(native: Game, slow: reference.Game) -> Iterator[Case]:
    """Compare the hands."""
    yield Case({}, native.view(0).hands, slow.players)


def any_tap(_: Game, slow: reference.Game, random: Random) -> str:
    """Choose at random, also among taps that are equivalent to a listed one."""
    seat = slow.ply % 2
    taps = reference.taps(slow.rules, slow.players[seat], slow.players[1 - seat])
    return random.choice([*slow.legal_moves(), *taps])


def game(rules: chopsticks.Rules, random: Random) -> Iterator[Case]:
    """Play one random game in both, from the start or from any position."""
    numbers = range(rules.fingers)
    a, b = (tuple(random.choices(numbers, k=rules.hands)) for _ in range(2))
    state = random.choice([None, (a, b)])
    moves = random.randrange(21)
    native = chopsticks.new(rules, moves=moves, deal=state)
    slow = reference.Game(moves, plain(rules), state)
    return lockstep(native, slow, random, also=[facts], choose=any_tap)


def games(random: Random) -> Iterator[Case]:
    """Play one random game under random rules in both."""
    return game(house(random), random)


def values(table: Mapping[reference.State, tuple[int, Any]]) -> NDArray[np.int8]:
    """Return the values of the reference's table in the order of the native one."""
    found = np.zeros((len(table) // 5**4, 5, 5, 5, 5), np.int8)
    for (a, b, level), (value, _) in table.items():
        found[(level, *a, *b)] = value
    return found


def time_tables(repeats: int = 7) -> Comparison:
    """Solve 20 plies with all values and the best move of the start."""
    start = (1, 1), (1, 1)
    expected = values(reference.best_move_dp(20))

    def solve() -> Any:
        solved = chopsticks.solve(20)
        return solved.values, solved.best_move(*start, 0)

    def right(answer: Any) -> bool:
        if isinstance(answer, dict):
            return bool(answer[(*start, 0)] == (0, ((1, 1), (2, 1), 1)))
        found, best = answer
        return np.array_equal(found, expected) and best == "tap L L"

    # Ten at a time: a single one would mostly measure what the reference left in the cache.
    times = range(10)
    return compare(
        "table of 20 plies",
        {
            CARDCORE: lambda: [solve() for _ in times],
            REFERENCE: lambda: [reference.best_move_dp(20) for _ in times],
        },
        check=lambda answers: all(map(right, answers)),
        items=len(times),
        unit="table",
        repeats=repeats,
    )


#: Rules for the comparison of encodings.
ENCODED_RULES: tuple[dict[str, Any], ...] = (
    {"moves": 8},
    {"moves": 8, "fingers": 7, "rollover": True, "swaps": True},
    {"moves": 8, "fingers": 4, "hands": 3, "misere": True},
    {"moves": 8, "hands": 1, "splits": False},
)


def numbers(random: Random) -> Iterator[Case]:
    """Compare the observation and action encodings of a random game."""
    return compare_encodings("chopsticks", random.choice(ENCODED_RULES), random)


CHECKS: dict[str, Check] = {
    "tables": tables,
    "tablebases": tablebases,
    "games in lockstep": games,
    "numbers": numbers,
}

WORK: tuple[Work, ...] = (time_tables,)
