"""The command-line reference, made from the commands themselves."""

from collections.abc import Iterator
from inspect import cleandoc

import click

from cardcore.cli.app import main

#: The placeholder for the reference in its page.
PLACE = "<!-- generated: command line -->"


def reference() -> str:
    """Describe every verb and sub-command in Markdown."""
    top = click.Context(main, info_name="cardcore", **main.context_settings)
    return "\n\n".join(
        part
        for name in main.list_commands(top)
        if (verb := main.get_command(top, name)) is not None
        for part in _describe(verb, click.Context(verb, parent=top, info_name=name), depth=2)
    )


def _describe(command: click.Command, context: click.Context, depth: int) -> Iterator[str]:
    yield f"{'#' * depth} {context.command_path}"
    # Click keeps the indentation of the docstring, which Markdown would take for code.
    yield cleandoc(command.help or "")
    yield f"```text\n{command.get_usage(context).removeprefix('Usage: ')}\n```"
    options = [option for option in command.params if isinstance(option, click.Option)]
    records = [record for option in options if (record := option.get_help_record(context))]
    if records:
        rows = [f"| `{names}` | {_cell(meaning)} |" for names, meaning in records]
        yield "\n".join(["| option | meaning |", "|---|---|", *rows])
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            if (below := command.get_command(context, name)) is not None:
                inner = click.Context(below, parent=context, info_name=name)
                yield from _describe(below, inner, depth + 1)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
