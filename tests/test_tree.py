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
from trees import PAGES, SITE, Nested, as_element, below, count, examples, pages, pairs, put, trees

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
def test_the_arrays_say_what_lxml_says_of_the_example_pages(path: Path) -> None:
    check(Page(path.read_bytes()).root)


@examples(150)
@given(html=pages())
def test_the_arrays_say_what_lxml_says_of_any_page(html: str) -> None:
    check(Page(html).root)


@examples(30)
@given(html=pages(), place=st.integers(0, 50))
def test_the_arrays_of_part_of_a_page_know_that_part_alone(html: str, place: int) -> None:
    elements = list(Page(html).root.iter("*"))
    check(elements[place % len(elements)])


@site_page
def test_every_xpath_finds_exactly_its_element_in_the_example_pages(path: Path) -> None:
    check_xpaths(Page(path.read_bytes()))


@examples(60)
@given(html=pages())
def test_every_xpath_finds_exactly_its_element_in_any_page(html: str) -> None:
    check_xpaths(Page(html))


@examples(60)
@given(html=pages(), place=st.integers(0, 50))
def test_xpaths_of_part_of_a_page_are_absolute_in_the_document(html: str, place: int) -> None:
    elements = list(Page(html).root.iter("*"))
    check_xpaths(Page(elements[place % len(elements)]))


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
    assert page.tree.names[len(tags.KNOWN) :] == [name] or name in tags.KNOWN

    check_xpaths(page)


def test_xpaths_below_a_root_of_an_odd_name_hold() -> None:
    document = Page("<div><svg:rect><b>1</b></svg:rect><svg:rect><b>2</b></svg:rect></div>").root
    rect = [element for element in document.iter("*") if element.tag == "svg:rect"][1]

    check_xpaths(Page(rect))


def test_names_that_no_xpath_can_hold_are_told_apart_by_place() -> None:
    page = Page(
        "<div>a<p>1</p>b<x\x01>2<i>3</i><x\x02>4</x\x02><b>5</b></x\x01><x\x02>6</x\x02></div>"
    )
    paths = [page.xpath(node) for node in range(len(page.tree)) if page.tree.tag[node] != tags.TEXT]

    assert paths[2:] == [
        "/html/body/div", "/html/body/div/p", "/html/body/div/*[2]", "/html/body/div/*[2]/i",
        "/html/body/div/*[2]/*[2]", "/html/body/div/*[2]/b", "/html/body/div/*[3]",
    ]  # fmt: skip
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


def test_an_xpath_says_no_more_than_is_needed() -> None:
    page = Page("<body><div><p>one<p>two<b>three</b></div>")
    tree = page.tree

    assert [tree.xpath(node) for node in range(len(tree)) if tree.tag[node] != tags.TEXT] == [
        "/html", "/html/body", "/html/body/div", "/html/body/div/p[1]", "/html/body/div/p[2]",
        "/html/body/div/p[2]/b",
    ]  # fmt: skip


def test_characters_are_counted_with_white_space_collapsed_run_by_run() -> None:
    tree = Page("<p> one\n\n two <a href=x> three <b>four</b></a>\u3000<i>五六</i> </p>").tree
    p = next(node for node in range(len(tree)) if tree.name(node) == "p")

    assert tree.text_chars(p) == len("one two") + len("three") + len("four") + len("五六")
    assert tree.linked_chars(p) == len("three") + len("four")


def test_links_inside_links_count_once_and_to_the_end_of_the_outer_one() -> None:
    outer = etree.Element("a")
    inner = etree.SubElement(outer, "a")
    inner.text, inner.tail = "two", "five!"
    holder = etree.Element("p")
    holder.append(outer)
    outer.tail = "not linked"
    tree = PageTree.read(holder)

    assert [tree.linked_chars(node) for node in range(4)] == [8, 8, 3, 3]


def test_script_and_style_are_nodes_without_text() -> None:
    tree = Page("<div><script>var a</script><style>p{}</style>seen</div>").tree

    assert [tree.name(i) for i in range(2, len(tree))] == ["div", "script", "style", "<text>"]
    assert tree.raw_text(0) == "seen"


def test_a_tree_has_a_short_repr() -> None:
    page = Page("<p>x")

    assert repr(page.tree) == "<PageTree of 4 nodes>"
    assert repr(clean(page.tree, ELEMENTS)) == "<Tree of 3 nodes>"


# Cleaning


def drawn(tree: Tree, node: int = 0) -> Nested:
    return (tree.names[tree.tag[node]], *(drawn(tree, child) for child in tree.children(node)))


def cleaned(html: str, profile: Profile) -> Tree:
    return clean(Page.of_snippet(html).tree, profile)


def outline(html: str, drop: str = "", unwrap: str = "", text: bool = False) -> Nested:
    profile = Profile(frozenset(drop.split()), frozenset(unwrap.split()), text)
    return drawn(cleaned(html, profile))


T: Nested = ("<text>",)


def test_dropped_elements_go_with_all_they_hold() -> None:
    html = "<div><p><b></b></p><ul><li><b></b></li></ul></div>"

    assert outline(html, drop="b") == ("div", ("p",), ("ul", ("li",)))
    assert outline(html, drop="ul") == ("div", ("p", ("b",)))


