"""Packages that are not there, or not asked for."""

import subprocess
import sys

import pytest

EXTRAS = {"gymnasium": "Gymnasium", "openspiel": "OpenSpiel", "pettingzoo": "PettingZoo"}


def run(code: str) -> str:
    command = [sys.executable, "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_importing_the_package_or_its_environments_loads_none_of_them() -> None:
    found = run(
        "import sys, cardcore, cardcore.environments; cardcore.new('hearts');"
        "print({'gymnasium', 'pettingzoo', 'pyspiel', 'open_spiel'} & {*sys.modules})"
    )
    assert found == "set()"


def test_adapters_are_there_without_an_import_of_their_own() -> None:
    found = run("""
import cardcore
environments = cardcore.environments
print(environments.Batch("ends", 3, seed=1).size)
print(environments.pettingzoo.env("ends"))
print(environments.gymnasium.env("ends").game.name)
print(environments.openspiel.register() == environments.openspiel.names())
""")
    assert found.splitlines() == ["3", "cardcore_ends_v0", "ends", "True"]


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_absent_package_is_one_clear_line(extra: str) -> None:
    found = run(f"""
import sys
for absent in ("gymnasium", "pettingzoo", "pyspiel"):
    sys.modules[absent] = None
try:
    import cardcore
    cardcore.environments.{extra}
except ImportError as error:
    print(error)
""")
    name = f"cardcore.environments.{extra}"
    assert found == f'{name} needs {EXTRAS[extra]}: pip install "cardcore[{extra}]"'
