"""Check a commit message: a subject ``area: change`` of at most 72 characters, then a blank line.

    python tests/check_commit_message.py FILE

`pre-commit` runs it before a commit. Subjects that Git writes itself, such as of merges, pass.
"""

import re
import sys
from pathlib import Path

LIMIT = 72

_SUBJECT = re.compile(r"[a-z][a-z0-9_./-]*(, [a-z][a-z0-9_./-]*)*: [^\sA-Z]\S*( \S+)*")
_BY_GIT = re.compile(r"(Merge|Revert) |(amend|fixup|squash)! ")


def problems(message: str) -> list[str]:
    """List what is wrong with a commit message."""
    lines = [line.rstrip() for line in message.splitlines() if not line.startswith("#")]
    subject = lines[0] if lines else ""
    if _BY_GIT.match(subject):
        return []
    found = []
    if not _SUBJECT.fullmatch(subject):
        found.append(
            f"subject {subject!r}: expected 'area: change', such as 'serve: fix lost seat'"
        )
    if len(subject) > LIMIT:
        found.append(f"subject: expected at most {LIMIT} characters, found {len(subject)}")
    if subject.endswith("."):
        found.append("subject: expected no period at the end")
    if len(lines) > 1 and lines[1]:
        found.append(f"line 2: expected a blank line after the subject, found {lines[1]!r}")
    return found


def main(arguments: list[str]) -> int:
    """Report what is wrong; the exit status is 1 if anything is."""
    (name,) = arguments
    found = problems(Path(name).read_text("utf-8"))
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
