"""Cassettes: recorded once, replayed without a model, and clear about what changed."""

import json
from time import process_time

import pytest
from builders import action
from noted import noted, nothing_noted

from actwright import Agent, PageOptions
from actwright.engine.meter import Meter
from actwright.engine.models.base import find_model
from actwright.errors import ConfigError
from actwright.schemas.exchange import FileBlock, ImageBlock, Message, Reply, Request, TextBlock, ToolDefinition
from actwright.schemas.page import Image
from actwright.schemas.sampling import Sampling
from actwright.schemas.usage import Usage
from actwright.testing import AnthropicServer, Cassette, ScriptedModel

PNG = Image(data=b"one", media_type="image/png", width=2, height=2)
OTHER = Image(data=b"two", media_type="image/png", width=2, height=2)


def request(*texts, port=8000, key="0123456789ab", image=PNG):
    page = f'[page {key}]\nURL: http://127.0.0.1:{port}/sell\n- button-0 "Sell"\n[end of page {key}]'
    blocks = (*(TextBlock(text=text) for text in texts), TextBlock(text=page), ImageBlock(image=image))
    return Request(system=(TextBlock(text="You do a task."),), messages=(Message(role="user", blocks=blocks),))


async def test_what_was_recorded_is_replayed_without_a_model(tmp_path):
    """Other ports, page keys and pictures do not matter; replies come back whole and cost nothing."""
    path = tmp_path / "new" / "sell.json"
    with AnthropicServer(["first", "second"], key="canary-key") as server:
        model = find_model("anthropic:claude-opus-4-8", base_url=server.url, api_key="canary-key")
        meter = Meter({"main": Cassette(path, model, mode="record")})
        asked = [await meter.ask(request("Sell it")), await meter.ask(request("Sell it", "Step 1"))]
    tape = Cassette(path, mode="replay")
    meter = Meter({"main": tape})
    again = [
        await meter.ask(request("Sell it", port=9000, key="ba9876543210", image=OTHER)),
        await meter.ask(request("Sell it", "Step 1", port=9000)),
    ]
    rows = meter.drain()
    assert again == [reply.model_copy(update={"replayed": True}) for reply in asked]
    assert [reply.text for reply in again] == ["first", "second"]
    assert [(row.model, row.wire, row.cost, row.usage.total) for row in rows] == [
        ("claude-opus-4-8", "anthropic", 0.0, reply.usage.total) for reply in asked
    ]
    assert "canary-key" not in path.read_text("utf-8")


@pytest.mark.parametrize("mode", ["replay", "auto"])
async def test_no_key_is_needed_for_what_is_replayed(tmp_path, monkeypatch, mode):
    """Also of a model string, in a run whose every call is priced before it is made."""
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "sell.json"
    await Cassette(path, ScriptedModel(["ok"]), mode="record").send(request("Sell it"), timeout=1)
    meter = Meter({"main": Cassette(path, "anthropic:claude-opus-4-8", mode=mode)})
    assert (await meter.ask(request("Sell it"))).text == "ok"
    assert [row.cost for row in meter.drain()] == [0.0]


def test_a_cassette_is_named_as_its_model(tmp_path):
    """Without the address, which is none of the name."""
    tape = Cassette(tmp_path / "sell.json", "openai-chat:llama3:8b@http://user:pw@localhost:11434/v1")
    assert tape.name == "llama3:8b"


async def test_what_was_recorded_where_no_pictures_are_taken(tmp_path):
    """The endpoint's refusal is learned while recording, and the replay shows the pictures again."""
    path = tmp_path / "sell.json"
    with AnthropicServer(["ok"], refuses=["images"]) as server:
        model = find_model("anthropic:claude-opus-4-8", base_url=server.url, api_key="canary-key")
        with noted(match="does not accept images"):
            await Meter({"main": Cassette(path, model, mode="record")}).ask(request("Sell it"))
    assert (await Meter({"main": Cassette(path, mode="replay")}).ask(request("Sell it"))).text == "ok"


