"""Typed answers, and answers that say what no page has shown."""

from datetime import date
from typing import Annotated, Literal

import pytest
from builders import action
from pydantic import BaseModel, Field

from actwright import Agent, ConfigError, Status
from actwright.engine.models import anthropic, openai_chat, openai_responses
from actwright.schemas.proposal import Proposal, parse_proposal, without_refused_nulls
from actwright.testing import ScriptedModel
from actwright.testing.checks import anthropic_problem, openai_chat_problem, openai_responses_problem

pytestmark = pytest.mark.usefixtures("no_pictures")

HTML = """
<h1>Listing 7</h1> <p>Published on 31 January 2026, seen 1,204 times</p>
<p>Read the <a href="http://shop.test/terms?v=2">terms</a> or http://shop.test/help</p>
"""


class Place(BaseModel):
    town: str


class Listing(BaseModel):
    number: int = Field(description="after the word Listing", ge=1)
    published: date
    place: Place | None = None
    tags: list[str] = []


SEVEN = {"number": 7, "published": "2026-01-31", "place": None, "tags": None}


def claim(message='The page shows "Listing 7".', **rest):
    return {"complete": True, "message": message, "actions": [], **rest}


async def played(page, *replies, evidence="required", **options):
    await page.set_content(HTML)
    model = ScriptedModel(replies)
    result = await Agent(model, out=None, evidence=evidence).run("Look it up", page=page, **options)
    return result, model.requests


def reasons(result):
    return [step.claim.reason if step.claim else step.problem for step in result.steps]


async def test_the_answer_is_an_instance(page):
    """An optional field that the model leaves out, null on the wire, has its default."""
    result, (sent,) = await played(page, claim(output=SEVEN), output=Listing)
    assert result.status is Status.COMPLETE
    assert result.output == Listing(number=7, published=date(2026, 1, 31))
    assert "- output: null until complete is true" in sent.system[0].text
    assert list(sent.answer_schema["properties"]) == ["complete", "message", "actions", "output"]
    assert "after the word Listing" in str(sent.answer_schema)


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (None, "`output` is null; with complete: true it must be the answer"),
        (SEVEN | {"number": 0}, "`output` does not fit: number: Input should be greater than or equal to 1"),
        ({"number": 7}, "`output` does not fit: published: Field required"),
    ],
)
async def test_an_answer_that_does_not_fit_goes_back_to_the_model(page, output, reason):
    """The claim is refused, and the next request says why."""
    result, (_, second) = await played(page, claim(output=output), claim(output=SEVEN), output=Listing)
    assert reasons(result) == [reason, "the page shows it"]
    assert f"Claim refused: {reason}" in "".join(block.text for block in second.messages[0].blocks[:-1])
    assert result.output.number == 7


class Parcel(BaseModel):
    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int


async def test_an_answer_that_does_not_fit_is_told_its_first_five_mistakes(page):
    """One at a time would take a call for each."""
    right = dict.fromkeys("abcdefg", 1)
    result, _ = await played(page, claim(output={"a": 1}), claim(output=right), output=Parcel)
    told = "; ".join(f"{name}: Field required" for name in "bcdef")
    assert reasons(result)[0] == f"`output` does not fit: {told} (and 1 more)"


async def test_a_run_that_is_not_complete_has_no_output(page):
    """Even if the model has filled it in before."""
    fail = action("fail", reason="no")
    gave_up = {"complete": False, "message": "No.", "actions": [fail], "output": SEVEN}
    result, _ = await played(page, gave_up, output=Listing)
    assert (result.status, result.output) == (Status.FAILED, None)


@pytest.mark.parametrize(
    "message",
    [
        'It is "Listing 8".',
        'It is "Listing 7", see https://shop.test/listings/7.',
        'It is "Listing 7", see http://shop.test/term',
    ],
)
async def test_what_the_run_has_not_seen_is_refused_once(page, message):
    """The model may claim again; then it is its own word."""
    proof = action("expect", text=["Listing 7"])
    doubtful = {"complete": True, "message": message, "actions": [proof]}
    result, _ = await played(page, doubtful, doubtful)
    first, second = reasons(result)
    assert first.startswith("the answer contains something that this run has not seen: ")
    assert first.endswith(". Take it from the pages; if it is right anyway, claim again")
    assert second == "the page shows it"


