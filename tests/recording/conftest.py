import pytest
from builders import action, reply
from recorded_shop import PRODUCTS, shop
from served_pages import ServedPages

from actwright import Agent, PageOptions
from actwright.testing import ScriptedModel


@pytest.fixture
def site():
    with ServedPages(shop()) as served:
        yield served


@pytest.fixture
async def bought(site, page, tmp_path):
    """A run that bought a kayak for the name in the data."""
    rows = list(PRODUCTS)
    model = ScriptedModel([
        reply(action("click", element_id=f"button-{rows.index('Kayak')}")),
        reply(
            action("fill", element_id="input-0", value="{{name}}"), action("click", element_id="button-3"),
            action("expect", text=["Order 4711 confirmed"]), complete=True,
        ),
    ])  # fmt: skip
    agent = Agent(model, out=tmp_path / "runs", page_options=PageOptions(screenshot="never"))
    result = await agent.run("Buy the Kayak", url=site.url, page=page, data={"name": "Ada Lovelace"})
    assert result.complete, result
    return result
