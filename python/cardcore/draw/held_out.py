"""The held-out hands that a response plays against a player, as a job that can run in chunks.

A response is found in one process. Its winnings are measured on independent hands, which can be
played anywhere.
"""

import hashlib
import json
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from os import PathLike
from typing import Any

from cardcore import _core
from cardcore._core import DrawWinnings
from cardcore.jobs import ExecutorLike, identity, run_chunks
from cardcore.players import Player

__all__ = ["HeldOutHands"]


@dataclass(frozen=True)
class HeldOutHands:
    """Held-out hands between a response and a player, in parts of about two thousand hands."""

    response: bytes
    """The strategy of the response."""
    player: str | Player
    """The name of a bot, or a player."""
    hands: int
    """The number of hands; whole parts are played."""
    seed: int
    """The seed of the deals."""
    threads: int | None = 1
    """The number of threads of a chunk."""

    @property
    def unit(self) -> str:
        """The name of the units."""
        return "parts of the held-out hands"

    @property
    def total(self) -> int:
        """The number of parts."""
        return _core.held_out_draw_parts(self.hands)

    def describe(self) -> dict[str, Any]:
        """Return everything that the result depends on."""
        player = self.player if isinstance(self.player, str) else identity(self.player)
        return {
            "job": "held-out hands of draw",
            "response": hashlib.sha256(self.response).hexdigest()[:16],
            "player": player,
            "hands": self.hands,
            "seed": self.seed,
        }

    def run(self, chunk: range, /) -> list[list[int]]:
        """Play some parts."""
        response = _core.DrawEquilibrium(self.response)
        return _core.play_held_out_draw(
            response, self.player, chunk.start, chunk.stop, self.seed, threads=self.threads
        )

    def encode(self, result: list[list[int]], /) -> bytes:
        """Write the sums of a chunk as JSON."""
        return json.dumps(result).encode()

    def decode(self, content: bytes, chunk: range, /) -> list[list[int]]:
        """Read the sums of a chunk."""
        sums: list[list[int]] = json.loads(content)
        _core.held_out_draw_winnings(sums)
        hands = [row[0] for row in sums]
        if min(hands) < 0 or _core.held_out_draw_parts(sum(hands)) != len(chunk):
            raise ValueError(f"expected {len(chunk)} parts of the hands, found {sum(hands)} hands")
        # Sums of any number of chunks stay within 128 bits.
        if any(not won**2 <= count * squares < count**2 << 64 for count, won, squares in sums):
            raise ValueError("expected the chips won and their squares")
        return sums

    def winnings(
        self,
        executor: ExecutorLike | None,
        checkpoint: str | PathLike[str] | None,
        progress: Callable[[int, int], object] | None,
    ) -> DrawWinnings:
        """Play all hands, and return the winnings of the response."""

        def report(done: int, total: int) -> None:
            if progress is not None:
                progress(self.hands * done // total, self.hands)

        chunks = run_chunks(
            self, self.total, executor=executor, checkpoint=checkpoint, progress=report
        )
        sums = [[0, 0, 0], [0, 0, 0]]
        with closing(chunks):
            for _, part in chunks:
                sums = [
                    [left + right for left, right in zip(*rows, strict=True)]
                    for rows in zip(sums, part, strict=True)
                ]
        return _core.held_out_draw_winnings(sums)
