"""How much `adaptive` wins from opponents it knows and does not know: ``python -m bench adaptive``.

Everything is heads-up five-card draw at the default stakes, with stacks so deep that nobody is ever
all in. A match is played twice with the same cards and the seats exchanged, nothing is remembered
from one match to the next, and the interval is that of the mean over such pairs. The players of
:class:`Style` look at cards and at hand ranks, not at the buckets of the models; those with random
numbers are made from seeds that were not looked at while `adaptive` was made.

    python -m bench adaptive known named random switched speed --games 20
"""

import random
import statistics
from bisect import bisect
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cardcore
from bench import tables
from bench.results import Table
from cardcore import draw, poker
from cardcore._core import student

#: Deep enough that nobody can be all in, whatever happens.
STACK = 1_000_000

#: Seeds of the players with random numbers.
MEASURING = range(20)


@dataclass(frozen=True)
class Style:
    """A player who bets by the rank of its hand, with a few numbers."""

    bet: tuple[float, float]
    """The part of hands that must be weaker to bet, before and after the draw."""
    call: tuple[float, float]
    """The same to call."""
    rise: tuple[float, float]
    """The same to raise."""
    bluff: float = 0.0
    """How often it bets with a weak hand."""
    noise: float = 0.0
    """How often it makes any move instead."""
    seed: int = 0

    def player(self) -> "StylePlayer":
        """Return a player for a match."""
        return StylePlayer(self)


#: The named styles.
STYLES = {
    "station": Style(bet=(0.9, 0.9), call=(0.05, 0.1), rise=(0.99, 0.98)),
    "maniac": Style(bet=(0.1, 0.15), call=(0.05, 0.1), rise=(0.3, 0.4), bluff=0.5),
    "rock": Style(bet=(0.85, 0.85), call=(0.8, 0.75), rise=(0.95, 0.93)),
    "loose": Style(bet=(0.45, 0.5), call=(0.2, 0.25), rise=(0.8, 0.85)),
    "noisy": Style(bet=(0.6, 0.6), call=(0.5, 0.45), rise=(0.85, 0.85), noise=0.35),
    "timid": Style(bet=(0.8, 0.8), call=(0.7, 0.65), rise=(1.1, 1.1)),
    "bluffer": Style(bet=(0.6, 0.6), call=(0.5, 0.45), rise=(0.85, 0.85), bluff=0.6),
}


def random_style(seed: int) -> Style:
    """Draw a style."""
    source = random.Random(f"style {seed}")
    call = source.uniform(0.05, 0.75)
    bet = source.uniform(0.2, 0.95)
    rise = source.uniform(max(call, 0.4), 1.05)
    shift = source.uniform(-0.1, 0.1)
    return Style(
        bet=(bet, bet + shift),
        call=(call, call + shift / 2),
        rise=(rise, rise + shift / 3),
        bluff=max(0.0, source.uniform(-0.4, 0.5)),
        noise=max(0.0, source.uniform(-0.2, 0.3)),
    )


def _places(hands: Any) -> list[int]:
    return sorted(int(strength) for strength in poker.rank_many(hands))


class StylePlayer:
    """Plays a style; it has randomness of its own."""

    _dealt = _places(cardcore.deal_many(20_000, cards=5, seed=77))
    # After the draw hands are better: the best of two deals is near enough.
    _final = sorted(
        max(pair) for pair in zip(_dealt[::2], random.Random(5).sample(_dealt, 10_000), strict=True)
    )

    def __init__(self, style: Style) -> None:
        self.style = style
        self._random = random.Random(style.seed)

    def choose(self, view: draw.View) -> str:
        """Choose a move."""
        style, source = self.style, self._random
        if view.phase == "discard":
            return view.choose("class")
        moves = view.legal_moves()
        if source.random() < style.noise:
            return source.choice(moves)
        street = 0 if view.draws_left else 1
        place = self._place(poker.rank(view.hand).strength, street)
        if "bet" in moves:
            bets = place > style.bet[street] or (place < 0.35 and source.random() < style.bluff)
            return "bet" if bets else "check"
        if place > style.rise[street] and "raise" in moves:
            return "raise"
        return "call" if place > style.call[street] else "fold"

    def _place(self, strength: int, street: int) -> float:
        known = self._final if street else self._dealt
        return bisect(known, strength) / len(known)


#: Makes somebody to play against, for every match by a seed.
Opponent = Callable[[int], Any]


