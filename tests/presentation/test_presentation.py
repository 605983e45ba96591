"""What every game tells people, and what is told of a game that says nothing itself."""

from typing import Any

import pytest

import cardcore
from cardcore import ParseError
from cardcore.difficulty import DEFAULT_LEVEL, LEVELS, MEANINGS, TITLES
from cardcore.presentation import Estimate, Estimates, Presentation
from cardcore.registry import games, presentation, rule_names
from tests.random_play import VARIANTS


@pytest.mark.parametrize("game", games())
def test_every_game_has_a_presentation_of_its_own(game: str) -> None:
    found = presentation(game)
    assert type(found) is not Presentation
    assert found.game == game
    assert found is presentation(game)
    assert found.description != Presentation(game).description
    for told in (found, Presentation(game)):
        assert told.title and told.description.endswith(".")
        assert "\n" not in told.description
    assert set(found.limits) <= set(rule_names(game))
    assert found.default_level in found.levels()


@pytest.mark.parametrize("game", games())
def test_rules_have_ten_lines_at_most(game: str) -> None:
    assert 3 <= len(presentation(game).rules(cardcore.new(game, seed=1).rules)) <= 10


@pytest.mark.parametrize("own", [True, False], ids=["own", "default"])
@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_a_hint_is_a_legal_move_with_reasons(name: str, options: dict[str, Any], own: bool) -> None:
    game = cardcore.new(name, seed=2, **options)
    told = presentation(name) if own else Presentation(name)
    hint = told.hint(game.view(game.to_move))
    assert hint.move in [str(move) for move in game.legal_moves()]
    assert hint.reasons and all(isinstance(reason, str) for reason in hint.reasons)
    # A reason that begins with a move begins with the one that is proposed.
    about = str(hint.reasons[0]).split(": ")[0]
    assert about == hint.move or about not in [str(move) for move in game.legal_moves()]
    assert len(hint.explanation) == len(hint.reasons) + (hint.numbers is not None)
    assert all(line.endswith(".") for line in hint.explanation)
    assert hint.details == ([] if hint.numbers is None else [str(hint.numbers)])
    if hint.numbers is not None:
        assert hint.numbers.moves[0].move == hint.move
        assert hint.numbers.worlds > 0


def test_estimates_are_told_in_plain_words_and_in_full() -> None:
    moves = (Estimate("Qs", 3.14159, 0.26), Estimate("2c", 4, None))
    estimates = Estimates(moves, worlds=1200, others=1)
    assert estimates.summary == "About 3.1 points on average with Qs, 4.0 with 2c."
    assert str(estimates) == (
        "points on average over 1,200 sampled deals: Qs 3.1 ± 0.3, 2c 4.0 (and 1 worse move)"
    )
    places = Estimates(
        moves[:1],
        worlds=1,
        quantity="place {value}",
        unit="place",
        assumption="if all play like plan",
    )
    assert places.summary == "About place 3.1 on average with Qs."
    assert str(places) == (
        "place on average over 1 sampled deal, if all play like plan: Qs 3.1 ± 0.3"
    )
    chips = Estimates((Estimate("call", -0.04, 0.5),), worlds=9, is_signed=True)
    assert chips.summary == "About +0.0 points on average with call."


@pytest.mark.parametrize("game", games())
def test_the_default_level_is_the_same_in_every_game(game: str) -> None:
    found = presentation(game)
    assert found.default_level == DEFAULT_LEVEL
    assert list(found.levels()) == list(LEVELS) == list(TITLES) == list(MEANINGS)
    # Nobody learns from an opponent that has no idea of the game.
    assert all(level.bot != "random" for level in found.levels().values())


@pytest.mark.parametrize("game", games())
def test_a_game_that_says_nothing_has_defaults(game: str) -> None:
    told: Presentation[Any] = Presentation(game)
    made = cardcore.new(game, seed=1)
    view, text = made.view(made.to_move), str(made.legal_moves()[0])
    assert told.view_facts(view) == {}
    assert told.selection_facts(view, text) == {"kind": None}
    assert told.cost(made, text) is None
    assert told.record_decision(made, text) is None
    assert list(told.levels()) == list(LEVELS)
    with pytest.raises(ParseError, match=f"^{game}: a view cannot be read, expected a record"):
        told.read_view({})


def test_an_unknown_game_has_no_presentation() -> None:
    with pytest.raises(ValueError, match=r"^unknown game 'chess', expected one of"):
        presentation("chess")
