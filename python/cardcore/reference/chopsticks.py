"""Chopsticks in plain Python.

Two versions of the same rules, on purpose. The first half is the default game as in a course
report: states of two hands and a level, a dictionary filled backward from the horizon. The second
half supports all house rules: positions are pairs of tuples, and the unlimited game is solved by
iterating over all of them until nothing changes.
"""

from dataclasses import dataclass

from cardcore.errors import IllegalMoveError, ParseError

__all__ = [
    "Game",
    "Rules",
    "best_move_dp",
    "count_lines",
    "grown",
    "legal_moves",
    "next_moves",
    "solve",
    "taps",
    "verdict",
]

Pair = tuple[int, int]
#: The hands of player A, the hands of player B, and the level.
State = tuple[Pair, Pair, int]


def grown(hand: int, by: int) -> int:
    """Return the fingers of a tapped hand, which is out at five."""
    return hand + by if hand + by < 5 else 0


def _changes(me: Pair, other: Pair) -> list[tuple[Pair, Pair]]:
    """List both pairs of hands after each move of one player, without repetition."""
    changes = []
    for mine in me:
        for place, theirs in enumerate(other):
            if mine > 0 and theirs > 0:
                tapped = grown(theirs, mine)
                changes.append((me, (tapped, other[1]) if place == 0 else (other[0], tapped)))
    left, right = me
    for moved in range(1, left + 1):
        if right + moved < 5 and (right + moved, left - moved) != me:
            changes.append(((left - moved, right + moved), other))
    for moved in range(1, right + 1):
        if left + moved < 5 and (right - moved, left + moved) != me:
            changes.append(((left + moved, right - moved), other))
    return list(dict.fromkeys(changes))


def next_moves(state: State) -> list[State]:
    """List the states that one move leads to, in the fixed order of moves.

    >>> next_moves(((1, 1), (1, 1), 0))
    [((1, 1), (2, 1), 1), ((1, 1), (1, 2), 1), ((0, 2), (1, 1), 1), ((2, 0), (1, 1), 1)]
    """
    a, b, level = state
    if a == (0, 0) or b == (0, 0):
        return []
    if level % 2 == 0:
        return [(mine, theirs, level + 1) for mine, theirs in _changes(a, b)]
    return [(theirs, mine, level + 1) for mine, theirs in _changes(b, a)]


def _result(a: Pair, b: Pair) -> int:
    """Return the value for player A of a state that is over, or at the horizon."""
    return (b == (0, 0)) - (a == (0, 0))


def _pairs() -> list[Pair]:
    return [(left, right) for left in range(5) for right in range(5)]


def best_move_dp(depth: int) -> dict[State, tuple[int, State | None]]:
    """Fill the table of the depth-limited game, backward from the horizon.

    Returns for every state of every level its value for player A under perfect play, and the first
    of the best moves as the state that it leads to; ``None`` where there is no move.

    >>> best_move_dp(20)[(1, 1), (1, 1), 0]
    (0, ((1, 1), (2, 1), 1))
    """
    table: dict[State, tuple[int, State | None]] = {}
    for level in range(depth, -1, -1):
        for a in _pairs():
            for b in _pairs():
                state = (a, b, level)
                moves = next_moves(state) if level < depth else []
                if not moves:
                    table[state] = (_result(a, b), None)
                    continue
                pick = max if level % 2 == 0 else min
                best = pick(moves, key=lambda move: table[move][0])
                table[state] = (table[best][0], best)
    return table


def count_lines(depth: int) -> dict[State, tuple[int, int]]:
    """Count the lines of play from every state of every level that player A wins and loses.

    >>> count_lines(2)[(1, 1), (0, 4), 0]  # a tap wins; after two of the splits B can win
    (1, 2)
    """
    counts: dict[State, tuple[int, int]] = {}
    for level in range(depth, -1, -1):
        for a in _pairs():
            for b in _pairs():
                state = (a, b, level)
                moves = next_moves(state) if level < depth else []
                if moves:
                    wins = sum(counts[move][0] for move in moves)
                    losses = sum(counts[move][1] for move in moves)
                    counts[state] = (wins, losses)
                else:
                    result = _result(a, b)
                    counts[state] = (int(result == 1), int(result == -1))
    return counts


@dataclass(frozen=True)
class Rules:
    """House rules, unchecked; see :class:`cardcore.chopsticks.Rules` for their meaning."""

    fingers: int = 5
    hands: int = 2
    rollover: bool = False
    splits: bool = True
    swaps: bool = False
    revive: bool = True
    split_to_zero: bool = True
    halves_only: bool = False
    sudden_death: bool = False
    misere: bool = False
    start: int = 1
    moves: int = 10


Hands = tuple[int, ...]
NAMES = {1: "L", 2: "LR", 3: "LMR"}


def verdict(rules: Rules, me: Hands, opponent: Hands) -> int | None:
    """Return the result for the player with the hands ``me`` if the game is over, else ``None``."""
    some = any if rules.sudden_death else all
    me_out, opponent_out = (some(hand == 0 for hand in hands) for hands in (me, opponent))
    if not me_out and not opponent_out:
        return None
    result = opponent_out - me_out
    return -result if rules.misere else result


def _with(hands: Hands, changes: dict[int, int]) -> Hands:
    return tuple(changes.get(place, hand) for place, hand in enumerate(hands))


def _split_allowed(rules: Rules, before: Hands, after: Hands, giving: int, taking: int) -> bool:
    if not rules.swaps and sorted(after) == sorted(before):
        return False
    if not rules.revive and before[taking] == 0:
        return False
    if not rules.split_to_zero and after[giving] == 0:
        return False
    halved = before[taking] == 0 and after[giving] == after[taking]
    return halved or not rules.halves_only


