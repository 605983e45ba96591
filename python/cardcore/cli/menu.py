"""The list of moves before a question: numbered as shown, folded where it would be long."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from cardcore.cli import render
from cardcore.cli.games import Page

#: Up to this many moves are listed one by one.
FEW = 12

#: More entries of one kind than this become a single one in a long list.
_MAX_OF_A_KIND = 6


@dataclass(frozen=True)
class Entry:
    """A line of the list: a move, or several that are listed once it is chosen."""

    label: Text
    moves: list[Any]
    key: str | None
    """The letter that stands for it instead of a number."""


class Menu:
    """Moves to choose from.

    Parameters
    ----------
    page
        The page of the game.
    moves
        The moves.
    rows
        How many rows there is room for; a list that needs more is left out.
    """

    def __init__(self, page: Page[Any, Any], moves: Sequence[Any], rows: int) -> None:
        self._page = page
        self.moves: list[Any] = list(moves)
        groups = [(heading, list(group)) for heading, group in page.groups(moves)]
        self.groups: list[tuple[str, list[Entry]]] = [
            (heading, [self._entry(move) for move in group]) for heading, group in groups
        ]
        if len(moves) > FEW:
            self.groups = [(heading, self._folded(group)) for heading, group in groups]
        if len(groups) > 1 and self._rows() > rows:
            self.groups = [
                (heading, entries)
                if len(entries) <= _MAX_OF_A_KIND
                else (heading, [Entry(Text(_ways("any", group)), group, None)])
                for (heading, entries), (_, group) in zip(self.groups, groups, strict=True)
            ]
        if self._rows() > rows:
            self.groups = []

    @classmethod
    def of_all(cls, page: Page[Any, Any], moves: Sequence[Any]) -> "Menu":
        """List every move by itself, however many there are."""
        made = cls(page, [], 0)
        made.moves = list(moves)
        made.groups = [
            (heading, [made._entry(move) for move in group])
            for heading, group in page.groups(moves)
        ]
        return made

    @classmethod
    def below(cls, page: Page[Any, Any], entry: Entry, rows: int) -> "Menu":
        """List the moves of an entry."""
        made = cls(page, entry.moves, rows)
        listed = [below for _, entries in made.groups for below in entries]
        return made if len(listed) > 1 else cls.of_all(page, entry.moves)

    @property
    def numbered(self) -> list[Entry]:
        """The entries that have numbers, in their order."""
        return [entry for _, entries in self.groups for entry in entries if entry.key is None]

    @property
    def lettered(self) -> dict[str, Entry]:
        """The entries that have letters."""
        entries = (entry for _, entries in self.groups for entry in entries)
        return {entry.key: entry for entry in entries if entry.key is not None}

    def shown(self) -> RenderableType:
        """Give the list to be shown."""
        number = 0
        groups = []
        for heading, entries in self.groups:
            items = []
            for entry in entries:
                number += entry.key is None
                items.append((str(number) if entry.key is None else entry.key, entry.label))
            groups.append((heading, items))
        return render.choices(groups)

    def _entry(self, move: Any) -> Entry:
        return Entry(self._page.choice(move), [move], self._page.key(str(move)))

    def _folded(self, moves: Sequence[Any]) -> list[Entry]:
        """Make one entry of moves that differ in suits only."""
        alike: dict[object, list[Any]] = {}
        for move in moves:
            alike.setdefault(self._page.alike(move), []).append(move)
        return [
            self._entry(same[0])
            if len(same) == 1
            else Entry(Text(_ways(self._page.name_alike(same[0]), same)), same, None)
            for same in alike.values()
        ]

    def _rows(self) -> int:
        return render.rows(self.shown()) if self.groups else 0


def _ways(name: str, moves: Sequence[Any]) -> str:
    return f"{name} ({len(moves)} ways)"
