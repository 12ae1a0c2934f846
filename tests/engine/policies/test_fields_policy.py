"""The policy `fields`: the model says what belongs into each field, once for each form, and code does the rest."""

import json
import re

import pytest
from served_pages import ServedPages

from actwright import Agent
from actwright.testing import OpenAIChatServer, ScriptedModel

FORM = """
<form method=post action=/sent><h2>Sign up</h2>
<label>Full name <input name=name required></label>
<label>Arrival <input name=day type=date></label>
<label>Size <select name=size><option value="">Choose<option value=s>Small<option value=l>Large</select></label>
<label>Phone <input name=phone></label>
<label><input type=checkbox name=news> Send me news</label>
<button>Register</button></form>"""
SENT = "<h1>Thank you</h1><p>You are registered as number 4711."
TASK = "Register Ada Lovelace, who comes on 5 March 2027 and needs a large one. No news, please."


def keys_of(request):
    """The key of each field by its title, as the request has them."""
    return {each["title"]: key for key, each in request.answer_schema["properties"].items()}


def answering(**values):
    """A reply that gives these values by the titles of the fields, and null to all others."""

    def reply(request):
        said = {title.replace("_", " "): value for title, value in values.items()}
        return json.dumps({key: said.get(title) for title, key in keys_of(request).items()})

    return reply


async def played(page, pages, replies, task=TASK, **options):
    """The result of a run, the bodies that were posted, and the model."""
    model = ScriptedModel(replies)
    with ServedPages(pages) as site:
        result = await Agent(model, policy="fields", out=None).run(task, url=f"{site.url}/", page=page, **options)
        return result, [body.decode() for body in site.posts], model


ANSWER = answering(Full_name="Ada Lovelace", Arrival="2027-03-05", Size="Large", Send_me_news=False)


async def test_a_form_from_free_text_takes_one_call(page):
    """The values are typed, chosen and sent once; the success page proves it."""
    result, posts, model = await played(page, {"/": FORM, "/sent": SENT}, [ANSWER])
    assert result.complete, result.message
    assert posts == ["name=Ada+Lovelace&day=2027-03-05&size=l&phone="]
    (request,) = model.requests
    assert list(keys_of(request)) == ["Full name", "Arrival", "Size", "Phone", "Send me news"]
    size = request.answer_schema["properties"][keys_of(request)["Size"]]
    assert size["enum"] == ["Small", "Large"]
    assert request.tools == ()


async def test_a_value_that_the_model_made_up_is_not_entered(page):
    """It stands neither in the task nor among the options."""
    made_up = answering(Full_name="Ada Lovelace", Phone="555 0100", Size="Medium")
    result, posts, _ = await played(page, {"/": FORM, "/sent": SENT}, [made_up], task="Register Ada Lovelace")
    assert result.complete, result.message
    assert posts == ["name=Ada+Lovelace&day=&size=&phone="]


async def test_nothing_is_sent_if_an_answer_was_made_up_and_something_of_the_task_is_left(page):
    made_up = answering(Full_name="Ada Lovelace", Phone="555 0100")
    result, posts, _ = await played(page, {"/": FORM, "/sent": SENT}, [made_up])
    assert (result.status, posts) == ("failed", [])
    assert "the answer for \"Phone\" is not in the task, of which '5' was not used" in result.message


async def test_answers_that_cannot_be_right_are_not_sent(page):
    """Another option than the task names, the name of the field itself, and text without the form of its control."""
    form = FORM.replace("name=phone", "type=tel name=phone").replace("name=name required", "name=name")
    wrong = answering(Full_name="Full name", Arrival="2027-03-05", Size="Small", Phone="Ada Lovelace")
    task = TASK.replace("Ada Lovelace", "by full name Ada Lovelace")
    result, posts, _ = await played(page, {"/": form, "/sent": SENT}, [wrong], task=task)
    assert posts == []
    assert "the answer for \"Full name\" is not in the task, of which 'Ada' was not used" in result.message


