"""What the map of noise and the table of architectures say of rows."""

import pytest

from actwright.compare.row import CaseRow
from actwright.schemas.usage import Usage
from benchmarks import architecture_tables, architectures, noise
from benchmarks.oracle_noise import Noise


def row(contender, size, *, seed=0, passed=True, status="complete", tokens=1_000, calls=2, cost=0.01, error=""):
    return CaseRow(
        case=f"apply-{size}",
        seed=seed,
        size=size,
        contender=contender,
        policy=contender.partition("+")[0],
        evidence="off",
        screenshot="always",
        passed=passed,
        status=status,
        calls=calls,
        captures=calls,
        usage=Usage(fresh=tokens // 2, cache_read=tokens - tokens // 2, output=50),
        cost=cost,
        cost_uncached=cost,
        error=error,
    )


def test_a_false_completion_is_a_run_that_ended_as_complete_and_is_not_solved():
    rows = [
        row("two_call", 5, seed=0),
        row("two_call", 5, seed=1, passed=False),
        row("two_call", 5, seed=2, passed=False, status="stuck"),
        row("two_call", 5, seed=3, calls=6, cost=0.05),
        row("two_call", 5, seed=4, error="BrowserError: gone"),
        row("two_call", 5, seed=5),
    ]
    found = noise.cells_of(rows)["two_call", 5]
    assert (found.runs, found.success[0], found.false_done[0]) == (5, 0.6, 0.2)
    assert (found.calls[0], found.usd[0], found.per_success) == (2.8, pytest.approx(0.018), pytest.approx(0.03))
    low, high = found.calls[1].low, found.calls[1].high
    assert 2 <= low < 2.8 < high <= 6


def test_the_map_names_designs_that_are_told_apart():
    """By intervals that do not overlap; and the cheapest for each success."""
    many = range(30)
    rows = [
        *(row("single_call", 1, seed=seed) for seed in many),
        *(row("two_call", 1, seed=seed, cost=0.02, passed=seed < 15) for seed in many),
        row("single_call+plain", 1, passed=False, cost=0.001),
    ]
    cells = noise.cells_of(rows)
    assert " ".join(noise.conclusions(cells).split()) == (
        "* N = 1: fewer false completions with `single_call` than `single_call+plain`; `single_call` than `two_call`. "
        "Least USD for each success: `single_call` * Fewer means that the two intervals do not overlap."
    )
    assert "no design has clearly fewer" in noise.conclusions(
        noise.cells_of([row("single_call", 1), row("two_call", 1)])
    )
    assert "| `single_call`, no evidence | success | 0 % (0 to 79) |" in noise.markdown(cells)
    assert "0.5 % of values misread" in noise.told(Noise(misread=0.005), cells)
    assert "of each size and design: 1 to 30." in " ".join(noise.told(Noise(), cells).split())


TOKENS = {
    **dict.fromkeys(architecture_tables.NAMES, 1_000),
    "single_call": 700,
    "single_call+foretold-0": 1_500,
    **dict.fromkeys(architecture_tables.BLIND, 900),
    "single_call+blind": 450,
}


def test_the_saving_is_a_range_from_foretold_to_not():
    rows = [row(label, 1, tokens=tokens) for label, tokens in TOKENS.items() if label != architecture_tables.HALF]
    said = architecture_tables.conclusions(rows)
    assert "| end foretold | 30 % |\n" in said
    assert "| foretold in half of the runs | \N{MINUS SIGN}10 % |\n" in said
    assert "| never foretold | \N{MINUS SIGN}50 % |\n" in said
    assert "| end foretold, without screenshots | 50 % |\n| never foretold, without screenshots | 0 % |\n" in said
    (half,) = (line for line in architecture_tables.markdown(rows).splitlines() if "in half of the runs" in line)
    assert half.split(" | ")[1] == "1,100 (110 %)"


def test_a_section_is_written_between_its_marks(tmp_path):
    file = tmp_path / "page.md"
    file.write_text("before\n<a>\nold\n<b>\nafter\n")
    architecture_tables.write_section(file, "<a>", "<b>", "new")
    assert file.read_text() == "before\n<a>\nnew\n<b>\nafter\n"
    with pytest.raises(ValueError, match="has no <c> and <b>"):
        architecture_tables.write_section(file, "<c>", "<b>", "new")


@pytest.mark.parametrize(
    ("bench", "file"),
    [(architectures, architectures.MEASURED), (architectures, architectures.README), (noise, architectures.MEASURED)],
)
def test_a_page_has_the_marks_that_a_bench_writes_between(bench, file):
    begin, _, rest = file.read_text(encoding="utf-8").partition(bench.BEGIN)
    assert begin
    assert bench.END in rest


def test_the_headline_has_shares_calls_and_usd():
    rows = [row(label, 1, tokens=tokens) for label, tokens in TOKENS.items() if label != architecture_tables.HALF]
    assert architecture_tables.headline(rows).splitlines()[:4] == [
        "| design | N = 1 | calls | USD at N = 1 |",
        "|---|---:|---:|---:|",
        "| `single_call`, end foretold | 70 % | N + 1 | 0.010 |",
        "| `single_call`, end never foretold | 150 % | N + 1 | 0.010 |",
    ]
