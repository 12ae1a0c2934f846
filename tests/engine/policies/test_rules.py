"""Decisions of the `rules` policy over pages made by hand: pure, without a browser."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from actwright.engine.policies.base import find_policy
from actwright.engine.policies.rules.decision import decide
from actwright.schemas.page import Dialog, Element, Observation
from actwright.schemas.step import Effect, Outcome, Step
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn

PRICE = Element(id="input-0", tag="input", type="text", role="textbox", name="Price", label="Price", value="", form=0)
SUBMIT = Element(id="button-0", tag="button", type="submit", role="button", name="Submit", form=0, submits=True)
PAGE = Observation(
    url="https://shop.example/price", tree='- h1 "Set a price"', text="Set a price", elements=(PRICE, SUBMIT)
)
DONE = Observation(url="https://shop.example/done", tree='- h1 "Success!"', text="Success!")
TASK = "Fill the price as $50 and submit"


def turn(page, *, text=TASK, steps=(), **task):
    return Turn(task=Task(text=text, **task), steps=steps, page=page, tools=(), observe=None)


def step(page, proposal, statuses=None):
    outcomes = tuple(
        Outcome(action=action, status=status, effect=Effect.EDIT, target=action.parameters.get("element_id", ""))
        for action, status in zip(proposal.actions, statuses or ["done"] * len(proposal.actions), strict=True)
    )
    return Step(number=1, page=page, proposal=proposal, outcomes=outcomes)


def calls(proposal):
    return [(action.tool, action.parameters) for action in proposal.actions]


async def test_one_step_fills_and_submits():
    """The currency sign goes, the form's own button is pressed, nothing is claimed yet."""
    policy = find_policy("rules")

    proposal = await policy.decide(turn(PAGE), None)

    assert policy.roles == ()
    assert (proposal.complete, calls(proposal)) == (
        False,
        [("fill", {"element_id": "input-0", "value": "50"}), ("click", {"element_id": "button-0"})],
    )


def test_success_is_claimed_with_what_is_new_on_the_page():
    """The second turn looks only."""
    proposal = decide(turn(DONE, steps=(step(PAGE, decide(turn(PAGE))),)))

    assert (proposal.complete, calls(proposal)) == (
        True,
        [
            ("expect", {"text": ["Success!"]}),
            ("expect_url", {"url": "https://shop.example/done"}),
        ],
    )


def test_a_submit_of_unknown_outcome_is_never_repeated():
    """It waits once, then fails and says that it is not known."""
    first = step(PAGE, decide(turn(PAGE)), ["done", "unknown"])
    waiting = decide(turn(PAGE, steps=(first,)))
    last = decide(turn(PAGE, steps=(first, step(PAGE, waiting))))

    assert [call[0] for call in calls(waiting)] == ["wait"]
    assert [call[0] for call in calls(last)] == ["fail"]
    assert "may or may not have taken effect" in last.message


def test_an_unknown_outcome_is_settled_by_the_page():
    """If the page shows success, that is claimed."""
    proposal = decide(turn(DONE, steps=(step(PAGE, decide(turn(PAGE)), ["done", "unknown"]),)))

    assert proposal.complete


def test_success_is_never_claimed_over_an_error():
    """A page that says `saved` and shows an invalid field has refused."""
    wrong = PRICE.model_copy(update={"invalid": True, "error": "Too low", "value": "50"})
    after = PAGE.model_copy(update={"elements": (wrong, SUBMIT), "text": "Draft saved", "tree": '- p "Draft saved"'})

    proposal = decide(turn(after, steps=(step(PAGE, decide(turn(PAGE))),)))

    assert (proposal.complete, [call[0] for call in calls(proposal)]) == (False, ["fail"])
    assert '"Price": Too low' in proposal.message


def test_a_refused_date_is_written_once_as_the_error_asks():
    """Another spelling is tried once, and the form is sent again; then no more."""
    day = PRICE.model_copy(update={"name": "Birthday", "label": "Birthday"})
    before = PAGE.model_copy(update={"elements": (day, SUBMIT)})
    wrong = day.model_copy(update={"invalid": True, "error": "Use DD/MM/YYYY", "value": "1815-12-10"})
    after = PAGE.model_copy(update={"elements": (wrong, SUBMIT)})
    task = {"text": "Fill in the form and submit", "data": {"birthday": "1815-12-10"}}

    first = step(before, decide(turn(before, **task)))
    second = decide(turn(after, steps=(first,), **task))
    third = decide(turn(after, steps=(first, step(after, second)), **task))

    assert calls(second) == [
        ("fill", {"element_id": "input-0", "value": "10/12/1815"}),
        ("click", {"element_id": "button-0"}),
    ]
    assert [call[0] for call in calls(third)] == ["fail"]


