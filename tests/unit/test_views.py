"""Views as classes: the facts of a game are attributes, and are what the stub says."""

import subprocess
import sys
from pathlib import Path
from types import GetSetDescriptorType
from typing import Any

import pytest

import cardcore
from cardcore import Card, Game, View
from cardcore.registry import game_module
from tests.annotations import Leaf, Mismatch, leaves, match, stub
from tests.random_play import VARIANTS, positions, viewers

#: What every view has, whatever the game.
SHARED = {name for name, (is_property, _) in stub("View").items() if is_property}


def own_properties(view_class: type[View]) -> dict[str, Any]:
    """Give the properties that the stub lists for the views of one game, with annotations."""
    members = stub(view_class.__name__).items()
    return {name: annotation for name, (is_property, annotation) in members if is_property}


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_the_facts_of_a_game_are_the_properties_of_its_class(
    name: str, rules: dict[str, Any]
) -> None:
    view_class = game_module(name).View
    listed = {
        attribute
        for attribute, value in vars(view_class).items()
        if isinstance(value, GetSetDescriptorType)
    }
    assert listed == set(own_properties(view_class)) - SHARED
    for number, game in enumerate(positions(name, rules, 1)):
        if number % 5 and not game.is_over:
            continue
        for viewer in viewers(game):
            view = game.view(viewer)
            assert type(view) is view_class
            assert isinstance(view, View)
            assert set(view.to_dict()) - {"part", "last"} == listed


def as_json(value: object) -> object:
    """Turn what an attribute gives into what ``to_dict`` has for it."""
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, list | tuple):
        return [as_json(item) for item in value]
    if isinstance(value, dict):
        return {key: as_json(item) for key, item in value.items()}
    return value


@pytest.mark.parametrize(("name", "rules"), VARIANTS)
def test_an_attribute_is_what_the_dictionary_has(name: str, rules: dict[str, Any]) -> None:
    for number, game in enumerate(positions(name, rules, 1)):
        if number % 5 and not game.is_over:
            continue
        for viewer in viewers(game):
            view = game.view(viewer)
            for fact, value in view.to_dict().items():
                assert as_json(getattr(view, fact)) == value, fact


#: The seat with all clubs takes every trick, which random play rarely reaches.
MOON = (
    "hearts",
    {
        "target": None,
        "passing": False,
        "deal": [[rank + suit for rank in "23456789TJQKA"] for suit in "cdhs"],
    },
)


def look(view: View, annotations: dict[str, tuple[bool, Any]]) -> set[Leaf]:
    """Compare all facts of a view with annotations, and return the types that occurred."""
    leaf_lists = [
        match(getattr(view, attribute), annotation, attribute)
        for attribute, (is_property, annotation) in annotations.items()
        if is_property
    ]
    match(view.legal_moves(), annotations["legal_moves"][1], "legal_moves()")
    match(view.to_dict(), annotations["to_dict"][1], "to_dict()")
    match(view.sample(seed=1), annotations["sample"][1], "sample()")
    if view.legal_moves():
        match(view.choose("random", seed=1), annotations["choose"][1], "choose()")
    return {leaf for found in leaf_lists for leaf in found}


@pytest.mark.parametrize("name", cardcore.games())
def test_every_value_is_what_the_stub_says_and_the_stub_says_no_more(name: str) -> None:
    view_class = game_module(name).View
    annotations = {**stub("View"), **stub(view_class.__name__)}
    seen: set[Leaf] = set()
    # In a match, later deals show that one as past.
    moon_match = ("hearts", {**MOON[1], "target": 100})
    for rules in (rules for game, rules in [*VARIANTS, MOON, moon_match] if game == name):
        for number, game in enumerate(positions(name, rules, 2)):
            if number % 7 == 0 or game.is_over:
                for viewer in viewers(game):
                    seen |= look(game.view(viewer), annotations)
    allowed = {
        leaf
        for attribute, annotation in own_properties(view_class).items()
        for leaf in leaves(annotation, attribute)
    }
    assert allowed - seen == set()


def test_an_annotation_that_is_wrong_is_found() -> None:
    game = cardcore.new("hearts", seed=1)
    view = game.view(0)
    game.play(game.legal_moves()[0])
    later = game.view(0)
    right = {**stub("View"), **stub("HeartsView")}
    look(view, right)
    for attribute, annotation in {
        "hand": list[str],
        "voids": list[int],
        "to_move": str | None,
        "part": dict[str, int],
        "history": list[str],
        "legal_moves": list[int],
        "choose": Card,
    }.items():
        wrong = {**right, attribute: (right[attribute][0], annotation)}
        with pytest.raises(Mismatch, match=f"^{attribute}"):
            look(later if attribute == "history" else view, wrong)


#: Prints by how many kilobytes the most memory that was ever used grows with each of some facts.
MEMORY = """
from pathlib import Path
from cardcore import ends


def most() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


view = ends.new(range(1_000_000)).view(0)
view.seat
for fact in ("seat", "ties", "hand", "scores", "row"):
    before = most()
    getattr(view, fact)
    print(most() - before)
"""


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(),
    reason="the system does not tell the memory of a process",
)
def test_an_attribute_builds_no_other_fact() -> None:
    command = [sys.executable, "-c", MEMORY]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    *small, row = map(int, done.stdout.split())
    # A row of a million cards takes tens of megabytes, in the core as well as in Python.
    assert row > 30_000
    assert max(small) < row / 20


@pytest.mark.parametrize("name", cardcore.games())
def test_nothing_can_be_set_or_made(name: str) -> None:
    view = cardcore.new(name, seed=1).view(0)
    with pytest.raises(AttributeError):
        view.hand = []
    with pytest.raises(TypeError, match="cannot create"):
        type(view)()
    with pytest.raises(TypeError, match="cannot create"):
        Game()
