"""The records that may have a rating: all that have one, and few others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rated import NOT_SAID, RATED, SAID
from trees import examples

from scrapy_treesim import Page
from scrapy_treesim.records.table.rating_hints import rating_hints
from scrapy_treesim.records.table.scores import Score, score_of


def hinted(page: Page) -> list[bool]:
    """Whether each node of a page has hints; what is read of one by its hints is all there is."""
    nodes = range(len(page.tree))
    hints = rating_hints(page, [(node,) for node in nodes])
    for node, hint in zip(nodes, hints, strict=True):
        by_hints = Score() if hint is None else score_of(page, (node,), hint)
        assert by_hints == score_of(page, (node,)), page.text(node)
    return [hint is not None for hint in hints]


@pytest.mark.parametrize("html", RATED)
def test_what_has_a_rating_is_hinted_at(html: str) -> None:
    hinted(Page(html))


@pytest.mark.parametrize("text", SAID)
def test_texts_of_ratings_are_hinted_at(text: str) -> None:
    assert hinted(Page(f"<p>{text}</p>"))[0]


@pytest.mark.parametrize("text", NOT_SAID)
def test_other_numbers_are_not(text: str) -> None:
    assert not any(hinted(Page(f"<p>{text}</p>")))


def test_a_fraction_alone_is_a_rating_where_class_names_say_so() -> None:
    assert not any(hinted(Page("<p class=size>4.5</p>")))
    assert hinted(Page("<p class=user-rating>4.5</p>"))[0]


TEXTS = st.sampled_from(
    ["4", "5", "4.5", ".5", "12", "0", "/", " ", "of", "out", "von", "stars", "review", "reviews",
     "rating", ":", "：", "(", ")", "（", "★", "k", "+", "1", "2024", "customer", "avg", "\u00ad",
     "\u200b", "\u00a0", ",", "評価", "5星", "x"]
)  # fmt: skip


@examples(200)
@given(st.lists(st.tuples(TEXTS, st.sampled_from(["", "b", "i class=stars", "p"])), max_size=7))
def test_no_rating_is_missed(parts: list[tuple[str, str]]) -> None:
    html = "".join(
        f"<{name}>{text}</{name.partition(' ')[0]}>" if name else text for text, name in parts
    )
    hinted(Page(f"<div><div>{html}</div></div>"))


@pytest.mark.parametrize("html", ["<i>5</i>&shy;.5", "<i>5&shy;</i>.5", "5&shy;&shy;.5"])
def test_marks_that_are_not_seen_part_no_number(html: str) -> None:
    assert hinted(Page(f"<p>3 reviews<b class=stars><b class=stars>{html}</b></b>"))[0]
