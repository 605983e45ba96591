"""What a viewer has heard: its own moves in full, those of others as everybody heard them."""

import copy
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import cardcore
from cardcore import Game, IllegalMoveError
from tests.random_play import HIDDEN, VARIANTS, play_at_random, positions, viewers


def heard_in_draw(text: str) -> str:
    verb, *cards = text.split()
    return f"draw {len(cards)}" if verb == "discard" else text


def heard_in_hearts(text: str) -> str:
    return "pass 3 cards" if text.startswith("pass ") else text


def heard_in_president(text: str) -> str:
    verb = text.split()[0]
    return {"request": "request a rank", "give": "give a card"}.get(verb, text)


#: What others hear of a move.
HEARD: dict[str, Callable[[str], str]] = {
    "draw": heard_in_draw,
    "hearts": heard_in_hearts,
    "president": heard_in_president,
}


def told(game: Game, made: list[tuple[int, str]], viewer: int | None) -> list[tuple[int, str]]:
    """Tell moves to a viewer."""
    heard = HEARD.get(game.name, str)
    return [(seat, text if seat == viewer else heard(text)) for seat, text in made]


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_everyone_hears_their_own_moves_in_full_and_others_in_public(
    name: str, rules: dict[str, Any]
) -> None:
    for seed in range(3):
        game = cardcore.new(name, seed=seed, **rules)
        made = play_at_random(game, seed)
        assert game.moves == [text for _, text in made]
        for viewer in viewers(game):
            assert game.view(viewer).history == told(game, made, viewer)


@pytest.mark.parametrize(("name", "rules"), HIDDEN)
def test_something_is_kept_from_others_wherever_moves_are_secret(
    name: str, rules: dict[str, Any]
) -> None:
    game = cardcore.new(name, seed=1, **rules)
    play_at_random(game, 1)
    texts = [text for _, text in game.view(None).history]
    secret = sum(heard != text for heard, text in zip(texts, game.moves, strict=True))
    # The generalized game of Hearts has no passing, and every card is played in the open.
    assert (secret == 0) == ("suits" in rules)


@pytest.mark.parametrize("name", cardcore.games())
def test_a_view_stays_as_it_was_when_the_game_goes_on(name: str) -> None:
    game = cardcore.new(name, seed=3)
    generator = random.Random(3)
    made: list[tuple[int, str]] = []
    kept = []
    while (seat := game.to_move) is not None:
        kept.append([(game.view(viewer), len(made)) for viewer in viewers(game)])
        made.append((seat, str(generator.choice(game.legal_moves()))))
        game.play(made[-1][1])
    for view, count in (pair for pairs in kept for pair in pairs):
        assert view.history == told(game, made[:count], view.seat)


@pytest.mark.parametrize("name", cardcore.games())
@pytest.mark.parametrize("duplicate", [Game.copy, copy.copy, copy.deepcopy])
def test_a_copy_goes_its_own_way(name: str, duplicate: Callable[[Game], Game]) -> None:
    game = cardcore.new(name, seed=4)
    shared = play_at_random(game, 0, most=3)
    view = game.view(0)
    twin = duplicate(game)
    one, other = play_at_random(game, 1, most=5), play_at_random(twin, 2, most=7)
    assert one != other[: len(one)]
    for viewer in viewers(game):
        assert game.view(viewer).history == told(game, shared + one, viewer)
        assert twin.view(viewer).history == told(game, shared + other, viewer)
    assert view.history == told(game, shared, 0)


@pytest.mark.parametrize("name", cardcore.games())
def test_a_list_that_was_given_away_is_nobody_elses(name: str) -> None:
    game = cardcore.new(name, seed=4)
    play_at_random(game, 0, most=2)
    view = game.view(0)
    before = view.history
    view.history.clear()
    assert view.history == game.view(0).history == before != []


@pytest.mark.parametrize("name", cardcore.games())
def test_what_is_refused_is_not_heard(name: str) -> None:
    game = cardcore.new(name, seed=4)
    foreign = game.legal_moves()[0]
    play_at_random(game, 0)
    before = [game.view(viewer).history for viewer in viewers(game)]
    with pytest.raises(IllegalMoveError):
        game.play(foreign)
    assert [game.view(viewer).history for viewer in viewers(game)] == before


@pytest.mark.parametrize("name", cardcore.games())
def test_bots_are_heard_like_anybody_else(name: str) -> None:
    game = cardcore.new(name, seed=4)
    seats: list[int] = []
    cardcore.play(game, ["random"] * game.seats, after_move=lambda _, seat: seats.append(seat))
    quick = cardcore.play(cardcore.new(name, seed=4), ["random"] * game.seats)
    made = list(zip(seats, game.moves, strict=True))
    for viewer in viewers(game):
        assert game.view(viewer).history == told(game, made, viewer)
        assert quick.view(viewer).history == told(game, made, viewer)


@pytest.mark.parametrize("name", cardcore.games())
def test_a_replayed_game_was_heard_the_same(name: str) -> None:
    game = cardcore.new(name, seed=4)
    play_at_random(game, 0)
    again = cardcore.replay(game.record())
    for viewer in viewers(game):
        assert again.view(viewer).history == game.view(viewer).history


def test_a_sampled_game_has_no_past() -> None:
    game = cardcore.new("hearts", seed=4)
    play_at_random(game, 0, most=9)
    sampled = game.view(0).sample(seed=1)
    assert sampled.view(0).history == []
    chosen = sampled.legal_moves()[0]
    seat = sampled.to_move
    sampled.play(chosen)
    assert sampled.view(0).history == [(seat, chosen)]


#: A card of the 52, or of the generalized game of Hearts, as a word of a move.
CARD = re.compile(r"[2-9TJQKA][cdhs]|\d+-\d+")


def own_cards(view: Any) -> set[str]:
    """Give the cards that a seat alone knows: its hand, and in draw what it threw away."""
    cards = [*view.hand, *getattr(view, "discarded", [])]
    return {"{}-{}".format(*card) if isinstance(card, tuple) else str(card) for card in cards}


@pytest.mark.parametrize(("name", "rules"), HIDDEN)
def test_no_card_is_heard_of_that_somebody_still_keeps(name: str, rules: dict[str, Any]) -> None:
    begun, part, count = 0, None, 0
    for game in positions(name, rules, 6):
        views = [game.view(viewer) for viewer in viewers(game)]
        if not game.moves or views[0].part != part:
            # A new deal: what was heard before says nothing about these cards.
            begun, part = len(game.moves), views[0].part
        kept = [own_cards(view) for view in views]
        for place, view in enumerate(views):
            secret = set().union(*kept[:place], *kept[place + 1 :])
            texts = [text for seat, text in view.history[begun:] if seat != view.seat]
            cards = set(CARD.findall(" ".join(texts)))
            assert not cards & secret, (view, texts)
            count += len(cards)
    # In draw no card is named before the hand is over.
    assert (count == 0) == (name == "draw")


@pytest.mark.parametrize("name", cardcore.games())
def test_what_is_new_is_read_alone(name: str) -> None:
    for game in positions(name, {}, games=1):
        view, count = game.view(0), game.move_count
        assert view.move_count == count == len(view.history)
        for start in {0, count // 2, max(count - 1, 0), count, count + 7}:
            assert view.history_from(start) == view.history[start:]
    with pytest.raises(ValueError, match="start: expected a whole number"):
        game.view(0).history_from(-1)
