"""PHH, an open format of poker hand histories, for the draw games that it has a code for.

The format is TOML; a file ``.phh`` has one hand, a file ``.phhs`` several, each in a table of its
own. It is defined at https://phh.readthedocs.io and read by PokerKit. Its players are numbered from
the left of the button, which the last of them has.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from cardcore._core import Card, Game, parse_cards
from cardcore.draw.match import Rules, View, new
from cardcore.errors import CardcoreError, ParseError
from cardcore.records import record as make_record
from cardcore.records import replay_positions

__all__ = ["from_phh", "to_phh"]

#: The variants of the format that are draw games: ranking, number of draws, betting structure.
_VARIANTS = {
    "F2L3D": ("2-7", 3, "limit"),
    "N2L1D": ("2-7", 1, "no-limit"),
    "FB": ("badugi", 3, "limit"),
}

_CODES = {variant: code for code, variant in _VARIANTS.items()}

_NAMES = "F2L3D (limit 2-7 triple draw), N2L1D (no-limit 2-7 single draw), FB (limit badugi)"

#: The raises that a file may have in a betting round; at limit, four above a blind.
_RAISES = {"limit": 4, "no-limit": 1000}

_Row = Mapping[str, Any]


def to_phh(record: Mapping[str, Any] | Game) -> str:
    """Write the hands of a match as PHH.

    Parameters
    ----------
    record
        A match, or its record. Of a match that is not over, the hand in progress is written as far
        as it was played.

    Returns
    -------
    str
        The text of a file ``.phh``; of several hands, of a file ``.phhs``.

    Raises
    ------
    ValueError
        If the format has no code for the game: it has codes for limit 2-7 triple draw, no-limit
        2-7 single draw and limit badugi with three draws.
    ParseError
        If the record is invalid.

    Examples
    --------
    >>> game = new(ranking="2-7", betting="no-limit", big_bet=2, hands=1, seed=1)
    >>> for move in ("bet 4", "fold"):
    ...     game.play(move)
    >>> print(to_phh(game))
    variant = "N2L1D"
    antes = [1, 1]
    blinds_or_straddles = [0, 0]
    min_bet = 2
    starting_stacks = [100, 100]
    actions = [
      "d dh p1 2h5c7c7h7s",
      "d dh p2 5d6c9cTdKd",
      "p1 cbr 4",
      "p2 f",
    ]
    players = ["seat 0", "seat 1"]
    <BLANKLINE>
    """
    recorded = make_record(record) if isinstance(record, Game) else record
    hands = list(_hands(recorded))
    if len(hands) == 1:
        return _toml(hands[0])
    return "\n".join(f"[{number}]\n{_toml(hand)}" for number, hand in enumerate(hands, start=1))


def from_phh(text: str) -> list[dict[str, Any]]:
    """Read hands from PHH.

    Parameters
    ----------
    text
        The text of a file ``.phh`` or ``.phhs``. All cards must be known.

    Returns
    -------
    list of dict
        The record of a match of one hand for each hand: :func:`cardcore.replay` plays it again.
        Seat 0 is the first player.

    Raises
    ------
    ParseError
        If the text is not PHH, is of another game, or has something that this package does not
        know, such as unknown cards; the message names the line.

    Examples
    --------
    >>> from cardcore import replay
    >>> game = new(ranking="2-7", betting="no-limit", big_bet=2, hands=1, seed=1)
    >>> for move in ("bet 4", "fold"):
    ...     game.play(move)
    >>> [hand] = from_phh(to_phh(game))
    >>> replay(hand).moves, hand["result"]
    (['bet 4', 'fold'], [1, -1])
    """
    try:
        parsed = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ParseError(f"PHH: not TOML: {error}") from error
    if "variant" in parsed:
        parts: list[tuple[str, Any]] = [("", parsed)]
    else:
        parts = [(f"hand {name}: ", part) for name, part in parsed.items()]
    if not parts:
        raise ParseError("PHH: expected a hand with the field 'variant', found nothing")
    lines = list(_action_lines(text))
    found = []
    for number, (place, part) in enumerate(parts):
        if not isinstance(part, dict):
            raise ParseError(f"PHH: {place}expected a table of fields, found {part!r}")
        try:
            found.append(_read(part, lines[number] if number < len(lines) else []))
        except ParseError as error:
            raise ParseError(f"PHH: {place}{error}") from error
        except CardcoreError as error:
            raise ParseError(f"PHH: {place}{error}") from error
    return found


def _hands(record: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Iterate over the hands of a match, as the fields of the format."""
    names: Sequence[str] = record.get("seats", ())
    hand: _Writer | None = None
    number = 0
    for game, seat, move in replay_positions(record):
        view = game.view(seat)
        if hand is None or view.hand_number != number:
            if hand is not None:
                yield hand.fields(game)
            hand, number = _Writer(game, names), view.hand_number
        hand.add(game, seat, move)
        after = game.copy()
        after.play(move)
        hand.after = after
    if hand is None:
        raise ValueError("PHH: expected at least one move, found none")
    yield hand.fields(hand.after)


