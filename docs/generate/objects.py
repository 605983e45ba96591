"""One module, class, function or constant described in Markdown.

Types of native classes come from the stubs, their docstrings from the extension. A comment that
begins with ``#:`` describes the constant below it. Computed constants are shown with their values.
"""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from inspect import getdoc
from operator import attrgetter
from pprint import pformat
from textwrap import indent

from griffe import (
    Attribute,
    Class,
    Docstring,
    DocstringElement,
    DocstringSection,
    DocstringSectionAdmonition,
    DocstringSectionExamples,
    DocstringSectionKind,
    DocstringSectionText,
    Expr,
    ExprName,
    Function,
    Module,
    Object,
)

from cardcore import _core
from docs.generate import signatures
from docs.generate.docstrings import fence, to_markdown

#: Returns the link to a name mentioned in an object's docstring, or None if it has no page.
Resolve = Callable[[Object, str], str | None]

#: Parameters that share a description; each has its own type and default.
_SHARED = re.compile(r"^(\w+(?:, \**\w+)+)\n((?: {4}.*(?:\n|\Z))+)", re.MULTILINE)


def members(described: Class) -> dict[str, Object]:
    """Return the public members of a class that have a docstring."""
    listed = {
        element.name
        for section in _sections(described)
        if section.kind is DocstringSectionKind.attributes
        for element in section.value
    }
    return {
        name: member
        for name, member in described.members.items()
        if isinstance(member, Object)
        and not name.startswith("_")
        and name not in listed
        and _docstring(member) is not None
    }


class Description:
    """Describes objects on one page."""

    def __init__(self, resolve: Resolve) -> None:
        """Store the function that resolves links."""
        self._resolve = resolve

    def of_module(self, module: Object, name: str) -> Iterator[str]:
        """Describe a module."""
        yield f"# {name} {{ #{name} }}"
        yield from self._words(module)

    def of_modules(self, package: Object) -> Iterator[str]:
        """List the modules of a package that exports nothing else."""
        rows = [
            f"| `{member.path}` | {(_docstring(member) or '').partition(chr(10))[0]} |"
            for name, member in sorted(package.members.items())
            if isinstance(member, Module) and not name.startswith("_")
        ]
        yield "\n".join(["| module | what it holds |", "|---|---|", *rows])

    def of_member(self, described: Object, path: str, level: int) -> Iterator[str]:
        """Describe a member of a module or class under its public path."""
        module = path if level == 2 else path.rpartition(".")[0]
        shown = path.removeprefix(f"{module.rpartition('.')[0]}.")
        yield f"{'#' * level} {shown} {{ #{path} }}"
        yield f"```python\n{_declaration(described)}\n```"
        if isinstance(described, Class) and (bases := self._bases(described)):
            yield f"Bases: {', '.join(bases)}"
        yield from self._words(described)
        if isinstance(described, Class):
            if constants := _constants(described):
                yield f"```python\n{constants}\n```"
            for name, member in members(described).items():
                yield from self.of_member(member, f"{path}.{name}", level + 1)

    def _bases(self, described: Class) -> list[str]:
        """Return the base classes, without internal ones that have no page."""
        found = [base for base in described.bases if isinstance(base, Expr)]
        return [
            self._annotation(base, described)
            for base in found
            if not base.canonical_path.startswith("cardcore.")
            or self._resolve(described, base.canonical_path) is not None
        ]

    def _words(self, owner: Object) -> Iterator[str]:
        for section in _sections(owner):
            yield from self._section(section, owner)

    def _section(self, section: DocstringSection, owner: Object) -> Iterator[str]:
        if isinstance(section, DocstringSectionText):
            yield self._markdown(section.value, owner)
        elif isinstance(section, DocstringSectionExamples):
            yield "**Examples**"
            yield fence("\n\n".join(text for _, text in section.value))
        elif isinstance(section, DocstringSectionAdmonition):
            yield f"**{section.title}**"
            yield self._markdown(section.value.contents, owner)
        else:
            yield f"**{section.kind.value.replace('_', ' ').capitalize()}**"
            yield "\n".join(self._element(element, owner) for element in section.value)

    def _element(self, element: DocstringElement, owner: Object) -> str:
        """Write a parameter, exception or result as a list item."""
        name = getattr(element, "name", "")
        head = f"`{name}`" if name else ""
        if element.annotation is not None:
            kind = self._annotation(element.annotation, owner)
            head = f"{head} ({kind})" if head else kind
        words = self._markdown(element.description.strip(), owner)
        return f"- {head}: {indent(words, '    ').lstrip()}"

    def _annotation(self, annotation: str | Expr, owner: Object) -> str:
        target = None
        if isinstance(annotation, ExprName):
            target = self._resolve(owner, annotation.canonical_path)
        return f"`{annotation}`" if target is None else f"[`{annotation}`]({target})"

    def _markdown(self, text: str, owner: Object) -> str:
        return to_markdown(text, lambda name: self._resolve(owner, name), terms=owner.is_module)


def _sections(owner: Object) -> list[DocstringSection]:
    docstring = _docstring(owner)
    if docstring is None:
        return []
    text = _SHARED.sub(lambda match: "".join(_each(*match.groups())), docstring)
    parsed = Docstring(text, parent=owner)
    return parsed.parse("numpy", trim_doctest_flags=False, warnings=False)


def _each(names: str, words: str) -> Iterator[str]:
    for name in names.split(", "):
        yield f"{name}\n{words.rstrip()}\n"


def _docstring(described: Object) -> str | None:
    """Return the docstring of an object, from its source, the extension or a comment."""
    if described.docstring is not None:
        return described.docstring.value
    module, _, name = described.path.partition("._core.")
    if module == "cardcore" and name:
        return getdoc(attrgetter(name)(_core))
    return _comment(described) if isinstance(described, Attribute) else None


def _comment(constant: Attribute) -> str | None:
    """Read the ``#:`` comment above a constant."""
    if constant.lineno is None or isinstance(constant.filepath, list):
        return None
    lines = constant.lines_collection[constant.filepath]
    first = constant.lineno - 1
    while first > 0 and lines[first - 1].lstrip().startswith("#:"):
        first -= 1
    words = [line.strip().removeprefix("#:").strip() for line in lines[first : constant.lineno - 1]]
    return "\n".join(words) or None


def _declaration(described: Object) -> str:
    if isinstance(described, Function):
        return signatures.of_function(described)
    if isinstance(described, Class):
        return signatures.of_class(described)
    assert isinstance(described, Attribute)
    annotation = f": {described.annotation}" if described.annotation is not None else ""
    value = _value(described)
    return f"{described.name}{annotation}{value}"


def _value(constant: Attribute) -> str:
    """Return the value of a constant rather than the expression that computes it."""
    if constant.value is None or "property" in constant.labels:
        return ""
    if constant.name.isupper() and constant.parent is not None and constant.parent.is_module:
        module, _, name = constant.path.rpartition(".")
        return f" = {pformat(getattr(import_module(module), name), width=signatures.WIDTH)}"
    return f" = {constant.value}"


def _constants(described: Class) -> str:
    """List the members of an enumeration, or other constants without a docstring."""
    return "\n".join(
        f"{name} = {member.value}"
        for name, member in described.members.items()
        if isinstance(member, Attribute)
        and name.isupper()
        and member.value is not None
        and _docstring(member) is None
    )
