"""Native bots with parameters: what is told of them, what is refused, and what a search expects."""

import json

import pytest

import cardcore
from cardcore import arena, chopsticks, hearts
from cardcore.players import Bot, check_bot


def test_bots_tell_what_they_do_and_take() -> None:
    for game in cardcore.games():
        details = cardcore.bots(game, details=True)
        assert [bot.name for bot in details] == cardcore.bots(game)
        assert all(bot.summary for bot in details)
        assert details[0] == Bot("random", "any legal move, each equally likely", ())
    search = cardcore.bots("hearts", details=True)[-1]
    assert [parameter.name for parameter in search.parameters] == [
        "worlds", "time", "prune", "temperature", "cutoff", "version", "depth", "gate", "goal",
        "adapt", "playout", "noise", "passes", "moon", "solved",
    ]  # fmt: skip
    for parameter in search.parameters:
        # What is the case anyway can be said too.
        if parameter.default is not None:
            check_bot(hearts.new(seed=1), f"search:{parameter.name}={parameter.default}")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("serch:worlds=5", "unknown bot 'serch' for hearts, expected one of random, greedy, rule"),
        ("greedy:worlds=5", "bot 'greedy:worlds=5': it takes no parameters, found 'worlds=5'"),
        ("search:", "bot 'search:': '' is not a parameter, expected name=value with one of worlds"),
        ("search:world=5", "bot 'search:world=5': unknown parameter 'world', expected one of"),
        ("search:worlds=0", "bot 'search:worlds=0': worlds = '0': expected 1 to 200000"),
        ("search:worlds=5:worlds=5", "worlds is given twice"),
        ("search:10", "time = '10': expected a time such as 500us, 10ms or 2s"),
    ],
)
def test_names_are_refused_alike_everywhere(name: str, message: str) -> None:
    game = hearts.new(seed=1)
    with pytest.raises(ValueError, match=message):
        game.view(0).choose(name)
    with pytest.raises(ValueError, match=message):
        game.view(0).weigh(name)
    with pytest.raises(ValueError, match=message):
        cardcore.play(game, [name, "random", "random", "random"])
    with pytest.raises(ValueError, match=message):
        arena.run("hearts", [name, "random", "random", "random"], 4)
    with pytest.raises(ValueError, match=message):
        check_bot(game, name)


def test_a_choice_is_the_first_of_what_was_weighed_on_any_number_of_threads() -> None:
    game = hearts.new(hearts.Rules(passing=False), seed=4)
    reports: list[tuple[int, int]] = []
    while len(game.moves) < 12:
        assert game.to_move is not None
        view = game.view(game.to_move)
        weighed = view.weigh("search:worlds=64", seed=3, threads=2)
        assert weighed == view.weigh("search:worlds=64", seed=3, threads=1)
        if len(view.legal_moves()) > 1:
            moves = view.legal_moves()
            assert {move for move, *_ in weighed} <= set(moves)
            assert all(0 < worlds <= 64 for *_, worlds in weighed)
            assert all(half is not None and half >= 0 for _, _, half, _ in weighed)
            report = lambda done, total: reports.append((done, total))  # noqa: E731
            chosen = view.choose("search:worlds=64", seed=3, progress=report)
            assert chosen == weighed[0][0]
            assert reports[-1][1] == 64
        game.play(view.choose("greedy"))
    assert reports


def test_only_bots_that_search_weigh_and_only_in_their_turn() -> None:
    game = hearts.new(seed=1)
    assert game.view(0).weigh("greedy") == []
    for viewer, message in ((1, "it is not the turn of seat 1"), (None, "a spectator has no turn")):
        with pytest.raises(ValueError, match=message):
            game.view(viewer).weigh("search")
        with pytest.raises(ValueError, match=message):
            game.view(viewer).choose("search")


def test_games_with_a_search_are_the_same_for_the_same_seed() -> None:
    names = ["search:worlds=4", "rule", "shooter", "greedy"]
    first, second = (
        cardcore.play(hearts.new(hearts.Rules(target=0), seed=2), names, seed=5) for _ in range(2)
    )
    assert first.moves == second.moves
    one, two = (
        arena.run("hearts", names, 8, 1, threads=threads, target=0).to_dict() for threads in (1, 2)
    )
    assert one["bots"] == two["bots"]
    assert one["reproducible"] is True


def test_an_arena_by_the_clock_says_so() -> None:
    result = arena.run("hearts", ["search:1ms", "rule", "rule", "rule"], 1, target=0)
    assert not result.reproducible
    assert "not reproducible: a bot depends on the clock" in str(result)
    assert json.loads(json.dumps(result.to_dict()))["reproducible"] is False


def test_chopsticks_bots_still_choose_by_their_tables() -> None:
    rules = chopsticks.Rules(fingers=7, hands=2)
    game = chopsticks.new(rules, moves=12)
    for name in ("table", "perfect"):
        assert game.view(0).choose(name) in game.legal_moves()
        assert cardcore.play(game.copy(), [name, "random"]).is_over
