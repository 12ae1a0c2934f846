"""Standing instructions of the user, which every request of a run has after its system prompt."""

from __future__ import annotations

from actwright.schemas.exchange import Request, TextBlock

HEADING = "\n\n# Standing instructions of the user\nThey apply to every task; where the task says otherwise, the task wins.\n\n"


def instructed(request: Request, instructions: str) -> Request:
    """Returns the request with the instructions at the end of its system prompt, where a provider can cache them."""
    if not instructions:
        return request
    *before, last = request.system or (TextBlock(text="", section="system"),)
    block = TextBlock(text=f"{HEADING}{instructions}", section="instructions", cache=last.cache)
    prompt = [*before, last.model_copy(update={"cache": False})] if last.text else before
    return request.model_copy(update={"system": (*prompt, block)})
