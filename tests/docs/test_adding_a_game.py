"""The page about adding a game, taken by its word: the game is added, built and played."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"

#: A file that is new, or a line of one that is there, and what comes there.
BLOCK = re.compile(
    r"^(?:New|In) `([^`]+)`(?:, after `([^`]+)`)?:\n\n```\w+\n(.*?)^```$", re.M | re.S
)

#: More than the page promises, and adding a game is work in too many places.
MOST_FILES = 5

PLAY = r"""
import cardcore
from click.testing import CliRunner
from cardcore import arena, compare, nim
from cardcore.cli.app import main

assert cardcore.games()[-2:] == ["nim", "ends"], cardcore.games()
game = cardcore.new("nim", seed=7, least=5, most=5)
for move in ("take 3", "take 1", "take 2"):
    assert not game.is_over
    game.play(move)
assert game.is_over and game.scores() == [-1, 1], game.scores()
assert cardcore.replay(game.record()) == game
assert game.view(None).history == [(0, "take 3"), (1, "take 1"), (0, "take 2")]
assert isinstance(game.view(0), nim.View) and game.view(0).taken == 5 and not game.is_open
result = arena.run("nim", ["careful", "random"], games=1000, seed=1)
assert result.bots[0].mean > result.bots[1].mean, result
assert [report.check for report in compare.run("nim", cases=20)] == ["games in lockstep"]


def run(*words, input=None):
    done = CliRunner().invoke(main, words, input=input)
    assert done.exit_code == 0, (words, done.output)
    return done.output


shown = run("play", "nim", "--least", "4", "--most", "4", "--seed", "1",
            input="help\nhint\ntake 3\n")
for expected in ("take 2 takes two sticks", "careful would play: take 3",
                 "4 sticks at least are left", "left", "careful"):
    assert expected in shown, (expected, shown)
assert "careful" in run("arena", "nim", "--bots", "careful,random", "--games", "100")
assert "no difference" in run("parity", "nim", "--cases", "5")
assert "nim" in run("play", "--help") and "--least" in run("play", "nim", "--help")
"""


def run(*command: str, folder: Path, **environment: str) -> str:
    """Run a command that has to succeed."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo is not installed")
def test_the_page_adds_a_game_that_can_be_played() -> None:
    # Below the folder of what cargo builds, so that the next run builds less.
    copy = ROOT / "target" / "adding-a-game"
    for folder in ("rust", "python", "fuzz"):
        shutil.rmtree(copy / folder, ignore_errors=True)
        unwanted = shutil.ignore_patterns("__pycache__", "*.so")
        shutil.copytree(ROOT / folder, copy / folder, symlinks=True, ignore=unwanted)
    for name in ("Cargo.toml", "Cargo.lock", "clippy.toml"):
        shutil.copy(ROOT / name, copy / name)

    touched: set[str] = set()
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    for name, line, text in blocks:
        path = copy / name
        if not line:
            assert not path.exists(), name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            continue
        touched.add(name)
        lines = path.read_text(encoding="utf-8").split("\n")
        assert lines.count(line) == 1, (name, line)
        lines.insert(lines.index(line) + 1, text.rstrip("\n"))
        path.write_text("\n".join(lines), encoding="utf-8")
    assert 0 < len(touched) <= MOST_FILES, touched
    # What the page shows is all that it puts somewhere.
    assert PAGE.read_text(encoding="utf-8").count("\n```\n") == len(blocks)

    quickly = {
        "CARGO_TARGET_DIR": str(copy / "target"),
        "CARGO_PROFILE_DEV_OPT_LEVEL": "0",
        "CARGO_PROFILE_DEV_DEBUG": "false",
        "PYO3_BUILD_EXTENSION_MODULE": "1",
    }
    tests = ("cargo", "test", "--quiet", "-p", "cardcore", "--test", "nim")
    run(*tests, folder=copy, **quickly)
    run("cargo", "build", "--quiet", "-p", "cardcore-py", folder=copy, **quickly)
    built = next(
        path for path in (copy / "target" / "debug").glob("*_core.*") if path.suffix != ".d"
    )
    shutil.copy(built, copy / "python" / "cardcore" / "_core.abi3.so")
    run(sys.executable, "-c", PLAY, folder=copy, PYTHONPATH=str(copy / "python"))
