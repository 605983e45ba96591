"""Terminal pictures for the documentation: the real commands, recorded by rich.

``make pictures`` writes them again.
"""

import io
import os
import re
import shlex
import tempfile
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from cardcore.cli import render
from cardcore.cli.app import main

FOLDER = Path(__file__).parent / "pictures"

#: Columns: as many as can be read where a page shows the picture on 400 pixels.
WIDTH = 60


class Recorder(Console):
    """A terminal that keeps what is shown, at which somebody types prepared answers."""

    def __init__(self, width: int, answers: tuple[str, ...]) -> None:
        """Begin with an empty screen."""
        super().__init__(
            file=io.StringIO(),
            force_terminal=True,
            color_system="truecolor",
            highlight=False,
            record=True,
            width=width,
        )
        self._answers = iter(answers)

    def input(self, prompt: Any = "", **_: Any) -> str:
        """Show the prompt with the next answer; without one, the person has left."""
        answer = next(self._answers, None)
        if answer is None:
            raise EOFError
        self.print(Text.assemble(prompt, answer))
        return answer


def picture(name: str, command: str, *answers: str, width: int) -> None:
    """Run a command and write what a terminal would show."""
    recorder = Recorder(width, answers)
    recorder.print(Text.assemble(("$ ", "dim"), command))
    render.console = lambda **_: recorder
    main(shlex.split(command)[1:], standalone_mode=False)
    drawn = recorder.export_svg(title=f"cardcore {name}", unique_id=name)
    # The fonts of the reader's machine will do: a picture should load nothing from elsewhere.
    drawn = re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)
    (FOLDER / f"{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    # A game that a picture leaves is not one to go on with.
    os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp()
    FOLDER.mkdir(exist_ok=True)
    picture(
        "discard",
        "cardcore discard AhKhQhJhJc --objective bonus-8-5 --top 4",
        width=WIDTH,
    )
    picture(
        "play",
        "cardcore play president --names you,Ann,Bob,Eve --seed 6",
        "hint",
        "8d 8c",
        width=WIDTH,
    )
