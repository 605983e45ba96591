"""``cardcore learn``."""

from pathlib import Path

from click.testing import CliRunner

from cardcore.cli.app import main
from cardcore.hearts.learning import LearnedPolicy
from cardcore.president import learning as president_learning


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


def test_president_is_learned_by_a_preset(tmp_path: Path) -> None:
    given = ["learn", "president", "--directory", str(tmp_path), "--deals", "40", "--players", "3"]
    given += ["--preset", "basic"]
    result = CliRunner().invoke(main, given)
    assert result.exit_code == 0, result.output
    assert "a round against others while it explores" in " ".join(result.output.split())
    written = (tmp_path / "basic-3.safetensors").read_bytes()
    policy = president_learning.LearnedPolicy(written)
    assert (policy.preset, policy.players) == ("basic", 3)
    assert CliRunner().invoke(main, [*given, "--resume"]).exit_code == 0
    assert (tmp_path / "basic-3.safetensors").read_bytes() == written
    result = CliRunner().invoke(main, [*given, "--resume", "--seed", "2"])
    assert result.exit_code == 2
    expected = (
        "preset basic, 3 players, 40 deals, seed 1: expected preset basic, 3 players, 40 deals"
    )
    assert expected in " ".join(result.output.split())
