"""A cell that can be read in two ways means what the other cells of its table show."""

import pytest

from actwright.jobs.clear_readings import clear_readings

READINGS = {
    "the day is first": (["01/12/2020", "14/02/2020", "2020-05-06"], {"01/12/2020": "2020-12-01"}),
    "the month is first": (["01/12/2020", "02-14-2020"], {"01/12/2020": "2020-01-12"}),
    "both orders are there": (["01/12/2020", "14/02/2020", "02/14/2020"], {}),
    "no day is clear": (["01/12/2020", "03/03/2020", "31/04/2020"], {}),
    "a decimal comma": (["1.250", "19,90", "€ 2,125"], {"1.250": "1250", "€ 2,125": "2.125"}),
    "a decimal point": (["1,250", "1.250", "$9.5"], {"1,250": "1250", "1.250": "1.250"}),
    "both decimal marks": (["1,250", "19,90", "2.5"], {}),
    "lists, versions and codes show no decimal mark": (["1,250", "1,2", "3.5.1", "0,250"], {}),
}


@pytest.mark.parametrize("name", READINGS)
def test_unclear_cells_mean_what_clear_ones_show(name):
    cells, expected = READINGS[name]
    assert clear_readings(cells) == expected
