import errno
import json
import os
import re
import stat
import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from noted import noted
from recorded_events import RecordedEvents

from actwright.engine.records.run_folder import RunFolder, read_run
from actwright.engine.records.totals import totals_of
from actwright.errors import ConfigError
from actwright.schemas.exchange import Exchange, ImageBlock, Message, Reply, Request, TextBlock, ToolCall, ToolResult
from actwright.schemas.page import Box, Dialog, Element, Image, Observation, Option, Tab
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.result import Reason, Result, Status
from actwright.schemas.step import Claim, Effect, Evidence, Outcome, Receipt, Step
from actwright.schemas.task import Task
from actwright.schemas.usage import Usage

TASK = Task(text="Fill the price as $50 and submit", url="http://shop.test/", data={"price": "50"}, secrets=("pass",))
PNG = Image(data=b"\x89PNG one", media_type="image/png", width=4, height=3)
CLICK = Action(reason="r", tool="click", parameters={"element_id": "button-0"})
PRESS = Action(reason="r", tool="press", parameters={"key": "Enter"})
JPEG = Image(data=b"\xff\xd8 two", media_type="image/jpeg", width=8, height=6)

SAID = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)
"""What a model can say: a proposal with a lone surrogate is none."""
ODD = st.text(st.one_of(st.characters(), st.sampled_from('\n\r\u2028\u2029\x00\x85\ufeff\u202e"\\{}<é😀')), max_size=40)
NUMBER = st.floats(0, 1e6)
PARAMETERS = st.dictionaries(
    ODD, st.recursive(st.none() | st.booleans() | st.integers(-9, 9) | ODD, st.lists, max_leaves=4)
)
ACTIONS = st.builds(Action, reason=ODD, tool=ODD, parameters=PARAMETERS)
EVIDENCE = st.builds(
    Evidence, kind=ODD, wanted=ODD, found=ODD, passed=st.booleans(), passed_before=st.none() | st.booleans()
)
RECEIPTS = st.builds(Receipt, field=ODD, wanted=ODD, got=ODD, match=st.booleans(), reference=ODD)
OUTCOMES = st.builds(
    Outcome,
    action=ACTIONS,
    status=st.sampled_from(["done", "failed", "skipped", "unknown"]),
    effect=st.sampled_from(Effect),
    detail=ODD,
    target=ODD,
    receipts=st.lists(RECEIPTS, max_size=2).map(tuple),
    evidence=st.lists(EVIDENCE, max_size=2).map(tuple),
    milliseconds=NUMBER,
)
IMAGES = st.builds(
    Image, data=st.binary(max_size=9), media_type=st.sampled_from(["image/png", "image/jpeg", "image/webp"]),
    width=st.just(2), height=st.just(2),
)  # fmt: skip
SHOWN = st.builds(TextBlock, text=ODD, section=st.just("page")) | st.builds(ImageBlock, image=IMAGES)
CALLS = st.builds(ToolCall, call_id=ODD, tool=ODD, arguments=ODD)
BLOCKS = (
    SHOWN
    | CALLS
    | st.builds(ToolResult, call_id=ODD, blocks=st.lists(SHOWN, max_size=3).map(tuple), failed=st.booleans())
)
EXCHANGES = st.builds(
    Exchange,
    role=ODD,
    model=ODD,
    wire=ODD,
    request=st.builds(
        Request,
        messages=st.lists(
            st.builds(Message, role=st.just("user"), blocks=st.lists(BLOCKS, max_size=3).map(tuple)), max_size=2
        ).map(tuple),
        answer_schema=st.none() | PARAMETERS,
    ),
    reply=st.none() | st.builds(Reply, text=ODD, blocks=st.lists(CALLS, max_size=2).map(tuple), raw_usage=PARAMETERS),
    cost=st.none() | NUMBER,
    error=ODD,
)
ELEMENTS = st.builds(Element, id=ODD, tag=ODD, name=ODD, options=st.just((Option(label="a\nb", value="é"),)))
PAGES = st.builds(
    Observation,
    url=ODD,
    tree=ODD,
    text=ODD,
    elements=st.lists(ELEMENTS, max_size=2).map(tuple),
    dialog=st.none() | st.builds(Dialog, kind=st.just("prompt"), message=ODD),
    tabs=st.just((Tab(id="tab-0", title="\n", url=""),)),
    screenshot=st.none() | IMAGES,
)
STEPS = st.builds(
    Step,
    number=st.just(1),
    page=PAGES,
    proposal=st.none()
    | st.builds(Proposal, complete=st.booleans(), message=SAID, actions=st.lists(ACTIONS, max_size=2).map(tuple)),
    outcomes=st.lists(OUTCOMES, max_size=2).map(tuple),
    problem=ODD,
    exchanges=st.lists(EXCHANGES, max_size=2).map(tuple),
    claim=st.none() | st.builds(Claim, accepted=st.booleans(), reason=ODD, evidence=st.just(())),
    started=NUMBER,
    ended=NUMBER,
)


