"""Measures of sequences: common subsequences, plain and by depth, and common substrings."""

from __future__ import annotations

from array import array
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import LCSseq
from reference_measures import heaviest, level_by_level
from reference_measures import longest_substring as plainly_longest
from trees import Nested, count, examples, pairs, put

from scrapy_treesim.similarity import measure_over
from scrapy_treesim.similarity._sequences_cy import weighted_lcs
from scrapy_treesim.similarity.sequences import longest_substring
from scrapy_treesim.tree import ShapeTable

few_symbols = st.lists(st.integers(0, 3), max_size=24)
more_symbols = st.lists(st.integers(0, 11), max_size=24)
sequences = st.one_of(few_symbols, more_symbols)
weights = st.lists(st.one_of(st.just(0.0), st.floats(0.01, 10)), min_size=12, max_size=12)


def compare(name: str, a: Nested, b: Nested) -> float:
    table = ShapeTable()
    return measure_over(table, name)(put(table, a), put(table, b))


def ints(symbols: list[int]) -> array[int]:
    return array("i", symbols)


# The heaviest common subsequence


def test_a_heaviest_common_subsequence_by_hand() -> None:
    # Of 0 1 and 1 0 one symbol can be kept: the heavier one.
    assert weighted_lcs(ints([0, 1]), ints([1, 0]), array("d", [2, 3])) == 3
    # Two light ones together outweigh the heavy one that they cross.
    assert weighted_lcs(ints([2, 0, 1]), ints([0, 1, 2]), array("d", [2, 2, 3])) == 4
    assert weighted_lcs(ints([2, 0, 1]), ints([0, 1, 2]), array("d", [2, 2, 5])) == 5


@pytest.mark.parametrize("first", [[], [0], [0, 0]])
def test_nothing_has_nothing_in_common(first: list[int]) -> None:
    assert weighted_lcs(ints(first), ints([]), array("d", [1])) == 0
    assert weighted_lcs(ints([]), ints(first), array("d", [1])) == 0


def test_a_textbooks_longest_common_subsequence() -> None:
    # Cormen and others, figure 15.8: BCBA, 4 long.
    one, two = (ints([ord(letter) for letter in word]) for word in ("ABCBDAB", "BDCABA"))

    assert weighted_lcs(one, two, array("d", [1.0] * 128)) == 4


@examples(300)
@given(a=sequences, b=sequences, weight=weights)
def test_it_weighs_what_the_whole_table_says(
    a: list[int], b: list[int], weight: list[float]
) -> None:
    value = weighted_lcs(ints(a), ints(b), array("d", weight))

    assert value == pytest.approx(heaviest(a, b, weight.__getitem__), abs=1e-9)


@examples(200)
@given(a=sequences, b=sequences)
def test_with_weights_of_one_it_is_as_long_as_rapidfuzz_says(a: list[int], b: list[int]) -> None:
    assert weighted_lcs(ints(a), ints(b), array("d", [1.0] * 12)) == LCSseq.similarity(a, b)


@examples(200)
@given(a=sequences, b=sequences, weight=weights)
def test_it_is_symmetric_to_the_last_digit(a: list[int], b: list[int], weight: list[float]) -> None:
    given_weights = array("d", weight)

    assert weighted_lcs(ints(a), ints(b), given_weights) == weighted_lcs(
        ints(b), ints(a), given_weights
    )


@examples(100)
@given(a=sequences, weight=weights)
def test_a_sequence_has_all_of_itself(a: list[int], weight: list[float]) -> None:
    given_weights = array("d", weight)
    total = 0.0
    for symbol in a:
        total += weight[symbol]

    assert weighted_lcs(ints(a), ints(a), given_weights) == total


@examples(100)
@given(a=sequences, b=sequences, weight=weights, at=st.integers(0, 24))
def test_a_longer_sequence_has_no_less_in_common(
    a: list[int], b: list[int], weight: list[float], at: int
) -> None:
    given_weights = array("d", weight)
    longer = [*a[:at], 3, *a[at:]]

    assert weighted_lcs(ints(longer), ints(b), given_weights) >= weighted_lcs(
        ints(a), ints(b), given_weights
    )