def test_a_secret_and_data_go_by_reference():
    """Values that can be typed as they are stay in the executor."""
    password = PRICE.model_copy(update={"id": "input-1", "type": "password", "name": "Password", "label": "Password"})
    email = PRICE.model_copy(update={"type": "email", "name": "E-mail", "label": "E-mail"})
    page = PAGE.model_copy(update={"elements": (email, password, SUBMIT.model_copy(update={"name": "Sign in"}))})

    proposal = decide(turn(page, text="Log in", data={"email": "a@b.org"}, secrets=("password",)))

    assert calls(proposal)[:2] == [
        ("fill", {"element_id": "input-0", "value": "{{email}}"}),
        ("fill", {"element_id": "input-1", "value": "{{password}}"}),
    ]


def test_a_banner_is_refused_rather_than_accepted():
    """What covers the form is closed first, with the button that declines."""
    covered = tuple(one.model_copy(update={"covered_by": 'div "We use cookies"'}) for one in (PRICE, SUBMIT))
    buttons = [
        Element(id=f"button-{number}", tag="button", role="button", name=name)
        for number, name in enumerate(["Accept all", "Reject all"], 1)
    ]
    page = PAGE.model_copy(update={"elements": (*covered, *buttons)})

    assert calls(decide(turn(page))) == [("click", {"element_id": "button-2"})]


def test_a_button_that_the_task_names_is_pressed_before_anything_else():
    """A banner is not declined when the task says to press what stands on it; what means the same elsewhere is no match."""
    covered = SUBMIT.model_copy(update={"name": "Terms", "covered_by": 'div "We use cookies"'})
    buttons = [
        Element(id=f"button-{number}", tag="button", role="button", name=name)
        for number, name in enumerate(["Accept all", "Reject all"], 1)
    ]
    page = PAGE.model_copy(update={"elements": (covered, *buttons)})
    without = PAGE.model_copy(update={"elements": (covered, buttons[1])})

    assert calls(decide(turn(page, text='Click "Accept all"')))[0] == ("click", {"element_id": "button-1"})
    assert (
        calls(decide(turn(without.model_copy(update={"elements": (SUBMIT,)}), text="Click Accept offer")))[0][0]
        == "fail"
    )


@pytest.mark.parametrize(
    ("text", "accepted"), [('Click "Submit" and confirm', True), ('Click "Submit" and dismiss', False)]
)
def test_a_dialog_is_answered_as_the_task_says(text, accepted):
    """Confirm accepts, dismiss does not."""
    asking = Observation(url=PAGE.url, dialog=Dialog(kind="confirm", message="Sure?"))
    first = step(PAGE, decide(turn(PAGE, text=text)))

    assert calls(decide(turn(asking, text=text, steps=(first,)))) == [("answer_dialog", {"accept": accepted})]


def test_the_button_of_another_form_is_never_pressed():
    """A form without a button of its own is not sent with the search's."""
    other = SUBMIT.model_copy(update={"name": "Search", "form": 1})
    query = PRICE.model_copy(update={"id": "input-9", "name": "Search", "label": "Search", "form": 1})
    page = PAGE.model_copy(update={"elements": (query, other, PRICE)})

    assert [call[0] for call in calls(decide(turn(page)))] == ["fail"]


LABELS = ["Price", "Email", "E-mail", "Phone", "Title", "City", "Name", "First name", "Date", "Password", "Terms", ""]
KINDS = ["text", "email", "number", "date", "checkbox", "radio", "file", "password"]


@st.composite
def pages(draw):
    """Pages with a handful of fields in up to two forms, and buttons."""
    elements = []
    for number in range(draw(st.integers(0, 6))):
        kind, label = draw(st.sampled_from(KINDS)), draw(st.sampled_from(LABELS))
        boxed = kind in ("checkbox", "radio")
        role = kind if boxed else "textbox"
        elements.append(
            Element(
                id=f"input-{number}",
                tag="input",
                type=kind,
                role=role,
                name=label,
                label=label,
                value="on" if boxed else "",
                checked=False if boxed else None,
                attribute_name=draw(st.sampled_from(["", "a", "email", "q"])),
                required=draw(st.booleans()),
                form=draw(st.sampled_from([None, 0, 1])),
            )
        )
    for number in range(draw(st.integers(0, 3))):
        name = draw(st.sampled_from(["Submit", "Save", "Next", "Cancel", "Log in", ""]))
        form = draw(st.sampled_from([None, 0, 1]))
        elements.append(
            Element(id=f"button-{number}", tag="button", role="button", name=name, form=form, submits=form is not None)
        )
    return Observation(url="https://shop.example/", elements=tuple(elements))


