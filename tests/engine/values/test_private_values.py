"""Private values are typed and read back, and no model sees them."""

import pytest
from builders import propose

from actwright import Agent, Secret
from actwright.engine.act import act
from actwright.errors import ConfigError
from actwright.testing import ScriptedModel
from actwright.tools.toolbox import Toolbox, builtin_tools

pytestmark = pytest.mark.usefixtures("no_pictures")

TOOLBOX = Toolbox(builtin_tools())
FORM = """<label>Name <input></label><label>IBAN <input></label><label>Sex
<select><option>none<option>female<option>male</select></label><p>Ada wrote it; Full of wrong words</p>"""
PRIVATE = {"Full name": "Ada Lovelace", "iban": "DE89 3704 0044", "sex": "Female"}


async def test_private_values_are_typed_and_never_shown(surface_on, page):
    """Not in details, receipts, the tree or the text of the page; the fields hold them."""
    surface = await surface_on(FORM, private=PRIVATE)
    outcomes = await act(
        propose(
            ("fill", {"element_id": "input-0", "value": "{{Full name}}"}),
            ("fill", {"element_id": "input-1", "value": "{{iban}}"}),
            ("select", {"element_id": "select-0", "value": "{{sex}}"}),
        ),
        TOOLBOX,
        surface,
    )
    assert await page.evaluate("[...document.querySelectorAll('input, select')].map((field) => field.value)") == [
        "Ada Lovelace",
        "DE89 3704 0044",
        "female",
    ]
    assert [(outcome.status, outcome.detail) for outcome in outcomes] == [
        ("done", 'input-0 "Name" holds "{{Full name}}"'),
        ("done", 'input-1 "IBAN" holds "{{iban}}"'),
        ("done", 'select-0 "Sex" has "{{sex}}" selected'),
    ]
    receipts = [(each.reference, each.wanted, each.got, each.match) for one in outcomes for each in one.receipts]
    assert receipts == [(name, f"{{{{{name}}}}}", f"{{{{{name}}}}}", True) for name in PRIVATE]
    await page.evaluate("document.querySelector('p').textContent += ' by Ada Lovelace, DE89 3704 0044'")
    seen = await surface.observe()
    assert "Ada wrote it; Full of wrong words by {{Full name}}, {{iban}}" in seen.text
    assert [value for value in PRIVATE.values() if value in seen.model_dump_json()] == []


async def test_what_is_appended_is_a_reference_in_what_the_field_holds(surface_on):
    """Also where it is no word of its own any more."""
    surface = await surface_on("<input aria-label=Name value=Mc>", private={"name": "Donald"})
    call = ("append", {"element_id": "input-0", "value": "{{name}}"})
    (outcome,) = await act(propose(call), TOOLBOX, surface)
    assert (outcome.status, outcome.detail) == ("done", 'input-0 "Name" holds "Mc{{name}}"')


async def test_a_word_in_a_field_is_masked_from_the_first_look(surface_on):
    """Also where the run did not type it: the browser or the page had filled it in."""
    surface = await surface_on("<p>It is wrong.</p><input value=wrong>", secrets={"password": "wrong"})
    seen = await surface.observe()
    assert seen.text.strip() == "It is {{password}}."
    assert seen.elements[0].value == "{{password}}"


@pytest.mark.parametrize(
    ("task", "values", "complaint"),
    [
        (
            "Fill {{Ful name}}",
            {"data": {"Full name": "Ada"}},
            "the task refers to {{Ful name}}, but there is no such value; did you mean {{Full name}}? The values are: {{Full name}}",
        ),
        ("Fill {{x}}", {}, "the task refers to {{x}}, but there is no such value; the values are: none"),
        ("Fill it", {"data": {"a": None}}, "'a' is None; leave it out if there is nothing to enter"),
        ("Fill it", {"private": {"a": [1]}}, "'a' is a list; give text, a number, true/false or a path"),
        (
            "Fill it",
            {"data": {"a  b": 1, "a b": 2}},
            "two values have the name 'a b', apart from white space; rename one",
        ),
        (
            "Fill it",
            {"data": {"a": 1}, "private": {"a": 2}},
            "the task cannot be run: a: named both as data and as private",
        ),
        (
            "Fill it",
            {"secrets": {"pin": "x"}},
            "secret 'pin' cannot be used: it needs at least 3 characters so that it can be masked",
        ),
    ],
)
def test_mistakes_in_values_are_told_before_a_browser_starts(task, values, complaint):
    agent = Agent(ScriptedModel([]), out=None)
    with pytest.raises(ConfigError) as caught:
        agent.play(task, url="about:blank", **values)
    assert str(caught.value).startswith(complaint)


def test_a_task_may_refer_to_every_kind_of_value():
    agent = Agent(ScriptedModel([]), out=None)
    run = agent.play(
        "Fill {{a b}}, {{ c }} and {{d}}",
        url="about:blank",
        data={"a b": 1},
        private={"c": True},
        secrets={"d": Secret("hunter2")},
    )
    assert (dict(run.task.data), run.task.private, run.task.secrets) == ({"a b": "1"}, ("c",), ("d",))
