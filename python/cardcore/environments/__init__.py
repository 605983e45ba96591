"""Games for programs that learn: views as arrays, actions as numbers, many games at once.

:class:`Encoding` puts what one seat sees into an array and numbers what it may do;
:class:`Batch` plays many games side by side in the native part.

>>> encoding = Encoding("hearts", target=None)
>>> encoding.observation_shape, encoding.action_count
((499,), 52)
>>> batch = Batch("hearts", 256, seed=7, target=None)
>>> batch.step_random()
>>> batch.observations.shape, batch.masks.shape, batch.rewards.shape
((256, 499), (256, 52), (256, 4))

``gymnasium``, ``openspiel`` and ``pettingzoo`` are the games for packages of these names.
"""

from importlib import import_module
from typing import Any

from cardcore.environments.batch import Batch as Batch
from cardcore.environments.encoding import Encoding as Encoding
from cardcore.environments.encoding import Section as Section

__all__ = ["Batch", "Encoding", "Section"]


def __getattr__(name: str) -> Any:
    # The adapters are loaded when they are first asked for: each needs a package of its own.
    if name in ("gymnasium", "openspiel", "pettingzoo"):
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
