"""Fills in and submits a form from data without a model; a match without a clear margin is refused."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from actwright.engine.policies.base import Ask
from actwright.engine.policies.rules.after_press import judge_press
from actwright.engine.policies.rules.before_press import fill_and_press
from actwright.engine.policies.rules.progress import Progress, act, fail, is_for_persons, marked, propose
from actwright.errors import ConfigError
from actwright.schemas.page import Dialog
from actwright.schemas.proposal import Proposal
from actwright.schemas.task import Task
from actwright.schemas.turn import Turn

ASK_HUMAN = "ask_human"
"""The tool that asks a person to act; models and rules see it only if one can be asked."""


class Rules:
    """Maps data to the fields of a form by their labels, names, types and options, in any language.

    It asks no model and keeps nothing between turns: the same turn always gives the same proposal. It fills in what
    fits one field clearly better than any other, submits the form once, and proves success with `expect`. Words of the
    task only choose between forms and buttons that would both do. Instead of guessing, it calls `fail` and names the
    candidates.

    Args:
        optional: Names of values that the form may lack a field for.
        readings: The days and numbers that values mean which can be read in two ways, by their text.
    """

    roles: tuple[str, ...] = ()

    def __init__(self, *, optional: Collection[str] = (), readings: Mapping[str, str] | None = None) -> None:
        self._optional, self._readings = optional, readings or {}

    def check(self, task: Task) -> None:
        """Raises ConfigError if the task has no data, before anything is opened."""
        if not task.names:
            raise ConfigError(
                "the policy 'rules' fills in forms from data, takes no values or steps from the text of a task, and "
                "got no data; pass the values as data (--data price=50), or use a policy that asks a model"
            )

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:  # noqa: ARG002 - the protocol's; no model is asked
        """The proposal for this turn. Never raises: what the policy cannot do becomes a `fail`."""
        return decide(turn, self._optional, self._readings)


POLICY = Rules


def decide(turn: Turn, optional: Collection[str] = (), readings: Mapping[str, str] | None = None) -> Proposal:
    """The proposal for this turn. Pure: the same turn gives the same proposal."""
    progress = Progress.of(turn, optional, readings or {})
    press = progress.history.press
    if progress.page.dialog:
        proposal = _answer(progress.page.dialog)
    else:
        proposal = judge_press(progress, press) if press else fill_and_press(progress)
    return _ask_a_person(turn, proposal)


def _ask_a_person(turn: Turn, proposal: Proposal) -> Proposal:
    """The proposal, or one that asks a person to act, if it gives up at a captcha or a login.

    A person is asked only if that is possible and the last step did not ask already.
    """
    stop = next((each for each in proposal.actions if each.parameters.get("kind") == "blocked"), None)
    if stop is None or all(spec.name != ASK_HUMAN for spec in turn.tools) or not is_for_persons(turn.page):
        return proposal
    if turn.steps and any(outcome.action.tool == ASK_HUMAN for outcome in turn.steps[-1].outcomes):
        return proposal
    action = act("something stands in front of the page", ASK_HUMAN, reason=str(stop.parameters["reason"]))
    return propose(proposal.message, [action])


def _answer(dialog: Dialog) -> Proposal:
    """Closes an alert. A question that the data do not answer is dismissed, and ends the run."""
    reason = marked("answer", f'the page asks "{dialog.message}"')
    if dialog.kind not in ("confirm", "prompt"):
        return propose(f'Answering "{dialog.message}"', [act(reason, "answer_dialog", accept=True)])
    stop = f'the page asks "{dialog.message}", which the data does not answer; it was dismissed'
    return propose(stop, [act(reason, "answer_dialog", accept=False), fail(stop, "unclear")])
