"""``python -m cardcore.cli``: the command without its script."""

from cardcore.cli.app import main

main()