@pytest.mark.parametrize(
    "changed",
    [
        {"blocks": (FileBlock(data=b"one", name="other.pdf"),)},
        {"blocks": (FileBlock(data=b"one", name="a.pdf", media_type="text/plain"),)},
        {"blocks": (FileBlock(data=b"two", name="a.pdf"),)},
        {"tools": (ToolDefinition(name="other", description="d", parameters={"type": "object"}),)},
    ],
)
async def test_another_document_or_tool_is_another_request(tmp_path, changed):
    """They count by what they are."""
    path = tmp_path / "sell.json"
    document = FileBlock(data=b"one", name="a.pdf")
    tool = ToolDefinition(name="click", description="d", parameters={"type": "object"})

    def asked(blocks=(document,), tools=(tool,)):
        return Request(messages=(Message(role="user", blocks=blocks),), tools=tools)

    await Cassette(path, ScriptedModel(["ok"]), mode="record").send(asked(), timeout=1)
    tape = Cassette(path, mode="replay")
    with pytest.raises(ConfigError, match="what changed"):
        await tape.send(asked(**changed), timeout=1)
    assert (await tape.send(asked(), timeout=1)).text == "ok"


async def test_a_miss_shows_what_changed(tmp_path):
    """The nearest recorded request is compared, line by line."""
    path = tmp_path / "sell.json"
    await Cassette(path, ScriptedModel(["ok"]), mode="record").send(request("Sell it for $50"), timeout=1)
    with pytest.raises(ConfigError) as raised:
        await Cassette(path, mode="replay").send(request("Sell it for $60"), timeout=1)
    assert str(raised.value).splitlines()[1:] == ["-Sell it for $50", "+Sell it for $60"]


async def test_a_miss_shows_no_more_than_can_be_read(tmp_path):
    """Of a page that is another one altogether the first lines are shown, and how many more differ."""
    path = tmp_path / "sell.json"
    pages = ["\n".join(f"{word} {number} {'x' * 200}" for number in range(40)) for word in ("kayak", "canoe")]
    await Cassette(path, ScriptedModel(["ok"]), mode="record").send(request(pages[0]), timeout=1)
    with pytest.raises(ConfigError) as raised:
        await Cassette(path, mode="replay").send(request(pages[1]), timeout=1)
    lines = str(raised.value).splitlines()
    assert (len(lines), lines[-1]) == (8, "… and 37 more lines")
    assert [line[:8] for line in lines[1:7]] == ["-kayak 0", "+canoe 0", "-kayak 1", "+canoe 1", "-kayak 2", "+canoe 2"]
    assert all(len(line) <= 160 for line in lines[1:])


async def test_a_miss_is_told_soon_whatever_the_file_has(tmp_path):
    """Lines that repeat are compared in time that grows with their number."""
    path, lines = tmp_path / "tape.json", ["x", "", ""] * 30_000
    exchange = {"same_lines": 0, "prompt": "", "history": "", "request": lines, "reply": {"text": "hi"}}
    path.write_text(json.dumps({"version": 2, "model": "m", "wire": "openai", "exchanges": [exchange]}), "utf-8")
    began = process_time()
    with pytest.raises(ConfigError, match="what changed"):
        await Cassette(path, mode="replay").send(request("\n".join(["x", ""] * 99)), timeout=1)
    assert process_time() - began < 5


def parts(*, system="You do a task.", task="Sell it", page="12:03 Good morning, Ada", history="No steps.", **more):
    """A request whose blocks are marked for what they are, as policies make it."""
    shown = f"# Page now\n[page 0123456789ab]\n{page}\n[end of page 0123456789ab]"
    user = (("task", f"# Task\n{task}\n\n# Steps so far\n"), ("history", history), ("page", shown))
    blocks = tuple(TextBlock(text=text, section=section) for section, text in user)
    return Request(
        system=(TextBlock(text=system, section="system"),), messages=(Message(role="user", blocks=blocks),), **more
    )


