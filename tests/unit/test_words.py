"""The checks of words and of commit messages."""

from pathlib import Path

import pytest

from tests import check_commit_message, check_words

LIST = check_words.WordList((check_words.ROOT / "tests/word_list.txt").read_text("utf-8"))


def found(text: str) -> list[str]:
    return [phrase for _, phrase, _ in LIST.search(text)]


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("They are told apart by so many bits.", ["told apart", "so many"]),
        ("def test_what_is_no_card() -> None:", ["is_no_card"]),
        ("/// Whoever has\n/// so\n/// many cards", ["Whoever", "so /// many"]),
        ("_MOST_ROWS = MOST_CARDS", ["_MOST_ROWS", "MOST_CARDS"]),
        ("Two pairs beat one pair; two pairs of cards do not.", ["Two pairs"]),
        ("the colours of a catalogue", ["colours", "catalogue"]),
    ],
)
def test_phrases_are_found(text: str, phrases: list[str]) -> None:
    assert found(text) == phrases


@pytest.mark.parametrize(
    "text",
    [
        "There is no card left, and there are no moves.",
        "It was so much that many noticed.",
        "the most cards of any game",
        "interim analyses of a colorless catalog",
    ],
)
def test_plain_sentences_pass(text: str) -> None:
    assert found(text) == []


def test_the_advice_follows_itself() -> None:
    assert [advice for advice in LIST.advice if found(advice)] == []


def test_a_finding_names_its_place_and_what_to_write() -> None:
    words = check_words.WordList("# Comment\n\nso many => this many\n")
    [finding] = check_words.check("a/b.md", "one\ntwo so  many\n", words)
    assert str(finding) == "a/b.md:2: 'so many': write this many"


def test_exceptions_are_by_file_and_line() -> None:
    words = check_words.WordList("so many => this many")
    allowed = check_words.read_exemptions("# Comment\ndocs/*: quoted")
    text = "so many, quoted\nso many\n"
    lines = [finding.line for finding in check_words.check("docs/a/b.md", text, words, allowed)]
    assert lines == [2]
    assert len(list(check_words.check("README.md", text, words, allowed))) == 2


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (check_words.WordList, "line 2: expected '… => …', found 'so many'"),
        (check_words.read_exemptions, "line 2: expected '…: …', found 'so many'"),
    ],
)
def test_a_damaged_list_is_an_error(read: type, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read("# Comment\nso many\n")


def test_files_given_by_name_are_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_words.main([str(check_words.ROOT / "tests/word_list.txt")]) == 0
    assert check_words.main(["--counts", str(Path(__file__))]) == 1
    assert capsys.readouterr().out.endswith("tests/unit\n")


def test_without_version_control_all_that_is_not_built_is_read(tmp_path: Path) -> None:
    for name in ("README.md", "docs/page.md", "docs/data.csv", ".venv/x.py", "target/x.rs"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert check_words.text_files(tmp_path) == ["README.md", "docs/page.md"]


@pytest.mark.parametrize(
    "message",
    [
        "serve: fix lost seat on reload",
        "serve, cli: fix lost seat\n\nBecause of a race.\n",
        "rust/core: 2-7 lowball\n# Please enter the commit message\n",
        "Merge branch 'main' into words",
        "fixup! serve: fix lost seat on reload",
        'Revert "serve: fix lost seat"',
        f"serve: {'x' * 65}",
    ],
)
def test_good_commit_messages_pass(message: str) -> None:
    assert check_commit_message.problems(message) == []


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ("", "subject '': expected 'area: change'"),
        ("Fix lost seat", "expected 'area: change'"),
        ("Serve: fix lost seat", "expected 'area: change'"),
        ("serve: Fix lost seat", "expected 'area: change'"),
        ("serve:fix lost seat", "expected 'area: change'"),
        ("serve: fix lost seat.", "expected no period"),
        (f"serve: {'x' * 66}", "expected at most 72 characters, found 73"),
        ("serve: fix lost seat\nbecause", "line 2: expected a blank line"),
    ],
)
def test_bad_commit_messages_are_explained(message: str, problem: str, tmp_path: Path) -> None:
    [explained] = check_commit_message.problems(message)
    assert problem in explained
    file = tmp_path / "message"
    file.write_text(message, encoding="utf-8")
    assert check_commit_message.main([str(file)]) == 1
