"""How good the strategies of draw games are, and what can be won: ``python -m bench.equilibrium``.

Everything is in chips a hand between two players who ante 1, bet 2 and 4 and may raise three times,
with 95% intervals, and with fixed seeds, so that anyone can repeat it. What a response wins is the
mean of both seats. ``--games`` are the held-out hands of every response; against `nash`, of which
little can be won, there are ten times as many. The deals that responses are made of are fixed.

    python -m bench.equilibrium --games 400000

measures all of it; with ``solution``, ``bounds`` and the like in front of ``--games``, a part.
"""

from collections.abc import Sequence
from typing import Any

from bench import tables
from bench.results import Table
from cardcore import draw

#: The bots of which something is won, weakest first.
BOTS = ("random", "pattern", "class", "equity")

#: Buckets of a response before the draw and after it, as they are asked for.
BUCKETS = (150, 60)

#: Deals per seat in which a bot is watched for its best response.
WATCHED = 20_000

#: Deals per seat from which a response is learned: `random` leads to every point of the game.
LEARNED = {"random": 300_000, "pattern": 1_000_000, "class": 1_000_000, "equity": 1_000_000}

#: What a response to `nash` is learned with: buckets before and after the draw, deals per seat.
CURVE = (
    (150, 60, 1_000_000),
    (150, 60, 4_000_000),
    (150, 60, 20_000_000),
    (300, 120, 10_000_000),
    (300, 120, 50_000_000),
)

#: What a response at a larger table is learned with: players, the other players, buckets before and
#: after the draw, deals per seat.
TABLE_CURVE = (
    (3, "nash", 60, 30, 1_000_000),
    (3, "nash", 90, 50, 1_000_000),
    (3, "nash", 90, 50, 4_000_000),
    (3, "nash", 150, 80, 4_000_000),
    (4, "nash", 90, 50, 2_000_000),
    (5, "nash", 90, 50, 2_000_000),
    (3, "equity", 90, 50, 200_000),
)

#: The games of the table `low`; they are solved as they are when a player first meets them.
LOW = ("2-7", "a-5", "badugi")

#: Deals per seat from which a response to `nash` is learned there, and held-out hands.
LOW_LEARNED = 2_000_000
LOW_HELD_OUT = 1_000_000

#: Hands of a match between `nash` and another bot, every deal from both seats.
MATCH = 1_000_000

#: Hands of a best response that bound what it wins from `nash`, and their seed.
BOUNDED = 400
BOUNDED_SEED = 7

#: Stacks of both players in chips; two chips are a small bet.
STACKS = (10, 20, 40, 80)

#: Deals per seat from which a response to `nash` is learned at every stack.
SHORT_LEARNED = 10_000_000


def won(found: draw.Exploitation) -> str:
    """Write what a response won on held-out hands."""
    return _with_interval(found.mean, found.interval)


def _with_interval(mean: float, interval: tuple[float, float], places: int = 3) -> str:
    half_width = (interval[1] - interval[0]) / 2
    return f"{mean:.{places}f} ± {half_width:.{places}f}".replace("-", "\N{MINUS SIGN}")


def match(bots: Sequence[str], hands: int, **rules: Any) -> str:
    """Write what the first bot wins of a hand at a table with the others."""
    games = hands // len(bots) * len(bots)
    found = tables.play("draw", bots, games=games, seed=1, hands=1, players=len(bots), **rules)
    # Of at least two deals there is always an interval.
    return _with_interval(found.bots[0].mean, found.bots[0].interval or (0, 0))


def solution(games: int) -> Table:
    """Say what the strategies are, as they come and as they are solved for other rules."""
    del games  # Nothing is played.
    quick = draw.equilibrium(iterations=120, hands=100, strengths=50, deals=0)
    rows = [
        [words, f"{solved.value:.3f}", f"{solved.exploitability:.4f}", solved.model]
        for words, solved in (("shipped", draw.equilibrium()), ("for other rules", quick))
    ]
    headings = ["strategy", "who begins wins", "the best response wins", "model"]
    return Table("in the model", headings, rows)


def bots(games: int) -> Table:
    """Measure what is won from every bot."""
    rows = []
    for bot in (*BOTS, "nash"):
        held_out = games if bot in BOTS else 10 * games
        best = draw.exploitability(
            bot, deals=WATCHED, hands=BUCKETS[0], strengths=BUCKETS[1], held_out=held_out
        )
        row = [f"`{bot}`", f"{best.model:.4f}", won(best)]
        if bot in BOTS:
            learned = draw.responder(
                bot, deals=LEARNED[bot], hands=BUCKETS[0], strengths=BUCKETS[1], held_out=held_out
            )
            row += [won(learned), match(["nash", bot], MATCH)]
        # The responses learned against `nash` are in the table of `curve`.
        rows.append(row + [""] * (5 - len(row)))
    headings = [
        "bot",
        "in the model",
        "best response, held-out hands",
        "learned response, held-out hands",
        "`nash` wins",
    ]
    return Table("what is won from every bot", headings, rows)


