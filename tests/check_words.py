"""Look for words to avoid in the text files of the repository, and say what to write instead.

    python tests/check_words.py             every text file that is not built or installed
    python tests/check_words.py FILE…       these files
    python tests/check_words.py --counts    the number of findings by folder, exceptions included

`word_list.txt` has the words and `word_list_allowed.txt` the exceptions.
"""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SUFFIXES = {".css", ".html", ".js", ".md", ".py", ".pyi", ".rs", ".toml", ".ts", ".yml"}

#: What is built or installed, in a source distribution, where nothing is under version control.
BUILT = {".venv", "build", "dist", "target"}

#: What may stand between two words: also the end of a line and the start of a comment.
_SPACE = r"[\s/!#*>]+"


@dataclass(frozen=True)
class Exemption:
    """Files and lines in which phrases are allowed."""

    path: str
    line: re.Pattern[str]


@dataclass(frozen=True)
class Finding:
    """A phrase to avoid in a line of a file."""

    path: str
    line: int
    phrase: str
    advice: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: '{self.phrase}': write {self.advice}"


class WordList:
    """Phrases to avoid, as two expressions: matching one for each phrase would take minutes.

    Parameters
    ----------
    text
        The content of `word_list.txt`.
    """

    def __init__(self, text: str) -> None:
        entries = list(_entries(text, " => "))
        self.advice = [advice for _, advice in entries]
        loose = {number: _spaced(p) for number, (p, _) in enumerate(entries) if p.islower()}
        literal = {number: p for number, (p, _) in enumerate(entries) if not p.islower()}
        self._loose, self._literal = _one_of(loose), _one_of(literal)

    def search(self, text: str) -> Iterator[tuple[int, str, str]]:
        """Find the phrases in a text: the offset, the phrase and the advice."""
        # Both have the same length, so that offsets agree.
        lowered = text.translate(_LOWER)
        found = [*self._literal.finditer(text), *self._loose.finditer(lowered)]
        for match in sorted(found, key=re.Match.start):
            phrase = " ".join(text[match.start() : match.end()].split())
            yield match.start(), phrase, self.advice[int((match.lastgroup or "_0")[1:])]


_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ_", "abcdefghijklmnopqrstuvwxyz ")


def _one_of(patterns: dict[int, str]) -> re.Pattern[str]:
    groups = (f"(?P<_{number}>{pattern})" for number, pattern in patterns.items())
    return re.compile(rf"\b(?:{'|'.join(groups)})\b" if patterns else r"(?!)")


def _spaced(pattern: str) -> str:
    """Let spaces stand for the end of a line, too, except in a look-behind of fixed width."""
    return re.sub(r"(\(\?<[!=][^)]*\))|( )", lambda m: m[1] or _SPACE, pattern)


def read_exemptions(text: str) -> list[Exemption]:
    """Read the content of `word_list_allowed.txt`."""
    return [Exemption(path, re.compile(pattern)) for path, pattern in _entries(text, ": ")]


def _entries(text: str, separator: str) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.startswith("#"):
            left, found, right = line.partition(separator)
            if not found:
                raise ValueError(f"line {number}: expected '…{separator}…', found {line!r}")
            yield left, right


def check(
    path: str, text: str, words: WordList, exemptions: Iterable[Exemption] = ()
) -> Iterator[Finding]:
    """Find the phrases to avoid in a text, except in lines that are exempt."""
    here = [exemption.line for exemption in exemptions if fnmatch(path, exemption.path)]
    for start, phrase, advice in words.search(text):
        end = text.find("\n", start)
        line = text[text.rfind("\n", 0, start) + 1 : len(text) if end < 0 else end]
        if not any(pattern.search(line) for pattern in here):
            yield Finding(path, text.count("\n", 0, start) + 1, phrase, advice)


def text_files(root: Path = ROOT) -> list[str]:
    """List the text files under version control, or all that are not built where there is none."""
    if (root / ".git").exists():
        command = ["git", "ls-files", "-z"]
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
        names = list(filter(None, listed.stdout.split("\0")))
    else:
        kept = [path for path in root.iterdir() if path.name not in BUILT and not path.is_symlink()]
        files = [file for path in kept for file in (path.rglob("*") if path.is_dir() else [path])]
        names = [file.relative_to(root).as_posix() for file in sorted(files)]
    return [name for name in names if Path(name).suffix in SUFFIXES and (root / name).is_file()]


def main(arguments: Sequence[str]) -> int:
    """Report what is found; the exit status is 1 if anything is."""
    counting = arguments[:1] == ["--counts"]
    words = WordList((ROOT / "tests/word_list.txt").read_text("utf-8"))
    allowed = read_exemptions((ROOT / "tests/word_list_allowed.txt").read_text("utf-8"))
    given = [Path(name).resolve().relative_to(ROOT).as_posix() for name in arguments[counting:]]
    findings = [
        finding
        for name in given or text_files()
        if Path(name).suffix in SUFFIXES
        for finding in check(
            name, (ROOT / name).read_text("utf-8"), words, () if counting else allowed
        )
    ]
    if counting:
        folders = Counter("/".join(finding.path.split("/")[:-1][:3]) for finding in findings)
        for folder, count in sorted(folders.items()):
            print(f"{count:6,}  {folder or '.'}")
    else:
        print(*findings, sep="\n", end="\n" if findings else "")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
