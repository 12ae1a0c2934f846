"""The assignment is the best as a whole, does not depend on order, and refuses ties."""

from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from actwright.engine.policies.rules.similarity import ENOUGH, assign

TABLES = st.integers(1, 5).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from([0.0, 55.0, 64.0, 67.0, 80.0, 90.0, 95.0, 100.0]), min_size=width, max_size=width),
        min_size=1,
        max_size=5,
    )
)


def test_an_exact_match_does_not_give_way_to_two_weak_ones():
    """The second row stays without a column rather than push the first off its own."""
    assert assign([[100.0, 65.0], [66.0, 0.0]]).pairs == {0: 0}


def test_two_rows_share_what_both_could_take():
    """Each gets the column that is left by the best placement."""
    assert assign([[100.0, 80.0], [80.0, 100.0]]).pairs == {0: 0, 1: 1}


def test_rows_that_could_be_exchanged_are_ties():
    """Nothing is placed, and both columns are named for both rows."""
    found = assign([[100.0, 100.0], [100.0, 100.0]])

    assert (found.pairs, found.ties) == ({}, {0: (0, 1), 1: (0, 1)})


@settings(max_examples=60)
@given(TABLES, st.randoms())
def test_the_order_of_rows_and_columns_does_not_matter(table, random):
    """A permuted table gives the permuted assignment."""
    rows, columns = list(range(len(table))), list(range(len(table[0])))
    random.shuffle(rows)
    random.shuffle(columns)

    found = assign([[table[row][column] for column in columns] for row in rows])

    assert {rows[row]: columns[column] for row, column in found.pairs.items()} == dict(assign(table).pairs)


@settings(max_examples=60)
@given(TABLES)
def test_every_pair_is_good_enough_and_alone(table):
    """No column is used twice, no score below the threshold is used."""
    pairs = assign(table).pairs

    assert len(set(pairs.values())) == len(pairs)
    assert [pair for pair in pairs.items() if table[pair[0]][pair[1]] < ENOUGH] == []


@settings(max_examples=60)
@given(st.lists(st.lists(st.sampled_from([0.0, 70.0, 85.0, 100.0]), min_size=3, max_size=3), min_size=1, max_size=3))
def test_a_unique_exact_arrangement_is_found(table):
    """If exactly one placement places every row exactly, and no row has a second exact column, it is chosen."""
    exact = [p for p in permutations(range(3), len(table)) if all(table[r][c] == 100.0 for r, c in enumerate(p))]
    alone = all(line.count(100.0) == 1 and line.count(0.0) == len(line) - 1 for line in table)
    if len(exact) == 1 and alone:
        assert assign(table).pairs == dict(enumerate(exact[0]))
