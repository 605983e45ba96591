"""Optional packages: what to say when one is not installed."""

__all__ = ["needs"]


def needs(what: str, package: str, extra: str) -> str:
    """Say what an absent package is needed for, and how to install it.

    >>> needs("--plot", "matplotlib", "plot")
    '--plot needs matplotlib: pip install "cardcore[plot]"'
    """
    return f'{what} needs {package}: pip install "cardcore[{extra}]"'
