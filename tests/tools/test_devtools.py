import pytest

from actwright.errors import ToolError
from actwright.tools.devtools import ReadConsole, RunScript
from actwright.tools.fields import Fill

LOGIN = "<label>Password <input type=password></label>"
HUNTER = {"password": "hunter2horse"}


@pytest.fixture
def login(surface_on, site):
    return lambda: surface_on(LOGIN, url=site.url, secrets=HUNTER)


async def test_no_script_of_a_model_runs_while_a_field_holds_a_value_that_it_could_send(login, page):
    surface = await login()
    await Fill(element_id="input-0", value="{{password}}").run(surface)
    with pytest.raises(ToolError, match=r"a field holds \{\{password\}\}"):
        await RunScript(script="document.title = document.querySelector('input').value").run(surface)
    await page.evaluate("document.querySelector('input').value = ''")
    assert (await RunScript(script="1 + 1").run(surface)).detail.endswith(": 2")


async def test_no_withheld_value_is_entered_where_a_script_of_a_model_may_wait_for_it(login, page):
    surface = await login()
    await RunScript(script="document.oninput = event => { document.title = event.target.value }; 0").run(surface)
    with pytest.raises(ToolError, match=r"\{\{password\}\} is not entered where a script"):
        await Fill(element_id="input-0", value="{{password}}").run(surface)
    await Fill(element_id="input-0", value="guest").run(surface)
    assert await page.title() == "guest"


async def test_words_of_a_page_are_masked_before_they_are_cut_and_lose_what_is_invisible(surface_on, page):
    surface = await surface_on("<p>hunter2horse</p>", secrets=HUNTER)
    await page.evaluate("console.log('y'.repeat(285) + 'hunter2horse'); console.log('a\\u202e\\u200bb\\ud800')")
    told = (await ReadConsole().run(surface)).detail.splitlines()
    assert told[1:] == [f"log: {'y' * 285}{{{{passwor…", "log: ab"]


@pytest.mark.parametrize(
    ("script", "said"), [("const a = {}; a.a = a; a", "[object Object]"), ("undefined", "undefined")]
)
async def test_a_result_that_is_no_json_is_told_as_text(surface_on, script, said):
    surface = await surface_on("<p>here</p>")
    assert (await RunScript(script=script).run(surface)).detail.endswith(f": {said}")
