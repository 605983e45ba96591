"""Training at the command line: progress, checkpoints and resuming, for any game."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol, TypeVar

import click

from cardcore.cli import render
from cardcore.cli.files import check_writable, read_bytes, write_bytes
from cardcore.cli.numbers import SEED, THREADS, Number
from cardcore.cli.progress import progress
from cardcore.errors import CardcoreError

#: The batches between two checkpoints.
_BATCHES = 50


class Step(Protocol):
    """What a batch of training has shown."""

    @property
    def deals(self) -> int:
        """The deals played so far."""
        ...

    @property
    def total(self) -> int:
        """The deals in all."""
        ...


_Step = TypeVar("_Step", bound=Step)
_StepOut = TypeVar("_StepOut", bound=Step, covariant=True)
_Learning = TypeVar("_Learning")


class Training(Protocol[_StepOut]):
    """Training in progress."""

    def steps(self, *, threads: int | None = None) -> Iterator[_StepOut]:
        """Train batch by batch."""
        ...

    def checkpoint(self) -> bytes:
        """Return everything needed to resume."""
        ...


def options(deals: int, most: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Add the options that every game has."""
    given: list[Any] = [
        click.option(
            "--deals",
            type=Number(1, most),
            default=deals,
            show_default=True,
            help="How many deals to learn from.",
        ),
        click.option(
            "--seed", type=SEED, default=1, show_default=True, help="Same seed, same weights."
        ),
        click.option(
            "--directory",
            type=click.Path(path_type=Path, file_okay=False),
            default=Path(),
            help="Where the files go; the current directory if not given.",
        ),
        click.option(
            "--resume", is_flag=True, help="Continue from the checkpoint in the directory."
        ),
        click.option("--threads", type=THREADS, help="All cores if not given."),
    ]

    def add(command: Callable[..., None]) -> Callable[..., None]:
        for option in reversed(given):
            command = option(command)
        return command

    return add


def prepare(directory: Path, *names: str) -> list[Path]:
    """Make the directory, and check that the files of these names can be written."""
    directory.mkdir(parents=True, exist_ok=True)
    paths = [directory / f"{name}.safetensors" for name in names]
    for path in paths:
        check_writable(path)
    return paths


def resumed(
    resume: Callable[[bytes], _Learning], checkpoint: Path, **expected: object
) -> _Learning:
    """Resume from a checkpoint, which must be of the same run."""
    learning = resume(read_bytes(checkpoint))
    found = {name: getattr(learning, name) for name in expected}
    if found != expected:
        raise CardcoreError(f"{checkpoint} is of {_told(found)}: expected {_told(expected)}")
    return learning


def _told(settings: dict[str, object]) -> str:
    """Write settings as people do: 4 players, seed 1."""
    return ", ".join(
        f"{value} {name}" if name in {"players", "deals"} else f"{name} {value}"
        for name, value in settings.items()
    )


def train(
    learning: Training[_Step],
    checkpoint: Path,
    threads: int | None,
    tell: Callable[[_Step], str],
    stage: Callable[[_Step], str] = lambda _: "",
) -> None:
    """Train to the end, with a line for every stage and a checkpoint now and then."""
    try:
        _steps(learning, checkpoint, threads, tell, stage)
    except KeyboardInterrupt:
        write_bytes(checkpoint, learning.checkpoint())
        render.complain(f"\nkept in {checkpoint}: continue with --resume")
        raise
    write_bytes(checkpoint, learning.checkpoint())


def _steps(
    learning: Training[_Step],
    checkpoint: Path,
    threads: int | None,
    tell: Callable[[_Step], str],
    stage: Callable[[_Step], str],
) -> None:
    last: _Step | None = None
    with progress("deals") as report:
        for number, step in enumerate(learning.steps(threads=threads), 1):
            if last is not None and stage(step) != stage(last):
                render.tell(tell(last))
            last = step
            report(step.deals, step.total)
            if number % _BATCHES == 0:
                write_bytes(checkpoint, learning.checkpoint())
    if last is not None:
        render.tell(tell(last))