def step(number, screenshot=PNG, message="filled", **more):
    page = Observation(url="http://shop.test/", tree='- button-0 "Save"', screenshot=screenshot)
    return Step(number=number, page=page, proposal=Proposal(complete=False, message=message, actions=()), **more)


def asked(number, *images):
    return said(number, *(ImageBlock(image=image) for image in images))


def said(number, *blocks):
    request = Request(messages=(Message(role="user", blocks=(TextBlock(text="page", section="page"), *blocks)),))
    exchange = Exchange(
        role="main", model="m", wire="anthropic", request=request, reply=Reply(text="{}"), usage=Usage()
    )
    return step(number, exchanges=(exchange,))


def names(events):
    return sorted(path.name for path in events.path.iterdir())


@pytest.mark.slow
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps=st.lists(STEPS, max_size=3))
def test_what_is_written_is_what_is_read(tmp_path, steps):
    """Any steps come back equal, with odd unicode, line separators, and every kind of picture."""
    steps = tuple(one.model_copy(update={"number": number}) for number, one in enumerate(steps, start=1))
    events = RecordedEvents(tmp_path, TASK, {"model": "m"})
    for one in steps:
        events.step(one)
    events.end(Status.COMPLETE)
    record = RunFolder.read(events.path)
    assert record.steps == steps
    assert record.notes == ()
    parts = totals_of(steps).input_by_part
    result = Result(task=TASK, status=Status.COMPLETE, steps=steps, run_dir=events.path, input_by_part=parts)
    assert record.result == read_run(events.path) == result


def test_lone_surrogates_and_huge_texts_come_back(tmp_path):
    """What is not quite text, and what is much text, is kept."""
    outcome = Outcome(action=Action(reason="\ud800", tool="x", parameters={"\udfff": "\ud83d"}), status="done")
    huge = step(1, message="\n" * 1_000_000, outcomes=(outcome,))
    events = RecordedEvents(tmp_path, TASK, {})
    events.step(huge)
    assert RunFolder.read(events.path).steps == (huge,)


def test_new_folder_is_private_named_for_the_task_and_readable_at_once(tmp_path):
    """Before the first step there is a record that says that the run is under way."""
    events = RecordedEvents(tmp_path / "a" / "runs", TASK, {"model": "m", "limits": {"steps": 25}})
    assert re.fullmatch(r"\d{8}-\d{6}-fill-the-price-as-50-and-submit", events.path.name)
    assert stat.S_IMODE(events.path.stat().st_mode) == stat.S_IMODE(events.folder.downloads.stat().st_mode) == 0o700
    assert names(events) == ["downloads", "journal.jsonl", "run.json", "steps.jsonl"]
    record = RunFolder.read(events.path)
    assert (record.task, record.status, record.steps, record.ended) == (TASK, Status.RUNNING, (), "")
    assert record.manifest["limits"] == {"steps": 25}
    assert record.manifest["python"] == ".".join(map(str, sys.version_info[:3]))
    assert record.notes == ("the run has no recorded end: it was interrupted, or it still runs",)


def test_folder_names_are_unique_and_safe(tmp_path):
    """The same second and task give two folders; a task is never a path."""
    tasks = [Task(text=text) for text in ("../../etc/x", "../../etc/x", "日本語", "Čeština " * 20)]
    folders = [RunFolder.create(tmp_path, task, {}) for task in tasks]
    slugs = [folder.path.name[16:] for folder in folders]
    assert slugs[0] == "etc-x"
    assert slugs[1] in {"etc-x-2", "etc-x"}
    assert slugs[2:] == ["run", "cestina-cestina-cestina-cestina-cestina"]
    assert len({folder.path for folder in folders}) == 4


