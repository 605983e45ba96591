"""What ``cardcore train`` keeps between runs: how well it went, and which hands were got wrong."""

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardcore.cli import saved_games
from cardcore.cli.files import read_json, write_text
from cardcore.discard import Paytable
from cardcore.errors import ParseError

#: The number of the format of the files.
FORMAT = 1

#: How many of the latest hands with a mistake are stored.
MAX_WRONG = 500


@dataclass
class Training:
    """How well somebody plays one paytable."""

    hands: int = 0
    """How many hands were answered."""
    right: int = 0
    """How many of them with the best hold, or one as good."""
    cost: float = 0.0
    """What all mistakes cost together, in bets."""
    wrong: dict[str, float] = field(default_factory=dict)
    """The hands that were got wrong and not right since, with what that cost, the oldest first."""
    drill: dict[str, Any] = field(default_factory=dict)
    """How well the lines of a chart go and which hands come back, as the drill left it."""

    def add(self, hand: str, cost: float) -> None:
        """Add an answer: the hand in the order of its cards, and what was lost by it."""
        self.hands += 1
        self.wrong.pop(hand, None)
        if cost > 0:
            self.cost += cost
            self.wrong[hand] = cost
            for oldest in list(self.wrong)[:-MAX_WRONG]:
                del self.wrong[oldest]
        else:
            self.right += 1


def place(paytable: Paytable) -> Path | None:
    """Name the file for a paytable; ``None`` where nothing can be kept.

    Paytables of the same name that pay something else have files of their own.
    """
    content = repr(paytable).encode()
    name = "".join(sign if sign.isalnum() and sign.isascii() else "-" for sign in paytable.name)
    try:
        folder = saved_games.state_directory() / "training"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        # A home folder that is missing or full is no reason not to train.
        return None
    return folder / f"{name[:80]}-{hashlib.sha256(content).hexdigest()[:8]}.json"


def read(path: Path) -> Training:
    """Read what was kept; nothing yet if there is no file.

    Raises
    ------
    ParseError
        If there is a file, but not one of these.
    """
    if not path.exists():
        return Training()
    content = read_json(path)
    if not _is_training(content):
        raise ParseError(f"'{path}' does not hold what was trained; remove it to begin again")
    return Training(
        content["hands"],
        content["right"],
        content["cost"],
        content["wrong"],
        content.get("drill", {}),
    )


def _is_training(content: Any) -> bool:
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        return False
    wrong = content.get("wrong")
    numbers = [content.get(key) for key in ("hands", "right", "cost")]
    return (
        isinstance(wrong, dict)
        and isinstance(content.get("drill", {}), dict)
        and all(_is_number(number) for number in [*numbers, *wrong.values()])
        and all(isinstance(number, int) for number in numbers[:2])
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e300


def write(path: Path, training: Training) -> None:
    """Keep what was trained.

    Raises
    ------
    ParseError
        If the file cannot be written; the message says why.
    """
    content = {"format": FORMAT, **vars(training)}
    write_text(path, json.dumps(content, indent=1) + "\n")
