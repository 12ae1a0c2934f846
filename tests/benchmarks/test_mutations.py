"""The bench of changed pages: what a play was is told by the elements that it reached."""

import pytest

from benchmarks.mutate.desk import Desk, Done
from benchmarks.mutate.kinds import KINDS, tries
from benchmarks.mutate.play import stale
from benchmarks.mutate.scenarios import SCENARIOS, held_out
from benchmarks.mutate.stage import Hit, Mutation, Played
from benchmarks.mutate.verdicts import Verdicts, choice_verdict, kept, verdict

EXPECTED = (Hit("set", "price", "50"), Hit("click", "submit"))
SMALL = [each for each in SCENARIOS if each.name in {"site/price", "site/listings"}]


@pytest.mark.parametrize(
    ("kind", "hits", "finished", "expected"),
    [
        ("wrapped", EXPECTED, True, "right"),
        ("wrapped", EXPECTED, False, "stopped"),
        ("wrapped", EXPECTED[:1], False, "stopped"),
        ("wrapped", EXPECTED[:1], True, "false pass"),
        ("wrapped", (EXPECTED[0], Hit("click", "other: button Cancel")), False, "wrong"),
        ("wrapped", (Hit("set", "price", "5"), EXPECTED[1]), True, "wrong"),
        ("wrapped", (*EXPECTED, Hit("click", "submit")), True, "wrong"),
        ("removed", (EXPECTED[0], Hit("click", "other: button Submit all")), True, "gone"),
        ("removed", EXPECTED[:1], False, "stopped"),
        ("effect lost", EXPECTED, True, "false pass"),
        ("effect lost", EXPECTED, False, "stopped"),
    ],
)
def test_what_a_play_was_is_told_by_what_it_reached(kind, hits, finished, expected):
    played = Played(hits=list(hits), finished=finished, changed=True)
    assert verdict(Mutation("site/price", kind, "submit"), EXPECTED, played) == expected


@pytest.mark.parametrize(
    ("kind", "chosen", "expected"),
    [
        ("wrapped", "price", "right"),
        ("wrapped", "", "stopped"),
        ("wrapped", "submit", "wrong"),
        ("removed", "", "stopped"),
        ("removed", "another", "gone"),
    ],
)
def test_what_a_choice_was_is_told_by_the_element_that_was_meant(kind, chosen, expected):
    assert choice_verdict(kind, "price", chosen) == expected


def test_the_same_seed_tries_the_same_changes_and_none_twice():
    for kind in KINDS:
        once, again = ([*tries(kind, SMALL, seed=seed)] for seed in (1, 1))
        assert once == again
        assert len(set(once)) == len(once)


def test_each_application_has_scenarios_that_nothing_is_tuned_on():
    of = {
        name: {each.name for each in SCENARIOS if each.application == name}
        for name in ("site", "desk", "django", "mui", "bootstrap")
    }
    assert all(some & held_out() and some - held_out() for some in of.values())


@pytest.mark.parametrize(
    ("kind", "done", "finished", "expected"),
    [
        ("new keys", (Done("shipped", "order 5"),), True, "right"),
        ("another of the name", (Done("shipped", "namesake"),), True, "wrong"),
        ("message negated", (), True, "false pass"),
        ("message negated", (), False, "stopped"),
        ("vanished toast", (), True, "false pass"),
        ("stale task", (), True, "wrong"),
    ],
)
def test_an_effect_is_told_by_the_record_that_it_reached(kind, done, finished, expected):
    hits = (Hit("click", "open"),)
    played = Played(hits=list(hits), done=list(done), finished=finished, changed=True)
    mutation = Mutation("desk/ship an order", kind)
    assert verdict(mutation, hits, played, [Done("shipped", "order 5")]) == expected


def test_the_desk_changes_its_keys_and_columns_and_keeps_its_records():
    desk = Desk()
    before = {order.customer: (number, order.record) for number, order in desk_begun(desk, "").items()}
    after = {order.customer: (number, order.record) for number, order in desk_begun(desk, "new keys").items()}
    assert before.keys() == after.keys()
    assert all(before[name][0] != after[name][0] and before[name][1] == after[name][1] for name in before)
    both = desk_begun(desk, "another of the name")
    assert sorted(order.record for order in both.values() if order.customer == "Ada Lovelace") == [
        "namesake",
        "order 0",
    ]
    alone = desk_begun(desk, "only another of the name")
    assert [order.record for order in alone.values() if order.customer == "Ada Lovelace"] == ["namesake"]
    desk.begin("message negated", 1)
    assert desk.answer("/orders/1002/ship", {}) == (303, "/orders")
    assert (desk.done, "not" in desk.message) == ([], True)


def desk_begun(desk, kind):
    desk.begin(kind, 1, "Ada Lovelace")
    return desk.orders


def test_a_stale_task_is_another_one():
    tasks = {stale("Ship order 1002", seed) for seed in range(50)}
    assert "Ship order 1002" not in tasks
    assert {"Ship order 1003", "Ship order 1002 twice"} <= tasks


def test_a_click_that_was_not_confirmed_is_not_done():
    played = Played(hits=list(EXPECTED), finished=True, changed=True, lost=True)
    assert verdict(Mutation("site/price", "confirm dialog"), EXPECTED, played) == "false pass"


def test_what_a_healed_run_did_is_told_apart_from_what_was_replayed():
    played = Played(hits=list(EXPECTED), finished=True, changed=True, healed=True)
    assert verdict(Mutation("site/price", "behind a tab", "price"), EXPECTED, played) == "healed"


def test_a_bench_that_was_cut_short_goes_on_where_it_was(tmp_path):
    rows = tmp_path / "rows.jsonl"
    whole = '{"scenario": "site/price", "kind": "wrapped", "victim": "price", "seed": 5, "of": {"replay": "right"}, "said": {"replay": ""}}'
    rows.write_text(f"{whole}\n{whole[:40]}")
    known = kept(rows)
    assert known == [Verdicts(Mutation("site/price", "wrapped", "price", 5), {"replay": "right"}, {"replay": ""})]
