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
from scrapy_treesim.templates.outline import MAX_NODES, Alignment, TemplateOutline, align, induce


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

    assert str(outline) == OUTLINE
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


def test_any_page_may_be_in_the_middle() -> None:
    trees = [Page(source).tree for source in POSTS]
    labels = [
        sorted(label(outline, node) for node in outline.essential)
        for outline in (induce([*trees[first:], *trees[:first]]) for first in range(4))
    ]

    assert all(each == labels[0] for each in labels)


def test_a_text_that_most_pages_share_is_data_where_others_have_another() -> None:
    by = [f"<body><p class=by>By</p><b class=who><i>{name}</i></b>" for name in "AAABACAA"]
    outline = outline_of(*(page.replace("<i>", "<i>Writer ") for page in by))

    texts = [(node.text, node.example) for node in outline.nodes if node.label == "#text"]
    assert texts == [("By", None), (None, "Writer B")]


def test_one_page_has_data_only() -> None:
    outline = outline_of(POSTS[0])

    assert len(outline.essential) == len(outline)
    assert all(node.is_data for node in outline.nodes if node.label == "#text")


def test_pages_share_names_whose_order_and_numbers_differ() -> None:
    outline = outline_of("<body><div class='a b-1'>x</div>", "<body><div class='b-22 a'>y</div>")

    assert [node.label for node in outline.nodes] == ["html", "body", "div.a.b-N", "#text"]


def test_a_body_is_a_body_whatever_its_names() -> None:
    outline = outline_of("<body class='a b'><p>x", "<body class=c><p>x", "<body><p>x")

    assert [node.label for node in outline.nodes] == ["html", "body", "p", "#text"]
    assert len(outline.essential) == 4


def test_names_that_pages_do_not_share_are_left_out() -> None:
    cards = [
        f"<body><article id=post-{i} class='post hentry cat-{c}'>x" for i, c in enumerate("abcd")
    ]
    outline = outline_of(*cards)

    assert outline.nodes[2].label == "article#post-N.hentry.post"
    assert outline.is_essential(2)


def test_nameless_elements_are_told_by_what_they_hold() -> None:
    table = "<body><table><tr><td>Name:<td>{}{}<tr><td>Price:<td>{}</table>"
    colour = "<tr><td>Colour:<td>red"
    outline = outline_of(
        table.format("Cup", colour, 1), table.format("Jar", "", 2), table.format("Pan", colour, 3)
    )

    confidence, data = found(outline, table.format("Pot", colour.replace("red", "blue"), 4))
    assert confidence == 1
    assert sorted(texts for _, texts in data) == [["4"], ["Pot"], ["blue"]]
    confidence, data = found(outline, table.format("Pot", "", 4))
    assert confidence == 1
    assert sorted(texts for _, texts in data) == [["4"], ["Pot"]]


def test_texts_are_told_by_the_words_before_them() -> None:
    info = "<body><p><b>Name:</b> {} <b>Price:</b> {}</p>"
    outline = outline_of(info.format("Cup", 1), info.format("Jar", 2))

    assert found(outline, info.format("Pot", 4)) == (1, [("p #text", ["Pot"]), ("p #text", ["4"])])
    assert found(outline, "<body><p><b>Price:</b> 4</p>")[1] == [("p #text", ["4"])]
    after = [node.after for node in outline.nodes if node.is_data]
    assert after == ['"Name:"', '"Price:"']


def test_nameless_rows_of_one_shape_repeat_and_cells_of_a_row_do_not() -> None:
    rows = [
        "<body><table>"
        + "".join(f"<tr><td>{page}{row}<td>{row}" for row in range(count))
        + "</table>"
        for page, count in (("a", 2), ("b", 7), ("c", 3))
    ]
    outline = outline_of(*rows)

    assert [(node.label, node.repeats) for node in outline.nodes] == [
        ("html", False), ("body", False), ("table", False), ("tr", True),
        ("td", False), ("#text", False), ("td", False), ("#text", False),
    ]  # fmt: skip


