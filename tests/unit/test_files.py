"""What becomes of the files that people name, whatever they are and whatever happens."""

import os
import signal
import stat
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cardcore.cli import files
from cardcore.cli.files import check_writable, read_input, read_text, write_bytes, write_text
from cardcore.errors import ParseError

posix = pytest.mark.skipif(sys.platform == "win32", reason="modes, links and pipes of POSIX")
root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away"
)

#: Write a file, but die or wait before one of the calls on the way.
STOPPED = """
import os, signal, sys
from pathlib import Path
from cardcore.cli.files import write_text

call, manner, path = sys.argv[1:]
owner = {"fsync": os, "replace": Path}[call]
original = getattr(owner, call)

def stop(*arguments):
    if manner == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    print("ready", flush=True)
    sys.stdin.readline()
    return original(*arguments)

setattr(owner, call, stop)
write_text(Path(path), "new" * 100_000)
"""

#: Write a file as somebody else, if that is allowed.
AS_ANOTHER = """
import os, sys
from pathlib import Path
from cardcore.cli.files import check_writable, write_text

os.setgid(54321)
os.setuid(12345)
try:
    check_writable(Path(sys.argv[1]))
    write_text(Path(sys.argv[1]), "new")
except ValueError as error:
    print(error)
"""


def stopped(call: str, manner: str, path: Path) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", STOPPED, call, manner, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def shared() -> Iterator[Path]:
    """Make a folder that everybody may use."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        path.chmod(0o777)
        yield path


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@contextmanager
def umask(mask: int) -> Iterator[None]:
    former = os.umask(mask)
    try:
        yield
    finally:
        os.umask(former)


@contextmanager
def reader(path: Path) -> Iterator[Callable[[], bytes]]:
    """Read a pipe to its end on another thread; what was read is there once it has ended."""
    found: list[bytes] = []
    thread = threading.Thread(target=lambda: found.append(path.read_bytes()), daemon=True)
    thread.start()

    def ended() -> bytes:
        thread.join()
        return found[0]

    yield ended


def close_pipes() -> None:
    while files._pipes:
        os.close(files._pipes.popitem()[1])


@posix
def test_new_files_have_the_usual_mode(tmp_path: Path) -> None:
    for mask in (0o022, 0o077):
        path = tmp_path / f"{mask:o}"
        with umask(mask):
            write_text(path, "new")
        assert mode(path) == 0o666 & ~mask
    assert names(tmp_path) == ["22", "77"]


@posix
@pytest.mark.parametrize("kept", [0o600, 0o640, 0o666, 0o755])
def test_files_keep_their_mode(kept: int, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(kept)
    check_writable(path)
    assert path.read_text() == "old"
    write_text(path, "new")
    assert (path.read_text(), mode(path)) == ("new", kept)


@root
def test_files_keep_their_owner(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    os.chown(path, 12345, 54321)
    path.chmod(0o640)
    write_text(path, "new")
    status = path.stat()
    assert (status.st_uid, status.st_gid, mode(path)) == (12345, 54321, 0o640)


@root
@pytest.mark.parametrize(
    ("owner", "kept", "said"),
    [(0, 0o666, ""), (12345, 0o400, "Permission denied"), (0, 0o644, "Permission denied")],
)
def test_files_of_others_keep_their_owner_and_protection(
    owner: int, kept: int, said: str, shared: Path
) -> None:
    path = shared / "file"
    path.write_text("old and long")
    os.chown(path, owner, 0)
    path.chmod(kept)
    command = [sys.executable, "-c", AS_ANOTHER, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == (f"cannot write '{path}': {said}\n" if said else "")
    assert path.read_text() == ("old and long" if said else "new")
    assert (path.stat().st_uid, mode(path), names(shared)) == (owner, kept, ["file"])


@posix
@pytest.mark.parametrize("exists", [True, False])
def test_links_are_followed_and_stay(exists: bool, tmp_path: Path) -> None:
    target = tmp_path / "elsewhere" / "target"
    target.parent.mkdir()
    if exists:
        target.write_text("old")
    first, second = tmp_path / "first", tmp_path / "second"
    first.symlink_to("second")
    second.symlink_to("elsewhere/target")
    check_writable(first)
    assert target.exists() == exists
    write_text(first, "new")
    assert (first.readlink(), second.readlink()) == (Path("second"), Path("elsewhere/target"))
    assert (target.is_symlink(), target.read_text()) == (False, "new")
    assert names(target.parent) == ["target"]


@posix
def test_links_that_lead_nowhere_are_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "nowhere").symlink_to("no folder/target")
    for name, reason in (("loop", "Too many levels"), ("nowhere", "No such file")):
        for write in (check_writable, lambda path: write_text(path, "new")):
            with pytest.raises(ParseError, match=f"cannot write '.*{name}': {reason}"):
                write(tmp_path / name)
    assert names(tmp_path) == ["loop", "nowhere"]


@posix
def test_devices_are_written_into(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("/dev/null")
    for path in (Path("/dev/null"), link):
        check_writable(path)
        write_bytes(path, b"new")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    assert (link.readlink(), names(tmp_path)) == (Path("/dev/null"), ["link"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_full_device_is_an_error() -> None:
    check_writable(Path("/dev/full"))
    with pytest.raises(ParseError, match="cannot write '/dev/full': No space left on device"):
        write_text(Path("/dev/full"), "new")


@posix
def test_pipes_are_written_into_and_stay_open(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    check_writable(pipe)
    with reader(pipe) as ended:
        # The second of these would wait for another reader, if the first had closed the pipe.
        write_text(pipe, "one ")
        write_bytes(pipe, b"x" * 1_000_000)
        close_pipes()
        assert ended() == b"one " + b"x" * 1_000_000
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert names(tmp_path) == ["pipe"]


@posix
def test_a_pipe_that_nobody_reads_any_more_is_an_error(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reading = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_text(pipe, "one")
    os.close(reading)
    with pytest.raises(ParseError, match=r"cannot write '.*pipe': Broken pipe"):
        write_text(pipe, "two")
    with reader(pipe) as ended:
        write_text(pipe, "three")
        close_pipes()
        assert ended() == b"three"


@posix
@pytest.mark.parametrize("name", ["/dev/stdout", "output"])
@pytest.mark.parametrize("flags", ["wb", "ab"])
def test_a_file_that_output_goes_to_is_written_in_line(
    name: str, flags: str, tmp_path: Path
) -> None:
    program = f"""
