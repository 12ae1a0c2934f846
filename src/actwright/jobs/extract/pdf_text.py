"""Prints the text of each page of the PDF on stdin, as JSON. Its own program, so that a hostile PDF can be stopped.

It imports nothing of actwright, and is started by path: `python -P pdf_text.py PAGES CHARACTERS < FILE`.
"""

from __future__ import annotations

import io
import json
import logging
import sys

MOST_BYTES_OF_MEMORY = 1_000_000_000
MOST_SECONDS = 20


def _limit() -> None:
    """Bounds the memory and the processor time of this program, where the system can."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES_OF_MEMORY, MOST_BYTES_OF_MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))


def read_pages(content: bytes, most_pages: int, most_characters: int) -> dict[str, object]:
    """The text of each page, as `pages`, or a `problem` in words."""
    from pypdf import PdfReader  # noqa: PLC0415 - after the limits are set

    reader = PdfReader(io.BytesIO(content))
    if reader.is_encrypted and not reader.decrypt(""):
        return {"problem": "it is encrypted; save it without a password"}
    if len(reader.pages) > most_pages:
        return {"problem": f"it has {len(reader.pages):,} pages, and at most {most_pages:,} are read; split it"}
    pages: list[str] = []
    for page in reader.pages:
        pages.append(page.extract_text())
        if sum(map(len, pages)) > most_characters:
            return {"problem": f"its text has more than {most_characters:,} characters; split it"}
    return {"pages": pages}


def main() -> None:
    """Reads stdin, and prints `{"pages": […]}` or `{"problem": "…"}`."""
    logging.disable()
    try:
        _limit()
        found = read_pages(sys.stdin.buffer.read(), *map(int, sys.argv[1:3]))
    except ModuleNotFoundError as error:
        found = {"missing": error.name}
    except Exception as error:  # noqa: BLE001 - pypdf raises whatever a damaged file makes it raise
        found = {"problem": f"it is not a PDF that can be read ({type(error).__name__})"}
    json.dump(found, sys.stdout)


if __name__ == "__main__":
    main()
