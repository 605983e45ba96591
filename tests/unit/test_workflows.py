"""The workflows on GitHub and the release build: nothing in them changes without a commit here."""

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

pytestmark = pytest.mark.skipif(
    not (ROOT / ".git").exists(), reason="not in a clone of the repository"
)


def load(path: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return loaded


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in load(path)["jobs"].values() for step in job["steps"]]


def test_there_are_workflows() -> None:
    assert {"release", "tests"} <= {path.stem for path in WORKFLOWS}


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_is_pinned_by_its_commit_and_says_which_version_that_is(path: Path) -> None:
    lines = re.findall(r"\buses:\s*(.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(lines) == sum("uses" in step for step in steps(path)) > 0
    for line in lines:
        assert re.fullmatch(r"[\w.-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_no_checkout_leaves_the_token_behind(path: Path) -> None:
    for step in steps(path):
        if step.get("uses", "").startswith("actions/checkout@"):
            assert step["with"]["persist-credentials"] is False, step


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_permissions_are_minimal_and_every_job_has_a_time_limit(path: Path) -> None:
    workflow = load(path)
    assert workflow["permissions"] == {"contents": "read"}
    for name, job in workflow["jobs"].items():
        assert job["timeout-minutes"] <= 120
        if (path.stem, name) == ("release", "publish"):
            assert job["permissions"] == {"id-token": "write", "attestations": "write"}
        elif (path.stem, name) == ("release", "crate"):
            assert job["permissions"] == {"contents": "read", "id-token": "write"}
        elif (path.stem, name) == ("release", "announce"):
            assert job["permissions"] == {"contents": "write"}
        elif (path.stem, name) == ("docs", "deploy"):
            assert job["permissions"] == {"id-token": "write", "pages": "write"}
        else:
            assert "permissions" not in job


def test_every_package_is_built_before_any_is_published() -> None:
    jobs = load(ROOT / ".github" / "workflows" / "release.yml")["jobs"]
    building = {
        name
        for name, job in jobs.items()
        if any("upload-artifact@" in step.get("uses", "") for step in job["steps"])
    }
    assert {"linux", "others", "source"} == building
    assert set(jobs["publish"]["needs"]) == building
    for name in building:
        assert jobs[name]["needs"] == "version"
    assert {jobs[name]["needs"] for name in ("crate", "announce")} == {"publish"}


def test_releases_are_built_with_exact_versions() -> None:
    listed = (ROOT / ".ci" / "release.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^(\w+)==\d+\.\d+\.\d+(?:; .+)?$", listed, re.MULTILINE)
    assert pinned == ["maturin", "ziglang"]
    assert len(pinned) == sum(not line.startswith("#") for line in listed.splitlines())
    release = ROOT / ".github" / "workflows" / "release.yml"
    for path in (release, ROOT / "Makefile"):
        assert "--requirement .ci/release.txt" in path.read_text(encoding="utf-8")
    # Everything that is installed there comes from that list.
    for step in steps(release):
        for line in step.get("run", "").splitlines():
            assert "pip install" not in line or line.endswith("--requirement .ci/release.txt")
