"""The guard of one row: nothing is sent until the form holds the row's values and the ledger records the intent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from playwright.async_api import Request

from actwright.engine.permissions.request_firewall import Block, PageRequest, RequestRule, SendOnce
from actwright.engine.values.sought_values import SoughtValue
from actwright.errors import ActwrightError
from actwright.jobs.job_options import JobOptions
from actwright.jobs.request_rules import RequestRules, uploads
from actwright.jobs.row_claim import RowClaim
from actwright.jobs.row_columns import Column, columns_of
from actwright.jobs.row_match import RowMatch
from actwright.jobs.sent_row import RowInRequest, SentRow, read_request
from actwright.jobs.submission_state import Submission, SubmissionState
from actwright.schemas.confirmation import ConfirmRequest
from actwright.schemas.http_methods import SAFE_METHODS
from actwright.schemas.step import Receipt

REDIRECTED = (
    "the response to {label} asks to send the row again, as {target}; it was not sent there. If that is what takes "
    "rows, name it with submit (--submit)"
)
PROVEN = "submitted to"
"""The name of the note in the ledger that holds the address that rows were sent to."""


@dataclass(eq=False)
class SubmissionGuard(RequestRule):
    """The firewall's rule about one row of a job: decides what may be sent for it.

    Without `submit` in the options, anything that may have an effect counts as the submission: an action that submits a
    form, and each request other than GET to the site of the job once something was entered. With `submit`, only
    requests to that address count. Until a row has reached that address, the other requests count too: a mistyped
    address must not cause a row to be sent twice.

    Attributes:
        claim: Where the guard records the intent.
        rules: Say what a request may be.
        options: The options of the job.
        proven: Whether an earlier row of the job was sent to the address in `submit`.
        dry: Whether the submit is blocked.
        receipts: Returns the receipts of what was entered and read back so far.
        sought: Returns what was entered so far, with what else the page may send for it.
        elsewhere: Returns the names of columns that were entered into a document of another origin.
        sent_row: What the requests so far carried of the row.
        intended: Whether the ledger records that the row may have been sent.
        state: What was sent after that.
        at_home: Whether the page is confined to the site of the job: once values were entered, it sends nothing
            elsewhere and does not navigate away.
        turned_away: A request to another site that was blocked; empty if there was none.
        problem: Why the row must not be submitted; empty if it may be.
        unapproved: True if the form no longer matches the approved one.
        form: The fields of the form when it was last about to be submitted, by title; masked.
        dry_submit: What a dry run would have sent; empty until then.
        broken: The error of a ledger that cannot be written; nothing is sent after it.
    """

    subject = "submission"
    claim: RowClaim
    rules: RequestRules
    options: JobOptions
    proven: bool = False
    dry: bool = False
    receipts: Callable[[], Sequence[Receipt]] = tuple
    sought: Callable[[], Sequence[SoughtValue]] = tuple
    elsewhere: Callable[[], Collection[str]] = tuple
    sent_row: SentRow = field(default_factory=SentRow)
    intended: bool = False
    state: SubmissionState = field(default_factory=SubmissionState)
    at_home: bool = False
    turned_away: str = ""
    problem: str = ""
    unapproved: bool = False
    form: Mapping[str, str] = field(default_factory=dict[str, str])
    dry_submit: str = ""
    broken: ActwrightError | None = None
    _effects: int = 0
    _cleared: bool = False
    _row_left: bool = False
    _elsewhere: set[str] = field(default_factory=set[str])

    @property
    def match(self) -> RowMatch:
        """Compares forms and requests with the row."""
        return self.rules.match

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the row, each with what it was entered as so far."""
        return columns_of(self.match.row, self.options.optional, self.sought(), self.receipts())

    @property
    def left_out(self) -> str:
        """A column that was in nothing that was sent, in words; empty if there is none."""
        return self.sent_row.left_out(self._elsewhere)

    @property
    def unread(self) -> str:
        """Which columns could not be compared with what was sent, in words; empty if all could."""
        return self.sent_row.unread(self._elsewhere)

    @property
    def closed(self) -> bool:
        """Whether nothing may be sent any more."""
        return bool(self.problem or self.dry_submit or self.broken)

    async def confirm(self, request: ConfirmRequest) -> bool:
        """Returns whether an action that may have an effect may be performed."""
        if request.sends:
            return True  # `decide` judges it
        if self.closed:
            return False
        if request.origin and not self.rules.ours(request.origin):
            self.problem = (
                f"values of the row would go to {request.origin}, another site; permit it with sites (--site)"
            )
            return False
        self._effects, self._cleared = self._effects + 1, False
        self.form = {**request.values} or self.form
        what = f"{request.tool} {request.target}".strip()
        if self.options.submit:
            return self.proven or self.dry or self._intend(what)
        return self._passes(what) if request.submits else self.dry or self._intend(what)

    async def decide(self, request: PageRequest) -> Block | SendOnce | None:
        """Lets a request pass, sends it once, or blocks it; see `RequestRule`."""
        try:
            passes = self._may_pass(request)
        except ActwrightError as error:  # the ledger cannot be written
            self.broken, passes = error, False
        if not passes:
            return Block(f"was blocked: {self.problem or self.broken or 'the row may not send it now'}")
        if not self.intended or request.is_safe or uploads(request):
            return None
        ours, whole = self.rules.ours(request.url), self.match.is_in(request)
        sending = Submission(request.label, ours=ours, whole=whole, press=self._effects)
        self.state.sendings.append(sending)
        return SendOnce(
            self.options.seconds,
            ended=partial(self.state.end, sending),
            may_repeat=partial(self._may_repeat, request),
        )

    def _may_pass(self, request: PageRequest) -> bool:
        """Whether a request may be sent. A submission must not be sent a second time."""
        acted = self._effects > 0
        carries = self.rules.carries(request, acted=acted, entered=bool(self.receipts()))
        submits = self.rules.submits(request, carries=carries)
        if (self.at_home or (self.dry and not submits)) and self.receipts() and not self.rules.ours(request.url):
            return self._may_go_elsewhere(request)
        columns = self.columns if carries or submits or (acted and request.navigates) else ()
        sent = read_request(request, columns) if columns else None
        final = sent is not None and self._is_final(request, sent, columns, submits=submits)
        if sent is not None and (acted or self.options.submit) and self._differs(sent, columns, final=final):
            return False
        if submits:
            if not self._may_submit(request):
                return False
        elif carries and not self.proven and not self.dry and not self._intend(request.label):
            return False
        by_address = acted and self.match.is_in(request)  # a form with GET
        if self.intended and (not request.is_safe or by_address):
            self.claim.require()
            self.state.sent.append(request.label)
            self._row_left |= sent is None or sent.is_of_row
        if sent is not None:
            self.sent_row.add(sent, columns, final=final)
        return True

    def _is_final(self, request: PageRequest, sent: RowInRequest, columns: Sequence[Column], *, submits: bool) -> bool:
        """Whether a request is the last one of the row, so that all must have been sent by then."""
        if self.options.submit:
            return submits
        if not self._effects:
            return False  # a page may only be saving what was typed
        by_form = request.navigates and not request.is_safe
        return by_form or (submits and self.sent_row.is_final(sent, columns))

    def _differs(self, sent: RowInRequest, columns: Sequence[Column], *, final: bool) -> bool:
        """Whether a request has another value than the row, or is the last one and lacks one; notes the problem."""
        wrong = next(iter(sent.differing.values()), "")
        if not wrong and final:
            self._elsewhere |= {*self.elsewhere()}
            wrong = self.sent_row.missing(sent, columns, elsewhere=self._elsewhere)
        self.problem = self.problem or wrong
        return bool(wrong)

    def _may_repeat(self, request: PageRequest, url: str) -> bool:
        """Whether a request may be sent again to where its response redirects it."""
        again = replace(request, url=url)
        columns = self.columns
        if not read_request(request, columns).is_of_row:
            return self.rules.ours(url)
        named = bool(self.options.submit) and self.rules.submits(again, carries=True) and again.label != request.label
        if named and self.rules.ours(url) and self._may_submit(again):
            self.state.sent.append(again.label)
            return True
        self.problem = self.problem or REDIRECTED.format(label=request.label, target=again.label)
        return False

    def note_redirect(self, request: Request) -> None:
        """Notes that the browser has sent a request with a file again by itself, to where a response redirected it."""
        if self.intended and request.redirected_from is not None and request.method not in SAFE_METHODS:
            self.problem = (
                self.problem or f"{request.method} {request.url} was sent because the submission was redirected"
            )

    def _may_go_elsewhere(self, request: PageRequest) -> bool:
        """Whether a request to another site may be sent although values of the row were entered."""
        if self.at_home and request.opens_page:
            self.problem = f"{request.label} does not go to the site of the job"
            return False
        if not request.is_safe:
            self.turned_away = self.turned_away or request.label
        return request.is_safe

    def _may_submit(self, request: PageRequest) -> bool:
        """Whether a request that may be the submission may be sent."""
        acted = self._effects > 0
        whole = self.match.is_in(request)
        if self.state.is_repeated(request, whole=whole, acted=acted):
            if not whole:
                self.state.repeated = request.label  # such as by a page that polls with POST
                return False
            self.problem = f"{request.label} was about to be sent a second time"
        if not self._passes(request.label):
            return False
        self.state.remember(request, by_page=not (acted or self.options.submit))
        if self.options.submit and not self.proven:
            self.proven = True
            self.claim.ledger.set_note(PROVEN, request.label)
        return True

    def settle(self) -> None:
        """Withdraws the intent if nothing of the row was sent: the action submitted nothing, or what it sent was blocked."""
        if self.intended and (not self.state.sent or (self.problem and not self._row_left)):
            self.intended = False
            self.claim.settle()

    def _passes(self, what: str) -> bool:
        """Whether the row may be submitted now; a dry run is held here."""
        if self.closed:
            return False
        if self._effects and not self._cleared:  # without an action, a page may only be saving what was typed
            self.problem = self.match.mismatch(self.columns, self.receipts(), self.form)
            if not self.problem and (problem := self.match.unapproved(self.form)):
                self.problem, self.unapproved = problem, True
        if self.problem:
            return False
        self._cleared = not self.options.submit
        if self.dry:
            self.dry_submit = what
            return False
        return self._intend(what)

    def _intend(self, what: str) -> bool:
        if self.intended:
            return True
        try:
            self.claim.intend(what)
        except ActwrightError as error:
            self.broken = error
            return False
        self.intended = True
        return True
