"""Measure the native part against the reference: what ``cardcore bench`` shows.

Contestants take turns within one process, and every answer is checked before it is timed.
"""

from cardcore.benchmark.cases import run
from cardcore.benchmark.measure import CARDCORE, Comparison, WrongAnswer, compare

__all__ = ["CARDCORE", "Comparison", "WrongAnswer", "compare", "run"]
