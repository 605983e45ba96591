"""Other draw games from Python: rules, amounts, stacks, records, bots and front ends."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

import cardcore
from cardcore import IllegalMoveError, draw
from cardcore.draw.presentation import PRESENTATION
from cardcore.environments import Batch, Encoding

VARIANTS: list[dict[str, Any]] = [
    vars(draw.Rules.single_draw(players=3, hands=2)),
    vars(draw.Rules.triple_draw(hands=2)),
    vars(draw.Rules.badugi(players=3, hands=2)),
    {"players": 4, "hands": 2, "ranking": "a-5", "betting": "pot-limit"}
    | {"big_blind": 2, "straddle": 4},
]


def test_the_default_rules_and_records_are_as_before() -> None:
    assert list(draw.new(seed=1).rules) == [
        "players",
        "hands",
        "stack",
        "ante",
        "small_bet",
        "big_bet",
        "raises",
    ]
    game = draw.new(draw.Rules.single_draw(), seed=1)
    assert {"ranking": "2-7", "betting": "no-limit", "big_blind": 2}.items() <= game.rules.items()
    assert "draws" not in game.rules


@pytest.mark.parametrize("rules", VARIANTS)
def test_records_replay_and_bots_play_to_the_end(rules: dict[str, Any]) -> None:
    bots = ["equity", "pattern", "class", "nash", "random"]
    game = cardcore.new("draw", rules, seed=3)
    cardcore.play(game, bots[: game.seats], seed=1)
    assert game.is_over and sum(game.scores()) == 0
    record = json.loads(json.dumps(game.record()))
    assert cardcore.replay(record) == game


def test_any_amount_in_the_range_is_a_move() -> None:
    game = draw.new(draw.Rules.single_draw(players=3), seed=7)
    assert game.view(2).raise_to == [4, 100]
    assert game.view(0).raise_to is None
    for text in ("raise to 3", "raise to 101", "raise", "bet 7"):
        with pytest.raises(IllegalMoveError):
            game.play(text)
    game.play("RAISE 13")
    assert game.moves == ["raise to 13"]
    with pytest.raises(IllegalMoveError, match="expected 24 to 100"):
        game.play("raise to 23")
    game.play("all in")
    assert game.moves[-1] == "raise to 100"
    assert game.legal_moves() == ["fold", "call"]


def test_stacks_may_differ_and_are_recorded() -> None:
    game = draw.new(stack=50, stacks=[50, 20], seed=1)
    assert game.view(0).stacks == [49, 19]
    assert game.scores() == [0, 0]
    record = game.record()
    assert record["stacks"] == [50, 20]
    assert cardcore.replay(record) == game
    assert "stacks" not in draw.new(stack=50, stacks=[50, 50], seed=1).record()
    with pytest.raises(ValueError, match="seat 1: expected 1 to 50"):
        draw.new(stack=50, stacks=[50, 51])
    with pytest.raises(TypeError, match="stacks"):
        draw.new(stacks=7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"ranking": "omaha"}, "ranking: expected one of high, 2-7, a-5, badugi, found 'omaha'"),
        ({"betting": "spread"}, "betting: expected one of limit, pot-limit, no-limit"),
        ({"draws": 4}, "draws: expected"),
        ({"draws": 3, "players": 3}, "expected at most 2 players"),
        ({"small_blind": 1}, "expected a big blind that is not smaller"),
        ({"big_blind": 4}, "at most the small bet at limit"),
        ({"big_blind": 2, "straddle": 4}, "expected at least 3 players"),
        ({"bring_in": 1}, "'bring_in' is not a rule of draw"),
    ],
)
def test_combinations_that_make_no_sense_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        draw.new(**options)


def test_games_with_one_draw_at_limit_are_solved() -> None:
    for options in ({"draws": 2}, {"betting": "no-limit"}, {"big_blind": 2}):
        with pytest.raises(ValueError, match=r"expected draws = 1, betting = 'limit'"):
            draw.equilibrium(stack=1000, **options)
        assert not draw.is_shipped(vars(draw.Rules(**options)))
        assert PRESENTATION.is_ready("nash", options)  # It plays like equity.
    assert not draw.is_shipped(ranking="2-7")
    assert not PRESENTATION.is_ready("nash", {"ranking": "2-7"})


@pytest.mark.parametrize("ranking", ["2-7", "a-5", "badugi"])
def test_solutions_of_lowball_and_badugi_are_saved_and_explain(
    ranking: str, tmp_path: Path
) -> None:
    rules: dict[str, Any] = {"ranking": ranking, "raises": 0, "hands": 1}
    effort: dict[str, Any] = {"iterations": 15, "hands": 30, "strengths": 15, "deals": 0}
    solved = draw.equilibrium(draw.Rules(**rules), **effort)
    solved.save(tmp_path / "low.equilibrium")
    again = draw.Equilibrium.load(tmp_path / "low.equilibrium")
    assert again.rules == solved.rules == {**solved.rules, "ranking": ranking, "raises": 0}
    view = draw.new(draw.Rules(**rules), seed=1).view(0)
    assert again.probabilities(view) == solved.probabilities(view)
    assert again.explain(view).startswith("bucket: ")
    with pytest.raises(ValueError, match=f"ranking = {ranking}"):
        again.probabilities(draw.new(raises=0, seed=1).view(0))


@pytest.mark.parametrize("rules", VARIANTS)
def test_every_position_has_a_hint_and_facts(rules: dict[str, Any]) -> None:
    game = cardcore.new("draw", rules, seed=5)
    source = random.Random(2)
    while not game.is_over:
        view = game.view(game.to_move)
        hint = PRESENTATION.hint(view)
        assert hint.reasons and hint.move in view.legal_moves()
        assert PRESENTATION.view_facts(view)["rank"]
        assert PRESENTATION.cost(game, hint.move) is None
        game.play(source.choice(view.legal_moves()))
    assert 5 < len(PRESENTATION.rules(game.rules)) <= 10


def test_amounts_are_four_actions() -> None:
    encoding = Encoding("draw", actions="flat", **vars(draw.Rules.single_draw()))
    game = draw.new(draw.Rules.single_draw(), seed=1)
    view = game.view(game.to_move)
    legal = [
        str(encoding.move(view, (), action)) for action in encoding.mask(view).nonzero()[0].tolist()
    ]
    assert legal == game.legal_moves()
    # Half the pot is not more than the least, so it does not count as an action of its own.
    assert encoding.action_count == 7 + 32
    # Amounts that are not listed are legal moves, but no agent can choose them.
    with pytest.raises(IllegalMoveError):
        encoding.actions(view, "raise to 90")


def test_batches_step_every_variant() -> None:
    for rules in VARIANTS:
        batch = Batch("draw", 8, seed=1, **rules)
        for _ in range(40):
            batch.step(batch.masks.argmax(axis=1))
        assert batch.masks.any(axis=1).all()
