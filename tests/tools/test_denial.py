"""Texts that a page shows only to deny them."""

import pytest

from actwright.schemas.page import Observation
from actwright.tools.denial import denied
from actwright.tools.expect import Expect


@pytest.mark.parametrize(
    ("shown", "wanted"),
    [
        ("Orders\nOrder 17 was not shipped\nEdit", "shipped"),
        ("The order can't be shipped yet", "shipped"),
        ("No order was saved", "saved"),
        ("0 orders saved", "{int} orders saved"),
        ("You have unsaved changes", "saved"),
        ("Bestellung 3 nicht gespeichert", "gespeichert"),
        ("Pedido no guardado", "guardado"),
    ],
)
def test_a_text_that_is_denied_is_not_shown(shown, wanted):
    assert denied(shown, wanted)
    assert not Expect(text=[wanted]).probe(Observation(url="http://shop.test/", tree="", text=shown))[0].passed


@pytest.mark.parametrize(
    ("shown", "wanted"),
    [
        ("Order 2 not shipped. Order 3 shipped", "shipped"),
        ("10 orders saved", "{int} orders saved"),
        ("Version 2.0 released", "released"),
        ("Order no 5 saved", "saved"),
        ("No further action needed, order saved", "saved"),
        ("Not only saved but sent", "saved"),
        ("Do not close this page. Saved", "Saved"),
        ("Order 17 was not shipped", "not shipped"),
        ("Not\nsaved", "saved"),
    ],
)
def test_a_text_that_stands_beside_a_denial_is_shown(shown, wanted):
    assert denied(shown, wanted) == ""
    assert Expect(text=[wanted]).probe(Observation(url="http://shop.test/", tree="", text=shown))[0].passed


def test_a_denial_ends_with_its_paragraph():
    page = Observation(
        url="http://shop.test/",
        tree='- p "The sync could not start"\n- p "Thank you for your report"\n- p "Order 17 was not"\n- p "saved"',
        text="The sync could not start Thank you for your report Order 17 was not saved",
    )
    assert all(Expect(text=[text]).probe(page)[0].passed for text in ("Thank you for your report", "saved"))
    assert not Expect(text=["start"]).probe(page)[0].passed
