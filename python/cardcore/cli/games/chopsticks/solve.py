"""``cardcore solve chopsticks``: the table to a horizon, or the unlimited game."""

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from cardcore import ParseError, chopsticks
from cardcore.chopsticks import Hands, Table, Tablebase, TieBreak
from cardcore.cli import render
from cardcore.cli.files import write_text
from cardcore.cli.games.chopsticks.graph import dot, svg
from cardcore.cli.numbers import Number
from cardcore.cli.rules import rule_options

#: How a graph is written, by the ending of its file.
WRITERS = {".dot": dot, ".gv": dot, ".svg": svg}

#: Greater counts are shown by their first digits, as they can have 39: with room, and without.
GREATEST, GREATEST_IN_NARROW = 10**15, 10**6

#: The rule for the length of a game; what is solved has a horizon of its own, or none.
LENGTH = "moves"

#: How many moves of a line are shown to people.
LONGEST = 40


@click.command("chopsticks")
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
@click.option(
    "--graph",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the reachable positions, colored by their value in the unlimited game, as .dot or "
    ".svg.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def solve(
    depth: int | None,
    unlimited: bool,
    state: str | None,
    policy: TieBreak,
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
    given = {name: value for name, value in house.items() if value is not None}
    rules = chopsticks.Rules(**given)
    start = (rules.start,) * rules.hands
    a, b = chopsticks.parse_state(state) if state is not None else (start, start)
    solved = chopsticks.tablebase(rules)
    try:
        solved.value(a, b)
    except ValueError as error:
        raise ParseError(f"--state '{state}': {error}") from error
    if unlimited:
        answer = _without_horizon(solved, a, b)
    else:
        table = chopsticks.solve(20 if depth is None else depth, policy, rules)
        answer = _to_horizon(table, solved, a, b)
    if graph is not None:
        positions = solved.reachable(a, b)
        write_text(graph, WRITERS[graph.suffix.lower()](positions))
    if as_json:
        named = {name: value for name, value in asdict(rules).items() if name != LENGTH}
        render.show_json({"game": "chopsticks", "rules": named, **answer})
        return
    _show(answer)
    if graph is not None:
        render.show(f"{render.count(len(positions), 'position')} written to {graph}")


def _house_rules() -> Iterator[click.Option]:
    """Give the options that ``cardcore play`` has, but for the length of a game."""
    for option in rule_options("chopsticks"):
        if option.name == "rollover":
            # What is not rollover has a name of its own.
            option.secondary_opts.append("--cutoff")
        if option.name != LENGTH:
            yield option


solve.params.extend(_house_rules())


def _to_horizon(table: Table, solved: Tablebase, a: Hands, b: Hands) -> dict[str, Any]:
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


def _without_horizon(solved: Tablebase, a: Hands, b: Hands) -> dict[str, Any]:
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
