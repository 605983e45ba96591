"""Solve the games whose strategies come with the package: ``python -m bench.solutions deep short``.

``deep`` is for stacks that cover every bet, ``short`` for all smaller ones at the default stakes.
Both are made again byte by byte, on any number of threads.
"""

import sys
from pathlib import Path
from typing import Any

from cardcore import draw

FOLDER = Path(__file__).parent.parent / "rust/core/src/games/draw/equilibrium"

#: How the strategy for deep stacks is made.
DEEP: dict[str, Any] = {
    "iterations": 400,
    "hands": 202,
    "strengths": 100,
    "deals": 4_000_000,
    "seed": 1,
}

#: How those for short stacks are made.
SHORT: dict[str, Any] = {"iterations": 160, "hands": 52, "strengths": 26, "deals": 300_000}

#: What a hand costs at most by the default rules: stacks from here on are deep.
DEEP_STACK = 25


def deep() -> None:
    """Solve the game for deep stacks."""
    solved = draw.equilibrium(**DEEP)
    solved.save(FOLDER / "default.equilibrium")
    print(solved, solved.model)


def short() -> None:
    """Solve it for every stack with which a player can be all in, into one file."""
    files = bytearray()
    for stack in range(1, DEEP_STACK):
        solved = draw.equilibrium(stack=stack, **SHORT)
        path = FOLDER / f"{stack}.part"
        solved.save(path)
        content = path.read_bytes()
        path.unlink()
        files += len(content).to_bytes(4, "little") + content
        print(f"stack {stack}: {len(content):,} bytes, {solved.exploitability:.4f}", flush=True)
    (FOLDER / "short.equilibria").write_bytes(files)


if __name__ == "__main__":
    for name in sys.argv[1:] or ["deep", "short"]:
        {"deep": deep, "short": short}[name]()
