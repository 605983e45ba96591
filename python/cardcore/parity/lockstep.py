"""The same random moves in both implementations of a game, compared at every step."""

from collections.abc import Iterator
from random import Random
from typing import Any, Protocol

from cardcore._core import Game
from cardcore.parity import Case


class ReferenceGame(Protocol):
    """What the games of the reference have in common."""

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; ``None`` once the game is over."""
        ...

    def legal_moves(self) -> list[str]:
        """List the legal moves in the game's order."""
        ...

    def play(self, text: str, /) -> None:
        """Make a move."""
        ...

    def scores(self) -> list[int]:
        """Give the scores."""
        ...


def lockstep(native: Game, reference: ReferenceGame, random: Random) -> Iterator[Case]:
    """Compare whose turn it is, the legal moves and the scores until the game is over."""
    while True:
        moves = reference.legal_moves()
        yield Case(
            native.record(),
            _answers(native.to_move, [str(move) for move in native.legal_moves()], native.scores()),
            _answers(reference.to_move, moves, reference.scores()),
        )
        if not moves:
            return
        chosen = random.choice(moves)
        native.play(chosen)
        reference.play(chosen)


def _answers(to_move: int | None, moves: list[str], scores: list[int]) -> dict[str, Any]:
    return {"to move": to_move, "legal moves": moves, "scores": scores}
