"""The widget bench: its table, how a reply finds its controls, and how tries are judged."""

import json
import re
from pathlib import Path

import pytest

from benchmarks.widgets import play, run, table
from benchmarks.widgets.play import Played
from benchmarks.widgets.table import Call, widgets

HERE = Path(table.__file__).parent
TREE = """[page abc]
- main
  - label-0 "Country"
  - input-0 (label="Country" covered-by="div: Select")
  - div-0 "Country"
  - p "Volume"
  - span-0 (role=slider)
  - button-0 (type=submit) "Send"
"""


def test_the_table_names_each_widget_once_and_covers_many_libraries():
    names = [(each.library, each.widget) for each in widgets()]
    assert len(set(names)) == len(names) >= 120
    assert len({library for library, _ in names}) >= 40


def test_each_widget_is_drawn_by_its_page():
    for each in widgets():
        [source] = HERE.glob(f"pages/{each.page}.js*")
        assert re.search(rf'^  "?{re.escape(each.name)}"?: ', source.read_text(), re.MULTILINE), each


def test_all_packages_have_exact_versions_and_a_lock():
    pinned = json.loads((HERE / "package.json").read_text())["dependencies"]
    locked = json.loads((HERE / "package-lock.json").read_text())["packages"]
    assert {name: locked[f"node_modules/{name}"]["version"] for name in pinned} == pinned


@pytest.mark.parametrize(
    ("patterns", "nth", "found"),
    [
        (("Country",), 0, "div-0"),  # what nothing covers comes first, and a label is no control
        (("Country",), 1, "input-0"),
        (("role=slider", "Country"), 0, "span-0"),
        (("Volume", table.ANY), 0, "span-0"),  # by the text above it
        (("Colour", table.ANY), 0, "input-0"),  # else the first control
    ],
)
def test_a_call_finds_its_control_as_a_reader_would(patterns, nth, found):
    assert Call("fill", patterns, {"value": "x"}, nth).aimed(TREE)["parameters"] == {"value": "x", "element_id": found}


def test_a_call_whose_control_is_not_there_says_so():
    with pytest.raises(LookupError, match="no control like 'Volume'"):
        Call("fill", ("Volume",)).aimed(TREE)


@pytest.mark.parametrize(
    ("sent", "complete", "outcome"),
    [
        (["de"], True, "right"),
        (["de"], False, "doubted"),
        ([], False, "refused"),
        ([], True, "wrong"),
        (["at"], False, "wrong"),
        (["de", "de"], True, "wrong"),
    ],
)
def test_a_try_is_judged_by_what_the_widget_itself_had(sent, complete, outcome):
    [widget] = [each for each in widgets() if (each.library, each.widget) == ("select2", "single")]
    assert play._outcome(sent, widget, complete=complete) == outcome


@pytest.mark.parametrize(
    ("outcomes", "all_together"),
    [
        (("refused", "right"), "right"),
        (("right", "wrong"), "wrong"),
        (("doubted", "refused"), "doubted"),
        (("error",), "error"),
    ],
)
def test_one_wrong_way_makes_a_widget_wrong(outcomes, all_together):
    assert run.together([Played("fill", outcome, (), "") for outcome in outcomes]) == all_together
