"""What was encoded for a wire comes back, but for what the wire cannot carry."""

import base64
import io
import json
from dataclasses import dataclass
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image as Picture

from actwright.engine.models import anthropic, openai_chat, openai_responses
from actwright.engine.models.schema import lowered
from actwright.errors import ConfigError
from actwright.schemas.exchange import (
    FileBlock,
    ImageBlock,
    LinkBlock,
    Message,
    Reasoning,
    Refusal,
    Request,
    TextBlock,
    ToolCall,
    ToolDefinition,
    ToolResult,
)
from actwright.schemas.page import Image
from actwright.schemas.sampling import Sampling
from actwright.testing import request_of

ENCODE = {"anthropic": anthropic.encode, "openai_chat": openai_chat.encode, "openai_responses": openai_responses.encode}
SCHEMA = {"type": "object", "properties": {"note": {"type": "string", "default": ""}, "n": {"type": "integer"}}}
THOUGHTS = {
    "anthropic": {"type": "thinking", "thinking": "hm", "signature": "sig"},
    "openai_responses": {"type": "reasoning", "id": "rs_1", "summary": [], "encrypted_content": "sealed"},
}


@cache
def picture(kind):
    passed = io.BytesIO()
    Picture.new("RGB", (3, 2)).save(passed, kind)
    return Image(data=passed.getvalue(), media_type=f"image/{kind}", width=3, height=2)


sections = st.sampled_from(["system", "tools", "task", "history", "page", "screenshot", "other"])
texts = st.builds(TextBlock, text=st.text(max_size=8), section=sections, cache=st.booleans())
images = st.builds(
    ImageBlock,
    image=st.sampled_from(["png", "jpeg", "webp"]).map(picture),
    section=sections,
    detail=st.sampled_from(["auto", "low", "high", "original"]),
)
files = st.one_of(
    st.builds(FileBlock, data=st.binary(max_size=9), name=st.text(max_size=9)),
    st.builds(FileBlock, data=st.text().map(str.encode), name=st.text(max_size=9), media_type=st.just("text/plain")),
)
links = st.builds(
    LinkBlock,
    kind=st.just("image"),
    url=st.from_regex(r"\Ahttps://[a-z]{1,5}\.test/[a-z]{0,5}\Z"),
    detail=st.sampled_from(["auto", "low", "high", "original"]),
    section=sections,
) | st.builds(LinkBlock, kind=st.just("file"), file_id=st.from_regex(r"\Afile-[a-z0-9]{1,5}\Z"), section=sections)
identities = st.from_regex(r"\A[a-z0-9_-]{1,9}\Z")
arguments = st.text(max_size=9) | st.dictionaries(st.text(max_size=3), st.integers() | st.text()).map(json.dumps)
calls = st.builds(
    ToolCall,
    call_id=identities,
    tool=identities,
    arguments=arguments,
    status=st.sampled_from(["", "in_progress", "completed", "incomplete"]),
)
results = st.builds(
    ToolResult, call_id=identities, blocks=st.lists(texts | images | links, max_size=3).map(tuple), failed=st.booleans()
)
thoughts = st.sampled_from([Reasoning(wire=wire, item=item) for wire, item in THOUGHTS.items()])
refusals = st.builds(Refusal, refusal=st.text(max_size=9))


def turns(role, blocks, names):
    several = st.lists(blocks, min_size=1, max_size=4).map(tuple)
    return st.builds(Message, role=st.just(role), blocks=several, name=st.sampled_from(names))


def answered_once(messages):
    """Whether no two results are of one call: their pictures are told apart by it."""
    found = [block.call_id for message in messages for block in message.blocks if isinstance(block, ToolResult)]
    return len(set(found)) == len(found)


requests = st.builds(
    Request,
    system=st.lists(texts, min_size=1, max_size=3).map(tuple),
    messages=st.lists(
        turns("user", texts | images | files | links | results, ["", "bob"])
        | turns("assistant", texts | calls | thoughts | refusals, ["", "eve"])
        | turns("system", texts, ["", "example_user", "example_assistant"]),
        min_size=1,
        max_size=4,
    )
    .filter(answered_once)
    .map(tuple),
    schema_name=identities,
    sampling=st.sampled_from(
        [Sampling(), Sampling(temperature=0, top_p=0.9, effort="low"), Sampling(effort="minimal")]
    ),
    answer_schema=st.sampled_from([None, SCHEMA]),
    tools=st.sampled_from([(), (ToolDefinition(name="look", description="looks", parameters=SCHEMA),)]),
    max_output_tokens=st.integers(16, 9_000),
)


