"""Posts that the model is not sure of: dated prose, each with an address of its own."""

from __future__ import annotations

import pytest
from posted import posts

from scrapy_treesim import Page
from scrapy_treesim.comments.addressed import are_addressed, as_posts
from scrapy_treesim.comments.leaves import leaves_of
from scrapy_treesim.comments.model import Candidate


def told(pattern: str) -> bool:
    page = Page(f"<body><section>{posts(pattern)}</section>")
    tree = page.tree
    section = next(n for n in range(len(tree)) if tree.names[tree.tag[n]] == "section")
    spans, node = [], section + 1
    while node < section + tree.size[section]:
        spans.append((node, node + tree.size[node]))
        node += tree.size[node]
    return are_addressed(tree, leaves_of(tree, page.analysis), spans)


DATE = "<i>2021-03-DAY</i>"


@pytest.mark.parametrize(
    "post",
    [
        f"<div id=p№40>{DATE}<a href='/t/7#p№40'>#</a><p>SAID</p></div>",
        f"<div><a name=post№40></a>{DATE}<a href='?t=7#post№40'>№</a><p>SAID</p></div>",
        f"<div>{DATE}<a href='#c№40'>Link</a><p>SAID</p><a href='?reply=№40'>Reply</a></div>",
    ],
)
def test_a_post_has_its_own_number_twice(post: str) -> None:
    assert told(post)


@pytest.mark.parametrize(
    "post",
    [
        "<div id=p№40><a href='#p№40'>#</a><p>SAID</p></div>",
        f"<div>{DATE}<a href='/post-№#comment-№40'>Read on</a><p>SAID</p></div>",
        f"<div id=p140>{DATE}<a href='#p140'>#</a><p>SAID</p></div>",
        f"<div id=p№>{DATE}<a href='#top'>Top</a><p>SAID</p></div>",
        f"<div>{DATE}<a href='#p-№40'>Read on</a><img width=9№409><p>SAID</p></div>",
    ],
    ids=["no date", "once", "of all posts", "no address", "within another number"],
)
def test_other_numbers_tell_nothing(post: str) -> None:
    assert not told(post)


def test_the_probability_rises_with_that_of_the_model() -> None:
    found = [as_posts(Candidate(share, 0.0, 0)).confidence for share in (1e-300, 0.01, 0.5, 0.8)]
    assert found == sorted(found)
    assert 0 < found[0] < 0.1 < found[-1] < 1
