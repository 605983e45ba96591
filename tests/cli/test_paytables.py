"""``cardcore paytables``, and paytables with wild cards wherever one can be named."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardcore import discard
from cardcore.cli.app import main

JOKER = "joker-poker-kings-20-7-5"

ONE_EYED = {
    "name": "one-eyed",
    "wild": ["Jh", "Js"],
    "payouts": {
        "three_of_a_kind": 1,
        "straight": 2,
        "flush": 3,
        "full_house": 4,
        "four_of_a_kind": 8,
        "straight_flush": 20,
        "five_of_a_kind": 40,
        "royal_flush": 100,
    },
}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments])


def test_all_are_listed_with_their_returns() -> None:
    found = json.loads(run("paytables", "--json").stdout)
    assert [one["paytable"] for one in found] == list(discard.PAYTABLES)
    for one in found:
        for name in ("return", "variance", "hit_frequency"):
            assert float(Fraction(one[f"exact_{name}"])) == one[name]
    returns = {one["paytable"]: round(one["return"], 7) for one in found}
    assert returns["jacks-or-better-9-6"] == 0.9954390
    assert returns["deuces-wild-full-pay"] == 1.0076196
    assert found[-1]["wild"] == ["2c", "2d", "2h", "2s"]
    assert found[-1]["jokers"] == 1


def test_some_are_listed_for_people(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(ONE_EYED))
    result = run("paytables", "deuces-and-joker", "bonus-8-5", str(path), "--threads", "1")
    assert result.exit_code == 0
    rows = [line.split() for line in result.stdout.splitlines()]
    assert [
        "bonus-8-5",
        "–",
        "0.9916597",
        "20.9041",
        "45.51%",
        "1647248502503/1661102543100",
    ] in rows
    assert rows[3][:5] == ["deuces-and-joker", "all", "2,", "joker", "0.9906754"]
    assert rows[5][:3] == ["one-eyed", "Jh", "Js"]


def test_a_narrow_terminal_leaves_the_fractions_out(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardcore.cli import render

    monkeypatch.setattr(render, "width", lambda: 80)
    shown = run("paytables", JOKER).stdout
    assert "1.0064630" in shown
    assert "exactly" not in shown


def test_unknown_names_are_one_line() -> None:
    result = run("paytables", "deuces")
    assert result.exit_code == 2
    assert "paytable: unknown name 'deuces', expected one of jacks-or-better-9-6" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_joker_is_a_star() -> None:
    result = run("discard", "Jk As Ks 9d 4c", "--objective", JOKER, "--top", "1")
    lines = result.stdout.splitlines()
    assert lines[0] == f"★ A♠ K♠ 9♦ 4♣  {JOKER}"
    assert lines[1] == "hold ★ A♠ K♠, discard 9♦ 4♣: 1.95301 bets"
    assert "1128 1.95301" in result.stdout
    assert run("discard", "★AsKs9d4c", "--objective", JOKER, "--top", "1").stdout == result.stdout


def test_json_has_the_lines_of_the_game() -> None:
    found = json.loads(run("discard", "Jk As Ks 9d 4c", "--objective", JOKER, "--json").stdout)
    assert found["best"]["keep"] == "Jk As Ks"
    names = [line["name"] for line in found["lines"]]
    for row in found["rows"]:
        assert list(row["outcomes"]) == names
        assert sum(row["outcomes"].values()) == row["draws"]
        paid = sum(
            Fraction(line["exact_worth"]) * row["outcomes"][line["name"]] for line in found["lines"]
        )
        assert str(paid / row["draws"]) == row["exact"]


def test_hands_of_standard_input_may_hold_the_joker() -> None:
    result = CliRunner().invoke(
        main, ["discard", "-", "--objective", JOKER, "--top", "1"], input="Jk As Ks 9d 4c\nJk Jk\n"
    )
    assert result.exit_code == 2
    assert "hold ★ A♠ K♠" in result.stdout
    assert "line 2: card 2 of 2, 'Jk': duplicate of card 1" in result.stderr


@pytest.mark.parametrize("objective", ["class", "bonus-8-5", "deuces-wild-loose", "showdown"])
def test_a_joker_that_is_not_there_is_one_line(objective: str) -> None:
    result = run("discard", "Jk As Ks 9d 4c", "--objective", objective)
    assert result.exit_code == 2
    assert result.stderr == "Error: card 1 of 5, 'Jk': there is no joker in this deck\n"


def test_any_wild_cards_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(ONE_EYED))
    result = run("discard", "Jh Js 9d 4c 4s", "--objective", str(path), "--top", "1")
    assert result.stdout.splitlines()[0] == "J♥ J♠ 9♦ 4♣ 4♠  one-eyed"
    path.write_text(json.dumps({**ONE_EYED, "jokers": 54}))
    result = run("discard", "Jh Js 9d 4c 4s", "--objective", str(path))
    assert result.exit_code == 2
    message = f"Error: '{path}': paytable 'one-eyed': jokers: expected 0 or 1, found 54\n"
    assert result.stderr == message


def test_whole_games() -> None:
    shown = run("solve", "draw", "--objective", "deuces-wild-full-pay", "--hands", "10").stdout
    assert "exactly 32187682693/31944279675, over 2,598,960 hands (102,359 up to suit" in shown
    assert "variance 25.8346 a hand, 45.32% of hands win" in shown
    assert "variance 5.4095 per bet of 10 hands at once" in shown
    assert ["natural", "royal", "800", "0.00002208", "45,281.93", "0.01767", "1.75%"] in [
        line.split() for line in shown.splitlines()
    ]


def test_break_even() -> None:
    shown = run("solve", "draw", "--break-even", "royal_flush").stdout
    assert "a return of 1 if royal_flush pays 975.9932, exactly 45110169982/46219759" in shown
    arguments = ("--objective", JOKER, "--break-even", "royal flush", "--hands", "3", "--json")
    found = json.loads(run("solve", "draw", *arguments).stdout)
    assert found["break_even"]["exact_payout"] == "1486035718/2898555"
    assert found["multi_hand"]["hands"] == 3
    variance = discard.solve(JOKER).multi_hand_variance(3)
    assert found["multi_hand"]["exact_variance"] == str(variance)
    assert list(found["classes"]) == list(found["outcomes"])
    for wrong in (["--break-even", "royal"], ["--objective", "class", "--break-even", "flush"]):
        result = run("solve", "draw", *wrong)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1


def test_a_payout_can_be_changed_by_name() -> None:
    """The meter of a progressive, in any command that takes a paytable."""
    spec = "JOB 9/6:royal_flush=976, straight flush=50.5"
    name = "jacks-or-better-9-6:royal_flush=976, straight flush=50.5"
    found = json.loads(run("paytables", spec, "--json").stdout)[0]
    changed = discard.Paytable("jacks-or-better-9-6").with_payouts(
        {"royal_flush": 976, "straight flush": "50.5"}
    )
    assert found["paytable"] == name
    assert found["exact_return"] == str(discard.solve(changed).exact)
    risk = json.loads(run("risk", spec, "--hands", "10", "--json").stdout)
    assert risk["exact_return"] == found["exact_return"]
    best = json.loads(run("discard", "As Ks Qs Js 9s", "--objective", spec, "--json").stdout)[
        "best"
    ]
    # The ten of spades, 7 other spades, 3 other tens, and 12 jacks to aces.
    assert best["value"] == pytest.approx((976 + 7 * 6 + 3 * 4 + 12 * 1) / 47)
    deuces = run("solve", "draw", "--objective", "fpdw:four_deuces=400")
    assert deuces.stdout.startswith("deuces-wild-full-pay:four_deuces=400: return (RTP)")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("bonus-8-5:royal=900", "paytable: unknown line 'royal' of 'bonus-8-5', expected one of"),
        ("bonus-8-5:royal_flush", "expected LINE=PAYOUT, such as royal_flush=976, found"),
        ("bonus-8-5:royal_flush=", "expected LINE=PAYOUT, such as royal_flush=976, found"),
        ("bonus-8-5:flush=7,flush=8", "paytable: the payout of 'flush' is given twice"),
        ("bonus-8-5:flush=-1", "class 'flush': expected a number of 0 or more, found '-1'"),
        ("bonus-8-55:flush=1", "unknown name 'bonus-8-55', expected one of"),
        ("jakcs 8/6", "; did you mean 'jacks-or-better-8-6'?"),
    ],
)
def test_changes_that_make_no_sense_are_one_line(spec: str, message: str) -> None:
    result = run("paytables", spec)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert message in result.stderr


def test_other_objectives_have_no_payouts() -> None:
    result = run("discard", "As Ks Qs Js 9s", "--objective", "class:flush=3")
    assert result.stderr == "Error: --objective: 'class' has no payouts, found 'flush=3'\n"
