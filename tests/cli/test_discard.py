import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardcore.cli import render
from cardcore.cli.app import main
from cardcore.discard import CLASSES, OUTCOMES, PAYTABLES, analyze, lines
from tests.cases import IS_SLOW_RUN

HAND = "9d Td 6c Qc 8h"


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, ["discard", *arguments], input=stdin)


def rows(result: Result) -> list[list[str]]:
    """Give the lines of the last table under its rule, without what explains it."""
    *_, table = result.stdout.rpartition("──\n" if "──\n" in result.stdout else "── \n")
    body = table.partition("\n" + " " * 20)[0]
    return [line.split() for line in body.splitlines() if line.strip()]


def discards(result: Result) -> list[list[str]]:
    """Give the rows without the one that has the values of the columns."""
    return [row for row in rows(result) if row[0] not in ("pays", "class")]


def test_what_to_hold_comes_first_and_is_marked() -> None:
    result = run(HAND)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:2] == [
        "9♦ 10♦ 6♣ Q♣ 8♥  class",
        "hold 9♦ 10♦, discard 6♣ Q♣ 8♥: "
        "mean class 0.65224, from 0 (high card) to 8 (straight flush)",
    ]
    assert rows(result)[0] == ["class", *"012345678"]
    found = discards(result)
    assert len(found) == 8
    shares = "0.50435 0.41295 0.04385 0.01733 0.01011 0.00993 0.00111 0.00012 0.00025"
    assert " ".join(found[0]) == f"► 9♦ 10♦ 6♣ Q♣ 8♥ {shares} 0.65224"
    values = [float(row[-1]) for row in found]
    assert values == sorted(values, reverse=True)
    assert result.stdout.count("►") == 1
    assert "\x1b" not in result.stdout


def test_top_and_all() -> None:
    assert len(discards(run(HAND, "--top", "3"))) == 3
    everything = discards(run(HAND, "--all"))
    assert len(everything) == 32
    pat = "9♦ 10♦ 6♣ Q♣ 8♥ nothing 1.00000 – – – – – – – – 0.00000"
    assert pat in map(" ".join, everything)
    for bad in ("0", "33", "x"):
        assert run(HAND, "--top", bad).exit_code == 2


def test_a_royal_flush_has_its_own_column_and_pays_800() -> None:
    result = run("Ah Kh Qh Jh Jc", "--objective", "jacks-or-better-9-6")
    lines = result.stdout.splitlines()
    assert lines[1] == "hold A♥ K♥ Q♥ J♥, discard J♣: 18.53191 bets"
    assert "royal" in result.stdout
    pays, first, *_ = map(" ".join, rows(result))
    assert pays == "pays 0 1 2 3 4 6 9 25 50 800"
    assert first == "► A♥ K♥ Q♥ J♥ J♣ 24 11 – – 3 8 – – – 1 47 18.53191"


@pytest.mark.parametrize("paytable", PAYTABLES)
def test_every_value_follows_from_its_row(paytable: str) -> None:
    for hand in (HAND, "Ah Ad As 3h Jc", "2h 2d 2s 2c 4c", "AsKsQsJsTs"):
        result = run(hand, "--objective", paytable, "--all")
        pays, *found = rows(result)
        payouts = [int(payout) for payout in pays[1:]]
        assert len(found) == 32
        for row in found:
            *counts, draws, value = row[-len(payouts) - 2 :]
            numbers = [0 if count == "–" else int(count) for count in counts]
            assert sum(numbers) == int(draws)
            paid = sum(payout * count for payout, count in zip(payouts, numbers, strict=True))
            assert f"{paid / int(draws):.5f}" == value


def test_json_has_the_promised_form() -> None:
    result = run(HAND, "--json", "--top", "1")
    found = json.loads(result.stdout)
    assert list(found) == ["hand", "objective", "unit", "lines", "best", "rows"]
    assert (found["hand"], found["objective"], found["unit"]) == (HAND, "class", "hand category")
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
            "keep": " ".join(c for i, c in enumerate(HAND.split()) if not mask >> i & 1),
            "draws": int(table.draws[mask]),
            "counts": table.counts[mask].tolist(),
            "outcomes": dict(zip(OUTCOMES, table.outcomes[mask].tolist(), strict=True)),
            "value": values[mask],
            "exact": str(table.exact_values()[mask]),
        }
        for mask in range(32)
    ]


def test_json_names_every_outcome_and_what_it_pays() -> None:
    found = json.loads(run(HAND, "--objective", "double-double-bonus-9-6", "--json").stdout)
    assert found["unit"] == "bets"
    assert found["lines"][-1] == {
        "name": "royal flush",
        "worth": 800.0,
        "exact_worth": "800",
        "outcomes": ["royal flush"],
    }
    for row in found["rows"]:
        assert list(row["outcomes"]) == list(OUTCOMES)
        paid = sum(
            Fraction(line["exact_worth"]) * row["outcomes"][name]
            for line in found["lines"]
            for name in line["outcomes"]
        )
        assert str(paid / row["draws"]) == row["exact"]
        assert float(Fraction(row["exact"])) == row["value"]


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
    pattern = discards(run("9hThJhQh2c", "--objective", "pattern"))
    assert pattern[0][:6] == ["►", "Q♥", "9♥", "10♥", "J♥", "2♣"]


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
    assert result.stderr == 'Error: --plot needs matplotlib: pip install "cardcore[plot]"\n'


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


def test_comments_and_empty_lines_are_left_out() -> None:
    lines = f"# hands of the evening\n\n  {HAND}  # folded\n   \n#{HAND}\n"
    assert run("-", stdin=lines).stdout == run(HAND).stdout


