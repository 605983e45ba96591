"""Files that are either as they were or complete, whatever happens in between."""

import errno
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cardcore.errors import ParseError


def write_text(path: Path, text: str) -> None:
    """Write a file through a temporary one beside it, so that a crash loses nothing.

    Raises
    ------
    ParseError
        If the file cannot be written there; the message says why.
    """
    write_bytes(path, text.encode())


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file of bytes in the same way as one of text."""
    with _part(path) as part:
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)


def check_writable(path: Path) -> None:
    """Find out whether a file can be written, before the long work for it begins.

    Raises
    ------
    ParseError
        If it cannot; the message says why.
    """
    with _part(path) as part:
        part.touch()


@contextmanager
def _part(path: Path) -> Iterator[Path]:
    """Name a temporary file beside another; it is gone afterwards, unless it was renamed."""
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            yield part
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise ParseError(f"cannot write '{path}': {error.strerror or error}") from error


def read_text(path: Path) -> str:
    """Read a text file.

    Raises
    ------
    ParseError
        If it cannot be read or is not text; the message says why.
    """
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ParseError(f"'{path}' is not text: byte {error.start} is not UTF-8") from error
    except OSError as error:
        raise ParseError(f"cannot read '{path}': {error.strerror or error}") from error


def read_input() -> str:
    """Read standard input to its end.

    Raises
    ------
    ParseError
        If there is none or it is no text; the message says why.
    """
    if sys.stdin is None:
        raise ParseError("cannot read standard input: it is closed")
    try:
        return sys.stdin.buffer.read().decode("utf-8")
    except UnicodeDecodeError as error:
        raise ParseError(f"standard input is not text: byte {error.start} is not UTF-8") from error
    except OSError as error:
        raise ParseError(f"cannot read standard input: {error.strerror or error}") from error


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
    except RecursionError as error:
        raise ParseError(f"'{path}' is not a record: it is nested too deeply") from error
