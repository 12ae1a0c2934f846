"""What the terminal shows of a step and of a result."""

import io

from inline_snapshot import snapshot
from rich.console import Console

from actwright.cli.run_progress import print_result
from actwright.engine.records.step_lines import print_result as print_ending
from actwright.engine.records.step_lines import print_step
from actwright.schemas.exchange import Exchange, Message, Request, TextBlock
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.result import Result, Status
from actwright.schemas.step import Claim, Evidence, Outcome, Step
from actwright.schemas.task import Task
from actwright.schemas.usage import Usage
from actwright.text import printable

REQUEST = Request(messages=(Message(role="user", blocks=(TextBlock(text="page"),)),))
PAGE = Observation(url="https://shop.example/price")


def action(tool, **parameters):
    """An action for whatever reason."""
    return Action(reason="because", tool=tool, parameters=parameters)


def exchange(cost, *, fresh=1200, output=80):
    """A call that cost this."""
    usage = Usage(fresh=fresh, cache_read=1000, output=output)
    return Exchange(role="main", model="m", wire="anthropic", request=REQUEST, usage=usage, cost=cost)


def shown(printing, value, **options):
    """What is printed on a terminal of 100 columns without colours."""
    screen = io.StringIO()
    printing(Console(file=screen, width=100, highlight=False), value, **options)
    return screen.getvalue()


def test_each_action_shows_its_mark_and_what_came_of_it():
    """Done, failed, unknown and skipped are told apart without colour."""
    actions = (action("fill"), action("click"), action("click"), action("expect", text="Saved"))
    step = Step(
        number=2,
        page=PAGE,
        proposal=Proposal(complete=True, message="Set the price.", actions=actions),
        outcomes=(
            Outcome(action=actions[0], status="done", target='input-0 "Price"', detail="holds 50"),
            Outcome(action=actions[1], status="failed", target='button-0 "Help"', detail="covered by div\nclose it"),
            Outcome(action=actions[2], status="unknown", target='button-1 "Save"', detail="no answer came"),
            Outcome(action=actions[3], status="skipped", detail="an action before it failed"),
        ),
        exchanges=(exchange(0.0123),),
        claim=Claim(accepted=False, reason="an action failed"),
        started=1.0,
        ended=3.5,
    )
    assert shown(print_step, step) == snapshot("""\
  2 Set the price.
    ✓ fill     input-0 "Price"
               holds 50
    ✗ click    button-0 "Help"
               covered by div
               close it
    ? click    button-1 "Save"
               no answer came
    – expect   an action before it failed
    ! not accepted as complete: an action failed
    1 call, 2,200 + 80 tokens, $0.0123   2.5 s   https://shop.example/price
""")  # noqa: RUF001 - the mark of a skipped action


def test_an_unusable_reply_shows_its_problem_and_its_cost():
    """A price that is not known is not shown as a number."""
    step = Step(number=1, page=PAGE, proposal=None, problem="the reply is empty", exchanges=(exchange(None),))
    assert shown(print_step, step) == snapshot("""\
  1 no usable reply
    ! the reply is empty
    1 call, 2,200 + 80 tokens, price not known   0.0 s   https://shop.example/price
""")


def test_a_call_that_was_not_made_is_no_unusable_reply():
    """The head of the step says so; after a failed attempt, that no other was made."""
    refused = Step(number=1, page=PAGE, proposal=None, problem="$0.01 are left", limit="usd")
    assert shown(print_step, refused) == snapshot("""\
  1 no call was made
    ! $0.01 are left
    no model call   0.0 s   https://shop.example/price
""")
    retried = refused.model_copy(update={"exchanges": (exchange(0.0),)})
    assert shown(print_step, retried).splitlines()[0] == "  1 no further call was made"


