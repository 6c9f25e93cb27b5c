"""The thesis' sequences of tags, the repeats that collapse in them, and clusters of pages."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reference_qiu import Symbols, collapse, named, symbols_of, written
from trees import examples

from scrapy_treesim import Page
from scrapy_treesim.templates.clustering import Sequences, cluster
from scrapy_treesim.templates.clustering.qiu import SIMPLIFIED, cluster_around_medoids, repeats_of
from scrapy_treesim.tree import Profile, clean

# Sequences


def test_the_page_of_the_thesis() -> None:
    page = Page("<html><body><div><a></a><p></p></div><div></div></body></html>")

    assert (
        "".join(named(symbols_of(clean(page.tree, Profile(frozenset())))))
        == "<html0><body1><div2><a3><p3><div2>"
    )


@pytest.mark.parametrize(
    ("html", "sequence"),
    [
        # What says nothing of the template is dropped; what an unwrapped tag holds moves up.
        (
            "<body><script>x</script><div><img><br><input><style>a{}</style></div><a>b</a>",
            "<html0><body1><div2><a2>",
        ),
        (
            "<body><ul><li><a>one</a><li><b><span>two</span></b></ul><table><tr><td><div>",
            "<html0><body1><a2><span2><div2>",
        ),
    ],
)
def test_pages_are_simplified(html: str, sequence: str) -> None:
    assert "".join(named(symbols_of(clean(Page(html).tree, SIMPLIFIED)))) == sequence


# Repeats


def sequence(text: str) -> Symbols:
    """``<div3><a4>`` as tags and depths."""
    return [(tag, int(depth)) for tag, depth in re.findall(r"<([a-z]+)(\d+)>", text)]


@pytest.mark.parametrize(
    ("given", "collapsed"),
    [
        ("<ul1><a2><ul1><a2><ul1><a2>", "(<ul1><a2>)+"),
        # Of repeats that overlap the deeper is kept, of one in another the longer.
        (
            "<div3><div4><div3><div4><a5><img5><div4><a5><img5>",
            "<div3><div4><div3>(<div4><a5><img5>)+",
        ),
        ("<div0><ul1><a2><a2><ul1><a2><a2>", "<div0>(<ul1><a2><a2>)+"),
        # Records of several parents stay apart; they need not follow one another.
        ("<div0><ul1><a2><a2><hr1><ol1><a2><a2><a2>", "<div0><ul1>(<a2>)+<hr1><ol1>(<a2>)+"),
        ("<div0><p1><a2><hr1><p1><a2>", "<div0>(<p1><a2>)+<hr1>"),
        ("<div0><ul1><a2><ol1><a2>", "<div0><ul1><a2><ol1><a2>"),
        # What begins alike repeats, as far as it is alike; the longest repeat counts.
        ("<div0><p1><a2><b2><p1><a2><i2>", "<div0>(<p1><a2>)+<b2><i2>"),
        ("<div0><p1><a2><p1><a2><b2><p1><a2><b2>", "<div0><p1><a2>(<p1><a2><b2>)+"),
        ("<a0>", "<a0>"),
        ("", ""),
    ],
)
def test_equal_records_of_one_parent_are_one(given: str, collapsed: str) -> None:
    assert written(sequence(given)) == collapsed


def plainly(symbols: Sequence[str], depths: Sequence[int]) -> tuple[list[int], set[frozenset[int]]]:
    """Indices that stay, and the starts of equal repeats: the rules, written down plainly."""
    n = len(symbols)
    parent = [max((j for j in range(i) if depths[j] < depths[i]), default=-1) for i in range(n)]
    # The nearest before that is less deep.
    stop = [next((j for j in range(i + 1, n) if depths[j] <= depths[i]), n) for i in range(n)]

    def shared(i: int, j: int) -> int:
        most = min(stop[i] - i, stop[j] - j)
        return next((k for k in range(most) if symbols[i + k] != symbols[j + k]), most)

    longest = [
        max((shared(i, j) for j in range(n) if j != i and parent[j] == parent[i]), default=0)
        for i in range(n)
    ]
    repeats: dict[tuple[object, ...], set[int]] = {}
    for i in range(n):
        if longest[i]:
            repeats.setdefault((parent[i], *symbols[i : i + longest[i]]), set()).add(i)
    groups = [group for group in repeats.values() if len(group) > 1]
    # The deepest first: what is overlapped by a deeper one that stays goes.
    for group in sorted(groups, key=lambda group: -depths[min(group)]):
        for i in [*group]:
            inside = range(i + 1, i + longest[i])
            if any(
                j in inside and j + longest[j] > i + longest[i]
                for other in groups
                if len(other) > 1
                for j in other
            ):
                group.discard(i)
        if len(group) < 2:
            group.clear()
    # The longest first: what lies in one that stays goes.
    stay: list[set[int]] = []
    covered: set[int] = set()
    for group in sorted(groups, key=lambda group: depths[min(group)] if group else 0):
        left = {i for i in group if i not in covered}
        if len(left) > 1:
            stay.append(left)
            for i in left:
                covered |= {*range(i, i + longest[i])}
    gone = {k for group in stay for i in group - {min(group)} for k in range(i, i + longest[i])}
    return [i for i in range(n) if i not in gone], {frozenset(group) for group in stay}


@examples(600)
@given(drawn=st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 3)), max_size=16))
def test_records_collapse_as_the_rules_say(drawn: list[tuple[str, int]]) -> None:
    kept, repeats = collapse(drawn)
    stay, groups = plainly([*map(repr, drawn)], [depth for _, depth in drawn])

    assert kept == stay
    assert {frozenset(places) for _, places in repeats.values()} == groups


def fibonacci(n: int) -> list[int]:
    one, other = [0], [0, 1]
    while len(other) < n:
        one, other = other, other + one
    return other[:n]


LONG = 30_000
HOSTILE = {
    "equal siblings": ([0] * LONG, [1] * LONG),
    "Fibonacci": (fibonacci(LONG), [1] * LONG),
    "Thue-Morse by depth": (
        [i.bit_count() % 2 for i in range(LONG)],
        [1 + i.bit_count() % 2 for i in range(LONG)],
    ),
    "deep": ([*range(LONG)], [*range(LONG)]),
    "a comb": ([i % 2 for i in range(LONG)], [i // 2 for i in range(LONG)]),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_long_rows_are_collapsed(name: str) -> None:
    symbols, depths = HOSTILE[name]
    numbers = [depth << 1 | symbol % 2 for symbol, depth in zip(symbols, depths, strict=True)]
    left = LONG - sum(repeats_of(numbers, array("i", depths)).removed)

    assert (left < 100) is (name not in ("deep", "a comb"))


# Clusters


@pytest.mark.parametrize(
    ("values", "threshold", "middles"),
    [
        # The nearest are joined until the threshold, which is within itself.
        ([0, 10, 1, 11, 2, 12, 30], 2, [1, 11, 1, 11, 1, 11, 30]),
        ([0, 10, 1], 0.5, [0, 10, 1]),
        ([0, 1], 1, [0, 0]),
        # The distance of two clusters is that of their medoids: 15 is 11 off.
        ([0, 4, 7.5, 15], 10, [4, 4, 4, 15]),
        ([0, 4, 7.5, 15], 11, [4, 4, 4, 4]),
        ([], 1, []),
    ],
)
def test_clusters_are_joined_around_medoids(
    values: list[float], threshold: float, middles: list[float]
) -> None:
    weights = [1] * len(values)
    found = cluster_around_medoids(weights, lambda i, j: abs(values[i] - values[j]), threshold)
    assert [values[i] for i in found] == middles


LIST = "<body><nav><a>1</a></nav>" + "<main><ul><li><a>x</a><li><a>y</a></ul></main>" * 2
POST = "<body><article><h1>t</h1><section><h2>s</h2><div>d</div></section></article>"


def test_pages_of_one_template_make_a_cluster() -> None:
    given_pages = [LIST, POST, LIST + "<hr>", POST + "<div>more</div>", LIST]

    for threshold, labels in ((0.3, [0, 1, 0, 1, 0]), (1, [0] * 5), (0, [0, 1, 2, 3, 0])):
        assert cluster(map(Page, given_pages), Sequences(threshold)) == labels


def test_how_often_a_record_repeats_does_not_part_pages() -> None:
    rows = [Page("<body><main>" + "<div><a>x</a><span>y</span></div>" * n) for n in (2, 3, 40)]

    assert cluster(rows, Sequences(0)) == [0, 0, 0]
