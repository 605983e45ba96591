"""``cardcore review``: where a recorded game was won and lost."""

from pathlib import Path

import click
from rich.text import Text

import cardcore
from cardcore.cli import render, review_history
from cardcore.cli.files import read_json
from cardcore.cli.numbers import SEED, THREADS, Number
from cardcore.cli.progress import progress
from cardcore.reviews import MAX_DEALS, Decision, Label, Review

_COLORS: dict[Label, str] = {
    "best": "green",
    "good": "",
    "inaccuracy": "yellow",
    "mistake": "red",
    "blunder": "bold red",
}


@click.command()
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option(
    "--seat",
    type=Number(0, 2**31),
    default=0,
    show_default=True,
    help="The seat whose decisions are reviewed.",
)
@click.option(
    "--deals",
    type=Number(2, MAX_DEALS),
    help="Sampled deals for each decision; as many as a minute or less allows if not given.",
)
@click.option("--all", "all_decisions", is_flag=True, help="Show all decisions, not only errors.")
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of the sampled deals.")
@click.option("--threads", type=THREADS, help="All cores if not given.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def review(
    file: Path | None,
    seat: int,
    deals: int | None,
    all_decisions: bool,
    seed: int,
    threads: int | None,
    as_json: bool,
) -> None:
    """Review a recorded game: what decisions lost, luck apart from skill.

    Moves are compared given what the seat knew at the time, exactly where the game is solved and
    in sampled deals elsewhere.

    Without a file, the accuracy of your own reviewed games over time, and where you lose most.
    """
    if file is None:
        _show_history(as_json)
        return
    record = read_json(file)
    with progress("decisions") as report:
        found = cardcore.review(
            record, seat, deals=deals, seed=seed, threads=threads, progress=report
        )
    review_history.add(record, found)
    if as_json:
        render.show_json(found.to_dict())
        return
    _show(found, found.decisions if all_decisions else tuple(found.errors))


def _show(found: Review, decisions: tuple[Decision, ...]) -> None:
    if decisions:
        _show_decisions(found, decisions)
    else:
        render.tell("no inaccuracies, mistakes or blunders")
    lines = [
        ("decisions", Text(_counted(found))),
        ("EV lost", Text(f"{_written(found, found.loss)} {found.unit}")),
    ]
    if found.accuracy is not None:
        phases = ", ".join(f"{phase} {accuracy:.0f}" for phase, accuracy in found.phases.items())
        lines.append(("accuracy", Text(f"{found.accuracy:.0f} ({phases})")))
    margin = f" ± {found.skill_margin:.{found.digits}f}" if found.skill_margin else ""
    lines += [
        ("start", Text(_signed(found, found.start))),
        ("luck", Text(_signed(found, found.luck) + margin)),
        ("skill", Text(_signed(found, found.skill) + margin)),
        ("result", Text(f"{_signed(found, found.result)} {found.unit} {found.meaning}")),
    ]
    render.show(render.facts(lines))
    for assumption in dict.fromkeys(decision.assumption for decision in found.decisions):
        render.tell(f"EV: {assumption}")


def _show_history(as_json: bool) -> None:
    """Show how well the person at this terminal has decided so far."""
    history = review_history.load()
    if as_json:
        render.show_json({game: found.to_dict() for game, found in history.items()})
        return
    if not history:
        render.tell("no games of yours have been reviewed: cardcore review FILE reviews one")
        return
    table = render.table(
        [
            "game",
            ("games", "right"),
            ("decisions", "right"),
            ("accuracy", "right"),
            (f"last {review_history.RECENT}", "right"),
            "most is lost",
            ("EV lost", "right"),
            ("mistakes", "right"),
        ]
    )
    for game, found in history.items():
        worst = found.phases.get(found.typical)
        table.add_row(
            game,
            str(found.games),
            str(found.decisions),
            f"{found.accuracy:.0f}",
            f"{found.recent:.0f}",
            found.typical,
            "" if worst is None else f"{worst.lost:.1f} {found.unit}",
            "" if worst is None else str(worst.errors),
        )
    render.show(table)


def _show_decisions(found: Review, decisions: tuple[Decision, ...]) -> None:
    table = render.table(
        [
            ("move", "right"),
            "played",
            ("EV", "right"),
            "best",
            ("EV", "right"),
            ("loss", "right"),
            ("95% interval", "right"),
            "",
        ]
    )
    for made in decisions:
        low, high = (_written(found, end) for end in made.interval)
        table.add_row(
            str(made.number),
            render.move(made.move),
            _signed(found, made.ev),
            render.move(made.best),
            _signed(found, made.best_ev),
            _written(found, made.loss),
            "exact" if made.is_exact else f"{low} … {high}",
            Text(made.label, style=_COLORS[made.label]),
        )
    render.show(table)
    for made in decisions:
        for reason in made.reasons:
            render.tell(f"move {made.number}: {reason}")


def _counted(found: Review) -> str:
    counts = [f"{count} {label}" for label, count in found.counts.items() if count]
    listed = f": {', '.join(counts)}" if counts else ""
    return f"{len(found.decisions)}{listed}"


def _written(found: Review, value: float) -> str:
    # Adding zero makes a rounded -0.0 positive.
    return f"{round(value, found.digits) + 0.0:.{found.digits}f}"


def _signed(found: Review, value: float) -> str:
    return f"{round(value, found.digits) + 0.0:+.{found.digits}f}"
