"""Decisions of the `rules` policy over pages made by hand: pure, without a browser."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from actwright.engine.policies.base import find_policy
from actwright.engine.policies.rules.policy import decide
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
FILL = "Fill in the form and submit"
PRICED = {"price": "$50"}


def turn(page, *, task=FILL, steps=(), data=PRICED, **values):
    return Turn(task=Task(text=task, data=data, **values), steps=steps, page=page, tools=(), observe=None)


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


def test_a_value_may_have_no_field_if_it_is_optional():
    """It is left out; without that, nothing is sent. One that fits is entered all the same."""
    given = turn(PAGE, data={**PRICED, "flavour": "mint"})
    assert "click" not in [tool for tool, _ in calls(decide(given))]
    assert calls(decide(given, {"flavour", "price"})) == calls(decide(turn(PAGE)))


def test_success_is_claimed_with_what_is_new_on_the_page():
    """The second turn looks only."""
    proposal = decide(turn(DONE, steps=(step(PAGE, decide(turn(PAGE))),)))

    assert (proposal.complete, calls(proposal)) == (
        True,
        [("expect", {"text": ["Success!"]}), ("expect_url", {"url": "https://shop.example/done"})],
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
    task = {"data": {"birthday": "1815-12-10"}}

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

    proposal = decide(turn(page, task="Log in", data={"email": "a@b.org"}, secrets=("password",)))

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


@pytest.mark.parametrize(("said", "tool"), [("Thank you, your order was received", "expect"), ("Your cart", "fail")])
def test_a_form_beside_the_confirmation_is_never_sent(said, tool):
    """The button that leads on may have sent the form; a newsletter's on the next page is not its last page."""
    onward = SUBMIT.model_copy(update={"name": "Continue"})
    first = PAGE.model_copy(update={"elements": (PRICE, onward)})
    news = PRICE.model_copy(update={"id": "input-7", "name": "Newsletter", "label": "Newsletter"})
    subscribe = SUBMIT.model_copy(update={"id": "button-7", "name": "Subscribe"})
    after = Observation(url="https://shop.example/done", tree=f'- h1 "{said}"', text=said, elements=(news, subscribe))

    proposal = decide(turn(after, steps=(step(first, decide(turn(first))),)))

    assert calls(proposal)[0][0] == tool


@pytest.mark.parametrize(("kind", "accepted"), [("alert", True), ("confirm", False), ("prompt", False)])
def test_a_question_that_no_data_answer_is_dismissed(kind, accepted):
    """An alert is closed, and the run goes on; a question ends it."""
    asking = Observation(url=PAGE.url, dialog=Dialog(kind=kind, message="Sure?"))

    answer = decide(turn(asking, steps=(step(PAGE, decide(turn(PAGE))),)))

    assert calls(answer)[0] == ("answer_dialog", {"accept": accepted})
    assert [call[0] for call in calls(answer)[1:]] == ([] if accepted else ["fail"])


def test_a_form_whose_button_is_disabled_is_filled_in_first():
    """The button is looked for again once the fields hold their values."""
    waits = PAGE.model_copy(update={"elements": (PRICE, SUBMIT.model_copy(update={"disabled": True}))})
    filled = PAGE.model_copy(update={"elements": (PRICE.model_copy(update={"value": "50"}), SUBMIT)})

    first = decide(turn(waits))
    second = decide(turn(filled, steps=(step(waits, first),)))

    assert calls(first) == [("fill", {"element_id": "input-0", "value": "50"})]
    assert calls(second) == [("click", {"element_id": "button-0"})]


def test_a_button_that_stays_disabled_is_pressed_once_the_fields_have_their_values():
    """Going on to it leaves the last field, which may enable it."""
    button = SUBMIT.model_copy(update={"disabled": True})
    empty, filled = (
        PAGE.model_copy(update={"elements": (PRICE.model_copy(update={"value": value}), button)})
        for value in ("", "50")
    )

    steps = [step(empty, decide(turn(empty)))]
    while calls(answer := decide(turn(filled, steps=tuple(steps))))[0][0] == "wait":
        steps.append(step(filled, answer))

    assert calls(answer) == [("click", {"element_id": "button-0"})]


