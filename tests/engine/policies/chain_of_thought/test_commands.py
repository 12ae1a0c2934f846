"""The syntax of WebArena's actions, as it is meant and as the benchmark's own code has it."""

import pytest

from actwright.engine.policies.chain_of_thought.commands import Command, between, parse
from actwright.engine.policies.chain_of_thought.translate import combination
from actwright.errors import ReplyError


@pytest.mark.parametrize("compat", ["fixed", "upstream"])
@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("click [12]", Command("click", 12)),
        ("click[12]", Command("click", 12)),
        ("click [12] where [12] is link 'Next'", Command("click", 12)),
        ("hover [3]", Command("hover", 3)),
        ("clear [3]", Command("clear", 3)),
        ("type [5] [oak desk]", Command("type", 5, "oak desk", enter=True)),
        ("type [5] [oak desk] [1]", Command("type", 5, "oak desk", enter=True)),
        ("type [5] [oak desk] [0]", Command("type", 5, "oak desk", enter=False)),
        ("type [5] [a [b] c] [0]", Command("type", 5, "a [b] c", enter=False)),
        ("press [Ctrl+v]", Command("press", text="Ctrl+v")),
        ("scroll [down]", Command("scroll", text="down")),
        ("scroll up", Command("scroll", text="up")),
        ("goto [https://a.test/?q=[1]]", Command("goto", text="https://a.test/?q=[1]")),
        ("tab_focus [1]", Command("tab_focus", 1)),
        ("new_tab", Command("new_tab")),
        ("new_tab []", Command("new_tab")),
        ("close_tab", Command("close_tab")),
        ("go_back", Command("go_back")),
        ("go_forward", Command("go_forward")),
        ("stop", Command("stop")),
        ("stop []", Command("stop")),
        ("stop [$279.49]", Command("stop", text="$279.49")),
        ('stop [{"rows": [1, 2]}]', Command("stop", text='{"rows": [1, 2]}')),
    ],
)
def test_what_is_understood_both_ways(text, command, compat):
    assert parse(text, compat) == command


@pytest.mark.parametrize(
    ("text", "fixed", "upstream"),
    [
        ("type [5] [1]", Command("type", 5, "1"), None),
        ("type [5] [0]", Command("type", 5, "0"), None),
        ("type [5] [1] [0]", Command("type", 5, "1", enter=False), Command("type", 5, "1", enter=False)),
        ("type [5] []", Command("type", 5), None),
        ("type [5] [two\nlines] [0]", Command("type", 5, "two\nlines", enter=False), None),
        (
            "type [5] [x] [press_enter_after=0]",
            Command("type", 5, "x", enter=False),
            Command("type", 5, "x] [press_enter_after=0"),
        ),
        ("type [5] [x] where [5] is textbox 'a'", Command("type", 5, "x"), None),
        ("stop [one\ntwo]", Command("stop", text="one\ntwo"), Command("stop")),
        ("upload [7] [/tmp/a.png]", Command("upload", 7, "/tmp/a.png"), None),
        ("scroll [direction=down]", Command("scroll", text="down"), None),
        ("click [1]\nclick [2]", None, Command("click", 1)),
        ("click [1] and then [2]", None, Command("click", 1)),
        ("new_tab [https://a.test]", None, Command("new_tab")),
        ("stop the run", None, Command("stop")),
        ("click 12", None, None),
        ("click [input-0]", None, None),
        ("scroll [left]", None, None),
        ("select [3] [Used]", None, None),
        ("Click [3]", None, None),
        ("", None, None),
        ("[3]", None, None),
    ],
)
def test_where_the_benchmark_differs_or_nothing_is_understood(text, fixed, upstream):
    for compat, command in (("fixed", fixed), ("upstream", upstream)):
        if command is not None:
            assert parse(text, compat) == command
            continue
        with pytest.raises(ReplyError, match=r"is not one action|there is no action"):
            parse(text, compat)


def test_a_command_stands_between_the_first_two_splitters():
    assert between("I think ```\nclick [1]\n``` or ```click [2]```", "```") == "click [1]"
    assert between("so **click [1]** it is", "**") == "click [1]"
    with pytest.raises(ReplyError, match="there is no action between a pair of ```"):
        between("click [1]```", "```")


@pytest.mark.parametrize(
    ("written", "named"),
    [
        ("Enter", "Enter"),
        ("enter", "Enter"),
        ("Ctrl+v", "Control+v"),
        ("ctrl + A", "Control+A"),
        ("cmd+a", "ControlOrMeta+a"),
        ("Meta+a", "ControlOrMeta+a"),
        ("arrowdown", "ArrowDown"),
        ("PAGEDOWN", "PageDown"),
        ("esc", "Escape"),
        ("f5", "F5"),
        ("Shift+Tab", "Shift+Tab"),
        ("+", "+"),
        ("ctrl++", "Control++"),
        ("x", "x"),
    ],
)
def test_keys_are_named_as_the_browser_names_them(written, named):
    assert combination(written) == named
