"""Comments by their anchors: which threads are seen, which is chosen, and where there is none."""

from __future__ import annotations

import json
import math
from array import array
from itertools import pairwise

import pytest
from hypothesis import given
from trees import examples, pages

from scrapy_treesim import Anchored, Page, comments
from scrapy_treesim.analysis.lexicon import class_names
from scrapy_treesim.comments._features_cy import ThreadFeatures
from scrapy_treesim.comments.candidates import threads_of
from scrapy_treesim.comments.feature_table import FeatureTable
from scrapy_treesim.comments.features import CLASSIFIER_FEATURES, FEATURES, PAIRED
from scrapy_treesim.comments.model import PAIRS, Weights, best_candidates, shipped

ARTICLE = "<h1>How to prune roses</h1>" + "".join(
    f"<p>Paragraph {number} of a long article on roses, which goes on about soil, sun and water, "
    "about the tools that one needs, and about the right time of the year.</p>"
    for number in range(6)
)
SAID = (
    ("Ada Quist", "May 3, 2021 at 9:12 am", "I cut mine in March and they came back stronger."),
    ("bob77", "May 3, 2021 at 11:40 am", "Never cut below the graft, whatever the books say!"),
    ("Carla", "May 4, 2021 at 7:05 pm", "Thanks for this. Which shears would you buy today?"),
    ("Dmitri K", "May 6, 2021 at 8:30 am", "Ours have black spot every year, is it the shade?"),
)


def entry(name: str, time: str, text: str) -> str:
    return f"<b>{name}</b> <i>{time}</i><p>{text}</p><a href='#r'>Reply</a>"


def page(thread: str, heading: str = "4 Comments") -> str:
    return (
        "<html><body><ul><li><a href='/'>Home</a></li><li><a href='/blog'>Blog</a></li></ul>"
        f"<div>{ARTICLE}</div><h2>{heading}</h2>{thread}"
        "<form><textarea name='c'></textarea></form></body></html>"
    )


ENTRIES = [entry(*one) for one in SAID]
THREADS = {
    "siblings": "<ol>" + "".join(f"<li>{one}</li>" for one in ENTRIES) + "</ol>",
    "nested": "<ol>"
    + "<ul>".join(f"<li>{one}" for one in ENTRIES)
    + "</li></ul>" * (len(ENTRIES) - 1)
    + "</li></ol>",
    "each in a parent of its own": "".join(
        f"<div><section><article>{one}</article></section></div>" for one in ENTRIES
    ),
    "rows": "<table>" + "".join(f"<tr><td>{one}</td></tr>" for one in ENTRIES) + "</table>",
    "details": "<details><summary>Show</summary>"
    + "".join(f"<div>{one}</div>" for one in ENTRIES)
    + "</details>",
}


@pytest.mark.parametrize("shape", THREADS)
def test_comments_are_found_in_any_shape(shape: str) -> None:
    found = comments(page(THREADS[shape]))

    assert [one.text for one in found] == [text for _, _, text in SAID]
    assert [one.author for one in found] == [name for name, _, _ in SAID]


def test_replies_know_what_they_answer() -> None:
    found = comments(page(THREADS["nested"]))

    assert [one.parent for one in found] == [None, 0, 1, 2]
    assert [one.depth for one in found] == [0, 1, 2, 3]


def test_a_page_for_browsers_without_scripts_is_read() -> None:
    thread = "".join(f"<div><div>{one}</div></div>" for one in ENTRIES)
    source = f"<html><body><noscript><div>{ARTICLE}</div>{thread}</noscript></body></html>"

    assert [one.text for one in comments(source)] == [text for _, _, text in SAID]


def test_one_comment_is_enough_where_it_is_plain() -> None:
    source = page(f"<ol><li>{ENTRIES[0]}</li></ol>", heading="1 Comment")

    assert [one.text for one in comments(source)] == [SAID[0][2]]


@pytest.mark.parametrize(
    "thread",
    [
        "",
        "<p>Be the first to comment.</p>",
        "<ul>"
        + "".join(f"<li><a href='/p{n}'>Story number {n}</a></li>" for n in range(9))
        + "</ul>",
    ],
    ids=["none", "a form alone", "a list of links"],
)
def test_a_page_without_comments_has_none(thread: str) -> None:
    assert comments(page(thread, heading="Leave a comment")) == []