def curve(games: int) -> Table:
    """Measure what a learned response wins from `nash`, by the number of deals."""
    rows = []
    for hands, strengths, deals in CURVE:
        found = draw.responder(
            "nash", deals=deals, hands=hands, strengths=strengths, held_out=10 * games
        )
        before, after = found.buckets
        rows.append([f"{before}, {after}", f"{deals:,}", won(found), f"{found.hands:,}"])
    headings = ["buckets", "deals per seat", "wins", "held-out hands"]
    return Table("what a learned response wins from `nash`", headings, rows)


def bounds(games: int) -> Table:
    """Bound what a best response wins from `nash` in real deals."""
    del games  # Its intervals are to be those of the page.
    rows = []
    for stack in (100, *STACKS[1::-1]):
        found = draw.equilibrium(stack=stack).bounds(BOUNDED, seed=BOUNDED_SEED)
        lower = _with_interval(found.lower, found.lower_interval, 4)
        rows.append([str(stack), lower, _with_interval(found.upper, found.upper_interval, 4)])
    return Table("bounds of the exploitability of `nash`", ["stacks", "lower", "upper"], rows)


def short(games: int) -> Table:
    """Measure what a response wins from `nash` with short stacks, and `nash` from other bots."""
    rows = []
    for stack in STACKS:
        found = draw.responder(
            "nash",
            stacks=(stack, stack),
            deals=SHORT_LEARNED,
            hands=BUCKETS[0],
            strengths=BUCKETS[1],
            held_out=10 * games,
        )
        solved = draw.equilibrium(stack=stack)
        wins = [match(["nash", bot], games, stack=stack) for bot in BOTS[1:]]
        rows.append([str(stack), f"{solved.exploitability:.4f}", won(found), *wins])
    headings = ["stacks", "in the model", "learned response", *(f"`{bot}`" for bot in BOTS[1:])]
    return Table("short stacks", headings, rows)


def larger(games: int) -> Table:
    """Measure what `nash` wins at larger tables, and what other bots win from it there."""
    rows = []
    for others in range(2, 5):
        for bot in BOTS[1:]:
            one = match(["nash"] + [bot] * others, 10 * games)
            among = match([bot] + ["nash"] * others, 10 * games)
            rows.append([str(others + 1), f"`{bot}`", one, among])
    headings = ["players", "bot", "one `nash` among them wins", "one among `nash` wins"]
    return Table("what `nash` wins and loses at larger tables", headings, rows)


def table_responses(games: int) -> Table:
    """Measure what a learned response wins at larger tables, by the number of deals."""
    rows = []
    for players, bot, hands, strengths, deals in TABLE_CURVE:
        found = draw.responder(
            bot,
            players=players,
            deals=deals,
            hands=hands,
            strengths=strengths,
            held_out=2 * games,
        )
        before, after = found.buckets
        buckets = f"{before}, {after}"
        rows.append(
            [str(players), f"`{bot}`", buckets, f"{deals:,}", won(found), f"{found.hands:,}"]
        )
    headings = ["players", "the others", "buckets", "deals per seat", "wins", "held-out hands"]
    return Table("what a learned response wins at larger tables", headings, rows)


def low(games: int) -> Table:
    """Measure the strategies of lowball and badugi, and what is won from them and by them."""
    rows = []
    for ranking in LOW:
        solved = draw.equilibrium(ranking=ranking)
        learned = draw.responder(
            "nash",
            ranking=ranking,
            deals=LOW_LEARNED,
            hands=100,
            strengths=50,
            held_out=LOW_HELD_OUT,
        )
        best = draw.exploitability(
            "equity",
            ranking=ranking,
            deals=WATCHED // 4,
            hands=100,
            strengths=50,
            held_out=games // 4,
        )
        wins = [match(["nash", bot], games // 4, ranking=ranking) for bot in BOTS[1:]]
        value, exploited = f"{solved.value:.3f}", f"{solved.exploitability:.4f}"
        rows.append([ranking, value, exploited, won(learned), won(best), *wins])
    headings = [
        "game",
        "who begins wins",
        "the best response wins in the model",
        "a learned response wins",
        "a best response wins from `equity`",
        *(f"`nash` wins from `{bot}`" for bot in BOTS[1:]),
    ]
    return Table("lowball and badugi with one draw", headings, rows)


if __name__ == "__main__":
    tables.run(
        __doc__,
        {
            "solution": solution,
            "bounds": bounds,
            "short": short,
            "bots": bots,
            "curve": curve,
            "low": low,
            "larger": larger,
            "table-responses": table_responses,
        },
        games=400_000,
    )
