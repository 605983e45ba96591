"""Equilibria of five-card draw, and what can be won from players."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cardcore
from cardcore import draw
from cardcore.draw import hints

DECK = "As Ah Ad Ac 4s  Ks Kh 9c 7d 4h  2c 2d 2h 2s 3c 3d 4c 5c 5d 5h"


def test_probabilities_are_those_of_the_legal_moves() -> None:
    solution = draw.equilibrium()
    game = draw.new(deal=[DECK])
    assert list(solution.probabilities(game.view(0))) == ["check", "bet"]
    for move in ("bet", "raise"):
        game.play(move)
    assert solution.probabilities(game.view(0))["fold"] == 0
    game.play("call")
    chances = solution.probabilities(game.view(0))
    assert sum(chances.values()) == pytest.approx(1)
    assert [len(move.split()) - 1 for move in chances] == [0, 1, 2, 3, 4, 5]
    assert set(chances) <= set(game.legal_moves())


def test_an_explanation_names_the_hand_and_the_moves() -> None:
    lines = draw.equilibrium().explain(draw.new(deal=[DECK]).view(0)).splitlines()
    assert lines[0] == "bucket: four of a kind"
    assert {line.split()[-1] for line in lines[1:]} <= {"check", "bet"}


def test_views_without_an_answer_are_errors() -> None:
    solution = draw.equilibrium()
    game = draw.new(deal=[DECK])
    with pytest.raises(ValueError, match="not the turn"):
        solution.probabilities(game.view(1))
    with pytest.raises(ValueError, match="expected a hand of 2 players with ante = 1, small_bet"):
        solution.probabilities(draw.new(players=3, seed=1).view(0))
    with pytest.raises(ValueError, match="nobody can be all in"):
        solution.probabilities(draw.new(stack=24, seed=1).view(0))
    with pytest.raises(TypeError, match="view: expected a view of draw, found <hearts view"):
        solution.probabilities(cardcore.hearts.new(seed=1).view(0))  # type: ignore[arg-type]


def test_short_stacks_have_solutions_of_their_own(tmp_path: Path) -> None:
    short = draw.equilibrium(stack=9)
    assert short.rules == {**draw.equilibrium().rules, "stack": 9}
    game = draw.new(stack=50, stacks=(9, 50), hands=1, deal=[DECK])
    for move in ("bet", "raise", "raise"):
        # The smaller stack counts, also if it is the other player's.
        assert list(short.probabilities(game.view(game.to_move))) == game.legal_moves()
        game.play(move)
    # Two chips are left of nine after three bets and the ante: they are the last raise.
    game.play("raise")
    assert list(short.probabilities(game.view(game.to_move))) == ["fold", "call"]
    with pytest.raises(ValueError, match=r"stack = 9, or a multiple of these stakes$"):
        short.probabilities(draw.new(stack=10, seed=1).view(0))
    # A multiple, rounded up to whole units.
    big: dict[str, Any] = {"ante": 25, "small_bet": 50, "big_bet": 100}
    view = draw.new(**big, stack=9 * 25 - 3, seed=1).view(0)
    assert short.probabilities(view) == draw.equilibrium(**big, stack=9 * 25 - 3).probabilities(
        view
    )
    short.save(tmp_path / "short")
    assert draw.Equilibrium.load(tmp_path / "short").rules == short.rules


def test_a_hint_with_a_short_stack_knows_the_equilibrium() -> None:
    view = draw.new(stack=30, stacks=(30, 7), seed=3).view(0)
    assert hints.mixture(view) == draw.equilibrium(stack=7).probabilities(view)


def test_responses_play_with_the_smaller_stack() -> None:
    small: dict[str, Any] = {"hands": 20, "strengths": 10, "deals": 300, "held_out": 2_000}
    for find in (draw.exploitability, draw.responder):
        found = find("equity", stacks=(90, 5), **small)
        assert found == find("equity", stack=5, **small)
        assert abs(found.mean) <= 5
    with pytest.raises(ValueError, match="stacks: expected 2 stacks, one per player, found 3"):
        draw.responder("nash", stacks=(5, 5, 5))
    with pytest.raises(ValueError, match="stacks: expected a whole number from 1 to 100"):
        draw.exploitability("nash", stacks=(5, 0))


def test_bounds_of_what_a_best_response_wins() -> None:
    found = draw.equilibrium(stack=6).bounds(3, seed=1, threads=2)
    assert found == draw.equilibrium(stack=6).bounds(3, seed=1, threads=1)
    assert found.lower_interval[0] <= found.lower <= found.lower_interval[1] and found.hands == 3
    assert found.lower < found.upper_interval[1] < 1
    with pytest.raises(ValueError, match="hands: expected a whole number from 2"):
        draw.equilibrium().bounds(1)
    low = draw.equilibrium(ranking="2-7", raises=0, iterations=2, hands=20, strengths=10, deals=0)
    with pytest.raises(ValueError, match="ranking: only strategies for five-card draw"):
        low.bounds(2)


def test_solutions_are_saved_and_loaded(tmp_path: Path) -> None:
    solved = draw.equilibrium(
        raises=0, iterations=10, hands=30, strengths=12, deals=1000, threads=1
    )
    again = draw.equilibrium(raises=0, iterations=10, hands=30, strengths=12, deals=1000, threads=2)
    solved.save(tmp_path / "solved")
    again.save(tmp_path / "again")
    content = (tmp_path / "solved").read_bytes()
    assert content == (tmp_path / "again").read_bytes()
    loaded = draw.Equilibrium.load(tmp_path / "solved")
    assert (loaded.value, loaded.exploitability) == (solved.value, solved.exploitability)
    assert loaded.rules == {"ante": 1, "small_bet": 2, "big_bet": 4, "raises": 0}
    assert "corrected by 1,000 deals; 10 iterations" in loaded.model
    (tmp_path / "damaged").write_bytes(content[:-20] + bytes(20))
    with pytest.raises(cardcore.ParseError, match="it is damaged"):
        draw.Equilibrium.load(tmp_path / "damaged")
    with pytest.raises(TypeError, match="native: expected a solution of the core, found b'x'"):
        draw.Equilibrium(b"x")  # type: ignore[arg-type]
    (tmp_path / "other").write_bytes(b"something else")
    with pytest.raises(cardcore.ParseError, match="the header is missing"):
        draw.Equilibrium.load(tmp_path / "other")


def test_saving_leaves_a_file_as_it_was_or_replaces_it_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(number: int) -> None:
        raise OSError("the disk is gone")

    solution = draw.equilibrium()
    file, link = tmp_path / "kept", tmp_path / "link"
    file.write_bytes(b"former content")
    link.symlink_to(file)
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", fail)
        with pytest.raises(OSError, match="the disk is gone"):
            solution.save(link)
    assert file.read_bytes() == b"former content"
    solution.save(link)
    assert draw.Equilibrium.load(file).value == solution.value
    assert link.is_symlink() and {path.name for path in tmp_path.iterdir()} == {"kept", "link"}
    solution.save(os.devnull)
    with pytest.raises(FileNotFoundError):
        solution.save(tmp_path / "nowhere" / "kept")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 3}, "players: only games of 2 can be solved, found 3"),
        ({"raises": 6, "stack": 1000}, "raises: expected at most 5, found 6"),
        ({"iterations": 0}, "iterations: expected a whole number from 1 to"),
        ({"iterations": 1, "hands": 5}, "hands: expected a whole number from 20 to"),
    ],
)
def test_what_cannot_be_solved_is_refused(options: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        draw.equilibrium(**options)  # type: ignore[arg-type]


def test_solving_reports_its_progress_and_can_be_stopped() -> None:
    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        assert done <= total or total == 0
        raise Enough

    with pytest.raises(Enough):
        draw.equilibrium(iterations=1_000_000, progress=stop)


def solve_elsewhere(cache: Path, ante: int = 2, small_bet: int = 2, big_bet: int = 4) -> Any:
    """Print the value of a game without raises in another process, with its own cache."""
    stakes = f"ante={ante}, small_bet={small_bet}, big_bet={big_bet}, raises=0, stack=1000"
    code = f"from cardcore import draw; print(draw.equilibrium({stakes}).value)"
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True)


def test_other_stakes_are_solved_once_and_stored(tmp_path: Path) -> None:
    stored = tmp_path / "cardcore" / "draw-1-1-2-0.equilibrium"
    first, second = solve_elsewhere(tmp_path), solve_elsewhere(tmp_path)
    assert "solving five-card draw for an ante and bets of 1 : 1 : 2 and 0 raises" in first.stderr
    assert list((tmp_path / "cardcore").iterdir()) == [stored]
    assert (second.stdout, second.stderr) == (first.stdout, "")
    # Multiples of the stakes are the same game.
    third = solve_elsewhere(tmp_path, 10, 10, 20)
    assert third.stderr == "" and float(third.stdout) == pytest.approx(5 * float(first.stdout))
    # A stored file may be damaged by anyone: then the game is solved again.
    stored.write_bytes(b"damaged")
    assert solve_elsewhere(tmp_path).stdout == first.stdout


def test_the_cache_directory_keeps_the_solutions_used_last(tmp_path: Path) -> None:
    folder = tmp_path / "cardcore"
    first = solve_elsewhere(tmp_path)
    used = folder / "draw-1-1-2-0.equilibrium"
    others = [folder / f"draw-1-1-{number}-0.equilibrium" for number in range(100, 170)]
    # Written by a process that was killed.
    others[0] = folder / "draw-1-1-2-0.77.part"
    unrelated = folder / "notes"
    for age, file in enumerate([unrelated, used, *others]):
        if file != used:
            file.write_bytes(b"other")
        os.utime(file, (1_000_000 + age, 1_000_000 + age))
    # Used again, it is the newest, so that it stays when another is stored.
    assert solve_elsewhere(tmp_path).stderr == ""
    solve_elsewhere(tmp_path, 3, 1, 1)
    new = folder / "draw-3-1-1-0.equilibrium"
    assert set(folder.iterdir()) == {unrelated, used, new, *others[-62:]}
    assert solve_elsewhere(tmp_path).stdout == first.stdout


def test_a_cache_directory_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    (tmp_path / "cardcore").write_text("not a directory")
    assert float(solve_elsewhere(tmp_path).stdout) < 0
    assert [file.name for file in tmp_path.iterdir()] == ["cardcore"]


def test_multiples_of_the_stakes_have_the_same_strategy() -> None:
    usual, large = draw.equilibrium(), draw.equilibrium(ante=5, small_bet=10, big_bet=20, stack=500)
    assert large.rules == {"ante": 5, "small_bet": 10, "big_bet": 20, "raises": 3}
    assert large.value == pytest.approx(5 * usual.value)
    assert large.exploitability == pytest.approx(5 * usual.exploitability)
    game = draw.new(ante=5, small_bet=10, big_bet=20, stack=500, deal=[DECK])
    assert large.probabilities(game.view(0)) == usual.probabilities(game.view(0))
    assert large.probabilities(game.view(0)) == usual.probabilities(draw.new(deal=[DECK]).view(0))


def test_solving_by_a_bot_can_be_stopped() -> None:
    class Enough(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise Enough

    view = draw.new(ante=7, small_bet=3, big_bet=5, raises=5, stack=1000, seed=1).view(0)
    with pytest.raises(Enough):
        view.choose("nash", progress=stop)


def test_a_best_response_wins_from_a_bot() -> None:
    found = draw.exploitability(
        "pattern", deals=400, hands=40, strengths=20, held_out=8_000, seed=3
    )
    low, high = found.interval
    assert 0 < low < found.mean < high < 1.5
    assert found.model is not None and found.deals == 400
    assert found.mean == pytest.approx(sum(found.by_seat) / 2)


def test_a_response_does_not_depend_on_threads() -> None:
    small = {"raises": 0, "deals": 200, "hands": 40, "strengths": 20, "held_out": 20_000}
    found = draw.exploitability("equity", threads=1, **small)  # type: ignore[arg-type]
    assert found == draw.exploitability("equity", threads=2, **small)  # type: ignore[arg-type]


def test_nothing_is_watched_of_a_strategy_that_is_known() -> None:
    found = draw.exploitability("nash", held_out=2_000)
    assert found.deals == 0 and found.buckets == (204, 100)
    assert found.model is not None and 0 < found.model < 0.02


class Folder:
    """Checks, stands pat, and folds to every bet."""

    def choose(self, view: draw.View) -> str:
        return view.legal_moves()[0]


def test_players_in_python_are_watched_as_well() -> None:
    small: dict[str, Any] = {"hands": 20, "strengths": 10, "held_out": 2_000}
    for find, deals in ((draw.exploitability, 20), (draw.responder, 300)):
        found = find(Folder(), deals=deals, **small)
        # Every bet wins the ante, and there is nothing else to win.
        assert 0.9 < found.mean <= 1


def test_what_goes_wrong_in_a_player_reaches_the_caller() -> None:
    class Broken:
        def choose(self, view: draw.View) -> str:
            raise LookupError("no idea")

    class Cheat:
        def choose(self, view: draw.View) -> str:
            return "raise"

    with pytest.raises(LookupError, match="no idea"):
        draw.exploitability(Broken(), deals=5, hands=20, strengths=10, held_out=100)
    with pytest.raises(cardcore.IllegalMoveError, match="raise"):
        draw.responder(Cheat(), deals=5, hands=20, strengths=10, held_out=100)
    with pytest.raises(TypeError, match="player: expected a bot's name or a player, found 3"):
        draw.exploitability(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown bot 'nobody' for draw"):
        draw.responder("nobody")
