"""What a provider's prompt cache can keep of real requests, over real HTTP, on every wire."""

import json
from itertools import pairwise

import pytest

from actwright import Agent, Limits, PageOptions
from actwright.testing import AnthropicServer, OpenAIChatServer, OpenAIResponsesServer

pytestmark = pytest.mark.slow

BATCH, STEPS = 8, 30
PAGE = '"# Page now'
SERVERS = {"anthropic": AnthropicServer, "openai-chat": OpenAIChatServer, "openai-responses": OpenAIResponsesServer}


def filling(number):
    fill = {"reason": "next", "tool": "fill", "parameters": {"element_id": "input-0", "value": f"é {number}"}}
    return {"complete": False, "message": f"Step {number}.", "actions": [fill]}


@pytest.fixture(scope="module")
def runs():
    """The requests of each wire's run, which is played once for all tests."""
    return {}


@pytest.fixture
def played(page, runs):
    """`await played(wire)`: the bodies of a run of 30 steps, as they came in."""

    async def play(wire):
        if wire not in runs:
            await page.set_content("<label>Price <input></label>")
            with SERVERS[wire](map(filling, range(1, STEPS + 1))) as server:
                options = {"limits": Limits(steps=STEPS), "page_options": PageOptions(screenshot="never")}
                agent = Agent(f"{wire}:m@{server.url}", out=None, **options)
                result = await agent.run("Count up", page=page, data={"end": "99"})
                assert len(result.steps) == len(server.received) == STEPS
                runs[wire] = [request.body for request in server.received]
        return runs[wire]

    return play


def unmarked(value):
    """A body without its cache marks, which are not part of what is cached."""
    if isinstance(value, list):
        return [unmarked(each) for each in value]
    if isinstance(value, dict):
        return {key: unmarked(each) for key, each in value.items() if key != "cache_control"}
    return value


def prefix(body):
    """A body's bytes but for page and picture: what stands beside the conversation, then the conversation."""
    body = unmarked(body)
    said = body.pop("input", None) or body.pop("messages")
    before, found, _ = json.dumps(said, ensure_ascii=False).partition(PAGE)
    assert found
    return (json.dumps(body, ensure_ascii=False) + before).encode()


@pytest.mark.parametrize("wire", SERVERS)
async def test_all_but_page_and_picture_is_a_prefix_of_the_next_request(played, wire):
    """Byte for byte; where old steps shrink it breaks, at most once in eight steps, and never in the first 17."""
    prefixes = [prefix(body) for body in await played(wire)]
    breaks = [number for number, (one, next_) in enumerate(pairwise(prefixes), 2) if not next_.startswith(one)]
    assert breaks == [18, 26]
    assert all(later - earlier >= BATCH for earlier, later in pairwise(breaks))


def marked_prefixes(body):
    """The texts up to each cache mark, all blocks before it included."""
    blocks = [*body["system"], *(block for message in body["messages"] for block in message["content"])]
    ends = [end for end, block in enumerate(blocks, 1) if "cache_control" in block]
    return ["".join(block.get("text", "") for block in blocks[:end]) for end in ends]


async def test_every_request_finds_a_marked_prefix_of_the_one_before(played):
    """At most four marks; after a shrink what had shrunk before is still found, not the tools alone."""
    bodies = await played("anthropic")
    marks = list(map(marked_prefixes, bodies))
    assert max(map(len, marks)) == 3
    for number, (before, now) in enumerate(pairwise(marks), 2):
        longest = max((each for each in before if now[-1].startswith(each)), key=len)
        assert longest == (before[-1] if number not in {18, 26} else before[1])
    assert "# Task" in marks[16][1]
    assert "## Steps 1 to 8, shortened" in marks[24][1]
