"""Hooks of MkDocs that make the site from the pages as they stand on GitHub: `make docs`.

The pages in docs/ are the source. Pages that stand elsewhere in the repository, and those that are generated from the
code, are added. A link to a file of the repository leads to its page in the site; one without a page fails the build.
"""

from __future__ import annotations

import logging
import posixpath
import re
import shutil
from pathlib import Path, PurePosixPath

import docs_reference
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
OUTSIDE = {
    "GUARANTEES.md": "guarantees.md",
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "THIRD_PARTY.md": "third-party.md",
}
"""Pages of the repository that stand outside of docs/, and what they are called in the site."""
INSTEAD = {
    **OUTSIDE,
    "README.md": "start.md",
    "docs": "README.md",
    "src/actwright/schemas/event.py": "reference/events.md",
}
"""What a link to these leads to."""
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?(?=\))")
_log = logging.getLogger("mkdocs.hooks.docs_site")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages that docs/ does not have."""
    texts = {name: (ROOT / source).read_text(encoding="utf-8") for source, name in OUTSIDE.items()}
    for name, text in {**texts, **docs_reference.pages(ROOT)}.items():
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Leads links to files of the repository to their pages."""
    name = page.file.src_uri
    source = next((source for source, page_name in OUTSIDE.items() if page_name == name), f"docs/{name}")
    return LINK.sub(lambda link: _in_site(link[1], link[2] or "", source=source, page=name), markdown)


def _in_site(target: str, anchor: str, *, source: str, page: str) -> str:
    """The link of a page in the site, for a link of its source in the repository."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    if path in INSTEAD:
        name = INSTEAD[path]
    elif path.startswith("docs/"):
        name = path.removeprefix("docs/")
    elif path == "examples" or path.startswith("examples/"):
        inside = [part for part in PurePosixPath(path).parts[1:2] if part != "README.md"]
        name, anchor = "examples.md", anchor or "".join(f"#{part}" for part in inside)
    else:
        _log.warning("%s links to %s, which has no page in the site", source, path)
        return target
    return posixpath.relpath(name, posixpath.dirname(page) or ".") + anchor


def on_post_build(config: MkDocsConfig) -> None:
    """Puts the Markdown of each page beside its HTML, where `llms.txt` leads to it."""
    for source in (ROOT / "docs").glob("*.md"):
        shutil.copy(source, Path(config.site_dir) / source.name)
