"""``cardcore risk``: how a bankroll fares."""

from pathlib import Path
from typing import Any

import click

from cardcore import discard
from cardcore.cli import render
from cardcore.cli.files import check_writable
from cardcore.cli.numbers import SEED, THREADS, Number
from cardcore.cli.objective import PAYTABLE
from cardcore.discard.bankroll import MAX_BANKROLL, MAX_HANDS, MAX_HANDS_TO_RUIN, Probability, Risk


class ProbabilityType(click.ParamType):  # type: ignore[type-arg] # generic since click 8.4
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


@click.command(short_help="Tell the risk of ruin, and the chance to be ahead.")
@click.argument("paytable", type=PAYTABLE, default="jacks-or-better-9-6")
@click.option(
    "--bankroll",
    type=Number(1, MAX_BANKROLL),
    default=1000,
    show_default=True,
    help="How many coins there are; one is bet on every hand.",
)
@click.option(
    "--hands",
    type=Number(1, MAX_HANDS),
    default=1000,
    show_default=True,
    help="How many hands are played.",
)
@click.option(
    "--ruin",
    type=ProbabilityType(),
    default=0.05,
    show_default=True,
    help="The chance of ruin to find a bankroll for.",
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
    hands: int,
    ruin: float,
    runs: int,
    seed: int,
    plot: Path | None,
    threads: int | None,
    as_json: bool,
) -> None:
    """Tell the risk of a game of video poker that is played best: ruin, and the chance to be ahead.

    PAYTABLE is the name of a built-in paytable, jacks-or-better-9-6 if not given, or the file of
    one (.toml, .json), with whole payouts. All chances follow from the exact distribution of the
    payouts; none is sampled but the runs of the plot.
    """
    if plot is not None:
        check_writable(plot)
    found = discard.risk(paytable, threads=threads)
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
                "hands": hands,
                "ruin": _json(forever),
                "ruin_within_hands": None if within is None else _json(within),
                "ahead": _json(outlook.ahead),
                "even": _json(outlook.even),
                "behind": _json(outlook.behind),
                "wanted_ruin": ruin,
                "bankroll_for_wanted_ruin": needed,
            }
        )
        return
    _show(found, bankroll, hands, ruin, forever, within, outlook, needed)


def _show(
    found: Risk,
    bankroll: int,
    hands: int,
    ruin: float,
    forever: Probability,
    within: Probability | None,
    outlook: discard.Outlook,
    needed: int | None,
) -> None:
    coins = render.count(bankroll, "coin")
    lasting = "no bankroll is enough: the return is not above 1"
    rows = [
        ("return", f"{float(found.mean):.8f}, variance {float(found.variance):.5f}"),
        (f"ruin with {coins}, playing on and on", _chance(forever)),
        (f"ruin with {coins} within {render.count(hands, 'hand')}", _within(within)),
        (
            f"coins for a ruin of {ruin:g}, playing on and on",
            lasting if needed is None else f"{needed:,}",
        ),
        (f"ahead after {render.count(hands, 'hand')}", _chance(outlook.ahead)),
        ("even", _chance(outlook.even)),
        ("behind", _chance(outlook.behind)),
    ]
    table = render.table([found.objective, ""])
    for label, value in rows:
        table.add_row(label, value)
    table.caption = "one coin a hand; each chance is as near to the exact one as it says"
    table.caption_justify = "left"
    render.show_wide(table)


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
