"""What ``make bench`` makes of its measurements."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from bench import __main__ as bench
from bench import plots, readme, report
from bench.results import Figure, Growth, Judged, Result, Scaling, Skipped, Table, judge
from cardcore.compare.measure import Comparison, compare


def taking(seconds: float) -> Comparison:
    return Comparison("work", "call", 2, {"ours": [seconds, seconds, 9 * seconds]})


def values(result: Result) -> report.Report:
    return {"kind": type(result).__name__, **result.to_dict()}


def test_the_power_of_growth_is_that_of_the_last_step() -> None:
    growth = Growth("work", "cards", {1: taking(5.0), 10: taking(1.0), 20: taking(4.0)})
    assert growth.contestants == ["ours"]
    assert growth.exponent("ours") == pytest.approx(2)
    assert growth.to_dict()["measured"]["20"]["contestants"]["ours"]["per_item"] == 2.0


def test_goals_are_judged_by_medians() -> None:
    times = {"ours": [1.0, 1.0, 50.0], "theirs": [9.0, 10.0, 11.0]}
    judged = judge(Comparison("work", "call", 1, times), {"theirs": 10, "absent": 2}, limit=0.5)
    assert judged.verdicts() == [
        ("theirs at least 10 times", True),
        ("at most 500 ms a call", False),
    ]


def test_threads_are_judged_by_what_two_gain() -> None:
    times = Comparison("work", "call", 1, {"1": [6.0], "2": [4.0], "4": [1.0]})
    scaling = Scaling("threads", {"work": times}, {"work": 1.6})
    assert scaling.gains("work") == {"1": 1.0, "2": 1.5, "4": 6.0}
    assert [goal["reached"] for goal in scaling.to_dict()["goals"]] == [False]


def test_the_report_has_every_kind_of_result() -> None:
    results: list[Any] = [
        Comparison("search", "row", 2, {"ours": [2e-3]}),
        Judged("sort", "row", 2, {"ours": [2e-3], "theirs": [6e-3]}, {"theirs": 4}),
        Figure("memory", 12_345, "MB", "at most 1 MB", False),
        Skipped("rank", "it is not installed"),
        Growth("more", "cards", {10: taking(1.0), 20: taking(4.0)}),
        Scaling("threads", {"work": Comparison("work", "call", 1, {"1": [6.0], "2": [3.0]})}),
        Table("who wins", ["bot", "share"], [["best", "0.9"]]),
    ]
    text = report.render(
        {"machine": {"cores": 2}, "subjects": {"games": list(map(values, results))}}
    )
    for line in (
        "- cores: 2",
        "0 of 2 goals were reached. Missed:",
        "- games, sort: theirs at least 4 times; ours 1 ms a row, theirs 3 ms a row",
        "- games, memory: at most 1 MB; 12,300 MB",
        "| search | ours | 1 ms a row | 0% | 1 |  |",
        "| sort | ours | 1 ms a row | 0% | 1 | theirs at least 4 times: MISSED |",
        "|  | theirs | 3 ms a row | 0% | 3 |  |",
        "| rank |  | skipped: it is not installed |  |  |  |",
        "| power of cards, last step | 2.00 |",
        "| work | 6 s | 2.00 |  |",
        "| best | 0.9 |",
    ):
        assert line in text.splitlines()


def test_a_picture_shows_every_point(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    drawn: list[Axes] = []
    save = Drawing.savefig
    monkeypatch.setattr(
        Drawing,
        "savefig",
        lambda self, *to, **how: drawn.extend(self.axes) or save(self, *to, **how),
    )
    monkeypatch.setattr(plots, "FOLDER", tmp_path)
    times = Comparison("`work`", "call", 1, {"1": [6.0], "2": [3.0], "4": [2.0]})
    plots.draw(values(Scaling("threads", {"`work`": times})))
    plots.draw(values(Growth("more", "cards", {10: taking(1.0), 20: taking(4.0)})))
    assert len(drawn) == 2
    for axes in drawn:
        low, high = axes.get_ylim()
        heights = [float(height) for line in axes.lines for height in np.asarray(line.get_ydata())]
        assert heights
        assert low < min(heights) and max(heights) < high
    assert "`" not in (tmp_path / "threads.svg").read_text(encoding="utf-8")


def run_with(
    monkeypatch: pytest.MonkeyPatch, results: Iterator[Result]
) -> tuple[int, list[report.Report]]:
    """Run with one subject that has these results, and return what would have been stored."""
    kept: list[report.Report] = []
    monkeypatch.setattr(bench, "SUBJECTS", ("subject",))
    monkeypatch.setattr(bench, "measure", lambda subject: results)
    monkeypatch.setattr(report, "save", kept.append)
    monkeypatch.setattr(readme, "write", lambda found: None)
    return bench.main([]), kept


def test_a_wrong_answer_ends_the_run_and_keeps_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def results() -> Iterator[Result]:
        yield Figure("memory", 1, "MB")
        yield compare("one and one", {"guess": lambda: 3}, check=lambda answer: answer == 2)

    assert run_with(monkeypatch, results()) == (1, [])
    error = capsys.readouterr().err
    assert error == "WRONG ANSWER: one and one: the answer of guess is wrong; nothing was kept\n"


def test_a_missed_goal_is_kept_and_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missed = Figure("memory", 2, "MB", "at most 1 MB", False)
    status, kept = run_with(monkeypatch, iter([missed]))
    assert (status, len(kept)) == (0, 1)
    assert kept[0]["subjects"] == {"subject": [values(missed)]}
    assert "- subject, memory: at most 1 MB; 2 MB" in capsys.readouterr().out


def test_a_run_without_a_peer_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_with(monkeypatch, iter([Skipped("rank", "not installed")])) == (0, [])
    assert "not kept, because of what was skipped: rank" in capsys.readouterr().out


def test_a_run_without_pictures_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plots, "available", lambda: False)
    assert run_with(monkeypatch, iter([Figure("memory", 1, "MB")])) == (0, [])
    assert "skipped: pictures, for lack of matplotlib" in capsys.readouterr().out


def test_an_unknown_subject_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["pokre"]) == 2
    assert "unknown: pokre; known: poker, discard, draw" in capsys.readouterr().err


def test_a_subject_with_its_own_report_gets_its_options(capfd: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["intervals", "--help"]) == 0
    assert "--seeds" in capfd.readouterr().out
