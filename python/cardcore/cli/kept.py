"""Games that were left without ``--record``: kept for the next time, in the user's own folder."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from cardcore.cli.files import read_json
from cardcore.errors import ParseError

#: Older games than so many are forgotten.
MOST = 20


def folder() -> Path:
    """Name the folder for the state of programs on this system, and this program's part of it."""
    chosen = os.environ.get("XDG_STATE_HOME", "")
    if Path(chosen).is_absolute():
        return Path(chosen, "cardcore")
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local", "cardcore")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "cardcore"
    return home / ".local" / "state" / "cardcore"


def place(game: str) -> Path | None:
    """Make room for a game that begins now; ``None`` where nothing can be kept."""
    try:
        where = folder()
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        # A home folder that is missing or full is no reason not to play.
        return None
    for old in sorted(where.glob("*.json"), reverse=True)[MOST - 1 :]:
        with suppress(OSError):
            old.unlink()
    began = time.strftime("%Y-%m-%d-%H%M%S")
    return where / f"{began}-{game}-{os.getpid()}.json"


def forget(path: Path) -> None:
    """Keep a game no longer."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def left() -> Iterator[tuple[Path, dict[str, Any]]]:
    """Give the records of the games that were left, the newest first; what is no record is not."""
    try:
        files = sorted(folder().glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
    except (OSError, RuntimeError):
        return
    for file in files:
        with suppress(ParseError):
            record = read_json(file)
            if _is_left(record):
                yield file, record


def _is_left(record: Any) -> bool:
    """Tell whether something is the record of a game that is not over, as far as a list shows."""
    if not isinstance(record, dict) or record.get("result", 0) is not None:
        return False
    lists = all(isinstance(record.get(key), list) for key in ("seats", "moves"))
    return lists and isinstance(record.get("game"), str)
