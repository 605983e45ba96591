"""Objectives as options: a name, or the file of a paytable."""

from pathlib import Path
from typing import Any

from click.shell_completion import CompletionItem

from cardcore import ParseError
from cardcore.cli.names import meant
from cardcore.cli.parameter_type import ParamType
from cardcore.discard import PAYTABLES, Objective, Paytable, named
from cardcore.discard.names import canonical


class ObjectiveType(ParamType[Objective]):
    """One of some names, a built-in paytable, or a file that ends in .toml or .json."""

    name = "objective"

    def __init__(self, *names: str) -> None:
        """Accept these names and all paytables."""
        self.names: tuple[str, ...] = (*names, *PAYTABLES)

    def convert(self, value: Any, param: Any, ctx: Any) -> Objective:
        """Read an objective."""
        if isinstance(value, Paytable) or value in self.names:
            return value  # type: ignore[no-any-return]
        if canonical(value) in PAYTABLES:
            return named(value)
        if Path(value).suffix.lower() in (".toml", ".json"):
            return Paytable.load(value)
        known = ", ".join(self.names)
        expected = f"expected one of {known}, or a file (.toml, .json){meant(value, self.names)}"
        # One line for people, where click would put its usage before it.
        where = param.opts[0] if param.param_type_name == "option" else "paytable"
        raise ParseError(f"{where}: unknown name '{value}', {expected}")

    def shell_complete(self, ctx: Any, param: Any, incomplete: str) -> list[CompletionItem]:
        """Complete the names, or else the name of a file."""
        names = [CompletionItem(name) for name in self.names if name.startswith(incomplete)]
        return names or [CompletionItem(incomplete, type="file")]


#: What discards are chosen for.
OBJECTIVE = ObjectiveType("class", "showdown", "pattern")

#: How the opponent of a showdown draws.
OPPONENT = ObjectiveType("pat", "class", "pattern")

#: What a game of video poker pays.
PAYTABLE = ObjectiveType()
