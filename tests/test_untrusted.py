"""Files that others may have written are read or refused within bounds of memory and processor time."""

import itertools
import json
import os
import resource
import subprocess
import sys
import zipfile
from functools import partial

import pytest

from actwright.errors import ConfigError
from actwright.jobs.row_table import read_table
from actwright.untrusted import MOST_DEPTH, MOST_PARTS, parse_json, parse_yaml, read_text

MEMORY = 450_000_000
"""Bytes of addresses, with those that the interpreter and its libraries take."""
SECONDS = 40
"""Of the processor, so that a busy machine changes nothing; each of the bombs below would take minutes or gigabytes."""

READ = """
import json, sys
from pathlib import Path
from actwright.errors import ConfigError
from actwright.jobs.row_table import read_table
from actwright.recording import read_checks, read_recording
read = {"table": read_table, "recording": read_recording, "checks": read_checks}[sys.argv[1]]
said = []
for path in sys.argv[2:]:
    try:
        read(Path(path))
        said.append("")
    except ConfigError as error:
        said.append(str(error))
print(json.dumps(said))
"""


def bounded():
    """Kills the process where it takes too much."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def refusals(kind, *paths):
    """What reading says of each file, in a process of its own with these bounds; empty for a file that was read."""
    done = subprocess.run(
        [sys.executable, "-c", READ, kind, *map(str, paths)],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
        preexec_fn=bounded,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def assert_refused(kind, paths, says):
    """Each file is refused with its reason."""
    for name, said, wanted in zip(paths, refusals(kind, *paths.values()), says, strict=True):
        assert wanted in said, (name, said)


def aliases(count):
    """Lists of nine times the list before."""
    names = [chr(ord("a") + number) for number in range(count)]
    lines = [f"- &{names[0]} [{', '.join('x' * 9)}]"]
    for before, name in itertools.pairwise(names):
        lines.append(f"- &{name} [{', '.join([f'*{before}'] * 9)}]")
    return "\n".join(lines)


def merges(count):
    lines = ["- &a0 {x: 1}"]
    lines += [f"- &a{number} {{<<: [{', '.join([f'*a{number - 1}'] * 9)}]}}" for number in range(1, count)]
    return "\n".join(lines)


YAML = {
    "aliases": (aliases(9), "anchors and aliases"),
    "merge keys": (merges(9), "anchors and aliases"),
    "a merge key without an alias": ("<<: {a: 1}", "merge keys"),
    "an anchor in itself": ("&a [*a]", "anchors and aliases"),
    "a tag": ("a: !!binary aGVsbG8=", "tags"),
    "a list in a list in a list": ("[" * 300_000, f"{MOST_DEPTH} levels"),
    "an object in an object": ("{a: " * 300_000, f"{MOST_DEPTH} levels"),
    "keys in keys": ("? " * 300_000, f"{MOST_DEPTH} levels"),
    "too many values": ("[" + "x," * (MOST_PARTS + 1) + "]", "values"),
    "a number in base 60": ("a: " + ":".join(["59"] * 100_000), "digits"),
    "a fraction in base 60": ("a: " + ":".join(["59"] * 100_000) + ".5", "digits"),
    "a number of many digits": ("a: " + "9" * 100_000, "digits"),
    "half of a surrogate pair": (r'a: "x \ud800"', "line 1"),
    "a date that is none": ("a: 2020-99-99", "not valid YAML"),
    "a list as a key": ("? [a]\n: b", "unhashable key"),
    "a control character": ("a: \0", "not valid YAML"),
}


@pytest.mark.parametrize("name", YAML)
def test_yaml_that_unfolds_or_is_none_is_refused(name):
    text, says = YAML[name]
    with pytest.raises(ConfigError, match=says):
        parse_yaml(text, "x.yaml")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["recording", "checks"])
def test_every_reader_of_yaml_stays_within_its_bounds(tmp_path, kind):
    paths = {name: tmp_path / f"{number}.yaml" for number, name in enumerate(YAML)}
    for name, path in paths.items():
        path.write_text(YAML[name][0])
    assert_refused(kind, paths, map(str, paths.values()))


def test_yaml_means_what_it_meant():
    """Texts that only look like what is refused, and long ones; also without libyaml."""
    text = "a: 'x & y'\nb: '*'\nc: [on, 12, 1.5, null, '<<', '!x']\nd: " + "3c" * 64 + "\ne: " + "long " * 1_000
    value, node = parse_yaml(text, "x")
    assert value["c"] == [True, 12, 1.5, None, "<<", "!x"]
    assert (value["a"], value["b"], value["d"], len(value["e"])) == ("x & y", "*", "3c" * 64, 4_999)
    assert node.value[1][0].start_mark.line == 1
    assert parse_yaml("", "x") == (None, None)


def test_a_file_is_not_read_beyond_its_bound(tmp_path):
    """Not even one without an end."""
    with pytest.raises(ConfigError, match="has more than 1,000 bytes"):
        read_text("/dev/zero", "a recording", most=1_000)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes in its file system")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ConfigError, match="is a pipe"):
        read_text(tmp_path / "pipe", "a recording")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[" * 100_000, "not valid JSON"),
        ('{"a": ' * 100_000, "not valid JSON"),
        ("9" * 100_000, "not valid JSON"),
        (r'{"a": "\ud800"}', "surrogate"),
        (r'{"\udfff": 1}', "surrogate"),
        ('{"a": 1, "a": 2}', "'a' appears twice"),
        ("{", "not valid JSON"),
    ],
    ids=["lists", "objects", "digits", "half of a pair", "half of a pair in a name", "a name twice", "cut"],
)
def test_json_that_cannot_be_used_is_refused(text, says):
    with pytest.raises(ConfigError, match=says):
        parse_json(text)


def test_json_keeps_whole_pairs():
    assert parse_json(r'{"a": "\ud83d\ude00 \u00e9"}') == {"a": "😀 é"}


def objects(count, width=1):
    return "\n".join(json.dumps({f"{row} {column}": 1 for column in range(width)}) for row in range(count))


@pytest.mark.slow
def test_rows_of_text_stay_within_their_bounds(tmp_path):
    rows = {
        "100,000 names in one object": ("jsonl", objects(1, 100_000), "16,384 columns"),
        "other names in each row": ("jsonl", objects(8_000, 2), "2,000,000 cells"),
        "empty rows of a wide table": ("jsonl", objects(1, 2_000) + "\n{}" * 300_000, "2,000,000 cells"),
        "a list in a list": ("jsonl", '{"a": ' + "[" * 100_000, "not valid JSON"),
        "half of a surrogate pair": ("jsonl", r'{"a": "\ud800"}', "surrogate"),
        "half of a pair in a name": ("jsonl", r'{"\ud800": "a"}', "surrogate"),
        "a million columns": ("csv", ",".join(map(str, range(1_000_000))) + "\nx", "16,384 columns"),
        "a quote that is not closed": ("csv", '"' + "x" * 2_000_000, "more than 100,000 characters"),
    }
    paths = {name: tmp_path / f"{number}.{rows[name][0]}" for number, name in enumerate(rows)}
    for name, path in paths.items():
        path.write_text(rows[name][1])
    assert_refused("table", paths, (says for _, _, says in rows.values()))


SHEET, STYLES = "xl/worksheets/sheet1.xml", "xl/styles.xml"


def workbook(path, part=SHEET, end="</sheetData>", more="", *, before=False):
    """A workbook of two rows, with more XML in one of its parts."""
    plain = path.with_name("plain.xlsx")
    import openpyxl

    book = openpyxl.Workbook()
    for row in (["Reference", "Name"], ["R1", "Ada"]):
        book.active.append(row)
    book.save(plain)
    with zipfile.ZipFile(plain) as read, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as written:
        for name in read.namelist():
            content = read.read(name)
            if name == part:
                assert end.encode() in content
                content = content.replace(end.encode(), (more + end if before else end + more).encode())
            written.writestr(name, content)
    return path


def workbooks():
    """What is wrong with each, as arguments of `workbook`, and how it is refused; they take 250 MB."""
    inside = partial(dict, before=True)
    return {
        "a cell far away": (inside(more='<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'), "XFD1048576"),
        "a column that is long and empty": (
            inside(more='<row r="900000"><c r="B900000"><v>1</v></c></row>'),
            "B900000",
        ),
        "merged cells": ({"more": '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'}, "merged or links"),
        "many merged cells": (
            {"more": "<mergeCells>" + '<mergeCell ref="A1:CV1000"/>' * 900 + "</mergeCells>"},
            "merged or links",
        ),
        "a link": (
            {"more": '<hyperlinks><hyperlink ref="A1:XFD1048576" display="x"/></hyperlinks>'},
            "merged or links",
        ),
        "empty rows": (inside(more="<row/>" * 2_000_000), "500,000 XML elements"),
        "rows": (inside(more="<row><c><v>1</v></c></row>" * 400_000), "500,000 XML elements"),
        "rules": ({"more": '<conditionalFormatting sqref="A1"/>' * 200_000}, "50,000 besides its cells"),
        "styles": (inside(part=STYLES, end="</cellXfs>", more="<xf/>" * 200_000), "50,000 besides its cells"),
        "white space": ({"more": " " * 200_000_000}, "bytes unpacked"),
        "a document type": (
            {"end": "<worksheet", "more": '<!DOCTYPE a [<!ENTITY b "c">]>', "before": True},
            "document type",
        ),
        "a tag that does not end": (inside(more='<c a="' + "x" * 3_000_000), "1,000,000 bytes in a tag"),
        "XML that is not closed": ({"end": "</sheetData>", "more": "</x>"}, "not a workbook that can be read"),
    }


@pytest.mark.slow
def test_workbooks_stay_within_their_bounds(tmp_path):
    wrong = workbooks()
    paths = {
        name: workbook(tmp_path / f"{number}.xlsx", **given) for number, (name, (given, _)) in enumerate(wrong.items())
    }
    assert max(path.stat().st_size for path in paths.values()) < 2_000_000
    assert_refused("table", paths, (says for _, says in wrong.values()))


def test_a_workbook_has_few_parts(tmp_path):
    path = tmp_path / "rows.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(2_001):
            archive.writestr(str(number), b"")
    with pytest.raises(ConfigError, match="2,000 parts"):
        read_table(path)


@pytest.mark.slow
def test_a_part_is_not_larger_than_it_says(tmp_path):
    """The size in the directory of the file is a lie."""
    path = workbook(tmp_path / "rows.xlsx", more=" " * 100_000_000)
    with zipfile.ZipFile(path) as archive:
        size = archive.getinfo(SHEET).file_size
    path.write_bytes(path.read_bytes().replace(size.to_bytes(4, "little"), (2_000).to_bytes(4, "little")))
    assert "not a workbook that can be read" in refusals("table", path)[0]


@pytest.mark.slow
def test_an_ordinary_workbook_is_read(tmp_path):
    """Also one of several thousand rows with links and merged titles elsewhere."""
    rows = "".join(f"<row><c><v>{number}</v></c><c><v>2</v></c></row>" for number in range(3_000))
    links = "".join(f'<hyperlink ref="A{number}" display="x"/>' for number in range(2, 2_000))
    path = workbook(tmp_path / "rows.xlsx", more=f"<hyperlinks>{links}</hyperlinks>")
    more = workbook(tmp_path / "more.xlsx", more=rows, before=True)
    assert refusals("table", path, more) == ["", ""]
