"""The firewall asks its rules in one order, whenever they were added, and the first decision counts."""

import asyncio
from itertools import permutations
from types import SimpleNamespace

import pytest

from actwright import Permissions
from actwright.engine.permissions.effect_rule import ActionUnderWay, EffectRule
from actwright.engine.permissions.folder_rule import FolderRule
from actwright.engine.permissions.host_rule import HostRule
from actwright.engine.permissions.request_firewall import (
    ORDER,
    Block,
    PageRequest,
    RequestFirewall,
    RequestRule,
    SendOnce,
)
from actwright.engine.permissions.rules import PermissionRules
from actwright.net.guard import Guard
from actwright.schemas.refused_request import RefusedRequest
from actwright.schemas.task import Task

SHOP, PARTNER = "https://shop.example", "https://partner.example"


class Fixed(RequestRule):
    """A rule that always decides the same, and counts how often it is asked."""

    def __init__(self, subject, decision=None):
        self.subject, self.decision, self.asked = subject, decision, 0

    async def decide(self, request):
        self.asked += 1
        return self.decision


def firewall_with(*rules):
    firewall = RequestFirewall()
    for rule in rules:
        firewall.add(rule)
    return firewall


def post(url=f"{SHOP}/order", **more):
    return PageRequest(method="POST", url=url, **{"page": "tab", "sender": SHOP, **more})


def test_the_order_is_that_of_the_subjects():
    assert ORDER == ("hosts", "effects", "edits", "files", "submission")


@pytest.mark.parametrize("added", list(permutations(range(4))))
async def test_the_first_rule_that_decides_is_the_last_that_is_asked(added):
    once = SendOnce(1.0, ended=print)
    rules = [
        Fixed("hosts"),
        Fixed("effects", Block("no")),
        Fixed("files", Block("not this")),
        Fixed("submission", once),
    ]
    firewall = firewall_with(*(rules[place] for place in added))
    assert await firewall.decide(post()) == Block("no")
    assert [rule.asked for rule in rules] == [1, 1, 0, 0]
    firewall.remove(rules[1])
    firewall.remove(rules[2])
    assert await firewall.decide(post()) is once
    assert [rule.asked for rule in rules] == [2, 1, 0, 1]


async def test_rules_of_the_same_subject_are_asked_in_the_order_in_which_they_were_added():
    first, second = Fixed("effects", Block("first")), Fixed("effects", Block("second"))
    assert await firewall_with(first, second).decide(post()) == Block("first")
    assert await firewall_with(second, first).decide(post()) == Block("second")


async def test_a_request_that_every_rule_passes_on_may_leave():
    assert await firewall_with(*map(Fixed, ORDER)).decide(post()) is None
    assert await RequestFirewall().decide(post()) is None


async def test_refusals_are_counted_with_their_targets():
    rule = Fixed("hosts", Block("is not allowed", target="evil.test:443"))
    firewall = firewall_with(rule)
    await firewall.decide(post())
    await firewall.decide(post())
    rule.decision = Block("was blocked: no effect")
    await firewall.decide(post(f"{SHOP}/order?card=4111"))
    assert rule.refusals == (
        RefusedRequest("evil.test:443", "is not allowed", 2),
        RefusedRequest(f"POST {SHOP}/order", "was blocked: no effect", 1),
    )
    assert list(map(str, rule.refusals)) == [
        "evil.test:443 is not allowed, 2 times",
        f"POST {SHOP}/order was blocked: no effect, once",
    ]


async def test_a_rule_that_is_removed_still_decides_on_what_waits():
    go_on = asyncio.Event()

    class Slow(Fixed):
        async def decide(self, request):
            await go_on.wait()

    last = Fixed("submission", Block("no"))
    firewall = firewall_with(Slow("hosts"), last)
    waiting = asyncio.create_task(firewall.decide(post()))
    await asyncio.sleep(0)
    firewall.remove(last)
    go_on.set()
    assert await waiting == Block("no")
    assert await firewall.decide(post()) is None


@pytest.mark.parametrize(
    ("request_", "opens_page", "is_safe"),
    [
        (PageRequest(method="GET", url=SHOP, navigates=True), True, True),
        (PageRequest(method="GET", url=SHOP, navigates=True, framed=True), False, True),
        (PageRequest(method="HEAD", url=SHOP), False, True),
        (PageRequest(method="POST", url=SHOP, navigates=True), True, False),
        (PageRequest(method="patch", url=SHOP), False, False),
    ],
)
def test_what_a_request_opens_and_whether_it_only_asks(request_, opens_page, is_safe):
    assert (request_.opens_page, request_.is_safe) == (opens_page, is_safe)