TASKS = st.builds(
    dict,
    text=st.sampled_from(
        [TASK, "Fill in the form and submit", "Log in", 'Tick "Terms" and press Save', "Create a listing"]
    ),
    data=st.dictionaries(
        st.sampled_from(["price", "email", "phone", "title", "city", "name", "date", "terms"]),
        st.sampled_from(["50", "a@b.org", "2026-11-21", "yes", "Oslo", "03/04/2026"]),
        max_size=4,
    ),
)


@settings(max_examples=300, deadline=None)
@given(pages(), TASKS)
def test_no_proposal_names_what_is_not_there(page, task):
    """Every element is on the page, every reference is known, and a failure says why."""
    proposal = decide(turn(page, **task))

    named = [str(one.parameters["element_id"]) for one in proposal.actions if "element_id" in one.parameters]
    values = [str(one.parameters.get("value", "")) for one in proposal.actions]
    assert set(named) <= set(page.by_id)
    assert {value for value in values if value.startswith("{{")} <= {f"{{{{{name}}}}}" for name in task["data"]}
    assert proposal.message
    assert proposal.actions


@settings(max_examples=150, deadline=None)
@given(pages(), TASKS, st.randoms())
def test_the_order_of_elements_decides_nothing(page, task, random):
    """A permuted page gives the same actions, or the same refusal to act."""
    mixed = list(page.elements)
    random.shuffle(mixed)

    one, other = decide(turn(page, **task)), decide(turn(page.model_copy(update={"elements": tuple(mixed)}), **task))

    def what(proposal):
        return sorted((tool, str(parameters.get("element_id", ""))) for tool, parameters in calls(proposal))

    assert what(one) == what(other)


def test_data_wait_for_the_form_that_is_meant():
    """A button that sends no form is pressed without filling the search beside it."""
    query = PRICE.model_copy(update={"name": "Title", "label": "Title", "form": 1})
    details = SUBMIT.model_copy(update={"name": "Details", "form": None, "submits": False, "type": "button"})
    page = PAGE.model_copy(update={"elements": (query, details)})

    proposal = decide(turn(page, text="Click Details, then fill in the form and submit", data={"title": "Bike"}))

    assert calls(proposal) == [("click", {"element_id": "button-0"})]


LOST = Observation(
    url="chrome-error://chromewebdata/", tree='- h1 "This site cannot be reached"', text="This site cannot be reached"
)
SILENT = Observation(url="https://shop.example/done", tree="", notes=("the page does not answer",))


@pytest.mark.parametrize("page", [LOST, SILENT], ids=["error page", "silence"])
def test_what_no_page_answered_is_no_proof(page):
    """The browser's own error page is not the site's, and a page that says nothing shows nothing: it is not known, and not repeated."""
    steps = [step(PAGE, decide(turn(PAGE)))]
    if page is SILENT:  # it may still answer
        steps.append(step(page, decide(turn(page, steps=tuple(steps)))))
        assert [call[0] for call in calls(steps[-1].proposal)] == ["wait"]

    ((tool, given),) = calls(decide(turn(page, steps=tuple(steps))))

    assert (tool, given["kind"]) == ("fail", "unconfirmed")


def test_a_page_that_is_silent_while_it_is_filled_in_says_nothing_against_the_value():
    """The browser's error page before anything was entered is blocked; a field that does not answer is not found."""
    ((tool, given),) = calls(decide(turn(LOST)))
    assert (tool, given["kind"]) == ("fail", "blocked")

    steps = ()
    for _ in range(2):
        entered = step(PAGE, decide(turn(PAGE, steps=steps)), ["failed", "skipped"])
        silent = entered.outcomes[0].model_copy(update={"detail": "input-0: its page does not answer: Timeout 2000ms"})
        steps = (*steps, entered.model_copy(update={"outcomes": (silent, *entered.outcomes[1:])}))
    ((tool, given),) = calls(decide(turn(PAGE, steps=steps)))
    assert (tool, given["kind"]) == ("fail", "not_found")
