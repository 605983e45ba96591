"""The report, made of the measured results and of nothing else."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TypeAlias

from bench import plots
from cardcore.compare.measure import duration

ROOT = Path(__file__).parent.parent
FIGURES = ROOT / "bench" / "report.json"
REPORT = ROOT / "bench" / "report.md"

#: The machine, and the results of every subject, as JSON values.
Report: TypeAlias = dict[str, Any]

_INTRODUCTION = """\
# Measured

One run of `make bench`. Contestants took turns on the same work, and every answer was checked
before it was timed. Times are medians of all runs; a spread is the slowest run minus the fastest,
over the median; *times* is the median over that of the first contestant.
"""


def save(report: Report) -> None:
    """Keep the results, and make the report and the pictures of them."""
    text = json.dumps(report, indent=1, ensure_ascii=False)
    FIGURES.write_text(text + "\n", encoding="utf-8")
    REPORT.write_text(render(report), encoding="utf-8")
    for results in report["subjects"].values():
        for result in results:
            plots.draw(result)


def load() -> Report:
    """Read the results that were kept."""
    report: Report = json.loads(FIGURES.read_text(encoding="utf-8"))
    return report


def render(report: Report) -> str:
    """Write the report."""
    facts = "\n".join(f"- {name}: {value}" for name, value in report["machine"].items())
    subjects = report["subjects"].items()
    sections = (f"## {name}\n\n{section(results)}" for name, results in subjects)
    return "\n".join([_INTRODUCTION, facts, "", summary(report), *sections])


def summary(report: Report) -> str:
    """Say how many goals were reached, and which were missed."""
    every = list(goals(report))
    missed = [f"- {what}: {goal}; {found}\n" for what, goal, found, good in every if not good]
    if not missed:
        return f"All {len(every)} goals were reached.\n"
    reached = f"{len(every) - len(missed)} of {len(every)} goals were reached. Missed:"
    return f"{reached}\n\n{''.join(missed)}"


def goals(report: Report) -> Iterator[tuple[str, str, str, bool]]:
    """Give every goal: of what, what was wanted, what was found, and whether it was reached."""
    for subject, results in report["subjects"].items():
        for result in results:
            what = f"{subject}, {result['case']}"
            if result["kind"] == "Figure" and result["goal"]:
                yield what, result["goal"], figure(result), result["reached"]
            elif result["kind"] == "Scaling":
                for goal in result["goals"]:
                    gain = f"{result['gains'][goal['work']]['2']:.2f} times"
                    yield f"{subject}, {goal['work']}", goal["goal"], gain, goal["reached"]
            elif "contestants" in result:
                times = result["contestants"].items()
                found = ", ".join(f"{name} {_time(result, time)}" for name, time in times)
                for goal in result.get("goals", []):
                    yield what, goal["goal"], found, goal["reached"]


def show(result: Report) -> str:
    """Format one result for the terminal."""
    if result["kind"] in _BLOCKS:
        return section([result])
    return "\n".join("  ".join(filter(None, row)) for row in rows(result))


def section(results: list[Report]) -> str:
    """Write the results of a subject: single ones in one table, others in blocks of their own."""
    parts = []
    for single, group in groupby(results, lambda result: result["kind"] not in _BLOCKS):
        if single:
            heads = ("work", "contestant", "measured", "spread", "times", "goal")
            parts.append(table(heads, [row for result in group for row in rows(result)]))
        else:
            parts += [
                f"### {result['case']}\n\n{_BLOCKS[result['kind']](result)}" for result in group
            ]
    return "\n".join(parts)


def rows(result: Report) -> Iterator[tuple[str, ...]]:
    """Write a single result as rows of a table."""
    if result["kind"] == "Skipped":
        yield result["case"], "", f"skipped: {result['reason']}", "", "", ""
    elif result["kind"] == "Figure":
        yield result["case"], "", figure(result), "", "", _verdicts([result])
    else:
        case, verdicts = result["case"], _verdicts(result.get("goals", []))
        for name, times in result["contestants"].items():
            measured, spread = _time(result, times), f"{times['spread']:.0%}"
            yield case, name, measured, spread, number(times["ratio"]), verdicts
            case = verdicts = ""


def _growth(result: Report) -> str:
    contestants = list(result["exponents"])
    times = (
        (f"{int(size):,}", *(duration(at["contestants"][name]["per_item"]) for name in contestants))
        for size, at in result["measured"].items()
    )
    powers = (f"{result['exponents'][name]:.2f}" for name in contestants)
    last = (f"power of {result['size']}, last step", *powers)
    lines = table((result["size"], *contestants), [*times, last])
    picture = _picture(result["case"], f"time over {result['size']}")
    return f"{lines}\n{picture}"


def _scaling(result: Report) -> str:
    threads = list(next(iter(result["gains"].values())))
    found = []
    for work, gains in result["gains"].items():
        alone = duration(result["measured"][work]["contestants"][threads[0]]["median"])
        more = (f"{gains[count]:.2f}" for count in threads[1:])
        goals = [goal for goal in result["goals"] if goal["work"] == work]
        found.append((work, alone, *more, _verdicts(goals)))
    heads = ("work", "one thread", *(f"{count} threads, times as fast" for count in threads[1:]))
    lines = table((*heads, "goal"), found)
    picture = _picture(result["case"], "times as fast as on one thread")
    return f"{lines}\n{picture}"


def _results(result: Report) -> str:
    return table(result["columns"], result["rows"])


_BLOCKS = {"Growth": _growth, "Scaling": _scaling, "Table": _results}


def _picture(case: str, what: str) -> str:
    return f"![{case}: {what}](../docs/growth/{plots.file_name(case)}.svg)\n"


def table(heads: Sequence[str], found: Iterable[Sequence[str]]) -> str:
    """Write a table."""
    lines = [heads, ["---"] * len(heads), *found]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def figure(result: Report) -> str:
    """Write a single number with its unit."""
    if result["unit"] == "s":
        return duration(result["value"])
    return f"{number(result['value'])} {result['unit']}"


def _time(result: Report, times: Report) -> str:
    return f"{duration(times['per_item'])} a {result['unit']}"


def _verdicts(goals: list[Report]) -> str:
    marks = {True: "reached", False: "MISSED"}
    return "; ".join(f"{goal['goal']}: {marks[goal['reached']]}" for goal in goals if goal["goal"])


def number(value: float) -> str:
    """Write a number with three digits that count.

    >>> number(1234567), number(12.345), number(0.0012345)
    ('1,230,000', '12.3', '0.00123')
    """
    if abs(value) >= 1000:
        return f"{int(float(f'{value:.3g}')):,}"
    return f"{value:.3g}"
