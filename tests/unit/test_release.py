"""The scripts in `.ci`: versions that agree, tools that are there, requirements of extras."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def script(name: str) -> Any:
    spec = spec_from_file_location(f"ci_{name}", ROOT / ".ci" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_version_is_the_same_everywhere() -> None:
    version = script("version")
    assert version.disagreements() == []
    assert version.disagreements(f"v{version.cargo_version()}") == []


def test_a_tag_that_disagrees_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    version = script("version")
    assert version.main(["v9.9.9"]) == 1
    expected = f"the tag is 'v9.9.9', expected 'v{version.cargo_version()}'"
    assert expected in capsys.readouterr().err


def test_every_disagreement_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    version = script("version")
    for name in ("Cargo.toml", "CITATION.cff"):
        (tmp_path / name).write_text((ROOT / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\nNews.\n")
    monkeypatch.setattr(version, "_ROOT", tmp_path)
    found = version.disagreements(f"v{version.cargo_version()}")
    assert [line.partition(" ")[0] for line in found] == ["CHANGELOG.md", "CHANGELOG.md"]
    assert version.newest_changes()[2] == "News."


@pytest.mark.parametrize(
    ("missing", "remedy"),
    [
        ("cargo", "rustup.rs"),
        ("rustc", "rustup.rs"),
        ("cargo clippy", "rustup component add clippy"),
        ("cargo fmt", "rustup component add rustfmt"),
    ],
)
def test_a_missing_tool_has_a_remedy(
    missing: str, remedy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tools = script("tools")
    monkeypatch.setattr(tools, "_version", lambda tool: None if tool == missing else (99, 0))
    monkeypatch.setattr(tools.shutil, "which", lambda tool: f"/usr/bin/{tool}")
    [line] = tools.problems(lint=True)
    assert remedy in line


def test_old_tools_and_no_linker_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    tools = script("tools")
    monkeypatch.setattr(tools, "_version", lambda tool: (1, 85))
    monkeypatch.setattr(tools.shutil, "which", lambda tool: None)
    monkeypatch.setattr(sys, "platform", "linux")
    lines = tools.problems(lint=False)
    assert [line.partition(" ")[0] for line in lines] == ["cargo", "rustc", "no"]
    assert "1.85 is too old" in lines[0] and "apt-get install gcc" in lines[2]


def test_requirements_of_extras() -> None:
    requirements = script("requirements")
    assert "maturin==1.9.4" in map(requirements.lowest, requirements.requirements([]))
    assert requirements.requirements(["plot"]) == ["matplotlib>=3.7"]
    with pytest.raises(SystemExit, match="unknown extra 'nothing', expected one of plot"):
        requirements.requirements(["nothing"])
