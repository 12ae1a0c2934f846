"""The scripted model."""

import pytest

import actwright.testing
from actwright.errors import ConfigError, ModelError
from actwright.schemas.exchange import Message, Reply, Request, TextBlock
from actwright.schemas.proposal import Proposal, parse_proposal
from actwright.schemas.usage import Usage
from actwright.testing import ScriptedModel

REQUEST = Request(
    system=(TextBlock(text="12345678"),), messages=(Message(role="user", blocks=(TextBlock(text="1234"),)),)
)
PROPOSAL = Proposal(complete=False, message="é", actions=())


@pytest.mark.parametrize("said", [PROPOSAL, PROPOSAL.model_dump(mode="json"), PROPOSAL.model_dump_json()])
async def test_three_ways_to_say_the_same(said):
    """A proposal, a dict and a text arrive as the same proposal."""
    model = ScriptedModel([said, lambda request: said])
    replies = [await model.send(REQUEST, timeout=1), await model.send(REQUEST, timeout=1)]
    assert [parse_proposal(reply.text) for reply in replies] == [PROPOSAL, PROPOSAL]
    assert model.requests == [REQUEST, REQUEST]


async def test_usage_is_estimated():
    """One token for every four characters, free of charge."""
    reply = await ScriptedModel(["x" * 20]).send(REQUEST, timeout=1)
    assert reply == Reply(text="x" * 20, usage=Usage(fresh=3, output=5), model="scripted")
    assert ScriptedModel([]).price(reply) == 0.0


async def test_whole_replies_and_errors():
    """A reply passes as it is, an error is raised."""
    reply = Reply(text="cut", finish="length")
    model = ScriptedModel([reply, ModelError("down")])
    assert await model.send(REQUEST, timeout=1) is reply
    with pytest.raises(ModelError, match="down"):
        await model.send(REQUEST, timeout=1)


async def test_an_exhausted_script_says_so():
    """The error counts what there was and what was asked."""
    model = ScriptedModel(["one"], name="short")
    await model.send(REQUEST, timeout=1)
    with pytest.raises(ConfigError, match="script of 'short' is exhausted: it has 1 replies and was asked 2 times"):
        await model.send(REQUEST, timeout=1)


def test_every_public_double_loads():
    """Each name of the package resolves; another does not."""
    assert all(getattr(actwright.testing, name) for name in actwright.testing.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        actwright.testing.Nothing  # noqa: B018
