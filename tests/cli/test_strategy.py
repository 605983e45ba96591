import json
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cardcore import discard
from cardcore.cli.app import main


@cache
def derived(paytable: discard.Objective, lines: int | None, style: Any) -> discard.Strategy:
    return discard.strategy(paytable, lines, style=style)


@pytest.fixture(autouse=True)
def derive_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Derive the same chart once: what the command shows of it is tested here."""

    def derive(paytable: discard.Objective, lines: int | None, **given: Any) -> discard.Strategy:
        return derived(paytable, lines, given["style"])

    monkeypatch.setattr(import_module("cardcore.cli.strategy"), "derive", derive)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["strategy", *arguments])


def test_a_chart_with_what_it_costs() -> None:
    result = run("jacks-or-better-9-6", "--lines", "25", "--errors", "3")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "jacks-or-better-9-6: hold the cards of the first line that the hand has"
    assert any(line.split()[:5] == ["2", "4", "to", "a", "royal"] for line in lines)
    chart = derived("jacks-or-better-9-6", 25, "basic")
    assert f"return of the chart {chart.value:.8f}, exactly {chart.exact}" in result.stdout
    assert f"{len(chart.errors):,} kinds of hands are played wrong" in result.stdout
    below = result.stdout.partition("the chart holds")[2].splitlines()
    assert sum("♣" in line for line in below) == 3


def test_json_has_everything_exactly() -> None:
    found = json.loads(run("deuces-wild-full-pay", "--lines", "12", "--json").stdout)
    assert len(found["lines"]) <= 12
    cost = sum(Fraction(line["exact_cost"]) for line in found["lines"])
    assert Fraction(found["exact_best"]) - Fraction(found["exact"]) == cost
    assert len(found["errors"]) == 5
    assert found["errors_in_all"] > 5


@pytest.mark.parametrize(
    ("form", "begins"),
    [("--markdown", "# jacks"), ("--html", "<table>"), ("--csv", "line,hold,hands,cost,saves\n")],
)
def test_other_forms(form: str, begins: str) -> None:
    result = run("jacks-or-better-8-5", "--lines", "6", form)
    assert result.exit_code == 0
    assert result.stdout.startswith(begins)
    assert "nothing: draw five cards" in result.stdout


@pytest.mark.parametrize(("name", "begins"), [("card.pdf", b"%PDF-1.4"), ("card.svg", b"<svg ")])
def test_a_strategy_card_is_one_page(name: str, begins: bytes, tmp_path: Path) -> None:
    path = tmp_path / name
    assert run("jacks-or-better-8-5", "--lines", "6", "--card", str(path)).exit_code == 0
    content = path.read_bytes()
    assert content.startswith(begins)
    assert content.count(b"/Type /Page ") == name.endswith("pdf")


def test_a_chart_that_was_typed_in_is_scored(tmp_path: Path) -> None:
    path = tmp_path / "chart.txt"
    path.write_text("Full house or better\nHigh pair\nOne high card\n")
    result = run("--read", str(path), "--mend", "1")
    assert result.exit_code == 0
    chart = discard.Strategy.parse(path.read_text())
    assert f"return of the chart {chart.value:.8f}, exactly {chart.exact}" in result.stdout
    assert "insert as line" in result.stdout
    path.write_text("High pear\n")
    result = run("--read", str(path))
    assert result.exit_code == 2
    assert "line 1, 'pear': unknown word; did you mean 'pair'?" in result.stderr


def test_the_file_of_a_paytable(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    classes = "jacks_or_better two_pair three_of_a_kind straight flush full_house four_of_a_kind"
    classes += " straight_flush royal_flush"
    path.write_text("[payouts]\n" + "".join(f"{key} = 2\n" for key in classes.split()))
    result = run(str(path), "--lines", "4")
    assert result.exit_code == 0
    assert result.stdout.startswith("mine: hold")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["jacks-or-better-9-7"], "unknown name 'jacks-or-better-9-7', expected one of"),
        (["class"], "unknown name 'class', expected one of jacks-or-better-9-6, "),
        (["--lines", "0"], "expected a whole number, 1 to 500, found '0'"),
        (["--errors", "-1"], "expected a whole number, 0 to 1,000,000, found '-1'"),
        (["none.toml"], "cannot read 'none.toml'"),
        (["--read", "none.txt"], "cannot read 'none.txt'"),
        (["--card", "card.doc"], "expected a file that ends in .pdf or .svg, found 'card.doc'"),
    ],
)
def test_bad_input_is_one_clear_line(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output
