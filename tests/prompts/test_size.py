"""What every request carries before the task and the page stays small, on every wire."""

import json
import os
from pathlib import Path

import pytest

from actwright.engine.models import anthropic, openai_chat, openai_responses
from actwright.prompts.check import check_request
from actwright.prompts.render import request
from actwright.schemas.page import Image, Observation
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn
from actwright.tools.table_facts import ASKED_FOR
from actwright.tools.toolbox import Toolbox, builtin_tools

MOST_TOKENS = 1_500
MOST_CHARACTERS = 6_000
"""At 4 characters per token of o200k_base."""
MOST_OF_A_CHECK = 6_300
RANKS = Path(os.environ.get("TIKTOKEN_CACHE_DIR", "")) / "fb374d419588a4632f3f557e76b4b70aebbca790"
WIRES = {
    "anthropic": lambda made: anthropic.encode(made, "m")["output_config"]["format"]["schema"],
    "openai_chat": lambda made: openai_chat.encode(made, "m")["response_format"]["json_schema"]["schema"],
    "openai_responses": lambda made: openai_responses.encode(made, "m")["text"]["format"]["schema"],
}


@pytest.fixture(params=WIRES)
def carried(request):
    """System prompt, tools and the answer's schema of a run with all built-in tools, as one text."""

    async def observe():
        raise AssertionError

    page = Observation(url="https://shop.test/")
    specs = Toolbox(builtin_tools()).specs
    return carried_by(
        Turn(task=Task(text="x"), steps=(), page=page, tools=specs, observe=observe), WIRES[request.param]
    )


def carried_by(turn, schema_on_the_wire):
    made = request(turn)
    schema = json.dumps(schema_on_the_wire(made), ensure_ascii=False, separators=(",", ":"))
    return "\n".join([*(block.text for block in made.system), schema])


def test_in_characters(carried):
    """Everywhere, without a tokenizer."""
    assert len(carried) <= MOST_CHARACTERS


def test_the_question_of_a_check_in_characters():
    """Prompt, kinds of facts and schema, with a picture: as much as a step carries."""
    page = Observation(url="https://shop.test/", screenshot=Image(data=b"x", media_type="image/png", width=1, height=1))
    made = check_request(Task(text="x"), page, [kind.spec() for kind in ASKED_FOR])
    schema = json.dumps(made.answer_schema, ensure_ascii=False, separators=(",", ":"))
    assert len("\n".join([*(block.text for block in made.system), schema])) <= MOST_OF_A_CHECK


@pytest.mark.skipif(not RANKS.is_file(), reason="the ranks of o200k_base are not in TIKTOKEN_CACHE_DIR")
def test_in_tokens(carried):
    """Where the tokenizer's ranks are: `benchmarks.page.environments.tokenizer` fetches them."""
    tiktoken = pytest.importorskip("tiktoken")
    tokens = len(tiktoken.get_encoding("o200k_base").encode(carried, disallowed_special=()))
    assert tokens <= MOST_TOKENS
