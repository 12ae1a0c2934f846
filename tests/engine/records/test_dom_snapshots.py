"""Masking the DOM snapshots of a trace, in which later ones refer to nodes of earlier ones."""

from actwright.engine.records.evidence_pack.dom_snapshots import DomSnapshots
from actwright.engine.records.evidence_pack.masking import PackMasks
from actwright.engine.values.values import Values

CARD = "4929123412341234"


def masked(*trees):
    values = Values({}, private={"card": CARD})
    snapshots = DomSnapshots()
    for tree in trees:
        snapshots.add({"frameId": "frame@1", "html": tree})
    snapshots.mask(PackMasks(values.mask_for_others))
    return list(trees)


def test_value_over_nodes_of_several_snapshots():
    """A value of which one half is in an earlier snapshot is masked in both."""
    first = ["HTML", {}, ["BODY", {}, ["B", {}, "49291234"], ["P", {}, "Total 7"]]]
    later = ["HTML", {}, ["BODY", {}, [[2, 1]], ["I", {}, "12341234"], [[2, 3]]]]
    assert masked(first, [[1, 5]], later) == [
        ["HTML", {}, ["BODY", {}, ["B", {}, "{{card}}"], ["P", {}, "Total 7"]]],
        [[1, 5]],
        ["HTML", {}, ["BODY", {}, [[2, 1]], ["I", {}, "{{card}}"], [[2, 3]]]],
    ]


def test_value_in_attributes():
    """The attributes of one name are read one after the other: a value may be spread over boxes."""
    boxes = [["INPUT", {"value": CARD[at : at + 4], "id": f"box-{at}"}] for at in range(0, 16, 4)]
    [tree] = masked(["BODY", {"title": f"Card {CARD}"}, *boxes])
    assert tree[1] == {"title": "Card {{card}}"}
    assert [box[1]["value"] for box in tree[2:]] == ["{{card}}"] * 4


def test_value_in_names():
    """A value may be in the tag of an element, or in the name of an attribute."""
    [tree] = masked(["BODY", {"class": "a"}, [f"X-{CARD}", {}, "in"], ["P", {"id": "b", f"data-{CARD}": "1"}, "on"]])
    assert tree == ["BODY", {"class": "a"}, ["X-{{card}}", {}, "in"], ["P", {"id": "b", "data-{{card}}": "1"}, "on"]]


def test_passwords_are_left_out():
    """What password fields contained is left out, and returned, so that it can be masked elsewhere."""
    snapshots = DomSnapshots()
    field = ["INPUT", {"__playwright_value_": "hunter-22", "type": "password", "name": "word"}]
    snapshots.add({"frameId": "frame@1", "html": ["BODY", {}, field, ["INPUT", {"type": "PASSWORD", "value": "abc"}]]})
    assert snapshots.passwords() == {"hunter-22"}
    assert field[1] == {"__playwright_value_": "***", "type": "password", "name": "word"}
