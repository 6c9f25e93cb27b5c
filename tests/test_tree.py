"""The flat tree means what it says; cleaning, heights and shapes."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from pickle import dumps, loads

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from trees import PAGES, Nested, as_element, below, examples, pages, pairs, put, trees

from scrapy_treesim import Page
from scrapy_treesim.tree import (
    ELEMENTS,
    ELEMENTS_AND_TEXT,
    PageTree,
    Profile,
    ShapeTable,
    Tree,
    clean,
    tags,
)
from scrapy_treesim.tree.text import text_of

site_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)


@dataclass
class Node:
    """A node as a person would note it down from lxml."""

    name: str
    depth: int
    parent: int
    text: str = ""
    in_link: bool = False
    element: etree._Element | None = None
    children: list[int] = field(default_factory=list)


def note_down(root: etree._Element) -> list[Node]:
    """Every element and every run of text that is not blank, in document order; recursive."""
    nodes: list[Node] = []

    def add(node: Node) -> int:
        if node.parent >= 0:
            nodes[node.parent].children.append(len(nodes))
        nodes.append(node)
        return len(nodes) - 1

    def add_text(text: str | None, parent: int) -> None:
        above = nodes[parent]
        if text and text.split() and above.name not in {"script", "style"}:
            add(Node("<text>", above.depth + 1, parent, text, above.in_link))

    def visit(element: etree._Element, depth: int, parent: int) -> None:
        linked = element.tag == "a" or (parent >= 0 and nodes[parent].in_link)
        here = add(Node(str(element.tag), depth, parent, "", linked, element))
        add_text(element.text, here)
        for child in element:
            if isinstance(child.tag, str):
                visit(child, depth + 1, here)
            add_text(child.tail, here)

    visit(root, 0, -1)
    return nodes


def collapsed(text: str) -> int:
    return len(" ".join(text.split()))


CONTROLS = {c: " " for c in (*range(32), *range(127, 160)) if chr(c) not in "\t\n\r"}


def printable(text: str) -> str:
    """Text as the tree keeps it: without the controls that XML feeds have no place for."""
    return text.translate(CONTROLS | {0xFFFE: "\ufffd", 0xFFFF: "\ufffd"})


def check(root: etree._Element) -> None:
    """Hold the flat tree to what was noted down."""
    tree, nodes = PageTree.read(root), note_down(root)
    assert [tree.name(i) for i in range(len(tree))] == [node.name for node in nodes]
    assert tree.depth.tolist() == [node.depth for node in nodes]
    assert tree.parent.tolist() == [node.parent for node in nodes]
    for i, node in enumerate(nodes):
        assert list(tree.children(i)) == node.children
        inside = nodes[i : i + tree.size[i]]
        assert tree.size[i] == 1 + sum(tree.size[child] for child in node.children)
        assert tree.text_chars(i) == sum(collapsed(other.text) for other in inside)
        assert tree.linked_chars(i) == sum(collapsed(x.text) for x in inside if x.in_link)
        assert "".join(tree.raw_text(i).split()) == "".join(
            "".join(printable(other.text).split()) for other in inside
        )
        alike = [j for j in nodes[node.parent].children if nodes[j].name == node.name]
        assert tree.nth[i] == (alike.index(i) + 1 if node.parent >= 0 and len(alike) > 1 else 0)
        if node.element is not None:
            given = {k: printable(str(v)) for k, v in node.element.items() if k in tags.ATTRIBUTES}
            assert tree.attributes(i) == given
            assert {name: tree.get(i, name) for name in tags.ATTRIBUTES} == {
                name: given.get(name) for name in tags.ATTRIBUTES
            }


def check_xpaths(page: Page) -> None:
    """Hold every node's XPath to the one element it stands for."""
    document = page.root.getroottree()
    elements = [node.element for node in note_down(page.root)]
    for node, element in enumerate(elements):
        if element is None:
            assert page.xpath(node) == page.xpath(page.tree.parent[node])
        else:
            found = document.xpath(page.xpath(node))
            assert found == [element], page.xpath(node)


# The flat tree


@site_page
def test_the_example_pages_are_read_as_lxml_has_them(path: Path) -> None:
    page = Page(path.read_bytes())
    check(page.root)
    check_xpaths(page)


@examples(150)
@given(html=pages(), place=st.integers(0, 50))
def test_any_page_and_any_part_of_it_are_read_as_lxml_has_them(html: str, place: int) -> None:
    page = Page(html)
    elements = list(page.root.iter("*"))
    part = elements[place % len(elements)]
    for root in (page.root, part):
        check(root)
        check_xpaths(Page(root))


