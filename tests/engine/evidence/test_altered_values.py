"""Values that a page shows altered."""

import pytest

from actwright.engine.evidence.altered_values import altered_in


@pytest.mark.parametrize(
    ("value", "text", "found"),
    [
        ("0042", "Your PIN is 42 now", True),
        ("0815", "815", True),
        ("0042", "Seat 142", False),
        ("0042", "42 kg", True),
        ("0042", "Room 42/7", False),
        ("0042", "42.50", False),
        ("00420017", "0042 0017", False),
        ("02079460958", "+44 2079460958", False),
        ("07", "Step 7", False),
        ("Zoë Müller", "Name: Zo? M?ller", True),
        ("Zoë Müller", "Name: Zo\ufffd M\ufffdller", True),
        ("Café Müsli", "Renamed to CafÃ© MÃ¼sli", True),
        ("Zoë Müller", "User: zoe-mueller", False),
        ("Zoë Müller", "Name: Zoe Muller", False),
        ("Ada Lind", "Name: Ada L", False),
        ("Anna O\u2019Neill", "Anna O'Neill", False),
        ("小雨", "??", False),
    ],
)
def test_a_value_that_lost_letters_or_zeros(value, text, found):
    assert bool(altered_in(value, [text], text)) is found
    assert not altered_in(value, [text], f"{text} {value}")
