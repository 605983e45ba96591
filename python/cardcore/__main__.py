"""``python -m cardcore``: the command without its script."""

from cardcore.cli.app import main

main(prog_name="python -m cardcore")