async def test_a_url_of_a_typed_answer_is_checked_too(page):
    """Links and addresses that the pages show are taken, others not."""

    class Links(BaseModel):
        urls: list[str]

    seen = {"urls": ["http://shop.test/terms?v=2", "http://shop.test/help/"]}
    made_up = {"urls": ["http://shop.test/imprint"]}
    result, _ = await played(page, claim(output=made_up), claim(output=seen), output=Links)
    assert "has not seen: http://shop.test/imprint." in reasons(result)[0]
    assert len(result.steps) == 2
    assert len((await played(page, claim(output=seen), output=Links))[0].steps) == 1


async def test_without_evidence_an_answer_is_taken_at_its_word(page):
    """But a typed one must fit."""
    result, _ = await played(page, claim('"Listing 8"'), evidence="off")
    assert len(result.steps) == 1
    result, _ = await played(page, claim(), claim(output=SEVEN), evidence="off", output=Listing)
    assert len(result.steps) == 2


def test_every_provider_takes_the_schema_of_a_typed_answer():
    """Beside that of all tools."""
    from actwright.schemas.exchange import Message, Request, TextBlock
    from actwright.schemas.tool import proposal_schema
    from actwright.tools.toolbox import Toolbox, builtin_tools

    schema = proposal_schema(Toolbox(builtin_tools()).specs, output=Listing.model_json_schema())
    said = (Message(role="user", blocks=(TextBlock(text="x"),)),)
    request = Request(messages=said, schema_name="proposal", answer_schema=schema)
    assert anthropic_problem(anthropic.encode(request, "m"), {"anthropic-version": "2023-06-01"}) == ""
    assert openai_chat_problem(openai_chat.encode(request, "m")) == ""
    assert openai_responses_problem(openai_responses.encode(request, "m")) == ""


def test_a_key_that_was_not_asked_for_is_refused():
    """Without a typed answer the contract has three keys; a proposal says nothing of a fourth."""
    from actwright.errors import ReplyError

    text = '{"complete": false, "message": "m", "actions": [], "output": null}'
    assert parse_proposal(text, output=True) == Proposal(complete=False, message="m", actions=())
    assert "output" not in parse_proposal(text, output=True).model_dump_json()
    with pytest.raises(ReplyError, match="output: this run has no such key"):
        parse_proposal(text)


class Free(BaseModel):
    facts: dict[str, str]


def test_a_model_that_nobody_can_be_held_to_is_refused_at_once():
    """And so is a typed answer of a policy that asks no model."""
    with pytest.raises(ConfigError, match="output Free: the field 'facts' is an object with free keys"):
        Agent(ScriptedModel([]), out=None).play("Look it up", output=Free)
    for unfit in (dict, list[Listing], Listing(**SEVEN | {"tags": []})):
        with pytest.raises(ConfigError, match=r"output is .*; give a pydantic model"):
            Agent(ScriptedModel([]), out=None).play("Look it up", output=unfit)
    with pytest.raises(ConfigError, match="the policy 'rules' asks no model, so it cannot return a typed output"):
        Agent(policy="rules", out=None).play("Look it up", output=Listing)


class Book(BaseModel):
    kind: Literal["book"] = "book"
    title: str
    pages: int = 0


class Disc(BaseModel):
    kind: Literal["disc"] = "disc"
    title: str
    minutes: int = 0


class Shelf(BaseModel):
    first: Book | Disc
    rest: list[Annotated[Book | Disc, Field(discriminator="kind")]] = []


@pytest.mark.parametrize("first", ["book", "disc"])
def test_nulls_of_fields_that_were_left_out_in_members_of_a_union(first):
    """On the wire every field is there; null stands for the default, in whichever member of the union."""
    book = {"kind": "book", "title": "Dune", "pages": None}
    disc = {"kind": "disc", "title": "Aja", "minutes": None}
    said = {"first": book if first == "book" else disc, "rest": [disc, book]}
    shelf = without_refused_nulls(Shelf.model_validate, said)
    assert shelf.rest == [Disc(title="Aja"), Book(title="Dune")]
    assert shelf.first == (Book(title="Dune") if first == "book" else Disc(title="Aja"))