@dataclass
class Carried:
    """What a wire can carry: which details survive, and in what order blocks come."""

    wire: str

    def block(self, block):
        """The block as it comes back; None if nothing of it does."""
        name, carried = type(block).__name__.lower(), None
        return getattr(self, name, lambda _: carried)(block)

    def textblock(self, block):
        if self.wire == "anthropic":
            return TextBlock(text=block.text, cache=block.cache) if block.text.strip() else None
        return TextBlock(text=block.text)

    def imageblock(self, block):
        return ImageBlock(image=block.image, detail="high" if self.wire == "anthropic" else block.detail)

    def fileblock(self, block):
        return FileBlock(data=block.data, name=block.name, media_type=block.media_type)

    def toolcall(self, call):
        written = as_object(call.arguments) if self.wire == "anthropic" else call.arguments
        status = call.status if self.wire == "openai_responses" else ""
        return ToolCall(call_id=call.call_id, tool=call.tool, arguments=written, status=status)

    def linkblock(self, block):
        return block.model_copy(update={"section": "other", "detail": self.detail(block)})

    def detail(self, block):
        return "high" if self.wire == "anthropic" or block.kind == "file" else block.detail

    def toolresult(self, result):
        blocks = list(filter(None, map(self.block, result.blocks)))
        pictures = [block for block in blocks if not isinstance(block, TextBlock)]
        whole = self.wire == "anthropic" or (self.wire == "openai_responses" and pictures and not result.failed)
        if not whole:
            blocks = [*([TextBlock(text=result.text)] if result.text else []), *pictures]
        return ToolResult(call_id=result.call_id, blocks=tuple(blocks), failed=result.failed)

    def reasoning(self, block):
        return Reasoning(wire=block.wire, item=block.item) if block.wire == self.wire else None

    def refusal(self, block):
        if self.wire == "anthropic":
            return TextBlock(text=block.refusal) if block.refusal.strip() else None
        return Refusal(refusal=block.refusal)

    def ordered(self, blocks):
        """The wire's order of kinds; within a kind, and on the Responses wire, that of the message."""
        rank = {
            "anthropic": lambda block: not isinstance(block, ToolResult),
            "openai_chat": lambda block: (isinstance(block, ToolCall), not isinstance(block, ToolResult)),
            "openai_responses": lambda _: 0,
        }
        return sorted(filter(None, map(self.block, blocks)), key=rank[self.wire])

    def speaker(self, message):
        """Role and name."""
        match self.wire:
            case "anthropic":
                return "assistant" if message.speaker == "assistant" else "user", ""
            case "openai_chat":
                return message.role, message.name
            case _:
                return message.speaker, ""

    def system(self, blocks):
        if self.wire == "openai_responses":
            joined = "\n\n".join(block.text for block in blocks)
            return [TextBlock(text=joined)] if joined else []
        return list(filter(None, map(self.block, blocks)))

    def lines(self, request):
        """Every block with who says it, the system prompt first; results have no name."""
        spoken = [
            (*(self.speaker(message) if not isinstance(block, ToolResult) else ("user", "")), block)
            for message in request.messages
            for block in self.ordered(message.blocks)
        ]
        return last_four_marks([*(("", "", block) for block in self.system(request.system)), *spoken])


def as_object(text):
    try:
        found = json.loads(text or "{}")
    except ValueError:
        found = None
    return json.dumps(found if isinstance(found, dict) else {"arguments": text}, ensure_ascii=False)


def last_four_marks(lines):
    """The same lines, of whose cache marks only the last four are left; marks inside of results count."""
    left = 4

    def kept(block):
        nonlocal left
        if isinstance(block, ToolResult):
            return block.model_copy(update={"blocks": tuple(reversed([kept(one) for one in reversed(block.blocks)]))})
        if isinstance(block, TextBlock) and block.cache:
            left -= 1
            return block.model_copy(update={"cache": left >= 0})
        return block

    return [(*who, kept(block)) for *who, block in reversed(lines)][::-1]


def lines_of(request):
    """What `Carried.lines` makes, of a request that came back."""
    spoken = [
        (*((message.role, message.name) if not isinstance(block, ToolResult) else ("user", "")), block)
        for message in request.messages
        for block in message.blocks
    ]
    return [*(("", "", block) for block in request.system), *spoken]


