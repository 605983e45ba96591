"""Strategy charts: strategies that a person can learn, and their cost."""

from cardcore.discard.chart.parts import ChartEdit, ChartLine, Leak, Mistake
from cardcore.discard.chart.strategy import LINES, Strategy, Style, strategy

__all__ = ["LINES", "ChartEdit", "ChartLine", "Leak", "Mistake", "Strategy", "Style", "strategy"]
