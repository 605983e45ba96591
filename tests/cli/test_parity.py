import json

import pytest
from click.testing import CliRunner

from cardcore import compare, poker
from cardcore.cli.app import main


@pytest.mark.parametrize("subject", compare.SUBJECTS)
def test_every_subject_is_compared(subject: str) -> None:
    result = CliRunner().invoke(main, ["parity", subject, "--cases", "3", "--seed", "1", "--json"])
    assert result.exit_code == 0, result.output
    reports = json.loads(result.stdout)
    assert reports
    assert all(report["compared"] >= report["cases"] == 3 for report in reports)


def test_a_difference_ends_with_status_1_and_its_case(monkeypatch: pytest.MonkeyPatch) -> None:
    real = poker.rank
    monkeypatch.setattr(poker, "rank", lambda hand: real([51, 47, 43, 39, 35]))
    result = CliRunner().invoke(main, ["parity", "poker"])
    assert result.exit_code == 1
    assert "difference: poker, strengths: native says 7461, reference" in result.stderr
    case = json.loads(result.stdout)
    assert case["subject"] == "poker"
    assert len(case["hand"].split()) == 5


def test_no_more_cases_than_the_library_takes() -> None:
    result = CliRunner().invoke(main, ["parity", "--cases", str(compare.MAX_CASES + 1)])
    assert result.exit_code == 2
    assert f"expected a whole number, 1 to {compare.MAX_CASES:,}, found" in result.stderr


def test_the_table() -> None:
    result = CliRunner().invoke(main, ["parity", "ends", "--cases", "2"])
    assert "no difference" in result.stdout
    assert "games in lockstep" in result.stdout