def match(bot: Any, opponent: Any, hands: int, seed: int, seat: int) -> int:
    """Play a match; returns the chips that the bot in this seat wins."""
    game = draw.new(seed=seed, players=2, hands=hands, stack=STACK)
    players = [bot, opponent] if seat == 0 else [opponent, bot]
    cardcore.play(game, players, seed=seed + seat)
    return game.scores()[seat]


def winnings(
    bot: str, opponent: Opponent, hands: int, matches: int, seed: int = 1
) -> tuple[float, float]:
    """Chips a hand that a bot wins, with half the width of the 95 % interval."""
    means = [
        statistics.mean(
            match(bot, opponent(seed * 1000 + n), hands, seed * 1000 + n, seat) for seat in (0, 1)
        )
        / hands
        for n in range(matches)
    ]
    half = student(0.95, matches - 1) * statistics.stdev(means) / matches**0.5
    return statistics.mean(means), half


def styled(style: Style) -> Opponent:
    """Return players of a style, each with its own randomness."""
    return lambda seed: replace(style, seed=seed).player()


def native(name: str) -> Opponent:
    """Name a native bot."""
    return lambda seed: name


class Switched:
    """Plays one way in the first half of a match and another in the second."""

    def __init__(self, first: StylePlayer, second: StylePlayer, hands: int) -> None:
        self._players, self._half = (first, second), hands // 2

    def choose(self, view: draw.View) -> str:
        """Choose a move."""
        return self._players[view.past_count >= self._half].choose(view)


#: The lengths of matches.
LENGTHS = (200, 1000)


def _figure(bot: str, opponent: Opponent, hands: int, matches: int) -> str:
    mean, half = winnings(bot, opponent, hands, matches)
    return f"{mean:.3f} ± {half:.3f}"


def _table(words: str, opponents: dict[str, Opponent], matches: int) -> Table:
    columns = ["", *(f"{hands:,} hands" for hands in LENGTHS), f"`nash`, {LENGTHS[-1]:,} hands"]
    rows = [
        [
            name,
            *(_figure("adaptive", opponent, hands, matches) for hands in LENGTHS),
            _figure("nash", opponent, LENGTHS[-1], matches),
        ]
        for name, opponent in opponents.items()
    ]
    return Table(f"chips a hand, {words}", columns, rows)


def known(matches: int) -> Table:
    """Play against the bots."""
    bots = ("random", "pattern", "class", "equity", "nash")
    return _table("against bots", {f"`{bot}`": native(bot) for bot in bots}, matches)


def named(matches: int) -> Table:
    """Play against the named styles, which are not among the models."""
    opponents = {name: styled(style) for name, style in STYLES.items()}
    return _table("against styles", opponents, matches)


def drawn(matches: int) -> Table:
    """Play against players with random numbers."""
    opponents = {f"random {seed}": styled(random_style(seed)) for seed in MEASURING}
    return _table("against players with random numbers", opponents, matches)


def switched(matches: int) -> Table:
    """Play against players who change their style halfway."""
    rows = []
    for first, second in (("station", "rock"), ("maniac", "timid")):
        for hands in LENGTHS:

            def opponent(seed: int, hands: int = hands, pair: Any = (first, second)) -> Switched:
                before, after = (replace(STYLES[name], seed=seed).player() for name in pair)
                return Switched(before, after, hands)

            figure = _figure("adaptive", opponent, hands, matches)
            rows.append([f"{first}, then {second}", f"{hands:,}", figure])
    return Table("chips a hand, style changed halfway", ["", "hands", "`adaptive`"], rows)


def speed(matches: int) -> Table:
    """Measure what a hand of `adaptive` costs in processor time beside one of `nash`."""
    rows = []
    for hands in LENGTHS:
        times = {}
        for bot in ("nash", "adaptive"):
            match(bot, "class", hands, 1, 0)
            begin = tables.processor_time()
            for seed in range(matches):
                match(bot, "class", hands, seed, seed % 2)
            times[bot] = 1e6 * (tables.processor_time() - begin) / (matches * hands)
        more = times["adaptive"] - times["nash"]
        rows.append([f"{hands:,}", f"{times['nash']:.1f} µs", f"{more:.1f} µs"])
    return Table("processor time of a hand against `class`", ["hands", "`nash`", "more"], rows)


if __name__ == "__main__":
    tables.run(
        __doc__,
        {"known": known, "named": named, "random": drawn, "switched": switched, "speed": speed},
        games=20,
    )
