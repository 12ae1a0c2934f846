"""What a recorded run would have needed is what it did, and no more."""

import pytest
from builders import reply

from actwright import Agent, Permissions
from actwright.engine.permissions.minimal import in_python, needed_by
from actwright.engine.records.run_folder import RunFolder
from actwright.testing import ScriptedModel

pytestmark = pytest.mark.slow

FORM = (
    "<title>{0}</title><form method=post action='{1}'><label>Card <input name=card></label><button>Send</button></form>"
)


FAIL = reply(("fail", {"reason": "enough"}))


@pytest.fixture
def shop(page):
    """`await shop(host, html)`: what each path of a host shows, without any network."""

    async def serve(host, html):
        async def answer(route):
            await route.fulfill(content_type="text/html", body=html)

        await page.route(f"http://{host}/**", answer)

    return serve


async def test_the_least_that_a_run_needed_lets_the_same_run_through(page, shop, tmp_path):
    await shop("shop.test", "<title>Shop</title><a href='http://pay.test/in'>Pay</a><img src='http://cdn.test/a.png'>")
    await shop("pay.test", FORM.format("Pay", "/take"))
    await shop("docs.test", "<title>Docs</title>Read")
    await shop("cdn.test", "")
    steps = [
        reply(("click", {"element_id": "a-0"})),
        reply(("fill", {"element_id": "input-0", "value": "{{card}}"}), ("click", {"element_id": "button-0"})),
        reply(("navigate", {"url": "http://docs.test/x"})),
        FAIL,
    ]
    run = {"url": "http://shop.test/", "page": page, "data": {"card": "4111"}}
    generous = Permissions(sites=["pay.test"], navigate=["docs.test"])
    result = await Agent(ScriptedModel(steps), out=tmp_path, permissions=generous).run("Pay", **run)
    assert result.refused == ()
    needed = needed_by(RunFolder.read(result.run_dir))
    assert needed == Permissions(
        sites=["http://pay.test"],
        navigate=["http://docs.test"],
        hosts=["cdn.test", "docs.test", "pay.test"],
        effects=1,
        effects_on=["http://pay.test"],
        tools=["click", "fill", "navigate"],
        uploads=[],
        downloads=False,
        values="given",
    )
    assert eval(in_python(needed)) == needed
    again = await Agent(ScriptedModel(steps), out=tmp_path, permissions=needed.model_copy(update={"hosts": None})).run(
        "Pay", **run
    )
    assert again.refused == ()
    assert len(again.steps) == 4


async def test_a_run_that_only_looked_needs_nothing(page, shop, tmp_path):
    await shop("shop.test", "<title>Shop</title>")
    result = await Agent(ScriptedModel([FAIL]), out=tmp_path).run("Look", url="http://shop.test/", page=page)
    needed = needed_by(RunFolder.read(result.run_dir))
    assert (needed.sites, needed.effects, needed.tools, needed.hosts) == ((), 0, (), ())


async def test_values_that_a_model_made_up_need_any(page, shop, tmp_path):
    await shop("shop.test", FORM.format("Shop", "/order"))
    made_up = reply(("fill", {"element_id": "input-0", "value": "Mallory"}))
    result = await Agent(ScriptedModel([made_up, FAIL]), out=tmp_path).run("Look", url="http://shop.test/", page=page)
    assert needed_by(RunFolder.read(result.run_dir)).values == "any"
