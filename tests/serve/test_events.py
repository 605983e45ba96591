"""Events as they are stored: every kind reads and writes back the same text."""

import re
from typing import get_args

import pytest

from cardcore.errors import ParseError
from cardcore.serve.events import Event, read_event, write_event

#: One of every kind, as it is stored.
STORED = [
    '{"kind": "opened", "game": "hearts", "rules": {"players": 3, "target": null, '
    '"passing": false}, "seats": 3, "watch": "w-1_x", "settings": {"away": 60, "pace": 700, '
    '"hints": true, "locked": false, "listed": false}}',
    '{"kind": "joined", "person": "5f70bf18a086007016e948b04aed3b82", "name": "Zoë ♥"}',
    '{"kind": "renamed", "person": "5f70bf18a086007016e948b04aed3b82", "name": "\\"Ann\\""}',
    '{"kind": "sat", "person": "5f70bf18a086007016e948b04aed3b82", "seat": 0}',
    '{"kind": "stood", "person": "5f70bf18a086007016e948b04aed3b82"}',
    '{"kind": "left", "person": "5f70bf18a086007016e948b04aed3b82"}',
    '{"kind": "filled", "seats": [1, 2], "level": "easy"}',
    '{"kind": "filled", "seats": [2], "level": ""}',
    '{"kind": "set", "settings": {"away": 0, "pace": 5000, "hints": false, "locked": true, '
    '"listed": true}}',
    '{"kind": "started", "number": 1, "seed": 9223372036854775807, "bots_seed": 0, '
    '"replay": "r-2_y"}',
    '{"kind": "moved", "seat": 2, "text": "Qs", "by": "person"}',
    '{"kind": "moved", "seat": 1, "text": "pass 2c 3d 4h", "by": "bot"}',
    '{"kind": "moved", "seat": 0, "text": "discard", "by": "stand-in"}',
    '{"kind": "decided", "seat": 1, "text": "pass 2c 3d 4h"}',
    '{"kind": "asked", "seat": 0}',
    '{"kind": "declined"}',
    '{"kind": "undone", "to": 12}',
    '{"kind": "paused", "on": true}',
    '{"kind": "said", "name": "Zoë", "text": "a\\\\b \x7f ♠"}',
    '{"kind": "checkpoint", "state": {"events": 1000, "people": {"5f70": "Zoë"}}}',
]


@pytest.mark.parametrize("text", STORED)
def test_a_stored_event_is_written_back_as_it_was(text: str) -> None:
    event = read_event(text)
    assert write_event(event) == text
    assert read_event(write_event(event)) == event


def test_every_kind_is_among_them() -> None:
    assert {type(read_event(text)) for text in STORED} == set(get_args(Event))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected JSON"),
        ("[]", "expected an object, found list"),
        ("{}", "expected one of the kinds opened, joined, renamed"),
        ('{"kind": "danced"}', "said, checkpoint, found 'danced'"),
        ('{"kind": ["sat"]}', "found ['sat']"),
        ('{"kind": "sat", "seat": 1}', "'sat': expected the fields person, seat, found seat"),
        ('{"kind": "asked"}', "'asked': expected the fields seat, found none"),
        ('{"kind": "declined", "by": 1}', "'declined': expected the fields none, found by"),
        ('{"kind": "set", "settings": {"pace": -1}}', "'set': pace: expected a whole number"),
        ('{"kind": "set", "settings": {"speed": 1}}', "'speed' is not a setting, expected one of"),
    ],
)
def test_a_stored_event_that_is_none_is_named(text: str, said: str) -> None:
    with pytest.raises(ParseError, match=re.escape(said)):
        read_event(text)
