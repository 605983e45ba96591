"""Records and paytables that something has happened to."""

import json
import tempfile
from copy import deepcopy
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import cardcore
from cardcore import ParseError, records
from cardcore.discard import Paytable
from fuzz.values import NUMBERS, TEXTS, games

#: What a file can hold.
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)

RECORDS = [game.record() for game in games()]

PAYTABLES = [
    "[payouts]\nroyal_flush = 800\nstraight_flush = 50\nfour_of_a_kind = 25\nfull_house = 9\n"
    "flush = 6\nstraight = 4\nthree_of_a_kind = 3\ntwo_pair = 2\njacks_or_better = 1\n",
    'name = "x"\n[payouts]\nflush = 0.1\n',
    '{"name": "x", "payouts": {"flush": "1/3", "royal_flush": 1e400}}',
    '{"payouts": {"flush": NaN}}',
    'wild = ["2c", "Jk"]\njokers = 54\n[payouts]\nfive_of_a_kind = 15\n',
    '{"jokers": 1, "payouts": {"three_of_a_kind": 1, "straight": 2, "flush": 3, "full_house": 4, '
    '"four_of_a_kind": 5, "straight_flush": 6, "five_of_a_kind": 7, "royal_flush": 8}}',
]


def damage(value: Any, data: st.DataObject) -> Any:
    """Put anything in the place of some part of a value."""
    while isinstance(value, dict | list) and value and data.draw(st.integers(0, 3)):
        keys = list(value) if isinstance(value, dict) else range(len(value))
        key = data.draw(st.sampled_from(keys))
        match data.draw(st.sampled_from(["deeper", "remove", "replace"])):
            case "deeper" if isinstance(value[key], dict | list) and value[key]:
                value = value[key]
            case "remove":
                del value[key]
            case _:
                value[key] = data.draw(JSON)
    return value


@given(st.sampled_from(RECORDS), st.data())
def damaged_record(record: dict[str, Any], data: st.DataObject) -> None:
    """Replay a damaged record: it is refused, or what it tells is a game."""
    record = deepcopy(record)
    for _ in range(data.draw(st.integers(1, 3))):
        damage(record, data)
    # A long match does no harm, but is slow.
    rules = record.get("rules")
    if isinstance(rules, dict):
        for name, value in rules.items():
            if isinstance(value, int | float) and abs(value) > 10_000:
                rules[name] = 3
    try:
        game = cardcore.replay(record)
        records.players(record)
    except ParseError:
        return
    assert json.loads(json.dumps(game.record()))["moves"] == record["moves"]


@given(st.sampled_from(PAYTABLES), st.sampled_from([".toml", ".json"]), st.data())
def damaged_paytable(text: str, suffix: str, data: st.DataObject) -> None:
    """Load a damaged paytable: it is refused, or it pays."""
    for _ in range(data.draw(st.integers(0, 3))):
        begin, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        text = text[:begin] + data.draw(TEXTS | NUMBERS.map(str)) + text[end:]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"paytable{suffix}")
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            paytable = Paytable.load(path)
        except ParseError:
            return
    assert repr(paytable)
