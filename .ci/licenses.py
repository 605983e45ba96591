"""Write the licenses of the Rust crates that are linked into the extension, for the wheel.

    python .ci/licenses.py      writes LICENSE-THIRD-PARTY.txt

They come from the sources that Cargo has downloaded, so the file is made when a wheel or a source
distribution is, and not stored. `license-files` in pyproject.toml puts it beside our own license.
"""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parent.parent

#: A crate may be used under any one of its licenses; this is the order of preference.
_PREFERRED = (
    "LICENSE-MIT*",
    "license-mit*",
    "LICENSE[-_.]MIT*",
    "LICENSE",
    "LICENSE.*",
    "LICENSE*",
    "COPYING*",
)


def _cargo(*arguments: str) -> str:
    command = ["cargo", *arguments, "--locked"]
    return subprocess.run(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout


def linked() -> list[dict[str, Any]]:
    """Return the packages of others that the extension is linked from, on any platform."""
    options = ("--prefix=none", "--target=all", "--format={p}")
    tree = _cargo("tree", "--package=cardcore-py", "--edges=normal,no-proc-macro", *options)
    names = {(name, version) for name, version in re.findall(r"^(\S+) v(\S+)", tree, re.M)}
    packages = json.loads(_cargo("metadata", "--format-version=1"))["packages"]
    return sorted(
        (
            package
            for package in packages
            if (package["name"], package["version"]) in names and package["source"] is not None
        ),
        key=lambda package: (package["name"], package["version"]),
    )


def text_of(package: dict[str, Any]) -> str | None:
    """Return the license that comes with a package; ``None`` if there is none."""
    folder = Path(package["manifest_path"]).parent
    for pattern in _PREFERRED:
        for path in sorted(folder.glob(pattern)):
            if path.is_file():
                return path.read_text(encoding="utf-8").strip()
    return None


def report(packages: list[dict[str, Any]]) -> str:
    """Write every license once, after the packages that it is of."""
    by_text: dict[str, list[str]] = {}
    for package in packages:
        named = f"{package['name']} {package['version']} ({package['license']})"
        text = text_of(package) or f"No text comes with it; see {package['repository']}."
        by_text.setdefault(text, []).append(named)
    parts = ["The extension module of cardcore is linked from these crates."]
    for text, names in by_text.items():
        parts.append("\n".join([*names, "", text]))
    return f"\n\n{'-' * 80}\n\n".join(parts) + "\n"


def main() -> None:
    """Write the file."""
    packages = linked()
    (_ROOT / "LICENSE-THIRD-PARTY.txt").write_text(report(packages), encoding="utf-8")
    missing = [package["name"] for package in packages if text_of(package) is None]
    if missing:
        print(f"no license text comes with {', '.join(missing)}", file=sys.stderr)


if __name__ == "__main__":
    main()
