"""``cardcore moves``: what a hand of President can play."""

import click

from cardcore import ParseError, parse_cards, president
from cardcore.cli import render
from cardcore.cli.games.president import PAGE
from cardcore.cli.hands import one_hand
from cardcore.president.presentation import PRESENTATION


@click.command(short_help="List the moves that a hand allows.")
@click.argument("hand", nargs=-1, required=True, metavar="HAND")
@click.option("--beat", metavar="MOVE", help="The move to beat: cards such as '3d 3c'.")
@click.option("--containing", metavar="CARD", help="A card that every move must contain.")
@click.option(
    "--rules",
    "preset",
    type=click.Choice([preset.name for preset in PRESENTATION.presets]),
    help="Whose kinds of moves to list, and what beats what.",
)
@click.option("--reversed", "is_reversed", is_flag=True, help="After a revolution.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def moves(
    hand: tuple[str, ...],
    beat: str | None,
    containing: str | None,
    preset: str | None,
    is_reversed: bool,
    as_json: bool,
) -> None:
    """List the President moves in a HAND, grouped by kind, highest first.

    HAND is one argument of up to 52 cards: "3d 3c 4h 2s" or 3d3c4h2s.
    """
    one_hand(hand)
    if len(hand) > 1:
        raise click.UsageError(f"expected one hand, found {len(hand)}")
    cards = parse_cards(hand[0])
    named = {preset.name: preset.rules for preset in PRESENTATION.presets}
    rules = president.Rules(**named[preset]) if preset is not None else None
    found = president.legal_moves(cards, beat, containing, rules=rules, is_reversed=is_reversed)
    if containing is not None and parse_cards(containing)[0] not in cards:
        raise ParseError(f"--containing '{containing}': the card is not in the hand '{hand[0]}'")
    groups = PAGE.groups(found)
    if as_json:
        render.show_json(
            {
                "hand": " ".join(map(str, cards)),
                "beat": None if beat is None else str(president.Move(beat)),
                "containing": None if containing is None else str(parse_cards(containing)[0]),
                "count": len(found),
                "kinds": [
                    {"kind": kind, "count": len(group), "moves": [str(move) for move in group]}
                    for kind, group in groups
                ],
            }
        )
        return
    if not found:
        render.tell("no move: only a pass is left" if beat is not None else "no move")
        return
    table = render.table(["kind", "move"])
    for kind, group in groups:
        for place, move in enumerate(group):
            heading = f"{kind} ({len(group)})" if place == 0 else ""
            table.add_row(heading, render.cards(move.cards))
    render.show(table)
