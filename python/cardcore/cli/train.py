"""``cardcore train``: learn what to hold."""

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random

import click

from cardcore import Card, CardcoreError
from cardcore.cli import render, training
from cardcore.cli.numbers import SEED, Number
from cardcore.cli.objective import PAYTABLE
from cardcore.cli.person import plain_cards
from cardcore.cli.risk import Amount
from cardcore.cli.training import Training
from cardcore.discard import OUTCOMES, Discard, Objective, Paytable, analyze
from cardcore.errors import ParseError

#: A hand is close if the second best hold is worth so much less, in bets, at most.
CLOSE = 0.05

_HELP = (
    "Type the cards to hold (Ah Kh) or their places (1 2, or 12), all, or none to draw five new "
    "cards. Type why to see the best holds of the last hand, quit to leave."
)


class Left(Exception):
    """The person got up."""


@click.command(short_help="Train what to hold in video poker.")
@click.argument("paytable", type=PAYTABLE, default="jacks-or-better-9-6")
@click.option(
    "--drill",
    type=click.Choice(["wrong", "close", "weak"]),
    help="Hands that were got wrong before, where two holds are worth nearly the same, or by what "
    "is got wrong, in this run and before.",
)
@click.option("--line", type=Number(1, 500), help="Only hands of this line of the chart.")
@click.option("--exam", is_flag=True, help="Hands as a machine deals them, and a result.")
@click.option("--hands", type=Number(1, 1_000_000), help="Stop after this many hands.")
@click.option(
    "--denomination",
    type=Amount(),
    default="0.25",
    show_default=True,
    help="The price of a coin, for what mistakes of a drill or an exam cost an hour.",
)
@click.option("--seed", type=SEED, help="Same seed, same hands.")
@click.option("--statistics", is_flag=True, help="Show how well it went so far, and leave.")
def train(
    paytable: Objective,
    drill: str | None,
    line: int | None,
    exam: bool,
    hands: int | None,
    denomination: Fraction,
    seed: int | None,
    statistics: bool,
) -> None:
    """Deal hands of video poker, and tell what was best to hold and what a mistake cost.

    PAYTABLE is the name of a built-in paytable, jacks-or-better-9-6 if not given, or the file of
    one (.toml, .json). NAME:royal_flush=976 changes a payout, in bets, as a progressive does.
    How well it goes is kept between runs, for each paytable.
    """
    pays = paytable if isinstance(paytable, Paytable) else Paytable(paytable)
    path = training.place(pays)
    known = Training() if path is None else training.read(path)
    if statistics:
        _tell(f"{pays.name}, all runs", known)
        return
    if drill == "wrong" and not known.wrong:
        render.tell(f"{pays.name}: there are no mistakes to drill.")
        return
    if path is None:
        render.complain("nothing can be kept: there is no folder for it")
    random = Random(secrets.randbits(64) if seed is None else seed)
    if drill == "weak" or line is not None or exam:
        from cardcore.cli.drilling import Drilling

        drilling = Drilling(
            pays, known, path, random, line=line, exam=exam, denomination=denomination
        )
        drilling.run(None, hands)
        return
    Trainer(pays, known, path, random).run(drill, hands)