def test_pictures_are_files_and_each_is_stored_once(tmp_path):
    """The picture of a page and of its request is one file; a second one of the step has its own."""
    events = RecordedEvents(tmp_path, TASK, {})
    first, second = asked(1, PNG, JPEG), asked(2, PNG)
    events.step(first)
    events.step(second)
    assert [name for name in names(events) if name.startswith("step-")] == ["step-01-2.jpg", "step-01.png"]
    assert (events.path / "step-01.png").read_bytes() == PNG.data
    assert RunFolder.read(events.path).steps == (first, second)
    assert b"PNG one" not in (events.path / "steps.jsonl").read_bytes()


def test_no_masked_text_reaches_any_file(tmp_path):
    """Texts, keys, file names and the journal pass the mask; fields of fixed choice keep their meaning."""
    secret = "done"
    outcome = Outcome(
        action=Action(reason="done", tool="fill", parameters={"value done": ["done"]}), status="done", detail="done"
    )
    task = Task(text="Type done here", data={"note": "done"})
    events = RecordedEvents(tmp_path, task, {"model": "done"}, mask=lambda text: text.replace(secret, "{{pass}}"))
    events.effect(Action(reason="r", tool="click", parameters={"element_id": "button-0 done"}), "http://done.test/")
    events.step(asked(1, PNG).model_copy(update={"outcomes": (outcome,), "problem": "done"}))
    events.end(Status.FAILED, "done")
    record = RunFolder.read(events.path)
    assert record.steps[0].outcomes[0] == outcome.model_copy(
        update={
            "action": Action(reason="{{pass}}", tool="fill", parameters={"value {{pass}}": ["{{pass}}"]}),
            "detail": "{{pass}}",
        }
    )
    assert (record.task.text, record.error) == ("Type {{pass}} here", "{{pass}}")
    everything = b"".join(path.read_bytes() for path in events.path.iterdir() if path.is_file())
    assert everything.count(b"done") == everything.count(b'"status":"done"') == 1
    assert "done" not in events.path.name


def test_failing_mask_writes_nothing(tmp_path):
    """Rather no record than an unmasked one."""

    def mask(text):
        if "Save" in text:
            raise ValueError("no mask")
        return text

    events = RecordedEvents(tmp_path, TASK, {}, mask=mask)
    with pytest.raises(ValueError, match="no mask"):
        events.step(step(1))
    assert (events.path / "steps.jsonl").read_bytes() == b""


def test_intent_without_its_step_is_unsettled(tmp_path):
    """An intent is settled by the record of its step; after a crash the others are known."""
    events = RecordedEvents(tmp_path, TASK, {})
    events.effect(CLICK, "u")
    events.step(step(1))
    events.effect(PRESS, "u")
    result = read_run(events.path)
    assert [(intent.step, intent.action, intent.url) for intent in result.journal] == [(1, CLICK, "u"), (2, PRESS, "u")]
    assert result.unsettled == result.journal[1:]
    assert result.may_have_acted


def test_intent_is_on_the_disk_before_it_returns(tmp_path, monkeypatch):
    """The journal is synced, not only written."""
    events = RecordedEvents(tmp_path, TASK, {})
    synced = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(os.fstat(descriptor).st_size))
    events.effect(CLICK, "u")
    assert synced == [(events.path / "journal.jsonl").stat().st_size]


def test_process_that_dies_leaves_every_recorded_step(tmp_path):
    """A kill between steps loses nothing that was added."""
    script = f"""
import os, pathlib, signal
from actwright.engine.records.run_folder import RunFolder
from actwright.engine.records.stream import EventStream
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action
from actwright.schemas.step import Step
from actwright.schemas.task import Task
folder = RunFolder.create(pathlib.Path({str(tmp_path)!r}), Task(text="x"), {{}})
events = EventStream(store=folder.store)
events.step(Step(number=1, page=Observation(url="u"), proposal=None))
events.effect(Action(reason="r", tool="click", parameters={{}}), "u")
os.kill(os.getpid(), signal.SIGKILL)
"""
    died = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}, check=False
    )
    assert died.returncode == -9
    record = RunFolder.read(next(tmp_path.iterdir()))
    assert [one.number for one in record.steps] == [1]
    assert [intent.step for intent in record.result.unsettled] == [2]


