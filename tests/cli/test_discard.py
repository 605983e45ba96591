import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardcore.cli import render
from cardcore.cli.app import main
from cardcore.discard import CLASSES, analyze

HAND = "9d Td 6c Qc 8h"


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["discard", *arguments], input=stdin)


def rows(result: Result) -> list[list[str]]:
    """Give the lines of the table under its rule."""
    lines = result.stdout.splitlines()
    start = next(number for number, line in enumerate(lines) if line.strip().startswith("──"))
    return [line.split() for line in lines[start + 1 :] if line.strip()]


def test_the_best_comes_first_and_is_marked() -> None:
    result = run(HAND)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "9♦ T♦ 6♣ Q♣ 8♥  class"
    found = rows(result)
    assert len(found) == 8
    shares = "0.50435 0.41295 0.04385 0.01733 0.01011 0.00993 0.00111 0.00012 0.00025"
    assert found[0] == ["►", "6♣", "Q♣", "8♥", *shares.split(), "0.65224"]
    values = [float(row[-1]) for row in found]
    assert values == sorted(values, reverse=True)
    assert result.stdout.count("►") == 1
    assert "\x1b" not in result.stdout


def test_top_and_all() -> None:
    assert len(rows(run(HAND, "--top", "3"))) == 3
    everything = rows(run(HAND, "--all"))
    assert len(everything) == 32
    assert ["nothing", "1.00000", *"––––––––", "0.00000"] in everything
    for bad in ("0", "33", "x"):
        assert run(HAND, "--top", bad).exit_code == 2


def test_json_has_the_promised_form() -> None:
    result = run(HAND, "--json", "--top", "1")
    found = json.loads(result.stdout)
    assert list(found) == ["hand", "objective", "best", "rows"]
    assert (found["hand"], found["objective"]) == (HAND, "class")
    table = analyze(HAND)
    assert found["best"] == {
        "mask": 28,
        "discard": "6c Qc 8h",
        "keep": "9d Td",
        "value": table.best().value,
    }
    values = table.values()
    assert found["rows"] == [
        {
            "mask": mask,
            "discard": " ".join(c for i, c in enumerate(HAND.split()) if mask >> i & 1),
            "draws": int(table.draws[mask]),
            "counts": table.counts[mask].tolist(),
            "value": values[mask],
        }
        for mask in range(32)
    ]


def test_several_hands_and_standard_input() -> None:
    several = json.loads(run(HAND, "AsKsQsJsTs", "--json").stdout)
    assert [entry["hand"] for entry in several] == [HAND, "As Ks Qs Js Ts"]
    lines = f"{HAND}\n\nAsKsQsJsTs\r\n"
    assert json.loads(run("-", "--json", stdin=lines).stdout) == several
    assert json.loads(run("-", "--json", stdin=f"{HAND}\n").stdout) == several[:1]
    assert json.loads(run("-", "--json", stdin="").stdout) == []
    assert run("-", stdin=lines).stdout == run(HAND, "AsKsQsJsTs").stdout


def test_objectives() -> None:
    found = json.loads(run("AhKhQhJhJc", "--objective", "jacks-or-better-9-6", "--json").stdout)
    assert (found["objective"], found["best"]["discard"]) == ("jacks-or-better-9-6", "Jc")
    pattern = rows(run("9hThJhQh2c", "--objective", "pattern"))
    assert pattern[0][:5] == ["►", "9♥", "T♥", "J♥", "2♣"]


def test_a_paytable_file(tmp_path: Path) -> None:
    path = tmp_path / "flushes.toml"
    classes = [name for name in CLASSES if name not in ("flush", "high_card")]
    path.write_text("[payouts]\nflush = 100\n" + "".join(f"{name} = 0\n" for name in classes))
    found = json.loads(run("2h5h9hKhKc", "--objective", str(path), "--json").stdout)
    assert (found["objective"], found["best"]["discard"]) == ("flushes", "Kc")


