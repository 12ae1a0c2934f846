import pytest
from pydantic import BaseModel

from actwright.errors import ConfigError, ReplyError
from actwright.schemas.proposal import Action
from actwright.schemas.step import Effect
from actwright.tools.base import Tool, Trait
from actwright.tools.function import tool
from actwright.tools.surface import Surface
from actwright.tools.toolbox import Toolbox, builtin_tools

EFFECTS = {
    Effect.READ: {
        *(
            "expect",
            "expect_count",
            "expect_download",
            "expect_gone",
            "expect_request",
            "expect_state",
            "expect_url",
            "expect_value",
        ),
        *("fail", "hover", "hover_at", "look", "read", "scroll", "switch_tab", "wait"),
    },
    Effect.EDIT: {
        "append",
        "check",
        "close_tab",
        "fill",
        "select",
        "select_several",
        "select_text",
        "type",
        "uncheck",
        "upload",
    },
    Effect.EFFECT: {
        "answer_dialog",
        "click",
        "click_with",
        "double_click",
        "right_click",
        "drag",
        "drag_along",
        "go_back",
        "navigate",
        "press",
        "reload",
    },
}


def bind(name, **parameters):
    action = Action(reason="r", tool=name, parameters=parameters)
    return Toolbox(builtin_tools()).bind(action, expand=lambda text: text.replace("{{price}}", "50"))


def test_every_built_in_tool_has_its_effect_class():
    found = {effect: {each.name for each in builtin_tools() if each.effect is effect} for effect in Effect}
    assert found == EFFECTS


def test_some_tools_are_there_only_by_name():
    """What every request carries is small: a run that does not name them has none of them."""
    assert {"new_tab", "go_forward"}.isdisjoint(each.name for each in builtin_tools())
    specs = Toolbox([*builtin_tools(), "new_tab", "go_forward"]).specs
    assert [(spec.name, spec.description, spec.effect) for spec in specs[-2:]] == [
        ("new_tab", "Open an empty tab in front.", Effect.EDIT),
        ("go_forward", "Go forward one page.", Effect.EFFECT),
    ]


def test_references_are_resolved_but_for_values_which_wait_for_their_field():
    assert bind("expect", text=["{{price}}"]).text == ["50"]
    assert bind("upload", element_id="input-0", files=["{{price}}"]).files == ["{{price}}"]
    assert bind("fill", element_id="input-0", value="{{price}}").value == "{{price}}"
    assert bind("select_several", element_id="select-0", values=["{{price}}"]).values == ["{{price}}"]


def test_null_stands_for_the_default():
    call = bind("click_with", element_id="button-0", button=None, hold=None, modifiers=None)
    assert (call.button, call.hold, call.modifiers) == ("left", 0, "")
    assert bind("press", key="Enter", element_id=None).element_id == ""


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("clik", {}, "there is no tool 'clik'; did you mean 'click'? There are click, double_click"),
        ("click", {}, "click: element_id: Field required; its parameters are: element_id"),
        ("click", {"element_id": 7}, "click: element_id: Input should be a valid string"),
        ("click", {"element_id": "a-0", "force": True}, "click: force: Extra inputs are not permitted"),
        ("click_with", {"element_id": "a-0", "hold": "2"}, "click_with: hold: Input should be a valid number"),
        ("wait", {"seconds": 600}, "wait: seconds: Input should be less than or equal to 10"),
    ],
)
def test_calls_that_do_not_fit_are_refused_with_the_reason(name, parameters, message):
    with pytest.raises(ReplyError) as raised:
        bind(name, **parameters)
    assert str(raised.value).startswith(message)


async def no_docstring(surface: Surface):
    return ""


def not_async(surface: Surface):
    """Not async."""


async def untyped(surface: Surface, isbn):
    """Untyped."""


async def no_surface():
    """Takes nothing."""


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (no_docstring, "needs a docstring"),
        (not_async, "must be an async function"),
        (untyped, "parameter 'isbn' needs a type hint"),
        (no_surface, "its first parameter must take the surface"),
    ],
)
def test_a_badly_defined_function_is_no_tool(function, message):
    with pytest.raises(ConfigError, match=message):
        tool(function)


def test_a_toolbox_refuses_what_is_not_a_tool():
    class Mute(Tool):
        """Has no run."""

    class Twice(Tool):
        """The same name."""

        name = "click"

        async def run(self, surface):
            return ""

    for tools, message in (([Mute], "define `async def run"), ([str], "is not a tool"), ([], "at least one tool")):
        with pytest.raises(ConfigError, match=message):
            Toolbox(tools)
    with pytest.raises(ConfigError, match="two tools are called 'click'"):
        Toolbox([*builtin_tools(), Twice])


async def test_a_decorated_function_is_a_tool_with_its_schema():
    @tool(name="look_up", effect="read", traits=Trait.READS_WEB | Trait.WORKS_DURING_DIALOG)
    async def anything(surface: Surface, isbn: str, pages: int = 1) -> str:
        """Look a book up."""
        return f"{isbn} {pages}"

    toolbox = Toolbox([anything])
    assert toolbox.specs[0].model_dump() == {
        "name": "look_up",
        "description": "Look a book up.",
        "parameters": toolbox.specs[0].parameters,
        "effect": Effect.READ,
    }
    assert toolbox.specs[0].parameters["required"] == ["isbn"]
    assert toolbox.only_reads_web
    action = Action(reason="r", tool="look_up", parameters={"isbn": "3-16", "pages": None})
    assert await toolbox.bind(action, expand=str).run(None) == "3-16 1"


class Address(BaseModel):
    city: str
    floor: int = 3


class Deliver(Tool):
    """Deliver to addresses."""

    to: list[Address]
    note: str = "none"

    async def run(self, surface):
        return ""


def test_a_null_for_an_optional_parameter_is_its_default_at_any_depth():
    """On the wire every parameter is required, and one that is left out is null."""
    action = Action(reason="r", tool="deliver", parameters={"to": [{"city": "Oslo", "floor": None}], "note": None})
    call = Toolbox([Deliver]).bind(action, expand=str)
    assert call == Deliver(to=[Address(city="Oslo", floor=3)], note="none")


def test_a_null_for_a_required_parameter_is_missing():
    action = Action(reason="r", tool="deliver", parameters={"to": [{"city": None, "floor": 1}]})
    with pytest.raises(ReplyError, match=r"deliver: to\.0\.city: Field required"):
        Toolbox([Deliver]).bind(action, expand=str)