class _Writer:
    """A hand in progress, as it is written."""

    after: Game

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        rules = vars(Rules(**game.rules))
        code = _CODES.get((rules["ranking"], rules["draws"], rules["betting"]))
        if code is None:
            found = f"{rules['ranking']} with draws = {rules['draws']} at {rules['betting']}"
            raise ValueError(f"PHH has no code for {found}, expected {_NAMES}")
        if code == "N2L1D" and rules["small_bet"] != rules["big_bet"]:
            raise ValueError(
                f"PHH: small_bet = {rules['small_bet']}, big_bet = {rules['big_bet']}: expected "
                "the same smallest bet in both rounds of N2L1D"
            )
        view = game.view(None)
        players = len(view.status)
        around = [(view.button + 1 + place) % players for place in range(players)]
        self.order = [seat for seat in around if view.status[seat] != "out"]
        self.number = view.hand_number
        self.rules, self.code = rules, code
        self.names = [names[seat] for seat in self.order] if names else []
        self.stacks = [view.stacks[seat] + view.paid[seat] for seat in self.order]
        self.actions = [
            f"d dh {self._player(seat)} {_cards(game.view(seat).hand)}" for seat in self.order
        ]
        self.drawn: list[str] = []
        self.draws_left = rules["draws"]

    def _player(self, seat: int) -> str:
        return f"p{self.order.index(seat) + 1}"

    def add(self, game: Game, seat: int, move: str) -> None:
        """Add a move."""
        view = game.view(seat)
        player = self._player(seat)
        verb, *rest = move.split()
        if verb == "discard":
            if view.draws_left != self.draws_left:
                # With players all in, no bets are made between two draws.
                self._deal()
                self.draws_left = view.draws_left
            self.actions.append(" ".join([player, "sd", *([_joined(rest)] if rest else [])]))
            if rest:
                after = game.copy()
                after.play(move)
                # If the hand is over, what was drawn is among the cards that are shown.
                held = {str(card) for card in view.hand}
                drawn = [card for card in _hand_after(after, seat, self.number) if card not in held]
                self.drawn.append(f"d dh {player} {_joined(drawn)}")
            return
        self._deal()
        if game.legal_moves() == ["check"]:
            # A blind whom nobody can raise: the format has no action for it.
            return
        if verb == "fold":
            self.actions.append(f"{player} f")
        elif verb in ("check", "call"):
            self.actions.append(f"{player} cc")
        else:
            amount = rest[-1] if rest else str(self._limit_amount(view, seat))
            self.actions.append(f"{player} cbr {amount}")

    def _deal(self) -> None:
        """Write the draws of a round, which follow all its discards."""
        self.actions += self.drawn
        self.drawn = []

    def _limit_amount(self, view: View, seat: int) -> int:
        later = 2 * (self.rules["draws"] - view.draws_left) > self.rules["draws"]
        size = self.rules["big_bet" if later else "small_bet"]
        return min(max(view.bets) + int(size), view.bets[seat] + view.stacks[seat])

    def fields(self, after: Game) -> dict[str, Any]:
        """Return the fields of the hand, once it is over or as far as it goes."""
        self._deal()
        last = after.view(None).last
        if last is not None and last["number"] == self.number:
            shown = [(seat, last["shown"][seat]) for seat in self.order if last["shown"][seat]]
            self.actions += [f"{self._player(seat)} sm {_cards(hand)}" for seat, hand in shown]
        players = len(self.order)
        rules = self.rules
        blinds = [rules["small_blind"], rules["big_blind"], rules["straddle"]]
        if players == 2:
            blinds = blinds[:2]
        sizes = (
            {"min_bet": rules["small_bet"]}
            if self.code == "N2L1D"
            else {"small_bet": rules["small_bet"], "big_bet": rules["big_bet"]}
        )
        return {
            "variant": self.code,
            "antes": [rules["ante"]] * players,
            "blinds_or_straddles": [*blinds, *[0] * players][:players],
            **sizes,
            "starting_stacks": self.stacks,
            "actions": self.actions,
            **({"players": self.names} if self.names else {}),
        }