def test_a_body_is_read_only_on_demand():
    reads = []
    request = post(read_body=lambda: reads.append(1) or b"card=4111")
    assert (request.label, reads) == (f"POST {SHOP}/order", [])
    assert (request.read_body(), reads) == (b"card=4111", [1])


@pytest.mark.parametrize(
    ("url", "page", "target"),
    [
        ("http://127.0.0.1:8000/x", "tab", ""),
        ("http://127.0.0.1:8001/x", "tab", "127.0.0.1:8001"),
        ("ws://[::1]/socket", None, "[::1]:80"),
        ("https://10.0.0.1/", "tab", "10.0.0.1:443"),
        ("https://10.0.0.1/", "another tab", ""),
        ("data:text/html,x", "tab", ""),
        ("blob:http://10.0.0.1/1", "tab", ""),
    ],
)
async def test_the_rule_about_hosts(url, page, target):
    rule = HostRule(Guard(hosts=("127.0.0.1:8000",)), {"another tab"})
    decision = await rule.decide(PageRequest(method="GET", url=url, page=page))
    assert (decision.target if decision else "") == target


@pytest.mark.parametrize(
    ("url", "navigates", "framed", "stays"),
    [
        ("file:///home/me/shop/order.html", True, False, False),
        ("file:///etc/passwd", True, False, True),
        ("file:///etc/passwd", True, True, True),
        (PARTNER, True, False, True),
        (PARTNER, True, True, False),
        (PARTNER, False, False, False),
    ],
)
async def test_the_rule_about_files(url, navigates, framed, stays):
    told = []
    rules = PermissionRules.of(Permissions(), Task(text="do it"), start="file:///home/me/shop/index.html")
    rule = FolderRule(rules, lambda *said: told.append(said))
    decision = await rule.decide(PageRequest(method="GET", url=url, navigates=navigates, framed=framed))
    assert (decision is not None and decision.stays, [at for at, _ in told]) == (stays, [url] * stays)


def effect_rule(late, *, with_person=False):
    rules = PermissionRules.of(Permissions(), Task(text="do it"), start=SHOP)
    return EffectRule(rules, blocked_later=lambda *said: late.append(said), with_person=lambda: with_person)


@pytest.mark.parametrize(
    ("by_place", "in_document", "request_", "is_blocked"),
    [
        (True, True, post(sender=PARTNER), True),
        (True, True, post(), False),
        (True, True, post(page=None), True),
        (True, True, PageRequest(method="GET", url=PARTNER, page="tab", sender=PARTNER), False),
        (False, True, post(), True),
        (False, False, post(), False),
        (False, False, post(page="a new tab", from_blank_tab=True), True),
        (False, False, post(from_blank_tab=True), False),
    ],
)
async def test_the_rule_about_effects_while_an_action_is_under_way(by_place, in_document, request_, is_blocked):
    blocked, late = [], []
    rule = effect_rule(late)
    authorization = SimpleNamespace(block_reason="why", blocks_by_place=by_place, count=0)
    with rule.during(
        ActionUnderWay(authorization, blocked.append, lambda: in_document), page="tab", places=[PARTNER] * by_place
    ):
        decision = await rule.decide(request_)
    assert (decision, blocked) == ((Block("was blocked: why"), [request_]) if is_blocked else (None, []))
    assert late == []


@pytest.mark.parametrize("with_person", [False, True])
async def test_the_rule_about_effects_afterwards(with_person):
    """A person who controls the page may send what they want."""
    late, from_there = [], post(sender=PARTNER)
    rule = effect_rule(late, with_person=with_person)
    authorization = SimpleNamespace(block_reason="why", blocks_by_place=True, count=0)
    with rule.during(ActionUnderWay(authorization, print, lambda: True), page="tab", places=[PARTNER]):
        pass
    assert await rule.decide(post()) is None
    assert await rule.decide(from_there) == (None if with_person else Block("was blocked: why"))
    assert late == ([] if with_person else [(from_there, "why")])
    rule.later.pop("tab")
    assert await rule.decide(from_there) is None
