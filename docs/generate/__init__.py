"""Writes the pages of the documentation site as plain Markdown: ``python -m docs.generate``.

Pages under ``docs`` are copied with their figures and references filled in. The API reference comes
from the docstrings, the command-line reference from the commands, and the notebooks are executed.
The result, ``build/pages``, needs nothing but Markdown, so that any site generator can render it;
``build/zensical.toml`` is the configuration for the one in use.
"""
