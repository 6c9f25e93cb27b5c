"""Outlines of templates, aligned as trees."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from trees import PAGES, examples, pages

from scrapy_treesim import Page
from scrapy_treesim.templates.outline import (
    MAX_NODES,
    OutlineAlignment,
    TemplateOutline,
    align,
    induce,
)


def outline_of(*sources: str) -> TemplateOutline:
    return induce([Page(source).tree for source in sources])


def post(
    title: str, body: str = "<p>One.", tags: str = "news", sub: str = "", side: str = "About us"
) -> str:
    links = "".join(f"<li><a>{tag}</a>" for tag in tags.split())
    return (
        f"<head><title>{title} - Site</title><script>var x</script></head>"
        f"<body class=post-{len(title)}>"
        f"<nav class=menu><a>Home</a><a>About</a></nav><div class='post post-{len(body)}'>"
        f"<h1>{title}</h1>{sub}<div class=entry>{body}</div>"
        f"<div>Filed under: <ul class=tags>{links}</ul></div></div><div class=side>{side}</div>"
    )


POSTS = [
    post("One", "<p>The first.", "news"),
    post("Two", "<p>The <b>second</b>.<p>And more.", "news sport", "<h2>Below</h2>"),
    post("Three", "<p>The third.<ul><li>a<li>b</ul>", "sport local weather", "<h2>Under</h2>"),
    post("Four", "<blockquote>Fourth.</blockquote>", "local"),
]
OUTLINE = """\
html
  head
    title
      data, as  'One - Site'
  body.post-N
    nav.menu
      a  repeats
        'Home'
        'About'
    div.post.post-N
      h1
        data, as  'One'
      h2  on 50%
        data, as  'Below' on 50%
      div.entry
        p  repeats on 75%
          data, as  'The first.' on 75%
      div
        'Filed under:'
        ul.tags
          li  repeats
            a
              data, as  'weather'
    div.side
      'About us'"""


def drawn(outline: TemplateOutline) -> str:
    """A line a node, indented as deep as it lies."""
    lines = []
    depth: list[int] = []
    for i, node in enumerate(outline.nodes):
        depth.append(depth[node.parent] + 1 if node.parent >= 0 else 0)
        words = [node.label]
        if node.text is not None:
            words = [repr(node.text)]
        elif node.example is not None:
            words = ["data, as", repr(node.example)]
        if node.repeats:
            words.append("repeats")
        if node.on < outline.pages:
            words.append(f"on {outline.probability(i):.0%}")
        lines.append("  " * depth[-1] + "  ".join((words[0], " ".join(words[1:]))).rstrip())
    return "\n".join(lines)


def label(outline: TemplateOutline, node: int) -> str:
    return outline.nodes[node].text or outline.nodes[node].label


def found(outline: TemplateOutline, source: str) -> tuple[float, list[tuple[str, list[str]]]]:
    """The confidence, and the data's texts by the labels on the way down to them."""
    tree = Page(source).tree
    alignment = align(outline, tree)
    data = []
    for place, nodes in alignment.data().items():
        way = []
        while place > 0:
            way.append(outline.nodes[place].label)
            place = outline.nodes[place].parent
        data.append((" ".join(reversed(way[:-1])), [tree.plain_text(node) for node in nodes]))
    return alignment.confidence, data


# Induction


def test_what_an_outline_looks_like() -> None:
    outline = outline_of(*POSTS)

    assert drawn(outline) == OUTLINE
    assert repr(outline) == "<TemplateOutline of 25 nodes, 21 essential>"


def test_essential_is_what_is_on_every_page() -> None:
    outline = outline_of(*POSTS)
    shares = {label(outline, node): outline.probability(node) for node in range(len(outline))}

    assert {name for name, share in shares.items() if share < 1} == {"h2", "p"}
    assert (shares["h2"], shares["p"]) == (1 / 2, 3 / 4)
    assert outline.essential == {i for i in range(len(outline)) if outline.is_essential(i)}


def test_one_page_among_ten_takes_no_essential_node_away() -> None:
    some = [post(f"Post {i}", tags="news") for i in range(9)]
    stray = "<body class=post-2><table><tr><td>1"
    labels = [
        {label(outline, node) for node in outline.essential}
        for outline in (outline_of(*some), outline_of(*some, stray), outline_of(*some[1:], stray))
    ]

    assert labels[0] == labels[1]
    assert labels[2] == {"html", "body.post-N"}


def test_no_pages_have_no_outline() -> None:
    with pytest.raises(ValueError, match="made of at least one page"):
        induce([])


# Alignment


def test_a_page_of_the_template() -> None:
    outline = outline_of(*POSTS)
    confidence, data = found(
        outline, post("Five", "<p>Fifth.<p>Last.", "sport news", "<h2>On</h2>")
    )

    assert confidence == 1
    assert data == [
        ("title #text", ["Five - Site"]),
        ("div.post.post-N h1 #text", ["Five"]),
        ("div.post.post-N h2 #text", ["On"]),
        ("div.post.post-N div.entry p #text", ["Fifth.", "Last."]),
        ("div.post.post-N div ul.tags li a #text", ["sport", "news"]),
    ]


