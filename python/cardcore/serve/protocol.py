"""The messages of clients, the checks of their fields, and how messages to them are written.

A message is a JSON object with a ``type`` and exactly the fields of that type.
``docs/play/browser.md`` describes them.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from cardcore.serve.errors import RequestError

__all__ = ["MESSAGES", "read_count", "read_message", "read_object", "write_message"]

_Check: TypeAlias = Callable[[str, Any], None]

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

#: The largest number that a client has a use for.
_LARGEST = 1_000_000


def _text(longest: int) -> _Check:
    def check(name: str, value: Any) -> None:
        if not isinstance(value, str) or len(value) > longest:
            raise _wrong(name, f"text of at most {longest} characters", value)

    return check


def _whole_number(name: str, value: Any) -> None:
    if type(value) is not int or not 0 <= value <= _LARGEST:
        raise _wrong(name, "a whole number", value)


def _switch(name: str, value: Any) -> None:
    if not isinstance(value, bool):
        raise _wrong(name, "true or false", value)


def _seats(name: str, value: Any) -> None:
    if not isinstance(value, list) or len(value) > 16:
        raise _wrong(name, "a list of seats", value)
    for seat in value:
        _whole_number(name, seat)


def _object(name: str, value: Any) -> None:
    if not isinstance(value, dict):
        raise _wrong(name, "an object", value)


def _token(name: str, value: Any) -> None:
    _TOKEN(name, value)
    if len(value) < 32:
        raise RequestError("malformed", f"{name}: expected 32 to 64 random characters")


def _wrong(name: str, expected: str, found: Any) -> RequestError:
    return RequestError("malformed", f"{name}: expected {expected}, found {_kind(found)}")


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"{value!r:.20}"
    kinds = {str: "text", list: "a list", dict: "an object", type(None): "null"}
    return kinds[type(value)]


_TOKEN, _WORD, _LINE = _text(64), _text(40), _text(1_000)

#: The fields of every type of message; those in brackets are optional.
MESSAGES: Mapping[str, Mapping[str, _Check]] = {
    "hello": {"[token]": _TOKEN, "[language]": _WORD},
    "join": {"name": _LINE, "[seat]": _whole_number, "[token]": _token},
    "sit": {"[seat]": _whole_number},
    "stand": {},
    "leave": {},
    "rename": {"name": _LINE},
    "fill": {"seats": _seats, "level": _WORD},
    "settings": {"settings": _object},
    "start": {},
    "move": {"text": _text(200), "game": _whole_number, "count": _whole_number},
    "try": {"text": _text(200)},
    "hint": {},
    "odds": {},
    "undo": {},
    "decline": {},
    "pause": {"on": _switch},
    "remove": {"[seat]": _whole_number, "[name]": _LINE, "[spectators]": _switch},
    "say": {"text": _LINE},
}


def read_object(text: str | bytes) -> dict[str, Any]:
    """Read a JSON object whose texts are all valid Unicode.

    Raises
    ------
    RequestError
        If it isn't one.

    Examples
    --------
    >>> read_object("[1]")
    Traceback (most recent call last):
    cardcore.serve.errors.RequestError: expected a JSON object, found a list
    """
    try:
        found = json.loads(text, parse_constant=_refuse_constant)
        # JSON can escape half of a surrogate pair, which no answer could quote and no file store.
        json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise RequestError("malformed", "expected a JSON object, found something else") from error
    if not isinstance(found, dict):
        raise RequestError("malformed", f"expected a JSON object, found {_kind(found)}")
    return found


def _refuse_constant(name: str) -> None:
    raise ValueError(name)


def read_count(text: str) -> int:
    """Read a number in the path of a request.

    Raises
    ------
    RequestError
        If it isn't one.

    Examples
    --------
    >>> read_count("12")
    12
    """
    # Other alphabets have decimal digits too, and huge numbers take long to read.
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(_LARGEST))):
        raise RequestError("malformed", f"expected a whole number, found '{text:.20}'")
    return int(text)


def read_message(text: str) -> dict[str, Any]:
    """Read a message and check all of its fields.

    Raises
    ------
    RequestError
        If it isn't a message; the text says what was expected and what was found.

    Examples
    --------
    >>> read_message('{"type": "sit", "seat": 2}')
    {'type': 'sit', 'seat': 2}
    >>> read_message('{"type": "sit", "chair": 2}')
    Traceback (most recent call last):
    cardcore.serve.errors.RequestError: sit: 'chair' is not a field, expected seat
    """
    message = read_object(text)
    kind = message.get("type")
    if not isinstance(kind, str) or kind not in MESSAGES:
        found = f"'{kind:.40}'" if isinstance(kind, str) else _kind(kind)
        expected = f"expected one of {', '.join(MESSAGES)}"
        raise RequestError("malformed", f"type: {expected}, found {found}")
    checks = {name.strip("[]"): check for name, check in MESSAGES[kind].items()}
    for name in message:
        if name != "type" and name not in checks:
            found = f"'{name:.40}' is not a field"
            expected = f"expected {', '.join(checks) or 'none'}"
            raise RequestError("malformed", f"{kind}: {found}, {expected}")
    for name, check in checks.items():
        if name in message:
            check(name, message[name])
        elif f"[{name}]" not in MESSAGES[kind]:
            raise RequestError("malformed", f"{kind}: the field '{name}' is missing")
    return message


def write_message(message: Mapping[str, Any]) -> str:
    """Write a message to a client.

    >>> write_message({"type": "error", "message": "it is not your turn"})
    '{"type":"error","message":"it is not your turn"}'
    """
    return _ENCODER.encode(message)
