"""What a call took where the provider does not say."""

import pytest

from actwright.engine.models.estimates import estimated_usage
from actwright.schemas.exchange import Message, Refusal, Reply, Request, TextBlock, ToolCall

REQUEST = Request(messages=(Message(role="user", blocks=(TextBlock(text="go on"),)),))


@pytest.mark.parametrize(
    ("reply", "output"),
    [
        (Reply(text="x" * 36, blocks=(TextBlock(text="x" * 36),)), 10),
        (Reply(text="x" * 36, blocks=(Refusal(refusal="x" * 36),), finish="refusal"), 10),
        (Reply(text="", blocks=(ToolCall(call_id="1", tool="click", arguments="x" * 30),)), 10),
    ],
)
def test_what_is_written_counts_once(reply, output):
    """Text and refusals are the reply's text and among its blocks; calls are among its blocks alone."""
    assert estimated_usage(REQUEST, reply, model="m").output == output
