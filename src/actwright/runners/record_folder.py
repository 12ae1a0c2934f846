"""The folder for the records of a suite, and the name in it of the folder of a test."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

OWN_FOLDER = "actwright-runs"
LONGEST_NAME = 100


def own_folder(root: Path) -> Path:
    """Returns the folder for the records of a suite that names no other. Git ignores it, as it does pytest's cache."""
    folder = root / OWN_FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".gitignore").write_text("*\n", "utf-8")
    return folder


def folder_name(test: str) -> str:
    """Returns a test's name as that of a folder. A digest keeps names apart that differ only in characters left out."""
    plain = re.sub(r"[^\w.]+", "-", test).strip("-.").lower()
    digest = hashlib.sha256(test.encode()).hexdigest()[:6]
    return f"{plain[-LONGEST_NAME:].lstrip('-.')}-{digest}"
