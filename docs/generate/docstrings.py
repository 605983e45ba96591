"""Docstrings as Markdown.

In the sources they are the reStructuredText that ``help`` and editors show well. Here roles become
links, doctests become fenced blocks, and lists of terms become definition lists.
"""

import re
from collections.abc import Callable
from textwrap import dedent

_ROLE = re.compile(r":(?:attr|class|data|func|meth|mod):`(~?)([\w.]+)`")
_TERM = re.compile(r"^(\S.*)\n    (?=\S)", re.MULTILINE)
_CODE_BLOCK = re.compile(r"^\.\. code-block:: (\w+)\n\n((?: {4}.*(?:\n|\Z)|\n)+)", re.MULTILINE)

#: A prompt, and the lines below it up to an empty one: the rest of the statement and its output.
_EXAMPLE = re.compile(r"^>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


def to_markdown(text: str, link: Callable[[str], str | None], *, terms: bool = False) -> str:
    """Turn the text of a docstring, or of one of its sections, into Markdown.

    Parameters
    ----------
    text
        What the docstring says, without indentation.
    link
        Returns the link to a name, or None if the name has no page.
    terms
        Whether the text may hold a definition list: terms with indented definitions.
    """
    text = _ROLE.sub(lambda role: _reference(role[1], role[2], link), text)
    text = _CODE_BLOCK.sub(lambda block: f"```{block[1]}\n{dedent(block[2]).strip()}\n```\n", text)
    text = fence(text)
    if terms:
        parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
        text = "".join(
            part if part.startswith("```") else _TERM.sub(r"\n\1\n:   ", part) for part in parts
        )
    return text


def fence(text: str) -> str:
    """Put the doctests of a text into fenced blocks, statements and output alike."""
    fenced = _EXAMPLE.sub(lambda example: f"```pycon\n{example[0]}\n```", text)
    return re.sub(r"^<BLANKLINE>$", "", fenced, flags=re.MULTILINE)


def _reference(short: str, name: str, link: Callable[[str], str | None]) -> str:
    shown = name.rpartition(".")[2] if short else name
    target = link(name)
    return f"`{shown}`" if target is None else f"[`{shown}`]({target})"