@pytest.mark.parametrize(
    "changed",
    [
        {"system": "You do a task well."},
        {"answer_schema": {"type": "object", "title": "new"}},
        {"sampling": Sampling(temperature=0)},
        {"tools": (ToolDefinition(name="click", description="new", parameters={"type": "object", "properties": {}}),)},
    ],
)
async def test_another_prompt_is_replayed_with_a_warning(tmp_path, changed):
    """What the library adds to a request breaks no recording; that it changed is said once."""
    path = tmp_path / "sell.json"
    tools = (ToolDefinition(name="click", description="d", parameters={"type": "object"}),)
    asked = {"tools": tools}
    await Cassette(path, ScriptedModel(["one", "two"]), mode="record").send(parts(**asked), timeout=1)
    recording = Cassette(path, ScriptedModel(["two"]))
    await recording.send(parts(**asked, task="Buy it"), timeout=1)
    tape = Cassette(path, mode="replay")
    with noted(match=r"sell\.json was recorded with another prompt, other tools or other sampling") as told:
        replies = [await tape.send(parts(**asked | changed, task=task), timeout=1) for task in ("Sell it", "Buy it")]
    assert [reply.text for reply in replies] == ["one", "two"]
    assert len(told) == 1


async def test_what_was_recorded_in_the_same_words_is_replayed_without_a_message(tmp_path):
    path = tmp_path / "sell.json"
    await Cassette(path, ScriptedModel(["one"]), mode="record").send(parts(), timeout=1)
    with nothing_noted():
        assert (await Cassette(path, mode="replay").send(parts(), timeout=1)).text == "one"


async def test_what_a_test_cannot_hold_still_is_ignored(tmp_path):
    """A clock and a greeting differ; another product is another request."""
    path = tmp_path / "sell.json"
    ignore = [r"\b\d\d:\d\d\b", r"Good \w+"]
    await Cassette(path, ScriptedModel(["one"]), mode="record", ignore=ignore).send(parts(), timeout=1)
    tape = Cassette(path, mode="replay", ignore=ignore)
    with pytest.raises(ConfigError, match="what changed"):
        await tape.send(parts(page="12:03 Good morning, Grace"), timeout=1)
    assert (await tape.send(parts(page="23:59 Good evening, Ada"), timeout=1)).text == "one"
    with pytest.raises(ConfigError, match=r"ignore: '\(' is not a regular expression"):
        Cassette(path, ignore=["("])


async def test_of_two_alike_the_one_after_the_same_steps_is_replayed(tmp_path):
    """Where the steps differ from both, the first."""
    path = tmp_path / "sell.json"
    recording = Cassette(path, ScriptedModel(["one", "two"]), mode="record")
    for history in ("No steps.", "Step 1: nothing came of it"):
        await recording.send(parts(history=history), timeout=1)
    for history, answer in (
        ("Step 1: nothing came of it", "two"),
        ("No steps.", "one"),
        ("Step 1: in new words", "one"),
    ):
        assert (await Cassette(path, mode="replay").send(parts(history=history), timeout=1)).text == answer


async def test_the_tape_of_another_form_is_told(tmp_path):
    """It is not taken for a broken file."""
    path = tmp_path / "sell.json"
    path.write_text('{"version": 1, "model": "m", "wire": "w", "exchanges": []}', "utf-8")
    with pytest.raises(ConfigError, match="has the form 1, and this version of Actwright reads form 2; delete it"):
        Cassette(path)


@pytest.mark.parametrize("half", ["\ud83d", "\ude00\ud83d"])
async def test_lone_surrogates_are_recorded_and_replayed(tmp_path, half):
    """The reply comes back as it was, and what was recorded before it is still there."""
    path = tmp_path / "sell.json"
    asked = [(request("Sell it 😀"), "fine 😀"), (request(f"Sell {half}"), f"no {half}"), (request("Sell on"), "done")]
    recording = Cassette(path, ScriptedModel([answer for _, answer in asked]), mode="record")
    for question, _ in asked:
        await recording.send(question, timeout=1)
    tape = Cassette(path, mode="replay")
    assert [(await tape.send(question, timeout=1)).text for question, _ in asked] == [answer for _, answer in asked]
    assert "fine 😀" in path.read_text("utf-8")


