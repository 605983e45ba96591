"""Deals of Hearts per second beside OpenSpiel and the reference; large decks; double dummy."""

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

import cardcore
from bench.growth import grow
from bench.results import Figure, Growth, Result, Skipped, judge
from bench.strength import strength
from cardcore import Game, View, arena, hearts
from cardcore._core import Bots
from cardcore.compare import hearts as compared
from cardcore.compare.measure import CARDCORE, Comparison, compare, require
from cardcore.hearts import Rules
from cardcore.players import Player

#: One deal of the usual 52 cards without passing.
DEAL = Rules.standard(passing=False, target=None)

#: Points a seat in a deal by who plays: 26 in all, a little more for the moons, which count 78.
MEAN = {"random": 6.64, "greedy": 6.59}


def run() -> Iterator[Result]:
    """Measure random and greedy deals, the large deck, and the solver."""
    yield from random_deals()
    yield greedy_deals()
    yield judge(large_deck(), limit=50e-3)
    yield cost_of_late_moves("greedy", "at most 1")
    yield cost_of_late_moves("random", None)
    yield double_dummy()
    yield sampling()
    yield growth("values", (20, 50, 100, 250, 500, 1_000), {"suits": (2, 4), "players": (4, 10)})
    yield growth("suits", (2, 4, 8, 16, 32), {"values": (20, 100), "players": (4,)})
    yield growth("players", (2, 4, 8, 16, 32), {"suits": (4,), "values": (20, 100)})
    yield strength(
        "hearts",
        # Those that search have a script of their own.
        ("random", "greedy", "rule", "shooter"),
        games=20_000,
        seats=4,
        points="penalties",
        rules=Rules.standard(passing=False, target=None, moon="none"),
    )


def random_deals(deals: int = 50_000) -> Iterator[Comparison | Figure | Skipped]:
    """Deal and play at random, everything on one thread."""

    def ours() -> float:
        return statistics.mean(hearts.random_means(DEAL, deals, seed=1))

    yield core_rate("random", ours, deals, 500_000)
    yield Figure("points of a seat in a random deal, moon added", ours(), "points")
    yield compared.time_deals(count=40)
    try:
        import pyspiel
    except ImportError:
        yield Skipped("random deals against OpenSpiel", "open_spiel is not installed")
        return
    yield judge(against_open_spiel(pyspiel, 20_000), {"OpenSpiel": 10})


def against_open_spiel(pyspiel: Any, deals: int) -> Comparison:
    """Play the same number of deals in OpenSpiel's own loop: native game, native bots."""
    game = pyspiel.load_game("hearts(pass_cards=false,qs_breaks_hearts=false)")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]

    def ours() -> float:
        return statistics.mean(hearts.random_means(DEAL, deals, seed=1))

    def theirs() -> float:
        # OpenSpiel pays 26 less the points.
        payoffs = (
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed) for seed in range(deals)
        )
        return 26 - sum(map(sum, payoffs)) / deals / 4

    return compare(
        "random deals against OpenSpiel, one thread",
        {CARDCORE: ours, "OpenSpiel": theirs},
        # Four times the standard error.
        check=lambda mean: abs(mean - MEAN["random"]) < 0.04,
        items=deals,
        unit="deal",
        repeats=5,
    )


def greedy_deals(deals: int = 50_000) -> Figure:
    """Play greedily with all four seats."""
    for rules in (DEAL, Rules(4, 20, 10)):
        for seed in range(20):
            require(plays_as_the_reference(rules, seed), f"a greedy deal, seed {seed},")

    def ours() -> float:
        players = ["greedy"] * 4
        result = arena.run("hearts", players, games=deals, seed=1, threads=1, rules=DEAL)
        return statistics.mean(bot.mean for bot in result.bots)

    return core_rate("greedy", ours, deals, 150_000)


def plays_as_the_reference(rules: Rules, seed: int) -> bool:
    """Tell whether the greedy bots take from a deal what the reference's do."""
    fast, slow = compared.match(rules, Random(seed))
    return cardcore.play(fast, ["greedy"] * rules.players).scores() == slow.play_round()


def core_rate(bot: str, play: Callable[[], float], deals: int, goal: int) -> Figure:
    """Measure deals a second of one core.

    The work is on one thread, so processor time is what it costs, whatever else the machine does.
    """
    case = f"{bot} deals, dealing included"
    rates = []
    for _ in range(15):
        begin = time.process_time()
        mean = play()
        rates.append(deals / (time.process_time() - begin))
        require(abs(mean - MEAN[bot]) < 0.025, f"{case}: a mean of {mean} points")
    rate = statistics.median(rates)
    return Figure(case, rate, "a second and core", f"at least {goal:,}", rate >= goal)