@pytest.mark.parametrize(
    "name",
    [
        "svg:rect", "x.y", "my-el", "a_b", "a1", "div2", "and", "text", "node", "comment", "last",
        "x$", "x'y", 'x"y', "x'y\"z", "x²", "xé", "x中", "a:b:c", "x]", "x[1]", "x}y", "x{y}", "x@",
        "x\x01", "x\x01y", "x\x0b", "x\x1f'\"", "x\ufffe", "x\uffff", "x\ufffd", "x\x7f", "x\x85",
    ],
)  # fmt: skip
def test_xpaths_hold_whatever_a_tag_is_called(name: str) -> None:
    page = Page(f"<div><{name}>1</{name}><p>2</p><{name}>3<b>4</b></{name}></div>")
    assert page.tree.names[len(tags.NAMES) :] == [name] or name in tags.NAMES

    check_xpaths(page)


ODD_NAMES = st.one_of(
    st.sampled_from(("div", "p", "b", "td", "body", "html", "option", "x:y", "a.b", "x-y", "x²")),
    # What no tag's name holds is white space, NUL, / and >.
    st.text(
        st.characters(exclude_categories=("Zs", "Zl", "Zp"), exclude_characters="\t\n\r\f\0/>"),
        max_size=4,
    ).map("x{}".format),
    st.text(st.sampled_from("\"'\x01\x02\x0b\x1f:.[]{}@*-²y\ufffe\ufffd\ud800"), max_size=4).map(
        "x{}".format
    ),
)
ODD_SOUP = st.lists(
    st.one_of(
        st.builds("<{}>".format, ODD_NAMES),
        st.builds("</{}>".format, ODD_NAMES),
        st.sampled_from(("text", " ", "<!--c-->", "<?pi x?>", "</html>", "<", ">", "&amp;")),
    ),
    max_size=40,
).map("".join)


@examples(150)
@given(html=ODD_SOUP, place=st.integers(0, 50))
def test_every_xpath_finds_exactly_its_element_in_soup_of_odd_names(html: str, place: int) -> None:
    page = Page(html)
    check_xpaths(page)
    elements = list(page.root.iter("*"))
    check_xpaths(Page(elements[place % len(elements)]))


@pytest.mark.parametrize(
    "xml",
    [
        '<f xmlns="urn:f" xmlns:m="urn:m"><e>1</e><e>2<m:e>3</m:e></e><m:e/></f>',
        '<f xmlns:m="urn:m"><m:e>1</m:e><e>2<g xmlns="urn:g">3</g></e><m:e/><g/></f>',
    ],
)
def test_xpaths_find_namespaced_elements(xml: str) -> None:
    page = Page(etree.fromstring(xml))
    document = page.root.getroottree()

    for node, element in zip(
        [i for i in range(len(page.tree)) if page.tree.tag[i] != tags.TEXT],
        page.root.iter("*"),
        strict=True,
    ):
        assert document.xpath(page.xpath(node)) == [element]


def test_a_tree_has_a_short_repr() -> None:
    page = Page("<p>x")

    assert repr(page.tree) == "<PageTree of 4 nodes>"
    assert repr(clean(page.tree, ELEMENTS)) == "<Tree of 3 nodes>"


# Cleaning


def drawn(tree: Tree, node: int = 0) -> Nested:
    return (tree.names[tree.tag[node]], *(drawn(tree, child) for child in tree.children(node)))


def cleaned(html: str, profile: Profile) -> Tree:
    return clean(Page.of_snippet(html).tree, profile)


T: Nested = ("<text>",)


@pytest.mark.parametrize(
    ("html", "drop", "unwrap", "kept"),
    [
        # Dropped elements go with all they hold, unwrapped ones leave their children.
        ("<div><p><b></b></p><ul><li></li></ul></div>", "b", "", ("div", ("p",), ("ul", ("li",)))),
        ("<div><p></p><ul><li><b></b></li></ul></div>", "ul", "", ("div", ("p",))),
        ("<div><i></i><b><p></p><u></u></b></div>", "", "b", ("div", ("i",), ("p",), ("u",))),
        ("<div><b><i><u></u></i><u></u></b></div>", "i", "b", ("div", ("u",))),
        ("<b><i></i><b></b></b>", "b", "", ("b", ("i",))),
        ("<b><i></i><b></b></b>", "", "b", ("b", ("i",))),
        # Runs of text that become neighbours are one.
        ("<div>one<p>two</p>three</div>", "", "", ("div", T, ("p", T), T)),
        ("<p>one <b>two</b> three <b><i>four</i></b><i>five</i></p>", "", "b i", ("p", T)),
        ("<p>one <b>two</b> three <b><i>4</i></b><i>5</i></p>", "", "b", ("p", T, *2 * [("i", T)])),
        ("<div>one<b>two</b><p>3</p><b>four</b>five</div>", "", "b", ("div", T, ("p", T), T)),
        ("<div><p>one</p>two<b>three</b></div>", "", "b", ("div", ("p", T), T)),
    ],
)
def test_a_cleaned_tree(html: str, drop: str, unwrap: str, kept: Nested) -> None:
    profile = Profile(frozenset(drop.split()), frozenset(unwrap.split()), text=True)
    assert drawn(cleaned(html, profile)) == kept


