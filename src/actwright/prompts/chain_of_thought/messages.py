"""A turn of WebArena's agent as messages: the intro, examples as named system messages, and the turn to decide.

The objective in it is the task in the user's words, and what else the model must know.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from actwright.prompts.render import LEAST_CACHED, confirmation, load, task_values
from actwright.schemas.exchange import ImageBlock, Message, Request, TextBlock
from actwright.schemas.page import Image
from actwright.schemas.sampling import Sampling
from actwright.schemas.task import Task


class Shot(NamedTuple):
    """An example: a turn, its reply, and the picture of its page if it has one."""

    turn: str
    reply: str
    picture: Image | None = None


def request(
    intro: str,
    shots: Sequence[Shot],
    turn: str,
    *,
    screenshot: Image | None = None,
    images: Sequence[Image] = (),
    always_system: bool = False,
    sampling: Sampling | None = None,
) -> Request:
    """The request for one turn, in the layout of `agent/prompts/prompt_constructor.py` in web-arena-x/visualwebarena.

    Args:
        intro: The system prompt.
        shots: Examples, each of which is two system messages named `example_user` and `example_assistant`.
        turn: The turn to decide.
        screenshot: The picture of the page, for a model that is shown it.
        images: Pictures of the task.
        always_system: Whether an example with a picture is two system messages too. OpenAI no longer accepts that
            ("Image URLs are only allowed for messages with role 'user'"), so otherwise they are messages of user and
            assistant.
        sampling: The sampling of the model.
    """
    examples = [message for shot in shots for message in _example(shot, always_system=always_system)]
    blocks = (TextBlock(text=turn, section="page"), *_pictures(screenshot, images))
    made = Request(
        system=(TextBlock(text=intro, section="system"),),
        messages=(*_marked(examples, len(intro)), Message(role="user", blocks=blocks)),
    )
    return made.sampled(sampling or Sampling())


def _example(shot: Shot, *, always_system: bool) -> tuple[Message, Message]:
    turn, reply, picture = shot
    plain = picture is None or always_system
    asked = (TextBlock(text=turn, section="system"), *_pictures(picture, ()))
    said = TextBlock(text=reply, section="system")
    return (
        Message(role="system" if plain else "user", name="example_user", blocks=asked),
        Message(role="system" if plain else "assistant", name="example_assistant", blocks=(said,)),
    )


def _pictures(screenshot: Image | None, images: Sequence[Image]) -> Iterator[TextBlock | ImageBlock]:
    """Pictures, each after its number: `IMAGES: (1) current page screenshot`, then `(2) input image 1`."""
    shown = [] if screenshot is None else [("current page screenshot", ImageBlock(image=screenshot))]
    shown += [
        (f"input image {number}", ImageBlock(image=image, section="task")) for number, image in enumerate(images, 1)
    ]
    for number, (name, block) in enumerate(shown, 1):
        yield TextBlock(text=f"{'IMAGES: ' * (number == 1)}({number}) {name}", section=block.section)
        yield block


def _marked(examples: list[Message], before: int) -> list[Message]:
    """The examples, the last of which is marked as the end of a prefix worth caching unless that is too short."""
    texts = [block for message in examples for block in message.blocks if isinstance(block, TextBlock)]
    if not examples or before + sum(len(block.text) for block in texts) < LEAST_CACHED:
        return examples
    end = examples[-1].model_copy(update={"blocks": (texts[-1].model_copy(update={"cache": True}),)})
    return [*examples[:-1], end]


def objective(task: Task, captions: Sequence[str] = ()) -> str:
    """The objective: only the user's words if the task has no values, no typed answer, and needs no evidence.

    Args:
        task: What is to be done.
        captions: The task's pictures in words, which stand before it, as in VisualWebArena (`PromptAgent.next_action`).
    """
    return _captioned(captions) + task.text + task_values(task) + "".join(f"\n{line}" for line in _about_stop(task))


def only_text(task: Task) -> str:
    """The name of the only property of a typed answer, if it is a text; empty for any other answer."""
    properties = (task.output or {}).get("properties", {})
    name = next(iter(properties), "")
    return name if len(properties) == 1 and properties[name].get("type") == "string" else ""


def _captioned(captions: Sequence[str]) -> str:
    named = (
        f'{"input" if number > 1 else "Input"} image {number}: "{said}"' for number, said in enumerate(captions, 1)
    )
    return f"{', '.join(named)}\nIntent: " if captions else ""


def _about_stop(task: Task) -> Iterator[str]:
    if task.output is not None and not only_text(task):
        yield load("stop_output", schema=json.dumps(task.output, ensure_ascii=False))
    if required := confirmation(task, "the answer of stop").strip():
        yield required