async def test_a_run_whose_model_answers_a_lone_surrogate_is_replayed(page, tmp_path):
    """The model is asked again, in the recording and in the replay."""
    path = tmp_path / "sell.json"
    await page.set_content("<p id=said></p><script>said.textContent = 'half \\ud83d'</script>")
    given_up = action("fail", reason="nothing to do")
    replies = ["half \ud83d", {"complete": False, "message": "It cannot be done.", "actions": [given_up]}]
    for model, mode in ((ScriptedModel(replies), "record"), (None, "replay")):
        result = await Agent(
            Cassette(path, model, mode=mode), out=None, page_options=PageOptions(screenshot="never")
        ).run("Read it", page=page)
        assert [exchange.reply.text for exchange in result.exchanges][:1] == ["half \ud83d"]
        assert (result.status, len(result.exchanges)) == ("failed", 2)


async def test_auto_adds_what_is_not_there_yet(tmp_path):
    """What is there is not asked again; the same request twice takes two recordings."""
    path = tmp_path / "sell.json"
    model = ScriptedModel(["one", "two", "three"])
    first = Cassette(path, model)
    assert (await first.send(request("a"), timeout=1)).text == "one"
    assert (await first.send(request("b"), timeout=1)).text == "two"
    second = Cassette(path, model)
    assert [(await second.send(request(text), timeout=1)).text for text in ("b", "a", "a")] == ["two", "one", "three"]
    third = Cassette(path)
    assert [(await third.send(request("a"), timeout=1)).text for _ in range(2)] == ["one", "three"]
    with pytest.raises(ConfigError, match="only as often as it was recorded"):
        await third.send(request("a"), timeout=1)


@pytest.mark.slow
def test_a_model_string_serves_run_after_run(tmp_path):
    """Each run of `run_sync` has an event loop of its own; each call is made once."""
    given_up = action("fail", reason="nothing to do")
    answer = {"complete": False, "message": "It cannot be done.", "actions": [given_up]}
    with AnthropicServer([answer, answer]) as server:
        tape = Cassette(tmp_path / "sell.json", f"anthropic:claude-opus-4-8@{server.url}", mode="off")
        agent = Agent(tape, out=None, page_options=PageOptions(screenshot="never"))
        results = [agent.run_sync("Do it", url=f"data:text/html,<p>{number}</p>") for number in (1, 2)]
    assert [result.status for result in results] == ["failed", "failed"]
    assert len(server.received) == 2


def test_a_cassette_is_asked_at_its_own_address(tmp_path):
    """An address for models given by name is none for it, and is refused instead of forgotten."""
    tape = Cassette(tmp_path / "sell.json", "anthropic:claude-opus-4-8")
    with pytest.raises(ConfigError, match="Cassette is an object with its own address; write the address into"):
        Agent(tape, base_url="http://127.0.0.1:8000")
    assert Agent(tape).limits.steps == 25


@pytest.mark.slow
async def test_a_miss_after_something_was_done_says_so(page, tmp_path):
    """The error names the step that it came up in, and the report of what was done before."""
    fill = action("fill", element_id="input-0", value="50")
    answer = {"complete": False, "message": "Going on.", "actions": [fill]}
    given_up = action("fail", reason="nothing to do")
    end = {"complete": False, "message": "It cannot be done.", "actions": [given_up]}
    path = tmp_path / "sell.json"
    await page.set_content("<input aria-label=Price>")
    await Agent(Cassette(path, ScriptedModel([answer, end]), mode="record"), out=None).run("Fill it", page=page)
    agent = Agent(Cassette(path, mode="replay"), out=tmp_path / "runs")
    await page.set_content("<input aria-label=Price oninput='document.body.append(this.value)'>")
    with pytest.raises(ConfigError) as raised:
        await agent.run("Fill it", page=page)
    (report,) = (tmp_path / "runs").glob("*/report.html")
    assert str(raised.value).splitlines()[-1] == (
        f"This happened in step 2; what was done before is not undone (report: {report})"
    )
    assert await page.locator("input").input_value() == "50"


