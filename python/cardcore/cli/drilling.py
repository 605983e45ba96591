"""Drills and exams of ``cardcore train``: hands by what is got wrong, and what it costs an hour."""

from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random

from cardcore import Card
from cardcore.cli import render
from cardcore.cli.train import Trainer
from cardcore.cli.training import Training
from cardcore.discard import Paytable, strategy
from cardcore.discard.chart import LINES
from cardcore.discard.drill import Drill, Record
from cardcore.errors import ParseError

#: An hour of play, for what mistakes cost.
HANDS_PER_HOUR, COINS = 600, 5


class Drilling(Trainer):
    """A run of hands that are chosen by the lines of a chart.

    Parameters
    ----------
    paytable, known, path, random
        As for the trainer.
    line
        The number of the only line to practice, from 1.
    exam
        Whether hands come as a machine deals them.
    denomination
        The price of a coin, for what mistakes cost.

    Without a line and outside exams, what goes wrong is kept, and the next run goes on from it.
    """

    def __init__(
        self,
        paytable: Paytable,
        known: Training,
        path: Path | None,
        random: Random,
        *,
        line: int | None = None,
        exam: bool = False,
        denomination: Fraction = Fraction(1, 4),
    ) -> None:
        super().__init__(paytable, known, path, random)
        self._chart = strategy(paytable, LINES)
        if line is not None and line > len(self._chart.lines):
            raise ParseError(f"--line: expected 1 to {len(self._chart.lines)}, found {line}")
        self._drill = Drill(
            self._chart, random, line=None if line is None else line - 1, natural=exam
        )
        self._exam, self._denomination = exam, denomination
        self._run = Record()
        self._is_kept = line is None and not exam
        # The lines of another chart would be other ones.
        if self._is_kept and known.drill.get("chart") == list(self._chart.words):
            with suppress(ParseError):
                self._drill.resume(known.drill)
        if line is not None:
            render.tell(f"line {line}: {self._chart.lines[line - 1].hold}")

    def _any(self) -> list[Card]:
        return list(self._drill.deal())

    def _answer(self, hand: Sequence[Card]) -> int:
        kept = super()._answer(hand)
        held = [card for place, card in enumerate(hand) if kept >> place & 1]
        self._run.add(self._drill.answer(hand, held))
        if self._is_kept:
            self._known.drill = {"chart": list(self._chart.words), **self._drill.state()}
        return kept

    def _leave(self) -> None:
        super()._leave()
        record = self._run
        if not record.hands:
            return
        an_hour = record.money_per_hour(
            self._denomination, coins=COINS, hands_per_hour=HANDS_PER_HOUR
        )
        render.tell(
            f"lost {float(record.lost_per_hand):.5f} bets a hand: {float(an_hour):,.2f} an hour at "
            f"{HANDS_PER_HOUR} hands of {COINS} coins of {float(self._denomination):g}"
        )
        if self._exam:
            plays = float(self._chart.best - record.lost_per_hand)
            render.tell(
                f"exam: {record.right:,} of {render.count(record.hands, 'hand')} right; playing "
                f"like this returns {plays:.4%}, the best play {float(self._chart.best):.4%}"
            )
            return
        worst = sorted(record.lines.items(), key=lambda item: -item[1].lost)[:3]
        for number, line in worst:
            if line.lost:
                render.tell(
                    f"weak: line {number + 1}, {self._chart.lines[number].hold}: {line.right} of "
                    f"{line.hands} right, lost {float(line.lost):.4f} bets"
                )
