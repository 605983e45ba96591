"""Hands of cards as arguments."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from cardcore import CardcoreError, ParseError

Answer = TypeVar("Answer")


def each_hand(hands: Sequence[str], answer: Callable[[str], Answer]) -> list[Answer]:
    """Answer a question about every hand, in order.

    Raises
    ------
    ParseError
        If one is not a hand; among several, the message says which.
    """
    one_hand(hands)
    answers = []
    for place, hand in enumerate(hands, start=1):
        try:
            answers.append(answer(hand))
        except ParseError as error:
            if len(hands) == 1:
                raise
            raise ParseError(f"hand {place} of {len(hands)}, '{hand}': {error}") from error
    return answers


def each_line(text: str, answer: Callable[[str], Answer]) -> tuple[list[Answer], list[str]]:
    """Answer a question about the hand on every line, and say which lines are not hands.

    Empty lines and what follows a ``#`` are left out.
    """
    answers, mistakes = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        hand = line.partition("#")[0].strip()
        if not hand:
            continue
        try:
            answers.append(answer(hand))
        except ParseError as error:
            mistakes.append(f"line {number}: {error}")
    return answers, mistakes


def one_hand(words: Sequence[str]) -> None:
    """Refuse a hand that the shell has taken apart, for lack of quotes."""
    if len(words) > 1 and all(0 < len(word) <= 3 for word in words):
        hand = " ".join(words)
        raise CardcoreError(f'expected a hand as one argument, in quotes: "{hand}"')