def fills(count):
    """A step that fills so many fields and then clicks, with the outcomes of the fills."""
    actions = [Action(reason="r", tool="fill", parameters={"element_id": f"input-{n}"}) for n in range(count)]
    proposal = Proposal(complete=True, message="filling", actions=(*actions, CLICK))
    outcomes = tuple(Outcome(action=action, status="done", effect=Effect.EDIT) for action in actions)
    return Step(number=1, page=step(1).page, proposal=proposal), outcomes


def test_a_step_that_was_cut_off_is_read_as_far_as_it_went(tmp_path):
    """Its page, its proposal and the outcomes until then; the effect that was announced has none."""
    begun, outcomes = fills(3)
    events = RecordedEvents(tmp_path, TASK, {})
    events.proposal(begun)
    for position, outcome in enumerate(outcomes, 1):
        events.action(outcome, position=position)
    events.effect(CLICK, "http://shop.test/")
    result = read_run(events.path)
    assert result.steps == (begun.model_copy(update={"outcomes": outcomes, "cut_off": True}),)
    assert [intent.action for intent in result.unsettled] == [CLICK]
    assert (result.status, result.reason, result.may_have_acted) == (Status.INTERRUPTED, Reason.INTERRUPTED, True)


def test_an_outcome_that_was_judged_again_stands_corrected_in_a_step_that_was_cut_off(tmp_path):
    """An edit that turned out to have sent something is no edit, however the process ended then."""
    begun, outcomes = fills(3)
    events = RecordedEvents(tmp_path, TASK, {})
    events.proposal(begun)
    for position, outcome in enumerate(outcomes[:2], 1):
        events.action(outcome, position=position)
    sent = outcomes[0].model_copy(update={"effect": Effect.EFFECT})
    events.action(sent, position=1, corrected=True)
    events.action(outcomes[2], position=3)
    result = read_run(events.path)
    assert result.steps[0].outcomes == (sent, *outcomes[1:]) == events.state.under_way.outcomes
    assert result.may_have_acted


def test_an_announced_effect_whose_outcome_is_known_is_settled(tmp_path):
    """Also in a step that was cut off later; a second one of the same form is not."""
    begun, _ = fills(0)
    events = RecordedEvents(tmp_path, TASK, {})
    events.proposal(begun)
    events.effect(CLICK, "u")
    events.action(Outcome(action=CLICK, status="done", effect=Effect.EDIT), position=1)
    assert read_run(events.path).unsettled == ()
    assert not read_run(events.path).may_have_acted
    events.effect(CLICK, "u")
    assert len(read_run(events.path).unsettled) == 1


def test_a_step_that_ended_leaves_nothing_under_way(tmp_path):
    """Its record takes the place of what was written while it went on, and is in the run once."""
    begun, outcomes = fills(2)
    events = RecordedEvents(tmp_path, TASK, {})
    events.proposal(begun)
    events.action(outcomes[0], position=1)
    assert "under-way.jsonl" in names(events)
    whole = begun.model_copy(update={"outcomes": outcomes})
    events.step(whole)
    assert names(events) == ["downloads", "journal.jsonl", "run.json", "step-01.png", "steps.jsonl"]
    assert RunFolder.read(events.path).steps == (whole,)


def test_torn_last_line_is_left_out_and_said(tmp_path):
    """What a crash wrote half is not a step."""
    events = RecordedEvents(tmp_path, TASK, {})
    events.step(step(1))
    events.step(step(2))
    path = events.path / "steps.jsonl"
    first, second, _ = path.read_bytes().split(b"\n")
    path.write_bytes(first + b"\n" + second[:100])
    events.end(Status.TIME_LIMIT)
    record = RunFolder.read(events.path)
    assert record.steps == (step(1),)
    assert record.notes == ("steps.jsonl ends in a torn line of 100 bytes, left out: a crash interrupted its writing",)


