import pytest

from actwright.compare.plots import bars, curve, rounded_steps, short, tradeoff
from actwright.compare.row import CaseRow
from actwright.compare.summary import summary_of
from actwright.schemas.usage import Usage


def summary(*rows):
    given = {"policy": "p", "evidence": "off", "screenshot": "always", "status": "complete", "seed": 0, "passed": True}
    return summary_of([CaseRow(**{**given, **row}) for row in rows])


def lengths(found, of=lambda point: point.input, width=570):
    labels = [standing.contender for standing in found.contenders]
    return curve(found.curve, labels, width=width, of=of, unit="tokens")


@pytest.mark.parametrize(
    ("high", "most", "steps"),
    [
        (84_384, 6, [0, 20_000, 40_000, 60_000, 80_000, 100_000]),
        (100_000, 4, [0, 25_000, 50_000, 75_000, 100_000]),
        (7, 5, [0, 2, 4, 6, 8]),
        (0.31, 4, [0, 0.1, 0.2, 0.30000000000000004, 0.4]),
        (1, 1, [0, 1]),
        (0, 5, [0, 1]),
    ],
)
def test_axes_have_round_values(high, most, steps):
    assert rounded_steps(high, most) == steps


@pytest.mark.parametrize(("value", "told"), [(0, "0"), (500, "500"), (2500, "2.5k"), (1_500_000, "1.5M"), (2e9, "2G")])
def test_axis_numbers_are_short(value, told):
    assert short(value) == told


def test_there_is_no_plot_without_figures():
    nothing = summary(
        {"case": "a", "contender": "one", "passed": None, "size": 1}, {"case": "b", "contender": "one", "size": 2}
    )

    assert bars(nothing.contenders, width=570) is None
    assert lengths(nothing) is None
    assert tradeoff(nothing.contenders, width=570) is None
    assert bars((), width=570) is None
    assert tradeoff((), width=570) is None


def test_one_size_is_no_curve():
    rows = [{"case": case, "contender": "one", "size": 3, "usage": Usage(fresh=10)} for case in "ab"]

    assert lengths(summary(*rows)) is None


def test_what_the_parts_do_not_account_for_is_drawn_as_other():
    found = summary({"case": "a", "contender": "one", "usage": Usage(fresh=1000), "input_by_part": {"page": 400}})

    assert "<title>other: 600 tokens, 60 %</title>" in bars(found.contenders, width=570)


def test_texts_in_plots_are_escaped():
    name = "</svg><script>x</script>&\u202e"
    rows = [{"case": "a", "contender": name, "size": size, "usage": Usage(fresh=10), "cost": 0.1} for size in (1, 2)]
    found = summary(*rows)

    for drawn in (bars(found.contenders, width=570), lengths(found), tradeoff(found.contenders, width=570)):
        assert "&lt;/svg&gt;" in drawn
        assert "<script" not in drawn
        assert "\u202e" not in drawn
