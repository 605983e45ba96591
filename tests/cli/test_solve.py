from click.testing import CliRunner

from cardcore.cli.app import main


def test_a_game_that_has_no_solver() -> None:
    assert CliRunner().invoke(main, ["solve"]).exit_code == 2
    unsolved = CliRunner().invoke(main, ["solve", "hearts"])
    assert unsolved.exit_code == 2
    assert "expected one of chopsticks, draw, ends, found 'hearts'\n" in unsolved.stderr
