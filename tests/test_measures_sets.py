"""Measures of bags and sets: tags, paths, shingles; containment; sketches."""

from __future__ import annotations

from array import array
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference.containment import containment
from reference_measures import paths_of, shingles_of
from trees import Nested, as_element, as_html, examples, pairs, put

from scrapy_treesim import similarity
from scrapy_treesim.similarity import measure_over
from scrapy_treesim.similarity.sets import paths_of as numbers_of_paths
from scrapy_treesim.tree import ShapeTable

numbers = st.lists(st.integers(0, 12), max_size=12)
sets = st.sets(st.integers(0, 30), min_size=1, max_size=20)


def compare(name: str, a: Nested, b: Nested) -> float:
    table = ShapeTable()
    return measure_over(table, name)(put(table, a), put(table, b))


def longs(values: list[int] | set[int]) -> array[int]:
    return array("q", sorted(values))


def random_page(random: Random, nodes: int) -> str:
    """A deep enough page of that many elements; the same numbers give the same page."""
    names = ("div", "ul", "li", "p", "span", "a", "section", "h3", "x-card")
    children: list[list[int]] = [[]]
    for node in range(1, nodes):
        children.append([])
        children[random.randrange(max(0, node - 9), node)].append(node)
    tags = ["div", *(random.choice(names) for _ in range(nodes - 1))]
    made: list[Nested] = [()] * nodes
    for node in range(nodes - 1, -1, -1):
        made[node] = (tags[node], *(made[child] for child in children[node]))
    return as_html(made[0])


# Tags


def test_tags_by_hand() -> None:
    one: Nested = ("ul", ("li",), ("li",), ("li", ("a",)))
    two: Nested = ("ul", ("li", ("a",)), ("li", ("b",)))

    # ul 1 and 1, li 3 and 2, a 1 and 1, b 0 and 1.
    assert compare("tags", one, two) == pytest.approx(2 * (1 + 2 + 1) / 10)
    assert compare("tags-jaccard", one, two) == pytest.approx(3 / 4)


def test_tags_do_not_mind_where_they_stand() -> None:
    one: Nested = ("div", ("p", ("a", ("b",))), ("i",))
    two: Nested = ("div", ("i", ("b", ("a", ("p",)))))

    assert compare("tags", one, two) == compare("tags-jaccard", one, two) == 1.0
    assert compare("paths", one, two) == pytest.approx(2 * 2 / 10)


@examples(60)
@given(two=pairs())
def test_a_measure_that_sees_more_finds_less_alike(two: tuple[Nested, Nested]) -> None:
    # Equal paths are of equal tags, and what simple tree matching pairs is of equal paths.
    assert compare("stm", *two) <= compare("paths", *two) + 1e-12
    assert compare("paths", *two) <= compare("tags", *two) + 1e-12


# Paths


def test_the_surveys_example_of_paths() -> None:
    tree: Nested = ("html", ("head", ("title", ("text",))), ("body", ("text",)))

    assert ["/".join(path) for path in paths_of(tree)] == [
        "html",
        "html/head",
        "html/head/title",
        "html/head/title/text",
        "html/body",
        "html/body/text",
    ]
    other: Nested = ("html", ("head", ("title",)), ("body", ("text",), ("text",)))
    # All but the title's text and the body's second one.
    assert compare("paths", tree, other) == pytest.approx(2 * 5 / 12)


@examples(100)
@given(two=pairs())
def test_paths_have_one_number_where_they_are_one_path(two: tuple[Nested, Nested]) -> None:
    table = ShapeTable()
    written = [path for tree in two for path in paths_of(tree)]
    numbered = [number for tree in two for number in numbers_of_paths(table, put(table, tree))]

    assert len(written) == len(numbered)
    assert len(set(zip(written, numbered, strict=True))) == len(set(written)) == len(set(numbered))


# Shingles


def test_shingles_by_hand() -> None:
    one: Nested = ("ul", ("li",), ("li",), ("li",), ("p",))
    two: Nested = ("ul", ("li",), ("li",), ("p",), ("p",))
    # Of three paths each: ul li li, li li li, li li p; and ul li li, li li p, li p p.

    assert compare("shingles", one, two) == pytest.approx(2 / 4)
    assert containment(as_html(one), as_html(two)) == pytest.approx(2 / 3)


def test_trees_of_fewer_nodes_than_a_shingle_has_paths_are_one_shingle() -> None:
    assert compare("shingles", ("p", ("a",)), ("p", ("a",))) == 1
    assert compare("shingles", ("p", ("a",)), ("p", ("b",))) == 0
    assert compare("shingles", ("p", ("a",)), ("p", ("a",), ("a",))) == 0


@examples(80)
@given(two=pairs())
def test_containment_is_the_share_of_the_first_trees_shingles(
    two: tuple[Nested, Nested],
) -> None:
    one, other = map(shingles_of, two)
    a, b = map(as_element, two)

    assert containment(a, b) == pytest.approx(len(one & other) / len(one))
    assert containment(b, a) == pytest.approx(len(one & other) / len(other))
    assert similarity(a, b, measure="shingles") <= min(containment(a, b), containment(b, a)) + 1e-12


def test_a_tree_is_wholly_in_a_longer_list_of_the_like_and_not_the_reverse() -> None:
    few, many = (f"<ul>{'<li><a></a></li>' * n}<p></p></ul>" for n in (2, 20))

    assert containment(few, many) == 1.0
    assert containment(many, few) == 1.0
    other = few.replace("</ul>", "<div></div></ul>")
    assert containment(few, other) == 1.0
    assert containment(other, few) < 1.0


def test_trees_of_different_roots_contain_nothing_of_each_other() -> None:
    assert containment("<ul><li></li></ul>", "<ol><li></li></ol>") == 0.0
