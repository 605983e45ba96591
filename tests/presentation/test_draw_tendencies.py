"""What hints say about an opponent's habits: from what the seat saw, with the evidence."""

import re

from cardcore import draw
from cardcore.draw.presentation import PRESENTATION
from cardcore.draw.tendencies import Folds, folds_to_bets, on_bluffs


class Better:
    """Bets and raises whenever it may."""

    def choose(self, view: draw.View) -> str:
        moves = view.legal_moves()
        return next((move for move in ("bet", "raise", "call") if move in moves), moves[0])


class Folder:
    """Folds to every bet, or to none."""

    def __init__(self, folds: bool) -> None:
        self.answer = "fold" if folds else "call"

    def choose(self, view: draw.View) -> str:
        moves = view.legal_moves()
        return self.answer if self.answer in moves else moves[0]


def after(hands: int, *, folds: bool) -> draw.View:
    """Play some hands; returns the view of seat 0 at its first bet of the next one."""
    game = draw.new(seed=1, players=2, hands=hands + 2, stack=10_000)
    players: list[Better | Folder] = [Better(), Folder(folds)]
    while (seat := game.to_move) is not None:
        view = game.view(seat)
        if seat == 0 and view.past_count >= hands and "bet" in view.legal_moves():
            return view
        game.play(players[seat].choose(view))
    raise AssertionError("the match is over")


def test_folds_are_counted_as_the_moves_tell() -> None:
    view = after(30, folds=True)
    folds = folds_to_bets(view, 1)
    assert folds.bets == folds.folds >= 30
    # The other seat was never bet at.
    assert folds_to_bets(view, 0) == Folds(0, 0)
    called = folds_to_bets(after(30, folds=False), 1)
    assert called.folds == 0 and called.bets >= 60


def test_a_hint_says_so_with_the_evidence() -> None:
    (said,) = on_bluffs(after(30, folds=True))
    found = re.fullmatch(
        r"They have folded to (\d+) of (\d+) bets \((\d+)% to (\d+)%\): bluffing pays\.", said
    )
    assert found and found[1] == found[2] and int(found[3]) > 80 and found[4] == "100"
    (said,) = on_bluffs(after(30, folds=False))
    assert re.fullmatch(
        r"They have folded to only 0 of \d+ bets \(0% to \d%\): don't bluff\.", said
    )
    hint = PRESENTATION.hint(after(30, folds=True), effort=0.1)
    assert any("bluffing pays" in line for line in hint.explanation)


def test_little_evidence_says_nothing() -> None:
    assert on_bluffs(after(2, folds=True)) == []
    assert on_bluffs(draw.new(seed=1, players=2).view(0)) == []


def test_hidden_cards_do_not_matter() -> None:
    view = after(30, folds=True)
    assert on_bluffs(view.sample(seed=5).view(0)) == on_bluffs(view)