def test_a_result_ends_with_evidence_and_totals():
    """Status, message, evidence, and what the steps took together."""
    evidence = Evidence(kind="text", wanted="Price saved", found="Price saved", passed=True, passed_before=False)
    quote = Evidence(kind="quote", wanted="No. 7", found="it does", passed=True)
    steps = (
        Step(number=1, page=PAGE, proposal=None, problem="cut off", exchanges=(exchange(0.01),), started=1.21),
        Step(
            number=2,
            page=PAGE,
            proposal=Proposal(complete=True, message="Saved.", actions=()),
            exchanges=(exchange(0.02), exchange(0.03)),
            claim=Claim(accepted=True, reason="passed", evidence=(evidence, quote)),
            started=2.0,
            ended=12.34,
        ),
    )
    result = Result(task=Task(text="x"), status=Status.COMPLETE, steps=steps)
    assert shown(print_result, result) == snapshot("""\

Complete: Saved.
  ✓ Price saved
  ✓ the message quotes "No. 7"
2 steps, 3 calls, 6,600 + 240 tokens, $0.0600, 12.3 s, of which 1.2 s for startup
""")


def test_a_result_without_evidence_says_that_it_was_not_checked():
    """Nobody should take a model's word for a proof."""
    proposal = Proposal(complete=True, message="Submitted.", actions=())
    claim = Claim(accepted=True, reason="taken at its word")
    step = Step(number=1, page=PAGE, proposal=proposal, claim=claim, ended=1.0)
    result = Result(task=Task(text="x", evidence="off"), status=Status.COMPLETE, steps=(step,))
    assert shown(print_result, result) == snapshot("""\

Complete (not checked): Submitted.
1 step, no model call, 1.0 s, of which 0.0 s for startup
""")


def test_a_limit_says_what_to_change_and_what_was_said_last():
    """Without a model there are no zeros for tokens and money."""
    proposal = Proposal(complete=False, message="Looking.", actions=())
    steps = (Step(number=1, page=PAGE, proposal=proposal, started=0.2, ended=0.5),)
    result = Result(task=Task(text="x"), status=Status.STEP_LIMIT, steps=steps)
    assert shown(print_result, result) == snapshot("""\

Step limit: the limit of 1 step was reached; raise --max-steps to go further
Last message: Looking.
1 step, no model call, 0.5 s, of which 0.2 s for startup
""")


def test_unusable_replies_show_what_was_wrong_with_them():
    """The problem of the last reply, once, and no message of an earlier step."""
    first = Step(number=1, page=PAGE, proposal=Proposal(complete=False, message="Looking.", actions=()))
    steps = (first, Step(number=2, page=PAGE, proposal=None, problem="the reply is empty", ended=3.0))
    result = Result(task=Task(text="x"), status=Status.UNUSABLE_REPLIES, steps=steps)
    assert shown(print_result, result) == snapshot("""\

Unusable replies: the model's replies could not be used; the last: the reply is empty
2 steps, no model call, 3.0 s, of which 0.0 s for startup
""")


def test_an_action_that_gives_up_has_a_mark_of_its_own():
    """It was done, but it is no success. Its reason is how the run ends, and is printed once, there or above the steps."""
    actions = (action("fail", reason="no such field"),)
    step = Step(
        number=1,
        page=PAGE,
        proposal=Proposal(complete=False, message="It cannot be done.", actions=actions),
        outcomes=(Outcome(action=actions[0], status="done", detail="no such field", ends_run=True),),
    )
    assert shown(print_step, step) == snapshot("""\
  1 It cannot be done.
    ■ fail
    no model call   0.0 s   https://shop.example/price
""")
    replayed = step.model_copy(update={"proposal": Proposal(complete=False, message="no such field", actions=actions)})
    assert shown(print_step, replayed).startswith("  1 Gave up\n    ■ fail\n")
    result = Result(task=Task(text="x"), status=Status.FAILED, steps=(replayed,))
    assert shown(print_result, result).startswith("\nFailed: no such field\n1 step")
    assert shown(print_ending, result, after="failed after 1 step: no such field").startswith("\nFailed\n1 step")


def test_a_page_cannot_steer_the_terminal():
    """Escape sequences, carriage returns and direction marks lose their effect; so does rich's markup."""
    assert printable("a\x1b[2Jb\rc\x9bd\u202ee\nf") == "a\ufffd[2Jb\ufffdc\ufffdd\ufffde\nf"
    proposal = Proposal(complete=False, message="[red]\x1b]0;title\x07", actions=())
    assert "[red]\ufffd]0;title\ufffd" in shown(print_step, Step(number=1, page=PAGE, proposal=proposal))
