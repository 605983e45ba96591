"""What tells one player from another, in a form that lasts longer than the process.

A pickle would do but for sets of texts, which have another order in every process.
"""

import hashlib
import inspect
import json
from collections.abc import Mapping, Set
from functools import cache
from typing import Any

__all__ = ["identity"]

#: Deeper than this, objects are told apart by their class alone; so are those that hold themselves.
_DEEPEST = 12


def identity(player: object) -> dict[str, str]:
    """Describe a player: its class, and digests of the source of that class and of what it holds.

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
    """Give a digest of the source of a class; of nothing if it has none."""
    try:
        return _digest(inspect.getsource(kind))
    except (OSError, TypeError):
        return _digest("")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:16]


def _state(value: Any, depth: int) -> str:
    """Write a value in words that are the same in every process."""
    if value is None or isinstance(value, bool | int | float | complex | str | bytes):
        return repr(value)
    if depth == _DEEPEST:
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
        held = value.__getstate__()
        if held is None:
            # Of objects that are not made in Python, this says more. Items come as iterators.
            made = value.__reduce_ex__(4)
            held = (
                made if isinstance(made, str) else [*made[:3], *map(list, filter(None, made[3:]))]
            )
    except Exception:
        return name
    return f"{name} {_state(held, depth + 1)}"


def difference(there: Mapping[str, Any], here: Mapping[str, Any]) -> str:
    """Say in which of their entries two descriptions differ, the first of them."""
    for name in [*here, *there]:
        old, new = (json.dumps(side.get(name)) for side in (there, here))
        if old != new:
            return f"{name} {_short(old)} there, {_short(new)} here"
    return "no difference"


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
