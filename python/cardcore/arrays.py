"""Read-only arrays."""

from typing import Any

from numpy.typing import NDArray

__all__ = ["frozen"]


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Make an array read-only, so that results cannot be changed."""
    array.setflags(write=False)
    return array
