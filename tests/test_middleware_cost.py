"""The cost of the middleware: all sides read a page, and their times are told over the parse."""

from __future__ import annotations

from statistics import median

import pytest
from kind_pages import article

from benchmarks.addon_sides import ADDON_SIDES
from benchmarks.middleware_cost import COLUMNS, WITHOUT, Times, costs_of, measured
from benchmarks.pages import LabelledPage

PAGE = LabelledPage("a", "https://narrows.example/a", article().encode(), {})


def test_every_side_reads_a_page() -> None:
    times, left_out = measured([PAGE], [*ADDON_SIDES, "parse and article"], 2, apart=False)
    assert times.keys() == {*ADDON_SIDES, "parse and article"}
    assert not left_out
    for one in times.values():
        assert [len(run) for run in (*one.seconds, *one.parses)] == [1] * 4


def test_costs_are_over_the_parse() -> None:
    parses = [[1.0, 2.0], [1.0, 2.0], [1.0, 2.0]]
    times = {
        "records": Times([[3.0, 4.0], [2.0, 4.0], [9.0, 4.0]], parses),
        WITHOUT: Times([[1.0, 3.0], [1.0, 3.0], [1.0, 3.0]], parses),
    }
    costs = costs_of(times, median)
    assert costs["records"].total == pytest.approx(7 / 3)
    assert (costs["records"].median, costs["records"].p95) == (2.5, 3.0)
    assert (costs["records"].least, costs["records"].most) == pytest.approx((2, 13 / 3))
    assert costs[COLUMNS].total == pytest.approx(1.0)
    assert costs_of(times, min)["records"].total == pytest.approx(2.0)
