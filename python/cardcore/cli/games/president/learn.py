"""``cardcore learn president``: a policy by self-play."""

from pathlib import Path
from typing import get_args

import click

from cardcore.cli import render
from cardcore.cli.files import write_bytes
from cardcore.cli.learning import options, prepare, resumed, train
from cardcore.cli.numbers import Number
from cardcore.president.learning import DEALS, MAX_DEALS, Learning, Preset, Step


@click.command("president", short_help="Learn President.")
@click.option(
    "--players", type=Number(2, 13), default=4, show_default=True, help="The number of players."
)
@click.option(
    "--preset",
    type=click.Choice(get_args(Preset)),
    default="report",
    show_default=True,
    help="The rules.",
)
@options(DEALS, MAX_DEALS)
def learn(
    players: int,
    preset: Preset,
    deals: int,
    seed: int,
    directory: Path,
    resume: bool,
    threads: int | None,
) -> None:
    """Learn a policy by self-play.

    Writes PRESET-N.safetensors for N players, and keeps a checkpoint,
    checkpoint-PRESET-N.safetensors, from which --resume continues after Ctrl-C or a crash. The
    weights depend on the seed and the number of deals, and on nothing else.
    """
    name = f"{preset}-{players}"
    checkpoint, policy = prepare(directory, f"checkpoint-{name}", name)
    if resume:
        learning = resumed(
            Learning.resume, checkpoint, preset=preset, players=players, deals=deals, seed=seed
        )
    else:
        learning = Learning(players, preset=preset, deals=deals, seed=seed)
    train(learning, checkpoint, threads, _line)
    write_bytes(policy, learning.policy())
    render.tell(f"wrote {policy}")


def _line(step: Step) -> str:
    """Tell how training ended."""
    return f"{step.deals:,} deals, {step.margin:+.2f} a round against others while it explores"
