"""The documentation site: all pages are in the navigation, and links lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path
from posixpath import dirname, join, normpath

import click
import pytest

import cardcore
from cardcore.cli.app import main
from cardcore.compare import SUBJECTS
from docs.generate import command_line, navigation, pages
from docs.generate.__main__ import ASSETS
from docs.generate.api import Reference

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
NAVIGATION = navigation.settings()["project"]["nav"]
MODULES = navigation.modules(NAVIGATION)
NOTEBOOKS = [f"notebooks/{path.stem}.md" for path in (DOCS / "notebooks").glob("*.py")]


@pytest.fixture(scope="module")
def reference() -> Reference:
    return Reference(MODULES)


def test_the_navigation_names_every_page_once() -> None:
    assert sorted(navigation.pages(NAVIGATION)) == sorted([*pages.sources(), *MODULES, *NOTEBOOKS])


@pytest.mark.parametrize("name", sorted({*cardcore.games(), *SUBJECTS}))
def test_every_game_has_a_page_and_every_module_a_reference(name: str) -> None:
    assert MODULES[f"api/{name}.md"] == f"cardcore.{name}"
    assert name not in cardcore.games() or f"games/{name}.md" in pages.sources()


@pytest.mark.parametrize("page", sorted(pages.sources()))
def test_links_lead_to_pages_and_files(page: str, reference: Reference) -> None:
    files = [path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*") if path.suffix in ASSETS]
    known = {*pages.sources(), *MODULES, *NOTEBOOKS, *files}
    text = pages.write(page, pages.sources()[page], reference)
    prose = re.sub(r"^```.*?^```|^    [^\n]*$|`[^`\n]*`", "", text, flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\((?!<?[a-z]+:|#)([^)#\s]+)", prose):
        assert normpath(join(dirname(page), target)) in known, target


def test_a_name_that_is_not_in_the_reference_is_an_error(
    reference: Reference, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "ROOT", tmp_path)
    page = tmp_path / "page.md"
    page.write_text("[`rank`][cardcore.poker.rank]", encoding="utf-8")
    assert pages.write("page.md", "page.md", reference) == (
        "[`rank`](api/poker.md#cardcore.poker.rank)"
    )
    page.write_text("[`rank`][cardcore.poker.rankle]", encoding="utf-8")
    with pytest.raises(ValueError, match=r"page\.md: 'cardcore\.poker\.rankle' is not in"):
        pages.write("page.md", "page.md", reference)


def commands(command: click.Command, context: click.Context) -> Iterator[click.Context]:
    """Walk a command and all below it."""
    yield context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from commands(below, click.Context(below, parent=context, info_name=name))


def test_the_command_line_reference_has_every_verb_and_option() -> None:
    page = DOCS / "reference" / "command-line.md"
    assert command_line.PLACE in page.read_text(encoding="utf-8")

    # Indented text would be shown as code.
    written = command_line.reference()
    assert not re.search(r"^ {4}", written, re.MULTILINE)
    sections = re.split(r"^#+ (cardcore .*)$", written, flags=re.MULTILINE)
    found = dict(zip(sections[1::2], sections[2::2], strict=True))
    verbs = list(
        commands(main, click.Context(main, info_name="cardcore", **main.context_settings))
    )[1:]
    assert [context.command_path for context in verbs] == list(found)
    for context in verbs:
        for parameter in context.command.params:
            if isinstance(parameter, click.Option) and not parameter.hidden:
                assert parameter.opts[0] in found[context.command_path]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("README.md", {"hearts-light.jpg", "play.svg"}),
        ("docs/getting-started.md", {"discard.svg", "play.svg"}),
    ],
)
def test_pictures_are_there_and_load_nothing_from_elsewhere(page: str, expected: set[str]) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    # Badges show what is published, so they can't be files of a clone.
    text = re.sub(r"\[!\[[^]]+\]\(https://\S+\)\]", "", text)
    pictures = [
        (ROOT / page).parent / picture for picture in re.findall(r"!\[[^]]+\]\((\S+)\)", text)
    ]
    assert expected <= {picture.name for picture in pictures}
    for picture in pictures:
        assert picture.is_file()
        if picture.suffix == ".svg":
            drawn = picture.read_text(encoding="utf-8")
            assert "url(http" not in drawn and "href" not in drawn


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= 150


@pytest.mark.parametrize("picture", sorted(DOCS.rglob("*.svg")), ids=lambda path: path.stem)
def test_a_picture_can_be_read_on_400_pixels(picture: Path) -> None:
    drawn = picture.read_text(encoding="utf-8")
    box = re.search(r'viewBox="0 0 ([\d.]+) ', drawn)
    assert box is not None
    sizes = [float(size) for size in re.findall(r"font(?:-size)?: ([\d.]+)px", drawn)]
    assert sizes and min(sizes) * 400 / float(box[1]) >= 9


@pytest.mark.parametrize("page", ["adding-a-game.md", "bots.md"])
def test_the_files_and_names_that_a_guide_mentions_are_there(page: str) -> None:
    text = (DOCS / "extending" / page).read_text(encoding="utf-8")
    files = re.findall(r"`((?:cli|docs|python|rust|tests)/[\w./-]+)`", text)
    assert files
    for file in files:
        # What the page makes is not there before.
        assert (ROOT / file).exists() or f"New `{file}`" in text, file
    for names, file in re.findall(r"^- ((?:`\w+`(?: and )?)+) in `([\w./]+)`", text, re.MULTILINE):
        source = (ROOT / file).read_text(encoding="utf-8")
        for name in re.findall(r"`(\w+)`", names):
            assert re.search(rf"^{name}\b", source, re.MULTILINE), f"{name} in {file}"