@pytest.mark.parametrize(
    ("task", "pressed"),
    [
        ("Save it", "button-0"),
        ("Publish", "button-1"),
        ("Veröffentlichen", "button-2"),
        ("送信してください", "button-3"),
    ],
)
def test_words_of_the_task_choose_between_buttons_that_would_all_do(task, pressed):
    """In any language; a task that names none of them is refused."""
    names = ["Save", "Publish", "Veröffentlichen", "送信"]
    buttons = [SUBMIT.model_copy(update={"id": f"button-{n}", "name": name}) for n, name in enumerate(names)]
    page = PAGE.model_copy(update={"elements": (PRICE, *buttons)})

    assert calls(decide(turn(page, task=task)))[-1] == ("click", {"element_id": pressed})
    assert [call[0] for call in calls(decide(turn(page, task="Do it")))] == ["fail"]


@pytest.mark.parametrize(
    ("task", "form"), [("Fill in the job application and send it", 0), ("Beschwerde einreichen", 1), ("Send it", None)]
)
def test_words_of_the_task_choose_between_forms_that_would_both_do(task, form):
    """By the heading that a form stands under; a task that speaks of neither is refused."""
    elements = [one.model_copy(update={"id": f"{one.tag}-{n}", "form": n}) for n in (0, 1) for one in (PRICE, SUBMIT)]
    tree = """- h2 "Job application"
- input-0 "Price"
- button-0 "Submit"
- h2 "Beschwerde"
- input-1 "Price"
- button-1 "Submit\""""
    page = PAGE.model_copy(update={"elements": tuple(elements), "tree": tree})

    proposal = decide(turn(page, task=task))

    expected = [("fail", None)] if form is None else [("fill", f"input-{form}"), ("click", f"button-{form}")]
    assert [(tool, given.get("element_id")) for tool, given in calls(proposal)] == expected


def test_the_button_of_another_form_is_never_pressed():
    """A form without a button of its own is filled in, and not sent with the search's."""
    other = SUBMIT.model_copy(update={"name": "Search", "form": 1})
    query = PRICE.model_copy(update={"id": "input-9", "name": "Search", "label": "Search", "form": 1})
    page = PAGE.model_copy(update={"elements": (query, other, PRICE)})
    filled = PAGE.model_copy(update={"elements": (query, other, PRICE.model_copy(update={"value": "50"}))})

    first = decide(turn(page))

    assert calls(first) == [("fill", {"element_id": "input-0", "value": "50"})]
    assert [call[0] for call in calls(decide(turn(filled, steps=(step(page, first),))))] == ["wait"]


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
    task=st.sampled_from([FILL, "Log in", "Salva il modulo", "Create a listing"]),
    data=st.dictionaries(
        st.sampled_from(["price", "email", "phone", "title", "city", "name", "date", "terms"]),
        st.sampled_from(["50", "a@b.org", "2026-11-21", "yes", "Oslo", "03/04/2026"]),
        max_size=4,
    ),
)


@settings(max_examples=100)
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


@settings(max_examples=60)
@given(pages(), TASKS, st.randoms())
def test_the_order_of_elements_decides_nothing(page, task, random):
    """A permuted page gives the same actions, or the same refusal to act."""
    mixed = list(page.elements)
    random.shuffle(mixed)

    one, other = decide(turn(page, **task)), decide(turn(page.model_copy(update={"elements": tuple(mixed)}), **task))

    def what(proposal):
        return sorted((tool, str(parameters.get("element_id", ""))) for tool, parameters in calls(proposal))

    assert what(one) == what(other)


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


def test_an_ambiguous_date_is_invalid_even_if_something_else_is_unclear():
    """The row must be corrected, whatever else is wrong with it."""
    fields = [("Visit", "date"), ("Note for us", "text"), ("Note for them", "text")]
    elements = tuple(
        PRICE.model_copy(update={"id": f"input-{number}", "type": kind, "name": label, "label": label})
        for number, (label, kind) in enumerate(fields)
    )
    page = PAGE.model_copy(update={"elements": (*elements, SUBMIT)})
    proposal = decide(turn(page, data={"Visit": "03/04/2026", "Note": "none"}))
    assert [(tool, given["kind"]) for tool, given in calls(proposal)] == [("fail", "invalid_data")]
    assert "2026-03-04 or 2026-04-03" in proposal.message
    proposal = decide(turn(page, data={"Visit": "2026-04-03", "Note": "none"}))
    assert [given["kind"] for _, given in calls(proposal)] == ["unclear"]
