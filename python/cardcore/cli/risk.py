"""``cardcore risk``: the risk of ruin, and the outlook after some hands."""

from dataclasses import asdict
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

import click

from cardcore import discard
from cardcore.cli import render
from cardcore.cli.files import check_writable
from cardcore.cli.numbers import SEED, THREADS, Number
from cardcore.cli.objective import PAYTABLE
from cardcore.cli.parameter_type import ParamType
from cardcore.cli.strategy import read_chart_file
from cardcore.discard.bankroll import (
    MAX_BANKROLL,
    MAX_HANDS,
    MAX_HANDS_PER_PLAY,
    MAX_HANDS_TO_RUIN,
    Probability,
    Risk,
)
from cardcore.errors import ParseError


class ProbabilityType(ParamType[float]):
    """A chance that is neither 0 nor 1."""

    name = "chance"

    def convert(self, value: Any, param: Any, ctx: Any) -> float:
        """Read a chance."""
        try:
            chance = float(value)
        except ValueError:
            chance = 0.0
        if not 0 < chance < 1:
            self.fail(f"expected a chance above 0 and below 1, found '{value}'", param, ctx)
        return chance


class Amount(ParamType[Fraction]):
    """A number of 0 or more, read exactly."""

    name = "amount"

    def convert(self, value: Any, param: Any, ctx: Any) -> Fraction:
        """Read an amount."""
        try:
            amount = Fraction(str(value))
        except (ValueError, ZeroDivisionError):
            amount = Fraction(-1)
        if amount < 0:
            self.fail(f"expected a number of 0 or more, found '{value}'", param, ctx)
        return amount


