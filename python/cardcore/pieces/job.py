"""What a job has to offer to be done in pieces."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

__all__ = ["Job", "Result"]

#: What comes of a piece.
Result = TypeVar("Result")


class Job(Protocol[Result]):
    """A row of like units of work, described by a few values that can be pickled."""

    @property
    def unit(self) -> str:
        """What the units are called: ``deals``."""
        ...

    def describe(self) -> Mapping[str, Any]:
        """Give what tells this job from others, as JSON values.

        A checkpoint is refused if this is not as it was. How many units there are and the version
        of the package need not be part of it.
        """
        ...

    def run(self, piece: range, /) -> Result:
        """Do the units of a piece: a pure function, done in any process, as often as need be."""
        ...

    def encode(self, result: Result, /) -> bytes:
        """Write a result, to be sent or kept."""
        ...

    def decode(self, content: bytes, /) -> Result:
        """Read a result again.

        Raises
        ------
        ValueError
            If it is not one.
        """
        ...
