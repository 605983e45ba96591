"""Describe a player so that it can be recognized in another process.

A pickle will not do: sets of strings have another order in every process.
"""

import hashlib
import inspect
import json
from collections.abc import Mapping, Set
from functools import cache
from typing import Any

__all__ = ["difference", "identity", "shortened"]

#: Objects nested deeper than this are described by their class alone, and so are cycles.
MAX_DEPTH = 12


def identity(player: object) -> dict[str, str]:
    """Describe a player: its class, and digests of that class's source and of the player's state.

    Examples
    --------
    >>> class Careful:
    ...     def __init__(self, cards):
    ...         self.cards = cards
    >>> identity(Careful({"As", "Kd"})) == identity(Careful({"Kd", "As"}))
    True
    >>> identity(Careful({"As"})) == identity(Careful({"Kd"}))
    False
    """
    kind: Any = type(player)
    return {
        "class": f"{kind.__module__}:{kind.__qualname__}",
        "source": _source(kind),
        "state": _digest(_state(player, 0)),
    }


@cache
def _source(kind: Any) -> str:
    """Return a digest of a class's source, or of the empty string if there is none."""
    try:
        return _digest(inspect.getsource(kind))
    except (OSError, TypeError):
        return _digest("")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]


def _state(value: Any, depth: int) -> str:
    """Write a value as text that is the same in every process."""
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return repr(value)
    if depth == MAX_DEPTH:
        return type(value).__qualname__
    if isinstance(value, Mapping):
        pairs = (f"{_state(key, depth + 1)}: {_state(value[key], depth + 1)}" for key in value)
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, Set):
        return f"{{{', '.join(sorted(_state(item, depth + 1) for item in value))}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_state(item, depth + 1) for item in value)}]"
    if hasattr(value, "tobytes") and hasattr(value, "dtype"):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    kind: Any = type(value)
    name = f"{kind.__module__}:{kind.__qualname__} {_source(kind)}"
    if inspect.isroutine(value) or inspect.isclass(value) or inspect.ismodule(value):
        return f"{name} {getattr(value, '__qualname__', getattr(value, '__name__', ''))}"
    try:
        state = value.__getstate__()
        if state is None:
            # Objects of extension modules say more this way; items come as iterators.
            made = value.__reduce_ex__(4)
            state = (
                made if isinstance(made, str) else [*made[:3], *map(list, filter(None, made[3:]))]
            )
    except Exception:
        return name
    return f"{name} {_state(state, depth + 1)}"


def difference(there: Mapping[str, Any], here: Mapping[str, Any]) -> str:
    """Name the first entry in which two descriptions differ."""
    for name in [*here, *there]:
        old, new = (json.dumps(side.get(name)) for side in (there, here))
        if old != new:
            return f"{name} is {shortened(old)} there, {shortened(new)} here"
    return "no difference"


def shortened(text: str, limit: int = 60) -> str:
    """Cut a text that is longer than a limit."""
    return text if len(text) <= limit else text[: limit - 1] + "…"
