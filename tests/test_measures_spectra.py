"""The spectra of tag sequences: the signal, the transform, the likeness."""

from __future__ import annotations

import pytest
from hypothesis import given
from reference_measures import signal
from trees import Nested, examples, pairs, put

from scrapy_treesim.similarity import measure_over
from scrapy_treesim.similarity.fft import Spectra
from scrapy_treesim.tree import ShapeTable
from scrapy_treesim.tree.tags import NUMBER


def test_a_signal_by_hand() -> None:
    table = ShapeTable()
    shape = put(table, ("ul", ("li", ("a",)), ("li",)))
    ul, li, a = (NUMBER[name] + 1 for name in ("ul", "li", "a"))
    # Down and up again; every open tag around counts, each level half as much.
    assert Spectra(table).profile(shape).tolist() == [
        ul,
        ul + li / 2,
        ul + li / 2 + a / 4,
        ul + li / 2 - a / 4,
        ul - li / 2,
        ul + li / 2,
        ul - li / 2,
        -ul,
    ]


@examples(60)
@given(two=pairs())
def test_signals_are_those_of_the_definition(two: tuple[Nested, Nested]) -> None:
    table = ShapeTable()
    for tree in two:
        assert Spectra(table).profile(put(table, tree)).tolist() == pytest.approx(
            signal(tree, table.number)
        )


def test_very_deep_trees_fade_out_and_do_not_overflow() -> None:
    table = ShapeTable()
    shapes = []
    for leaf in ("p", "a"):
        shape = table.add(table.number(leaf), ())
        for _ in range(3000):
            shape = table.add(table.number("div"), (shape,))
        shapes.append(shape)

    assert measure_over(table, "fft")(*shapes) == pytest.approx(1.0, abs=1e-9)
