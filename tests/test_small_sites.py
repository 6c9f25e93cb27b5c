"""Generated small sites: posts, archives, goods, boards in one theme, known for what they are."""

from __future__ import annotations

from typing import Any

import lxml.html
import pytest

from training.page_kinds.data import generated

Made = tuple[dict[str, Any], Any]


@pytest.fixture(scope="module")
def pages() -> list[Made]:
    """Truth and tree of the pages of small sites."""
    made = [page for page in generated(500, 9) if page[0]["trade"].startswith("small")]
    return [(truth, lxml.html.document_fromstring(html)) for truth, html in made]


def test_about_half_of_all_sites_are_small() -> None:
    trades = {truth["site"]: truth["trade"] for truth, _ in generated(500, 9)}
    small = [trade for trade in trades.values() if trade.startswith("small")]
    assert 0.3 < len(small) / len(trades) < 0.7
    assert len(set(small)) == 4


def test_half_of_the_small_sites_tell_nothing(pages: list[Made]) -> None:
    sites: dict[str, list[Made]] = {}
    for truth, root in pages:
        sites.setdefault(truth["site"], []).append((truth, root))
    silent = [made for made in sites.values() if not any(truth["url"] for truth, _ in made)]
    assert 0.3 < len(silent) / len(sites) < 0.75
    telling = "single archive product page-id error404 topic post-type".split()
    for _, root in (page for made in silent for page in made):
        assert not root.xpath("//meta[@property]|//script[@type='application/ld+json']")
        assert not set(root.body.get("class", "").split()) & set(telling)


def test_an_article_has_its_title_in_an_element_of_its_own(pages: list[Made]) -> None:
    for truth, root in pages:
        if truth["kind"] == "article":
            texts = {" ".join(element.text_content().split()) for element in root.iter("*")}
            assert " ".join(truth["title"].split()) in texts


def test_some_posts_have_comments_or_a_form_for_them(pages: list[Made]) -> None:
    posts = [root for truth, root in pages if truth["kind"] == "article"]
    asked = [root for root in posts if root.xpath("//textarea")]
    assert 0.4 < len(asked) / len(posts) < 0.98


def test_things_of_small_sites_have_their_name_and_a_fact(pages: list[Made]) -> None:
    things = [truth for truth, _ in pages if truth["kind"] == "detail"]
    assert len(things) > 30
    for truth in things:
        assert truth["fields"]["name"] == [truth["title"]]
    assert sum(len(truth["fields"]) > 1 for truth in things) > 0.9 * len(things)