def test_showdowns() -> None:
    hand = "Ah Ad Kc 7s 2d"
    found = json.loads(run(hand, "--objective", "showdown", "--json").stdout)
    assert (found["against"], found["samples"], found["seed"]) == ("pat", None, None)
    row = found["rows"][24]
    assert (row["win"], row["tie"]) == (1_236_592_274, 20_070)
    assert row["win"] + row["tie"] + row["lose"] == 1_320_721_479
    assert "interval" not in row
    assert "showdown against pat, exact" in run(hand, "--objective", "showdown").stdout

    options = ("--objective", "showdown", "--samples", "5000", "--seed", "3", "--against")
    first = run(hand, *options, "bonus-8-5")
    assert "against bonus-8-5, 5,000 samples, seed 3" in first.stdout
    assert "95% interval" in first.stdout
    assert run(hand, *options, "bonus-8-5").stdout == first.stdout
    sampled = json.loads(run(hand, *options, "class", "--json").stdout)
    low, high = sampled["rows"][0]["interval"]
    assert low < sampled["rows"][0]["value"] < high


def test_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name, start in {"odds.png": b"\x89PNG", "odds.svg": b"<?xml"}.items():
        assert run(HAND, "--plot", str(tmp_path / name)).exit_code == 0
        assert (tmp_path / name).read_bytes().startswith(start)
    result = run(HAND, "--plot", str(tmp_path / "none" / "odds.png"))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "cannot write" in result.stderr


def test_plots_without_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = run(HAND, "--plot", str(tmp_path / "odds.png"))
    assert result.exit_code == 2
    assert "--plot needs matplotlib: install it with pip install matplotlib" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["As Ks Qs Js"], "expected 5 cards, found 4"),
        (["As Ks Qs Js Ts 9s"], "expected 5 cards, found 6"),
        (["As Ks Qs Js As"], "card 5 of 5, 'As': duplicate of card 1"),
        ([HAND, "--objective", "luck"], "unknown name 'luck', expected one of class"),
        ([HAND, "--objective", "none.toml"], "cannot read 'none.toml'"),
        ([HAND, "--against", "pat"], "--against is for --objective showdown"),
        ([HAND, "--objective", "showdown", "--against", "showdown"], "unknown name 'showdown'"),
        ([HAND, "--plot", "odds.gif"], "expected a file that ends in .png or .svg"),
        ([HAND, HAND, "--plot", "odds.png"], "--plot takes one hand, found 2"),
        ([HAND, "--samples", "0"], "expected a whole number, 1 to 1,000,000,000,000, found '0'"),
        (
            [HAND, "--samples", "nan"],
            "expected a whole number, 1 to 1,000,000,000,000, found 'nan'",
        ),
        ([HAND, "--seed", "-1"], "expected a whole number, 0 to 18,446,744,073,709,551,615"),
        ([], "Missing argument"),
    ],
)
def test_bad_input_is_one_line_and_exit_status_2(arguments: list[str], message: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    errors = [line for line in result.stderr.splitlines() if line.startswith("Error: ")]
    assert len(errors) == 1 and message in errors[0]


def test_bad_lines_are_named() -> None:
    result = run("-", stdin=f"{HAND}\nAs Ks\n")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "Error: line 2: expected 5 cards, found 2\n"


def test_a_narrow_terminal_shows_whole_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "width", lambda: 60)
    for options in ([], ["--objective", "showdown", "--against", "class", "--samples", "100"]):
        shown = run(HAND, *options).stdout
        assert max(map(len, shown.splitlines())) <= 60
        assert not any(sign in shown.replace(" … ", "") for sign in ("…", ">"))
    assert "the odds of the classes take 76 columns" in run(HAND).stdout
    monkeypatch.setattr(render, "width", lambda: 76)
    assert "…" not in run(HAND, "--all").stdout


def test_standard_input_that_is_no_text() -> None:
    result = CliRunner().invoke(main, ["discard", "-"], input=b"\xff\n")
    assert result.exit_code == 2
    assert result.stderr == "Error: standard input is not text: byte 0 is not UTF-8\n"
