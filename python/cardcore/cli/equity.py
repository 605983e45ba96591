"""``cardcore equity``: how often hands and ranges win against each other."""

import click

from cardcore import poker
from cardcore.cli import render
from cardcore.cli.numbers import SEED, THREADS, Number
from cardcore.cli.progress import progress


@click.command()
@click.argument("players", nargs=-1, required=True, metavar="RANGE RANGE...")
@click.option("--board", default="", help="The cards on the board: none, three, four or five.")
@click.option("--dead", default="", help="Cards that are known to be out of play.")
@click.option(
    "--game",
    type=click.Choice(poker.EQUITY_GAMES),
    default="holdem",
    show_default=True,
    help="The game.",
)
@click.option("--exact", is_flag=True, help="Count every deal, however long it takes.")
@click.option(
    "--samples",
    type=Number(1, 1_000_000_000_000),
    help="Sample this many deals instead of counting all.",
)
@click.option("--seed", type=SEED, default=0, show_default=True, help="The seed of the samples.")
@click.option(
    "--hands", "by_hand", is_flag=True, help="List every hand of every range, the best first."
)
@click.option("--grid", is_flag=True, help="Draw the grid of every range.")
@click.option("--threads", type=THREADS, help="All cores if not given.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def equity(
    players: tuple[str, ...],
    board: str,
    dead: str,
    game: str,
    exact: bool,
    samples: int | None,
    seed: int,
    by_hand: bool,
    grid: bool,
    threads: int | None,
    as_json: bool,
) -> None:
    """Compute how often hands and ranges win, tie, and their share of the pot.

    Each RANGE is one argument: "AsKs", "QQ+, AKs", "A5s-A2s, 76s:0.5" or random; in Omaha, the hole
    cards. Two to nine players. The result is exact if that takes a second or two, else it comes
    from samples and says how far off it may be.
    """
    with progress("dealing") as report:
        result = poker.equity(
            list(players),
            board=board,
            dead=dead,
            game=game,
            exact=True if exact else None,
            samples=samples,
            seed=seed,
            threads=threads,
            progress=report,
        )
    if as_json:
        found = result.to_dict()
        if by_hand:
            for player, hands in zip(found["players"], result.by_hand, strict=True):
                player["hands"] = [vars(hand) for hand in hands.values()]
        render.show_json(found)
        return
    columns = [("equity", "right"), ("win", "right"), ("tie", "right")]
    table = render.table(["hand", *columns])
    for row in zip(result.names, result.equity, result.win, result.tie, strict=True):
        table.add_row(row[0], *map(_percent, row[1:]))
    render.show(table)
    render.tell(
        f"exact, {result.deals:,} deals"
        if result.exact
        else f"{result.deals:,} samples, 95% within {100 * result.error:.3f} percentage points"
    )
    if grid and game != "omaha":
        for player in players:
            click.echo(f"\n{poker.Range(player).grid()}")
    if by_hand:
        for name, hands in zip(result.names, result.by_hand, strict=True):
            table = render.table([name, ("probability", "right"), *columns])
            best = sorted(hands.values(), key=lambda hand: -hand.equity)
            for hand in best:
                figures = (hand.probability, hand.equity, hand.win, hand.tie)
                table.add_row(hand.hand, *map(_percent, figures))
            render.show(table)


def _percent(share: float) -> str:
    return f"{100 * share:.3f}%"