def taps(rules: Rules, me: Hands, opponent: Hands) -> dict[str, tuple[Hands, Hands]]:
    """List all taps by their text with the hands of both after them, including equivalent ones.

    >>> taps(Rules(), (1, 1), (0, 2))
    {'tap L R': ((1, 1), (0, 3)), 'tap R R': ((1, 1), (0, 3))}
    """
    names = NAMES[rules.hands]
    moves = {}
    for own, mine in enumerate(me):
        for other, theirs in enumerate(opponent):
            if mine > 0 and theirs > 0:
                tapped = mine + theirs
                if tapped >= rules.fingers:
                    tapped = tapped % rules.fingers if rules.rollover else 0
                moves[f"tap {names[own]} {names[other]}"] = (me, _with(opponent, {other: tapped}))
    return moves


def legal_moves(rules: Rules, me: Hands, opponent: Hands) -> dict[str, tuple[Hands, Hands]]:
    """List the moves by their text, in the fixed order, with the hands of both after them.

    >>> list(legal_moves(Rules(), (2, 1), (1, 1)))
    ['tap L L', 'tap L R', 'tap R L', 'tap R R', 'split 0 3', 'split 3 0']
    """
    moves: dict[str, tuple[Hands, Hands]] = {}
    if verdict(rules, me, opponent) is not None:
        return moves
    for text, after in taps(rules, me, opponent).items():
        if after not in moves.values():
            moves[text] = after
    if not rules.splits:
        return moves
    for giving in range(rules.hands):
        for taking in range(rules.hands):
            for moved in range(1, me[giving] + 1) if giving != taking else ():
                if me[taking] + moved >= rules.fingers:
                    break
                changed = {giving: me[giving] - moved, taking: me[taking] + moved}
                hands = _with(me, changed)
                if _split_allowed(rules, me, hands, giving, taking):
                    moves["split " + " ".join(map(str, hands))] = (hands, opponent)
    return moves


def _all_hands(rules: Rules) -> list[Hands]:
    found: list[Hands] = [()]
    for _ in range(rules.hands):
        found = [(*hands, number) for hands in found for number in range(rules.fingers)]
    return found


def solve(rules: Rules) -> dict[tuple[Hands, Hands], tuple[int, int]]:
    """Solve the unlimited game.

    Returns the value for the player to move and the plies to the end for every position, the hands
    of the player to move first. A position that is missing is a draw by endless play.

    >>> solve(Rules(splits=False))[(1, 1), (1, 1)]
    (-1, 8)
    """
    solved: dict[tuple[Hands, Hands], tuple[int, int]] = {}
    open_positions: dict[tuple[Hands, Hands], list[tuple[Hands, Hands]]] = {}
    for me in _all_hands(rules):
        for opponent in _all_hands(rules):
            result = verdict(rules, me, opponent)
            if result is not None:
                solved[me, opponent] = (result, 0)
            else:
                after = legal_moves(rules, me, opponent).values()
                open_positions[me, opponent] = [(theirs, mine) for mine, theirs in after]
    plies = 0
    while True:
        plies += 1
        found = {}
        for position, following in open_positions.items():
            values = [solved[move][0] if move in solved else None for move in following]
            if -1 in values:
                found[position] = (1, plies)
            elif all(value == 1 for value in values):
                found[position] = (-1, plies)
        if not found:
            return solved
        solved.update(found)
        for position in found:
            del open_positions[position]


class Game:
    """The depth-limited game: player A is seat 0 and starts, each player moves ``moves`` times.

    >>> game = Game()
    >>> game.play("tap L R")
    >>> game.legal_moves()
    ['tap L L', 'tap L R', 'tap R L', 'tap R R', 'split 0 3', 'split 3 0']
    """

    def __init__(
        self,
        moves: int = 10,
        rules: Rules | None = None,
        state: tuple[Hands, Hands] | None = None,
    ) -> None:
        self.rules: Rules = rules or Rules()
        self.depth: int = 2 * moves
        self.ply: int = 0
        start = (self.rules.start,) * self.rules.hands
        self.players: list[Hands] = list(state or (start, start))

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; ``None`` when the game is over."""
        over = verdict(self.rules, *self.players) is not None
        return None if over or self.ply == self.depth else self.ply % 2

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.to_move is None

    def _moves(self) -> dict[str, tuple[Hands, Hands]]:
        seat = self.to_move
        if seat is None:
            return {}
        return legal_moves(self.rules, self.players[seat], self.players[1 - seat])

    def legal_moves(self) -> list[str]:
        """List the legal moves of the seat to move."""
        return list(self._moves())

    def play(self, text: str) -> None:
        """Make a move; a tap that is equivalent to a listed one counts as that."""
        seat = self.to_move
        if seat is None:
            raise IllegalMoveError(f"move '{text}': the game is over")
        kind, *words = text.replace(",", " ").split() or [""]
        if (kind, len(words)) not in (("tap", 2), ("split", self.rules.hands)):
            raise ParseError(f"move '{text}': expected a tap or a split")
        moves = self._moves()
        chosen = " ".join([kind, *words])
        after = taps(self.rules, self.players[seat], self.players[1 - seat]).get(chosen)
        if after is None:
            after = moves.get(chosen)
        if after is None:
            raise IllegalMoveError(f"seat {seat}, move '{text}': expected one of {list(moves)}")
        self.players[seat], self.players[1 - seat] = after
        self.ply += 1

    def scores(self) -> list[int]:
        """Return 1 for the winner and -1 for the loser; 0 for both in a tie or before the end."""
        result = verdict(self.rules, *self.players) or 0
        return [result, -result]
