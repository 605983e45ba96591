"""The notebooks of the documentation run, and their pages show what they print and draw."""

from pathlib import Path

import pytest

from docs.generate import notebooks
from docs.generate.links import DOCS

SOURCES = sorted((DOCS / "notebooks").glob("*.py"))


def test_there_are_notebooks_about_the_main_subjects() -> None:
    names = {source.stem for source in SOURCES}
    assert {"discard-analysis", "hearts-bots", "training", "video-poker"} <= names


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_a_notebook_runs_and_shows_something(source: Path) -> None:
    notebook = notebooks.execute(source)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert sum(bool(cell["outputs"]) for cell in code) >= len(code) / 2
    assert notebooks.pictures(notebook)
    page = notebooks.to_markdown(notebook, source.stem)
    assert page.startswith("# ")
    assert page.count("![Figure") == len(notebooks.pictures(notebook))
    assert page.count('<div class="output" markdown>') == sum(
        bool(cell["outputs"]) for cell in code
    )


def write(folder: Path, text: str) -> Path:
    path = folder / "notebook.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_what_a_cell_shows(tmp_path: Path) -> None:
    source = write(tmp_path, "# %% [markdown]\n# # Title\n#\n# Text.\n\n# %%\nprint(1)\n2\n")
    notebook = notebooks.execute(source)
    assert notebook["nbformat"] == 4
    text, code = notebook["cells"]
    assert text["source"] == "# Title\n\nText."
    assert code["outputs"][0]["text"] == "1\n"
    assert code["outputs"][1]["data"] == {"text/plain": "2"}
    page = notebooks.to_markdown(notebook, "notebook")
    assert page.startswith(
        "# Title\n\nText.\n\n```python\nprint(1)\n2\n```\n\n"
        '<div class="output" markdown>\n\n```text\n1\n```\n\n```text\n2\n```\n\n</div>\n\n'
    )


def test_a_cell_that_fails_names_the_notebook(tmp_path: Path) -> None:
    source = write(tmp_path, "# %%\n1 / 0\n")
    with pytest.raises(RuntimeError, match=r"(?s)notebook\.py cannot be executed.*ZeroDivision"):
        notebooks.execute(source)


def test_text_before_the_first_cell_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="expected a line '# %%'"):
        notebooks.read(write(tmp_path, "import this\n# %%\n"))
