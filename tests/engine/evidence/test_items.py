import pytest

from actwright.engine.evidence.items import Items
from actwright.engine.evidence.own_words import words_of
from actwright.schemas.page import Observation

ROWS = Observation(
    url="u",
    tree="""- table
  - tr "Name | Company | Phone"
  - tr
    - td "Anna Meyer | Acme | 1"
    - a-0 "Edit"
  - tr
    - td "Anna Meyer | Borg | 2"
    - a-1 "Edit\"""",
)
CARDS = Observation(
    url="u",
    tree="""- form
  - p "Invoice 16: open"
  - button-0 "Approve 16"
- form
  - p "Invoice 17: open"
  - button-1 "Approve 17"
- button-2 "Cancel everything\"""",
)


@pytest.mark.parametrize(
    ("page", "task", "pressed", "better"),
    [
        (ROWS, "Set the phone of Anna Meyer at Borg to 5", "a-0", "Anna Meyer | Borg | 2 | Edit"),
        (ROWS, "Set the phone of Anna Meyer at Borg to 5", "a-1", ""),
        (ROWS, "Set the phone of Anna Meyer to 5", "a-0", ""),
        (ROWS, "Give the person with phone 1 the phone of Borg", "a-0", ""),
        (CARDS, "Approve invoice 17", "button-0", "Approve 17"),
        (CARDS, "Approve invoice 17", "button-1", ""),
        (CARDS, "Approve the invoices 16 and 17", "button-0", ""),
        (CARDS, "Cancel invoice 17", "button-2", ""),
        (CARDS, "Approve invoice 17", "button-9", ""),
    ],
)
def test_an_item_alike_that_fits_the_task_better_is_found(page, task, pressed, better):
    assert Items(page, words_of(task)).better_for_element(pressed) == better


PRICES = Observation(url="u", tree='- table\n  - tr "red kettle | $24"\n  - tr "blue kettle | $31"\n- p "From $24"')


@pytest.mark.parametrize(
    ("text", "better"), [("$24", ""), ("red kettle", "blue kettle | $31"), ("blue", ""), ("$99", "")]
)
def test_a_text_that_also_stands_elsewhere_is_not_of_another_item(text, better):
    assert Items(PRICES, words_of("What does the blue kettle cost?")).better_for_text(text) == better


DETAILS = Observation(
    url="u",
    tree="""- h1 "Plans"
- h3 "Basic"
- p "10 seats"
- h3 "Team"
- p "50 seats"
- h2 "Dates"
- dl
  - dt "Begins"
  - dd "1 May"
  - dd "9 o'clock"
  - dt "Ends"
  - dd "30 June\"""",
)


@pytest.mark.parametrize(
    ("asked", "text", "better"),
    [
        ("How many seats has the plan Team?", "10 seats", "Team | 50 seats"),
        ("How many seats has the plan Team?", "50 seats", ""),
        ("When does it end? Give what Ends says", "9 o'clock", "Ends | 30 June"),
        ("When does it end? Give what Ends says", "30 June", ""),
    ],
)
def test_an_answer_of_another_card_or_another_term_is_of_another_item(asked, text, better):
    assert Items(DETAILS, words_of(asked)).better_for_text(text) == better


MUGS = Observation(
    url="u",
    tree="""- h3 "Red mug"
- p "8 euros"
- button-0 "Add to cart"
- h3 "Green mug"
- button-1 "Add to cart"
- h3 "Green mugs are back"
- button-2 "Read more\"""",
)


@pytest.mark.parametrize(
    ("task", "pressed", "better"),
    [
        ("Add the green mug", "button-0", "Green mug | Add to cart"),
        ("Add the green mug", "button-1", ""),
        ("Add the red mug", "button-0", ""),
        ("Read about green mugs", "button-2", ""),
        ("Add a mug", "button-0", ""),
    ],
)
def test_cards_under_headings_are_items(task, pressed, better):
    assert Items(MUGS, words_of(task)).better_for_element(pressed) == better


def test_the_item_of_an_element_is_its_card():
    items = Items(MUGS, ())
    assert items.of_element("button-0") == "Red mug | 8 euros | Add to cart"
    assert items.of_element("button-2") == "Read more"


SERVERS = Observation(
    url="u",
    tree="""- h2 "Staging"
- ul
  - li
    - text "web-1"
    - button-0 "Restart"
  - li
    - text "web-2"
    - button-1 "Restart"
- h2 "Production"
- ul
  - li
    - text "web-1"
    - button-2 "Restart"
  - li
    - text "web-2"
    - button-3 "Restart\"""",
)


@pytest.mark.parametrize(
    ("pressed", "better"),
    [("button-1", "Production | web-1 | Restart | web-2 | Restart"), ("button-2", "web-2 | Restart"), ("button-3", "")],
)
def test_a_row_stands_under_a_heading_too(pressed, better):
    assert Items(SERVERS, words_of("Restart web-2 in production")).better_for_element(pressed) == better
