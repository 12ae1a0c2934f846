"""Says of the requests since the last effect whether they carried certain values, and no more of withheld ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from actwright.engine.page.acting.request_values import RequestValues, content_of_request
from actwright.engine.page.activity.request_log import LoggedRequest, RequestLog
from actwright.engine.values.request_content import RequestContent
from actwright.engine.values.run_values import RunValues, quoted_literals
from actwright.engine.values.same_value import means_same
from actwright.engine.values.sought_values import is_called, may_reveal
from actwright.engine.values.values import Values
from actwright.errors import ToolError
from actwright.schemas.task import Task, only_reference
from actwright.text import one_line, shortened
from actwright.tools.seen_request import SeenRequest

LONGEST_NAME = 40
"""Characters of a field's name that are shown."""


class RequestChecks:
    """Compares the requests of one run with values that are wanted; see `RequestAccess`.

    A literal text never matches a field that has a withheld value, or something that may be made from one: it would
    be a guess. Only what the task says itself is compared with such a field.

    Args:
        log: The requests since the last effect.
        requests: Reads what they carried.
        run_values: What was entered, with the other texts that mean it.
        values: Data, private values and secrets.
        task: The task.
    """

    def __init__(
        self, log: RequestLog, requests: RequestValues, run_values: RunValues, values: Values, task: Task
    ) -> None:
        self._log = log
        self._requests = requests
        self._run_values = run_values
        self._values = values
        known = (text for name, text in values.by_name().items() if not self._is_withheld(name))
        self._public = tuple(filter(None, (*known, *quoted_literals(task.text))))
        self._withheld = tuple(text for name, text in values.by_name().items() if text and self._is_withheld(name))

    def expand(self, path: str) -> str:
        """A path with its references to data resolved; see `RequestAccess.expand`."""
        return self._values.expand(path)

    async def since_effect(self, wanted: Mapping[str, str]) -> Sequence[SeenRequest]:
        """The requests since the last effect began; see `RequestAccess.since_effect`."""
        texts = {name: self._texts(text) for name, text in wanted.items()}
        return [self._seen(each, wanted, texts) for each in self._log.requests]

    def _seen(
        self, logged: LoggedRequest, wanted: Mapping[str, str], texts: Mapping[str, Sequence[str]]
    ) -> SeenRequest:
        request = logged.request
        if logged.content is None:
            logged.content = content_of_request(request)
        content = logged.content
        absent = [name for name in wanted if not any(is_called(field.name, name) for field in content.fields)]
        differing = [
            name
            for name, text in wanted.items()
            if name not in absent and not self._has(content, name, texts[name], self._values.withholds(text))
        ]
        return SeenRequest(
            method=request.method,
            url=self._values.mask(request.url),
            status=logged.last_status,
            statuses=frozenset({logged.status, logged.last_status} - {None}),
            failed=self._values.mask(logged.failed),
            problem=self._requests.problem(logged.reading),
            unread=self._values.mask(content.unread),
            names=tuple(dict.fromkeys(self._name(field.name) for field in content.fields if field.name != "path")),
            absent=tuple(absent),
            differing=tuple(differing),
        )

    def _texts(self, wanted: str) -> tuple[str, ...]:
        """The texts that mean a wanted value. Raises ToolError if it cannot be compared."""
        self._values.check(wanted)
        name = only_reference(wanted)
        if self._values.withholds(wanted) and not name:
            raise ToolError(f"{wanted} has a private or secret value in it; give the reference alone, {{{{name}}}}")
        text = self._values.by_name()[name] if name else self._values.expand(wanted)
        is_withheld = self._values.withholds(wanted)
        entered = (each for each in self._run_values.sought() if each.withheld == is_withheld)
        meant = (each for each in entered if each.text == text or (name and each.reference == name))
        return text, *(form for each in meant for form in (each.text, *each.forms))

    def _has(self, content: RequestContent, name: str, texts: Sequence[str], is_withheld: bool) -> bool:  # noqa: FBT001 - one answer of `withholds`
        fields = (field.text for field in content.fields if is_called(field.name, name))
        return any(
            any(means_same(text, sent) for text in texts) and (is_withheld or not self._may_be_withheld(sent))
            for sent in fields
        )

    def _may_be_withheld(self, sent: str) -> bool:
        if any(means_same(each, sent) for each in self._withheld) or self._values.mask(sent) != sent:
            return True
        is_public = any(means_same(each, sent) for each in self._public)
        return not is_public and any(may_reveal(sent, each) for each in self._withheld)

    def _is_withheld(self, name: str) -> bool:
        return self._values.withholds(f"{{{{{name}}}}}")

    def _name(self, name: str) -> str:
        hidden = any(may_reveal(name, each) for each in self._withheld)
        return "a field" if hidden else shortened(one_line(self._values.mask(name)), LONGEST_NAME)
