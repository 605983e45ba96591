"""Lockstep play: the same moves in both implementations of a game, compared at every step."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from random import Random
from typing import Any, Protocol, TypeAlias, TypeVar

from cardcore._core import Game
from cardcore.compare import Case

__all__ = ["Chooser", "Comparer", "ReferenceGame", "at_random", "lockstep"]


class ReferenceGame(Protocol):
    """The common interface of the reference games."""

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; ``None`` once the game is over."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        ...

    def legal_moves(self) -> list[str]:
        """List the legal moves in the game's order."""
        ...

    def play(self, text: str, /) -> None:
        """Make a move."""
        ...

    def scores(self) -> list[int]:
        """Return the scores."""
        ...


AnyReference = TypeVar("AnyReference", bound=ReferenceGame)

#: Compares more of a position; the record of the game reproduces its cases.
Comparer: TypeAlias = Callable[[Game, AnyReference], Iterable[Case]]

#: Chooses the move that both make.
Chooser: TypeAlias = Callable[[Game, AnyReference, Random], str]


def at_random(_: Game, reference: ReferenceGame, random: Random) -> str:
    """Choose any of the reference's legal moves."""
    return random.choice(reference.legal_moves())


def lockstep(
    native: Game,
    reference: AnyReference,
    random: Random,
    *,
    also: Iterable[Comparer[AnyReference]] = (),
    choose: Chooser[AnyReference] = at_random,
) -> Iterator[Case]:
    """Play the same moves in both until the game is over, and compare every position.

    Parameters
    ----------
    native, reference
        The same game twice. A move is made in the native game first.
    random
        The generator with which moves are chosen.
    also
        Further comparisons besides the turn, the end of the game, the legal moves and the scores:
        functions of both games, called in every position, including the last.
    choose
        Chooses the moves.

    Yields
    ------
    Case
        If the answers differ, with the record of the game so far. Check it before the next one: the
        answers may change with the next move.
    """
    comparers = (_essentials, *also)
    while True:
        for compare in comparers:
            for found in compare(native, reference):
                # A record is as long as the game so far: it is made only for a difference.
                if found.native != found.reference:
                    found = replace(found, case={**native.record(), **found.case})
                yield found
        if reference.is_over:
            return
        chosen = choose(native, reference, random)
        native.play(chosen)
        reference.play(chosen)


def _essentials(native: Game, reference: ReferenceGame) -> Iterator[Case]:
    yield Case({}, _answers(native), _answers(reference))


def _answers(game: Game | ReferenceGame) -> dict[str, Any]:
    return {
        "to move": game.to_move,
        "is over": game.is_over,
        "legal moves": [str(move) for move in game.legal_moves()],
        "scores": game.scores(),
    }