async def test_what_lines_of_the_task_give_is_not_asked_about(page):
    """A line that ends like a sentence, or names no option as it stands, is the model's to read."""
    task = "Sign her up.\n\nFull name: ADA Lovelace\nArrival: 2027-03-05\nSize: the large one\nPhone: 555 0100.\n"
    result, posts, model = await played(
        page, {"/": FORM, "/sent": SENT}, [answering(Phone="555 0100", Size="Large")], task=task
    )
    assert result.complete, result.message
    assert posts == ["name=ADA+Lovelace&day=2027-03-05&size=l&phone=555+0100"]
    assert list(keys_of(model.requests[0])) == ["Size", "Phone", "Send me news"]


LIST = """Register her, please.

Full name: Ada Lovelace
Employer: Analytical Engines Inc.
Started: 2024/12/05
Remarks: She asked for a desk. N/A otherwise.
Discount: N/A
"""
LISTED = """
<form method=post action=/sent>
<label>Full name (as in your passport) <input name=name required></label>
<label>Employer <input name=employer></label> <label>Started on <input name=day type=date></label>
<label>Remarks <textarea name=remarks></textarea></label> <label>Discount <input name=discount></label>
<label>Phone <input name=phone></label> <label><input type=checkbox name=news> Send me news</label>
<button>Register</button></form>"""


async def test_a_task_that_is_a_list_needs_no_call(page):
    """Labels may be shorter than those of the form, and what no line is about stays empty. `N/A` names no file."""
    result, posts, model = await played(page, {"/": LISTED, "/sent": SENT}, [], task=LIST)
    assert result.complete, result.message
    (body,) = posts
    assert body == (
        "name=Ada+Lovelace&employer=Analytical+Engines+Inc.&day=2024-12-05"
        "&remarks=She+asked+for+a+desk.+N%2FA+otherwise.&discount=N%2FA&phone="
    )
    assert not model.requests


@pytest.mark.parametrize(
    "more",
    [
        "Her guest is Grace.",
        "Nickname: Countess",
        "Remarks: She asked for a desk.\n\nAnd for a lamp.",
        "Guest: Grace\nGuest: Mary",
        "Nickname: Ada Lovelace",
    ],
)
async def test_the_model_is_asked_if_a_list_has_more_than_was_placed(page, more):
    """A sentence with a name, lines that no field is called like or two are, and a second paragraph of a text."""
    task = f"Register her, please.\n\nFull name: Ada Lovelace\nStarted: 2024/12/05\n{more}"
    _, _, model = await played(page, {"/": LISTED, "/sent": SENT}, [answering()], task=task)
    assert "Phone" in keys_of(model.requests[0])


async def test_a_list_may_have_equals_signs(page):
    task = "Full name = Ada Lovelace\nEmployer = Analytical Engines\nStarted = 2024/12/05"
    _, posts, model = await played(page, {"/": LISTED, "/sent": SENT}, [], task=task)
    assert posts == ["name=Ada+Lovelace&employer=Analytical+Engines&day=2024-12-05&remarks=&discount=&phone="]
    assert not model.requests


async def test_an_answer_about_a_required_field_is_remembered_for_the_next_step(page):
    """The optional field before it is not asked about, and does not change which answer is whose."""
    form = LISTED.replace("<input name=discount>", "<input name=discount required>")
    task = "Register her at no discount, please.\n\nFull name: Ada Lovelace"
    result, posts, model = await played(page, {"/": form, "/sent": SENT}, [answering(Discount="no")], task=task)
    assert result.complete, result.message
    assert [list(keys_of(request)) for request in model.requests] == [["Discount"]]
    assert posts == ["name=Ada+Lovelace&employer=&day=&remarks=&discount=no&phone="]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"Phone": "2027-03-05"}, 'for "Arrival" and "Phone", which the task says once'),
        ({"Full name": "Ada"}, "the task gives \"Full name\" a value, and the model answered 'Ada'"),
        ({"Full name": None}, 'the task gives "Full name" a value, and the model answered none'),
    ],
)
async def test_nothing_is_sent_if_the_task_contradicts_an_answer(page, wrong, reason):
    form = FORM.replace("name=name required", "name=name")
    task = "Full name: Ada Lovelace, arrival 2027-03-05, phone 555 0100. A large one."
    right = {"Full name": "Ada Lovelace", "Arrival": "2027-03-05", "Size": "Large", "Phone": "555 0100"}

    def reply(request):
        return json.dumps({key: (right | wrong).get(title) for title, key in keys_of(request).items()})

    result, posts, _ = await played(page, {"/": form, "/sent": SENT}, [reply], task=task)
    assert (result.status, posts) == ("failed", [])
    assert reason in result.message


