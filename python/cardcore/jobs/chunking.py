"""How a job is divided into chunks.

The first chunk has one unit, and chunks grow until one takes about a second. That is much longer
than it takes to submit one, and short enough that a dead worker costs little and that all workers
finish at about the same time.
"""

from collections.abc import Iterable

__all__ = ["Chunking"]

#: How long a chunk should take, in seconds.
TARGET_SECONDS = 1.0

#: A chunk is at most this many times longer than the longest one so far. The first may have had to
#: build tables, which makes it much slower than those that follow.
MAX_GROWTH = 8


class Chunking:
    """Divide the unfinished units of a job into chunks.

    Parameters
    ----------
    total
        The number of units in the job.
    done
        The chunks that are finished already.
    size
        The number of units in every chunk but the last; chosen by measured time if not given.
    """

    def __init__(self, total: int, done: Iterable[range] = (), size: int | None = None) -> None:
        self._size = size
        self._units = self._longest = 1
        self._gaps: list[range] = []
        start = 0
        for chunk in sorted(done, key=lambda chunk: chunk.start):
            self._gaps.append(range(start, chunk.start))
            start = chunk.stop
        self._gaps.append(range(start, total))
        self._gaps = [gap for gap in reversed(self._gaps) if gap]
        self._left = sum(map(len, self._gaps))

    def next(self, workers: int) -> range | None:
        """Return the next chunk for one of some workers; ``None`` if no units are left."""
        if not self._gaps:
            return None
        gap = self._gaps.pop()
        if self._size is not None:
            stop = (gap.start // self._size + 1) * self._size
        else:
            # Chunks shrink towards the end, so that no worker idles while another finishes.
            stop = gap.start + max(1, min(self._units, self._left // (2 * workers)))
        chunk = gap[: stop - gap.start]
        if rest := gap[stop - gap.start :]:
            self._gaps.append(rest)
        self._left -= len(chunk)
        return chunk

    def record(self, chunk: range, seconds: float) -> None:
        """Record how long a chunk took."""
        self._longest = max(self._longest, len(chunk))
        fitting = TARGET_SECONDS * len(chunk) / max(seconds, 1e-9)
        self._units = max(1, min(int(fitting), MAX_GROWTH * self._longest))