def test_bad_lines_are_named_and_the_others_answered() -> None:
    result = run("-", "--json", stdin=f"{HAND}\n# two\nAs Ks\nAsKsQsJsTs\n9d 9d 9h 9s 2c\n")
    assert result.exit_code == 2
    assert [found["hand"] for found in json.loads(result.stdout)] == [HAND, "As Ks Qs Js Ts"]
    assert result.stderr.splitlines() == [
        "Error: line 3: expected 5 cards, found 2",
        "Error: line 5: card 2 of 5, '9d': duplicate of card 1",
    ]
    shown = run("-", stdin=f"As Ks\n{HAND}\n")
    assert (shown.exit_code, shown.stdout) == (2, run(HAND).stdout)


def layouts() -> list[str]:
    """Return a paytable for each layout: its rows, and the width of its numbers."""
    found = {
        tuple((row.name, len(f"{row.value}")) for row in lines(name)): name for name in PAYTABLES
    }
    return list(PAYTABLES if IS_SLOW_RUN else found.values())


@pytest.mark.parametrize("width", [44, 60, 76, 80, 100])
@pytest.mark.parametrize("objective", ["class", *layouts()])
def test_nothing_is_cut_at_any_width(
    monkeypatch: pytest.MonkeyPatch, width: int, objective: str
) -> None:
    monkeypatch.setattr(render, "width", lambda: width)
    jackpot = "1000" if objective == "joker-poker-two-pair-20-10-6" else "800"
    for hand in (HAND, "Ah Ad As Jh Jc"):
        shown = run(hand, "--objective", objective, "--all").stdout
        assert max(map(len, shown.splitlines())) <= width
        assert "…" not in shown
        assert shown.count("►") == 1
        for words in ("royal", jackpot) if objective != "class" else ("flush",):
            assert words in shown


def test_a_narrow_terminal_has_a_row_for_every_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "width", lambda: 60)
    result = run("Ah Kh Qh Jh Jc", "--objective", "jacks-or-better-9-6")
    lines = [line.split() for line in result.stdout.splitlines()]
    assert ["royal", "flush", "800", "1", "0.02128", "17.02128"] in lines
    assert ["two", "pair", "2", "–", "–", "–"] in lines
    assert ["all", "47", "1", "18.53191"] in lines
    assert len(discards(result)) == 8


def test_a_narrow_showdown_shows_whole_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    options = ["--objective", "showdown", "--against", "class", "--samples", "100"]
    for width in (40, 60):
        monkeypatch.setattr(render, "width", lambda width=width: width)
        shown = run(HAND, *options).stdout
        assert max(map(len, shown.splitlines())) <= width
        assert "…" not in shown.replace(" … ", "")
        assert "equity 0.44000" in " ".join(shown.split())


def test_standard_input_that_is_not_text() -> None:
    result = CliRunner().invoke(main, ["discard", "-"], input=b"\xff\n")
    assert result.exit_code == 2
    assert result.stderr == "Error: standard input is not text: byte 0 is not UTF-8\n"


def test_a_low_game_is_analyzed() -> None:
    result = run("--game", "badugi", "4c 3d 2h Kh", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert (found["best"]["discard"], found["hand"]) == ("Kh", "4c 3d 2h Kh")
    expected = analyze("4c 3d 2h Kh", game="badugi").best()
    assert found["best"]["value"] == pytest.approx(expected.value)
    result = run("--game", "2-7", "7c 5d 3h 2s 2c")
    assert result.exit_code == 0 and "discard 2" in result.stdout


def test_a_low_game_refuses_what_is_not_for_it() -> None:
    for arguments in (
        ("--game", "2-7", HAND, "--objective", "class"),
        ("--game", "stud", HAND),
        ("--game", "badugi", HAND),
    ):
        result = run(*arguments)
        assert (result.exit_code, "Traceback" in result.output) == (2, False)


def test_at_which_payout_two_holds_have_the_same_value() -> None:
    arguments = ["Ad Kc Qh Jh 8s", "--objective", "JOB 9/6", "--top", "1"]
    result = run(*arguments, "--break-even", "Qh Jh", "Ad Kc Qh Jh")
    last = result.stdout.splitlines()[-1]
    assert last == "'Qh Jh' and 'Ad Kc Qh Jh' have the same value if royal_flush pays 789 bets"
    found = run(*arguments, "--break-even", "Qh Jh", "Ad Kc", "--line", "straight", "--json")
    table = analyze(arguments[0])
    payout = table.break_even("Qh Jh", "Ad Kc", "jacks-or-better-9-6", line="straight")
    assert json.loads(found.stdout)["break_even"] == {
        "holds": ["Qh Jh", "Ad Kc"],
        "line": "straight",
        "payout": None if payout is None else float(payout),
        "exact_payout": str(payout),
    }
    never = run(*arguments, "--break-even", "Qh Jh", "Ad Kc", "--line", "flush")
    assert "never have the same value, whatever flush pays" in never.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((HAND,), "--break-even is for paytables, found --objective class"),
        ((HAND, HAND, "--objective", "JOB 9/6"), "--break-even takes one hand, found 2"),
        ((HAND, "--objective", "JOB 9/6", "--line", "foo"), "unknown line 'foo' of 'jacks"),
        (("4c 3d 2h Kh", "--game", "badugi"), "--break-even is not for --game badugi"),
    ],
)
def test_break_even_needs_one_hand_and_a_paytable(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments, "--break-even", "9d Td", "9d")
    assert result.exit_code == 2
    assert result.stderr.startswith(f"Error: {message}")
