"""The scores of every game of a tournament, for further analysis."""

import csv
import io
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore._core import arena_seating
from cardcore.errors import CardcoreError
from cardcore.extras import needs
from cardcore.tournament.line_ups import LineUp

__all__ = ["COLUMNS", "MAX_ROWS", "Scores", "load_pyarrow"]

#: The columns: the lineup, the deal, the game of that deal, the seat, its bot, and the score of the
#: bot.
COLUMNS = ("line_up", "deal", "game", "seat", "bot", "score")

#: The maximum number of rows that may be stored: more would fill the memory.
MAX_ROWS = 50_000_000


def load_pyarrow() -> Any:
    """Import the library that writes Parquet.

    Raises
    ------
    CardcoreError
        If it is not installed.
    """
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise CardcoreError(needs("Parquet", "pyarrow", "parquet")) from error
    return pyarrow


class Scores:
    """A row per game and seat.

    Parameters
    ----------
    line_ups
        The lineups.
    names
        The names of all bots.
    """

    def __init__(self, line_ups: Sequence[LineUp], names: Sequence[str]) -> None:
        self.names: tuple[str, ...] = tuple(names)
        """The names of all bots, by number."""
        self._line_ups = line_ups
        self._parts: dict[tuple[int, int], NDArray[np.int64]] = {}

    def add(self, number: int, first: int, scores: NDArray[np.int64]) -> None:
        """Store the games of a lineup from a deal on: a row per game, a column per player."""
        self._parts[number, first] = scores

    def __len__(self) -> int:
        return sum(part.size for part in self._parts.values())

    def to_numpy(self) -> NDArray[np.int64]:
        """Return all rows, with the columns `COLUMNS`; bots by their number."""
        made = [
            self._rows(number, first, part)
            for (number, first), part in sorted(self._parts.items(), key=lambda item: item[0])
        ]
        return np.concatenate(made) if made else np.empty((0, len(COLUMNS)), dtype=np.int64)

    def _rows(self, number: int, first: int, part: NDArray[np.int64]) -> NDArray[np.int64]:
        line_up = np.array(self._line_ups[number])
        seats = len(line_up)
        rows = np.empty((len(part), seats, len(COLUMNS)), dtype=np.int64)
        games = np.arange(len(part))
        rows[..., 0] = number
        rows[..., 1] = (first + games // seats)[:, None]
        rows[..., 2] = (games % seats)[:, None]
        rows[..., 3] = np.arange(seats)
        for game in range(min(seats, len(part))):
            seating = arena_seating(0, game, seats).bots
            rows[game::seats, :, 4] = line_up[seating]
            rows[game::seats, :, 5] = part[game::seats][:, seating]
        return rows.reshape(-1, len(COLUMNS))

    def to_csv(self) -> str:
        """Return one line per game and seat, with a header; bots by their name."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for *position, bot, score in self.to_numpy().tolist():
            writer.writerow([*position, self.names[bot], score])
        return text.getvalue()

    def to_npy(self) -> bytes:
        """Return the rows as a file for ``numpy.load``: a record array with the columns."""
        kinds = np.dtype([(name, np.int64) for name in COLUMNS])
        records = np.ascontiguousarray(self.to_numpy()).view(kinds).reshape(-1)
        output = io.BytesIO()
        np.save(output, records, allow_pickle=False)
        return output.getvalue()

    def to_parquet(self) -> bytes:
        """Return the rows as a Parquet file; bots by their name.

        Raises
        ------
        CardcoreError
            If pyarrow, which is an optional extra, is not installed.
        """
        pyarrow = load_pyarrow()
        rows = self.to_numpy()
        columns = {name: pyarrow.array(rows[:, index]) for index, name in enumerate(COLUMNS)}
        columns["bot"] = pyarrow.DictionaryArray.from_arrays(
            pyarrow.array(rows[:, 4].astype(np.int32)), pyarrow.array(self.names)
        )
        output = io.BytesIO()
        pyarrow.parquet.write_table(pyarrow.table(columns), output)
        return output.getvalue()
