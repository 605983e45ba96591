"""Arrays as they are handed out."""

from typing import Any

from numpy.typing import NDArray

__all__ = ["frozen"]


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Make an array read-only: an answer does not change."""
    array.setflags(write=False)
    return array
