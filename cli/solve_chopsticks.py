"""``cardcore solve chopsticks``: the table to a horizon, or the game without a limit."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from cardcore import ParseError
from cardcore import chopsticks as game
from cardcore.cli import render
from cardcore.cli.chopsticks_graph import dot, svg
from cardcore.cli.files import write_text
from cardcore.cli.numbers import Number

#: How a graph is written, by the ending of its file.
WRITERS = {".dot": dot, ".gv": dot, ".svg": svg}

#: Greater counts are shown by their first digits, as they can have 39: with room, and without.
GREATEST, GREATEST_IN_NARROW = 10**15, 10**6

#: How many moves of a line are shown to people.
LONGEST = 40


@click.command()
@click.option(
    "--depth",
    type=Number(0, 100_000),
    help="Plies to the horizon, at most 100,000 (default 20).",
)
@click.option("--unlimited", is_flag=True, help="Solve the game without a horizon.")
@click.option("--state", metavar="STATE", help='Hands of A and of B, A to move: "1,1 1,1".')
@click.option(
    "--policy",
    type=click.Choice(["first", "counts"]),
    default="first",
    show_default=True,
    help="Choose among equal values the first move, or the one with the best count of lines.",
)
@click.option("--fingers", default=5, show_default=True, help="Fingers that put a hand out, 2-16.")
@click.option("--hands", default=2, show_default=True, help="Hands per player, 1-3.")
@click.option("--rollover/--cutoff", help="Keep the sum modulo fingers, or be out beyond it.")
@click.option("--splits/--no-splits", default=True, help="Move fingers between own hands.")
@click.option("--swaps/--no-swaps", help="Splits that only swap numbers.")
@click.option("--revive/--no-revive", default=True, help="Splits into a hand that is out.")
@click.option(
    "--split-to-zero/--no-split-to-zero", default=True, help="Splits that put out an own hand."
)
@click.option("--halves-only", is_flag=True, help="Only halve an even hand into an empty one.")
@click.option("--sudden-death", is_flag=True, help="Lose as soon as one hand is out.")
@click.option("--misere", is_flag=True, help="Whoever is out wins.")
@click.option("--start", default=1, show_default=True, help="Fingers on every hand at the start.")
@click.option(
    "--graph",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the positions that can come up, coloured by their value without a horizon, as "
    ".dot or .svg.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def chopsticks(
    depth: int | None,
    unlimited: bool,
    state: str | None,
    policy: game.TieBreak,
    graph: Path | None,
    as_json: bool,
    **house: Any,
) -> None:
    """Solve Chopsticks: who wins, in how many plies, by which moves.

    Without --unlimited the game ends in a tie at the horizon.
    """
    if unlimited and depth is not None:
        raise click.UsageError("--depth and --unlimited exclude each other")
    if graph is not None and graph.suffix.lower() not in WRITERS:
        expected = ", ".join(WRITERS)
        raise click.UsageError(f"--graph '{graph}': expected a file name ending in {expected}")
    rules = game.Rules(**house)
    start = (rules.start,) * rules.hands
    a, b = game.parse_state(state) if state is not None else (start, start)
    solved = game.tablebase(rules)
    try:
        solved.value(a, b)
    except ValueError as error:
        raise ParseError(f"--state '{state}': {error}") from error
    if unlimited:
        answer = _without_horizon(solved, a, b)
    else:
        table = game.solve(20 if depth is None else depth, policy, rules)
        answer = _to_horizon(table, solved, a, b)
    if graph is not None:
        positions = solved.reachable(a, b)
        write_text(graph, WRITERS[graph.suffix.lower()](positions))
    if as_json:
        render.show_json({"game": "chopsticks", "rules": asdict(rules), **answer})
        return
    _show(answer)
    if graph is not None:
        render.show(f"{render.count(len(positions), 'position')} written to {graph}")


def _to_horizon(
    table: game.Table, solved: game.Tablebase, a: game.Hands, b: game.Hands
) -> dict[str, Any]:
    """Solve the game that is a tie at the horizon."""
    value = table.value(a, b, 0)
    best = table.best_move(a, b, 0)
    # A result within the horizon takes as long as it does without one.
    distance = solved.distance(a, b) if value or best is None else None
    moves = [
        {
            "move": move.text,
            "a": move.a,
            "b": move.b,
            "value": move.value,
            "wins": move.wins,
            "losses": move.losses,
        }
        for move in table.moves(a, b, 0)
    ]
    return {
        "state": [a, b],
        "depth": table.depth,
        "policy": table.policy,
        "verdict": _verdict(value, distance, f"tie after {table.depth} plies"),
        "value": value,
        "distance": distance,
        "best": best and best.text,
        "line": [move.text for move in table.line(a, b)],
        "moves": moves,
    }


def _without_horizon(solved: game.Tablebase, a: game.Hands, b: game.Hands) -> dict[str, Any]:
    """Solve the game that goes on until somebody is out."""
    value, distance = solved.value(a, b), solved.distance(a, b)
    best = solved.best_move(a, b)
    moves = [
        {
            "move": move.text,
            "a": move.me,
            "b": move.opponent,
            "value": move.value,
            "distance": move.distance,
        }
        for move in solved.moves(a, b)
    ]
    return {
        "state": [a, b],
        "depth": None,
        "policy": None,
        "verdict": _verdict(value, distance, "draw by endless play"),
        "value": value,
        "distance": distance,
        "best": best and best.text,
        "line": [move.text for move in solved.line(a, b)],
        "moves": moves,
    }


def _verdict(value: int, distance: int | None, otherwise: str) -> str:
    if value == 0:
        return "both are out" if distance == 0 else otherwise
    winner = "A" if value > 0 else "B"
    if distance == 0:
        return f"{winner} has won"
    return f"{winner} wins in {distance} {'ply' if distance == 1 else 'plies'}"


def _show(answer: dict[str, Any]) -> None:
    """Print the answer for people."""
    a, b = (",".join(map(str, hands)) for hands in answer["state"])
    render.show(f"A {a} against B {b}, A to move: {answer['verdict']}")
    if not answer["moves"]:
        return
    counted = "wins" in answer["moves"][0]
    numbers = ["wins", "losses"] if counted else ["distance"]
    table = render.table(["", "move", "A", "B", "result", *((name, "right") for name in numbers)])
    for move in answer["moves"]:
        table.add_row(
            "*" if move["move"] == answer["best"] else "",
            move["move"],
            ",".join(map(str, move["a"])),
            ",".join(map(str, move["b"])),
            {1: "A wins", 0: "tie" if counted else "draw", -1: "B wins"}[move["value"]],
            *(_number(move[name]) for name in numbers),
        )
    render.show(table)
    if counted:
        render.show("wins, losses: lines of play under the move that A wins and loses")
    else:
        render.show("distance: plies from after the move to the end")
    line = answer["line"]
    rest = [f"and {len(line) - LONGEST:,} more"] if len(line) > LONGEST else []
    render.tell_list("best line", line[:LONGEST] + rest)


def _number(value: int | None) -> str:
    if value is None:
        return ""
    greatest = GREATEST if render.width() >= 80 else GREATEST_IN_NARROW
    return f"{value:,}" if value < greatest else f"{value:.3e}"
