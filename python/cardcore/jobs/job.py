"""The protocol of a job that can run in chunks."""

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

__all__ = ["Job", "Result"]

#: The result of a chunk.
Result = TypeVar("Result")


class Job(Protocol[Result]):
    """A sequence of similar units of work, described by a few values that can be pickled."""

    @property
    def unit(self) -> str:
        """What the units are called in messages: ``deals``."""
        ...

    def describe(self) -> Mapping[str, Any]:
        """Return what distinguishes this job from others, as JSON values.

        A checkpoint with another description is refused. The number of units and the version of the
        package need not be part of it.
        """
        ...

    def run(self, chunk: range, /) -> Result:
        """Run the units of a chunk: a pure function, called in any process, any number of times."""
        ...

    def encode(self, result: Result, /) -> bytes:
        """Write a result as bytes, to be sent or stored."""
        ...

    def decode(self, content: bytes, chunk: range, /) -> Result:
        """Read the result of a chunk from bytes.

        Raises
        ------
        ValueError
            If the bytes are not a result of this chunk.
        """
        ...
