import pytest

from actwright.engine.evidence.baselines import check_again
from actwright.engine.evidence.claim_case import ClaimCase, quotes_on
from actwright.engine.evidence.claims import checks_since_acting, judge
from actwright.schemas.page import Element, Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Effect, Evidence, Outcome, Receipt, Step
from actwright.schemas.task import Task
from actwright.tools.expect import Expect, ExpectState, ExpectValue

PAGE = Observation(url="u", text="Success!  Your listing has been created with price $50")
BLANK = Observation(url="u", text="Sell something")


def did(tool="click", effect=Effect.EFFECT, status="done", *evidence):
    action = Action(reason="", tool=tool, parameters={})
    return Outcome(action=action, status=status, effect=effect, evidence=evidence)


def expected(before):
    fact = Evidence(kind="text", wanted="Success!", found="it is there", passed=True, passed_before=before)
    return did("expect", Effect.READ, "done", fact)


def claim(*outcomes, message="Done.", rule="required", seen=BLANK, after=None, again=()):
    proposal = Proposal(complete=True, message=message, actions=tuple(outcome.action for outcome in outcomes))
    task = Task(text="Sell the shoes", evidence=rule)
    return judge(ClaimCase(task=task, proposal=proposal, outcomes=outcomes, seen=seen, now=after, again=again))


def test_no_claim_no_judgement():
    proposal = Proposal(complete=False, message="more to do", actions=())
    case = ClaimCase(task=Task(text="Sell the shoes"), proposal=proposal, outcomes=(), seen=PAGE, now=None)
    assert judge(case) is None


def test_a_claim_beside_actions_needs_evidence_that_is_new():
    assert claim(did(), expected(before=False)).accepted


def test_evidence_that_held_before_the_actions_proves_nothing():
    judged = claim(did(), expected(before=True))
    assert not judged.accepted
    assert "already true just before" in judged.reason


def test_scripts_may_read_the_former_name_of_a_baseline():
    assert [expected(before=before).evidence[0].held_before for before in (True, False)] == [True, False]


def test_one_new_fact_among_old_ones_is_enough():
    assert claim(did(), expected(before=True), expected(before=False)).accepted


def test_a_claim_beside_actions_without_evidence_is_refused():
    assert "no evidence" in claim(did()).reason


@pytest.mark.parametrize(
    ("status", "how"),
    [("failed", "failed"), ("skipped", "was skipped"), ("unknown", "has an unknown outcome")],
)
def test_a_claim_falls_with_any_action_that_is_not_done(status, how):
    judged = claim(did("fill", Effect.EDIT, status), expected(before=False))
    assert not judged.accepted
    assert judged.reason == f"fill {how}, so nothing proves that the task is done"


def test_looking_alone_is_accepted_when_it_holds():
    assert claim(expected(before=None)).accepted


def test_a_quote_of_the_page_is_evidence_without_actions():
    judged = claim(message='It says "Your listing has been created".', seen=PAGE)
    assert judged.accepted
    assert [each.wanted for each in judged.evidence] == ["Your listing has been created"]


def test_a_quote_that_is_not_on_the_page_is_none():
    assert not claim(message='It says "Your listing has been deleted".', seen=PAGE).accepted


def test_a_claim_without_anything_is_refused_with_the_way_to_prove_it():
    assert claim(seen=PAGE).reason == (
        'no evidence: quote text that is on the page in "double quotes", or let an `expect` succeed after the last action, '
        "before the claim or together with it"
    )


SHOWN = Expect(text=["Success!"])
(PROVEN,) = SHOWN.probe(PAGE)


def steps(*several):
    return tuple(
        Step(number=number, page=PAGE, proposal=None, outcomes=outcomes) for number, outcomes in enumerate(several, 1)
    )


def checked(evidence=PROVEN):
    return did("expect", Effect.READ, "done", evidence)


@pytest.mark.parametrize(
    ("earlier", "left"),
    [
        (steps((did(), checked())), (PROVEN,)),
        (steps((did(),), (checked(),), (did("scroll", Effect.READ), did(status="skipped", effect=Effect.READ)), ()),
         (PROVEN,)),
        (steps((checked(),), (checked(),)), (PROVEN,)),
        (steps((checked(), did())), ()),
        (steps((checked(),), (did("fill", Effect.EDIT),)), ()),
        (steps((checked(),), (did(status="failed"),)), ()),
        (steps((checked(),), (did(status="unknown"),)), ()),
        (steps((did(), checked(PROVEN.model_copy(update={"passed_before": True})))), ()),
        (steps((did(), did("expect", Effect.READ, "failed"))), ()),
    ],
)  # fmt: skip
def test_a_check_of_an_earlier_step_counts_until_something_acts(earlier, left):
    """Looking, and what was skipped, leaves it standing; what failed or may have happened does not."""
    assert checks_since_acting(earlier) == left


