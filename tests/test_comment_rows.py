"""Posts of several rows: each line goes with its own text, decided for the whole thread."""

from __future__ import annotations

import pytest
from posted import SAID, posts

import scrapy_treesim as treesim
from scrapy_treesim.comments.extract.rows import in_rows
from scrapy_treesim.comments.find import leaves_of
from scrapy_treesim.tree import tags

LINE = "<div id=post-№№7><span>March DAY, 2021 at 9:20 am</span> <a href='#post-№№7'>#№№7</a></div>"
POST = "<div class='post-№№7 reply'><a href=/u/№>NAME</a><div><p>SAID</p></div></div>"


def spans_of(page: treesim.Page, *texts: str) -> list[tuple[int, int]]:
    """The nodes of siblings, each post those from one that holds a text up to the next."""
    tree = page.tree
    thread = next(n for n in range(len(tree)) if tree.get(n, "id") == "thread")
    lows: list[int] = []
    for text in texts:
        inside = range(thread, thread + tree.size[thread])
        node = next(n for n in inside if tree.tag[n] == tags.TEXT and text in tree.plain_text(n))
        while tree.parent[node] != thread:
            node = tree.parent[node]
        lows.append(node)
    return [(low, low + tree.size[low]) for low in lows]


def cut(html: str) -> list[list[str]]:
    """The texts of the posts after they were cut anew, of posts that are the texts alone, each
    with the line of the next one."""
    page = treesim.Page(f"<body><h1>Canal</h1><section id=thread>{html}</section><p>End")
    tree = page.tree
    spans = spans_of(page, *SAID)
    shifted = [
        (low, spans[n + 1][0] if n + 1 < len(spans) else high)
        for n, (low, high) in enumerate(spans)
    ]
    leaves = leaves_of(page)
    return [
        " ".join(tree.plain_text(n) for n in range(low, high) if tree.tag[n] == tags.TEXT).split()
        for low, high in in_rows(tree, leaves, shifted)
    ]


@pytest.mark.parametrize(
    ("pattern", "first"),
    [
        (LINE + POST, True),
        (POST + LINE, False),
    ],
    ids=["line above", "line below"],
)
def test_a_line_goes_with_its_own_text(pattern: str, first: bool) -> None:
    found = cut(posts(pattern))
    assert len(found) == len(SAID)
    for n, words in enumerate(found):
        assert SAID[n].split()[0] in words
        dated = [word for word in words if f"{n + 11:02}" in word]
        assert dated
        assert (words.index(dated[0]) < words.index(SAID[n].split()[-1])) == first


ROWS = (
    "<tr class=row№><td><b class=name>NAME</b></td><td><div><b>Subject:</b> Canal</div><div>"
    "<b>Posted:</b> March DAY, 2021 9:20 am</div></td></tr><tr class=row№><td><p>Joined: July 26, "
    "2012</p></td><td><div class=text>SAID</div></td></tr>"
)


def rows(html: str) -> list[str]:
    """The texts of posts that were found by their rows, one each."""
    page = treesim.Page(f"<body><table>{html}</table>", html5=False)
    tree = page.tree
    found = [node for node in range(len(tree)) if tree.names[tree.tag[node]] == "tr"]
    spans = [(node, node + tree.size[node]) for node in found]
    cut_anew = in_rows(tree, leaves_of(page), spans)
    return [" ".join(map(tree.plain_text, (low, high - 1))) for low, high in cut_anew]


def test_posts_of_two_rows_are_joined() -> None:
    joined = rows(posts(ROWS))
    assert len(joined) == len(SAID)
    assert all(text.endswith(end) for text, end in zip(joined, SAID, strict=True))
    # A row of another list, that was found with them.
    assert len(rows(f"{posts(ROWS)}<tr><td>End</td></tr>")) == len(SAID) + 1
    # Too few, and rows that are all alike.
    assert len(rows(posts(ROWS, 1))) == 2
    alike = "<tr><td><b>NAME</b></td><td><div><i>2021-03-DAY</i><p>SAID</p></div></td></tr>"
    assert len(rows(posts(alike))) == len(SAID)


def test_numbers_tell_where_both_ends_do_not() -> None:
    html = f"<div class=reply>Be kind to one another.</div>{posts(LINE + POST)}"
    assert all(words.index("March") < words.index("at") for words in cut(html))


def test_comments_of_a_board_have_their_own_date_and_address() -> None:
    html = (
        "<h1>Which way along the canal?</h1><ul><li class=head>Author Posts</li><li id=list>"
        f"{posts(LINE + POST)}</li></ul>"
    )
    page = treesim.Page(html, url="http://board.example/t/7")
    found = treesim.comments(page, method=treesim.LearnedThread(min_confidence=0.1))
    assert [one.text for one in found] == list(SAID)
    assert [one.date and int(one.date[8:10]) for one in found] == [11, 12, 13, 14, 15, 16]
    assert [one.permalink for one in found] == [
        f"http://board.example/t/7#post-{n}{n}7" for n in range(1, 7)
    ]
