"""Progress of long work, on standard error and only on a terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from cardcore.cli import render


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a bar; gives a function that is called with the steps done and the steps in all."""
    output = render.console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns,
        TimeRemainingColumn(),
        console=output,
        transient=True,
        disable=not output.is_terminal,
    ) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total or None)