def test_another_template_has_less_of_it() -> None:
    outline = outline_of(*POSTS)
    other = "<head><title>x</title></head><body><nav class=menu><a>Home</a></nav><table><tr><td>1"

    assert found(outline, other)[0] < 0.5
    assert found(outline, "")[0] < 0.2
    assert found(outline, "<svg></svg>")[0] < 0.2
    assert found(outline, POSTS[2])[0] == 1


def sums_up(alignment: OutlineAlignment, page: Page) -> None:
    """All texts that count are data or the template's own."""
    assert 0 <= alignment.confidence <= 1
    places = alignment.within
    texts = [node for node in alignment.node if page.tree.name(node) == "<text>"]
    data = sorted(node for nodes in alignment.data().values() for node in nodes)
    own = [
        node
        for node, place, is_data in zip(alignment.node, places, alignment.is_data, strict=True)
        if page.tree.name(node) == "<text>" and place >= 0 and not is_data
    ]
    if places[0] >= 0:
        assert sorted([*data, *own]) == texts


@examples(60)
@given(sources=st.lists(pages(), min_size=1, max_size=5), other=pages())
def test_outlines_of_any_pages(sources: list[str], other: str) -> None:
    read = [Page(source) for source in sources]
    outline = induce([page.tree for page in read])

    assert TemplateOutline.from_json(json.loads(json.dumps(outline.to_json()))) == outline
    for i, node in enumerate(outline.nodes):
        assert node.parent < i
        assert 0 < outline.probability(i) <= (outline.probability(node.parent) if i else 1)
    for page in (*read, Page(other)):
        sums_up(align(outline, page.tree), page)


@pytest.mark.parametrize(
    "folder", sorted({path.parent for path in PAGES}), ids=lambda path: path.name
)
def test_pages_that_were_learned_have_all_of_their_template(folder: Any) -> None:
    read = [Page(path.read_bytes()) for path in PAGES if path.parent == folder][:9]
    outline = induce([page.tree for page in read])
    again = TemplateOutline.from_json(outline.to_json())

    assert outline.essential
    for page in read:
        assert align(again, page.tree).confidence == 1
        sums_up(align(again, page.tree), page)


# Files


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda it: [], "it should be an object, not []"),
        (lambda it: {"pages": 2}, "nodes: this is missing"),
        (lambda it: {**it, "pages": 0}, "pages: it should be a whole number from 1"),
        (
            lambda it: {**it, "nodes": it["nodes"] * 1001},
            "nodes: it should be a list of 0 to 2",
        ),
        (lambda it: {**it, "nodes": it["nodes"][1:]}, "nodes[0].in: it is not the number of an"),
        (lambda it: changed(it, label=7), "nodes[1].label: it should be a text of 1 to 1,000"),
        (lambda it: changed(it, after=""), "nodes[1].after: it should be a text of 1 to 1,000"),
        (lambda it: changed(it, on=4), "nodes[1].on: 4 is more than what holds it"),
    ],
)
def test_a_file_that_is_wrong_is_refused(change: Any, message: str) -> None:
    written = {
        "pages": 3,
        "nodes": [{"label": "html", "in": -1, "on": 3}, {"label": "body", "in": 0, "on": 3}],
    }
    assert TemplateOutline.from_json(written).to_json() == written
    with pytest.raises(ValueError, match="^" + re.escape(message)):
        TemplateOutline.from_json(change(written))


def changed(written: dict[str, Any], **second: object) -> dict[str, Any]:
    first, node = written["nodes"]
    return {**written, "nodes": [first, {**node, **second}]}


# Pages that are not meant well

HOSTILE = {
    "one kind": "<body>" + "<div>x</div>" * 4_000,
    "kinds": "<body>" + "".join(f"<c{i}>x</c{i}>" for i in range(3_000)),
    "names": "<body>"
    + "".join(f"<p class='{chr(97 + i % 26)}{'x' * (i % 30)} y z'>" for i in range(3_000)),
    "deep": "<body>" + "<div><span>" * 1_000,
    "nameless": "<body>" + "".join(f"<div>{'<span>x</span>' * (i % 60)}</div>" for i in range(600)),
    "texts": "<body>" + "".join(f"text {'y' * (i % 150)}<hr>" for i in range(3_000)),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_have_outlines_of_bounded_size(name: str) -> None:
    page = Page(HOSTILE[name])
    outline = induce([page.tree, page.tree, Page("<body><p>x").tree])

    assert len(outline) <= MAX_NODES
    assert align(outline, page.tree).confidence == 1
    assert TemplateOutline.from_json(outline.to_json()) == outline
