"""``cardcore serve`` as it is typed."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serve.serving import Served
from tests.serve.test_server import begin


def run(*arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    """Run the command until it ends by itself."""
    command = ["-c", code, "serve", *arguments] if code else ["-m", "cardcore", "serve", *arguments]
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_server_says_where_it_is_and_ends_when_it_is_told(tmp_path: Path, number: int) -> None:
    data = tmp_path / "rooms"
    server = subprocess.Popen(
        [sys.executable, "-m", "cardcore", "serve", "--port", "0", "--data", str(data)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    first, second = server.stdout.readline(), server.stdout.readline()
    opened = r"Open http://127\.0\.0\.1:\d+/ in your browser\. Press Ctrl-C to stop the server\.\n"
    assert re.fullmatch(opened, first)
    assert second == f"Rooms are stored in {data}.\n"
    # Somebody is there, and a game under way.
    host, _, port = first.split("//")[1].split("/")[0].partition(":")
    with socket.create_connection((host, int(port))):
        server.send_signal(number)
        out, said = server.communicate()
    assert (out, said, server.returncode) == ("\nThe server has stopped.\n", "", 0)


def test_a_game_under_way_does_not_keep_the_server_from_ending(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms") as served:
        ann, _ = begin(served, "draw", pace=5000)
        with ann:
            ann.move()
            assert served.stop() == ""
            assert served.process.returncode == 0


def test_a_port_in_use_is_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended = run("--port", port, "--data", str(tmp_path / "rooms"))
    assert ended.returncode == 2
    expected = f"Error: cannot listen on 127.0.0.1, port {port}: "
    assert ended.stderr.startswith(expected) and ended.stderr.count("\n") == 1


def test_a_file_in_use_is_one_line(tmp_path: Path) -> None:
    with Served(tmp_path / "rooms"):
        ended = run("--port", "0", "--data", str(tmp_path / "rooms"))
    assert ended.returncode == 2
    assert ended.stderr == f"Error: '{tmp_path / 'rooms'}': another server uses this file\n"


def test_a_folder_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    ended = run("--port", "0", "--data", str(tmp_path / "none" / "rooms"))
    assert ended.returncode == 2
    assert ended.stderr.startswith("Error: ") and ended.stderr.count("\n") == 1


@pytest.mark.parametrize("missing", ["starlette", "uvicorn", "websockets"])
def test_a_missing_extra_is_one_clear_line(missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None\nfrom cardcore.cli.start import main\nmain()"
    )
    ended = run(code=code)
    assert ended.returncode == 2
    assert ended.stderr == f'Error: serve needs {missing}: pip install "cardcore[serve]"\n'


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other signals")
def test_listening_to_the_network_says_what_that_means(tmp_path: Path) -> None:
    data = str(tmp_path / "rooms")
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "cardcore",
            "serve",
            "--host",
            "0.0.0.0",
            "--port",
            "0",
            "--data",
            data,
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "200"},
    )
    assert server.stdout is not None
    assert "http://localhost:" in server.stdout.readline()
    server.stdout.readline()
    server.terminate()
    _, said = server.communicate()
    assert "Anyone who reaches this computer" in said and "nothing is encrypted" in said


def test_rooms_are_kept_in_the_users_own_folder(state_folder: Path) -> None:
    if sys.platform == "win32":
        pytest.skip("Windows has other signals")
    server = subprocess.Popen(
        [sys.executable, "-m", "cardcore", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert server.stdout is not None
    server.stdout.readline()
    assert str(state_folder / "rooms.sqlite3") in server.stdout.readline()
    server.terminate()
    server.communicate()
    assert (state_folder / "rooms.sqlite3").exists()