async def test_a_model_object_stays_open(tmp_path):
    """It is the caller's to close."""
    closed = []

    class Closing(ScriptedModel):
        async def close(self):
            closed.append(self.name)

    async with Cassette(tmp_path / "sell.json", Closing([])).used():
        pass
    assert closed == []


async def test_a_model_is_closed_with_the_last_run_that_uses_it(tmp_path):
    """The first of two runs at the same time leaves it open."""
    with AnthropicServer(["one", "two", "three"]) as server:
        tape = Cassette(tmp_path / "sell.json", f"anthropic:claude-opus-4-8@{server.url}", mode="off")
        async with tape.used():
            async with tape.used():
                await tape.send(request("a"), timeout=5)
                asked = tape._asked
            await tape.send(request("b"), timeout=5)
            assert tape._asked is asked
        assert asked.client.is_closed()
        assert (await tape.send(request("c"), timeout=5)).text == "three"
        await tape.close()


async def test_off_keeps_nothing(tmp_path):
    """The model answers, and no file is made."""
    tape = Cassette(tmp_path / "sell.json", ScriptedModel(["one"]), mode="off")
    assert (await tape.send(request("a"), timeout=1)).text == "one"
    assert list(tmp_path.iterdir()) == []


async def test_the_file_is_read_by_people(tmp_path):
    """Lines of text, none of them twice in a row of requests that begin alike."""
    path = tmp_path / "sell.json"
    usage = Usage(fresh=5, output=1)
    tape = Cassette(path, ScriptedModel([Reply(text="{}", usage=usage), "two"]), mode="record")
    await tape.send(request("Sell it"), timeout=1)
    await tape.send(request("Sell it", "Step 1: done"), timeout=1)
    written = json.loads(path.read_text("utf-8"))
    page = ["[page *]", "URL: http://127.0.0.1:*/sell", '- button-0 "Sell"', "[end of page *]"]
    assert [one["request"] for one in written["exchanges"]] == [["# answer", "Sell it", *page], ["Step 1: done", *page]]
    assert written["exchanges"][1]["same_lines"] == 2
    assert written["exchanges"][0]["reply"]["text"] == "{}"


ONE_LINE_MORE = {"prompt": "", "history": "", "reply": {"text": ""}, "request": ["x"], "same_lines": 1_000_000}
GROWING = json.dumps({"version": 2, "model": "m", "wire": "w", "exchanges": [ONE_LINE_MORE] * 2_100})
"""Requests with more lines together than any recording has, in a small file."""


@pytest.mark.parametrize(
    ("content", "mode", "words"),
    [
        (None, "replay", "there is no cassette"),
        ("{", "auto", "is not a cassette"),
        ("[" * 100_000, "replay", "is not a cassette"),
        (GROWING, "replay", "is not a cassette"),
        ('{"exchanges": [{}]}', "replay", "is not a cassette"),
        (r'{"version": 2, "model": "\ud800", "exchanges": []}', "replay", "is not a cassette"),
        (None, "record", "needs a model to ask; give one"),
        (None, "once", "a cassette has no mode 'once'; the modes are off, record, replay, auto"),
    ],
)
def test_a_cassette_that_cannot_work(tmp_path, content, mode, words):
    """Says what is wrong and what to do, before anything is asked."""
    path = tmp_path / "sell.json"
    if content is not None:
        path.write_text(content, "utf-8")
    with pytest.raises(ConfigError, match=words):
        Cassette(path, mode=mode)


async def test_a_cassette_that_cannot_be_written(tmp_path):
    """The error names the file."""
    (tmp_path / "file").write_text("")
    cassette = Cassette(tmp_path / "file" / "tape.json", ScriptedModel(["x"]), mode="record")
    with pytest.raises(ConfigError, match=r"tape\.json cannot be written: "):
        await cassette.send(request("task"), timeout=5)
