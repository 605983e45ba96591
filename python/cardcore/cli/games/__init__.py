"""The games at the terminal: how a game is drawn there, and how its moves are typed.

The page of a game is ``PAGE`` in the module of this package that has the game's name. A game
without such a module has a page that is made of its facts and moves alone. What a game tells people
anywhere is in its presentation, see :mod:`cardcore.presentation`.
"""

from collections.abc import Hashable, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Generic, TypeVar

import click
from rich.console import RenderableType
from rich.text import Text

from cardcore import Game, View
from cardcore.cli import render
from cardcore.cli.render import Lines

#: Facts that are not part of what lies on the table.
_UNSEEN = {"rules", "history", "part", "last"}

#: Letters that mean the same in every game and every situation.
KEYS = {"c": ("check", "call"), "f": ("fold",), "b": ("bet",), "r": ("raise",), "p": ("pass",)}

_View = TypeVar("_View", bound=View)
_Move = TypeVar("_Move")


class Page(Generic[_View, _Move]):
    """The face of a game at the terminal; what is here works for any game."""

    #: Other words for moves, in small letters.
    words: Mapping[str, str] = {}

    def meant(self, view: _View, answer: str) -> str:
        """Give the move that is meant by other words for it; what is no such word stays."""
        return self.words.get(answer.lower(), answer)

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

    def choice(self, move: _Move) -> Text:
        """Show a move in the list."""
        return render.move(str(move))

    def key(self, move: str) -> str | None:
        """Give the letter that stands for a move in place of a number, if one does."""
        return next((key for key, moves in KEYS.items() if move in moves), None)

    def alike(self, move: _Move) -> Hashable:
        """Give what is the same for moves that a long list has as one."""
        return str(move)

    def name_alike(self, move: _Move) -> str:
        """Name what such moves have in common."""
        return str(move)

    def expected(self, view: _View) -> str:
        """Say what may be typed now, after the word *expected*."""
        moves = view.legal_moves()
        if len(moves) == 1:
            return f"Enter or {moves[0]}, the only move"
        if len(moves) > 6:
            return f"a move such as {moves[0]}"
        shown = [
            str(move)
            if self.key(str(move)) in (None, str(move))
            else f"{move} ({self.key(str(move))})"
            for move in moves
        ]
        return f"{', '.join(shown[:-1])} or {shown[-1]}"

    def echo(self, move: str) -> str:
        """Say what a move does before it counts."""
        return f"play {move}"

    def told(self, before: _View, name: str, move: str) -> Text:
        """Tell who makes which move; ``before`` is what was seen before it."""
        return render.play(name, move)

    def events(
        self, before: _View, after: _View, seat: int, move: str, names: Sequence[str]
    ) -> list[Text]:
        """Describe the result of a move: a trick, a lead, a trade."""
        return []

    def watched(self, game: Game, names: Sequence[str]) -> Lines:
        """Describe the table to those who only watch, and may see everything."""
        lines = self.screen(game.view(None), names)
        if game.is_open:
            return lines
        hands = (render.fact(game.view(seat).hand) for seat in range(game.seats))
        return [*lines, *zip(names, hands, strict=True)]

    def ending(
        self, view: _View, names: Sequence[str], totals: Sequence[int]
    ) -> list[RenderableType]:
        """Tell how the last hand, round or deal of a match ended, once one has.

        Parameters
        ----------
        view
            What is seen after it.
        names
            The players by seat.
        totals
            Their scores in the match so far.
        """
        if view.part is None or view.last is None:
            return []
        kind = view.part["kind"]
        made = render.table(["player", (f"this {kind}", "right"), ("total", "right")])
        for name, score, total in zip(names, view.last["scores"], totals, strict=True):
            style = "bold" if name == "you" else None
            made.add_row(name, f"{score:+d}", f"{total:,}", style=style)
        title = f"{kind.capitalize()} {view.last['number']} is over"
        return [render.heading(title), made]

    @property
    def solve(self) -> click.Command | None:
        """The command below ``cardcore solve``, for a game that has one."""
        return None

    @property
    def learn(self) -> click.Command | None:
        """The command below ``cardcore learn``, for a game that has one."""
        return None

    @property
    def exploit(self) -> click.Command | None:
        """The command below ``cardcore exploit``, for a game that has one."""
        return None


def page(game: str) -> Page[Any, Any]:
    """Give the page of a game: its own, or else the one that suits any game."""
    name = f"{__name__}.{game}"
    if find_spec(name) is None:
        return Page()
    found: Page[Any, Any] = import_module(name).PAGE
    return found
