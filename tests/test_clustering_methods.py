"""Clusters of pages by distance: sketches, candidates, agglomeration over them, methods by name."""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.agglomerative import agglomerate
from reference.qiu import Qiu
from trees import examples

from scrapy_treesim import Page
from scrapy_treesim.templates.clustering import (
    METHODS,
    Classes,
    LeafPaths,
    Method,
    Sequences,
    Shingles,
    cluster,
)
from scrapy_treesim.templates.clustering.medoids import (
    MAX_CANDIDATES,
    MAX_SKETCH,
    MIN_PROBABILITY,
    Banding,
    Clusters,
    Sketches,
    candidates,
    cluster_candidates,
)

DISTANCES = {"qiu": Sequences, "classes": Classes, "leaf-paths": LeafPaths, "shingles": Shingles}
each_method = pytest.mark.parametrize("method", METHODS.values(), ids=METHODS)
each_distance = pytest.mark.parametrize("method", DISTANCES.values(), ids=DISTANCES)

_TOP = "<body><header class=top><nav><a>home</a></nav></header>"


def chance(banding: Banding, resemblance: float) -> float:
    """The probability that pages of this resemblance are candidates, by the theory."""
    return float(1.0 - (1.0 - resemblance**banding.rows) ** banding.bands)


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


# Banding


