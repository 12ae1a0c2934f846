"""Copies the reports and pictures of the runs that failed into one folder, with a summary in Markdown, for `action.yml`."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

KEPT = ("failure.md", "report.html", "requests.txt", "*.png", "*.jpg", "*.jpeg", "*.webp")
PAGE = "\n## Page\n"
"""Where the text of the page begins in `failure.md`."""


def main() -> None:
    """Makes the folder, if any run failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", nargs="*", type=Path, help="folders with the records of runs")
    parser.add_argument("--to", required=True, type=Path, help="the folder to make")
    given = parser.parse_args()
    parts = [
        part_of(file, records, given.to)
        for records in given.records
        for file in sorted(records.rglob("failure.md"), key=lambda file: file.stat().st_mtime)
    ]
    if parts:
        (given.to / "summary.md").write_text("\n".join(parts), "utf-8")
    print(f"runs that failed: {len(parts)}")


def part_of(file: Path, records: Path, to: Path) -> str:
    """Copies what is kept of a run, and returns its part of the summary: why it ended, and its actions."""
    name = "-".join(file.parent.relative_to(records).parts)
    (to / name).mkdir(parents=True, exist_ok=True)
    for path in (path for pattern in KEPT for path in file.parent.rglob(pattern)):
        shutil.copyfile(path, to / name / path.name)
    told = file.read_text("utf-8").partition(PAGE)[0].replace("\n## ", "\n#### ").removeprefix("# ")
    pictures = [path.name for path in sorted((to / name).iterdir()) if path.suffix not in {".md", ".html", ".txt"}]
    return f"\n### {told.rstrip()}\n\nIn the artifact: `{name}`, with the pictures {', '.join(pictures) or '(none)'}.\n"


if __name__ == "__main__":
    main()
