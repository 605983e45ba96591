import csv
import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from cardcore import discard
from cardcore.cli import render
from cardcore.cli.app import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["solve", "draw", *arguments])


def test_the_value_and_every_line_of_the_paytable() -> None:
    result = run()
    assert result.exit_code == 0
    assert "jacks-or-better-9-6: return (RTP) 0.9954390437, house edge 0.4561%" in result.stdout
    assert "exactly 1653526326983/1661102543100" in result.stdout
    lines = [line.split() for line in result.stdout.splitlines()]
    # How often the royal flush comes and what the return is are published: one in 40,390.55.
    assert ["royal", "flush", "800", "0.00002476", "40,390.55", "0.01981", "1.99%"] in lines
    assert ["four", "of", "a", "kind", "25", "0.00236255", "423.27", "0.05906", "5.93%"] in lines
    assert ["all", "1", "0.99544", "100%"] in lines


def test_classes_are_worth_their_number() -> None:
    shown = run("--objective", "class").stdout
    assert "from 0 (high card) to 8 (straight flush)" in shown
    assert ["straight", "flush", "8"] in [line.split()[:3] for line in shown.splitlines()]


def test_json() -> None:
    found = json.loads(run("--objective", "double-bonus-10-7", "--json", "--threads", "1").stdout)
    assert abs(found["value"] - 1.0017252236) < 1e-10
    assert found["unit"] == "bets"
    assert next(iter(found["classes"])) == "high card"
    assert abs(sum(found["classes"].values()) - 1) < 1e-12
    assert list(found["outcomes"]) == list(discard.OUTCOMES)


def test_json_is_exact_beside_the_numbers() -> None:
    found = json.loads(run("--objective", "double-double-bonus-9-6", "--json").stdout)
    for name, share in found["exact_outcomes"].items():
        assert float(Fraction(share)) == found["outcomes"][name]
    assert sum(map(Fraction, found["exact_classes"].values())) == 1
    assert sum(Fraction(line["exact_share"]) for line in found["lines"]) == 1
    assert sum(Fraction(line["exact_share_of_return"]) for line in found["lines"]) == 1
    total = Fraction()
    for line in found["lines"]:
        share, worth = Fraction(line["exact_share"]), Fraction(line["exact_worth"])
        assert share == sum(Fraction(found["exact_outcomes"][name]) for name in line["outcomes"])
        assert Fraction(line["exact_return"]) == share * worth
        assert line["one_in"] == float(1 / share)
        total += share * worth
    assert str(total) == found["exact"]


def test_a_paytable_that_pays_nothing(tmp_path: Path) -> None:
    path = tmp_path / "nothing.json"
    path.write_text(json.dumps({"payouts": dict.fromkeys(discard.CLASSES, 0)}))
    found = json.loads(run("--objective", str(path), "--json").stdout)
    assert [line["name"] for line in found["lines"]] == ["no win"]
    assert found["lines"][0]["share_of_return"] is None
    assert ["no", "win", "0", "1.00000000", "1.00", "–", "–"] in [
        line.split() for line in run("--objective", str(path)).stdout.splitlines()
    ]


def test_showdowns_and_what_other_objectives_lose() -> None:
    shown = run("--objective", "showdown", "--losses").stdout
    assert "showdown: equity 0.6957135806 against an opponent who stands pat" in shown
    lines = [line.split() for line in shown.splitlines()]
    assert ["result", "counts", "probability", "one", "in", "equity", "share"] in lines
    assert ["tie", "1/2", "0.00005399", "18,522.34", "0.00003", "0.00%"] in lines
    assert ["pat", "0.499956", "0.000087", "0.500000", "0.195714", "99.24%"] in lines
    named = {line[0] for line in lines if line}
    assert {"class", "pattern", "bonus-8-5", "double-double-bonus-9-6"} <= named
    assert "variance" not in shown


def test_what_one_objective_loses_as_json() -> None:
    found = json.loads(run("--objective", "class", "--losses", "--json").stdout)
    assert found["objective"] == "class"
    best, lost = found["losses"]
    assert (best["objective"], lost["objective"]) == ("showdown", "class")
    assert best["exact_equity"] == "2155868056117817/3098786794153050"
    assert (best["loss"], best["mistakes"]) == (0, 0)
    assert Fraction(best["exact_equity"]) - Fraction(lost["exact_equity"]) == Fraction(
        lost["exact_loss"]
    )
    assert float(Fraction(lost["exact_loss"])) == lost["loss"] > 0


@pytest.mark.parametrize("width", [60, 80])
def test_nothing_is_cut(monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setattr(render, "width", lambda: width)
    for objective in ("class", "jacks-or-better-9-6", "double-double-bonus-9-6"):
        shown = run("--objective", objective).stdout
        assert max(map(len, shown.splitlines())) <= width
        assert "…" not in shown


def test_no_loss_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "width", lambda: 60)
    shown = run("--objective", "showdown", "--losses").stdout
    assert max(map(len, shown.splitlines())) <= 60
    assert "…" not in shown


def test_files(tmp_path: Path) -> None:
    table, arrays = tmp_path / "class.csv", tmp_path / "class.npz"
    assert run("--objective", "class", "--csv", str(table), "--npz", str(arrays)).exit_code == 0
    solution = discard.solve("class")
    with np.load(arrays) as loaded:
        for name in ("hands", "weights", "masks", "values", "classes"):
            assert np.array_equal(loaded[name], getattr(solution, name))
        assert str(loaded["exact"]) == str(solution.exact)
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 134459
    for number in range(0, len(rows), 5000):
        row = rows[number]
        best = discard.analyze(row["hand"]).best("class")
        assert row["mask"] == str(best.mask)
        assert row["discard"] == " ".join(map(str, best.discard))
        assert float(row["value"]) == best.value
    assert sorted(path.name for path in tmp_path.iterdir()) == ["class.csv", "class.npz"]


def test_bad_input_is_one_line_and_exit_status_2(tmp_path: Path) -> None:
    for arguments, message in (
        (["--objective", "pat"], "unknown name 'pat'"),
        (["--objective", "showdown", "--hands", "3"], "--hands is for games of one player"),
        (["--objective", "showdown", "--break-even", "flush"], "--break-even is for paytables"),
        (
            ["--objective", "deuces-wild-full-pay", "--losses"],
            "--losses is for games without wild cards, found --objective deuces-wild-full-pay",
        ),
        (["--objective", str(tmp_path / "none.json")], "cannot read"),
        (["--csv", str(tmp_path / "none" / "x.csv")], "cannot write"),
        (["--npz", str(tmp_path)], "cannot write"),
        (["--threads", "0"], "expected a whole number, 1 to 1,024, found '0'"),
    ):
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, ""), arguments
        assert message in result.stderr
        assert "Traceback" not in result.stderr
