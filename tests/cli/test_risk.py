import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from cardcore import discard
from cardcore.cli.app import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["risk", *arguments])


def test_what_a_bankroll_risks() -> None:
    result = run("deuces-wild-full-pay", "--bankroll", "500", "--hands", "300", "--ruin", "0.1")
    assert result.exit_code == 0
    risk = discard.risk("deuces-wild-full-pay")
    words = " ".join(result.stdout.split())
    assert f"500 bets (2,500 coins), indefinite play {risk.ruin(500).value:.8f} ±" in words
    assert f"within 300 hands {risk.ruin(500, hands=300).value:.8f} ±" in words
    assert f"bankroll for a risk of 0.1, indefinite play {risk.bankroll(0.1):,} bets" in words
    assert f"ahead after 300 hands {risk.outlook(300).ahead.value:.8f} ±" in words


def test_a_session_with_a_goal_and_a_stop_loss() -> None:
    arguments = ["--bankroll", "100", "--goal", "50", "--stop-loss", "80", "--hours", "0.5"]
    words = " ".join(run(*arguments, "--hands-per-hour", "800").stdout.split())
    session = discard.risk("jacks-or-better-9-6").session(100, goal=50, stop_loss=80, hands=400)
    assert "within 400 hands" in words
    assert f"stop, 50 bets ahead {session.goal:.8f}" in words
    assert f"stop, 80 bets behind {session.stopped:.8f}" in words
    assert f"play to the end {session.playing:.8f}" in words
    assert f"mean length {session.hands:,.1f} plays" in words
    found = json.loads(run("--goal", "20", "--hands", "50", "--json").stdout)["session"]
    expected = discard.risk("jacks-or-better-9-6").session(1000, goal=20, hands=50)
    assert (found["goal"], found["playing"]) == (expected.goal, expected.playing)


def test_a_game_that_does_not_pay() -> None:
    words = " ".join(run("--hands", "10").stdout.split())
    assert "indefinite play 1.00000000" in words
    assert "no bankroll is enough: the return is not above 1" in words


def test_more_hands_than_ruin_is_counted_for() -> None:
    result = run("--hands", "20001", "--json")
    found = json.loads(result.stdout)
    assert found["ruin_within_hands"] is None
    assert 0 < found["ahead"]["chance"] < 1
    assert found["ahead"]["error"] < 1e-9


def test_json_is_what_python_gives() -> None:
    found = json.loads(run("--bankroll", "50", "--hands", "80", "--json").stdout)
    risk = discard.risk("jacks-or-better-9-6")
    assert found["exact_return"] == str(risk.mean)
    assert found["exact_variance"] == str(risk.variance)
    assert found["ruin_within_hands"]["chance"] == risk.ruin(50, hands=80).value
    assert found["behind"]["chance"] == risk.outlook(80).behind.value
    assert found["bankroll_for_wanted_ruin"] is None


@pytest.mark.parametrize("name", ["runs.png", "runs.svg"])
def test_a_plot_of_simulated_runs(name: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / name
    assert run("--hands", "50", "--runs", "3", "--plot", str(path)).exit_code == 0
    content = path.read_bytes()
    assert content.startswith(b"\x89PNG" if name.endswith("png") else b"<?xml")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--bankroll", "0"], "expected a whole number, 1 to 1,000,000,000, found '0'"),
        (["--ruin", "1"], "expected a chance above 0 and below 1, found '1'"),
        (["--ruin", "nan"], "expected a chance above 0 and below 1, found 'nan'"),
        (["--ruin", "much"], "expected a chance above 0 and below 1, found 'much'"),
        (["pattern"], "unknown name 'pattern'"),
        (
            ["--stop-loss", "9", "--bankroll", "5"],
            "stop_loss: expected a whole number from 1 to 5, found 9",
        ),
        (["--hours", "5000"], "--hours: expected at most 1,000,000 hands, found 3,000,000"),
        (["--plot", "runs.gif"], "expected a file that ends in .png or .svg, found 'runs.gif'"),
        (["--plot", "/no/such/runs.png"], "cannot write '/no/such/runs.png'"),
    ],
)
def test_bad_input_is_one_clear_line(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_the_kelly_bet_of_a_game_that_pays() -> None:
    words = " ".join(run("deuces-wild-full-pay", "--hands", "10").stdout.split())
    kelly = discard.risk("deuces-wild-full-pay").kelly()
    assert f"{kelly.fraction:.4%} of the bankroll, one play in {kelly.bankroll:,.0f}" in words
    assert "Kelly" not in run("--hands", "10").stdout
    found = json.loads(run("--hands", "10", "--json").stdout)["kelly"]
    assert found == {"fraction": 0.0, "growth": 0.0}