def _hand_after(game: Game, seat: int, number: int) -> list[str]:
    """Return a seat's cards after its draw, also if the draw has ended the hand."""
    view = game.view(seat)
    hand = (
        view.hand if not game.is_over and view.hand_number == number else view.last["shown"][seat]
    )
    return [str(card) for card in hand]


def _cards(hand: Sequence[Card]) -> str:
    return _joined([str(card) for card in hand])


def _joined(cards: Sequence[str]) -> str:
    return "".join(cards)


def _toml(fields: _Row) -> str:
    lines = []
    for name, value in fields.items():
        if name == "actions":
            lines += ["actions = [", *(f"  {_quoted(action)}," for action in value), "]"]
        elif isinstance(value, list):
            shown = [_quoted(entry) if isinstance(entry, str) else str(entry) for entry in value]
            lines.append(f"{name} = [{', '.join(shown)}]")
        else:
            lines.append(f"{name} = {_quoted(value) if isinstance(value, str) else value}")
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    """Write a basic string of TOML, with escapes for what may not be in one."""

    def escaped(character: str) -> str:
        if character in '"\\':
            return f"\\{character}"
        if ord(character) < 32 or ord(character) == 127:
            return f"\\u{ord(character):04X}"
        return character

    return f'"{"".join(map(escaped, text))}"'


_TOKEN = re.compile(
    r"""\#[^\n]*|\"\"\"(?:.|\n)*?\"\"\"|'''(?:.|\n)*?'''|"(?:\\.|[^"\\\n])*"|'[^'\n]*'"""
    r"""|^[ \t]*actions[ \t]*=|[\[\]]""",
    re.M,
)


def _action_lines(text: str) -> Iterator[list[int]]:
    """Iterate over the fields ``actions`` of a text: the line of each action."""
    lines: list[int] | None = None
    for token in _TOKEN.finditer(text):
        found = token[0]
        if found.lstrip().startswith("actions"):
            lines = []
        elif lines is not None and found == "]":
            yield lines
            lines = None
        elif lines is not None and found[0] in "\"'":
            lines.append(1 + text.count("\n", 0, token.start()))


