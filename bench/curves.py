"""``python -m bench curves``: learning curves of the two reference learners, with intervals.

``examples/ppo.py`` and ``examples/deep_monte_carlo.py`` learn from several seeds each; that takes
minutes a run and needs torch. A point is the mean over the seeds of what the learner was judged by,
with the 95% interval that these means allow: of the runs, not of the games of one. The runs are
kept in ``bench/curves.json``, from which ``--draw`` makes the pictures of the documentation alone.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bench.plots import COLORS, picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KEPT = Path(__file__).with_suffix(".json")
ROOT = Path(__file__).parent.parent
PICTURES = ROOT / "docs" / "pictures"

#: The 97.5% quantiles of Student's t for two to eight runs.
_QUANTILES = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365)


class Course(NamedTuple):
    """What is learned."""

    title: str
    example: str
    game: str
    judge: str
    options: tuple[str, ...] = ()


COURSES = {
    "ppo": Course(
        "PPO against rule and greedy, Hearts",
        "ppo",
        "hearts",
        "rule",
        ("--opponents", "rule:1,greedy:1"),
    ),
    "deep-monte-carlo": Course(
        "Deep Monte Carlo by self-play, President", "deep_monte_carlo", "president", "shortest"
    ),
}

#: By seed: decisions learned from, the mean margin, and half its interval over the games.
Curve = list[tuple[int, float, float]]


def learn(course: Course, steps: int, seed: int) -> Curve:
    """Run an example once, on one thread."""
    with tempfile.TemporaryDirectory() as directory:
        target = Path(directory) / "agent.safetensors"
        path = ROOT / "examples" / f"{course.example}.py"
        command = [sys.executable, str(path), course.game, *course.options]
        options = {"steps": steps, "seed": seed, "save": target}
        given = [part for name, value in options.items() for part in (f"--{name}", str(value))]
        environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        subprocess.run([*command, *given], check=True, env=environment)
        curve: Curve = json.loads(target.with_suffix(".json").read_text(encoding="utf-8"))
        return curve


def means(curves: list[Curve]) -> list[tuple[int, float, float]]:
    """Give the mean over the runs at every point, and half its 95% interval.

    >>> means([[(0, 1.0, 0.1)], [(0, 2.0, 0.1)], [(0, 3.0, 0.1)]])
    [(0, 2.0, 2.484)]
    """
    found = []
    for points in zip(*curves, strict=True):
        values = [mean for _, mean, _ in points]
        error = float(np.std(values, ddof=1)) / len(values) ** 0.5
        half = _QUANTILES[len(values) - 2] * error
        found.append((points[0][0], round(float(np.mean(values)), 3), round(half, 3)))
    return found


def fill(course: Course, points: list[tuple[int, float, float]], axes: "Axes") -> None:
    """Draw a curve with its intervals."""
    places, heights, halves = (np.array(column) for column in zip(*points, strict=True))
    axes.plot(places, heights, "o-", color=COLORS[0], markersize=4, label="mean of the runs")
    axes.fill_between(
        places, heights - halves, heights + halves, color=COLORS[0], alpha=0.25, linewidth=0
    )
    axes.axhline(0, color=COLORS[1], linewidth=1, label=f"as good as {course.judge}")
    axes.set(xlabel="decisions learned from", ylabel="margin, in points")
    axes.xaxis.set_major_formatter(lambda count, _: f"{count:,.0f}")
    axes.locator_params(axis="x", nbins=4)


def main() -> None:
    """Learn, keep the runs, and draw them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help=f"of {', '.join(COURSES)}; all by default")
    parser.add_argument("--steps", type=int, default=2_000_000, help="decisions to learn from")
    parser.add_argument("--seeds", type=int, default=3, choices=range(2, 9))
    parser.add_argument("--draw", action="store_true", help="draw the runs that are kept")
    asked = parser.parse_args()
    if unknown := {*asked.names} - {*COURSES}:
        parser.error(f"expected names of {', '.join(COURSES)}, found {', '.join(unknown)}")
    kept = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for name in asked.names or COURSES:
        course = COURSES[name]
        if not asked.draw:
            kept[name] = [learn(course, asked.steps, 1 + seed) for seed in range(asked.seeds)]
            KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        points = means(kept[name])
        picture(PICTURES / f"curve-{name}.svg", course.title, partial(fill, course, points))
        print(f"\n{course.title}, {len(kept[name])} runs\n")
        for steps, mean, half in points:
            print(f"| {steps:,} | {mean:+.3f} ± {half:.3f} |")


if __name__ == "__main__":
    main()
