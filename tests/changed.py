"""Which tests concern what has changed, for `make check`: files for pytest, or names for cargo.

    python tests/changed.py [--rust] [SUBJECT …]

A file concerns the subjects that its path names: `rust/core/src/games/hearts/state.rs` concerns
hearts, and so does `tests/unit/test_hearts.py`. What names no subject concerns every game, and is
checked by the tests that all games share. Subjects can also be named.
"""

import re
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parent

#: What is checked whatever has changed.
SHARED = [TESTS / "unit" / f"test_{name}.py" for name in ("games", "registry", "package")]

#: Parity and whole documents take minutes: they are for `make test`.
QUICK = ("unit", "cli", "property")


def subjects() -> set[str]:
    """Name what tests are about: the words of their files and folders."""
    names = {path.stem.removeprefix("test_") for path in TESTS.rglob("test_*.py")}
    return names | {folder.name for folder in TESTS.rglob("*") if folder.is_dir()}


def changed() -> list[str]:
    """List the files that differ from the last commit, and those that are new."""
    commands = (
        ["git", "diff", "--name-only", "HEAD"],
        ["git", "ls-files", "--others", "--exclude-standard"],
    )
    return [
        line
        for command in commands
        for line in subprocess.run(
            command, cwd=TESTS.parent, capture_output=True, text=True, check=True
        ).stdout.splitlines()
    ]


def words(path: str) -> set[str]:
    """Give the words of a path."""
    return set(re.split(r"[/.\-]|test_", path))


def chosen(about: set[str]) -> list[Path]:
    """Give the quick tests about some subjects, and those that all games share."""
    tests = (path for folder in QUICK for path in sorted((TESTS / folder).rglob("test_*.py")))
    found = [path for path in tests if words(str(path.relative_to(TESTS))) & about]
    return list(dict.fromkeys([*SHARED, *found]))


def chosen_in_rust(about: set[str]) -> list[str]:
    """Give the options of cargo for the tests of the core about some subjects."""
    tests = TESTS.parent / "rust" / "core" / "tests"
    found = sorted(path.stem for path in tests.iterdir() if path.stem in about)
    return [f"--test={name}" for name in ("contract", *found)]


def main(arguments: list[str]) -> int:
    """Print what to run."""
    # Folders of tests are not subjects of their own, and neither is where every test lies.
    known = subjects() - {*QUICK, "parity", "docs", "data", "faults", "games"}
    named = {argument for argument in arguments if argument != "--rust"}
    if unknown := named - known:
        expected = ", ".join(sorted(known))
        print(f"unknown: {', '.join(sorted(unknown))}; known: {expected}", file=sys.stderr)
        return 2
    about = named or {word for path in changed() for word in words(path)} & known
    print(*(chosen_in_rust(about) if "--rust" in arguments else chosen(about)), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
