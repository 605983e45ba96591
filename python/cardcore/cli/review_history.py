"""Reviews of a person's own games over time, in a file of the user's state directory.

Every review is a line of JSON. A game that is reviewed again counts once, with its last review.
"""

import json
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from cardcore.cli.saved_games import state_directory
from cardcore.records import players
from cardcore.reviews import Review

__all__ = ["RECENT", "GameHistory", "PhaseHistory", "add", "load"]

#: Older reviews are left out.
_MOST = 5_000

#: How many games tell how somebody does of late.
RECENT = 10


@dataclass
class PhaseHistory:
    """The decisions of a person in one phase of a game."""

    decisions: int = 0
    accuracy: float = 0.0
    """The sum over all decisions."""
    lost: float = 0.0
    """The EV lost."""
    errors: int = 0
    """The number of mistakes and blunders."""


@dataclass
class GameHistory:
    """All reviewed decisions of a person in a game."""

    accuracies: list[float] = field(default_factory=list)
    """The accuracy of every game, in the order of the reviews."""
    unit: str = ""
    phases: dict[str, PhaseHistory] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.accuracies)

    @property
    def recent(self) -> float:
        """The mean accuracy of the last games."""
        last = self.accuracies[-RECENT:]
        return sum(last) / max(len(last), 1)

    @property
    def decisions(self) -> int:
        """The number of decisions."""
        return sum(phase.decisions for phase in self.phases.values())

    @property
    def accuracy(self) -> float:
        """The mean accuracy of all decisions."""
        total = sum(phase.accuracy for phase in self.phases.values())
        return total / max(self.decisions, 1)

    @property
    def typical(self) -> str:
        """The phase in which most is lost; empty if nothing is."""
        worst = max(self.phases, key=lambda name: self.phases[name].lost, default="")
        return worst if worst and self.phases[worst].lost > 0 else ""

    def to_dict(self) -> dict[str, Any]:
        """Return the history as JSON values."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "accuracy": self.accuracy,
            "accuracies": self.accuracies,
            "unit": self.unit,
            "phases": {
                name: {
                    "decisions": phase.decisions,
                    "accuracy": phase.accuracy / max(phase.decisions, 1),
                    "lost": phase.lost,
                    "errors": phase.errors,
                }
                for name, phase in self.phases.items()
            },
        }


def add(record: Mapping[str, Any], review: Review) -> bool:
    """Add a review if it is of the person's own seat; returns whether it was stored."""
    if players(record)[review.seat] != "you" or not review.decisions:
        return False
    phases: dict[str, PhaseHistory] = {}
    for made in review.decisions:
        phase = phases.setdefault(made.phase, PhaseHistory())
        phase.decisions += 1
        phase.accuracy += made.accuracy
        phase.lost += made.loss
        phase.errors += made.label in ("mistake", "blunder")
    line = {
        "key": _key(record, review.seat),
        "game": review.game,
        "unit": str(review.unit),
        "time": round(time.time()),
        "phases": {name: vars(phase) for name, phase in phases.items()},
    }
    # A home folder that is missing or full is no reason not to review.
    with suppress(OSError, RuntimeError):
        file = _file()
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(line, ensure_ascii=False) + "\n")
        return True
    return False


def load() -> dict[str, GameHistory]:
    """Return the history by game; lines that can't be read are skipped."""
    try:
        lines = _file().read_text(encoding="utf-8").splitlines()[-_MOST:]
    except (OSError, RuntimeError, UnicodeDecodeError):
        return {}
    found: dict[str, tuple[str, str, dict[str, PhaseHistory]]] = {}
    for line in lines:
        with suppress(ValueError, KeyError, TypeError, AttributeError):
            told = json.loads(line)
            phases = {
                str(name): PhaseHistory(
                    int(phase["decisions"]),
                    float(phase["accuracy"]),
                    float(phase["lost"]),
                    int(phase["errors"]),
                )
                for name, phase in told["phases"].items()
            }
            key = str(told["key"])
            # A game that is reviewed again counts as the last one.
            found.pop(key, None)
            found[key] = (str(told["game"]), str(told["unit"]), phases)
    games: dict[str, GameHistory] = {}
    for game, unit, phases in found.values():
        history = games.setdefault(game, GameHistory())
        decisions = sum(phase.decisions for phase in phases.values())
        total = sum(phase.accuracy for phase in phases.values())
        history.accuracies.append(total / max(decisions, 1))
        history.unit = unit
        for name, phase in phases.items():
            known = history.phases.setdefault(name, PhaseHistory())
            known.decisions += phase.decisions
            known.accuracy += phase.accuracy
            known.lost += phase.lost
            known.errors += phase.errors
    return games


def _file() -> Path:
    return state_directory() / "reviews.jsonl"


def _key(record: Mapping[str, Any], seat: int) -> str:
    """Tell a game from all others by its rules, deals and moves."""
    text = json.dumps([record, seat], sort_keys=True, ensure_ascii=False, default=str)
    return sha256(text.encode()).hexdigest()[:32]
