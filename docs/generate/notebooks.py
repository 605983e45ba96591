"""Notebooks: Python files with cells, executed when the site is built.

``# %% [markdown]`` begins a cell of text, each line of which is a comment, and ``# %%`` a cell of
code. Editors and Jupyter open such files as notebooks, and they are reviewed like any other source.
A page shows every cell with its output and offers the notebook as an ``.ipynb`` file.

``python -m docs.generate.notebooks FILE`` executes one and prints it in Jupyter's format.
"""

import ast
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from docs.generate.links import ROOT

#: The content of an ``.ipynb`` file.
Notebook = dict[str, Any]

_MARK = re.compile(r"^# %%( \[markdown\])?\n", re.MULTILINE)


def execute(path: Path) -> Notebook:
    """Execute a notebook in a separate process."""
    # On a busy machine, BLAS threads spend most of their time waiting for each other.
    environment = {**os.environ, "MPLBACKEND": "agg", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "docs.generate.notebooks", str(path)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise RuntimeError(f"{path.name} cannot be executed\n{done.stderr}")
    executed: Notebook = json.loads(done.stdout)
    return executed


def read(path: Path) -> Notebook:
    """Read the cells of a notebook."""
    before, *parts = _MARK.split(path.read_text(encoding="utf-8"))
    if before.strip():
        raise ValueError(f"{path}: expected a line '# %%' or '# %% [markdown]' first")
    cells = []
    for number, (mark, body) in enumerate(zip(parts[::2], parts[1::2], strict=True)):
        source = body.strip("\n")
        cell: dict[str, Any] = {"id": f"cell-{number}", "metadata": {}}
        if mark is None:
            cell |= {"cell_type": "code", "execution_count": None, "outputs": [], "source": source}
        else:
            text = re.sub(r"^# ?", "", source, flags=re.MULTILINE)
            cell |= {"cell_type": "markdown", "source": text}
        cells.append(cell)
    python = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": python, "language_info": {"name": "python"}}
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def run(notebook: Notebook) -> None:
    """Execute the code cells in order and store their outputs."""
    names: dict[str, Any] = {"__name__": "__main__"}
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for count, cell in enumerate(code, 1):
        cell["execution_count"] = count
        cell["outputs"] = list(_run_cell(cell["source"], count, names))


def _run_cell(source: str, count: int, names: dict[str, Any]) -> Iterator[dict[str, Any]]:
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    value = None
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body, []), f"<cell {count}>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"<cell {count}>", "eval"), names)
    if printed.getvalue():
        yield {"output_type": "stream", "name": "stdout", "text": printed.getvalue()}
    if value is not None:
        data = {"text/plain": repr(value)}
        if hasattr(value, "_repr_html_"):
            data["text/html"] = value._repr_html_()
        result = {"output_type": "execute_result", "execution_count": count}
        yield result | {"data": data, "metadata": {}}
    for drawn in _figures():
        data = {"image/svg+xml": drawn}
        yield {"output_type": "display_data", "data": data, "metadata": {}}


def _figures() -> Iterator[str]:
    """Yield the figures that a cell has drawn, as SVG."""
    if "matplotlib.pyplot" not in sys.modules:
        return
    from matplotlib import pyplot, rc_context

    # Identifiers depend on the figure alone, so that builds are reproducible.
    with rc_context({"svg.hashsalt": "cardcore"}):
        for number in pyplot.get_fignums():
            file = io.StringIO()
            pyplot.figure(number).savefig(file, format="svg", metadata={"Date": None})
            yield file.getvalue()
    pyplot.close("all")


def pictures(notebook: Notebook) -> list[str]:
    """Return the pictures of an executed notebook, in order."""
    outputs = [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
    return [
        output["data"]["image/svg+xml"]
        for output in outputs
        if output["output_type"] == "display_data"
    ]


def to_markdown(notebook: Notebook, name: str) -> str:
    """Write the page of an executed notebook; pictures and ``.ipynb`` file are next to it."""
    parts: list[str] = []
    drawn = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            parts.append(cell["source"])
            continue
        parts.append(f"```python\n{cell['source'].strip()}\n```")
        shown = []
        for output in cell["outputs"]:
            data = output.get("data", {})
            if "image/svg+xml" in data:
                drawn += 1
                shown.append(f"![Figure {drawn}]({name}-{drawn}.svg)")
            elif "text/html" in data:
                shown.append(data["text/html"])
            else:
                text = data["text/plain"] if data else output["text"].rstrip()
                shown.append(f"```text\n{text}\n```")
        if shown:
            parts += ['<div class="output" markdown>', *shown, "</div>"]
    parts.append(f"[Download this notebook]({name}.ipynb){{ .md-button }}")
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    notebook = read(Path(sys.argv[1]))
    run(notebook)
    json.dump(notebook, sys.stdout, indent=1)
