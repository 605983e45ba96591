"""The discards of a lowball or badugi hand as ``cardcore discard --game`` answers them."""

from typing import Any

from cardcore.cli import render
from cardcore.cli.odds import text
from cardcore.discard import Discard, LowTable


def to_dict(table: LowTable) -> dict[str, Any]:
    """Give everything as JSON values."""
    best = table.best()
    rows = sorted(table.ranking(), key=lambda discard: discard.mask)
    return {
        "hand": text(table.hand),
        "game": table.game,
        "best": {
            "mask": best.mask,
            "discard": text(best.discard),
            "keep": text(best.keep),
            "value": best.value,
        },
        "rows": [_row(table, discard) for discard in rows],
    }


def _row(table: LowTable, discard: Discard) -> dict[str, Any]:
    mask = discard.mask
    return {
        "mask": mask,
        "discard": text(discard.discard),
        "keep": text(discard.keep),
        "draws": int(table.draws[mask]),
        "counts": dict(zip(table.groups, table.counts[mask].tolist(), strict=True)),
        "win": int(table.wins[mask]),
        "tie": int(table.ties[mask]),
        "lose": int(table.totals[mask] - table.wins[mask] - table.ties[mask]),
        "value": discard.value,
    }


def show(table: LowTable, rows: int) -> None:
    """Print what to hold, then the best discards in that many rows."""
    ranking = table.ranking()
    best = ranking[0]
    held, thrown = (render.cards(c) if c else "nothing" for c in (best.keep, best.discard))
    render.show_wide(
        render.line(render.cards(table.hand), f"  {table.game}, against a random pat hand, exact"),
        render.line("hold ", held, ", discard ", thrown, f": equity {best.value:.5f}"),
    )
    made = render.table(
        ["hold", ("draws", "right"), "mostly ends in", ("chance", "right"), ("equity", "right")]
    )
    for discard in ranking[:rows]:
        chances = table.probabilities[discard.mask]
        likeliest = int(chances.argmax())
        made.add_row(
            render.cards(discard.keep) if discard.keep else "nothing",
            f"{int(table.draws[discard.mask]):,}",
            table.groups[likeliest],
            f"{chances[likeliest]:.5f}",
            f"{discard.value:.5f}",
            style="bold" if discard is best else None,
        )
    render.show_wide(made)
    final = render.table(["final hand", ("draws", "right"), ("chance", "right")])
    for group, count, chance in zip(
        table.groups, table.counts[best.mask], table.probabilities[best.mask], strict=True
    ):
        if count:
            final.add_row(group, f"{int(count):,}", f"{chance:.5f}")
    final.caption, final.caption_justify = "the best discard", "left"
    render.show_wide(final)
