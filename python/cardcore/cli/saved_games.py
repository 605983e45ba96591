"""Unfinished games that were played without ``--record``, saved in the user's state directory."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from cardcore.cli.files import read_json
from cardcore.errors import ParseError

#: Older games are deleted.
MAX_GAMES = 20


def state_directory() -> Path:
    """Name the directory in which this program stores its state on this system."""
    chosen = os.environ.get("XDG_STATE_HOME", "")
    if Path(chosen).is_absolute():
        return Path(chosen, "cardcore")
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local", "cardcore")
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "cardcore"
    return home / ".local" / "state" / "cardcore"


def new_file(game: str) -> Path | None:
    """Name the file of a new game and delete old ones; ``None`` where nothing can be stored."""
    try:
        where = state_directory()
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        # A home folder that is missing or full is no reason not to play.
        return None
    for old in sorted(where.glob("*.json"), reverse=True)[MAX_GAMES - 1 :]:
        with suppress(OSError):
            old.unlink()
    began = time.strftime("%Y-%m-%d-%H%M%S")
    return where / f"{began}-{game}-{os.getpid()}.json"


def delete(path: Path) -> None:
    """Delete a saved game."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


def unfinished() -> Iterator[tuple[Path, dict[str, Any]]]:
    """Give the records of unfinished games, the newest first; other files are skipped."""
    try:
        files = sorted(
            state_directory().glob("*.json"), key=lambda file: file.stat().st_mtime, reverse=True
        )
    except (OSError, RuntimeError):
        return
    for file in files:
        with suppress(ParseError):
            record = read_json(file)
            if _is_unfinished(record):
                yield file, record


def _is_unfinished(record: Any) -> bool:
    """Check the fields that a list of games shows: the record of a game that is not over."""
    if not isinstance(record, dict) or record.get("result", 0) is not None:
        return False
    lists = all(isinstance(record.get(key), list) for key in ("seats", "moves"))
    return lists and isinstance(record.get("game"), str)