from pathlib import Path
from cardcore.cli.files import check_writable, write_text
print("before")
check_writable(Path({name!r}))
write_text(Path({name!r}), "within\\n")
print("after")
"""
    with (tmp_path / "output").open(flags) as output:
        subprocess.run([sys.executable, "-c", program], cwd=tmp_path, stdout=output, check=True)
    assert (tmp_path / "output").read_text() == "before\nwithin\nafter\n"
    assert names(tmp_path) == ["output"]


@pytest.mark.parametrize("name", ["x" * 255, "♥" * 85])
def test_the_longest_names_can_be_written(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    check_writable(path)
    write_text(path, "new")
    write_text(path, "newer")
    assert (path.read_text(), names(tmp_path)) == ("newer", [name])
    with pytest.raises(ParseError, match="File name too long"):
        check_writable(tmp_path / ("x" * 256))


def test_what_cannot_be_written_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("old")
    for path, reason in (
        (tmp_path, "Is a directory"),
        (tmp_path / "file" / "below", "Not a directory"),
        (tmp_path / "no folder" / "below", "No such file or directory"),
    ):
        for write in (check_writable, lambda path: write_text(path, "new")):
            with pytest.raises(ParseError, match=f"^cannot write '.*': {reason}$"):
                write(path)
    assert names(tmp_path) == ["file"]


def test_checking_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "file"
    check_writable(path)
    assert names(tmp_path) == []
    path.write_text("old")
    before = path.stat()
    check_writable(path)
    assert names(tmp_path) == ["file"]
    assert path.read_text() == "old"
    assert path.stat().st_mtime_ns == before.st_mtime_ns


@posix
@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_killed_writer_leaves_the_file_whole_and_the_next_tidies_up(
    call: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    for _ in range(2):
        with stopped(call, "die", path) as writer:
            assert writer.wait() == -signal.SIGKILL
        assert path.read_text() == "old"
        # That of the first run was removed by the second.
        assert len(names(tmp_path)) == 2
    (tmp_path / ".cardcore-mine.part").mkdir()
    (tmp_path / "cardcore-1.part").write_text("of somebody else")
    write_text(tmp_path / "another", "new")
    assert names(tmp_path) == [".cardcore-mine.part", "another", "cardcore-1.part", "file"]


@posix
def test_the_file_of_a_living_writer_is_not_tidied_up(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with stopped("replace", "wait", path) as busy:
        assert busy.stdout is not None
        assert busy.stdout.readline() == "ready\n"
        write_text(path, "by another")
        check_writable(path)
        assert len(names(tmp_path)) == 2
        assert busy.communicate("go on\n")[0] == ""
    assert busy.returncode == 0
    assert (path.read_text(), names(tmp_path)) == ("new" * 100_000, ["file"])


@posix
def test_content_and_name_are_put_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[str] = []

    def fsync(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        there = (tmp_path / "file").exists()
        synced.append(f"{'folder' if is_folder else 'file'}, {'after' if there else 'before'}")

    monkeypatch.setattr(os, "fsync", fsync)
    write_text(tmp_path / "file", "new")
    assert synced == ["file, before", "folder, after"]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_write_that_fails_leaves_the_file_whole(
    error: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise error

    path = tmp_path / "file"
    path.write_text("old")
    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises((ParseError, KeyboardInterrupt)):
        write_text(path, "new")
    assert (path.read_text(), names(tmp_path)) == ("old", ["file"])


@posix
def test_what_never_ends_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "LARGEST", 3_000_000)
    with pytest.raises(ParseError, match="'/dev/zero' is too long: expected at most 3,000,000 b"):
        read_text(Path("/dev/zero"))
    path = tmp_path / "file"
    path.write_bytes(b"x" * 3_000_000)
    assert len(read_text(path)) == 3_000_000
    path.write_bytes(b"x" * 3_000_001)
    with pytest.raises(ParseError, match="is too long"):
        read_text(path)
    with Path("/dev/zero").open() as endless:
        monkeypatch.setattr(sys, "stdin", endless)
        with pytest.raises(ParseError, match="standard input is too long: expected at most 5,000"):
            read_input(5_000)
