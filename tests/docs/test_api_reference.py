"""The API reference shows what the docstrings say, examples above all."""

import doctest
import re
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from inspect import getdoc, isclass, isroutine
from types import ModuleType

import pytest

from docs.generate import navigation
from docs.generate.api import Reference
from docs.generate.docstrings import fence

MODULES = navigation.modules(navigation.settings()["project"]["nav"])
FENCED = re.compile(r"^ *```pycon\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def reference() -> Reference:
    return Reference(MODULES)


def docstrings(module: ModuleType, names: list[str]) -> Iterator[str]:
    """Give the docstring of a module and of what its page describes, members included."""
    yield getdoc(module) or ""
    for name in names:
        described = getattr(module, name)
        if isclass(described) or isroutine(described):
            yield getdoc(described) or ""
        if isclass(described):
            for member in vars(described):
                found = vars(described)[member]
                if not member.startswith("_") and (
                    isroutine(found) or isinstance(found, property | cached_property | classmethod)
                ):
                    yield getdoc(getattr(described, member)) or ""


def examples(docstring: str) -> Iterator[str]:
    """Give the text of every doctest, statement and output, as a page should show it."""
    lines = docstring.split("\n")
    for example in doctest.DocTestParser().get_examples(docstring):
        end = example.lineno + example.source.count("\n") + example.want.count("\n")
        shown = [line[example.indent :] for line in lines[example.lineno : end]]
        yield "\n".join(shown).replace("<BLANKLINE>", "")


@pytest.mark.parametrize("page", MODULES)
def test_every_example_is_shown_whole_in_a_fenced_block(page: str, reference: Reference) -> None:
    text = reference.page(page)
    blocks = FENCED.findall(text)
    module = import_module(MODULES[page])
    for docstring in docstrings(module, reference.described(page)):
        for example in examples(docstring):
            assert any(example in re.sub(r"^ {4}", "", block) for block in blocks), example
    assert ">>>" not in FENCED.sub("", text)


def test_examples_with_arrays_are_looked_at() -> None:
    """What the test above is for: output of several lines that begin with blanks."""
    module = import_module("cardcore.poker")
    assert any("\n       [" in example for example in examples(getdoc(module) or ""))


@pytest.mark.parametrize(
    ("text", "fenced"),
    [
        (
            "Words:\n\n>>> a\narray([[1],\n       [2]])\n\nMore.",
            "Words:\n\n```pycon\n>>> a\narray([[1],\n       [2]])\n```\n\nMore.",
        ),
        (">>> for i in a:\n...     f(i)", "```pycon\n>>> for i in a:\n...     f(i)\n```"),
        (">>> g()\na\n<BLANKLINE>\nb", "```pycon\n>>> g()\na\n\nb\n```"),
        (">>> a\n\n>>> b\n1", "```pycon\n>>> a\n```\n\n```pycon\n>>> b\n1\n```"),
        ("No example.", "No example."),
    ],
)
def test_an_example_ends_at_an_empty_line(text: str, fenced: str) -> None:
    assert fence(text) == fenced


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("api/poker.md", "## rank_many { #cardcore.poker.rank_many }"),
        ("api/poker.md", "### HandRank.strength { #cardcore.poker.HandRank.strength }"),
        ("api/poker.md", "Under the high ranking 0 (7-5-4-3-2) to 7461"),
        ("api/poker.md", "    board: HandArray | None = None,"),
        ("api/poker.md", "- [`ParseError`](cardcore.md#cardcore.ParseError): If "),
        ("api/cardcore.md", "[`games`](registry.md#cardcore.registry.games)"),
        ("api/draw.md", "[`analyze`](discard.md#cardcore.discard.analyze)"),
        ("api/discard.md", "PAYTABLES"),
    ],
)
def test_a_page_has(page: str, expected: str, reference: Reference) -> None:
    assert expected in reference.page(page)


def test_every_name_is_described_once(reference: Reference) -> None:
    anchors = [
        anchor for page in MODULES for anchor in re.findall(r"\{ #(\S+) \}", reference.page(page))
    ]
    assert len(anchors) == len({*anchors}) > 500
