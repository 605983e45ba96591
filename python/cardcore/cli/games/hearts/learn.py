"""``cardcore learn hearts``: a policy and a value net by self-play."""

from pathlib import Path

import click

from cardcore.cli import render
from cardcore.cli.files import check_writable, read_bytes, write_bytes
from cardcore.cli.numbers import SEED, THREADS, Number
from cardcore.cli.progress import progress
from cardcore.errors import CardcoreError
from cardcore.hearts.learning import DEALS, MAX_DEALS, Learning, Step

#: The batches between two checkpoints.
_BATCHES = 50


@click.command("hearts", short_help="Learn the standard game of Hearts.")
@click.option(
    "--players", type=Number(3, 6), default=4, show_default=True, help="The number of players."
)
@click.option(
    "--deals",
    type=Number(1, MAX_DEALS),
    default=DEALS,
    show_default=True,
    help="The deals of the longest stages.",
)
@click.option("--seed", type=SEED, default=1, show_default=True, help="Same seed, same weights.")
@click.option(
    "--directory",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(),
    help="Where the files go; the current directory if not given.",
)
@click.option("--resume", is_flag=True, help="Continue from the checkpoint in the directory.")
@click.option("--threads", type=THREADS, help="All cores if not given.")
def learn(
    players: int, deals: int, seed: int, directory: Path, resume: bool, threads: int | None
) -> None:
    """Learn a policy by self-play, and a value net for the search.

    Writes policy-N.safetensors and value-N.safetensors for N players, and keeps a checkpoint,
    checkpoint-N.safetensors, from which --resume continues after Ctrl-C or a crash. The weights
    depend on the seed and the number of deals, and on nothing else.
    """
    directory.mkdir(parents=True, exist_ok=True)
    checkpoint, policy, value = (
        directory / f"{name}-{players}.safetensors" for name in ("checkpoint", "policy", "value")
    )
    for path in (checkpoint, policy, value):
        check_writable(path)
    if resume:
        learning = Learning.resume(read_bytes(checkpoint))
        found = (learning.players, learning.deals, learning.seed)
        if found != (players, deals, seed):
            raise CardcoreError(
                f"{checkpoint} is of {found[0]} players, {found[1]} deals, seed {found[2]}: "
                f"expected {players} players, {deals} deals, seed {seed}"
            )
    else:
        learning = Learning(players, deals=deals, seed=seed)
    try:
        _train(learning, checkpoint, threads)
    except KeyboardInterrupt:
        write_bytes(checkpoint, learning.checkpoint())
        render.complain(f"\nkept in {checkpoint}: continue with --resume")
        raise
    write_bytes(checkpoint, learning.checkpoint())
    write_bytes(policy, learning.policy())
    net = learning.value_net()
    if net is not None:
        write_bytes(value, net)
    render.tell(f"wrote {policy} and {value}")


def _train(learning: Learning, checkpoint: Path, threads: int | None) -> None:
    """Train to the end, with a line for every stage and a checkpoint now and then."""
    last: Step | None = None
    with progress("deals") as report:
        for number, step in enumerate(learning.steps(threads=threads), 1):
            if last is not None and step.stage != last.stage:
                render.tell(_line(last))
            last = step
            report(step.deals, step.total)
            if number % _BATCHES == 0:
                write_bytes(checkpoint, learning.checkpoint())
    if last is not None:
        render.tell(_line(last))


def _line(step: Step) -> str:
    """Tell how a stage ended."""
    if step.error is not None:
        return f"{step.stage}: {step.deals:,} deals, error {step.error:.2f} points"
    return (
        f"{step.stage}: {step.deals:,} deals, {step.margin:+.2f} points a deal against other bots "
        "while it explores"
    )
