"""Docstrings as the site shows them.

In the sources they are the reStructuredText that ``help`` and editors show well. Here references
become links, examples outside of a section become code, lists of terms become Markdown ones, and
comments that begin with ``#:`` become the docstrings of the constants below them.
"""

import re
from typing import Any

from griffe import Attribute, Docstring, Extension, NameResolutionError, Object

_ROLE = re.compile(r":(?:attr|class|data|func|meth|mod):`(~?)([\w.]+)`")
_EXAMPLE = re.compile(r"(?:^>>> .*\n(?:^\S.*(?:\n|\Z))*)+", re.MULTILINE)
_TERM = re.compile(r"^(\S.*)\n    (?=\S)", re.MULTILINE)
_SECTION = re.compile(r"^-{3,}$", re.MULTILINE)


class Docstrings(Extension):
    """Rewrites every docstring, once all names can be looked up."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of one object."""
        if isinstance(obj, Attribute) and obj.docstring is None:
            obj.docstring = _comment(obj)
        if obj.docstring is not None:
            obj.docstring.value = _markdown(obj, obj.docstring.value)


def _markdown(owner: Object, text: str) -> str:
    text = _ROLE.sub(lambda match: _link(owner, *match.groups()), text)
    if _SECTION.search(text):
        return text
    if owner.is_module:
        text = _TERM.sub(r"\n\1\n:   ", text)
    return _EXAMPLE.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", text)


def _link(owner: Object, short: str, name: str) -> str:
    shown = name.rpartition(".")[2] if short else name
    try:
        target = name if name.startswith("cardcore") else owner.resolve(name)
    except NameResolutionError:
        return f"`{shown}`"
    return f"[`{shown}`][{target}]"


def _comment(attribute: Attribute) -> Docstring | None:
    """Read the ``#:`` comment above a constant."""
    if attribute.lineno is None or isinstance(attribute.filepath, list):
        return None
    lines = attribute.lines_collection[attribute.filepath]
    first = attribute.lineno - 1
    while first > 0 and lines[first - 1].startswith("#:"):
        first -= 1
    words = [line.removeprefix("#:").strip() for line in lines[first : attribute.lineno - 1]]
    return Docstring("\n".join(words), parent=attribute) if words else None
