"""``cardcore learn hearts``: a policy and a value net by self-play."""

from pathlib import Path

import click

from cardcore.cli import render
from cardcore.cli.files import write_bytes
from cardcore.cli.learning import options, prepare, resumed, train
from cardcore.cli.numbers import Number
from cardcore.hearts.learning import DEALS, MAX_DEALS, Learning, Step


@click.command("hearts", short_help="Learn the standard game of Hearts.")
@click.option(
    "--players", type=Number(3, 6), default=4, show_default=True, help="The number of players."
)
@options(DEALS, MAX_DEALS)
def learn(
    players: int, deals: int, seed: int, directory: Path, resume: bool, threads: int | None
) -> None:
    """Learn a policy by self-play, and a value net for the search.

    Writes policy-N.safetensors and value-N.safetensors for N players, and keeps a checkpoint,
    checkpoint-N.safetensors, from which --resume continues after Ctrl-C or a crash. The weights
    depend on the seed and the number of deals, which is that of the longest stages, and on nothing
    else.
    """
    names = (f"{name}-{players}" for name in ("checkpoint", "policy", "value"))
    checkpoint, policy, value = prepare(directory, *names)
    if resume:
        learning = resumed(Learning.resume, checkpoint, players=players, deals=deals, seed=seed)
    else:
        learning = Learning(players, deals=deals, seed=seed)
    train(learning, checkpoint, threads, _line, lambda step: step.stage)
    write_bytes(policy, learning.policy())
    net = learning.value_net()
    if net is not None:
        write_bytes(value, net)
    render.tell(f"wrote {policy} and {value}")


def _line(step: Step) -> str:
    """Tell how a stage ended."""
    if step.error is not None:
        return f"{step.stage}: {step.deals:,} deals, error {step.error:.2f} points"
    return (
        f"{step.stage}: {step.deals:,} deals, {step.margin:+.2f} points a deal against other bots "
        "while it explores"
    )