class Trainer:
    """A run of hands at the terminal.

    Parameters
    ----------
    paytable
        What hands pay.
    known
        How well it went before, which is kept up to date.
    path
        The file that keeps it, if there is one.
    random
        Where the cards come from.
    """

    def __init__(
        self, paytable: Paytable, known: Training, path: Path | None, random: Random
    ) -> None:
        self._paytable, self._known, self._path = paytable, known, path
        self._random = random
        self._now = Training()
        self._last: list[Discard] = []

    def run(self, drill: str | None, most: int | None) -> None:
        """Deal until all hands are answered or the person leaves."""
        render.show(render.heading(self._paytable.name))
        render.tell(_HELP)
        deal = {None: self._any, "close": self._close, "wrong": self._wrong}[drill]
        try:
            while most is None or self._now.hands < most:
                hand = deal()
                if hand is None:
                    render.tell("You have got all your mistakes right now.")
                    break
                self._ask(hand)
        except (Left, EOFError):
            pass
        except KeyboardInterrupt as interrupt:
            self._leave()
            raise click.exceptions.Exit(render.INTERRUPTED) from interrupt
        self._leave()

    def _leave(self) -> None:
        _tell("This run", self._now)
        _tell(f"{self._paytable.name}, all runs", self._known)

    def _any(self) -> list[Card]:
        """Deal five cards."""
        cards = range(52 + self._paytable.jokers)
        return [Card(number) for number in self._random.sample(cards, 5)]

    def _close(self) -> list[Card]:
        """Deal until the second best hold is nearly as good as the best."""
        while True:
            hand = self._any()
            values = [chosen.value for chosen in self._ranking(hand)]
            second = next((value for value in values if value < values[0]), values[0])
            if 0 < values[0] - second <= CLOSE:
                return hand

    def _wrong(self) -> list[Card] | None:
        """Deal a hand that was got wrong, in any order; ``None`` if there is none left."""
        while self._known.wrong:
            text = self._random.choice(list(self._known.wrong))
            cards = text.split()
            self._random.shuffle(cards)
            # What was kept could have been changed since.
            with suppress(CardcoreError):
                hand = [Card(card) for card in cards]
                self._ranking(hand)
                return hand
            del self._known.wrong[text]
        return None

    def _ranking(self, hand: Sequence[Card]) -> list[Discard]:
        return analyze(hand, self._paytable).ranking(self._paytable)

    def _ask(self, hand: Sequence[Card]) -> None:
        ranking = self._ranking(hand)
        render.show(render.line(f"\nhand {self._now.hands + 1}:  ", render.cards(hand)))
        kept = self._answer(hand)
        self._show_final(hand, kept)
        held = {card for place, card in enumerate(hand) if kept >> place & 1}
        chosen = next(choice for choice in ranking if set(choice.keep) == held)
        best = ranking[0]
        cost = best.value - chosen.value
        if cost <= 0:
            render.show(render.line("right: ", _worth(chosen)))
        else:
            render.show(render.line("best: ", _worth(best)))
            lost = f"; that costs {cost:.4f} bets"
            render.show(render.line("yours: ", _worth(chosen), lost))
        self._last = ranking
        text = " ".join(map(str, sorted(hand, key=lambda card: card.number)))
        for record in (self._now, self._known):
            record.add(text, cost)
        self._keep()

    def _show_final(self, hand: Sequence[Card], kept: int) -> None:
        """Draw, and show the final hand."""
        # By itself, so that the hands of a seed don't depend on it.
        random = Random(f"{hand} {self._known.hands}")
        drawn = iter(random.sample(self._rest(hand), 5))
        final = [card if kept >> place & 1 else next(drawn) for place, card in enumerate(hand)]
        table = analyze(final, self._paytable)
        counts = table.outcomes[0].tolist()
        outcomes = OUTCOMES if table.paytable is None else tuple(table.paytable.payouts)
        made = outcomes[counts.index(max(counts))]
        pays = table.values(self._paytable)[0]
        result = f"  {made}, pays {pays:g}" if pays else "  pays nothing"
        render.show(render.line("drawn:   ", render.cards(final), result))

    def _rest(self, hand: Sequence[Card]) -> list[Card]:
        """List the cards that are left in the deck."""
        dealt = {card.number for card in hand}
        numbers = range(52 + self._paytable.jokers)
        return [Card(number) for number in numbers if number not in dealt]

    def _keep(self) -> None:
        if self._path is None:
            return
        try:
            training.write(self._path, self._known)
        except ParseError as error:
            # Told once: to train goes on.
            render.complain(f"nothing is kept from now on: {error}")
            self._path = None

    def _answer(self, hand: Sequence[Card]) -> int:
        """Ask until the answer is a hold; gives the places as bits."""
        while True:
            typed = render.ask("hold: ").strip()
            word = typed.lower()
            if word in ("quit", "q", "exit"):
                raise Left
            if word in ("help", "h", "?"):
                render.tell(_HELP)
            elif not word:
                # Enter alone is pressed by mistake more often than it is meant to discard all.
                render.tell("Type the cards to hold, or none to draw five new cards.")
            elif word == "why":
                self._explain()
            else:
                try:
                    return read_hold(typed, hand)
                except ParseError as error:
                    render.tell(str(error))

    def _explain(self) -> None:
        if not self._last:
            render.tell("There is no last hand yet.")
        for chosen in self._last[:5]:
            render.show(_worth(chosen))


def read_hold(typed: str, hand: Sequence[Card]) -> int:
    """Read which cards of a hand to hold; gives their places as bits.

    Raises
    ------
    ParseError
        If these are neither cards of the hand nor places; the message says why.
    """
    words = plain_cards(typed.replace(",", " ")).split()
    if not words:
        raise ParseError("expected cards to hold, places from 1 to 5, all or none")
    if typed.strip().lower() in ("nothing", "none"):
        return 0
    if typed.strip().lower() == "all":
        return 31
    if all(word.isdecimal() and word.isascii() for word in words):
        return _bits("".join(words), lambda digit: _place(digit, typed), typed)
    texts = [word[start : start + 2] for word in words for start in range(0, len(word), 2)]
    return _bits(texts, lambda text: _card(text, typed, hand), typed)


def _bits(parts: Sequence[str], place: Callable[[str], int], typed: str) -> int:
    held = 0
    for part in parts:
        bit = 1 << place(part)
        if held & bit:
            raise ParseError(f"'{_quoted(typed)}': {part} is there twice")
        held |= bit
    return held


def _place(digit: str, typed: str) -> int:
    if digit not in "12345":
        raise ParseError(f"'{_quoted(typed)}': expected places from 1 to 5, found {digit}")
    return int(digit) - 1


def _card(text: str, typed: str, hand: Sequence[Card]) -> int:
    try:
        card = Card(text)
    except ParseError as error:
        expected = "expected cards of the hand, places from 1 to 5, all, none, help or quit"
        raise ParseError(
            f"'{_quoted(typed)}': '{_quoted(text)}' is not a card; {expected}"
        ) from error
    if card not in hand:
        raise ParseError(f"'{_quoted(typed)}': {card} is not in this hand")
    return list(hand).index(card)


def _quoted(text: str) -> str:
    return render.printable(text if len(text) <= 40 else text[:39] + "…")


def _worth(chosen: Discard) -> object:
    held = render.cards(chosen.keep) if chosen.keep else "nothing"
    return render.line("hold ", held, f", EV {chosen.value:.4f}")


def _tell(label: str, record: Training) -> None:
    if not record.hands:
        render.tell(f"{label}: no hands yet.")
        return
    drill = f" {render.count(len(record.wrong), 'hand')} to drill." if record.wrong else ""
    render.tell(
        f"{label}: {render.count(record.hands, 'hand')}, {record.right:,} right "
        f"({record.right / record.hands:.1%}). Mistakes cost {record.cost:.4f} bets, "
        f"{record.cost / record.hands:.4f} a hand.{drill}"
    )
