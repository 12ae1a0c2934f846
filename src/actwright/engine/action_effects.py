"""What happened on a run's pages during one action."""

from __future__ import annotations

from dataclasses import dataclass, field

from actwright.engine.permissions.authorization import Authorization
from actwright.schemas.step import SentRequest


@dataclass(frozen=True, slots=True)
class Note:
    """Something that an action caused, for the model.

    Attributes:
        text: It, as a plain sentence.
        gist: The words that make the sentence needless where a tool has reported them; empty for the whole sentence.
        url: Where the page went, if it is about that.
    """

    text: str
    gist: str = ""
    url: str = ""


@dataclass(slots=True)
class ActionEffects:
    """What happened on the run's pages between the dispatch of an action and the moment the page had settled.

    Attributes:
        authorization: What the action may do. If its `refused` is not empty, nothing is dispatched.
        sent: Requests other than GET that left, messages over sockets, and the statuses of their answers.
        asked: Documents that were asked for by GET with values of the run in their URL.
        mismatch: Which value was sent otherwise than it was meant, in a sentence; empty if none was.
        unanswered: Such requests that failed or have no answer yet, and documents that have not arrived.
        stop: Why the rest of the batch must not go on; empty if it may.
        blocked: True if not even a look at the page is possible (a dialog, the page is gone).
        blocked_requests: Requests that were blocked, because the action may send nothing.
        document_refused: Why the page was kept from going on to an address; empty if it was not.
        input_refused: Why input of the action was stopped on its way to the page; empty if none was.
        http_status: HTTP status of the document that arrived; None if none did.
        silent: True if nothing left the browser, and nothing was still under way at the end.
        notes: What the model should know about it.
        dispatched: False once it is known that the action was refused before it touched the page.
        milliseconds: From dispatch until settled, or until the next edit could follow.
        finished: True once the tool has done all its work.
        documents: How many documents had arrived since the last `mark` of the traffic when the action began.
        left: True if the document of the element, or its page, went elsewhere.
        late: True if effects were attributed to this action after a later one had begun.
    """

    authorization: Authorization
    sent: list[SentRequest] = field(default_factory=list[SentRequest])
    asked: list[SentRequest] = field(default_factory=list[SentRequest])
    mismatch: str = ""
    unanswered: list[str] = field(default_factory=list[str])
    blocked_requests: list[str] = field(default_factory=list[str])
    stop: str = ""
    blocked: bool = False
    document_refused: str = ""
    input_refused: str = ""
    http_status: int | None = None
    silent: bool = False
    notes: list[Note] = field(default_factory=list[Note])
    dispatched: bool = True
    milliseconds: float = 0.0
    finished: bool = False
    documents: int = 0
    left: bool = False
    late: bool = False