@pytest.mark.parametrize("percent", range(0, 101, 5))
def test_pages_at_the_threshold_are_nearly_always_candidates(percent: int) -> None:
    resemblance = percent / 100
    banding = Banding.at(resemblance)

    assert 1 <= banding.length <= MAX_SKETCH
    if percent >= 5:
        assert chance(banding, resemblance) >= MIN_PROBABILITY - 1e-9
    # One row more, and the longest sketch would not do.
    more = Banding(banding.rows + 1, MAX_SKETCH // (banding.rows + 1))
    assert banding.rows == MAX_SKETCH or chance(more, resemblance) < MIN_PROBABILITY


def test_the_more_alike_pages_must_be_the_more_is_left_out() -> None:
    at = [Banding.at(resemblance) for resemblance in (1 / 3, 0.5, 0.7, 0.9)]

    assert [(one.rows, one.bands) for one in at[:3]] == [(2, 26), (3, 23), (5, 17)]
    assert [chance(one, 1 / 3) for one in at] == sorted(
        (chance(one, 1 / 3) for one in at), reverse=True
    )


# Sketches

LONG = Banding(1, MAX_SKETCH)


def numbers(start: int, stop: int) -> array[int]:
    """Numbers that look like hashes."""
    return array("q", sorted(Random(i).getrandbits(62) for i in range(start, stop)))


def agreement(one: array[int], other: array[int]) -> float:
    return sum(a == b for a, b in zip(one, other, strict=True)) / len(one)


@pytest.mark.parametrize("both", [0, 25, 50, 75, 100])
def test_sketches_agree_in_as_many_numbers_as_the_pages_are_alike(both: int) -> None:
    sketch = Sketches(LONG)
    one, other = numbers(0, 100), numbers(100 - both, 200 - both)

    expected = both / (200 - both)
    assert agreement(sketch(one), sketch(other)) == pytest.approx(expected, abs=0.12)


def test_features_count_less_by_their_scale() -> None:
    sketch = Sketches(LONG)
    # One hundred of weight 1 and one hundred of weight 1/4; they have the heavy or the light ones.
    features = numbers(0, 200)
    heavy, light = features[:100], features[100:]
    all = sketch(features, array("i", [1] * 100 + [4] * 100))

    assert agreement(all, sketch(heavy, array("i", [1] * 100))) == pytest.approx(0.8, abs=0.1)
    assert agreement(all, sketch(light, array("i", [4] * 100))) == pytest.approx(0.2, abs=0.1)


def test_sketches_are_the_same_in_every_run() -> None:
    sketch = Sketches(Banding(2, 2))

    assert [*sketch(array("q", [1, 2**40, 2**61]))] == [
        630949022,
        308869636,
        1551545153,
        1172131035,
    ]
    assert [*sketch(array("q"))] == [0] * 4


# Candidates


def pairs_of(rows: Sequence[array[int]], resemblance: float) -> set[tuple[int, int]]:
    banding = Banding.at(resemblance)
    found = candidates([*map(Sketches(banding), rows)], banding)
    return {(other, page) for page, others in enumerate(found) for other in others}


def test_what_is_alike_is_a_candidate_and_what_has_nothing_in_common_is_not() -> None:
    rows = [numbers(0, 60), numbers(100, 160), numbers(5, 65), numbers(103, 160), numbers(200, 260)]

    assert pairs_of(rows, 0.7) == {(0, 2), (1, 3)}


def test_thousands_of_like_pages_make_few_candidates() -> None:
    common = [*numbers(0, 50)]
    rows = [array("q", sorted((*common, *numbers(100 + i, 104 + i)))) for i in range(600)]
    banding = Banding.at(0.5)
    found = [*candidates([*map(Sketches(banding), rows)], banding)]

    assert [*found[0]] == []
    for page, others in enumerate(found[1:], 1):
        assert 1 <= len(others) <= MAX_CANDIDATES
        assert others == sorted(set(others))
        assert others[-1] < page
    # Those that are still more alike find each other in the crowd.
    assert sum(page - 1 in others for page, others in enumerate(found)) > 90


# Agglomeration over candidates


@examples(200)
@given(items=st.integers(0, 14), threshold=st.integers(0, 100), seed=st.integers(0, 10**6))
def test_where_all_are_candidates_it_is_the_thesis_clustering(
    items: int, threshold: int, seed: int
) -> None:
    draw = Random(seed)
    # Different distances, that add up exactly.
    apart = dict(zip(combinations(range(items), 2), draw.sample(range(1, 128), 91), strict=False))
    weights = [draw.choice((1, 1, 4)) for _ in range(items)]

    def distance(i: int, j: int) -> float:
        return apart[min(i, j), max(i, j)] / 128

    assert cluster_candidates(
        (range(i) for i in range(items)), distance, threshold / 128, weights
    ) == agglomerate(items, distance, threshold / 128, weights)


@examples(100)
@given(
    near=st.lists(st.lists(st.integers(0, 30), max_size=4), max_size=40),
    places=st.lists(st.integers(0, 64), min_size=40, max_size=40),
    threshold=st.integers(0, 20),
)
def test_clusters_are_numbered_in_order_and_hold_candidates(
    near: list[list[int]], places: list[int], threshold: int
) -> None:
    links = [sorted({other for other in others if other < i}) for i, others in enumerate(near)]
    found = cluster_candidates(links, lambda i, j: abs(places[i] - places[j]) / 64, threshold / 64)

    assert [*dict.fromkeys(found.labels)] == [*range(len(found.medoids))]
    assert [found.labels[medoid] for medoid in found.medoids] == [*range(len(found.medoids))]
    # In a cluster all are linked, by pairs within the threshold.
    reached = [{i} for i in range(len(links))]
    for i, others in enumerate(links):
        for j in others:
            if abs(places[i] - places[j]) <= threshold:
                both = reached[i] | reached[j]
                for member in both:
                    reached[member] = both
    for i, j in combinations(range(len(links)), 2):
        assert found.labels[i] != found.labels[j] or j in reached[i]


def test_pages_that_are_no_candidates_are_not_compared() -> None:
    compared = set()

    def distance(i: int, j: int) -> float:
        compared.add((min(i, j), max(i, j)))
        return 0.1

    # Two rows of items, each a candidate for the one before it in its row.
    found = cluster_candidates([[], [], *([i - 2] for i in range(2, 20))], distance, 0.5)

    assert found == Clusters((0, 1) * 10, found.medoids)
    assert all(i % 2 == j % 2 for i, j in compared)


@pytest.mark.parametrize("items", [100, 1600])
def test_comparisons_grow_with_the_candidates(items: int) -> None:
    draw = Random(1)
    places = [draw.random() for _ in range(items)]
    compared = 0

    def distance(i: int, j: int) -> float:
        nonlocal compared
        compared += 1
        return abs(places[i] - places[j])

    links = [sorted(draw.sample(range(i), min(i, 10))) for i in range(items)]
    cluster_candidates(links, distance, 0.2)

    assert compared <= 30 * items


# Methods


def test_the_methods_by_name() -> None:
    assert [*METHODS] == ["joining", "qiu", "classes", "leaf-paths", "shingles"]
    for name, distance in DISTANCES.items():
        method: object = METHODS[name]
        assert method == distance()
    assert METHODS["qiu"] == Sequences(threshold=0.5)


@each_method
def test_pages_of_two_templates_are_two_clusters(method: Method) -> None:
    pages = pages_of_two(30)
    expected = [int(i % 3 == 1) for i in range(30)]
    if isinstance(method, Sequences | Classes | LeafPaths | Shingles):
        method = type(method)(threshold=0.3 if isinstance(method, Sequences) else 0.6)

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


@each_distance
def test_nothing_but_equal_pages_is_within_a_threshold_of_0(
    method: type[Sequences | Classes | LeafPaths | Shingles],
) -> None:
    pages = [Page(html) for html in (listing(1), post(1), listing(1), post(4), post(1))]

    assert cluster(pages, method(threshold=0)) == [0, 1, 0, 2, 1]


@each_distance
def test_clusters_name_the_page_in_their_middle(
    method: type[Sequences | Classes | LeafPaths | Shingles],
) -> None:
    chosen = method(threshold=0.6)
    read = [chosen.read(page.tree) for page in pages_of_two(15)]
    found = chosen.clusters(read)

    assert [*found.labels] == chosen.cluster(read)
    assert [found.labels[medoid] for medoid in found.medoids] == [*range(len(found.medoids))]


@pytest.mark.parametrize("threshold", [0.05, 0.2, 0.5])
def test_sequences_are_compared_as_in_the_thesis(threshold: float) -> None:
    pages = pages_of_two(24)

    assert cluster(pages, Sequences(threshold)) == Qiu(threshold).cluster(pages)


def test_no_order_of_class_names_and_no_number_in_them_parts_pages() -> None:
    ours = [f"<body class=x><div class='{names}'><p>t" for names in ("a b-1", "b-2 a", "b-30 a")]

    assert cluster([*map(Page, ours)], Classes(threshold=0)) == [0, 0, 0]


def test_leaf_paths_know_nothing_of_classes_and_repetitions() -> None:
    pages = [Page("<main><p class=a>x</p></main>"), Page("<main><p>x</p><p>y</p></main>")]

    assert cluster(pages, LeafPaths(threshold=0)) == [0, 0]
    assert cluster([*pages, Page("<main><i>x</i></main>")], LeafPaths(threshold=0)) == [0, 0, 1]


def test_wrong_names_and_thresholds_are_refused() -> None:
    with pytest.raises(ValueError, match="no method is called 'kmeans'; there are joining, qiu, "):
        cluster([], "kmeans")
    with pytest.raises(ValueError, match=r"threshold is a distance in \[0, 1\], not 2"):
        Classes(threshold=2)