def test_a_list_of_threads_is_no_thread() -> None:
    rows = "".join(
        f"<tr><td><a href='/t/{n}'>How do I get rid of greenfly on row {n}?</a></td>"
        f"<td>{n * 7}</td><td>{n * 311}</td><td>May {n + 1}, 2021 by user{n}</td></tr>"
        for n in range(12)
    )

    assert comments(f"<html><body><h1>Garden forum</h1><table>{rows}</table></body></html>") == []


def test_the_threshold_is_one() -> None:
    source = page(THREADS["siblings"])
    sure = comments(source)[0].confidence

    assert 0 < sure <= 1
    assert comments(source, Anchored(min_confidence=min(1.0, sure + 1e-9))) == []


@examples(60)
@given(html=pages())
def test_threads_are_spans_in_the_order_of_the_page(html: str) -> None:
    source = Page(html)
    threads = threads_of(source)

    for thread in range(threads.count):
        posts = range(threads.first_post[thread], threads.first_post[thread + 1])
        spans = [(threads.low[post], threads.high[post]) for post in posts]
        assert spans
        assert all(0 < low < high <= len(source.tree) for low, high in spans)
        assert all(one[0] < other[0] for one, other in pairwise(spans))
        assert all(source.tree.parent[low] >= 0 for low, _ in spans)


@examples(60)
@given(html=pages())
def test_features_are_finite_and_probabilities_within_their_bounds(html: str) -> None:
    threads = threads_of(Page(html))
    features = ThreadFeatures(threads)
    for thread in range(threads.count):
        features.fill(thread)
        assert all(map(math.isfinite, features.values))

    assert all(0 < one.confidence < 1 for one in best_candidates(threads, shipped()))


def test_features_mean_what_they_are_called() -> None:
    threads = threads_of(Page(page(THREADS["nested"])))
    features = ThreadFeatures(threads)
    rows = []
    for thread in range(threads.count):
        features.fill(thread)
        rows.append(dict(zip(FEATURES, features.values, strict=True)))

    best = max(rows, key=lambda row: row["led_by_count"] + row["nested"])
    assert best["log_count"] == pytest.approx(math.log(4))
    assert best["nested"] == 0.75
    assert best["with_when"] == best["with_answers"] == best["distinct"] == 1
    assert best["form_after"] == best["led_by_count"] == best["led_by_heading"] == 1
    assert best["text_of_around"] > 0.7


def test_every_feature_is_filled_and_says_what_it_means() -> None:
    threads = threads_of(Page(page(THREADS["nested"])))
    features = ThreadFeatures(threads)
    features.values[:] = array("d", [math.nan]) * len(FEATURES)
    features.fill(0)

    assert not any(map(math.isnan, features.values))
    assert len(features.values) == len(FEATURES)
    assert all(FEATURES.values())
    assert {name for name in FEATURES if name.startswith("in_")} == {
        f"in_{name}" for name in class_names.OF_NODES
    }
    with pytest.raises(ValueError, match="led"):
        FeatureTable(FEATURES).add("led", "the same again")


def test_weights_are_named_one_by_one() -> None:
    weights = Weights.from_json(shipped().to_json())

    assert len(weights.ranking) == 3 * (len(FEATURES) + 1)
    assert len(weights.single) == len(CLASSIFIER_FEATURES) + 1
    assert len(weights.pairs) == len(PAIRS) == len(PAIRED) * (len(PAIRED) + 1) // 2
    without = json.loads(shipped().to_json())
    del without["classifier"]["with_when"]
    with pytest.raises(KeyError, match="with_when"):
        Weights.from_json(json.dumps(without))


def test_very_many_comments_are_found() -> None:
    entries = "".join(
        f"<li><b>Name {n}</b> <i>May 3, 2021</i><p>Here is what number {n} says of it.</p></li>"
        for n in range(2500)
    )
    found = comments(page(f"<ol>{entries}</ol>", heading="2500 Comments"))

    assert len(found) == 2500
    assert found[-1].text == "Here is what number 2499 says of it."


def test_posts_of_more_authors_than_any_page_has_are_read_to_their_end() -> None:
    entries = "".join(
        f"<li><div><div><div><div><div><b>n{n}</b><i>May 3, 2021</i><p>It is {n} now.</p></div>"
        "</div></div></div></div></li>"
        for n in range(9000)
    )

    assert len(comments(f"<html><body><ol>{entries}</ol></body></html>", "zhu")) == 9000