def test_elements_and_text_dissolves_marks_and_drops_what_does_not_show() -> None:
    html = (
        "<div><script>x</script>one <strong>two</strong><br><select><option>o</select>"
        "<p>three<img src=i></p></div>"
    )

    assert drawn(cleaned(html, ELEMENTS_AND_TEXT)) == ("div", T, ("p", T, ("img",)))
    assert drawn(cleaned(html, ELEMENTS)) == (
        "div", ("strong",), ("select", ("option",)), ("p", ("img",)),
    )  # fmt: skip


PROFILES = st.builds(
    Profile,
    st.frozensets(st.sampled_from(["p", "li", "x-card", "script"])),
    st.frozensets(st.sampled_from(["div", "span", "b", "a", "my-el"])),
    st.booleans(),
)


def expected(nodes: list[Node], profile: Profile, at: int = 0) -> list[Nested]:
    """What a node comes to: itself, or what it held, or nothing."""
    name = nodes[at].name
    if name == "<text>" and not profile.text:
        return []
    if at and name in profile.drop:
        return []
    inside: list[Nested] = []
    for child in nodes[at].children:
        for kept in expected(nodes, profile, child):
            if not (kept == T and inside and inside[-1] == T):
                inside.append(kept)
    return inside if at and name in profile.unwrap else [(name, *inside)]


@examples(100)
@given(html=pages(), profile=PROFILES)
def test_cleaning_leaves_what_the_profile_says_of_any_page(html: str, profile: Profile) -> None:
    page = Page(html)
    tree = clean(page.tree, profile)

    assert [drawn(tree)] == expected(note_down(page.root), profile)
    for node in range(len(tree)):
        assert page.tree.tag[tree.origin[node]] == tree.tag[node]
        assert all(tree.parent[child] == node for child in tree.children(node))
        assert tree.size[node] == 1 + sum(tree.size[child] for child in tree.children(node))
    assert tree.parent[0] == -1
    assert list(tree.origin) == sorted(set(tree.origin))


def height(tree: Nested) -> int:
    return 1 + max(map(height, tree[1:]), default=0)


@examples(60)
@given(tree=trees())
def test_a_height_is_the_nodes_on_the_longest_way_down(tree: Nested) -> None:
    flat = clean(Page(as_element(tree)).tree, Profile(frozenset()))

    assert flat.heights().tolist() == [height(subtree) for subtree in below(tree)]


# Shapes


@examples(60)
@given(two=pairs())
def test_shapes_are_equal_exactly_where_subtrees_are(two: tuple[Nested, Nested]) -> None:
    table = ShapeTable()
    shape_of: dict[Nested, int] = {}
    for tree in two:
        flat = clean(Page(as_element(tree)).tree, Profile(frozenset()))
        for shape, subtree in zip(table.intern(flat), below(tree), strict=True):
            assert shape_of.setdefault(subtree, shape) == shape
            assert put(table, subtree) == shape
    assert len(set(shape_of.values())) == len(shape_of) == len(table)


# Size


def test_5000_nested_elements_pass_through_everything() -> None:
    root = here = etree.Element("div")
    for _ in range(4999):
        here = etree.SubElement(here, "div")
    here.text = "the bottom"
    page = Page(root)
    tree, shapes = page.cleaned(ELEMENTS)

    assert page.tree.depth[-1] == 5000
    assert tree.heights()[0] == 5000
    assert shapes.tolist() == list(range(4999, -1, -1))
    assert page.text() == text_of(page.tree) == "the bottom"
    assert page.xpath(4999) == "/div" * 5000
    assert page.element(4999) is here


def test_200000_siblings_pass_through_everything() -> None:
    many = 200_000
    page = Page("<div>" + "<p>x</p>" * many + "</div>")
    tree, shapes = page.cleaned(ELEMENTS)

    assert len(page.tree) == 3 + 2 * many
    assert page.tree.size[2] == 1 + 2 * many
    assert page.tree.nth[-2] == many
    assert len(tree) == 3 + many
    assert len(set(shapes)) == 4
    assert max(tree.heights()) == 4
    assert page.text() == "\n".join("x" * many)
    assert page.xpath(len(page.tree) - 1) == f"/html/body/div/p[{many}]"


def test_a_copy_of_a_tree_reads_the_same() -> None:
    tree = Page("<p class=a>one<img alt=é>").tree
    for copied in (deepcopy(tree), loads(dumps(tree))):
        assert copied == tree
        assert [copied.attributes(node) for node in range(len(tree))] == [
            tree.attributes(node) for node in range(len(tree))
        ]
        assert copied.get(len(tree) - 1, "alt") == "é"
