"""Whatever texts of pages are in traces and failures of tests, withheld values are masked in them."""

import json
import zipfile
from types import SimpleNamespace

import pytest

from actwright.pytest_plugin.hidden_values import masked
from actwright.pytest_plugin.trace import tidied


def test_texts_of_pages_with_other_line_ends_are_masked(tmp_path):
    """Playwright writes an event in a line, which only a line feed ends. What is no event is masked too."""
    said = {"type": "console", "text": "a\u2028\x85\x0c\x1cmy sesame"}
    half = {"type": "console", "text": "\ud800 sesame"}
    written = {
        "a.trace": f"{json.dumps(said, ensure_ascii=False)}\ncut sesame\n{json.dumps(half)}\n",
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
    assert json.loads(lines[2]) == {**half, "text": "\ud800 {{pin}}"}
    assert lines[1::2] == ["cut {{pin}}", ""]
    assert b"sesame" not in rest


def test_what_pytest_says_of_a_failure_is_masked():
    """Source, arguments and messages, also of the errors before it; the original stays as it is."""

    def fails(page):
        try:
            {}[page]  # sesame
        except KeyError as error:
            raise ValueError("with sesame") from error

    with pytest.raises(ValueError, match="with") as raised:
        fails("http://x.example/#sesame")
    said = raised.getrepr(funcargs=True, showlocals=True)
    hidden = masked(said, lambda text: text.replace("sesame", "{{pin}}"))
    assert "sesame" not in str(hidden)
    assert str(hidden) == str(said).replace("sesame", "{{pin}}")
