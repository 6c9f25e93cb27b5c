"""The measures: the papers' examples, their properties, and equality with the plain recursions."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from parsel import Selector
from rapidfuzz.distance import LCSseq
from reference_measures import (
    MORE_REFERENCES,
    edits,
    heaviest,
    level_by_level,
    merged,
    paths_of,
    signal,
)
from reference_measures import longest_substring as plainly_longest
from trees import (
    REFERENCES as REFERENCES_OF_MATCHINGS,
)
from trees import (
    Nested,
    as_element,
    as_html,
    below,
    count,
    examples,
    pairs,
    put,
    trees,
)

from scrapy_treesim import Page, similarity
from scrapy_treesim.similarity import MEASURES, measure_over
from scrapy_treesim.similarity.profiles import longest_substring, spectra
from scrapy_treesim.similarity.sequences import weighted_lcs
from scrapy_treesim.tree import ELEMENTS, ShapeTable, clean

REFERENCES = REFERENCES_OF_MATCHINGS | MORE_REFERENCES

# Song 2011, figure 2.
A: Nested = ("r", ("x",), ("y", ("z",)), ("x",))
B: Nested = ("r", ("x",), ("w", ("q",)), ("y", ("z",)))


def compare(name: str, a: Nested, b: Nested) -> float:
    table = ShapeTable()
    return measure_over(table, name)(put(table, a), put(table, b))


# The papers' examples


def test_songs_example_is_nine_elevenths() -> None:
    assert compare("free", A, B) == pytest.approx(9 / 11, abs=1e-15)


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


# Properties


@examples(60)
@given(tree=trees())
def test_a_tree_is_exactly_like_itself(tree: Nested) -> None:
    for name in MEASURES:
        assert compare(name, tree, tree) == 1.0, name


@examples(40)
@given(two=pairs())
def test_it_is_0_where_roots_differ_and_only_there(two: tuple[Nested, Nested]) -> None:
    a, b = two

    for name in MEASURES:
        assert compare(name, a, ("section", *b[1:])) == 0.0, name
        # Small trees may share no shingle; as many edits as there are nodes leave nothing alike.
        assert compare(name, a, b) > 0.0 or name in {"shingles", "ted"}, name


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


# The call for people


@pytest.mark.parametrize("name", MEASURES)
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


def test_an_unknown_measure_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ValueError, match="'best'") as refused:
        similarity("<p>", "<p>", measure="best")

    assert all(name in str(refused.value) for name in MEASURES)


def test_what_is_no_page_is_refused() -> None:
    with pytest.raises(TypeError):
        similarity("<p>", 3)  # type: ignore[arg-type]


# Size


@pytest.mark.parametrize("name", MEASURES)
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


# Tree edit distance


def test_trees_that_take_more_edits_than_nodes_are_as_unlike_as_can_be() -> None:
    chain: Nested = ("div",)
    for _ in range(9):
        chain = ("div", chain)
    chain = ("p", chain)
    star: Nested = ("p", *(("li",),) * 10)

    assert edits(chain, star) == 19
    assert compare("ted", chain, star) == 0.0


LARGER = st.tuples(trees(40), trees(40)).map(
    lambda two: (("div", *two[0][1:]), ("div", *two[1][1:]))
)


@examples(200)
@given(two=LARGER)
def test_the_distance_is_that_of_another_program(two: tuple[Nested, Nested]) -> None:
    expected = 1 - edits(*two) / max(map(count, two))

    assert compare("ted", *two) == pytest.approx(max(0, expected), abs=1e-12)


# The combined tree


def test_a_combined_tree_by_hand() -> None:
    one: Nested = ("div", ("h2",), ("p", ("a",)))
    two: Nested = ("div", ("p", ("b",)), ("img",))
    together: Nested = ("div", ("h2",), ("p", ("a",), ("b",)), ("img",))

    assert count(merged(one, two)) == count(together) == 6
    assert compare("mct", one, two) == pytest.approx((4 + 4 - 6) / 6)


# The heaviest common subsequence

sequences = st.lists(st.integers(0, 3), max_size=24) | st.lists(st.integers(0, 11), max_size=24)
weights = st.lists(st.one_of(st.just(0.0), st.floats(0.01, 10)), min_size=12, max_size=12)


def ints(symbols: Sequence[int]) -> array[int]:
    return array("i", symbols)


def test_a_heaviest_common_subsequence_by_hand() -> None:
    # Of 0 1 and 1 0 one symbol can be kept: the heavier one.
    assert weighted_lcs(ints([0, 1]), ints([1, 0]), array("d", [2, 3])) == 3
    # Two light ones together outweigh the heavy one that they cross.
    assert weighted_lcs(ints([2, 0, 1]), ints([0, 1, 2]), array("d", [2, 2, 3])) == 4
    assert weighted_lcs(ints([2, 0, 1]), ints([0, 1, 2]), array("d", [2, 2, 5])) == 5
    # Cormen and others, figure 15.8: BCBA, 4 long.
    one, two = (ints([*word.encode()]) for word in ("ABCBDAB", "BDCABA"))
    assert weighted_lcs(one, two, array("d", [1.0] * 128)) == 4


@examples(300)
@given(a=sequences, b=sequences, weight=weights)
def test_it_weighs_what_the_whole_table_says_to_the_last_digit_both_ways(
    a: list[int], b: list[int], weight: list[float]
) -> None:
    value = weighted_lcs(ints(a), ints(b), array("d", weight))

    assert value == pytest.approx(heaviest(a, b, weight.__getitem__), abs=1e-9)
    assert value == weighted_lcs(ints(b), ints(a), array("d", weight))


@pytest.mark.parametrize("bad", [-1, 3, 2**31 - 1])
def test_a_symbol_without_a_weight_is_refused(bad: int) -> None:
    for one, two in (([0, bad], [0]), ([0], [0, bad])):
        with pytest.raises(ValueError, match=f"{bad} is no symbol of 3"):
            weighted_lcs(ints(one), ints(two), array("d", [1, 1, 1]))


def test_long_sequences_are_compared_alike() -> None:
    random = Random(5)
    a, b = ([random.randrange(40) for _ in range(700)] for _ in range(2))

    assert weighted_lcs(ints(a), ints(b), array("d", [1.0] * 40)) == LCSseq.similarity(a, b)


# Common subsequences of trees

PAGE: Nested = ("html", ("body", ("div", ("a",), ("p",)), ("div",)))


def test_a_common_subsequence_of_trees_by_hand() -> None:
    # The thesis' page: html0 body1 div2 a3 p3 div2; without the link, 5 of 6 remain.
    other: Nested = ("html", ("body", ("div", ("p",)), ("div",)))
    assert compare("lcs", PAGE, other) == pytest.approx(5 / 6)
    # Depth tells nodes of one tag apart.
    deeper: Nested = ("html", ("body", ("section", ("div", ("a",), ("p",)), ("div",))))
    assert compare("lcs", PAGE, deeper) == pytest.approx(2 / 7)


def test_what_is_deeper_counts_less() -> None:
    no_div: Nested = ("html", ("body", ("div", ("a",), ("p",))))
    no_link: Nested = ("html", ("body", ("div", ("p",)), ("div",)))
    whole = 1 + 1 / 2 + 2 / 3 + 2 / 4

    assert compare("lcs", PAGE, no_div) == compare("lcs", PAGE, no_link) == pytest.approx(5 / 6)
    assert compare("lcs-depth", PAGE, no_link) == pytest.approx((whole - 1 / 4) / whole)
    assert compare("lcs-depth", PAGE, no_div) == pytest.approx((whole - 1 / 3) / whole)


# Common substrings


def test_a_common_substring_of_trees_by_hand() -> None:
    one: Nested = ("div", ("h2",), ("p", ("a",)), ("img",))
    two: Nested = ("div", ("p", ("b",)), ("img",))
    # div h2 p img a, and div p img b: p img.

    assert level_by_level(one) == ["div", "h2", "p", "img", "a"]
    assert compare("lcsubstr", one, two) == pytest.approx(2 / 5)


@examples(300)
@given(a=sequences, b=sequences)
def test_suffixes_in_order_find_what_comparing_all_places_finds(a: list[int], b: list[int]) -> None:
    assert longest_substring(a, b) == longest_substring(b, a) == plainly_longest(a, b)


def test_a_string_may_be_of_any_numbers_or_of_none_and_long() -> None:
    string = [1, 2, 2**31 - 1, 2, -1]
    others: list[list[int]] = [[2, 1], [2**31 - 1, 2, -1], [], [7]]
    assert [longest_substring(string, one) for one in others] == [1, 3, 0, 0]
    many = 20_000
    assert longest_substring(range(many), range(1, many + 1)) == many - 1
    assert longest_substring([0] * many, [0] * (many + 5)) == many
    assert longest_substring([0, 1] * many, [0] * many) == 1


# Tags, paths and shingles


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


def test_shingles_by_hand() -> None:
    one: Nested = ("ul", ("li",), ("li",), ("li",), ("p",))
    two: Nested = ("ul", ("li",), ("li",), ("p",), ("p",))
    # Of three paths each: ul li li, li li li, li li p; and ul li li, li li p, li p p.
    assert compare("shingles", one, two) == pytest.approx(2 / 4)
    # Trees of fewer nodes are one shingle.
    assert compare("shingles", ("p", ("a",)), ("p", ("a",))) == 1
    assert compare("shingles", ("p", ("a",)), ("p", ("b",))) == 0


# Spectra


@pytest.mark.parametrize("name", MEASURES)
def test_it_makes_no_difference_which_page_has_names_of_its_own_first(name: str) -> None:
    one = "<div><x-a></x-a><x-b></x-b><x-b></x-b></div>"
    other = "<div><x-b></x-b><x-c></x-c><p>x</p></div>"
    value = similarity(one, other, measure=name)
    assert similarity(other, one, measure=name) == pytest.approx(value, abs=1e-15)
    # Names are told apart.
    assert value < 1
    assert similarity(one.replace("x-a", "x-d"), one, measure=name) < 1


@examples(60)
@given(two=pairs())
def test_signals_are_those_of_the_definition(two: tuple[Nested, Nested]) -> None:
    table = ShapeTable()
    for tree in two:
        assert spectra(table).profile(put(table, tree)).tolist() == pytest.approx(signal(tree))
