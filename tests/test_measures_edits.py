"""Tree edit distance and the combined tree: examples by hand, the papers', another's program."""

from __future__ import annotations

import pytest
from apted import APTED
from apted.helpers import Tree as Bracketed
from hypothesis import given
from hypothesis import strategies as st
from reference_measures import merged
from trees import Nested, count, examples, pairs, put, trees

from scrapy_treesim.similarity import measure_over
from scrapy_treesim.similarity._matching_cy import SimpleTreeMatching
from scrapy_treesim.similarity.edits import TreeEditing
from scrapy_treesim.tree import ShapeTable


def compare(name: str, a: Nested, b: Nested) -> float:
    table = ShapeTable()
    return measure_over(table, name)(put(table, a), put(table, b))


def distance(a: Nested, b: Nested) -> int:
    """TED, from a similarity that is not 0."""
    largest = max(count(a), count(b))
    return round((1 - compare("ted", a, b)) * largest)


def bracketed(tree: Nested) -> str:
    return f"{{{tree[0]}{''.join(map(bracketed, tree[1:]))}}}"


def distance_by_apted(a: Nested, b: Nested) -> int:
    one, other = (Bracketed.from_text(bracketed(tree)) for tree in (a, b))
    return int(APTED(one, other).compute_edit_distance())


# Tree edit distance


def test_the_example_of_zhang_and_shasha_takes_two_edits() -> None:
    # Their figure 4: c goes from around b to around d.
    one: Nested = ("f", ("d", ("a",), ("c", ("b",))), ("e",))
    two: Nested = ("f", ("c", ("d", ("a",), ("b",))), ("e",))

    assert distance(one, two) == 2
    assert compare("ted", one, two) == pytest.approx(1 - 2 / 6)


@pytest.mark.parametrize(
    ("one", "two", "edits"),
    [
        (("ul", ("li",)), ("ul", ("li",), ("li",)), 1),
        (("ul", ("li",)), ("ul", ("p",)), 1),
        # A wrapper around both is one insertion, though nothing is at its old depth.
        (
            ("ul", ("li", ("a",)), ("li",)),
            ("ul", ("div", ("li", ("a",)), ("li",))),
            1,
        ),
        # Order matters: one of the two goes and comes again.
        (("p", ("a",), ("b",), ("i",)), ("p", ("b",), ("a",), ("i",)), 2),
        (("p", ("a", ("b",), ("b",))), ("p", ("b",), ("b",)), 1),
    ],
)
def test_edits_by_hand(one: Nested, two: Nested, edits: int) -> None:
    assert distance(one, two) == distance(two, one) == edits


def test_trees_that_take_more_edits_than_nodes_are_as_unlike_as_can_be() -> None:
    chain: Nested = ("div",)
    for _ in range(9):
        chain = ("div", chain)
    chain = ("p", chain)
    star: Nested = ("p", *(("li",),) * 10)

    assert distance_by_apted(chain, star) == 19
    assert compare("ted", chain, star) == 0.0


@examples(150)
@given(two=pairs())
def test_the_distance_is_that_of_another_program(two: tuple[Nested, Nested]) -> None:
    a, b = two
    largest = max(count(a), count(b))

    assert compare("ted", a, b) == pytest.approx(
        max(0, 1 - distance_by_apted(a, b) / largest), abs=1e-12
    )


@examples(60)
@given(a=trees(40), b=trees(40))
def test_so_it_is_for_larger_trees(a: Nested, b: Nested) -> None:
    a, b = ("div", *a[1:]), ("div", *b[1:])
    expected = 1 - distance_by_apted(a, b) / max(count(a), count(b))

    assert compare("ted", a, b) == pytest.approx(max(0, expected), abs=1e-12)


@examples(60)
@given(two=pairs(), many=st.integers(1, 4))
def test_what_is_around_two_trees_alike_does_not_change_their_distance(
    two: tuple[Nested, Nested], many: int
) -> None:
    a, b = two
    header: Nested = ("h1", ("a",))
    one, other = (("body", *(header,) * many, tree, *(("p",),) * many) for tree in two)
    edits = distance_by_apted(a, b)

    assert distance_by_apted(one, other) == edits
    assert compare("ted", one, other) == pytest.approx(
        max(0, 1 - edits / max(count(one), count(other))), abs=1e-12
    )


def mirrored(tree: Nested) -> Nested:
    return (tree[0], *map(mirrored, reversed(tree[1:])))


@examples(60)
@given(two=pairs())
def test_mirrored_trees_are_as_far_apart(two: tuple[Nested, Nested]) -> None:
    assert compare("ted", *two) == compare("ted", *map(mirrored, two))


@examples(60)
@given(two=pairs())
def test_matching_from_the_top_is_never_cheaper_than_the_best_edits(
    two: tuple[Nested, Nested],
) -> None:
    table = ShapeTable()
    a, b = (put(table, tree) for tree in two)
    kept = SimpleTreeMatching(table).matched(a, b)
    edits = table.size[a] + table.size[b] - 2 * kept

    assert TreeEditing(table)(a, b) >= 1 - edits / max(table.size[a], table.size[b]) - 1e-12


@examples(30)
@given(one=trees(), two=trees(), three=trees())
def test_going_by_way_of_a_third_tree_takes_no_fewer_edits(
    one: Nested, two: Nested, three: Nested
) -> None:
    a, b, c = (("div", *tree[1:]) for tree in (one, two, three))
    # Room enough that no similarity is cut off at 0.
    row: Nested = (("hr",),) * (2 * sum(map(count, (a, b, c))))

    def edits(x: Nested, y: Nested) -> int:
        return distance(("div", *x[1:], *row), ("div", *y[1:], *row))

    assert edits(a, c) <= edits(a, b) + edits(b, c)


# The combined tree


def test_a_combined_tree_by_hand() -> None:
    one: Nested = ("div", ("h2",), ("p", ("a",)))
    two: Nested = ("div", ("p", ("b",)), ("img",))
    together: Nested = ("div", ("h2",), ("p", ("a",), ("b",)), ("img",))

    assert count(merged(one, two)) == count(together) == 6
    assert compare("mct", one, two) == pytest.approx((4 + 4 - 6) / 6)


@examples(100)
@given(two=pairs())
def test_the_combined_tree_has_all_nodes_less_those_that_simple_tree_matching_pairs(
    two: tuple[Nested, Nested],
) -> None:
    table = ShapeTable()
    a, b = (put(table, tree) for tree in two)
    shared = SimpleTreeMatching(table).matched(a, b)

    assert count(merged(*two)) == count(two[0]) + count(two[1]) - shared
    assert measure_over(table, "mct")(a, b) == pytest.approx(
        shared / (table.size[a] + table.size[b] - shared), abs=1e-15
    )


@examples(60)
@given(two=pairs())
def test_it_ranks_as_simple_tree_matching_does_and_is_stricter(two: tuple[Nested, Nested]) -> None:
    stm, mct = compare("stm", *two), compare("mct", *two)

    assert mct <= stm
    assert mct == pytest.approx(stm / (2 - stm), abs=1e-12)


@examples(40)
@given(tree=trees())
def test_a_part_of_a_tree_is_wholly_in_the_combined_tree(tree: Nested) -> None:
    pruned = (tree[0], *tree[1:-1])

    assert compare("mct", tree, pruned) == pytest.approx(count(pruned) / count(tree))
