import csv
import json
from pathlib import Path

import numpy as np
from click.testing import CliRunner, Result

from cardcore import discard
from cardcore.cli.app import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["solve", "draw", *arguments])


def test_the_value_and_the_final_classes() -> None:
    result = run()
    assert result.exit_code == 0
    assert "jacks-or-better-9-6: mean value 0.9954390437" in result.stdout
    assert "exactly 1653526326983/1661102543100" in result.stdout
    assert ["straight", "flush", "0.00013407", "7,458.94"] in [
        line.split() for line in result.stdout.splitlines()
    ]


def test_json() -> None:
    found = json.loads(run("--objective", "double-bonus-10-7", "--json", "--threads", "1").stdout)
    assert abs(found["value"] - 1.0017252236) < 1e-10
    assert next(iter(found["classes"])) == "high card"
    assert abs(sum(found["classes"].values()) - 1) < 1e-12
    assert list(found["outcomes"]) == list(discard.OUTCOMES)


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
        (["--objective", "showdown"], "unknown name 'showdown'"),
        (["--objective", str(tmp_path / "none.json")], "cannot read"),
        (["--csv", str(tmp_path / "none" / "x.csv")], "cannot write"),
        (["--npz", str(tmp_path)], "cannot write"),
        (["--threads", "0"], "expected a whole number, 1 to 1,024, found '0'"),
    ):
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, ""), arguments
        assert message in result.stderr
        assert "Traceback" not in result.stderr
