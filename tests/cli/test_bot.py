"""A bot for other programs: every line is answered, and a view is as good as the record."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

import cardcore
from cardcore import hearts
from cardcore.cli.app import main
from cardcore.hearts.knowledge import read_view


def ask(game: str, *lines: str, name: str = "greedy") -> list[dict[str, Any]]:
    result = CliRunner().invoke(main, ["bot", game, "--name", name], input="\n".join(lines))
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_record_of_any_game_is_answered_by_a_move() -> None:
    for game in cardcore.games():
        made = cardcore.new(game, seed=3)
        for _ in range(3):
            seat = made.to_move
            assert seat is not None
            line = json.dumps({"record": made.record()})
            (answer,) = ask(game, line, name="random")
            assert answer["move"] in [str(move) for move in made.legal_moves()]
            made.play(answer["move"])


def told(view: hearts.View, rules: dict[str, Any]) -> dict[str, Any]:
    """Give what a program would tell of a view."""
    return {"seat": view.seat, "rules": rules, **view.to_dict()}


@pytest.mark.parametrize(
    "rules",
    [
        hearts.Rules(target=50),
        hearts.Rules(players=3, target=50, queen_breaks_hearts=True),
        hearts.Rules(players=6, target=50, points_on_first_trick=True),
        hearts.Rules(players=5, target=50, passing=False),
    ],
)
def test_a_view_that_was_told_is_the_view(rules: hearts.Rules) -> None:
    game = hearts.new(rules, seed=3)
    own = {"totals", "last"}
    while (seat := game.to_move) is not None:
        view = game.view(seat)
        if len(game.moves) % 4 == seat % 4:
            again = read_view(told(view, game.rules)).to_dict()
            facts = view.to_dict()
            # The scores of earlier deals are not sent.
            assert {**again, **{key: facts[key] for key in own}} == facts
        game.play(view.choose("random", seed=len(game.moves)))


def test_a_view_is_answered_as_the_record_is() -> None:
    game = hearts.new(hearts.Rules(), seed=1)
    for _ in range(11):
        assert game.to_move is not None
        game.play(game.view(game.to_move).choose("greedy"))
    assert game.to_move is not None
    view = json.dumps({"view": told(game.view(game.to_move), game.rules)})
    record = json.dumps({"record": game.record()})
    # The number of the line is part of the seed: both stand first.
    assert ask("hearts", view, name="search:worlds=20") == ask(
        "hearts", record, name="search:worlds=20"
    )


def test_what_is_wrong_is_answered_by_an_error_and_the_next_line_is_read() -> None:
    game = hearts.new(seed=1)
    good = told(game.view(0), game.rules)
    wrong = [
        ("nonsense", "expected a JSON object, found 'nonsense'"),
        ("[" * 100_000, "expected a JSON object"),
        ("[]", "expected an object with a 'record' or a 'view'"),
        ('{"view": 7}', "view: expected an object, found 7"),
        ('{"view": {}}', "view: 'seat' is missing"),
        (json.dumps({"view": {**good, "seat": 4}}), "view: expected a seat from 0 to 3, found 4"),
        (json.dumps({"view": {**good, "hand": ["Xx"]}}), "view: "),
        (json.dumps({"view": {**good, "hand": good["hand"][1:]}}), "view: expected 13 cards"),
        (json.dumps({"view": {**good, "hand": [*good["hand"][1:]] + ["2c"] * 2}}), "view: "),
        (json.dumps({"view": {**good, "deal": -1}}), "view: deal: expected a number from 0"),
        (json.dumps({"view": {**good, "rules": {"suits": 3}}}), "view: expected the standard game"),
        (json.dumps({"view": {**good, "rules": {"size": 3}}}), "view: "),
        (json.dumps({"record": {}}), "record: the key 'format' is missing"),
        (
            json.dumps({"record": cardcore.new("ends", seed=1).record()}),
            "record: expected a game of hearts, found one of ends",
        ),
    ]
    answers = ask("hearts", *(line for line, _ in wrong), "", json.dumps({"view": good}))
    assert len(answers) == len(wrong) + 1
    for (_, expected), answer in zip(wrong, answers, strict=False):
        assert answer["error"].startswith(expected), answer
    assert answers[-1]["move"].startswith("pass ")
    assert ask("ends", '{"view": {}}') == [
        {"error": "ends: a view cannot be read, expected a record"}
    ]


def test_a_view_that_cannot_be_is_refused() -> None:
    game = hearts.new(target=None, seed=1)
    while len(game.moves) < 10:
        assert game.to_move is not None
        game.play(game.view(game.to_move).choose("greedy"))
    assert game.to_move is not None
    view = game.view(game.to_move)
    good = json.loads(json.dumps(told(view, game.rules), default=str))
    (opener, opening), *others = good["plays"]
    unseen = next(
        card
        for card in map(str, game.view((game.to_move + 1) % 4).hand)
        if card not in good["passed"]
    )
    wrong = [
        ({"hand": [], "deal": 3}, "expected 13 cards held and played, found"),
        ({"hand": good["hand"][1:]}, "expected 13 cards held and played, found 12"),
        ({"plays": [[opener, unseen], *others]}, f"expected {opening}, which opens the deal"),
        ({"plays": good["plays"][::-1]}, f"expected {opening}, which opens the deal"),
        ({"plays": good["plays"][:-1]}, "it is the turn of seat"),
        ({"passed": []}, "expected three cards passed and three received"),
        ({"received": [*good["received"][1:], unseen]}, f"{unseen} was received, but is neither"),
        ({"passing": True, "deal": 3}, "expected no passing in deal 3"),
    ]
    lines = [json.dumps({"view": {**good, **change}}) for change, _ in wrong]
    for answer, (change, expected) in zip(ask("hearts", *lines), wrong, strict=True):
        assert answer.get("error", "").startswith(f"view: {expected}"), (change, answer)


def test_the_bot_is_checked_before_the_first_line() -> None:
    result = CliRunner().invoke(main, ["bot", "hearts", "--name", "search:world=5"], input="")
    assert result.exit_code == 2
    assert "bot 'search:world=5': unknown parameter 'world', expected one of" in result.stderr
