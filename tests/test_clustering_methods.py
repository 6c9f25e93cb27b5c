"""Clusters of pages by distance: agglomeration around medoids, methods by name."""

from __future__ import annotations

import pickle
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference_qiu import agglomerate, clusters_of
from trees import examples

from scrapy_treesim import Page
from scrapy_treesim.templates.clustering import MAX_PAGES, METHODS, Method, Sequences, cluster
from scrapy_treesim.templates.clustering.qiu import cluster_around_medoids

each_method = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)

_TOP = "<body><header class=top><nav><a>home</a></nav></header>"


def listing(number: int) -> str:
    """A page of one template: from 2 to 9 rows, and now and then a note."""
    rows = "<li class=row><a class=name>x</a><span class=price>1</span></li>" * (2 + number % 8)
    note = "<aside class=note><p>n</p></aside>" if number % 3 == 0 else ""
    return (
        f"{_TOP}<main class=list><form><input><select></select></form><ul>{rows}</ul></main>{note}"
    )


def post(number: int) -> str:
    """A page of another."""
    parts = "<section class=part><h2>h</h2><div><p>t</p></div></section>" * (1 + number % 5)
    picture = "<figure><img><figcaption>c</figcaption></figure>" if number % 4 == 0 else ""
    return f"{_TOP}<article class=post><h1>t</h1><time>d</time>{picture}{parts}</article>"


def pages_of_two(count: int) -> list[Page]:
    return [Page((post if i % 3 == 1 else listing)(i)) for i in range(count)]


# Agglomeration around medoids


@examples(200)
@given(items=st.integers(0, 14), threshold=st.integers(0, 100), seed=st.integers(0, 10**6))
def test_few_are_clustered_as_in_the_thesis(items: int, threshold: int, seed: int) -> None:
    draw = Random(seed)
    # Different distances, that add up exactly.
    apart = dict(zip(combinations(range(items), 2), draw.sample(range(1, 128), 91), strict=False))
    weights = [draw.choice((1, 1, 4)) for _ in range(items)]

    def distance(i: int, j: int) -> float:
        return apart[min(i, j), max(i, j)] / 128

    assert cluster_around_medoids(weights, distance, threshold / 128) == agglomerate(
        items, distance, threshold / 128, weights
    )


# Methods


@each_method
def test_pages_of_two_templates_are_two_clusters(method: Method) -> None:
    pages = pages_of_two(30)
    expected = [int(i % 3 == 1) for i in range(30)]
    if isinstance(method, Sequences):
        method = Sequences(threshold=0.3)

    assert cluster(pages, method) == expected


@each_method
def test_what_is_kept_of_a_page_may_be_sent_elsewhere(method: Method) -> None:
    pages = pages_of_two(12)
    read = [method.read(page.tree) for page in pages]
    sent = pickle.loads(pickle.dumps(read))

    assert sent == read
    assert method.cluster(sent) == method.cluster(read) == cluster(pages, method)


@each_method
def test_none_and_one_and_empty_pages(method: Method) -> None:
    assert method.cluster([]) == []
    assert cluster([Page("")], method) == [0]
    assert cluster([Page(""), Page(""), Page("")], method) == [0, 0, 0]


@pytest.mark.parametrize("threshold", [0.05, 0.2, 0.5])
def test_sequences_are_compared_as_in_the_thesis(threshold: float) -> None:
    pages = pages_of_two(24)

    assert cluster(pages, Sequences(threshold)) == clusters_of(pages, threshold)


def test_so_many_pages_are_clustered_and_no_more() -> None:
    with pytest.raises(ValueError, match="2,000 pages are clustered at most"):
        cluster(Page("") for _ in range(MAX_PAGES + 1))


def test_wrong_names_and_thresholds_are_refused() -> None:
    with pytest.raises(ValueError, match="no method is called 'kmeans'; there are joining, qiu"):
        cluster([], "kmeans")
    with pytest.raises(ValueError, match=r"threshold is a distance in \[0, 1\], not 2"):
        Sequences(threshold=2)
