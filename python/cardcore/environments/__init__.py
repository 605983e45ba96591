"""Reinforcement learning environments: observation and action encoders, vectorized environments.

:class:`Encoding` encodes the view of a seat as an array and its moves as numbered actions;
:class:`Batch` is a vectorized environment that steps many games natively.

>>> encoding = Encoding("hearts", target=None)
>>> encoding.observation_shape, encoding.action_count
((499,), 52)
>>> batch = Batch("hearts", 256, seed=7, target=None)
>>> batch.step_random()
>>> batch.observations.shape, batch.masks.shape, batch.rewards.shape
((256, 499), (256, 52), (256, 4))

:func:`export_net` makes a bot of a trained network, :class:`League` trains against a pool of them,
and ``yardsticks`` says how good it is. ``gymnasium``, ``openspiel`` and ``pettingzoo`` are adapters
for the packages of these names.
"""

from importlib import import_module
from typing import Any

from cardcore.environments.batch import Batch as Batch
from cardcore.environments.batch import Decisions as Decisions
from cardcore.environments.batch import Estimates as Estimates
from cardcore.environments.batch import Oracle as Oracle
from cardcore.environments.encoding import Encoding as Encoding
from cardcore.environments.encoding import Section as Section
from cardcore.environments.league import League as League
from cardcore.environments.nets import Net as Net
from cardcore.environments.nets import export_net as export_net
from cardcore.environments.returns import Advantages as Advantages
from cardcore.environments.returns import advantages_by_seat as advantages_by_seat

__all__ = [
    "Advantages",
    "Batch",
    "Decisions",
    "Encoding",
    "Estimates",
    "League",
    "Net",
    "Oracle",
    "Section",
    "advantages_by_seat",
    "export_net",
]


def __getattr__(name: str) -> Any:
    # Adapters are loaded on first access: each needs its own package.
    if name in ("gymnasium", "openspiel", "pettingzoo", "yardsticks"):
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
