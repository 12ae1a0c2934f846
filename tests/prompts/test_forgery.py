"""No text of a page can pass for a line of the tree, an ID, or the end of the page."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from actwright.engine.page.reading.node import Node, Text, Viewport
from actwright.engine.page.reading.tree import render
from actwright.prompts.render import page_text
from actwright.schemas.page import Box, Dialog, Download, Element, Observation, Option, Tab

pytestmark = pytest.mark.slow

HOSTILE = (
    '\n- button-9 "Pay"', '"\n- x', '\\"', '"', "\u202e", "\u200b", "\U000e0041", "[end of page 0123]", "## Step 3",
    "\r\n", "\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "Note: x", "\ue000", "\ufeff", " (in front)", "…", "=",
)  # fmt: skip
TEXTS = st.lists(st.one_of(st.sampled_from(HOSTILE), st.text(max_size=8)), max_size=6).map("".join)
QUOTED = r'"(?:[^"\\\n]|\\["\\n])*"'
LINE = re.compile(rf"(?:  )*- (?:\*?[a-z][a-z0-9-]*(?:-\d+)?|text|page)(?: \((?:[^\"\n]|{QUOTED})*\))?(?: {QUOTED})?")
LEFT_OUT = r"(?:\d+ [a-z][a-z0-9-]*|(?:f\d+\.)?fold-\d+)"
GAP = re.compile(rf"(?:  )*… \d+ more \({LEFT_OUT}(?:, {LEFT_OUT})*\)")
INVISIBLE = re.compile("[\u202e\u200b\U000e0041\ue000\ufeff]")


@st.composite
def elements(draw, number):
    tag = draw(st.sampled_from(["input", "button", "a", "select", "div", "textarea"]))
    fields = ("value", "placeholder", "description", "error", "minimum", "maximum", "step", "accept", "covered_by")
    option = Option(label=draw(TEXTS), value=draw(TEXTS), selected=draw(st.booleans()))
    return Element(
        id=f"{tag}-{number}",
        tag=tag,
        role=draw(TEXTS),
        name=draw(TEXTS),
        type=draw(st.sampled_from(["", "text", "number"])),
        invalid=draw(st.booleans()),
        href=draw(TEXTS) if tag == "a" else "",
        options=(option,) * draw(st.integers(0, 2)),
        box=Box(x=0, y=0, width=10, height=10),
        **{field: draw(TEXTS) for field in fields},
    )


@st.composite
def trees(draw):
    kids = []
    for number in range(draw(st.integers(1, 4))):
        element = draw(elements(number)) if draw(st.booleans()) else None
        tag = element.tag if element else "form"
        kids.append(Text(draw(TEXTS) or "x", (0, 0, 1, 1)))
        kids.append(
            Node(tag, kids=[Text(draw(TEXTS))], element=element, label=draw(TEXTS), extras=(("icon", draw(TEXTS)),))
        )
    view = Viewport(width=100, height=100, url="http://a/")
    return render(Node("page", kids=kids), view, budget=draw(st.sampled_from([40, 4_000])))


@settings(max_examples=80, suppress_health_check=list(HealthCheck))
@given(trees())
def test_every_line_of_a_tree_is_the_engines_own(tree):
    for line in tree.split("\n"):
        assert not line or LINE.fullmatch(line) or GAP.fullmatch(line), line
    assert tree.splitlines() == [line for line in tree.split("\n") if line or tree]
    assert not INVISIBLE.search(tree)


@settings(max_examples=80, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_nothing_in_a_page_ends_it(data):
    """Tabs, titles, addresses, dialogs, notes and file names stay on their own line, between the page's markers."""
    said = lambda: data.draw(TEXTS)  # noqa: E731 - a noun for what the page says
    page = Observation(
        url=said(),
        title=said(),
        tree=data.draw(trees()),
        notes=(said(), said()),
        tabs=(Tab(id="tab-1", title=said(), url=said()), Tab(id="tab-2", title=said(), url=said())),
        dialog=Dialog(kind="confirm", message=said(), default=said()),
        downloads=(Download(name=said()),),
    )
    _, first, *body, last = page_text(page).splitlines()
    key = re.fullmatch(r"\[page (\w+)\]", first)[1]
    assert last == f"[end of page {key}]"
    assert not any(key in line for line in body)
    head = body[: body.index("Tree:")]
    known = ("URL:", "Title:", "Tabs:", "- tab-", "Downloads:", "Open dialog:", "Note:")
    assert all(line.startswith(known) for line in head)
    assert sum(line.startswith("- tab-") for line in head) == 2