async def test_nothing_is_sent_where_a_required_field_has_no_value(page):
    result, posts, _ = await played(page, {"/": FORM}, [answering(Size="Large")])
    assert (result.complete, posts) == (False, [])
    assert 'the form requires input-0 "Full name"' in result.message


async def test_data_are_not_asked_about(page):
    """Nor secrets: the model knows them by name alone."""
    form = FORM.replace("<h2>", "<label>Password <input type=password name=p></label><h2>")
    result, posts, model = await played(
        page,
        {"/": form, "/sent": SENT},
        [answering(Size="Large")],
        data={"Full name": "Bob Stone"},
        secrets={"Password": "open-sesame"},
    )
    assert result.complete, result.message
    assert posts == ["p=open-sesame&name=Bob+Stone&day=&size=l&phone="]
    assert not {"Full name", "Password"} & set(keys_of(model.requests[0]))
    assert "open-sesame" not in repr(model.requests)


@pytest.mark.slow
async def test_an_unusable_reply_is_asked_for_again(page):
    result, posts, model = await played(page, {"/": FORM, "/sent": SENT}, ["I cannot see it", ANSWER])
    assert (result.complete, len(posts), len(model.requests)) == (True, 1, 2)


@pytest.mark.slow
async def test_each_page_of_a_form_is_asked_about_once(page):
    """What a later page asks for is not known before it shows.

    It is not done because the second thanks for the first, nor sent because the last requires nothing.
    """
    first = """<form action=/two><label>Full name <input name=name required></label><button>Continue</button></form>"""
    second = """<h1>Thank you for your name</h1><form method=post action=/three><label>City <input name=city required></label>
        <button>Continue</button></form>"""
    third = """<form method=post action=/sent><label><input type=checkbox name=adult> I am of age</label>
        <button>Send</button></form>"""
    result, posts, model = await played(
        page,
        {"/": first, "/two?name=Ada+Lovelace": second, "/three": third, "/sent": SENT},
        [answering(Full_name="Ada Lovelace"), answering(City="London"), answering(I_am_of_age=True)],
        task="Register Ada Lovelace of London, who is of age",
    )
    assert result.complete, result.message
    assert (posts, len(model.requests)) == (["city=London", "adult=on"], 3)


async def test_an_endpoint_without_schemas_is_asked_once_too(page):
    """What it answered is understood in later steps, although the schema was not sent; so is a fence around it."""

    def fenced(body):
        fields = re.findall(r"^- (\w+): ([^(\n]+?)(?: \(|$)", body["messages"][-1]["content"][-1]["text"], re.MULTILINE)
        values = {"Full name": "Ada Lovelace", "Size": "Large"}
        return "```json\n" + json.dumps({key: values.get(title) for key, title in fields}) + "\n```"

    with ServedPages({"/": FORM, "/sent": SENT}) as site, OpenAIChatServer([fenced], refuses={"schema"}) as server:
        agent = Agent(f"openai-chat:small@{server.url}", policy="fields", out=None)
        result = await agent.run(TASK, url=f"{site.url}/", page=page)
        assert result.complete, result.message
        assert [body.decode() for body in site.posts] == ["name=Ada+Lovelace&day=&size=l&phone="]
    assert [exchange.reply is not None for exchange in result.exchanges] == [False, True]
