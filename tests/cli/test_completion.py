import os
import shutil
import subprocess
import sys

import pytest
from click.testing import CliRunner

from cardcore.cli.app import main


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(shell: str) -> None:
    result = CliRunner().invoke(main, ["completion", shell])
    assert result.exit_code == 0, result.output
    assert "_CARDCORE_COMPLETE" in result.stdout
    if shutil.which(shell):
        checked = subprocess.run([shell, "-n"], input=result.stdout, text=True, check=False)
        assert checked.returncode == 0


def test_another_shell_is_refused() -> None:
    result = CliRunner().invoke(main, ["completion", "tcsh"])
    assert result.exit_code == 2
    assert "'tcsh' is not one of 'bash', 'zsh', 'fish'" in result.stderr


@pytest.mark.parametrize(
    ("words", "expected"),
    [("cardcore play hea", "hearts"), ("cardcore play ends --lev", "--level")],
)
def test_what_a_shell_asks_is_answered(words: str, expected: str) -> None:
    asked = {
        "_CARDCORE_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    program = "from cardcore.cli.app import main; main(prog_name='cardcore')"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **asked},
        capture_output=True,
        text=True,
        check=True,
    )
    assert expected in done.stdout


def test_the_package_is_the_command() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "cardcore", "rank", "As Ks Qs Js Ts"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "straight flush, ace high" in done.stdout
