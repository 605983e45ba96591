"""``cardcore completion``: let a shell complete the command."""

import click
from click.shell_completion import get_completion_class

_SHELLS = ("bash", "zsh", "fish")


@click.command()
@click.argument("shell", type=click.Choice(_SHELLS))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print what lets a shell complete this command.

    For bash: eval "$(cardcore completion bash)" in ~/.bashrc; the same in ~/.zshrc for zsh. For
    fish: cardcore completion fish > ~/.config/fish/completions/cardcore.fish
    """
    kind = get_completion_class(shell)
    assert kind is not None
    root = context.find_root().command
    click.echo(kind(root, {}, "cardcore", "_CARDCORE_COMPLETE").source())
