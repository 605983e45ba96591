"""The documentation site: every page can be found, and the command line is there in full."""

import re
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import click
import pytest

import cardcore
from cardcore import chopsticks, compare, discard, draw
from cardcore.cli.app import main
from cardcore.compare import SUBJECTS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def navigation() -> list[str]:
    """Read the pages that the navigation names."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    section = re.search(r"^nav:\n((?: .*\n)+)", text, re.MULTILINE)
    assert section is not None
    found = load("navigation").with_games([{"Games": []}, {"Reference": []}])
    modules = [page for entry in found[1]["Reference"] for page in entry.values()]
    return [*re.findall(r": (\S+\.md)$", section[1], re.MULTILINE), *found[0]["Games"], *modules]


def load(name: str) -> Any:
    """Load a module that makes pages."""
    spec = spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_navigation_names_every_page_once() -> None:
    pages = sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))
    assert sorted(navigation()) == pages


@pytest.mark.parametrize("name", sorted({*cardcore.games(), *SUBJECTS}))
def test_every_game_has_a_page_and_every_module_a_reference(name: str) -> None:
    page = DOCS / "api" / f"{name}.md"
    assert page.read_text(encoding="utf-8").startswith(f"::: cardcore.{name}\n")
    assert name not in cardcore.games() or f"games/{name}.md" in navigation()


@pytest.mark.parametrize(
    "package", [chopsticks, compare, discard, draw], ids=lambda it: it.__name__
)
def test_no_file_has_the_name_of_what_its_package_offers(package: ModuleType) -> None:
    """The site would show the file in its place."""
    files = {module.name for module in iter_modules(package.__path__)}
    assert files and not files & {*package.__all__}


def commands(command: click.Command, context: click.Context) -> Iterator[click.Context]:
    """Walk a command and all below it."""
    yield context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, click.Context(below, parent=context, info_name=name))


def test_the_command_line_reference_has_every_verb_and_option() -> None:
    module = load("command_line")
    assert module.PLACE in (DOCS / module.PAGE).read_text(encoding="utf-8")

    # Indented text would be shown as code.
    assert not re.search(r"^ {4}", module.reference(), re.MULTILINE)
    sections = re.split(r"^#+ (cardcore .*)$", module.reference(), flags=re.MULTILINE)
    found = dict(zip(sections[1::2], sections[2::2], strict=True))
    verbs = list(
        commands(main, click.Context(main, info_name="cardcore", **main.context_settings))
    )[1:]
    assert [context.command_path for context in verbs] == list(found)
    for context in verbs:
        for parameter in context.command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert parameter.opts[0] in found[context.command_path]


@pytest.mark.parametrize("page", ["README.md", "docs/index.md"])
def test_pictures_are_there_and_load_nothing_from_elsewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    pictures = re.findall(r"!\[[^]]+\]\((\S+)\)", text)
    assert {"discard.svg", "play.svg"} <= {Path(picture).name for picture in pictures}
    for picture in pictures:
        drawn = ((ROOT / page).parent / picture).read_text(encoding="utf-8")
        assert "url(http" not in drawn and "href" not in drawn


@pytest.mark.parametrize("picture", sorted(DOCS.rglob("*.svg")), ids=lambda path: path.stem)
def test_a_picture_can_be_read_on_400_pixels(picture: Path) -> None:
    drawn = picture.read_text(encoding="utf-8")
    box = re.search(r'viewBox="0 0 ([\d.]+) ', drawn)
    assert box is not None
    sizes = [float(size) for size in re.findall(r"font(?:-size)?: ([\d.]+)px", drawn)]
    assert sizes and min(sizes) * 400 / float(box[1]) >= 9


@pytest.mark.parametrize("page", ["adding-a-game.md", "bots.md"])
def test_the_files_and_names_that_a_guide_sends_one_to_are_there(page: str) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    files = re.findall(r"`((?:cli|docs|python|rust|tests)/[\w./-]+)`", text)
    assert files
    for file in files:
        # What the page makes is not there before.
        assert (ROOT / file).exists() or f"New `{file}`" in text, file
    for names, file in re.findall(r"^- ((?:`\w+`(?: and )?)+) in `([\w./]+)`", text, re.MULTILINE):
        source = (ROOT / file).read_text(encoding="utf-8")
        for name in re.findall(r"`(\w+)`", names):
            assert re.search(rf"^{name}\b", source, re.MULTILINE), f"{name} in {file}"
