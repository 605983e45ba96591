"""The command from its first moment: interrupts, and streams that are closed or full."""

import json
import os
import random
import signal
import stat
import subprocess
import sys
import threading
import time
from functools import cache
from pathlib import Path

import pytest

from cardcore import ends
from tests.cases import cases

COMMAND = [sys.executable, "-m", "cardcore.cli"]

#: Interrupt the command at one of its imports.
INTERRUPTED = """
import os, signal, sys
from cardcore.cli.start import main

class Interrupter:
    left = int(sys.argv.pop(1))

    def find_spec(self, *_):
        self.left -= 1
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupter())
main()
"""

VERBS = [
    ["--help"],
    ["--version"],
    ["rank", "--help"],
    ["rank", "AsKsQsJsTs"],
    ["rank", "AsKsQsJsTs", "--json"],
    ["discard", "9dTd6cQc8h"],
    ["moves", "3d 3c"],
    ["solve", "ends", "3", "10"],
    ["arena", "ends", "--bots", "greedy,random", "--games", "2"],
    ["play", "ends", "--watch", "--delay", "0", "--count", "3"],
    ["parity", "ends", "--cases", "1"],
]

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and shells of POSIX")


def begin(command: list[str]) -> "subprocess.Popen[str]":
    """Start a program as a terminal does, even if these tests were started in the background."""
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def run(arguments: list[str], redirection: str) -> "subprocess.CompletedProcess[str]":
    """Run the command with streams as a shell sets them up."""
    return subprocess.run(
        ["sh", "-c", f'"$@" {redirection}', "sh", *COMMAND, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


@posix
def test_an_interrupt_of_any_import_is_one_line() -> None:
    ended = set()
    for place in (1, 2, 3, 5, 10, 20, 40, 80, 120, 160, 200, 240, 10_000):
        command = [sys.executable, "-c", INTERRUPTED, str(place), "rank", "AsKsQsJsTs"]
        with begin(command) as program:
            output, errors = program.communicate()
        ended.add((program.returncode, bool(output), errors))
    assert ended == {(130, False, "\ninterrupted\n"), (0, True, "")}


@posix
def test_an_interrupt_at_any_time_is_no_traceback() -> None:
    arguments = ["arena", "ends", "--bots", "greedy,random", "--games", "2"]
    began = time.monotonic()
    subprocess.run([*COMMAND, *arguments], capture_output=True, check=True)
    took = time.monotonic() - began
    statuses = set()
    delays = random.Random(1)
    for _ in range(cases(12, slow=200)):
        with begin([*COMMAND, *arguments]) as program:
            time.sleep(delays.uniform(0, took))
            program.send_signal(signal.SIGINT)
            _, errors = program.communicate()
        statuses.add(program.returncode)
        if program.returncode == 130:
            # Nothing is said before that can be loaded.
            assert errors in ("", "\ninterrupted\n")
        else:
            # The interpreter before it gets to the command, which Python alone could mend; or the
            # signal came too late.
            assert "cardcore/cli" not in errors
            assert program.returncode in (0, 1, -signal.SIGINT)
    assert 130 in statuses


@posix
def test_interrupts_that_are_ignored_stay_so() -> None:
    program = INTERRUPTED.replace("from", "signal.signal(signal.SIGINT, signal.SIG_IGN)\nfrom", 1)
    command = [sys.executable, "-c", program, "40", "rank", "AsKsQsJsTs"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "straight flush" in done.stdout


@posix
@pytest.mark.parametrize("arguments", VERBS, ids=" ".join)
def test_output_that_is_closed_or_full_is_one_line(arguments: list[str]) -> None:
    closed = run(arguments, ">&-")
    assert closed.returncode == 1
    assert closed.stderr == "Error: cannot write to standard output: it is closed\n"
    if Path("/dev/full").exists():
        full = run(arguments, ">/dev/full")
        assert full.returncode == 1
        assert full.stderr == "Error: cannot go on: No space left on device\n"


@posix
@pytest.mark.parametrize("redirection", [">&- 2>&-", ">/dev/full 2>/dev/full"])
def test_nothing_can_be_said_where_no_stream_takes_it(redirection: str) -> None:
    if redirection.startswith(">&-") or Path("/dev/full").exists():
        for arguments in VERBS[::3]:
            assert run(arguments, redirection).returncode == 1


@cache
def answer(*arguments: str) -> str:
    """Give what the command prints."""
    return run(list(arguments), "").stdout


@posix
@pytest.mark.parametrize("redirection", ["2>&-", "2>&- <&-", "2>/dev/full"])
def test_without_standard_error_the_answer_is_the_same(redirection: str) -> None:
    for arguments in (["--help"], ["rank", "AsKsQsJsTs"], ["solve", "ends", "3", "10"]):
        done = run(arguments, redirection)
        assert (done.returncode, done.stdout) == (0, answer(*arguments))
    refused = run(["rank", "Xs"], redirection)
    assert refused.returncode != 0
    assert refused.stdout == ""


@posix
def test_results_go_to_devices_and_streams() -> None:
    arguments = ["arena", "ends", "--bots", "greedy,random", "--games", "2", "--csv"]
    shown = run([*arguments, "/dev/stdout"], "")
    assert shown.returncode == 0
    assert shown.stdout.startswith("name,mean,")
    assert "scores better than" in shown.stdout
    nothing = run([*arguments, "/dev/null"], "")
    assert (nothing.returncode, "name,mean," in nothing.stdout) == (0, False)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


@posix
def test_a_pipe_gets_the_record_after_every_move(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_text()), daemon=True)
    reader.start()
    watched = ["play", "ends", "--watch", "--delay", "0", "--count", "3", "--record", str(pipe)]
    assert run(watched, "").returncode == 0
    reader.join()
    assert found[0].count('"format"') == 4
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@posix
@pytest.mark.parametrize(
    ("arguments", "redirection", "said"),
    [
        (["replay", "/dev/zero"], "", "'/dev/zero' is too long"),
        (["play", "--resume", "/dev/zero"], "", "'/dev/zero' is too long"),
        (["solve", "ends", "--file", "/dev/zero"], "", "'/dev/zero' is too long"),
        (["solve", "ends", "-"], "</dev/zero", "standard input is too long"),
        (["discard", "-"], "</dev/zero", "standard input is too long"),
    ],
)
def test_files_that_never_end_are_refused(
    arguments: list[str], redirection: str, said: str
) -> None:
    refused = run(arguments, redirection)
    assert refused.returncode == 2
    assert refused.stderr.startswith(f"Error: {said}: expected at most ")
    assert refused.stderr.count("\n") == 1


@posix
def test_a_record_can_come_through_a_pipe(tmp_path: Path) -> None:
    record = ends.new([3, 10]).record(["Ann", "Bob"])
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record))
    assert "to move: Ann" in run(["replay", "/dev/stdin"], f"<{path}").stdout
