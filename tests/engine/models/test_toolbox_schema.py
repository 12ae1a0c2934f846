"""The schema of the tools that ship, as both providers judge it."""

from actwright.engine.models import anthropic, openai_chat, openai_responses
from actwright.schemas.exchange import Message, Request, TextBlock
from actwright.schemas.tool import proposal_schema
from actwright.testing.checks import anthropic_problem, openai_chat_problem, openai_responses_problem
from actwright.tools.toolbox import Toolbox, builtin_tools


def test_both_providers_take_the_schema_of_all_tools():
    """Within the limits on unions, optional properties, nesting and keywords."""
    request = Request(
        messages=(Message(role="user", blocks=(TextBlock(text="x"),)),),
        schema_name="proposal",
        answer_schema=proposal_schema(Toolbox(builtin_tools()).specs),
    )
    assert anthropic_problem(anthropic.encode(request, "m"), {"anthropic-version": "2023-06-01"}) == ""
    assert openai_chat_problem(openai_chat.encode(request, "m")) == ""
    assert openai_responses_problem(openai_responses.encode(request, "m")) == ""