@pytest.mark.parametrize("wire", ENCODE)
@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(request=requests)
def test_what_the_wire_carries_comes_back(wire, request):
    """Every block in its order and by its speaker; the schema, the tools and the cap beside them."""
    found = request_of(json.loads(json.dumps(ENCODE[wire](request, "m"))), wire=wire)
    absent = anthropic.MAX_ABSENT if wire == "anthropic" else 0
    assert lines_of(found) == Carried(wire).lines(request)
    assert found.max_output_tokens == request.max_output_tokens
    effort = request.sampling.effort
    of_anthropic = Sampling(effort=effort if effort in anthropic.EFFORTS else None)
    assert found.sampling == (of_anthropic if wire == "anthropic" else request.sampling)
    assert [(tool.name, tool.description, tool.parameters) for tool in found.tools] == [
        (tool.name, tool.description, lowered(tool.parameters, may_be_absent=absent)) for tool in request.tools
    ]
    if request.answer_schema is None:
        assert found.answer_schema is None
    else:
        assert found.answer_schema == lowered(request.answer_schema, may_be_absent=absent)
        assert found.schema_name == ("answer" if wire == "anthropic" else request.schema_name)


@pytest.mark.parametrize("wire", ENCODE)
@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(request=requests)
def test_what_came_back_is_sent_the_same(wire, request):
    """Reading and encoding again changes no byte: nothing is lost twice, not even a border of messages."""
    body = ENCODE[wire](request, "m")
    assert ENCODE[wire](request_of(body, wire=wire), "m") == body


def test_borders_of_messages():
    """Turns stay apart, few-shot ones too, unless only calls and results tell them apart."""
    said = [
        Message(role="user", blocks=(TextBlock(text="a"),)),
        Message(role="user", blocks=(TextBlock(text="b"),)),
        Message(role="assistant", blocks=(TextBlock(text="c"), ToolCall(call_id="1", tool="t", arguments="{}"))),
        Message(role="user", blocks=(ToolResult(call_id="1"), TextBlock(text="d"))),
        Message(role="assistant", blocks=(TextBlock(text="e"),)),
        Message(role="assistant", blocks=(TextBlock(text="f"),)),
    ]
    request = Request(system=(TextBlock(text="s"),), messages=tuple(said))
    for wire, encode in ENCODE.items():
        assert request_of(encode(request, "m"), wire=wire) == request


PDF = base64.b64encode(b"%PDF-1.4").decode()


@pytest.mark.parametrize("data", [PDF, f"data:application/pdf;base64,{PDF}"], ids=["bare base64", "data URL"])
def test_a_file_either_way(data):
    """Some clients write bare base64 where the guide shows a data URL."""
    part = {"type": "input_file", "file_data": data, "filename": "document.pdf"}
    found = request_of({"input": [{"role": "user", "content": [part]}]}, wire="openai_responses")
    assert found.messages[0].blocks == (FileBlock(data=b"%PDF-1.4", name="document.pdf"),)


@pytest.mark.parametrize(
    ("wire", "body"),
    [
        ("openai_responses", {"input": "Hello", "instructions": "Be brief.", "max_output_tokens": 99}),
        (
            "openai_chat",
            {
                "messages": [{"role": "developer", "content": "Be brief."}, {"role": "user", "content": "Hello"}],
                "max_completion_tokens": 99,
            },
        ),
        ("anthropic", {"system": "Be brief.", "messages": [{"role": "user", "content": "Hello"}], "max_tokens": 99}),
    ],
)
def test_the_short_forms(wire, body):
    """Plain strings stand for one text."""
    assert request_of(body, wire=wire) == Request(
        system=(TextBlock(text="Be brief."),),
        messages=(Message(role="user", blocks=(TextBlock(text="Hello"),)),),
        max_output_tokens=99,
        stream=False,
    )


def test_a_call_inside_of_a_message():
    """Some clients store a call as a part of the assistant's message, with its arguments as an object."""
    call = {"type": "function_call", "call_id": "call_abc123", "name": "search_files", "arguments": {"query": "test"}}
    found = request_of({"input": [{"role": "assistant", "content": [call]}]}, wire="openai_responses")
    assert found.messages[0].blocks == (
        ToolCall(call_id="call_abc123", tool="search_files", arguments='{"query": "test"}'),
    )


@pytest.mark.parametrize(
    ("wire", "body", "words"),
    [
        ("smoke", {}, "there is no wire 'smoke'"),
        ("openai_chat", {}, "not a request of openai_chat"),
        (
            "openai_responses",
            {"input": [{"type": "item_reference", "id": "x"}]},
            "'item_reference' has no equivalent block",
        ),
        (
            "openai_chat",
            {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "ftp://x/y"}}]}]},
            "give either url",
        ),
        (
            "anthropic",
            {
                "max_tokens": 1,
                "messages": [{"role": "user", "content": [{"type": "image", "source": {"type": "url"}}]}],
            },
            "'url'",
        ),
    ],
)
def test_what_cannot_be_read(wire, body, words):
    """A picture at no address of the web, a stored item, another protocol: an error that says which."""
    with pytest.raises(ConfigError, match=words):
        request_of(body, wire=wire)
