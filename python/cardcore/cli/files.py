"""Files that people name: written as a whole, read up to a limit.

What is written may be no regular file. Links are followed, devices and pipes are written into.
"""

import errno
import json
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from cardcore.atomic_files import check_replaceable, replace
from cardcore.errors import ParseError

#: The most bytes that are read: a row of five million cards and its record have fewer, and what
#: never ends has more.
LARGEST = 256 * 1024**2

_PIECE = 1024**2

# Pipes stay open once they are written: a reader would take the closing for the end, and the next
# write would wait for another reader.
_pipes: dict[tuple[int, int], int] = {}


def write_text(path: Path, text: str) -> None:
    """Write a file: a regular one as a whole, so that a crash loses nothing.

    Raises
    ------
    ParseError
        If the file cannot be written there; the message says why.
    """
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file of bytes in the same way as one of text."""
    with _writing(path):
        status = _status(path)
        if _is_replaced(status):
            replace(path.resolve(), content)
        elif status is not None:
            _write_into(path, status, content)


def check_writable(path: Path) -> None:
    """Find out whether a file can be written, before the long work for it begins.

    Raises
    ------
    ParseError
        If it cannot; the message says why.
    """
    with _writing(path):
        status = _status(path)
        if _is_replaced(status):
            check_replaceable(path.resolve())
        elif not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise ParseError(f"cannot write '{path}': {error.strerror or error}") from error


def _status(path: Path) -> os.stat_result | None:
    """Describe what is there, behind all links; ``None`` if there is nothing."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    return status


def _is_replaced(status: os.stat_result | None) -> bool:
    """Tell what is replaced as a whole from what is written into."""
    return status is None or (stat.S_ISREG(status.st_mode) and _stream(status) is None)


def _stream(status: os.stat_result) -> TextIO | None:
    """Give the standard stream that goes to a file, such as ``/dev/stdout``, if one does."""
    for stream in (sys.stdout, sys.stderr):
        try:
            number = stream.fileno()
        except (AttributeError, OSError, ValueError):  # closed, or not a file
            continue
        if os.path.samestat(os.fstat(number), status):
            return stream
    return None


def _write_into(path: Path, status: os.stat_result, content: bytes) -> None:
    """Write to what is there: a device, a pipe, or where a standard stream goes."""
    stream = _stream(status)
    if stream is not None:
        # In line with what was printed: opened again, a file would be written from its start.
        stream.flush()
        _write_all(os.dup(stream.fileno()), content)
    elif stat.S_ISFIFO(status.st_mode):
        key = (status.st_dev, status.st_ino)
        if key not in _pipes:
            _pipes[key] = os.open(path, os.O_WRONLY)
        try:
            _write_all(os.dup(_pipes[key]), content)
        except OSError:
            os.close(_pipes.pop(key))
            raise
    else:
        _write_all(os.open(path, os.O_WRONLY | getattr(os, "O_NOCTTY", 0)), content)


def _write_all(descriptor: int, content: bytes) -> None:
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)


def read_text(path: Path) -> str:
    """Read a text file.

    Raises
    ------
    ParseError
        If it cannot be read, is not text or too long; the message says why.
    """
    return _decode(read_bytes(path), f"'{path}'")


def read_bytes(path: Path) -> bytes:
    """Read a file of bytes.

    Raises
    ------
    ParseError
        If it cannot be read or is too long; the message says why.
    """
    try:
        with path.open("rb") as file:
            return _read(file, f"'{path}'", LARGEST)
    except OSError as error:
        raise ParseError(f"cannot read '{path}': {error.strerror or error}") from error


def read_input(largest: int = LARGEST) -> str:
    """Read standard input to its end, which has to come within some bytes.

    Raises
    ------
    ParseError
        If there is none, or it is not text or too long; the message says why.
    """
    if sys.stdin is None:
        raise ParseError("cannot read standard input: it is closed")
    try:
        content = _read(sys.stdin.buffer, "standard input", largest)
    except OSError as error:
        raise ParseError(f"cannot read standard input: {error.strerror or error}") from error
    return _decode(content, "standard input")


def _read(file: BinaryIO, what: str, largest: int) -> bytes:
    # In pieces, as what never ends has to be refused before it fills the memory.
    content = bytearray()
    while piece := file.read(_PIECE):
        content += piece
        if len(content) > largest:
            raise ParseError(f"{what} is too long: expected at most {largest:,} bytes")
    return bytes(content)


def _decode(content: bytes, what: str) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ParseError(f"{what} is not text: byte {error.start} is not UTF-8") from error


def read_json(path: Path) -> Any:
    """Read a JSON file.

    Raises
    ------
    ParseError
        If it cannot be read or is not JSON; the message says where.
    """
    text = read_text(path)
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ParseError(f"'{path}' is not JSON: {where}: {error.msg}") from error
    except ValueError as error:
        raise ParseError(f"'{path}' is not a record: a number in it has too many digits") from error
    except RecursionError as error:
        raise ParseError(f"'{path}' is not a record: it is nested too deeply") from error
