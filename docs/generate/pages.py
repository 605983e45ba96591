"""Authored pages, with their generated parts filled in."""

import json
import re

from docs.generate import command_line, measured
from docs.generate.api import Reference
from docs.generate.links import ADOPTED, DOCS, ROOT, outside_of_code, rebase

#: A link to the description of a name: ``[`Game`][cardcore.Game]``.
_NAMED = re.compile(r"\[([^]\[]+)\]\[(cardcore[\w.]*)\]")

#: Maximum length of the description that search engines show.
_DESCRIPTION = 160


def sources() -> dict[str, str]:
    """Map pages to the files of the repository they are made from."""
    written = [path.relative_to(ROOT).as_posix() for path in sorted(DOCS.rglob("*.md"))]
    pages = {path.removeprefix("docs/"): path for path in written}
    return pages | {page: path for path, page in ADOPTED.items()}


def write(page: str, source: str, reference: Reference) -> str:
    """Make a page from a file of the repository."""
    text = (ROOT / source).read_text(encoding="utf-8")
    text = rebase(text, source, page)
    text = measured.fill(text, page)
    text = text.replace(command_line.PLACE, command_line.reference())
    return outside_of_code(text, lambda prose: _link_names(prose, page, reference))


def _link_names(text: str, page: str, reference: Reference) -> str:
    def link(match: re.Match[str]) -> str:
        target = reference.link(match[2], page)
        if target is None:
            raise ValueError(f"{page}: {match[2]!r} is not in the API reference")
        return f"[{match[1]}]({target})"

    return _NAMED.sub(link, text)


def describe(text: str) -> str:
    r"""Add the first paragraph of a page as its description, for search engines and previews.

    >>> print(describe("# Hearts\n\nAny [number](rules.md) of *suits*.").split("\n")[1])
    description: "Any number of suits."
    """
    if text.startswith("---\n"):
        return text
    paragraphs = text.split("\n\n")
    first = next((part for part in paragraphs if re.match(r"[\w`*\[“\"]", part)), None)
    if first is None:
        return text
    words = re.sub(r"\]\([^)]*\)|[*`\[\]]", "", " ".join(first.split()))
    if len(words) > _DESCRIPTION:
        words = words[: _DESCRIPTION - 1].rpartition(" ")[0] + "…"
    return f"---\ndescription: {json.dumps(words, ensure_ascii=False)}\n---\n\n{text}"