class Greedy:
    """A Python player that asks the greedy bot."""

    def choose(self, view: View) -> Any:
        """Choose as the bot does."""
        return view.choose("greedy", seed=0)


def large_deck() -> Comparison:
    """Play one greedy deal of 4 suits of 1,000 values among 10 players."""
    rules = Rules(4, 1000, 10)

    def ours(players: Sequence[Player | str] = ("greedy",) * 10) -> list[float]:
        result = arena.run("hearts", players, games=1, seed=1, threads=1, rules=rules)
        return [bot.mean for bot in result.bots]

    # The same deal move by move from Python, through views.
    expected = ours([Greedy()] * 10)
    require(sum(expected) == 2000, "the sum of the penalties of a large deal")
    return compare(
        "one greedy deal, 4 suits x 1,000 values x 10 players",
        {CARDCORE: ours},
        check=lambda scores: bool(scores == expected),
        unit="deal",
    )


def cost_of_late_moves(bot: str, goal: str | None, repeats: int = 15) -> Figure:
    """Compare the time of moves early and late in a deal of 4,000 cards."""

    def seconds(bots: Bots, game: Game) -> float:
        begin = time.perf_counter()
        played = bots.advance(game, 1000)
        taken = time.perf_counter() - begin
        require(played == 1000, f"the number of moves, {played}")
        return taken

    ratios = []
    for seed in range(repeats):
        game = hearts.new(Rules(4, 1000, 10), seed=seed)
        bots = Bots(game, [bot] * 10, seed)
        first, _, _, last = (seconds(bots, game) for _ in range(4))
        ratios.append(last / first)
    ratio = statistics.median(ratios)
    case = f"the last 1,000 of 4,000 {bot} moves, over the first 1,000"
    return Figure(case, ratio, "times", goal, goal is None or ratio <= 1)


def double_dummy() -> Figure:
    """Solve deals of 24 cards double dummy, after small ones that the reference can check."""
    for seed in range(10):
        [case] = compared.solution(*compared.deal(Rules(3, 3, 3), Random(seed)))
        right = case.native == case.reference
        require(right, f"the solution of a small deal, seed {seed},")
    shapes = [(4, 6, 4), (4, 6, 3), (3, 8, 2), (2, 12, 2), (3, 8, 4)]
    slowest = 0.0
    for shape in shapes:
        for seed in range(4):
            game = hearts.new(Rules(*shape), seed=seed)
            begin = time.perf_counter()
            solution = hearts.solve(game)
            slowest = max(slowest, time.perf_counter() - begin)
            for move in solution.moves:
                game.play(move)
            require(game.scores() == solution.scores, f"the solution of {shape}, seed {seed}")
    return Figure("the slowest of 20 double-dummy deals of 24 cards", slowest, "s")


def sampling(samples: int = 1_000) -> Comparison:
    """Sample states that a seat cannot tell from the true one, in the middle of a deal."""
    game = hearts.new(DEAL, seed=1)
    Bots(game, ["random"] * 4, 1).advance(game, 20)
    view = game.view(0)
    known = view.to_dict()

    def ours() -> list[Game]:
        return [view.sample(seed=seed) for seed in range(samples)]

    return compare(
        "sample of a standard deal after 20 cards",
        {CARDCORE: ours},
        check=lambda games: all(game.view(0).to_dict() == known for game in games),
        items=samples,
        unit="sample",
    )


def growth(size: str, sizes: tuple[int, ...], others: dict[str, tuple[int, ...]]) -> Growth:
    """Play greedy deals with ever more values, suits or players, for some numbers of the others."""
    games = 20
    (first, firsts), (second, seconds) = others.items()

    def prepare(count: int) -> dict[str, Callable[[], Any]]:
        return {
            f"{one} {first}, {two} {second}": partial(
                deals, rules({size: count, first: one, second: two}), games
            )
            for one in firsts
            for two in seconds
        }

    def check(count: int, result: tuple[Rules, arena.Result]) -> bool:
        rules, found = result
        suits, values = rules.suits or 0, rules.values or 0
        penalties = round(sum(bot.mean for bot in found.bots), 6)
        # A point for every heart, and as many for the special card, unless they were not dealt.
        undealt = suits * values % rules.players
        least = 2 * values if undealt == 0 else values - undealt
        return least <= penalties <= 2 * values

    return grow(f"hearts, greedy deals by {size}", size, sizes, prepare, check, runs=games)


def rules(numbers: dict[str, int]) -> Rules:
    """Make the rules of a deck of some suits and values for some players."""
    return Rules(numbers["suits"], numbers["values"], numbers["players"])


def deals(rules: Rules, games: int) -> tuple[Rules, arena.Result]:
    """Play greedy deals on one thread."""
    bots = ["greedy"] * rules.players
    return rules, arena.run("hearts", bots, games, 1, threads=1, rules=rules)
