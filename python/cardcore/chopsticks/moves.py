"""Moves with the positions that they lead to."""

from dataclasses import dataclass, fields

__all__ = ["TextMove"]


@dataclass(frozen=True, eq=False)
class TextMove:
    """A move that equals its text."""

    text: str

    def __str__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self.text == other
        if type(other) is not type(self):
            return NotImplemented
        names = [part.name for part in fields(self) if part.compare]
        return all(getattr(self, name) == getattr(other, name) for name in names)

    def __hash__(self) -> int:
        return hash(self.text)
