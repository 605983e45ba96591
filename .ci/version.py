"""Check that the version is the same everywhere, and with a tag, that it is the tag's.

python .ci/version.py             the version in Cargo.toml, CITATION.cff and CHANGELOG.md
python .ci/version.py v0.2.0      the same, and that it is 0.2.0 with a date in the changelog
python .ci/version.py --notes     prints the changelog of that version, for a release
"""

import re
import sys
import tomllib
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent


def _read(name: str) -> str:
    return (_ROOT / name).read_text(encoding="utf-8")


def cargo_version() -> str:
    """Return the version of the packages."""
    version: str = tomllib.loads(_read("Cargo.toml"))["workspace"]["package"]["version"]
    return version


def newest_changes() -> tuple[str, str | None, str]:
    """Return the version, the date and the text of the newest section of the changelog."""
    section = re.search(
        r"^## (\S+)(?: \((\d{4}-\d\d-\d\d)\))?\n(.*?)(?=^## |\Z)",
        _read("CHANGELOG.md"),
        re.M | re.S,
    )
    if section is None:
        sys.exit("CHANGELOG.md: expected a section '## VERSION (YYYY-MM-DD)'")
    return section[1], section[2], section[3].strip()


def disagreements(tag: str | None = None) -> list[str]:
    """Return what does not agree with the version in Cargo.toml."""
    version = cargo_version()
    changes, date, _ = newest_changes()
    cited = re.search(r"^version: (\S+)$", _read("CITATION.cff"), re.M)
    found = []
    if tag is not None and tag != f"v{version}":
        found.append(f"the tag is {tag!r}, expected 'v{version}', the version in Cargo.toml")
    if changes != version:
        found.append(f"CHANGELOG.md begins with {changes!r}, expected {version!r}")
    if tag is not None and date is None:
        found.append(f"CHANGELOG.md has no date, expected '## {version} (YYYY-MM-DD)'")
    if cited is None or cited[1] != version:
        found.append(f"CITATION.cff has {cited and cited[1]!r}, expected {version!r}")
    return found


def main(arguments: list[str]) -> int:
    """Do what the command line says."""
    if arguments == ["--notes"]:
        print(newest_changes()[2])
        return 0
    wrong = disagreements(*arguments)
    print(*wrong, sep="\n", end="\n" if wrong else "", file=sys.stderr)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
