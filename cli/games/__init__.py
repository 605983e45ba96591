"""The games at the terminal: all that a person sees of a game stands in its page.

The page of a game is ``PAGE`` in the module of this package that has the game's name. A game
without such a module has a page that is made of its facts and moves alone.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Generic, TypeVar

import click

from cardcore import View
from cardcore.cli import render
from cardcore.cli.render import Lines

#: Facts that are not part of what lies on the table.
_UNSEEN = {"rules", "history", "part", "last"}

_View = TypeVar("_View", bound=View)
_Move = TypeVar("_Move")


class Page(Generic[_View, _Move]):
    """The face of a game at the terminal; what is here works for any game.

    Parameters
    ----------
    game
        The name of the game, as it is typed.
    """

    def __init__(self, game: str) -> None:
        self.game = game

    @property
    def title(self) -> str:
        """What people call the game."""
        return self.game.capitalize()

    def screen(self, view: _View, names: Sequence[str]) -> Lines:
        """Describe what a seat sees before a move; ``names`` are the players' by seat."""
        lines = [("seats", render.by_name(names, range(len(names))))]
        if (part := view.part) is not None:
            of = "" if part["of"] is None else f" of {part['of']}"
            lines.append((part["kind"], render.line(f"{part['number']}{of}")))
        facts = (name for name in view.to_dict() if name not in _UNSEEN)
        return lines + [
            (name.replace("_", " "), render.fact(getattr(view, name))) for name in facts
        ]

    def groups(self, moves: Sequence[_Move]) -> list[tuple[str, list[_Move]]]:
        """Put headings over the list of moves, whose order stays as it is."""
        return [("", list(moves))]

    def reasons(self, view: _View, chosen: str) -> list[str]:
        """Say what speaks for the move of a hint."""
        return []

    def guide(self, rules: Mapping[str, Any]) -> str:
        """Explain in a sentence how moves are typed."""
        return "moves are typed as they are listed"

    def ending(self, view: _View, names: Sequence[str]) -> Lines:
        """Tell how the last hand, round or deal of a match ended, once one has."""
        if view.part is None or view.last is None:
            return []
        scores = render.by_name(names, (f"{score:+d}" for score in view.last["scores"]))
        return [(f"{view.part['kind']} {view.last['number']} is over", scores)]

    def options(self) -> list[click.Option]:
        """Give the options that the game takes beside its rules."""
        return []

    def verbs(self) -> list[click.Command]:
        """Give the commands that the game brings beside those of all games."""
        return []

    @property
    def solve(self) -> click.Command | None:
        """The command below ``cardcore solve``, for a game that has one."""
        return None


def page(game: str) -> Page[Any, Any]:
    """Give the page of a game: its own, or else the one that suits any game."""
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return Page(game)
    found: Page[Any, Any] = import_module(name).PAGE
    return found
