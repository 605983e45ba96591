"""Docstrings as the site shows them.

In the sources they are the reStructuredText that ``help`` and editors show well. Here references
become links, examples outside of a section become code, and lists of terms become Markdown ones.
Comments that begin with ``#:`` are the docstrings of the constants below them, and what the
extension says of its classes joins the types that its stubs have. Constants that are made of
something else show what they are.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from inspect import getdoc
from operator import attrgetter
from pprint import pformat
from typing import Any

from griffe import Attribute, Docstring, Extension, NameResolutionError, Object

from cardcore import _core

_ROLE = re.compile(r":(?:attr|class|data|func|meth|mod):`(~?)([\w.]+)`")
_EXAMPLE = re.compile(r"(?:^>>> .*\n(?:^\S.*(?:\n|\Z))*)+", re.MULTILINE)
_TERM = re.compile(r"^(\S.*)\n    (?=\S)", re.MULTILINE)
_SECTION = re.compile(r"^-{3,}$", re.MULTILINE)
_SHARED = re.compile(r"^(\w+(?:, \**\w+)+)\n((?: {4}.*(?:\n|\Z))+)", re.MULTILINE)


class Docstrings(Extension):
    """Rewrites every docstring, once all names can be looked up."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of one object."""
        if isinstance(obj, Attribute) and obj.parent is not None and obj.parent.is_module:
            _show_value(obj)
        if obj.docstring is None:
            text = _native(obj)
            if text is None and isinstance(obj, Attribute):
                text = _comment(obj)
            obj.docstring = None if text is None else Docstring(text, parent=obj)
        if obj.docstring is not None:
            obj.docstring.value = _markdown(obj, obj.docstring.value)

    def on_package(self, *, pkg: Object, **_: Any) -> None:
        """Rewrite the docstring of the package itself."""
        self.on_object(obj=pkg)


def _native(described: Object) -> str | None:
    """Read what the extension says of itself: the stubs that describe it have types alone."""
    module, _, name = described.path.partition("._core.")
    if module != "cardcore" or not name or name.startswith("_") or "._" in name:
        return None
    return getdoc(attrgetter(name)(_core)) or ""


def _markdown(owner: Object, text: str) -> str:
    text = _ROLE.sub(lambda match: _link(owner, *match.groups()), text)
    if _SECTION.search(text):
        # Names that share a description have types and defaults of their own.
        return _SHARED.sub(lambda match: "".join(_each(*match.groups())), text)
    if owner.is_module:
        text = _TERM.sub(r"\n\1\n:   ", text)
    return _EXAMPLE.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", text)


def _each(names: str, words: str) -> Iterator[str]:
    for name in names.split(", "):
        yield f"{name}\n{words.rstrip()}\n"


def _link(owner: Object, short: str, name: str) -> str:
    shown = name.rpartition(".")[2] if short else name
    try:
        target = name if name.startswith("cardcore") else owner.resolve(name)
    except NameResolutionError:
        return f"`{shown}`"
    return f"[`{shown}`][{target}]"


def _show_value(constant: Attribute) -> None:
    """Show the value of a constant in place of the expression that makes it."""
    is_shown = constant.name.isupper() and not constant.name.startswith("_")
    if not is_shown or isinstance(constant.value, str):
        return
    module, _, name = constant.path.rpartition(".")
    constant.value = pformat(getattr(import_module(module), name), width=88)


def _comment(attribute: Attribute) -> str | None:
    """Read the ``#:`` comment above a constant."""
    if attribute.lineno is None or isinstance(attribute.filepath, list):
        return None
    lines = attribute.lines_collection[attribute.filepath]
    first = attribute.lineno - 1
    while first > 0 and lines[first - 1].startswith("#:"):
        first -= 1
    words = [line.removeprefix("#:").strip() for line in lines[first : attribute.lineno - 1]]
    return "\n".join(words) or None
