"""A run in which much happens: a 429 and a retry, a reply that cannot be used, a refused action, and a submit."""

from builders import reply

from actwright import Agent
from actwright.testing import HttpError, OpenAIChatServer

SECRET, PRIVATE = "hunter2-canary", "1980-02-29"


def call(tool, **parameters):
    return {"reason": f"{tool} {PRIVATE}", "tool": tool, "parameters": parameters}


SUBMIT = (call("fill", element_id="input-0", value="50"), call("click", element_id="button-0"))
PROOF = call("expect", text=["created with price $50"])
DONE = reply(*SUBMIT, PROOF, complete=True, message=f"the listing is created {SECRET}")


async def eventful_run(site, browser, **given):
    """Plays it; returns its result."""
    refused = reply(call("navigate", url="https://elsewhere.test/"))
    with OpenAIChatServer([HttpError(429, retry_after=0.01), "no JSON at all", refused, DONE]) as server:
        agent = Agent("openai-chat:m", base_url=server.url, browser=browser, out=None, **given)
        values = {"secrets": {"password": SECRET}, "private": {"born": PRIVATE}}
        result = await agent.run("Fill the price as $50 and submit", url=f"{site.url}/price", **values)
    assert result.complete
    return result
