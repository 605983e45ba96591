"""Check that the tools a build needs are there, and say what to do about each that is not.

With `--lint`, also those that check the Rust sources.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

_RUSTUP = "install Rust with rustup (https://rustup.rs)"


def _version(command: str) -> tuple[int, ...] | None:
    """Return the version that a command prints; ``None`` if it does not run."""
    try:
        printed = subprocess.run(
            [*command.split(), "--version"], capture_output=True, text=True, check=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        return None
    found = re.search(r"(\d+)\.(\d+)", printed)
    return (0,) if found is None else tuple(map(int, found.groups()))


def problems(*, lint: bool) -> list[str]:
    """Return one line for each tool that is missing or too old."""
    cargo = tomllib.loads(Path(__file__).parent.with_name("Cargo.toml").read_text("utf-8"))
    oldest = cargo["workspace"]["package"]["rust-version"]
    found = []
    if find_spec("venv") is None or find_spec("ensurepip") is None:
        found.append(f"{sys.executable} has no venv module: apt-get install python3-venv, or alike")
    for tool in ("cargo", "rustc"):
        version = _version(tool)
        if version is None:
            found.append(f"{tool} not found: {_RUSTUP}, version {oldest} or newer")
        elif version < tuple(map(int, oldest.split("."))):
            have = ".".join(map(str, version))
            found.append(f"{tool} {have} is too old: rustup update, {oldest} or newer is needed")
    for tool, component in (("cargo clippy", "clippy"), ("cargo fmt", "rustfmt")):
        if lint and shutil.which("cargo") and _version(tool) is None:
            found.append(f"{component} not found: rustup component add {component}")
    # On Windows rustc finds the linker of Visual Studio by itself.
    if sys.platform != "win32" and not any(map(shutil.which, ("cc", "gcc", "clang"))):
        found.append(
            "no C linker (cc) found: xcode-select --install"
            if sys.platform == "darwin"
            else "no C linker (cc) found: apt-get install gcc libc6-dev, or alike"
        )
    return found


if __name__ == "__main__":
    missing = problems(lint="--lint" in sys.argv[1:])
    print(*missing, sep="\n", end="\n" if missing else "", file=sys.stderr)
    sys.exit(bool(missing))
