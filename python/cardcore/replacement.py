"""Regular files replaced as a whole: whatever happens in between, one is as it was or complete.

The new content goes into a temporary file in the same directory, which takes the name once it is on
the disk. Temporary files have names of their own, so that the longest legal name can be replaced,
too. They are locked while they are written: one that is not was left behind by a run that was
killed, and the next run in that directory removes it.
"""

import os
import secrets
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

if sys.platform != "win32":
    import fcntl

_PREFIX, _SUFFIX = ".cardcore-", ".part"

# There, a file that is open can neither be renamed nor removed, and has no owner to keep.
_WINDOWS = sys.platform == "win32"


def write(path: Path, content: bytes) -> None:
    """Write what a path leads to: a regular file as a whole, into anything else that is there."""
    if path.exists() and not path.is_file():
        path.write_bytes(content)
    else:
        replace(path.resolve(), content)


def replace(path: Path, content: bytes) -> None:
    """Write a file that is regular or not there yet; one that is there keeps mode and owner.

    Other hard links to it keep the former content. If only its owner could keep its owner, it is
    written in place.
    """
    former = _former(path)
    with _temporary(path.parent, 0o666 if former is None else 0o600) as (temporary, file):
        if former is not None and not _hand_on(file, former):
            path.write_bytes(content)
            return
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
        if _WINDOWS:
            file.close()
        temporary.replace(path)
    _sync(path.parent)


def check_replaceable(path: Path) -> None:
    """Find out whether a file can be replaced, without touching it; an ``OSError`` if not."""
    _former(path)
    with _temporary(path.parent, 0o600):
        pass


def _former(path: Path) -> os.stat_result | None:
    """Describe the file that is there, which has to be writable; ``None`` if there is none."""
    try:
        descriptor = os.open(path, os.O_WRONLY)
    except FileNotFoundError:
        return None
    try:
        return os.fstat(descriptor)
    finally:
        os.close(descriptor)


def _hand_on(file: BinaryIO, former: os.stat_result) -> bool:
    """Give a file the owner and mode of another, and say whether that was allowed."""
    if _WINDOWS:
        return True
    mine = os.fstat(file.fileno())
    if (mine.st_uid, mine.st_gid) != (former.st_uid, former.st_gid):
        try:
            os.fchown(file.fileno(), former.st_uid, former.st_gid)
        except OSError:
            return False
    # After the owner, whose change takes some bits away.
    os.fchmod(file.fileno(), stat.S_IMODE(former.st_mode))
    return True


@contextmanager
def _temporary(directory: Path, mode: int) -> Iterator[tuple[Path, BinaryIO]]:
    """Open a temporary file; it is gone afterwards, unless it was renamed."""
    for path in directory.glob(f"{_PREFIX}*{_SUFFIX}"):
        with suppress(OSError):
            _remove_if_left(path)
    path, file = _create(directory, mode)
    try:
        with file:
            yield path, file
    finally:
        path.unlink(missing_ok=True)


def _create(directory: Path, mode: int) -> tuple[Path, BinaryIO]:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        path = directory / f"{_PREFIX}{secrets.token_hex(8)}{_SUFFIX}"
        file = os.fdopen(os.open(path, flags, mode), "wb")
        if _WINDOWS:
            return path, file
        # Some file systems have no locks; then nobody gets one, and nothing is ever removed.
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        # Before it was locked, it looked like one that was left behind.
        if os.fstat(file.fileno()).st_nlink:
            return path, file
        file.close()


def _remove_if_left(path: Path) -> None:
    """Remove a temporary file of this user whose writer is gone."""
    if _WINDOWS:
        path.unlink()
        return
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid():
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()
    finally:
        os.close(descriptor)


def _sync(directory: Path) -> None:
    """Put the new name on the disk, where directories can be."""
    if _WINDOWS:
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
