import json

import pytest
from click.testing import CliRunner

from cardcore.cli.app import main


def test_a_game_that_has_no_solver() -> None:
    assert CliRunner().invoke(main, ["solve"]).exit_code == 2
    unsolved = CliRunner().invoke(main, ["solve", "hearts"])
    assert unsolved.exit_code == 2
    assert "expected one of chopsticks, draw, ends, found 'hearts'\n" in unsolved.stderr


def test_games_with_multipliers_take_few_options() -> None:
    arguments = ["solve", "draw", "--objective"]
    result = CliRunner().invoke(main, [*arguments, "Ultimate X JOB 8/6", "--losses"])
    expected = "--objective ultimate-x-jacks-or-better-8-6: only --threads and --json are for it"
    assert (result.exit_code, result.stderr) == (2, f"Error: {expected}\n")
    result = CliRunner().invoke(main, [*arguments, "ultimate-x-nothing"])
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "--objective: unknown multiplier game 'ultimate-x-nothing'" in result.stderr


@pytest.mark.slow
def test_a_game_with_multipliers_is_solved() -> None:
    arguments = ["solve", "draw", "--objective", "ultimate-x-jacks-or-better-8-6"]
    shown = CliRunner().invoke(main, arguments).stdout
    assert shown.startswith("ultimate-x-jacks-or-better-8-6: return (RTP) 0.9857303793, exactly")
    found = json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)
    assert [state["multipliers"] for state in found["states"]] == [1, 2, 3, 4, 7, 10, 12]
    assert f"{found['mean_multiplier']:.6f} a line, 1 line" in shown
