"""The person at the terminal: what is asked, and what the answers mean."""

import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeAlias

from cardcore import Card, CardcoreError, IllegalMoveError, ParseError, View
from cardcore.cli import render
from cardcore.cli.games import KEYS, Page
from cardcore.cli.menu import FEW, Menu

#: What to do with the view and what was typed behind the word.
Command: TypeAlias = Callable[[View, str], object]

_PROMPT = "your move: "

_SUITS = str.maketrans("♣♦♥♠", "cdhs")

#: Answers to a question that a bare Enter says yes to.
_YES, _NO = ("y", "yes"), ("n", "no")

#: After this many unreadable answers the table is shown again, since it has scrolled up.
_MAX_MISTAKES = 3


class Unread(Exception):
    """What was typed is not a move here; the text says why."""

    def __init__(self, text: str, *, is_strange: bool = False) -> None:
        """Say why; what is strange may have been meant for a word that is not a move."""
        super().__init__(text)
        self.is_strange = is_strange


class Person:
    """A player who is asked for every move.

    Parameters
    ----------
    page
        The page of the game.
    table
        Shows the table; gives the number of rows it took.
    begin
        Begins the screen of a decision.
    commands
        Words that are not moves, as :meth:`choose` offers them.
    unoffered
        More such words, which are understood but not offered.
    final
        Whether moves cannot be taken back.
    """

    def __init__(
        self,
        page: Page[Any, Any],
        table: Callable[[View], int],
        begin: Callable[[], object],
        commands: Mapping[str, Command],
        unoffered: Mapping[str, Command],
        *,
        final: bool,
    ) -> None:
        self._page = page
        self._table = table
        self._begin = begin
        self._offered = sorted({*commands, "moves"})
        self._commands = {**commands, **unoffered}
        self._final = final

    def choose(self, view: View, /) -> Any:
        """Ask until the answer is a legal move."""
        moves = view.legal_moves()
        menu = Menu(self._page, moves, self._room())
        self._begin()
        self._list(view, menu)
        # What was chosen by a number and waits to be confirmed.
        pending: Any = None
        mistakes = 0
        while True:
            prompt = _PROMPT
            if pending is not None:
                prompt = f"{self._page.echo(str(pending))}? Enter, or another move: "
            answer = " ".join(render.ask(prompt).split())
            word, _, rest = answer.partition(" ")
            if pending is not None and (not answer or answer.lower() in _YES):
                return pending
            is_declined = pending is not None and answer.lower() in _NO
            pending = None
            if is_declined:
                continue
            if len(moves) == 1 and answer.lower() in ("", "1", *_YES):
                return moves[0]
            if word.lower() == "moves" and not rest:
                menu = Menu.of_all(self._page, moves)
                self._list(view, menu)
            elif word.lower() in self._commands and (not rest or word.lower() in ("save", "hint")):
                self._commands[word.lower()](view, rest)
                render.show("")
                self._table(view)
            elif answer.upper() in menu.lettered:
                return menu.lettered[answer.upper()].moves[0]
            elif answer.isdecimal() and (number := self._numbered(menu, answer)) is not None:
                entry = menu.numbered[number]
                if len(entry.moves) > 1:
                    menu = Menu.below(self._page, entry, self._room())
                    self._list(view, menu)
                elif self._final and len(menu.numbered) > FEW:
                    [pending] = entry.moves
                else:
                    return entry.moves[0]
            else:
                try:
                    return read(self._page, view, answer)
                except Unread as error:
                    render.tell(f"{error}{self._words(answer) if error.is_strange else '.'}")
                    mistakes += 1
                    if mistakes % _MAX_MISTAKES == 0:
                        render.show("")
                        self._table(view)

    def _room(self) -> int:
        """Tell how many rows of a list leave the table in sight."""
        return max(4, min(12, render.height() - 12))

    def _list(self, view: View, menu: Menu) -> None:
        """Show the moves, and below them the table, which is to be in sight."""
        render.show("")
        if menu.groups:
            render.show(menu.shown())
        else:
            render.tell(f"Now: {self._page.expected(view)}.")
            render.tell(f"There are {len(menu.moves):,} moves; type moves to see them all.")
        self._table(view)
        if len(menu.moves) == 1 == len(view.legal_moves()):
            only = self._page.choice(menu.moves[0])
            render.show(render.line("Only one move is possible, press Enter for it: ", only))

    def _numbered(self, menu: Menu, answer: str) -> int | None:
        """Find the place of a number in the list, if it was shown there."""
        number = int(answer[:9])
        return number - 1 if len(answer) < 9 and 1 <= number <= len(menu.numbered) else None

    def _words(self, answer: str) -> str:
        """Name the words that are not moves, or the one that was probably meant."""
        close = get_close_matches(answer.lower(), self._offered, n=1) if answer else []
        if close:
            return f". Did you mean {close[0]}?"
        offered = ["save FILE" if word == "save" else word for word in self._offered]
        return f", or {', '.join(offered[:-1])} or {offered[-1]}."


