"""One call for a program in a small language of tool calls, which code carries out page by page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from actwright.engine.policies.base import Ask
from actwright.engine.policies.programs import Batch, Program
from actwright.engine.policies.without_a_call import by_label, shows, went_well
from actwright.errors import ReplyError
from actwright.prompts.code import SCHEMA_NAME, program_request
from actwright.schemas.page import Observation
from actwright.schemas.proposal import Action, Proposal
from actwright.schemas.step import Step
from actwright.schemas.turn import Turn


class CodeAsAction:
    """Asks the `main` model for a program, and again where it cannot go on.

    A program goes on without a call if everything so far was done, the page shows the words that the program waits for,
    and each label stands for exactly one element. Its conditions are evaluated on the pages that the steps saw, so its
    place follows from the steps alone.
    """

    roles: ClassVar[tuple[str, ...]] = ("main",)

    async def decide(self, turn: Turn, ask: Ask) -> Proposal:
        """What the program does on this page, or the beginning of a new program.

        Raises:
            ReplyError: The model's reply is cut off, a refusal, or not a program.
        """
        text, pages = _newest_program(turn.steps)
        if text and turn.page.dialog is None and went_well(turn.steps[-1]):
            program = Program(text, turn.tools)
            batch = _batch(program, [*pages, turn.page])
            found = [by_label(action, turn.page) for action in batch.actions] if batch else []
            actions = [action for action in found if action is not None]
            if batch is not None and len(actions) == len(found) and (actions or batch.complete):
                return _proposal(program, batch, actions)
        program = Program((await ask(program_request(turn), role="main")).text, turn.tools)
        batch = _batch(program, [turn.page])
        if batch is None or not (batch.actions or batch.complete):
            raise ReplyError("the program does nothing on this page: begin with what this page shows")
        return _proposal(program, batch, [by_label(action, turn.page) or action for action in batch.actions])


POLICY = CodeAsAction


def _newest_program(steps: Sequence[Step]) -> tuple[str, list[Observation]]:
    """The newest program that was read, and the pages that its steps saw; an empty text if there is none."""
    for age, step in enumerate(reversed(steps), 1):
        for exchange in reversed(step.exchanges):
            if exchange.reply is not None and exchange.request.schema_name == SCHEMA_NAME:
                return "" if step.problem else exchange.reply.text, [each.page for each in steps[-age:]]
    return "", []


def _batch(program: Program, pages: Sequence[Observation]) -> Batch | None:
    """What a program does on the last of these pages; None if it ended before."""
    running = program.batches()
    batch = next(running)
    try:
        for page in pages:
            batch = running.send(partial(shows, page))
    except StopIteration:
        return None
    return batch


def _proposal(program: Program, batch: Batch, actions: Sequence[Action]) -> Proposal:
    message = batch.message or program.why or "as the program says"
    return Proposal(complete=batch.complete, message=message, actions=tuple(actions), output=batch.output)