@pytest.mark.parametrize("damage", [b"garbage", b'{"number": 2}', b"[1]", b'{"page": {"screenshot": "x"}}'])
def test_damaged_line_is_left_out_and_said(tmp_path, damage):
    """The steps around it are still there."""
    events = RecordedEvents(tmp_path, TASK, {})
    events.step(step(1))
    with (events.path / "steps.jsonl").open("ab") as file:
        file.write(damage + b"\n")
    events.step(step(3))
    events.end(Status.COMPLETE)
    record = RunFolder.read(events.path)
    assert record.steps == (step(1), step(3))
    assert [note.startswith("steps.jsonl, line 2") for note in record.notes] == [True]


def test_missing_picture_is_said(tmp_path):
    """A step without its picture is still a step."""
    events = RecordedEvents(tmp_path, TASK, {})
    events.step(asked(1, PNG))
    events.end(Status.COMPLETE)
    (events.path / "step-01.png").unlink()
    record = RunFolder.read(events.path)
    assert record.steps == (
        asked(1, PNG.model_copy(update={"content": b""})).model_copy(
            update={"page": step(1, PNG.model_copy(update={"content": b""})).page}
        ),
    )
    assert record.notes == ("the picture step-01.png cannot be read: No such file or directory",)


@pytest.mark.parametrize("name", ["../secret.png", "/etc/passwd", "step-09.png", "run.json"])
def test_picture_reference_never_leaves_the_folder(tmp_path, name):
    """A doctored record reads no file but the pictures of its own run."""
    events = RecordedEvents(tmp_path, TASK, {})
    (tmp_path / "secret.png").write_bytes(b"secret")
    (events.path / "step-09.png").symlink_to(tmp_path / "secret.png")
    events.step(step(1))
    path = events.path / "steps.jsonl"
    path.write_bytes(path.read_bytes().replace(b"step-01.png", name.encode()))
    record = RunFolder.read(events.path)
    assert record.steps[0].page.screenshot.data == b""
    assert record.notes[0] == f"{name!r} is not the name of a picture of this run"


def test_action_that_looks_like_a_picture_is_not_one(tmp_path):
    """Pictures are looked for where a step has them, not in what a model wrote."""
    action = Action(reason="r", tool="t", parameters={"file": "step-01.png", "image": {"file": "step-01.png"}})
    one = step(1, outcomes=(Outcome(action=action, status="done"),))
    events = RecordedEvents(tmp_path, TASK, {})
    events.step(one)
    assert RunFolder.read(events.path).steps == (one,)


@pytest.mark.parametrize("content", [None, "", "{", "[]", '{"status": "odd"}'])
def test_folder_without_a_readable_head_is_refused(tmp_path, content):
    """Reading something else than a run says so."""
    if content is not None:
        (tmp_path / "run.json").write_text(content)
    with pytest.raises(ConfigError, match=r"run\.json|not a run folder"):
        RunFolder.read(tmp_path)


def test_unwritable_place_is_refused_before_anything_acts(tmp_path):
    """The message names the folder and what to change."""
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="choose another folder with `out`"):
        RecordedEvents(tmp_path / "file" / "runs", TASK, {})


def test_full_disk_says_what_happened_and_leaves_whole_lines(tmp_path, monkeypatch):
    """A write that fails half way is undone, and the record goes on once there is room."""
    events = RecordedEvents(tmp_path, TASK, {})
    events.step(step(1))
    real = os.write

    def full(descriptor, data):
        if len(data) > 50:
            return real(descriptor, data[:50])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(ConfigError, match=r"step 2 was performed, but could not be recorded.*No space left"):
            events.step(step(2))
        with pytest.raises(ConfigError, match="an action was not performed"):
            events.effect(CLICK, "u")
        with pytest.raises(ConfigError, match="its end could not be recorded"):
            events.end(Status.COMPLETE)
    events.step(step(2))
    events.end(Status.COMPLETE)
    record = RunFolder.read(events.path)
    assert (record.steps, record.status, record.notes) == ((step(1), step(2)), Status.COMPLETE, ())


def test_head_is_replaced_whole(tmp_path):
    """The end of the run is written beside and moved over, never into, the head."""
    events = RecordedEvents(tmp_path, TASK, {})
    events.end(Status.STUCK, "the same click three times")
    head = json.loads((events.path / "run.json").read_text())
    assert (head["status"], head["error"], head["format"]) == ("stuck", "the same click three times", 1)
    assert head["started"] <= head["ended"]
    assert names(events) == ["downloads", "journal.jsonl", "run.json", "steps.jsonl"]


