"""The page about adding a game, taken by its word: the game is added, built and played."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "extending" / "adding-a-game.md"

#: A file that is new, or a line of one that is there, and what comes there.
BLOCK = re.compile(
    r"^(?:New|In) `([^`]+)`(?:, after `([^`]+)`)?:\n\n```\w+\n(.*?)^```$", re.M | re.S
)

#: If more existing files have to change than this, adding a game is work in too many places.
MAX_FILES = 6

PLAY = r"""
import cardcore
from importlib.util import find_spec
from click.testing import CliRunner
from cardcore import arena, compare, nim
from cardcore.cli.app import main
from cardcore.environments import Batch

assert cardcore.games()[-2:] == ["nim", "ends"], cardcore.games()
game = cardcore.new("nim", seed=7, least=5, most=5)
for move in ("take 3", "take 1", "take 2"):
    assert not game.is_over
    game.play(move)
assert game.is_over and game.scores() == [-1, 1], game.scores()
assert cardcore.replay(game.record()) == game
given = nim.new(deal=11, seed=1)
assert cardcore.replay(given.record()) == given and given.record()["deal"] == 11
assert game.view(None).history == [(0, "take 3"), (1, "take 1"), (0, "take 2")]
assert isinstance(game.view(0), nim.View) and game.view(0).taken == 5 and not game.is_open
result = arena.run("nim", ["careful", "random"], games=1000, seed=1)
assert result.bots[0].mean > result.bots[1].mean, result
assert [report.check for report in compare.run("nim", cases=20)] == [
    "games in lockstep",
    "numbers",
]
batch = Batch("nim", 64, seed=1)
batch.step_random()
assert batch.observations.shape == (64, 4) and batch.masks.shape == (64, 3)


def run(*words, input=None):
    done = CliRunner().invoke(main, words, input=input)
    assert done.exit_code == 0, (words, done.output)
    return done.output


shown = run("play", "nim", "--least", "4", "--most", "4", "--seed", "1",
            input="help\nhint\ntake 3\n")
for expected in ("take 2 takes two sticks", "Try: take 3",
                 "At least 4 sticks are left", "left"):
    assert expected in shown, (expected, shown)
assert "careful" in run("arena", "nim", "--bots", "careful,random", "--games", "100")
assert "no difference" in run("parity", "nim", "--cases", "5")
assert "nim" in run("play", "--help") and "--least" in run("play", "nim", "--help")

from cardcore.serve import catalog

[described] = [one for one in catalog.describe() if one["game"] == "nim"]
assert described["table"] and described["title"] == "Nim"
assert described["about"][-1] == "The player who takes the last one loses."
assert {rule["name"]: rule["largest"] for rule in described["rules"]}["most"] == 100

if find_spec("pyspiel"):
    import pyspiel
    import cardcore.environments.openspiel

    state = pyspiel.load_game("cardcore_nim(least=1,most=4)").new_initial_state()
    assert [chance for _, chance in state.chance_outcomes()] == [0.25] * 4
    state.apply_action(2)
    state.apply_action(0)
    resampled = state.resample_from_infostate(1, lambda: 0.5)
    assert resampled.information_state_string(1) == state.information_state_string(1)
    state.apply_action(1)
    assert state.is_terminal() and state.returns() == [1.0, -1.0]

if find_spec("pettingzoo"):
    from cardcore.environments import pettingzoo

    environment = pettingzoo.env("nim")
    environment.reset(seed=1)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, info = environment.last()
        mask = None if terminated or truncated else observation["action_mask"]
        environment.step(None if mask is None else environment.action_space(agent).sample(mask))
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


def quickly(copy: Path) -> dict[str, str]:
    """Give the settings of cargo that build quickly.

    In a folder of its own: in a shared one, cargo would wait until `make test-rust` has built.
    """
    return {
        "CARGO_TARGET_DIR": str(copy / "target"),
        "CARGO_PROFILE_DEV_OPT_LEVEL": "0",
        "CARGO_PROFILE_DEV_DEBUG": "false",
        "CARGO_INCREMENTAL": "0",
        "PYO3_BUILD_EXTENSION_MODULE": "1",
    }


def sources() -> dict[str, bytes]:
    """Read everything that is built."""
    folders = [path for folder in ("rust", "python", "fuzz") for path in (ROOT / folder).rglob("*")]
    files = [ROOT / name for name in ("Cargo.toml", "Cargo.lock", "clippy.toml", "deno.json")]
    return {
        path.relative_to(ROOT).as_posix(): path.read_bytes()
        for path in [*folders, *files]
        if path.is_file() and path.suffix not in (".pyc", ".so")
    }


def write(files: dict[str, bytes], copy: Path) -> None:
    """Make a folder hold these files. What is the same stays untouched, so that cargo keeps it."""
    for path in copy.rglob("*"):
        name = path.relative_to(copy).as_posix()
        if path.is_file() and not name.startswith("target/") and name not in files:
            path.unlink()
    for name, content in files.items():
        path = copy / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)


def follow_the_page() -> Path:
    """Make a copy of the project, and do there what the page says; returns its folder."""
    files = sources()
    touched: set[str] = set()
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    for name, line, text in blocks:
        if not line:
            assert name not in files
            files[name] = text.encode()
            continue
        touched.add(name)
        lines = files[name].decode().split("\n")
        assert lines.count(line) == 1, (name, line)
        lines.insert(lines.index(line) + 1, text.rstrip("\n"))
        files[name] = "\n".join(lines).encode()
    assert 0 < len(touched) <= MAX_FILES, touched
    # What the page shows is all that it puts somewhere.
    assert PAGE.read_text(encoding="utf-8").count("\n```\n") == len(blocks)
    # Below the folder of what cargo builds, so that the next run builds less.
    copy = ROOT / "target" / "adding-a-game"
    write(files, copy)
    return copy


def test_the_page_touches_few_files_and_its_table_is_sound() -> None:
    copy = follow_the_page()
    page = "python/cardcore/serve/page"
    written = [f"{page}/tables/nim.js", *(f"{page}/strings/{code}/nim.js" for code in ("en", "de"))]
    if deno := shutil.which("deno", path=str(Path(sys.executable).parent)):
        quietly = {"DENO_DIR": str(copy / "target" / "deno"), "DENO_NO_UPDATE_CHECK": "1"}
        for command in (("fmt", "--check"), ("lint",), ("check",)):
            run(deno, *command, *written, folder=copy, **quietly)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo is not installed")
def test_the_page_adds_a_game_that_can_be_played() -> None:
    copy = follow_the_page()
    tests = ("cargo", "test", "--quiet", "-p", "cardcore", "--test", "nim")
    run(*tests, folder=copy, **quickly(copy))
    run("cargo", "build", "--quiet", "-p", "cardcore-py", folder=copy, **quickly(copy))
    built = next(
        path for path in (copy / "target" / "debug").glob("*_core.*") if path.suffix != ".d"
    )
    shutil.copy(built, copy / "python" / "cardcore" / "_core.abi3.so")
    run(sys.executable, "-c", PLAY, folder=copy, PYTHONPATH=str(copy / "python"))
