"""Where a row of work is cut.

Pieces begin with one unit and grow until one takes about a second: much longer than it takes to
send it, and short enough that little is lost with a worker, and that no worker has long to wait at
the end.
"""

from collections.abc import Iterable

__all__ = ["Cut"]

#: How long a piece should take, in seconds.
SECONDS = 1.0

#: A piece has at most so many times the units of the longest so far: the first may have had to
#: build tables, and takes much longer than what follows.
_GROWTH = 8


class Cut:
    """Cuts what is left of a row into pieces.

    Parameters
    ----------
    total
        The units of the whole row.
    done
        The pieces that are done already.
    size
        How many units every piece but the last has; found by the time they take if not given.
    """

    def __init__(self, total: int, done: Iterable[range] = (), size: int | None = None) -> None:
        self._size = size
        self._units = self._longest = 1
        self._gaps: list[range] = []
        start = 0
        for piece in sorted(done, key=lambda piece: piece.start):
            self._gaps.append(range(start, piece.start))
            start = piece.stop
        self._gaps.append(range(start, total))
        self._gaps = [gap for gap in reversed(self._gaps) if gap]
        self._left = sum(map(len, self._gaps))

    def next(self, workers: int) -> range | None:
        """Cut off the next piece, of which each worker should get some; ``None`` at the end."""
        if not self._gaps:
            return None
        gap = self._gaps.pop()
        if self._size is not None:
            stop = (gap.start // self._size + 1) * self._size
        else:
            # Towards the end, smaller pieces keep all workers busy.
            stop = gap.start + max(1, min(self._units, self._left // (2 * workers)))
        piece = gap[: stop - gap.start]
        if rest := gap[stop - gap.start :]:
            self._gaps.append(rest)
        self._left -= len(piece)
        return piece

    def took(self, piece: range, seconds: float) -> None:
        """Note how long a piece took."""
        self._longest = max(self._longest, len(piece))
        fitting = SECONDS * len(piece) / max(seconds, 1e-9)
        self._units = max(1, min(int(fitting), _GROWTH * self._longest))
