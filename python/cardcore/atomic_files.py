"""Atomic writes: after a crash at any time, a file has its old content or its new one, whole.

The new content goes into a temporary file in the same directory, which is renamed once it is on
disk. Temporary files have their own names, so that files with the longest legal name can be
replaced too. They are locked while they are written: an unlocked one was left behind by a killed
process, and the next write in that directory removes it.
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

# On Windows an open file can be neither renamed nor removed, and there is no owner to preserve.
_WINDOWS = sys.platform == "win32"


def write(path: Path, content: bytes) -> None:
    """Write to a path: replace a regular file atomically, and write into anything else directly."""
    if path.exists() and not path.is_file():
        path.write_bytes(content)
    else:
        replace(path.resolve(), content)


def replace(path: Path, content: bytes) -> None:
    """Replace a regular file, or create it; an existing file keeps its mode and owner.

    Other hard links to it keep the old content. If its owner can't be preserved, the file is
    written in place.
    """
    existing = _stat_writable(path)
    with _temporary(path.parent, 0o666 if existing is None else 0o600) as (temporary, file):
        if existing is not None and not _copy_owner_and_mode(file, existing):
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
    """Check that a file can be replaced, without touching it; raises ``OSError`` if not."""
    _stat_writable(path)
    with _temporary(path.parent, 0o600):
        pass


def _stat_writable(path: Path) -> os.stat_result | None:
    """Return the status of an existing file, which must be writable; ``None`` if there is none."""
    try:
        descriptor = os.open(path, os.O_WRONLY)
    except FileNotFoundError:
        return None
    try:
        return os.fstat(descriptor)
    finally:
        os.close(descriptor)


def _copy_owner_and_mode(file: BinaryIO, existing: os.stat_result) -> bool:
    """Give a file the owner and mode of another, and return whether that was allowed."""
    if _WINDOWS:
        return True
    current = os.fstat(file.fileno())
    if (current.st_uid, current.st_gid) != (existing.st_uid, existing.st_gid):
        try:
            os.fchown(file.fileno(), existing.st_uid, existing.st_gid)
        except OSError:
            return False
    # After the owner, because changing that clears some bits.
    os.fchmod(file.fileno(), stat.S_IMODE(existing.st_mode))
    return True


@contextmanager
def _temporary(directory: Path, mode: int) -> Iterator[tuple[Path, BinaryIO]]:
    """Open a temporary file; it is removed afterwards, unless it was renamed."""
    for path in directory.glob(f"{_PREFIX}*{_SUFFIX}"):
        with suppress(OSError):
            _remove_if_abandoned(path)
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
        # Some file systems have no locks; then no temporary file is ever removed.
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX)
        # Until it was locked, another process may have taken it for an abandoned one.
        if os.fstat(file.fileno()).st_nlink:
            return path, file
        file.close()


def _remove_if_abandoned(path: Path) -> None:
    """Remove a temporary file of this user that no process is writing."""
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
    """Flush the directory entry to disk, where that is possible."""
    if _WINDOWS:
        return
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        with suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)