def test_what_few_pages_have_is_left_out() -> None:
    subs = {7: "<h5>once</h5>", 8: "<h2>a</h2>", 9: "<h2>b</h2>", 10: "<h2>c</h2>"}
    outline = outline_of(*(post(f"No{i}", sub=subs.get(i, "")) for i in range(60)))

    assert "h5" not in str(outline)
    assert "h2  on 5%" in str(outline)


def test_no_pages_have_no_outline() -> None:
    with pytest.raises(ValueError, match="made of at least one page"):
        induce([])


def test_a_large_template_keeps_what_is_on_most_pages() -> None:
    base = "".join(f"<x{i}>a</x{i}>" for i in range(280))
    nested = "".join(f"<div class=k{chr(97 + i)}>{base}</div>" for i in range(6))
    outline = outline_of(f"<body>{nested}", f"<body>{nested}", "<body><div class=ka><x1>a")

    assert len(outline) == MAX_NODES
    assert len(outline.essential) == 5
    assert TemplateOutline.from_json(outline.to_json()) == outline


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


def test_texts_that_are_no_nodes_count_for_what_holds_them() -> None:
    outline = outline_of(*POSTS)
    page = post("Five", "<section>New <b>kind</b> <i>of</i><p>text.</section>", side="Contact")
    _, data = found(outline, page)

    assert ("div.post.post-N div.entry", ["New", "kind", "of", "text."]) in data
    assert ("div.side", ["Contact"]) in data


def test_another_template_has_less_of_it() -> None:
    outline = outline_of(*POSTS)
    other = "<head><title>x</title></head><body><nav class=menu><a>Home</a></nav><table><tr><td>1"

    assert found(outline, other)[0] < 0.5
    assert found(outline, "")[0] < 0.2
    assert found(outline, "<svg></svg>")[0] < 0.2
    assert found(outline, POSTS[2])[0] == 1


def test_a_node_found_has_a_parent_that_is_found() -> None:
    outline = outline_of(*POSTS)
    tree = Page(POSTS[1]).tree
    alignment = align(outline, tree)

    nodes = alignment.nodes()
    for place, some in nodes.items():
        for node in some:
            if place:
                above = tree.parent[node]
                while above not in nodes[outline.nodes[place].parent]:
                    # Inline marks are no nodes.
                    above = tree.parent[above]
                    assert above > 0


def test_what_repeats_is_found_often() -> None:
    outline = outline_of(*POSTS)
    alignment = align(outline, Page(POSTS[2]).tree)
    items = next(i for i, node in enumerate(outline.nodes) if node.label == "li")

    assert len(alignment.nodes()[items]) == 3


def sums_up(alignment: Alignment, page: Page) -> None:
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
    assert str(outline).count("\n") + 1 >= len(outline)
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
        (lambda it: {**it, "pages": True}, "pages: it should be a whole number from 1"),
        (
            lambda it: {**it, "nodes": it["nodes"] * 1001},
            "nodes: it should be a list of 0 to 2",
        ),
        (lambda it: {**it, "nodes": [3]}, "nodes[0]: it should be an object, not 3"),
        (lambda it: {**it, "nodes": it["nodes"][1:]}, "nodes[0].in: it is not the number of an"),
        (lambda it: {**it, "nodes": [it["nodes"][0]] * 2}, "nodes[1].in: it is not the number of"),
        (lambda it: changed(it, label=7), "nodes[1].label: it should be a text of 1 to 1,000"),
        (lambda it: changed(it, label=None), "nodes[1].label: it should be a text of 1 to 1,000"),
        (lambda it: changed(it, text="x" * 1001), "nodes[1].text: it should be a text of up to"),
        (lambda it: changed(it, after="[x]"), "nodes[1].after: it should be a label"),
        (lambda it: changed(it, on=4), "nodes[1].on: 4 is more than what holds it"),
        (lambda it: changed(it, on=-1), "nodes[1].on: it should be a whole number from 0"),
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