def test_the_end_says_what_the_run_came_to(tmp_path):
    """Totals, message and proof are in the head, masked like the rest, for those who read no steps."""
    request = Request(messages=(Message(role="user", blocks=(TextBlock(text="page"),)),))
    call = Exchange(role="main", model="m", wire="anthropic", request=request, cost=0.5,
                    usage=Usage(fresh=10, cache_read=5, output=2), error="overloaded")  # fmt: skip
    proof = Evidence(kind="text", wanted="tulip is shown", found="it is", passed=True)
    claim = Claim(accepted=True, reason="passed", evidence=(proof,))
    first = step(1, exchanges=(call, call), captures=2, started=1.25, ended=2.0)
    last = step(2, message="tulip saved", exchanges=(call,), claim=claim, started=2.0, ended=3.5)
    events = RecordedEvents(tmp_path, TASK, {}, mask=lambda text: text.replace("tulip", "{{pass}}"))
    events.step(first)
    events.step(last)
    events.end(Status.COMPLETE)
    masked = proof.model_copy(update={"wanted": "{{pass}} is shown"})
    assert json.loads((events.path / "run.json").read_text())["summary"] == {
        "steps": 2,
        "calls": 3,
        "captures": 3,
        "usage": {"fresh": 30, "cache_read": 15, "cache_write": 0, "output": 6, "reasoning": 0, "image": 0},
        "input_by_part": {"other": 45},
        "cost": 1.5,
        "seconds": 3.5,
        "opening": 1.25,
        "reason": "complete",
        "may_have_acted": False,
        "http_status": None,
        "unsettled": [],
        "message": "{{pass}} saved",
        "why": "",
        "data": {},
        "evidence": [masked.model_dump(mode="json") | {"passed_at_start": None}],
        "proof": None,
        "shortfall": "",
        "changed": False,
    }


def test_element_boxes_come_back(tmp_path):
    """Numbers keep their exact value."""
    page = Observation(url="", elements=(Element(id="a-0", tag="a", box=Box(x=0.1, y=1 / 3, width=1e-9, height=7)),))
    events = RecordedEvents(tmp_path, TASK, {})
    events.step(Step(number=1, page=page, proposal=None))
    assert RunFolder.read(events.path).steps[0].page == page


def test_what_a_reader_of_a_run_misses_is_warned_of(tmp_path):
    """A crash left half a line."""
    events = RecordedEvents(tmp_path, TASK, {})
    events.step(step(1))
    with (events.path / "steps.jsonl").open("a") as file:
        file.write('{"number": 2')
    with noted(match="run") as said:
        result = read_run(str(events.path))
    assert [one.number for one in result.steps] == [1]
    assert [each.removeprefix(f"{events.path}: ") for each in said] == [
        "steps.jsonl ends in a torn line of 12 bytes, left out: a crash interrupted its writing",
        "the run has no recorded end: it was interrupted, or it still runs",
    ]


def test_end_by_error_is_kept(tmp_path):
    """An end that does not follow from the steps is told with its reason, and is the status of the result."""
    events = RecordedEvents(tmp_path, TASK, {})
    events.end(Status.ERROR, "the page crashed")
    record = RunFolder.read(events.path)
    assert (record.status, record.error, record.notes) == (Status.ERROR, "the page crashed", ())
    assert record.result.status is Status.ERROR


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_recorded_step_leaves_its_pictures_on_the_disk(tmp_path, wrapped):
    """Both that of the page and that of the request, also in the result of a tool; each is read when it is asked for, and is the same."""
    events = RecordedEvents(tmp_path, TASK, {})
    block = ImageBlock(image=PNG)
    original = said(1, ToolResult(call_id="a", blocks=(block,)) if wrapped else block)
    events.step(original)
    (kept,) = events.state.steps
    block = kept.exchanges[0].request.messages[0].blocks[-1]
    sent = block.blocks[0].image if wrapped else block.image
    assert (kept.page.screenshot.content, sent.content) == (events.path / "step-01.png",) * 2
    assert kept.page.screenshot.data == PNG.data
    assert kept == original
    assert Image.model_validate_json(kept.page.screenshot.model_dump_json()) == PNG