def test_a_check_is_made_again_on_the_page_as_it_is_now():
    """What it found before its own actions stays with it; what is no `expect` cannot be repeated."""
    assert check_again(PROVEN, PAGE) == PROVEN
    new = PROVEN.model_copy(update={"passed_before": False})
    assert check_again(new, BLANK) == SHOWN.probe(BLANK)[0].model_copy(update={"passed_before": False})
    assert check_again(Evidence(kind="quote", wanted="x", found="x", passed=True), PAGE) is None


def test_a_check_that_holds_again_is_evidence_without_actions_alone():
    judged = claim(again=(PROVEN,))
    assert (judged.accepted, judged.evidence) == (True, (PROVEN,))
    assert not claim(did(), again=(PROVEN,)).accepted


def test_a_check_that_holds_no_more_is_refused_with_what_the_page_shows():
    judged = claim(again=(SHOWN.probe(BLANK)[0],))
    assert (judged.accepted, judged.reason) == (
        False,
        'the evidence is gone: an earlier step found that the page shows "Success!", but now it does not; the page is u',
    )
    assert claim(again=(SHOWN.probe(BLANK)[0], PROVEN)).evidence == (PROVEN,)


FIELD = Element(id="input-0", tag="input", role="textbox", name="Price", value="")
BOX = Element(id="input-1", tag="input", type="checkbox", role="checkbox", name="Gift", value="on", checked=False)
ELSEWHERE = Element(id="p-0", tag="p", name="1 order")


def form(price="", *, gift=False, orders="1 order"):
    update = ({"value": price}, {"checked": gift}, {"name": orders})
    elements = tuple(each.model_copy(update=new) for each, new in zip((FIELD, BOX, ELSEWHERE), update, strict=True))
    return Observation(url="u", text="Orders", elements=elements)


def edited(element, got):
    receipt = Receipt(field=element.title, wanted=got, got=got, match=True)
    return did("fill", Effect.EDIT).model_copy(update={"receipts": (receipt,)})


FILLED = (edited(FIELD, "5"), edited(FIELD, "50"), edited(BOX, "checked"))
AFTER = form("50", gift=True, orders="2 orders")
PRICE = ExpectValue(element_id="input-0", value="50")
GIFT = ExpectState(element_id="input-1", value="checked")
ORDERS = ExpectValue(element_id="p-0", value="2 orders")
TEXT = Expect(text=["Orders"])


@pytest.mark.parametrize("carried", [False, True])
@pytest.mark.parametrize(
    ("page", "earlier", "check", "accepted"),
    [
        (form(), ((*FILLED, did()),), PRICE, False),
        (form(), ((*FILLED, did(status="unknown")),), GIFT, False),
        (AFTER, ((did(),), (did("scroll", Effect.READ),)), PRICE, False),
        (AFTER, ((did(),),), GIFT, False),
        (form(), ((*FILLED, did()),), ORDERS, True),
        (form(), ((*FILLED, did()),), TEXT, False),
        (form(), (FILLED,), PRICE, True),
        (form(), ((did(), *FILLED),), PRICE, True),
        (form(), ((*FILLED, did(status="failed")),), GIFT, True),
    ],
)
def test_what_a_field_held_before_the_last_effect_of_the_run_does_not_prove_it_later(
    page, earlier, check, accepted, carried
):
    """Filled in the same step or found so; whether the check is the claim's own or that of a step before."""
    before = tuple(Step(number=1, page=page, proposal=None, outcomes=outcomes) for outcomes in earlier)
    facts = check.probe(AFTER)
    own, again = ((), facts) if carried else ((checked(*facts),), ())
    judged = judge(
        ClaimCase(
            task=Task(text="Order it"),
            proposal=Proposal(complete=True, message="Done.", actions=()),
            outcomes=own,
            seen=AFTER,
            now=None,
            again=again,
            steps=before,
        )
    )
    assert (judged.accepted, "already true just before" in judged.reason) == (accepted, not accepted)


def test_a_quote_of_the_page_before_the_actions_does_not_prove_them():
    assert not claim(did(), message='"Success!"', seen=PAGE).accepted


def test_the_quoted_rule_takes_a_quote_of_the_page_after_the_actions():
    assert claim(did(), message='"Success!"', seen=BLANK, after=PAGE, rule="quoted").accepted
    assert not claim(did(), message='"Success!"', seen=PAGE, after=BLANK, rule="quoted").accepted


def test_the_rule_off_takes_the_word_but_not_a_failed_action():
    assert claim(did(), rule="off").accepted
    assert not claim(did(status="failed"), rule="off").accepted


@pytest.mark.parametrize("message", ['"!!"', '"a"', "“..”", "'Success!'"])
def test_quotes_too_small_to_mean_anything_do_not_count(message):
    assert quotes_on(PAGE, message) == ()


def test_quotes_are_compared_with_white_space_folded():
    assert quotes_on(PAGE, "It shows “Success!\n Your listing”")[0].passed
