"""``cardcore learn``."""

from pathlib import Path

from click.testing import CliRunner

from cardcore.cli.app import main
from cardcore.hearts.learning import LearnedPolicy


def learn(directory: Path, *arguments: str) -> tuple[int, str]:
    """Learn a little, into a directory."""
    given = ["learn", "hearts", "--directory", str(directory), "--deals", "40", *arguments]
    result = CliRunner().invoke(main, given)
    return result.exit_code, result.output


def test_weights_and_a_checkpoint_are_written(tmp_path: Path) -> None:
    code, output = learn(tmp_path, "--players", "3")
    assert code == 0, output
    assert "policy with critic: 40 deals" in output
    assert LearnedPolicy((tmp_path / "policy-3.safetensors").read_bytes()).players == 3
    before = (tmp_path / "value-3.safetensors").read_bytes()
    code, output = learn(tmp_path, "--players", "3", "--resume")
    assert code == 0, output
    assert (tmp_path / "value-3.safetensors").read_bytes() == before


def test_another_checkpoint_is_not_resumed(tmp_path: Path) -> None:
    assert learn(tmp_path)[0] == 0
    code, output = learn(tmp_path, "--resume", "--seed", "2")
    assert code == 2
    assert "seed 1: expected 4 players, 40 deals, seed 2" in " ".join(output.split())


def test_there_must_be_a_checkpoint_to_resume(tmp_path: Path) -> None:
    code, output = learn(tmp_path, "--resume")
    assert code == 2
    assert "cannot read" in output
