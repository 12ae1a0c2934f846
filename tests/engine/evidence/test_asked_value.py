"""Which value of a page a question asks for."""

import pytest

from actwright.engine.evidence.asked_value import answered_otherwise
from actwright.schemas.page import Observation

STAFF = """- table
  - tr "Name | Phone | Manager"
  - tr "Kim Park | 555-0142 | Lee Wood"
  - tr "Lee Wood | 555-0143 | Ann Bell"
  - tr "Ann Bell | 555-0144\""""
SALES = """- table
  - tr "2023 | 2024"
  - tr "Acme | 410 euros | 530 euros"
  - tr "Borg | 620 euros | 780 euros"
  - tr "Total | 1030 euros | 1310 euros\""""
HOURS = """- h2 "York"
- dt "Opens"
- dd "8:00"
- dt "Closes"
- dd "20:00"
- h2 "Leeds"
- dt "Opens"
- dd "9:00"
- dt "Closes"
- dd "18:30"
- h2 "Leeds in pictures"
- p "12 photos of the market hall, taken by 3 people in 2019\""""
PLANS = '- dt "Acme Inc"\n- dd "Basic plan"\n- dt "Borg Ltd"\n- dd "Premium plan"'
KETTLE = """- h1 "Copper kettle"
- p "Before: 31 euros"
- p "Now: 24 euros"
- p "Shipping: 5 euros"
- p "Total: 29 euros\""""
PARCELS = '- text "Parcel 1042 | Delivered | Ghent | Parcel 1043 | In customs | Liège"'
FLIGHTS = """- table
  - tr "Flight | Departs | Arrives"
  - tr "SK 12 | 07:10 | 09:05"
  - tr "SK 14 | 11:40 | 13:35\""""
BRIDGE = """- h1 "The bridge"
- p "Work began in 1889."
- p "The bridge was opened on 12 May 1894."
- p "It was repaired in 1931.\""""
WEEK = """- table
  - tr "Day | Mon | Tue | Wed"
  - tr "High | 14 | 16 | 11"
  - tr "Low | 5 | 7 | 3\""""
DRILLS = """- ul
  - li
    - h3 "Drill X"
    - p "Weight: 1.4 kg"
    - p "Warranty: 2 years"
  - li
    - h3 "Drill Z"
    - p "Weight: 1.9 kg"
    - p "Warranty: 5 years\""""


@pytest.mark.parametrize(
    ("tree", "question", "answers", "asked"),
    [
        (STAFF, "What is the phone of Kim Park?", ["555-0142"], ""),
        (STAFF, "What is the phone of Kim Park?", ["555-0144"], '"555-0142" for "Phone"'),
        (STAFF, "What is the phone of Kim Park?", ["Lee Wood"], ""),
        (STAFF, "What is the phone of Kim's manager?", ["555-0143"], ""),
        (STAFF, "Who has the phone 555-0143, is it Kim Park?", ["Lee Wood"], ""),
        (STAFF, "Which phone has the one who is not Kim Park?", ["555-0143"], ""),
        (STAFF, "Which phones have Kim and Lee?", ["555-0142", "555-0143"], ""),
        (SALES, "What did Acme pay in 2024?", ["530 euros"], ""),
        (SALES, "What did Acme pay in 2024?", ["780 euros"], '"530 euros" for "2024"'),
        (SALES, "What did Acme pay in 2024?", ["410 euros"], '"530 euros" for "2024"'),
        (SALES, "How much more did Acme pay in 2024 than before?", ["410 euros"], ""),
        (SALES, "What did Acme and the others pay in 2024?", ["1310 euros"], ""),
        (SALES, "Who paid more in 2024?", ["Borg"], ""),
        (SALES, "Which year did Acme pay more?", ["2024"], ""),
        (HOURS, "When does the shop in Leeds close?", ["18:30"], ""),
        (HOURS, "When does the shop in Leeds close?", ["20:00"], '"18:30" for "Closes"'),
        (HOURS, "When does the shop in Leeds close?", ["9:00"], '"18:30" for "Closes"'),
        (PLANS, "Which plan does Borg Ltd have?", ["Premium plan"], ""),
        (PLANS, "Which plan does Borg Ltd have?", ["Basic plan"], '"Premium plan" for "Borg Ltd"'),
        (KETTLE, "What does the copper kettle cost now?", ["24 euros"], ""),
        (KETTLE, "What does the copper kettle cost now?", ["31 euros"], '"24 euros" for "Now"'),
        (KETTLE, "What does the copper kettle cost with shipping?", ["29 euros"], ""),
        (KETTLE, "What is the shipping of the copper kettle?", ["29 euros"], '"5 euros" for "Shipping"'),
        (BRIDGE, "When was the bridge opened?", ["12 May 1894"], ""),
        (BRIDGE, "When was the bridge opened?", ["1931"], '"The bridge was opened on 12 May 1894."'),
        (BRIDGE, "When was the bridge repaired?", ["1931"], ""),
        (WEEK, "What is the low on Tuesday?", ["3"], '"7" for "Tue"'),
        (WEEK, "What is the low on Tuesday?", ["7"], ""),
        (FLIGHTS, "When does the last flight leave?", ["11:40"], ""),
        (PARCELS, "What is the state of parcel 1043?", ["In customs"], ""),
        (PARCELS, "What is the state of parcel 1043?", ["Delivered"], '"In customs"'),
        (FLIGHTS, "When does the flight SK 14 land?", ["13:35"], ""),
        (FLIGHTS, "When does the flight SK 14 arrive?", ["11:40"], '"13:35" for "Arrives"'),
        (FLIGHTS, "When does the first flight after 10:00 arrive?", ["13:35"], ""),
        (DRILLS, "What is the weight of the Drill Z?", ["1.9 kg"], ""),
        (DRILLS, "What is the weight of the Drill Z?", ["1.4 kg"], '"1.9 kg" for "Weight"'),
        (DRILLS, "What is the weight of the Drill Z?", ["5 years"], '"1.9 kg" for "Weight"'),
        (DRILLS, "Which has the longer warranty, Drill X or Drill Z?", ["Drill Z"], ""),
        ("- page", "What does it cost?", ["24 euros"], ""),
    ],
)
def test_a_value_of_another_item_or_label_is_not_what_is_asked_for(tree, question, answers, asked):
    why = answered_otherwise(Observation(url="u", tree=tree), question, answers)
    assert why.endswith(f"has {asked}") if asked else not why
