"""The native game of five-card draw against the reference, in lockstep."""

from collections.abc import Iterator
from random import Random

import pytest

from cardcore import Game, IllegalMoveError, draw
from cardcore.compare import Case
from cardcore.compare import draw as compare
from cardcore.compare.lockstep import lockstep
from cardcore.reference.draw import DrawGame
from tests.cases import cases


@pytest.mark.parametrize("tiny", [True, False])
def test_both_play_the_same_matches(tiny: bool) -> None:
    random = Random(f"draw {tiny}")
    ruined, kinds = 0, set()
    matches = cases(120, slow=400)
    for _ in range(matches):
        native, reference = compare.start(random, tiny=tiny)
        also, choose = [compare.facts], compare.seldom_fold
        for case in lockstep(native, reference, random, also=also, choose=choose):
            assert case.native == case.reference, case.case
        ruined += native.view(0).hand_number < native.view(0).hands
        kinds |= {move.split()[0] for move in native.moves}
    assert kinds == {"fold", "check", "call", "bet", "raise", "discard"}
    # Small stacks often end a match before its last hand, large ones seldom: only without a limit.
    assert ruined > matches // 4 if tiny else ruined < matches // 4


def test_both_refuse_the_same_moves() -> None:
    random = Random(3)
    words = ["fold", "check", "call", "bet", "raise", "discard", "discard 2c", "discard As Ks"]

    def refusals(native: Game, reference: DrawGame) -> Iterator[Case]:
        before = native.copy()
        for word in words:
            if word not in reference.legal_moves():
                for game in (native, reference):
                    with pytest.raises(IllegalMoveError):
                        game.play(word)
        yield Case({}, native, before)

    for _ in range(cases(20, slow=60)):
        decks = [random.sample(range(52), 20)]
        games = draw.new(deal=decks, stack=9), DrawGame(decks, stack=9)
        for case in lockstep(*games, random, also=[refusals]):
            assert case.native == case.reference, case.case