@pytest.mark.parametrize("bad", [-1, 3, 2**31 - 1])
def test_a_symbol_without_a_weight_is_refused(bad: int) -> None:
    for one, two in (([0, bad], [0]), ([0], [0, bad])):
        with pytest.raises(ValueError, match=f"{bad} is no symbol of 3"):
            weighted_lcs(ints(one), ints(two), array("d", [1, 1, 1]))


def test_long_sequences_are_compared_alike() -> None:
    random = Random(5)
    a, b = ([random.randrange(40) for _ in range(700)] for _ in range(2))
    ones = array("d", [1.0] * 40)

    assert weighted_lcs(ints(a), ints(b), ones) == LCSseq.similarity(a, b)


# Common subsequences of trees

PAGE: Nested = ("html", ("body", ("div", ("a",), ("p",)), ("div",)))


def test_a_common_subsequence_of_trees_by_hand() -> None:
    # The thesis' page: html0 body1 div2 a3 p3 div2; without the link, 5 of 6 remain.
    other: Nested = ("html", ("body", ("div", ("p",)), ("div",)))

    assert compare("lcs", PAGE, other) == pytest.approx(5 / 6)


def test_depth_tells_nodes_of_one_tag_apart() -> None:
    deeper: Nested = ("html", ("body", ("section", ("div", ("a",), ("p",)), ("div",))))

    assert compare("lcs", PAGE, deeper) == pytest.approx(2 / 7)


def test_what_is_deeper_counts_less() -> None:
    no_div: Nested = ("html", ("body", ("div", ("a",), ("p",))))
    no_link: Nested = ("html", ("body", ("div", ("p",)), ("div",)))
    whole = 1 + 1 / 2 + 2 / 3 + 2 / 4

    assert compare("lcs", PAGE, no_div) == compare("lcs", PAGE, no_link) == pytest.approx(5 / 6)
    assert compare("lcs-depth", PAGE, no_link) == pytest.approx((whole - 1 / 4) / whole)
    assert compare("lcs-depth", PAGE, no_div) == pytest.approx((whole - 1 / 3) / whole)


@examples(60)
@given(two=pairs())
def test_common_subsequences_hold_at_least_the_root(two: tuple[Nested, Nested]) -> None:
    largest = max(map(count, two))

    assert compare("lcs", *two) >= 1 / largest
    assert compare("lcsubstr", *two) >= 1 / largest


@examples(60)
@given(two=pairs())
def test_what_simple_tree_matching_pairs_is_a_common_subsequence(
    two: tuple[Nested, Nested],
) -> None:
    mean = (count(two[0]) + count(two[1])) / 2

    assert compare("lcs", *two) * max(map(count, two)) >= compare("stm", *two) * mean - 1e-9


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


@examples(60)
@given(a=few_symbols, first=st.integers(0, 24), length=st.integers(0, 24))
def test_every_piece_of_a_string_is_in_it(a: list[int], first: int, length: int) -> None:
    piece = a[first : first + length]

    assert longest_substring(a, piece) == len(piece)
    assert longest_substring(a, [*piece, 9, *piece]) == len(piece)


def test_a_string_may_be_of_any_numbers_or_of_none() -> None:
    string = [1, 2, 2**31 - 1, 2, -1]

    assert [longest_substring(string, one) for one in ([2, 1], [2**31 - 1, 2, -1], [], [7])] == [
        *(1, 3, 0, 0)
    ]


def test_strings_of_many_symbols_or_of_one_take_no_longer_than_others() -> None:
    many = 20_000

    assert longest_substring(range(many), range(1, many + 1)) == many - 1
    assert longest_substring([0] * many, [0] * (many + 5)) == many
    assert longest_substring([0, 1] * many, [0] * many) == 1
