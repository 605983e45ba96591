"""``cardcore rank``: how good hands are."""

import click

from cardcore import parse_cards, poker
from cardcore.cli import render
from cardcore.cli.hands import each_hand


@click.command()
@click.argument("hands", nargs=-1, required=True, metavar="HAND...")
@click.option(
    "--game",
    type=click.Choice(poker.GAMES),
    default="high",
    show_default=True,
    help="Whose ranking counts.",
)
@click.option("--board", metavar="CARDS", help="The board, in Omaha.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def rank(hands: tuple[str, ...], game: str, board: str | None, as_json: bool) -> None:
    """Rank hands of five to seven cards, best first.

    Each HAND is one argument: "As Ks Qs Js Ts" or AsKsQsJsTs. Of six or seven cards the best five
    count. Badugi has four cards, deuce-to-seven (2-7) five, Omaha four to six beside a --board. The
    higher strength wins, also where the lowest cards do.
    """
    ranked = each_hand(
        hands, lambda hand: (poker.rank(hand, board=board, game=game), parse_cards(hand))
    )
    ranked.sort(key=lambda entry: entry[0], reverse=True)
    if as_json:
        render.show_json(
            [
                {
                    "hand": " ".join(map(str, cards)),
                    "strength": rank.strength,
                    "category": getattr(getattr(rank, "category", None), "label", None),
                    "text": str(rank),
                }
                for rank, cards in ranked
            ]
        )
        return
    table = render.table(["hand", "rank", ("strength", "right")])
    for entry, cards in ranked:
        table.add_row(render.cards(cards), str(entry), str(entry.strength))
    render.show(table)
