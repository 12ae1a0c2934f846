"""A policy of your own, to compare with the built-in ones: it looks at a picture only where something went wrong.

actwright compare tasks.jsonl --policy single_call,picture_on_trouble:PictureOnTrouble --model anthropic:NAME
"""

from collections.abc import Sequence

from actwright.engine.policies.single_call import SingleCall
from actwright.schemas.step import Step


class PictureOnTrouble(SingleCall):
    """`single_call` with a screenshot only after a step in which an action failed or a claim was refused."""

    def pictured(self, steps: Sequence[Step]) -> bool:
        """Whether the next look is one with a screenshot."""
        if not steps:
            return False
        last = steps[-1]
        refused = last.claim is not None and not last.claim.accepted
        return refused or any(outcome.status == "failed" for outcome in last.outcomes)
