"""Many runs in one `Browser`: apart from each other, after a death of the browser, and while it closes."""

import asyncio

import pytest
from installed_browser import launch_options

from actwright import Agent, Browser, BrowserError, BrowserOptions, ConfigError

pytestmark = pytest.mark.slow

FILL = "Fill the price as $50 and submit"


@pytest.fixture
def options():
    return BrowserOptions(executable=launch_options().get("executable_path"))


def agent(browser, **options):
    return Agent(policy="rules", browser=browser, **options)


async def test_runs_at_the_same_time_have_contexts_of_their_own(options, site):
    async with Browser(options) as browser:
        before = (await browser.browser()).contexts
        playing = agent(browser)
        first, second = await asyncio.gather(
            *(playing.run(FILL, url=f"{site.url}/price", data={"price": "50"}) for _ in range(2))
        )
        assert (await browser.browser()).contexts == before
    assert (first.complete, second.complete) == (True, True)


class Waiting:
    """A policy that never decides; `began` is set once it has seen the page."""

    roles = ()

    def __init__(self):
        self.began = asyncio.Event()

    async def decide(self, turn, ask):
        self.began.set()
        await turn.observe()
        await asyncio.sleep(0.05)
        return await self.decide(turn, ask)


async def test_a_browser_that_is_closed_ends_its_runs_and_takes_no_more(options, site):
    policy = Waiting()
    async with Browser(options) as browser:
        running = asyncio.create_task(Agent(policy=policy, browser=browser).run("Wait", url=f"{site.url}/price"))
        await policy.began.wait()
    with pytest.raises(BrowserError, match="the shared Browser was closed during the run; no action was under way"):
        await running
    with pytest.raises(ConfigError, match="the agent's Browser is closed"):
        await agent(browser).run(FILL, url=f"{site.url}/price", data={"price": "50"})


async def test_a_browser_that_died_is_replaced(options, site):
    async with Browser(options) as browser:
        playing = agent(browser)
        assert (await playing.run(FILL, url=f"{site.url}/price", data={"price": "50"})).complete
        await (await browser.browser()).close()
        assert (await playing.run(FILL, url=f"{site.url}/price", data={"price": "50"})).complete


async def test_a_browser_must_be_open(site):
    with pytest.raises(ConfigError, match="open it with `async with Browser"):
        await agent(Browser()).run(FILL, url=f"{site.url}/price", data={"price": "50"})


async def test_a_sync_run_says_what_it_can_do_with_a_browser(options, site):
    async with Browser(options) as browser:
        with pytest.raises(ConfigError, match=r"await agent\.run"):
            agent(browser).run_sync(FILL, url=f"{site.url}/price", data={"price": "50"})