def test_unwrapped_elements_leave_their_children_in_their_place() -> None:
    html = "<div><i></i><b><span><p></p></span><u></u></b><i></i></div>"

    assert outline(html, unwrap="b") == ("div", ("i",), ("span", ("p",)), ("u",), ("i",))
    assert outline(html, unwrap="b span") == ("div", ("i",), ("p",), ("u",), ("i",))


def test_dropping_counts_below_unwrapped_elements_too() -> None:
    html = "<div><b><i><u></u></i><u></u></b></div>"

    assert outline(html, drop="i", unwrap="b") == ("div", ("u",))


def test_the_root_always_stays() -> None:
    html = "<b><i></i><b></b></b>"

    assert outline(html, drop="b") == ("b", ("i",))
    assert outline(html, unwrap="b") == ("b", ("i",))


def test_text_is_a_node_only_where_the_profile_asks_for_it() -> None:
    assert outline("<div>one<p>two</p>three</div>") == ("div", ("p",))
    assert outline("<div>one<p>two</p>three</div>", text=True) == ("div", T, ("p", T), T)


def test_runs_of_text_that_become_neighbours_are_one_node() -> None:
    html = "<p>one <b>two</b> three <b><i>four</i></b><i>five</i></p>"

    assert outline(html, unwrap="b i", text=True) == ("p", T)
    assert outline(html, unwrap="b", text=True) == ("p", T, ("i", T), ("i", T))


def test_runs_of_text_stay_two_nodes_across_an_element_that_is_kept() -> None:
    html = "<div>one<b>two</b><p>three</p><b>four</b>five</div>"

    assert outline(html, unwrap="b", text=True) == ("div", T, ("p", T), T)


def test_text_that_follows_a_kept_elements_own_text_is_not_merged_into_it() -> None:
    assert outline("<div><p>one</p>two<b>three</b></div>", unwrap="b", text=True) == (
        "div", ("p", T), T,
    )  # fmt: skip


def test_a_merged_run_stands_for_its_first_node() -> None:
    page = Page.of_snippet("<p><b>one</b> two</p>")
    tree = clean(page.tree, Profile(frozenset(), frozenset({"b"}), text=True))

    assert [page.tree.raw_text(tree.origin[i]).strip() for i in range(len(tree))][1:] == ["one"]


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


def test_a_page_cleans_and_interns_once_a_profile() -> None:
    page = Page("<div><p>x</div>")

    assert page.cleaned(ELEMENTS) is page.cleaned(Profile(ELEMENTS.drop))
    assert page.cleaned(ELEMENTS)[0] is not page.cleaned(ELEMENTS_AND_TEXT)[0]
    tree, shapes = page.cleaned(ELEMENTS)
    assert shapes == page.shape_table.intern(tree)


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


@examples(60)
@given(tree=trees())
def test_a_shape_tells_what_it_looks_like(tree: Nested) -> None:
    table = ShapeTable()
    for subtree in below(tree):
        shape = put(table, subtree)
        assert table.tag[shape] == table.number(subtree[0])
        assert table.size[shape] == count(subtree)
        assert table.children[shape] == tuple(put(table, child) for child in subtree[1:])
        assert all(child < shape for child in table.children[shape])


def test_a_name_has_one_number_whatever_the_page() -> None:
    table = ShapeTable()
    one = clean(Page.of_snippet("<div><x-a></x-a><x-b></x-b></div>").tree, ELEMENTS)
    two = clean(Page.of_snippet("<div><x-b></x-b><x-a></x-a></div>").tree, ELEMENTS)
    first, second = table.intern(one), table.intern(two)

    assert one.tag[1] == two.tag[1]
    assert first[1] == second[2]
    assert first[2] == second[1]
    assert first[1] != first[2]
    assert first[0] != second[0]
    assert table.tag[first[1]] == table.number("x-a") >= len(tags.KNOWN)


def test_known_names_keep_their_numbers_and_new_ones_get_the_next() -> None:
    table = ShapeTable()

    assert table.number("div") == tags.NUMBER["div"]
    assert [table.number(name) for name in ("x-a", "x-b", "x-a")] == [
        len(tags.KNOWN), len(tags.KNOWN) + 1, len(tags.KNOWN),
    ]  # fmt: skip


def test_text_has_a_shape_of_its_own() -> None:
    table = ShapeTable()
    tree = clean(Page.of_snippet("<p>one<b></b>two</p>").tree, Profile(frozenset(), text=True))
    shapes = table.intern(tree)

    assert shapes[1] == shapes[3] != shapes[2]


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


def test_5000_nested_tags_of_markup_pass_through_everything() -> None:
    # libxml2 itself gives up somewhere beyond 2,000.
    page = Page("<div>the top" + "<div>" * 4999 + "</div>" * 5000)
    tree, shapes = page.cleaned(ELEMENTS)

    assert tree.heights()[0] == len(set(shapes)) > 1000
    assert page.text() == "the top"


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


def test_pages_of_the_example_site_are_there_to_be_tested() -> None:
    assert len(PAGES) > 30
    assert SITE / "odd" / "broken.html" in PAGES


def test_a_copy_of_a_tree_reads_the_same() -> None:
    tree = Page("<p class=a>one<img alt=é>").tree
    for copied in (deepcopy(tree), loads(dumps(tree))):
        assert copied == tree
        assert [copied.attributes(node) for node in range(len(tree))] == [
            tree.attributes(node) for node in range(len(tree))
        ]
        assert copied.get(len(tree) - 1, "alt") == "é"
