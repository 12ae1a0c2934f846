"""Playwright's traces of tests, rewritten: whatever texts of pages are in them, they are read and masked."""

import json
import zipfile
from types import SimpleNamespace

from actwright.pytest_plugin.trace import tidied


def test_texts_of_pages_with_other_line_ends_are_masked(tmp_path):
    """Playwright writes an event in a line, which only a line feed ends. What is no event is masked too."""
    said = {"type": "console", "text": "a\u2028\x85\x0c\x1cmy sesame"}
    written = {
        "a.trace": json.dumps(said, ensure_ascii=False) + "\ncut sesame\n",
        "b.trace": "",
        "c.network": "[" * 100_000 + "sesame",
    }
    path = tmp_path / "trace.zip"
    with zipfile.ZipFile(path, "w") as packed:
        for name, content in written.items():
            packed.writestr(name, content)
    run = SimpleNamespace(
        task=SimpleNamespace(secrets={"pin": ""}, private={}, text=""),
        mask=lambda text: text.replace("sesame", "{{pin}}"),
        steps=(),
    )
    tidied(path, [run])
    with zipfile.ZipFile(path) as packed:
        lines = packed.read("a.trace").decode().split("\n")
        rest = packed.read("c.network")
    assert json.loads(lines[0]) == {**said, "text": said["text"].replace("sesame", "{{pin}}")}
    assert lines[1:] == ["cut {{pin}}", ""]
    assert b"sesame" not in rest
