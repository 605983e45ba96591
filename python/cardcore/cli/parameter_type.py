"""The types of parameters, generic in what they convert to with every version of click."""

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click import ParamType as ParamType
else:

    class ParamType(click.ParamType):
        """A type of parameters; that of click is generic since version 8.4."""

        def __class_getitem__(cls, _: Any) -> type:
            return cls
