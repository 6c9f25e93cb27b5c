"""The thesis' distance and clustering of pages."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.agglomerative import agglomerate
from reference.qiu import Qiu, sequence_distance
from reference.sequences import SymbolTable, TagSequence, sequence_of
from trees import examples

from scrapy_treesim import Page
from scrapy_treesim.templates.clustering.qiu import depth_weight


class Letters:
    """Sequences of letters, all of one depth."""

    def __init__(self) -> None:
        self.symbols = SymbolTable()

    def sequence(self, word: str) -> TagSequence:
        symbol = array("i", [self.symbols.add(letter, 0) for letter in word])
        return TagSequence(symbol, array("i", bytes(4 * len(word))), array("i", range(len(word))))


# Distance


def test_deep_elements_count_less() -> None:
    assert [depth_weight(depth) for depth in range(4)] == [1, 1 / 2, 1 / 3, 1 / 4]


def test_distance_is_the_share_of_weight_that_is_not_common() -> None:
    symbols = SymbolTable()
    one = sequence_of(Page("<body><div><a></a></div>").tree, symbols)
    other = sequence_of(Page("<body><div></div><nav></nav>").tree, symbols)
    distance = sequence_distance(symbols)

    # html, body and div are common: 1 + 1/2 + 1/3. One has an a of 1/4 besides, one a nav of 1/3.
    assert distance(one, other) == pytest.approx(1 - (11 / 6) / (13 / 6))
    assert distance(one, one) == 0
    assert distance(one, other) == distance(other, one)


def test_sequences_of_nothing_are_equal() -> None:
    letters = Letters()
    distance = sequence_distance(letters.symbols)

    assert distance(letters.sequence(""), letters.sequence("")) == 0


# Clustering


def clusters(values: Sequence[float], threshold: float, **further: Any) -> list[Any]:
    found = agglomerate(len(values), lambda i, j: abs(values[i] - values[j]), threshold, **further)
    return [found.labels, tuple(values[i] for i in found.medoids)]


def test_the_nearest_are_joined_until_the_threshold() -> None:
    assert clusters([0, 10, 1, 11, 2, 12, 30], 2) == [(0, 1, 0, 1, 0, 1, 2), (1, 11, 30)]
    assert clusters([0, 10, 1, 11, 2, 12, 30], 0.5) == [(*range(7),), (0, 10, 1, 11, 2, 12, 30)]
    assert clusters([0, 10, 1, 11, 2, 12, 30], 100)[0] == (0,) * 7


def test_the_distance_of_two_clusters_is_that_of_their_medoids() -> None:
    # The first three have their middle at 4: 15 is 11 off, though 7.5 from the nearest of them.
    assert clusters([0, 4, 7.5, 15], 10)[0] == (0, 0, 0, 1)
    assert clusters([0, 4, 7.5, 15], 11)[0] == (0, 0, 0, 0)


def test_a_threshold_is_within_itself() -> None:
    assert clusters([0, 1], 1)[0] == (0, 0)


def test_weights_move_the_middle() -> None:
    assert clusters([0, 1, 2], 5) == [(0, 0, 0), (1,)]
    assert clusters([0, 1, 2], 5, weights=[9, 1, 1]) == [(0, 0, 0), (0,)]


def test_nothing_to_cluster() -> None:
    assert clusters([], 1) == [(), ()]


def test_items_beyond_those_compared_join_the_nearest_or_wait() -> None:
    values = [0, 1, 50, 51, 2, 99, 52, 100]

    assert clusters(values, 3, max_compared=4) == [(0, 0, 1, 1, 0, 2, 1, 2), (0, 50, 99)]


@examples(150)
@given(
    values=st.lists(st.integers(0, 40), max_size=12),
    threshold=st.integers(0, 20),
    most=st.integers(1, 12),
)
def test_clusters_are_numbered_in_order_and_hold_their_medoids(
    values: list[int], threshold: int, most: int
) -> None:
    found = agglomerate(
        len(values), lambda i, j: abs(values[i] - values[j]), threshold, max_compared=most
    )

    assert [*dict.fromkeys(found.labels)] == [*range(len(found.medoids))]
    assert [found.labels[medoid] for medoid in found.medoids] == [*range(len(found.medoids))]


@examples(150)
@given(values=st.lists(st.integers(0, 60), max_size=12), threshold=st.integers(0, 20))
def test_joining_goes_on_while_two_medoids_are_near(values: list[int], threshold: int) -> None:
    found = agglomerate(len(values), lambda i, j: abs(values[i] - values[j]), threshold)

    for one, other in combinations(found.medoids, 2):
        assert abs(values[one] - values[other]) > threshold
    for label, medoid in enumerate(found.medoids):
        members = [values[i] for i, other in enumerate(found.labels) if other == label]
        sums = [sum(abs(value - other) for other in members) for value in members]
        assert sum(abs(values[medoid] - other) for other in members) == min(sums)


LIST = "<body><nav><a>1</a></nav>" + "<main><ul><li><a>x</a><li><a>y</a></ul></main>" * 2
POST = "<body><article><h1>t</h1><section><h2>s</h2><div>d</div></section></article>"


def test_pages_of_one_template_make_a_cluster() -> None:
    pages = [Page(html) for html in (LIST, POST, LIST + "<hr>", POST + "<div>more</div>", LIST)]

    assert Qiu(threshold=0.3).cluster(pages) == [0, 1, 0, 1, 0]
    assert [*Qiu(threshold=0.3).clusters(pages).medoids] == [0, 1]
    assert Qiu(threshold=1).cluster(pages) == [0] * 5
    assert Qiu(threshold=0).cluster(pages) == [0, 1, 2, 3, 0]


def test_how_often_a_record_repeats_does_not_part_pages() -> None:
    rows = [Page("<body><main>" + "<div><a>x</a><span>y</span></div>" * n) for n in (2, 3, 40)]

    assert Qiu(threshold=0).cluster(rows) == [0, 0, 0]


def test_another_distance_may_be_given() -> None:
    pages = [Page(f"<title>{title}</title>") for title in ("a", "b", "a")]
    by_title = Qiu(distance=lambda one, other: float(one.title != other.title))

    assert by_title.cluster(pages) == [0, 1, 0]


def test_no_pages_make_no_clusters() -> None:
    assert Qiu().cluster([]) == []


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(ValueError, match=r"threshold is a distance in \[0, 1\], not 1.5"):
        Qiu(threshold=1.5)
    with pytest.raises(ValueError, match="max_compared is 1 or more, not 0"):
        Qiu(max_compared=0)
