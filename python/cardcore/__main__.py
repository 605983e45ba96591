"""``python -m cardcore``: the command line without its script."""

from cardcore.cli.app import main

# Tests import every module to collect its examples.
if __name__ == "__main__":
    main(prog_name="python -m cardcore")
