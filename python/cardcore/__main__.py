"""``python -m cardcore``: the command without its script."""

from cardcore.cli.app import main

# The tests load every module to look for examples.
if __name__ == "__main__":
    main(prog_name="python -m cardcore")
