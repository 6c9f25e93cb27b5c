"""The measures: the papers' examples, their properties, and equality with the plain recursions."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from parsel import Selector
from reference_measures import MORE_REFERENCES
from trees import (
    REFERENCES as REFERENCES_OF_MATCHINGS,
)
from trees import (
    Nested,
    as_element,
    as_html,
    below,
    examples,
    free,
    ordered,
    pairs,
    pol,
    put,
    stm,
    trees,
)

from scrapy_treesim import Page, similarity
from scrapy_treesim.similarity import MEASURES, measure_over
from scrapy_treesim.tree import ELEMENTS, ShapeTable, clean

REFERENCES = REFERENCES_OF_MATCHINGS | MORE_REFERENCES
every_measure = pytest.mark.parametrize("name", MEASURES)

# Song 2011, figure 2.
A: Nested = ("r", ("x",), ("y", ("z",)), ("x",))
B: Nested = ("r", ("x",), ("w", ("q",)), ("y", ("z",)))


def compare(name: str, a: Nested, b: Nested) -> float:
    table = ShapeTable()
    return measure_over(table, name)(put(table, a), put(table, b))


def chain(table: ShapeTable, depth: int, leaf: str) -> int:
    shape = table.add(table.number(leaf), ())
    for _ in range(depth - 1):
        shape = table.add(table.number("div"), (shape,))
    return shape


# The papers' examples


def test_songs_example_is_nine_elevenths() -> None:
    assert compare("free", A, B) == pytest.approx(9 / 11, abs=1e-15)


def test_songs_matrix_of_children_is_table_1() -> None:
    matrix = [[compare("free", u, v) for v in B[1:]] for u in A[1:]]

    assert matrix == [[1, 0, 0], [0, 0, 1], [1, 0, 0]]


def test_songs_example_in_order_loses_the_child_that_matched_twice() -> None:
    # x-x and y-y remain, and the roots: 4 nodes of 5 and 6.
    assert compare("ordered", A, B) == pytest.approx(8 / 11, abs=1e-15)
    assert compare("stm", A, B) == pytest.approx(8 / 11, abs=1e-15)


def test_leaf_paths_of_a_small_pair_by_hand() -> None:
    one: Nested = ("div", ("p",), ("a",))
    two: Nested = ("div", ("p",), ("b",))
    # div-p is in both; div-a and div-b share the root of two pairs: cosine 1/2.
    assert compare("pol", one, two) == pytest.approx((2 * 1 + 2 * 0.5) * 2 / 8, abs=1e-15)


def test_free_matching_does_not_mind_how_long_a_list_is() -> None:
    item: Nested = ("li", ("a",), ("span",))

    assert compare("free", ("ul", *[item] * 3), ("ul", *[item] * 50)) == 1.0
    assert compare("ordered", ("ul", *[item] * 3), ("ul", *[item] * 50)) < 0.2


# The plain recursions


def test_every_measure_has_a_reference() -> None:
    assert set(REFERENCES) == set(MEASURES)


@examples(120)
@given(two=pairs())
def test_it_equals_the_naive_recursion(two: tuple[Nested, Nested]) -> None:
    a, b = two

    for name in MEASURES:
        assert compare(name, a, b) == pytest.approx(REFERENCES[name](a, b), abs=1e-12), name


@examples(25)
@given(two=pairs(), seed=st.integers(0, 99))
def test_one_comparison_serves_all_subtrees_in_any_order(
    two: tuple[Nested, Nested], seed: int
) -> None:
    for name in MEASURES:
        table = ShapeTable()
        compare_shapes = measure_over(table, name)
        subtrees = [*below(two[0]), *below(two[1])]
        shapes = [put(table, tree) for tree in subtrees]
        places = [(i, j) for i in range(len(shapes)) for j in range(len(shapes))]
        for i, j in Random(seed).sample(places, min(len(places), 60)):
            expected = REFERENCES[name](subtrees[i], subtrees[j])
            assert compare_shapes(shapes[i], shapes[j]) == pytest.approx(expected, abs=1e-12), name


@examples(25)
@given(first=pairs(), later=pairs())
def test_the_table_may_grow_after_the_measure_was_made(
    first: tuple[Nested, Nested], later: tuple[Nested, Nested]
) -> None:
    for name in MEASURES:
        table = ShapeTable()
        compare_shapes = measure_over(table, name)
        for a, b in (first, later, (first[0], later[1])):
            value = compare_shapes(put(table, a), put(table, b))
            assert value == pytest.approx(REFERENCES[name](a, b), abs=1e-12), name


# Properties


@examples(60)
@given(two=pairs())
def test_it_is_symmetric(two: tuple[Nested, Nested]) -> None:
    a, b = two

    for name in MEASURES:
        assert compare(name, a, b) == pytest.approx(compare(name, b, a), abs=1e-12), name


@examples(60)
@given(tree=trees())
def test_a_tree_is_exactly_like_itself(tree: Nested) -> None:
    for name in MEASURES:
        assert compare(name, tree, tree) == 1.0, name


@examples(60)
@given(a=trees(), b=trees())
def test_it_lies_between_0_and_1(a: Nested, b: Nested) -> None:
    for name in MEASURES:
        assert 0.0 <= compare(name, a, b) <= 1.0 + 1e-12, name


@examples(40)
@given(two=pairs())
def test_it_is_0_where_roots_differ_and_only_there(two: tuple[Nested, Nested]) -> None:
    a, b = two

    for name in MEASURES:
        assert compare(name, a, ("section", *b[1:])) == 0.0, name
        # Small trees may share no shingle; as many edits as there are nodes leave nothing alike.
        assert compare(name, a, b) > 0.0 or name in {"shingles", "ted"}, name


@examples(80)
@given(two=pairs())
def test_ordered_is_at_most_free(two: tuple[Nested, Nested]) -> None:
    assert compare("ordered", *two) <= compare("free", *two) + 1e-12
    assert ordered(*two) <= free(*two) + 1e-12


@examples(80)
@given(two=pairs())
def test_songs_ordered_matching_is_simple_tree_matching(two: tuple[Nested, Nested]) -> None:
    assert compare("ordered", *two) == compare("stm", *two)
    assert ordered(*two) == pytest.approx(stm(*two), abs=1e-12)


@examples(25)
@given(two=pairs())
def test_an_artificial_root_is_a_root_like_any_other(two: tuple[Nested, Nested]) -> None:
    for name in MEASURES:
        # As Gong's records have it, which are runs of siblings.
        table = ShapeTable()
        a, b = (table.add(-1, table.children[put(table, tree)]) for tree in two)
        expected = compare(name, *(("html", *tree[1:]) for tree in two))
        if name == "fft":
            # Its number is part of the signal.
            expected = measure_over(table, name)(b, a)

        assert measure_over(table, name)(a, b) == pytest.approx(expected, abs=1e-12), name


def shuffled(tree: Nested, random: Random) -> Nested:
    children = [shuffled(child, random) for child in tree[1:]]
    random.shuffle(children)
    return (tree[0], *children)


@examples(60)
@given(two=pairs(), seed=st.integers(0, 999))
def test_free_matching_does_not_mind_the_order_of_children(
    two: tuple[Nested, Nested], seed: int
) -> None:
    a, b = two
    mixed = shuffled(a, Random(seed))

    assert compare("free", mixed, a) == 1.0
    assert compare("free", mixed, b) == pytest.approx(compare("free", a, b), abs=1e-12)


def test_ordered_matching_and_leaf_paths_do_mind_it() -> None:
    a: Nested = ("div", ("p",), ("ul", ("li",)))
    mixed: Nested = ("div", ("ul", ("li",)), ("p",))

    assert compare("ordered", a, mixed) < 1
    assert compare("pol", a, mixed) < 1


# The call for people


@every_measure
def test_similarity_reads_snippets_elements_selectors_and_pages_alike(name: str) -> None:
    one: Nested = ("div", ("ul", ("li",), ("li", ("a",))), ("p",))
    two: Nested = ("div", ("ul", ("li", ("a",))), ("p",), ("h2",))
    expected = REFERENCES[name](one, two)
    assert 0.0 < expected < 1.0
    other = as_html(two)
    for source in (
        as_html(one),
        as_html(one).encode(),
        as_element(one),
        etree.ElementTree(as_element(one)),
        Selector(as_html(one)).css("div")[0],
        Page.of_snippet(as_html(one)),
        clean(Page.of_snippet(as_html(one)).tree, ELEMENTS),
    ):
        assert similarity(source, other, measure=name) == pytest.approx(expected, abs=1e-12)
        assert similarity(other, source, measure=name) == pytest.approx(expected, abs=1e-12)


def test_similarity_is_free_matching_unless_told() -> None:
    one, two = "<ul><li></ul>", "<ul><li><li><li></ul>"

    assert similarity(one, two) == 1.0
    assert similarity(one, two, measure="stm") == pytest.approx(2 * 2 / 6)


def test_similarity_sees_neither_text_nor_what_does_not_show() -> None:
    assert similarity("<p>one<br>two<script>x()</script></p>", "<p><style>p{}</style>three") == 1.0


def test_snippets_under_different_roots_have_nothing_in_common() -> None:
    assert similarity("<div><p></p></div>", "<section><p></p></section>") == 0.0


def test_custom_elements_are_the_same_tag_on_both_sides_in_whatever_order_they_come() -> None:
    one = "<div><x-one></x-one><x-two></x-two></div>"
    two = "<div><x-two></x-two><x-one></x-one></div>"

    assert similarity(one, two, measure="free") == 1.0
    assert similarity(one, two, measure="stm") == pytest.approx(2 / 3)


def test_an_unknown_measure_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match="'best'") as refused:
        similarity("<p>", "<p>", measure="best")

    assert all(name in str(refused.value) for name in MEASURES)


def test_what_is_no_page_is_refused() -> None:
    with pytest.raises(TypeError):
        similarity("<p>", 3)  # type: ignore[arg-type]


# Size


@every_measure
def test_trees_nested_5000_deep_do_not_recurse(name: str) -> None:
    table = ShapeTable()
    depth = 5000
    one, two = chain(table, depth, "p"), chain(table, depth, "a")
    value = measure_over(table, name)(one, two)
    # All but the leaf agree.
    usual = (depth - 1) / depth
    weights = [1 / (1 + level) for level in range(depth)]
    expected = {
        # On a leaf path <div, 0> is one pair however often it comes, so that each side has two
        # pairs and shares one.
        "pol": 0.5,
        "mct": (depth - 1) / (depth + 1),
        "lcs-depth": sum(weights[:-1]) / sum(weights),
        "tags-jaccard": 1 / 3,
        # One window of paths fewer than nodes by two, of which the last differ.
        "shingles": (depth - 3) / (depth - 1),
        # By the definition that would be millions of sines; see test_measures_spectra.
        "fft": value,
    }.get(name, usual)
    assert value == pytest.approx(expected, abs=1e-12)
    assert 0.5 * (name != "tags-jaccard") <= value
    # To spectra a leaf so deep is nothing: 2 to the power of -5000.
    assert value < 1.0 or name == "fft"


@every_measure
def test_long_lists_that_differ_in_one_place_do_not_take_all_pairs(name: str) -> None:
    table = ShapeTable()
    number = table.number
    plain = table.add(number("li"), ())
    other = table.add(number("li"), (table.add(number("p"), ()),))
    # Leaf paths do take every leaf with every node; some compare no more than the top.
    many = {"pol": 2_000, "mct": 5_000, "lcs-depth": 5_000}.get(name, 20_000)
    differing = many // 3
    one = table.add(number("ul"), (plain,) * many)
    two = table.add(
        number("ul"), (*(plain,) * differing, other, *(plain,) * (many - differing - 1))
    )
    value = measure_over(table, name)(one, two)
    nodes = 2 * many + 3
    path = 2 / sqrt(2 * 3)
    heavy = 1 + many / 2
    expected = {
        "free": (2 + many + (many - 1) + 2 * (2 / 3)) / nodes,
        "ordered": 2 * (many + 1) / nodes,
        "stm": 2 * (many + 1) / nodes,
        "pol": (4 * (many - 1) + 2 * path + 3 * path) / (4 * many + 1),
        "ted": (many + 1) / (many + 2),
        "mct": (many + 1) / (many + 2),
        "lcs": (many + 1) / (many + 2),
        "lcs-depth": heavy / (heavy + 1 / 3),
        "lcsubstr": (many + 1) / (many + 2),
        "tags": 2 * (many + 1) / nodes,
        "tags-jaccard": 2 / 3,
        "paths": 2 * (many + 1) / nodes,
        # ul li li, li li li; and li li p, li p li, p li li.
        "shingles": 2 / 5,
        "fft": value,
    }[name]
    assert value == pytest.approx(expected, abs=1e-12)


def test_leaf_paths_that_hold_the_same_pairs_count_by_their_lengths() -> None:
    # div-div and div-div-div are both the one pair <div, 0>, of length 2 and 3.
    one: Nested = ("div", ("div", ("div",)), ("p",))
    two: Nested = ("div", ("div",), ("a",))

    assert compare("pol", one, two) == pytest.approx(pol(one, two), abs=1e-12)
    # Each side: one path that matches whole, one that shares <div, 0> of two pairs.
    assert compare("pol", one, two) == pytest.approx((3 + 2 / sqrt(2) + 2 + 2 / sqrt(2)) / 9)
