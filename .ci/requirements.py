"""List or install the requirements of an extra in pyproject.toml.

    python .ci/requirements.py              those of building and running
    python .ci/requirements.py dev docs     those of the extras
    python .ci/requirements.py --lowest     exactly the lowest versions that are allowed
    python .ci/requirements.py --install …  installs them instead

`pip install ".[dev]"` would build the package as well, which the Makefile does on its own, at
the same time.
"""

import argparse
import re
import subprocess
import sys
import tomllib
from pathlib import Path


def requirements(extras: list[str]) -> list[str]:
    """Return the requirements of some extras, or of building and running."""
    table = tomllib.loads(Path(__file__).parent.with_name("pyproject.toml").read_text("utf-8"))
    project = table["project"]
    if not extras:
        return [*table["build-system"]["requires"], *project["dependencies"]]
    known = project["optional-dependencies"]
    for extra in extras:
        if extra not in known:
            sys.exit(f"unknown extra {extra!r}, expected one of {', '.join(known)}")
    return [requirement for extra in extras for requirement in known[extra]]


def lowest(requirement: str) -> str:
    """Return a requirement for the lowest version that another one allows.

    >>> lowest("maturin>=1.9.4,<2"), lowest("ruff==0.17.4"), lowest("dask>=2024.8; os_name=='x'")
    ('maturin==1.9.4', 'ruff==0.17.4', "dask==2024.8; os_name=='x'")
    """
    return re.sub(r"^([\w.\[\]-]+)\s*>=\s*([\w.]+)[^;]*", r"\1==\2", requirement)


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("extras", nargs="*", help="names of extras; none for building and running")
    parser.add_argument("--lowest", action="store_true", help="the lowest versions allowed")
    parser.add_argument("--install", action="store_true", help="install them with pip")
    given = parser.parse_args()
    found = requirements(given.extras)
    if given.lowest:
        found = [lowest(requirement) for requirement in found]
    if not given.install:
        print(*found, sep="\n")
        return
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    sys.exit(subprocess.run([*pip, *found], check=False).returncode)


if __name__ == "__main__":
    main()
