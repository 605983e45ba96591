"""The scripts in `.ci`: versions that agree, tools that are there, requirements of extras."""

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def script(name: str, folder: str = ".ci") -> Any:
    spec = spec_from_file_location(f"script_{name}", ROOT / folder / f"{name}.py")
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


def test_the_report_is_what_its_figures_say() -> None:
    report = script("report", "tests")
    kept = json.loads((ROOT / "tests" / "report.json").read_text(encoding="utf-8"))
    assert (ROOT / "tests" / "report.md").read_text(encoding="utf-8") == report.render(kept)


def test_a_part_that_is_hardly_tested_is_named() -> None:
    report = script("report", "tests")
    good, bad = {"statements": 1000, "reached": 990}, {"statements": 10, "reached": 5}
    assert {"serve", "environments"} <= set(report.parts())
    assert report.shortfalls({"cli": good}) == []
    assert report.shortfalls({"cli": good, "serve": bad}) == [
        "serve: 50.0 % of the statements reached, expected 85 %"
    ]
    assert report.shortfalls({"serve": bad})[1] == "all: 50.0 %, expected 95 %"


def test_every_crate_that_is_linked_comes_with_its_license() -> None:
    licenses = script("licenses")
    packages = licenses.linked()
    assert {"numpy", "pyo3", "rayon"} <= {package["name"] for package in packages}
    # What only builds the extension is not part of it.
    assert not {"pyo3-macros", "syn"} & {package["name"] for package in packages}
    written = licenses.report(packages)
    for package in packages:
        assert f"\n{package['name']} {package['version']} (" in written
        text = licenses.text_of(package)
        assert text is not None and text in written