def read(page: Page[Any, Any], view: View, answer: str) -> Any:
    """Read a move in any of the forms that can be meant here and now.

    These are the forms that the game reads, the fixed letters, and cards or numbers without the
    verb where a single verb fits.

    Raises
    ------
    Unread
        If it is not a legal move.
    """
    moves = view.legal_moves()
    texts = [str(move) for move in moves]
    expected = f"Type {page.expected(view)}"
    # Arrow keys send control characters, which would move the cursor in the answer.
    answer = "".join(filter(str.isprintable, answer))
    if not answer:
        raise Unread(expected, is_strange=True)
    if answer in texts:
        return moves[texts.index(answer)]
    lowered = answer.lower()
    answer = plain_cards(answer)
    said = [page.meant(view, answer), *KEYS.get(lowered, ())]
    found, refusals = _try(view, said)
    if not found:
        more, refusals_of_verbs = _try(view, [f"{verb} {answer}" for verb in _verbs(texts)])
        found, refusals = more, [*refusals, *refusals_of_verbs]
    if len(found) == 1:
        return found.pop()
    if found:
        raise Unread(f"'{answer}' may be {' or '.join(sorted(found))}. {expected}")
    if _are_cards(answer) and not any(map(_are_cards, texts)):
        raise Unread(f"'{answer}': you play no cards now. {expected}")
    raise _refusal(answer, refusals, expected)


def plain_cards(text: str) -> str:
    """Write cards as the games read them: with letters for suits, and T for a ten.

    >>> plain_cards("10♠ 10c Qh")
    'Ts Tc Qh'
    """
    lettered = text.translate(_SUITS)
    return re.sub(r"\b10(?=[cdhsCDHS]\b)", "T", lettered)


def _are_cards(text: str) -> bool:
    """Tell whether there is a card among the words of a text."""
    return any(_is_card(word) for word in text.split())


def _verbs(texts: Sequence[str]) -> list[str]:
    """Give the words that moves begin with before they name cards or numbers."""
    firsts = {text.partition(" ")[0] for text in texts if " " in text}
    return sorted(word for word in firsts if len(word) > 2 and word.isalpha())


def _try(view: View, said: Sequence[str]) -> tuple[set[str], list[CardcoreError]]:
    """Make moves in a game that may be the real one; gives those that are legal, and refusals."""
    found: set[str] = set()
    refusals: list[CardcoreError] = []
    for text in said:
        try:
            attempt = view.sample(seed=0)
            attempt.play(text)
        except (IllegalMoveError, ParseError) as error:
            refusals.append(error)
        else:
            found.add(attempt.moves[-1])
    return found, refusals


def _refusal(answer: str, refusals: Sequence[CardcoreError], expected: str) -> Unread:
    """Say why an answer is not a move: the game's own reason where it understood the answer."""
    against_rules = [error for error in refusals if isinstance(error, IllegalMoveError)]
    if against_rules:
        reason = _reason(against_rules[-1])
        return Unread(f"{reason[:1].upper()}{reason[1:]}. {expected}")
    if _are_cards(answer):
        return Unread(f"'{answer}': {_reason(refusals[-1])}. {expected}")
    if answer.isdecimal():
        return Unread(f"{answer} is not a number in the list. {expected}")
    return Unread(f"'{answer}' is not a move here. {expected}", is_strange=True)


def _reason(error: CardcoreError) -> str:
    """Leave out of a message what a person at the table knows, and what is said better here."""
    reason = re.sub(r"^(?:seat \d+, )?move '[^']*': ", "", str(error))
    return re.sub(r"(?<=.), expected .*", "", reason)


def _is_card(word: str) -> bool:
    try:
        Card(word)
    except ParseError:
        return False
    return True
