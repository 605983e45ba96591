"""The tutorials and the cookbook: everything they show is run.

Python sessions are doctests, which pytest finds by itself. Here the commands are run, in the order
of the page and in a folder with the files that the page shows.
"""

import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

import pytest

from tests.docs.console import Command, Finished, blocks, commands, differences, run

ROOT = Path(__file__).parents[2]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
COOKBOOK = [
    page for page in sorted((ROOT / "docs" / "cookbook").glob("*.md")) if page.stem != "index"
]
PAGES = [*TUTORIALS, *COOKBOOK]

#: How many recipes there are at least.
RECIPES = 45


def name(page: Path) -> str:
    """Name a page in the list of tests."""
    return f"{page.parent.name}/{page.stem}"


def extras(text: str) -> list[str]:
    """Read the optional dependencies that a pip command asks for."""
    found = re.fullmatch(r"pip install (?:cardcore|\"cardcore\[([\w,]+)\]\")", text)
    assert found is not None, text
    return found[1].split(",") if found[1] else []


def serve(command: Command, folder: Path) -> Finished:
    """Serve at a free port, look at the page from outside, and press Ctrl-C."""
    arguments = [*command.text.split()[1:], "--port", "0", "--data", str(folder / "rooms")]
    server = subprocess.Popen(
        [sys.executable, "-m", "cardcore", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert server.stdout is not None
    first = server.stdout.readline()
    address = re.search(r"http://[\w.]+:(\d+)/", first)
    try:
        assert address is not None, first
        with build_opener(ProxyHandler({})).open(address[0]) as answer:
            assert b"<html" in answer.read()
    finally:
        server.send_signal(signal.SIGINT)
        rest, _ = server.communicate()
    return Finished(server.returncode, (first + rest).replace(address[1], "8000"))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_the_commands_of_a_page_print_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for block in blocks(page):
        if block.title is not None:
            (tmp_path / block.title).write_text(block.text, encoding="utf-8")
        elif block.language == "console":
            for command in commands(block):
                where = f"{page.name}, line {command.line}: {command.text}"
                if command.text.startswith("pip "):
                    continue
                if command.text.startswith("cardcore serve"):
                    if sys.platform == "win32":
                        continue  # Windows has other signals.
                    ended = serve(command, tmp_path)
                else:
                    ended = run(command)
                expected = 2 if command.shown.startswith("Error: ") else 0
                assert ended.status == expected, f"{where}\n{ended.output}"
                if command.shown.strip():
                    wrong = differences(command.shown, ended.output)
                    assert wrong is None, f"{where}\n{wrong}"


@pytest.mark.parametrize(
    ("shown", "is_same"),
    [
        ("one  two\nthree four", True),
        ("one two three", False),
        ("two three four", False),
        ("... three four", True),
        ("one ... four", True),
        ("one two ... three four", True),
        ("one two ... two three four", False),
        ("one ... three ...", True),
        ("... four ... three ...", False),
        ("on... two thr...e four", True),
        ("o...x two three four", False),
        ("...", True),
        ("", False),
    ],
)
def test_a_page_may_leave_out_words_but_not_change_them(shown: str, is_same: bool) -> None:
    assert (differences(shown, "one two three four\n") is None) == is_same


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_nothing_on_a_page_is_left_unrun(page: Path) -> None:
    found = blocks(page)
    fences = re.findall(r"^\s*```", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(fences) == 2 * len(found)
    typed = [command.text for b in found if b.language == "console" for command in commands(b)]
    for block in found:
        if block.title is not None:
            assert any(block.title in text for text in typed), f"{block.title} is never used"
        elif block.language == "pycon":
            assert block.text.startswith(">>> ")
        else:
            assert block.language == "console", f"line {block.line}: {block.language!r}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_what_a_page_installs_is_offered(page: Path) -> None:
    offered = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    typed = [
        command.text for b in blocks(page) if b.language == "console" for command in commands(b)
    ]
    for text in typed:
        if text.startswith("pip "):
            assert {*extras(text)} <= {*offered["optional-dependencies"]}


def recipes(page: Path) -> dict[str, str]:
    """Read the recipes of a page: what follows each heading."""
    sections = re.split(r"^## (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return dict(zip(sections[1::2], sections[2::2], strict=True))


def test_every_recipe_has_a_block_that_is_run() -> None:
    found = [recipe for page in COOKBOOK for recipe in recipes(page).items()]
    assert len(found) >= RECIPES
    for heading, text in found:
        assert re.search(r"^```(?:pycon|console)$", text, re.MULTILINE), heading


def test_the_index_lists_every_recipe_once() -> None:
    index = (ROOT / "docs" / "cookbook" / "index.md").read_text(encoding="utf-8")
    listed = re.findall(r"^- \[(.+)\]\(([\w-]+)\.md#[\w-]+\)$", index, re.MULTILINE)
    assert listed == [
        (heading, section)
        for section in dict.fromkeys(section for _, section in listed)
        for heading in recipes(ROOT / "docs" / "cookbook" / f"{section}.md")
    ]
    assert {section for _, section in listed} == {page.stem for page in COOKBOOK}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^):#]+\.\w+)(?:#[^)]*)?\)", text):
        assert (page.parent / target).exists(), target
