"""Features: what of a page tells its template, and what does not."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from trees import examples, pages

from scrapy_treesim import Page
from scrapy_treesim.templates.match.signature import (
    MAX_FEATURES,
    PageFeatures,
    features_of,
)


def features(html: str) -> PageFeatures:
    return features_of(Page(html).tree)


def test_pairs_labels_and_leaf_paths_are_features() -> None:
    found = features("<body class='shop'><div class='post b a'><p>x</p></div></body>")
    # div and p; each below its parent, and the path to the leaf.
    assert (len(found.labels), len(found.pairs)) == (2, 3)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<div class='a b'>x</div>", "<div class=' b   a'>y</div>"),
        ("<li class='post-7'>x</li>", "<li class='post-1234'>y</li>"),
        ("<ul><li>a</li></ul>", "<ul><li>a</li><li>b</li><li>c</li></ul>"),
        ("<p>x</p>", "<p>x<br>y</p><script>z</script>"),
        ("<div id='a'><b>x</b></div>", "<div id='b' style='color:red'><b>y</b></div>"),
    ],
)
def test_what_does_not_tell_a_template_makes_no_difference(one: str, other: str) -> None:
    assert features(one) == features(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("<div class='a'>x</div>", "<div class='b'>x</div>"),
        ("<div class='ab cd'>x</div>", "<div class='ad cb'>x</div>"),
        ("<div class='a'><p>x</p></div>", "<div class='a'></div><p>x</p>"),
        ("<div><span>x</span></div>", "<span><div>x</div></span>"),
        ("<li class='post'>x</li>", "<li class='post-7'>x</li>"),
    ],
)
def test_what_tells_a_template_makes_one(one: str, other: str) -> None:
    assert features(one) != features(other)


@examples(100)
@given(source=pages())
def test_features_are_sorted_and_distinct(source: str) -> None:
    tree = Page(source).tree
    found = features_of(tree)
    for numbers in (found.pairs, found.labels):
        assert list(numbers) == sorted(set(numbers))
        assert all(0 < number < 2**62 for number in numbers)
    assert pickle.loads(pickle.dumps(found)) == found


def test_features_are_the_same_in_every_run() -> None:
    found = features("<div class='a'><p>x</p></div>")
    assert list(found.labels) == LABELS


def test_of_a_hostile_page_no_more_is_kept_than_of_a_large_one() -> None:
    html = "<div>" + "".join(f"<p class='{chr(97 + i % 26) * (1 + i // 26)}'>" for i in range(3000))
    html += "".join(f"<x{i}></x{i}>" for i in range(30_000))
    found = features(html)
    assert len(found.labels) == len(found.pairs) == MAX_FEATURES


LABELS = [375241909227334827, 443044524076594770]