def _read(fields: dict[str, Any], lines: Sequence[int]) -> dict[str, Any]:
    """Read a hand; returns its record."""
    variant = fields.get("variant")
    if variant not in _VARIANTS:
        raise ParseError(f"variant: expected one of {_NAMES}, found {variant!r}")
    rules = _rules(fields, variant)
    actions = fields.get("actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise ParseError(f"actions: expected a list of text, found {actions!r}")
    steps = [_Step(action, _place(lines, number)) for number, action in enumerate(actions)]
    stacks = rules.pop("stacks")
    even = len(set(stacks)) == 1
    deck = _deck(rules, [step for step in steps if step.words])
    try:
        game = new(hands=1, deal=[deck], seed=0, stacks=None if even else stacks, **rules)
    except ValueError as error:
        raise ParseError(str(error)) from error
    for step in steps:
        _play(game, step)
    names = fields.get("players")
    is_named = isinstance(names, list) and len(names) == game.seats
    seats = [str(name) for name in names] if is_named and isinstance(names, list) else None
    return make_record(game, seats)


class _Step:
    """An action with its place in the file."""

    def __init__(self, action: str, place: str) -> None:
        self.place = place
        self.words = action.partition("#")[0].split()

    def refuse(self, reason: str) -> NoReturn:
        """Raise an error that names the place."""
        raise ParseError(f"{self.place}'{' '.join(self.words)}': {reason}")

    def cards(self, text: str) -> list[Card]:
        """Read cards that are written together."""
        if "?" in text:
            self.refuse("unknown cards: expected all cards of the hand")
        try:
            return list(parse_cards(text))
        except CardcoreError as error:
            self.refuse(str(error))

    def seat(self, player: str, seats: int) -> int:
        """Read a player, such as p1."""
        if not re.fullmatch(r"p[1-9]", player) or int(player[1:]) > seats:
            self.refuse(f"expected a player from p1 to p{seats}, found '{player}'")
        return int(player[1:]) - 1


def _place(lines: Sequence[int], number: int) -> str:
    line = f"line {lines[number]}: " if number < len(lines) else ""
    return f"{line}action {number + 1}, "


def _rules(fields: _Row, variant: str) -> dict[str, Any]:
    """Read the rules, and the stacks as one of them."""
    ranking, draws, betting = _VARIANTS[variant]
    stacks = _chips(fields, "starting_stacks")
    players = len(stacks)
    antes, blinds = _chips(fields, "antes"), _chips(fields, "blinds_or_straddles")
    for name, values in (("antes", antes), ("blinds_or_straddles", blinds)):
        if len(values) != players:
            raise ParseError(f"{name}: expected {players} numbers, as many as stacks: {values}")
    if len(set(antes)) > 1:
        raise ParseError(f"antes: expected the same ante for everybody, found {antes}")
    if any(blinds[3:]):
        raise ParseError(
            "blinds_or_straddles: expected a small blind, a big blind and a straddle, found "
            f"{blinds}"
        )
    small, big, straddle = [*blinds, 0, 0, 0][:3]
    if betting == "no-limit":
        sizes = [_number(fields, "min_bet")] * 2
    else:
        sizes = [_number(fields, "small_bet"), _number(fields, "big_bet")]
    return {
        "players": players,
        "stack": max(stacks, default=1),
        "stacks": stacks,
        "ante": antes[0] if antes else 0,
        "small_bet": sizes[0],
        "big_bet": sizes[1],
        "raises": _RAISES[betting],
        "ranking": ranking,
        "draws": draws,
        "betting": betting,
        "small_blind": small,
        "big_blind": big,
        "straddle": straddle,
    }


def _number(fields: _Row, name: str) -> int:
    if name not in fields:
        raise ParseError(f"the field '{name}' is missing")
    return _whole(name, fields[name])


def _chips(fields: _Row, name: str) -> list[int]:
    if not isinstance(fields.get(name), list):
        raise ParseError(f"{name}: expected a list of numbers, found {fields.get(name)!r}")
    return [_whole(name, value) for value in fields[name]]


def _whole(name: str, value: Any) -> int:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if is_number and value == value and abs(value) < 1e12 and value == int(value):
        return int(value)
    raise ParseError(f"{name}: expected whole numbers of chips, found {value!r}")


def _deck(rules: _Row, steps: Sequence[_Step]) -> list[Card]:
    """Put together the deck of a hand: as dealt, then the draws in their order."""
    players = rules["players"]
    hands: dict[int, list[Card]] = {}
    draws: list[Card] = []
    order: list[int] = []
    drawn: dict[int, list[Card]] = {}
    for step in steps:
        match step.words:
            case ["d", "dh", player, text]:
                seat = step.seat(player, players)
                if seat not in hands:
                    hands[seat] = step.cards(text)
                elif seat in order:
                    drawn.setdefault(seat, []).extend(step.cards(text))
                else:
                    step.refuse("cards that nobody has made room for")
            case [player, "sd", *_] if step.seat(player, players) not in order and not drawn:
                order.append(step.seat(player, players))
            case _:
                # The next betting round or draw: cards are drawn in the order of the discards.
                draws += [card for seat in order for card in drawn.get(seat, [])]
                is_draw = step.words[1:2] == ["sd"]
                order = [step.seat(step.words[0], players)] if is_draw else []
                drawn = {}
    draws += [card for seat in order for card in drawn.get(seat, [])]
    missing = [seat for seat in range(players) if seat not in hands]
    if missing:
        raise ParseError(f"actions: expected 'd dh p{missing[0] + 1}' and its cards")
    dealt = [card for seat in range(players) for card in hands[seat]]
    known = {card.number for card in (*dealt, *draws)}
    # What nobody draws may be in any order.
    rest = [Card(number) for number in range(52) if number not in known]
    return [*dealt, *draws, *rest]


def _play(game: Game, step: _Step) -> None:
    """Make a move of a hand, or check what is shown at its end."""
    if step.words and step.words[1:] != ["cc"] and game.legal_moves() == ["check"]:
        # A blind whom nobody can raise: the format has no action for it.
        game.play("check")
    match step.words:
        case [] | ["d", "dh", _, _] | [_, "sm"]:
            return
        case [player, "sm", text]:
            shown = (game.view(None).last or {"shown": []})["shown"]
            seat = step.seat(player, game.seats)
            held = shown[seat] if seat < len(shown) else None
            if text != "-" and held is not None and set(held) != set(step.cards(text)):
                step.refuse(f"the player holds {' '.join(map(str, held))}")
            return
        case [player, "sd"]:
            move = "discard"
        case [player, "sd", text]:
            move = " ".join(["discard", *map(str, step.cards(text))])
        case [player, "f"]:
            move = "fold"
        case [player, "cc"]:
            move = "check" if "check" in game.legal_moves() else "call"
        case [player, "cbr", amount]:
            move = _bet(game, step, amount)
        case _:
            step.refuse("expected f, cc, cbr and an amount, sd, sm, or d dh, a player and cards")
    seat = step.seat(player, game.seats)
    if seat != game.to_move:
        turn = "nobody" if game.to_move is None else f"p{game.to_move + 1}"
        step.refuse(f"expected a move of {turn}")
    try:
        game.play(move)
    except CardcoreError as error:
        step.refuse(re.sub(r"^seat \d+, ", "", str(error)))


def _bet(game: Game, step: _Step, amount: str) -> str:
    """Give the move that bets or raises to an amount."""
    try:
        chips = _whole("amount", float(amount))
    except (ValueError, OverflowError):
        step.refuse(f"expected a whole number of chips, found '{amount}'")
    seat = game.to_move
    if seat is None:
        step.refuse("expected a move of nobody")
    view = game.view(seat)
    is_first = max(view.bets) == 0
    if game.rules.get("betting", "limit") != "limit":
        return f"bet {chips}" if is_first else f"raise to {chips}"
    later = 2 * (view.rules["draws"] - view.draws_left) > view.rules["draws"]
    size = view.rules["big_bet" if later else "small_bet"]
    expected = min(max(view.bets) + size, view.bets[seat] + view.stacks[seat])
    if chips != expected:
        step.refuse(f"expected {expected} at limit, found {chips}")
    return "bet" if is_first else "raise"