@click.command(short_help="Compute the risk of ruin and the probability of being ahead.")
@click.argument("paytable", type=PAYTABLE, default="jacks-or-better-9-6")
@click.option(
    "--bankroll",
    type=Number(1, MAX_BANKROLL),
    default=1000,
    show_default=True,
    help="The bankroll in bets; every hand costs one bet.",
)
@click.option(
    "--credits",
    "credit_bankroll",
    type=Number(1, MAX_BANKROLL),
    help="The bankroll in coins instead; --coins of them are a bet.",
)
@click.option("--money", type=Amount(), help="The bankroll in money instead; needs --denomination.")
@click.option(
    "--coins", type=Number(1, 1_000_000), default=5, show_default=True, help="Coins in a bet."
)
@click.option("--denomination", type=Amount(), help="The price of a coin, such as 0.25.")
@click.option(
    "--hands-per-play",
    type=Number(1, MAX_HANDS_PER_PLAY),
    default=1,
    show_default=True,
    help="How many hands draw to the same deal, as 3 in Triple Play.",
)
@click.option(
    "--cashback",
    type=Amount(),
    default="0",
    help="The share of every bet that is paid back, such as 0.0025.",
)
@click.option(
    "--objective",
    type=click.Choice(["ev", "min-ruin", "kelly"]),
    default="ev",
    show_default=True,
    help="How hands are played: for the return, the least bankroll, or the fastest growth.",
)
@click.option(
    "--chart",
    type=click.Path(path_type=Path),
    help="Follow the chart in this text file, one hold a line, instead of the best play.",
)
@click.option(
    "--hands",
    type=Number(1, MAX_HANDS),
    default=1000,
    show_default=True,
    help="How many hands are played.",
)
@click.option("--hours", type=Amount(), help="How long is played instead, in hours.")
@click.option(
    "--hands-per-hour",
    type=Number(1, 1_000_000),
    default=600,
    show_default=True,
    help="How many hands are played in an hour.",
)
@click.option(
    "--goal",
    type=Number(1, MAX_BANKROLL),
    help="Stop when the bankroll has this many bets more than at the start.",
)
@click.option(
    "--stop-loss",
    type=Number(1, MAX_BANKROLL),
    help="Stop when it has this many bets less than at the start.",
)
@click.option(
    "--ruin",
    type=ProbabilityType(),
    default=0.05,
    show_default=True,
    help="The risk of ruin to find a bankroll for.",
)
@click.option(
    "--runs",
    type=Number(1, 1000),
    default=20,
    show_default=True,
    help="How many runs of hands to simulate for the plot.",
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="The seed of these runs.")
@click.option(
    "--plot",
    type=click.Path(path_type=Path),
    help="Draw simulated runs into a PNG or SVG file (needs matplotlib).",
)
@click.option("--threads", type=THREADS, help="All cores if not given.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def risk(
    paytable: discard.Objective,
    bankroll: int,
    credit_bankroll: int | None,
    money: Fraction | None,
    coins: int,
    denomination: Fraction | None,
    hands_per_play: int,
    cashback: Fraction,
    objective: Literal["ev", "min-ruin", "kelly"],
    chart: Path | None,
    hands: int,
    hours: Fraction | None,
    hands_per_hour: int,
    goal: int | None,
    stop_loss: int | None,
    ruin: float,
    runs: int,
    seed: int,
    plot: Path | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Tell the risk of a game of video poker that is played best: ruin, and the chance to be ahead.

    PAYTABLE is the name of a built-in paytable, jacks-or-better-9-6 if not given, or the file of
    one (.toml, .json). NAME:royal_flush=976 changes a payout, in bets, as a progressive does.

    A bet is what one hand costs, usually five coins. All chances follow from the exact distribution
    of the payouts; none is sampled but the runs of the plot.
    """
    if plot is not None:
        check_writable(plot)
    followed = None
    if chart is not None:
        followed = discard.Strategy.parse(read_chart_file(chart), paytable, threads=threads)
    found = discard.risk(
        paytable,
        objective=objective,
        strategy=followed,
        hands_per_play=hands_per_play,
        coins=coins,
        denomination=denomination,
        cashback=cashback,
        threads=threads,
    )
    if credit_bankroll is not None or money is not None:
        bankroll = found.bets(credits=credit_bankroll, money=money)
    if hours is not None:
        hands = max(1, round(hours * hands_per_hour))
        if hands > MAX_HANDS:
            raise ParseError(f"--hours: expected at most {MAX_HANDS:,} hands, found {hands:,}")
    session = None
    if goal is not None or stop_loss is not None:
        session = found.session(bankroll, goal=goal, stop_loss=stop_loss, hands=hands)
    forever = found.ruin(bankroll)
    within = found.ruin(bankroll, hands=hands) if hands <= MAX_HANDS_TO_RUIN else None
    outlook = found.outlook(hands)
    needed = found.bankroll(ruin)
    if plot is not None:
        from cardcore.cli.plot import plot_runs

        paths = found.simulate(hands, bankroll=bankroll, runs=runs, seed=seed)
        plot_runs(plot, found.objective, paths)
    if as_json:
        render.show_json(
            {
                "paytable": found.objective,
                "return": float(found.mean),
                "exact_return": str(found.mean),
                "variance": float(found.variance),
                "exact_variance": str(found.variance),
                "bankroll": bankroll,
                "bankroll_credits": found.credits(bankroll),
                "coins": coins,
                "hands_per_play": hands_per_play,
                "hands": hands,
                "ruin": _json(forever),
                "ruin_within_hands": None if within is None else _json(within),
                "ahead": _json(outlook.ahead),
                "even": _json(outlook.even),
                "behind": _json(outlook.behind),
                "wanted_ruin": ruin,
                "bankroll_for_wanted_ruin": needed,
                "kelly": asdict(found.kelly()),
                "session": None if session is None else asdict(session),
            }
        )
        return
    rows = _rows(found, bankroll, hands, ruin, forever, within, outlook, needed)
    if session is not None:
        rows += _session_rows(session, goal, stop_loss or bankroll)
    _show(found, rows)


def _rows(
    found: Risk,
    bankroll: int,
    hands: int,
    ruin: float,
    forever: Probability,
    within: Probability | None,
    outlook: discard.Outlook,
    needed: int | None,
) -> list[tuple[str, str]]:
    bets = _amount(found, bankroll)
    plays = render.count(hands, "hand" if found.hands_per_play == 1 else "play")
    lasting = "no bankroll is enough: the return is not above 1"
    return [
        ("return", f"{float(found.mean):.8f}, variance {float(found.variance):.5f}"),
        (f"risk of ruin with {bets}, indefinite play", _chance(forever)),
        (f"risk of ruin with {bets}, within {plays}", _within(within)),
        (
            f"bankroll for a risk of {ruin:g}, indefinite play",
            lasting if needed is None else _amount(found, needed),
        ),
        (f"ahead after {plays}", _chance(outlook.ahead)),
        ("even", _chance(outlook.even)),
        ("behind", _chance(outlook.behind)),
        *([("Kelly bet", _kelly(found))] if found.mean > 1 else []),
    ]


def _kelly(found: Risk) -> str:
    kelly = found.kelly()
    return f"{kelly.fraction:.4%} of the bankroll, one play in {kelly.bankroll:,.0f}"


def _session_rows(
    session: discard.Session, goal: int | None, stop_loss: int
) -> list[tuple[str, str]]:
    """Say how a session ends that stops at a goal or a loss."""
    won = [] if goal is None else [(f"stop, {render.count(goal, 'bet')} ahead", session.goal)]
    outcomes = [
        *won,
        (f"stop, {render.count(stop_loss, 'bet')} behind", session.stopped),
        ("play to the end", session.playing),
    ]
    rows = [(label, f"{chance:.8f}") for label, chance in outcomes]
    return [*rows, ("mean length", f"{session.hands:,.1f} plays")]


def _show(found: Risk, rows: list[tuple[str, str]]) -> None:
    table = render.table([found.objective, ""])
    for label, value in rows:
        table.add_row(label, value)
    at_once = f"{found.hands_per_play} hands at once, " if found.hands_per_play > 1 else ""
    table.caption = (
        f"{at_once}one bet of {render.count(found.coins, 'coin')} a hand; ± is a bound on the "
        "numerical error"
    )
    table.caption_justify = "left"
    render.show_wide(table)


def _amount(found: Risk, bets: int) -> str:
    """Write a bankroll in bets, coins and money."""
    parts = [render.count(found.credits(bets), "coin")]
    if found.denomination is not None:
        parts.append(f"{float(found.money(bets)):,.2f} in money")
    return f"{render.count(bets, 'bet')} ({', '.join(parts)})"


def _within(chance: Probability | None) -> str:
    if chance is None:
        return f"not counted for more than {MAX_HANDS_TO_RUIN:,} hands"
    return _chance(chance)


def _chance(chance: Probability) -> str:
    shown = (
        f"{chance.value:.8f}" if chance.value >= 1e-5 or not chance.value else f"{chance.value:.3g}"
    )
    return f"{shown} ± {chance.error:.1g}"


def _json(chance: Probability) -> dict[str, float]:
    return {"chance": chance.value, "error": chance.error}
