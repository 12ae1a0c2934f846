"""Fails if an identifier of the package has a word that names no operation: `held`, `came`, `stirs` and the like.

Words are whole parts of a name, as in `held_before`. The table of words in CONTRIBUTING.md says what to write instead.
"""

import re
import sys
import tokenize
from pathlib import Path

WORDS = {"held", "hold", "came", "gives", "stirs", "lent", "owed", "rests"}
ALLOWED = {
    "tools/pointer.py": {"hold"},  # a button is held for some seconds
    "recording/export/actions.py": {"hold"},
    "schemas/step.py": {"held"},  # `Evidence.held_before`, the former name of `passed_before`
}
PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
PACKAGE = Path(__file__).parents[1] / "src" / "actwright"


def found() -> list[str]:
    """Each identifier with such a word, with its file and line."""
    lines: list[str] = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        banned = WORDS - ALLOWED.get(name, set())
        with path.open("rb") as file:
            lines += [
                f"{name}:{token.start[0]}: {token.string}"
                for token in tokenize.tokenize(file.readline)
                if token.type == tokenize.NAME and banned & {part.lower() for part in PARTS.findall(token.string)}
            ]
    return lines


if __name__ == "__main__":
    problems = found()
    print("\n".join(problems) or "no identifier has a word of the list")
    sys.exit(bool(problems))
