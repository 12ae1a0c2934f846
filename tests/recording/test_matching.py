"""An element is found again if it is the one beyond doubt: by what it is called, and by what is around it."""

import pytest

from actwright.engine.matching.elements import find
from actwright.engine.matching.surroundings import described
from actwright.schemas.page import Element, Observation
from actwright.schemas.recording import RecordedTarget

SAVE = RecordedTarget(role="button", tag="button", type="submit", name="Save", heading="Profile", near=("Street",))
PRICE = RecordedTarget(
    role="textbox", tag="input", type="text", name="Price", field="price", heading="Sell", near=("Title",)
)
CHOICE = RecordedTarget(
    role="radio", tag="input", type="radio", name="New", field="state", group="Condition", heading="Sell"
)
MORE = RecordedTarget(
    role="button", tag="button", type="button", name="More", row="Ada Hopper | ada1@example.org | Owner"
)
BOOK = RecordedTarget(
    role="link", tag="a", name="Field guide $18", href="/books/6", heading="Shop", near=("Olive tree",)
)


def changed(target, **update):
    return target.model_copy(update=update)


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        (SAVE, changed(SAVE, role="link", tag="a", type="", near=())),
        (SAVE, changed(SAVE, name="SAVE:", heading="Your profile")),
        (SAVE, changed(SAVE, near=("Street", "Town"), heading="Account")),
        (PRICE, changed(PRICE, field="p1", near=())),
        (PRICE, changed(PRICE, name="Asking price")),
        (changed(PRICE, name="Your price"), changed(PRICE, name="Price of the item")),
        (MORE, changed(MORE, row="Ada Hopper | ada1@example.org | Editor")),
        (BOOK, changed(BOOK, name="Field guide $21", near=())),
    ],
    ids=[
        "as a link", "in capitals", "under another heading", "another name for the server", "a label with a word more", "a label in other words",
        "another role in the row", "a link with another price",
    ],
)  # fmt: skip
def test_what_a_person_would_take_for_the_same_is_found(sought, found):
    assert find(sought, {"it": found}).id == "it"


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        (SAVE, changed(SAVE, name="Save all")),
        (SAVE, changed(SAVE, name="Saves")),
        (SAVE, changed(SAVE, heading="Newsletter", near=("Stay in touch",))),
        (PRICE, changed(PRICE, name="Second price", field="price2")),
        (PRICE, changed(PRICE, name="Discount")),
        (CHOICE, changed(CHOICE, name="Like new")),
        (MORE, changed(MORE, row="Ada Hopper | ada2@example.org | Owner")),
        (MORE, changed(MORE, row="Ada Hoppers | ada1@example.org | Owner")),
        (BOOK, changed(BOOK, name="Olive tree $48")),
        (BOOK, changed(BOOK, name="Field guide $21", href="/books/7")),
    ],
    ids=[
        "a word more", "a plural", "the same name elsewhere", "another field of nearly its name", "another field under its server name",
        "another choice of its group", "a namesake's row", "a row of nearly its name", "its address is another's now",
        "another address",
    ],
)  # fmt: skip
def test_what_only_looks_like_it_is_not_taken_when_it_is_gone(sought, found):
    match = find(sought, {"it": found})
    assert not match.id
    assert match.why.startswith("there is no ")


def test_of_two_of_one_name_it_is_the_one_in_the_place():
    elsewhere = changed(SAVE, heading="Newsletter", near=("Stay in touch",))
    assert find(SAVE, {"other": elsewhere, "it": changed(SAVE, role="link", tag="a")}).id == "it"


def test_a_link_that_became_a_button_is_found_beside_a_link_to_its_address():
    every = RecordedTarget(
        role="link", tag="a", name="View all books", href="/books", heading="Description", near=("About 1 m tall",)
    )
    button = changed(every, role="button", tag="button", href="")
    menu = RecordedTarget(role="link", tag="a", name="Books", href="/books", near=("Main", "About"))
    assert find(every, {"menu": menu, "it": button}).id == "it"
    assert not find(every, {"menu": menu, "other": changed(button, name="View sold books")}).id


def test_of_two_alike_it_is_neither():
    assert "two elements are alike" in find(SAVE, {"one": SAVE, "other": changed(SAVE, tag="a")}).why


def test_what_took_its_place_is_not_taken_for_it_while_one_of_its_kind_is_there():
    sure = RecordedTarget(role="button", tag="button", type="submit", name="Delete order", near=("Keep it",))
    page = {"new": changed(sure, type="button"), "old": changed(sure, near=("Delete order",))}
    assert find(sure, page).id == ""
    assert find(sure, {"new": page["new"]}).id == "new"


def forms(*buttons, fields=("owner", "berth")):
    """The elements of a page with a form that has these buttons, and another form with a note."""

    def in_form(form, name, number, **given):
        return Element(id=f"{given['tag']}-{number}", name=name, form=form, **given)

    button = {"tag": "button", "role": "button", "type": "submit", "submits": True}
    field = {"tag": "input", "role": "textbox"}
    elements = (
        in_form(2, "Note", 9, **field),
        in_form(2, "Save", 9, **button),
        *(in_form(1, name, at, **field) for at, name in enumerate(fields)),
        *(in_form(1, name, at, **button) for at, name in enumerate(buttons)),
    )
    tree = "\n".join(['- h1 "Boat"', *(f'- {each.id} "{each.name}"' for each in elements)])
    return described(Observation(url="http://x/", tree=tree, elements=elements))


def test_the_only_button_of_a_form_is_known_by_the_fields_that_it_sends():
    more_fields = forms("Save", fields=("berth", "remark", "owner"))
    pages = (
        forms("Save changes"),
        forms("Save", "Save"),
        more_fields,
        forms("Save all", "Save as draft"),
        forms("Hand in"),
    )
    assert [find(forms("Save")["button-0"], page).id for page in pages] == ["button-0"] * 3 + [""] * 2


def test_what_stands_under_a_heading_is_no_row_of_a_target_that_was_recorded_in_none():
    """Else a link that became a button is unlike the recorded one, beside a shorter link to the same page."""
    around = {"heading": "Description", "near": ("In a clay pot.",)}
    sought = RecordedTarget(role="link", tag="a", name="View all listings", href="/listings", **around)
    row = "Description | In a clay pot."
    button = RecordedTarget(role="button", tag="button", name="View all listings", row=row, **around)
    short = RecordedTarget(role="link", tag="a", name="Listings", href="/listings", near=("Main",))
    assert find(sought, {"a-0": short, "button-0": button}).id == "button-0"
