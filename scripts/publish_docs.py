"""The switch for the day on which the package is published: pages and messages then install it from a package index.

`python scripts/publish_docs.py` rewrites the files that say how to install the package, once. Commit the result without
this script and its test in tests/test_readme.py.
"""

import re
import subprocess
from pathlib import Path

PATH = re.compile(r"PATH_OF_TH(?:IS|E)_CLONE")
"""What texts say instead of the package's name while it is installed from a clone or a wheel file."""
UNTIL = re.compile(r"<!-- until published -->\n.*?<!-- end of until published -->\n", re.DOTALL)
ROOT = Path(__file__).parents[1]
OWN = ("scripts/publish_docs.py", "tests/test_readme.py")


def published(text: str) -> str:
    """The text of a file as it is from that day on."""
    return PATH.sub("actwright", UNTIL.sub("", text))


def main() -> None:
    """Rewrites all files of the repository that have such a text."""
    command = ["git", "grep", "-lE", PATH.pattern.replace("?:", "")]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()  # noqa: S603 - fixed
    for name in set(names) - set(OWN):
        path = ROOT / name
        path.write_text(published(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
