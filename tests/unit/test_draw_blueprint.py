"""Blueprints of five-card draw for three to five players, and responses at such tables."""

from pathlib import Path
from typing import Any

import pytest

import cardcore
from cardcore import arena, draw


def small(players: int = 3, **options: Any) -> draw.Blueprint:
    return draw.blueprint(
        players=players, **{"deals": 2000, "hands": 30, "strengths": 12, "raises": 1, **options}
    )


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nash_plays_the_shipped_blueprint(players: int) -> None:
    blueprint = draw.blueprint(players=players)
    decisions = 0
    for seed in range(20):
        game = draw.new(players=players, hands=1, seed=seed)
        while game.to_move is not None:
            view = game.view(game.to_move)
            chances = blueprint.probabilities(view)
            assert sum(chances.values()) == pytest.approx(1)
            assert set(chances) <= set(view.legal_moves())
            played = [move for move, chance in chances.items() if chance > 0]
            chosen = view.choose("nash", seed=seed)
            assert chosen in played
            game.play(chosen)
            decisions += 1
    assert decisions > 20 * players


def test_a_hand_dealt_to_fewer_is_played_by_their_blueprint() -> None:
    game = draw.new(players=5, stacks=[1, 1, 100, 100, 100], seed=4)
    while sum(status != "out" for status in game.view(None).status) == 5:
        move = "call" if "call" in (moves := game.legal_moves()) else moves[0]
        game.play(move)
    left = sum(status != "out" for status in game.view(None).status)
    view = game.view(game.to_move)
    if left > 2:
        assert view.choose("nash", seed=1) in draw.blueprint(players=left).probabilities(view)
    with pytest.raises(ValueError, match="expected a hand with players = 5"):
        draw.blueprint(players=5).probabilities(view)


def test_an_explanation_names_the_blueprint() -> None:
    view = draw.new(players=4, seed=3).view(0)
    lines = draw.blueprint(players=4, ante=25, small_bet=50, big_bet=100).explain(view).splitlines()
    assert lines[0].startswith("blueprint for 4 players: ")
    assert lines[1].startswith("bucket: ")
    assert {line.split()[-1] for line in lines[2:]} <= {"check", "bet"}


def test_views_and_rules_without_a_blueprint_are_errors() -> None:
    blueprint = draw.blueprint(players=3)
    with pytest.raises(ValueError, match="not the turn"):
        blueprint.probabilities(draw.new(players=3, seed=1).view(1))
    with pytest.raises(ValueError, match=r"players = 3, ante = 1, small_bet = 2.* or a multiple"):
        blueprint.probabilities(draw.new(players=3, ante=2, seed=1).view(0))
    with pytest.raises(ValueError, match="no blueprint is part of the package"):
        draw.blueprint(players=3, ante=2)
    with pytest.raises(ValueError, match="players: expected a table of 3 to 5, found 2"):
        draw.blueprint()
    with pytest.raises(ValueError, match="only five-card draw at limit and without blinds"):
        draw.blueprint(players=3, draws=2)
    with pytest.raises(ValueError, match="hands: expected a whole number from 20 to 500, found 10"):
        small(hands=10)
    with pytest.raises(TypeError, match="view: expected a view of draw, found <hearts view"):
        blueprint.probabilities(cardcore.hearts.new(seed=1).view(0))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="native: expected a blueprint of the core, found b'x'"):
        draw.Blueprint(b"x")  # type: ignore[arg-type]


def test_blueprints_are_saved_and_loaded(tmp_path: Path) -> None:
    small(threads=1).save(tmp_path / "one")
    small(threads=2).save(tmp_path / "two")
    content = (tmp_path / "one").read_bytes()
    assert content == (tmp_path / "two").read_bytes()
    loaded = draw.Blueprint.load(tmp_path / "one")
    assert loaded.rules == {"players": 3, "ante": 1, "small_bet": 2, "big_bet": 4, "raises": 1}
    assert loaded.deals == 2048
    (tmp_path / "damaged").write_bytes(content[:-20] + bytes(20))
    with pytest.raises(cardcore.ParseError, match="it is damaged"):
        draw.Blueprint.load(tmp_path / "damaged")
    (tmp_path / "other").write_bytes(b"something else")
    with pytest.raises(cardcore.ParseError, match="the header is missing"):
        draw.Blueprint.load(tmp_path / "other")


def test_training_continues_from_a_checkpoint(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint"
    small(deals=1000, checkpoint=path)
    reports: list[tuple[int, int]] = []
    small(checkpoint=path, progress=lambda *done: reports.append(done)).save(tmp_path / "resumed")
    assert reports[-1] == (2000, 2000)
    assert min(done for done, _ in reports) >= 1000
    small().save(tmp_path / "whole")
    assert (tmp_path / "resumed").read_bytes() == (tmp_path / "whole").read_bytes()
    with pytest.raises(cardcore.ParseError, match="not a checkpoint of this work"):
        small(players=4, checkpoint=path)
    path.write_bytes(b"something else")
    with pytest.raises(cardcore.ParseError, match="not a checkpoint of this work"):
        small(checkpoint=path)


def test_ctrl_c_stops_training() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        small(deals=100_000_000, progress=stop)


def test_a_response_beats_its_table_and_can_be_seated() -> None:
    found = draw.responder(
        "random", players=4, deals=1000, hands=30, strengths=12, held_out=4000, seed=2
    )
    assert found.model is None
    assert found.mean > 1 and found.hands == 4000
    assert found.interval[0] < found.mean < found.interval[1]
    assert sum(found.by_seat) / 4 == pytest.approx(found.mean)
    assert isinstance(found.strategy, draw.Blueprint)
    seats: list[Any] = [found.strategy.player(seed=1), "random", "random", "random"]
    result = arena.run("draw", seats, games=400, seed=9, hands=1, players=4)
    assert result.bots[0].mean > 0


def test_a_response_learns_with_short_stacks_and_against_players() -> None:
    class Folds:
        def choose(self, view: draw.View) -> str:
            return next(move for move in ("fold", "check", "discard") if move in view.legal_moves())

    found = draw.responder(
        Folds(), players=3, stacks=[6, 9, 30], deals=300, hands=20, strengths=10, held_out=600
    )
    assert found.mean > 0.5

    class Fails:
        def choose(self, view: draw.View) -> str:
            raise RuntimeError("no idea")

    with pytest.raises(RuntimeError, match="no idea"):
        draw.responder(Fails(), players=3, deals=100, hands=20, strengths=10, held_out=100)


def test_what_a_response_cannot_do_is_refused() -> None:
    with pytest.raises(ValueError, match="executor, checkpoint: expected none at a table"):
        draw.responder("random", players=3, checkpoint="x")
    with pytest.raises(ValueError, match="stacks: expected 3 stacks, one per player, found 2"):
        draw.responder("random", players=3, stacks=[5, 5], deals=100)
