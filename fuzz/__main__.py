"""Run the targets for some time: ``python -m fuzz [--seconds N] [TARGET …]``."""

import argparse
import sys
import time
from collections.abc import Callable

from hypothesis import HealthCheck, settings

from fuzz import api, files, moves

#: Examples between two looks at the clock.
ROUND = 50

TARGETS: dict[str, Callable[[], None]] = {
    "api": api.any_call,
    "methods": api.any_method,
    "moves": moves.hostile_texts,
    "records": files.damaged_record,
    "paytables": files.damaged_paytable,
}


def run(name: str, seconds: float) -> int:
    """Run one target and return the number of examples."""
    # Nothing is stored between runs: failures are printed, and every run starts from scratch.
    target = settings(
        max_examples=ROUND,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )(TARGETS[name])
    end = time.monotonic() + seconds
    examples = 0
    while time.monotonic() < end:
        target()
        examples += ROUND
    return examples


def main() -> int:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="for all targets together")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    arguments = parser.parse_args()
    if unknown := set(arguments.targets) - set(TARGETS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; there are {', '.join(TARGETS)}")
    names = arguments.targets or list(TARGETS)
    for name in names:
        begin = time.monotonic()
        examples = run(name, arguments.seconds / len(names))
        speed = examples / (time.monotonic() - begin)
        print(f"{name:<16} {examples:>10} inputs, {speed:>9.0f}/s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
