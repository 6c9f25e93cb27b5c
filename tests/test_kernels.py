"""Compiled or interpreted, the kernels give the same answers."""

from __future__ import annotations

import ast
import importlib
import json
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import fields, replace
from functools import cache
from importlib.resources import files
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import FrameType, ModuleType, SimpleNamespace
from typing import Any

import pytest
from checked_subscripts import AskingLoader
from hypothesis import given
from hypothesis import strategies as st
from list_pages import LISTS, two_lists
from lxml import etree
from posted import POSTED
from reference_measures import level_by_level
from trees import PAGES, SITE, Nested, below, examples, pages, pairs, put, trees

import scrapy_treesim
from scrapy_treesim import (
    Page,
    html5,
    records,
)
from scrapy_treesim.analysis import analyse
from scrapy_treesim.analysis.lexicon import class_names
from scrapy_treesim.article import assembly, learned
from scrapy_treesim.comments import leaves
from scrapy_treesim.comments.extract import parts as comment_parts
from scrapy_treesim.detail import extract as detail_extract
from scrapy_treesim.detail import fields as detail_fields
from scrapy_treesim.detail import marks as detail_marks
from scrapy_treesim.detail import model as detail_model
from scrapy_treesim.detail import text_counts
from scrapy_treesim.detail.attributes import pairs as label_pairs
from scrapy_treesim.detail.candidates import amounts, brands, codes, ratings
from scrapy_treesim.detail.candidates import names as shown_names
from scrapy_treesim.kind.page_kind import kind_of
from scrapy_treesim.network import forward as network
from scrapy_treesim.network import weights as network_weights
from scrapy_treesim.reading import blocks, constants
from scrapy_treesim.reading import read as reading
from scrapy_treesim.records.table import (
    cells,
    common_leaves,
    content,
)
from scrapy_treesim.regions import extract as region_extract
from scrapy_treesim.regions import model as region_model
from scrapy_treesim.templates.rules import signatures
from scrapy_treesim.templates.rules.signatures import SignatureTable
from scrapy_treesim.tree import (
    ELEMENTS,
    ELEMENTS_AND_TEXT,
    PageTree,
    Profile,
    _libxml2_cy,
    clean,
    page_tree,
    tags,
    text,
)
from scrapy_treesim.tree import html as html_writing
from scrapy_treesim.tree import markdown as markdown_writing
from scrapy_treesim.tree.page_tree import assemble
from scrapy_treesim.tree.walk import read_lxml
from scrapy_treesim.values import text_kinds

compiled_only = pytest.mark.skipif(
    not scrapy_treesim.compiled, reason="the kernels run interpreted here: nothing to compare"
)

PACKAGE = Path(scrapy_treesim.__file__).parent
KERNELS = {
    ".".join(("scrapy_treesim", *path.relative_to(PACKAGE).with_suffix("").parts)): path
    for path in sorted(PACKAGE.rglob("_*_cy.py"))
}
SHAPES = "scrapy_treesim.tree._shapes_cy"
FLAT = "scrapy_treesim.tree._flat_cy"
HASHING = "scrapy_treesim.tree._hashing_cy"
READER = "scrapy_treesim.tree._libxml2_cy"
TEXT = "scrapy_treesim.tree._text_cy"
HTML = "scrapy_treesim.tree._html_cy"
ATTRIBUTES = "scrapy_treesim.tree._attributes_cy"
TABLES = "scrapy_treesim.tree.markdown._tables_cy"
MARKDOWN = "scrapy_treesim.tree.markdown._writer_cy"
MARKDOWN_PARTS = tuple(
    f"scrapy_treesim.tree.markdown.{name}" for name in ("_escaping_cy", "_line_cy", "_blocks_cy")
)
BLOCKS = "scrapy_treesim.reading._blocks_cy"
NAMES = "scrapy_treesim.analysis._class_cues_cy"
LINKAGE = "scrapy_treesim.similarity._linkage_cy"
ANALYSIS = "scrapy_treesim.analysis._analysis_cy"
KINDS_OF_TEXT = "scrapy_treesim.values._text_kinds_cy"
CANDIDATES = "scrapy_treesim.regions._candidates_cy"
REGION_FEATURES = "scrapy_treesim.regions._features_cy"
LIKELY = "scrapy_treesim.regions._likely_cy"
SIBLINGS = "scrapy_treesim.regions._siblings_cy"
CONTENT = "scrapy_treesim.records.table._content_cy"
PIECES = "scrapy_treesim.records.table._pieces_cy"
LEAVES = "scrapy_treesim.comments._leaves_cy"
POSTS = "scrapy_treesim.comments.extract._posts_cy"
PARTS = "scrapy_treesim.comments.extract._parts_cy"
ARTICLES = "scrapy_treesim.article._article_cy"
TEXTS_OF_BLOCKS = "scrapy_treesim.reading._texts_cy"
ELEMENTS_OF_PAGES = "scrapy_treesim.reading._elements_cy"
INPUTS = "scrapy_treesim.reading._rows_cy"
LAYERS = "scrapy_treesim.network._layers_cy"
PAIRS = "scrapy_treesim.detail.attributes._pairs_cy"
MARKS = "scrapy_treesim.detail._marks_cy"
SIGNATURES = "scrapy_treesim.templates.rules._signatures_cy"
RANKED = (
    LINKAGE, ANALYSIS, CANDIDATES, SIBLINGS,
    LIKELY, REGION_FEATURES,
)  # fmt: skip
"""The kernels that find regions; their classes hold one another."""
READ_POSTS = (LEAVES, POSTS, PARTS)
"""The kernels that read a thread's posts; their classes hold one another."""
ALIGNED = (CONTENT, PIECES)
"""The kernels that align records; their classes hold one another."""
MATCHING = "scrapy_treesim.similarity._matching_cy"
MEASURES = ("FreeMatching", "SimpleTreeMatching", "LeafPaths")
"""The classes of that kernel."""
ROWS = "scrapy_treesim.similarity._sequences_cy"
EDITS = "scrapy_treesim.similarity._ted_cy"
COMPARED = (ROWS, EDITS)
"""The kernels of measures that look at sequences and edits."""
PROFILES = (
    ELEMENTS,
    ELEMENTS_AND_TEXT,
    Profile(frozenset(), frozenset({"div", "x-card"}), text=True),
)

# All of Unicode's that XML allows, and so lxml.
WHITE_SPACE = [c for c in map(chr, range(0x10000)) if c.isspace() and (c in "\t\n\r" or c >= " ")]

site_page = pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
some_pages = pytest.mark.parametrize(
    "path",
    [SITE / "index.html", SITE / "blog" / "index.html", SITE / "shop" / "index.html"],
    ids=lambda path: path.parent.name,
)


def compiled(name: str) -> Any:
    return importlib.import_module(name)


@cache
def interpreted(name: str) -> Any:
    """The kernel's source as plain Python, indices below 0 refused, with all that it imports."""
    loader = AskingLoader(f"interpreted_{name.rpartition('.')[2]}", str(KERNELS[name]))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module: ModuleType = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        for other in imported_by(name):
            patch.setitem(sys.modules, other, interpreted(other))
        loader.exec_module(module)
    return module


def imported_by(name: str) -> set[str]:
    """The kernels that a kernel's source imports."""
    source = ast.parse(KERNELS[name].read_text(encoding="utf-8"))
    return {
        node.module
        for node in ast.walk(source)
        if isinstance(node, ast.ImportFrom) and node.module in KERNELS
    }


def zeros(n: int) -> array[int]:
    return array("i", bytes(4 * n))


# Which of the two runs


def test_all_kernels_are_compiled_or_none_is() -> None:
    sources = {name for name in KERNELS if str(compiled(name).__file__).endswith(".py")}

    assert sources == (set() if scrapy_treesim.compiled else set(KERNELS))


def test_every_kernel_is_compared_here() -> None:
    assert set(KERNELS) == {
        *(
            SHAPES,
            FLAT,
            HASHING,
            READER,
            TEXT,
            HTML,
            ATTRIBUTES,
            TABLES,
            MARKDOWN,
            *MARKDOWN_PARTS,
            NAMES,
            SIGNATURES,
        ),
        *(BLOCKS, ARTICLES),
        *RANKED,
        *READ_POSTS,
        *ALIGNED,
        MATCHING,
        *COMPARED,
        *(KINDS_OF_TEXT, PAIRS),
        *(TEXTS_OF_BLOCKS, ELEMENTS_OF_PAGES, INPUTS, LAYERS),
        MARKS,
    }


@compiled_only
def test_the_interpreted_kernels_are_not_the_compiled_ones() -> None:
    for name in KERNELS:
        assert interpreted(name).__file__.endswith("_cy.py")
        assert interpreted(name) is not compiled(name)
    assert interpreted(MATCHING).ShapeTable is interpreted(SHAPES).ShapeTable
    assert interpreted(CANDIDATES).Analysis is interpreted(ANALYSIS).Analysis
    assert interpreted(REGION_FEATURES).Candidates is interpreted(CANDIDATES).Candidates
    assert interpreted(ANALYSIS).cues_in is interpreted(NAMES).cues_in
    assert interpreted(PARTS).Posts is interpreted(POSTS).Posts
    assert interpreted(READER).compiled is False


# Reading


def same_walk(root: etree._Element) -> PageTree:
    walked = assemble(_libxml2_cy.read, root)
    plain = assemble(read_lxml, root)
    assert walked == plain
    return walked


@compiled_only
@site_page
def test_both_readers_read_the_example_pages_alike(path: Path) -> None:
    same_walk(Page(path.read_bytes()).root)


@compiled_only
@given(body=st.lists(st.sampled_from([b"<", b"a", b" ", b"=", b"'", b'"', b">", b"</", b"x=1"])))
def test_how_long_tags_are(body: list[bytes]) -> None:
    joined = b"".join(body)
    for most in (0, 3, 9):
        found = compiled(ATTRIBUTES).has_long_tag(joined, most)
        assert found == interpreted(ATTRIBUTES).has_long_tag(joined, most)


@compiled_only
@examples(250)
@given(html=pages())
def test_both_readers_read_any_page_alike(html: str) -> None:
    same_walk(Page(html).root)


@compiled_only
@examples(50)
@given(html=pages())
def test_both_readers_read_any_part_of_a_page_alike(html: str) -> None:
    for element in Page(html).root.iter("*"):
        same_walk(element)


@compiled_only
@pytest.mark.parametrize("count", [2, 1023, 1024, 1025, 2047, 2048, 2049, 9_000])
def test_both_readers_read_pages_of_any_size_alike(count: int) -> None:
    same_walk(Page("<br>" * count).root)
    same_walk(Page("<p>x" * count).root)
    same_walk(Page(f"<div id={'i' * count} class={'c' * 16 * count}>{'é' * 16 * count}").root)
    same_walk(Page("<i id=1 class=two>" + "<br class=b id=b> x" * count).root)


@compiled_only
@pytest.mark.parametrize("space", WHITE_SPACE, ids=ascii)
def test_both_readers_know_all_white_space_of_unicode(space: str) -> None:
    root = etree.Element("p")
    etree.SubElement(root, "b").tail = "after"
    root.text = f"{space}one{space}{space}two "
    root[0].text = space * 3

    assert same_walk(root).chars.tolist() == [0, 0, 7, 7, 12]


@compiled_only
@pytest.mark.parametrize(
    "other", ["\x84", "\x86", "\xa1", "\u180e", "\u200b", "\u2007\u200d", "\u2060", "\ufeff", "𠀀"]
)
def test_both_readers_know_what_is_no_white_space(other: str) -> None:
    root = etree.Element("p")
    root.text = f"a{other}b"

    assert same_walk(root).chars[-1] == len(" ".join(f"a{other}b".split()))


@compiled_only
@pytest.mark.parametrize(
    "xml",
    [
        "<r>a<![CDATA[ b < ]]>c<!-- d --> e<?pi f?>g</r>",
        "<r><![CDATA[   ]]><x/> <![CDATA[y]]></r>",
        '<r xmlns="urn:one" xmlns:t="urn:two"><t:item t:href="1" href="2"/><item/></r>',
        '<r xml:lang="en" lang="de"><script>a<b>kept</b>c</script>d<style/>e</r>',
        "<script>all of it <b>mute</b></script>",
        '<!DOCTYPE r [<!ENTITY e "held">]><r>a &e; b<x/>&e;</r>',
        '<r title="a&#10;b&amp;c">&#x20;&#xA0;</r>',
        "<r/>",
    ],
)
@pytest.mark.parametrize("resolve", [True, False])
def test_both_readers_read_xml_alike(xml: str, resolve: bool) -> None:
    parser = etree.XMLParser(strip_cdata=False, resolve_entities=resolve)
    same_walk(etree.fromstring(xml, parser))


@compiled_only
def test_both_readers_read_unresolved_entities_of_attributes_alike() -> None:
    # As parsel's XML selectors leave them.
    parser = etree.XMLParser(resolve_entities=False)
    xml = '<!DOCTYPE r [<!ENTITY e "held">]><r title="a &e; b"/>'
    same_walk(etree.fromstring(xml, parser))


@compiled_only
def test_both_readers_read_a_tree_made_by_hand_alike() -> None:
    root = etree.Element("div")
    root.append(etree.Comment("c"))
    root[0].tail = "one "
    root.append(etree.ProcessingInstruction("pi"))
    root[1].tail = "two"
    script = etree.SubElement(root, "script")
    script.text = "mute"
    etree.SubElement(script, "p").text = "kept"
    script[0].tail = "mute"
    script.tail = "three"
    root.tail = "outside"
    holder = etree.Element("body")
    holder.append(root)

    walked = same_walk(root)
    assert walked.text == b"one twokeptthree"
    assert same_walk(holder).text == b"one twokeptthreeoutside"


@compiled_only
@pytest.mark.parametrize("depth", [1, 100, 5000])
def test_both_readers_read_deep_trees_alike(depth: int) -> None:
    root = here = etree.Element("div")
    for level in range(depth):
        here.text = "in"
        here = etree.SubElement(here, f"x-{level}" if level % 7 == 0 else "a", href=str(level))
        here.tail = "out"

    assert len(same_walk(root).tag) == 1 + 3 * depth


@compiled_only
def test_both_readers_read_more_names_than_fit_their_table_alike() -> None:
    # Names that fall on one slot of the compiled reader's table must not be mixed up.
    root = etree.Element("root")
    for turn in range(3):
        for number in range(3000):
            etree.SubElement(root, f"n{number}").set(f"k{number}", str(turn))

    walked = same_walk(root)
    assert len(set(walked.tag)) == 3001
    assert [walked.names[tag] for tag in walked.tag[-3000:]] == [f"n{n}" for n in range(3000)]


# The flat tree


def raw(tree: PageTree) -> tuple[array[int], array[int]]:
    """A node's own characters, which the sums are made of, with the entry for the end."""
    own = zeros(len(tree) + 1)
    for node in range(len(tree)):
        own[node] = tree.chars[node + 1] - tree.chars[node]
    return own, zeros(len(tree) + 1)


def sums(kernel: Any, tree: PageTree) -> list[array[int]]:
    chars, linked = raw(tree)
    size, nth = zeros(len(tree)), zeros(len(tree))
    kernel.fill_sums(tree.tag, tree.parent, size, nth, chars, linked, zeros(len(tree.names)))
    return [size, nth, chars, linked]


def cleanings(kernel: Any, tree: PageTree, seed: int) -> list[Any]:
    """All that the kernel gives for actions which fall on the tags in turn."""
    n = len(tree)
    actions = array("i", [(number * 7 + seed) % 5 % 3 for number in range(len(tree.names))])
    outs = [zeros(n) for _ in range(4)]
    count = kernel.keep_nodes(tree.tag, tree.parent, tree.size, actions, zeros(n), *outs)
    height = zeros(count)
    kernel.fill_heights(outs[1][:count], height)
    return [count, *(out[:count] for out in outs), height]


def containers(kernel: Any, tree: PageTree, seed: int) -> list[array[int]]:
    """All that the kernel gives for kinds (there are seven) which fall on the tags in turn."""
    kinds = array("i", [(number * 7 + seed) % 11 % 7 for number in range(len(tree.names))])
    kinds[0] = constants.INLINE
    outs = [zeros(len(tree)) for _ in range(3)]
    kernel.fill_containers(tree, kinds, *outs)
    return outs


def runs(kernel: Any, tree: PageTree, seed: int) -> list[Any]:
    """The same of blocks, with what is hidden and what is left out of them."""
    kinds = array("i", [(number * 7 + seed) % 11 % 9 for number in range(len(tree.names))])
    kinds[0] = constants.INLINE
    hidden, unseen = (bytearray(len(tree)) for _ in range(2))
    for node in range(seed, len(tree), 7):
        hidden[node] = 1 + node % 2
    count = kernel.flag_unseen(tree, kinds, hidden, unseen)
    block, owner, first, last, before = (zeros(len(tree)) for _ in range(5))
    found = blocks.Blocks(block, owner, first, last, before, hidden)
    return [count, unseen, kernel.split(tree, kinds, unseen, found), found]


def deepest_in(kernel: Any, tree: PageTree) -> Any:
    """How deep elements nest that HTML would have ended."""
    return kernel.deepest(tree.tag, tree.parent, html5.KIND_OF_TAG, html5.KEPT_BY_TAG)


@given(st.lists(st.sampled_from("<p> <font> <li> <div> <a> <td> <table> <ul> </ul> x".split())))
def test_how_deep_elements_are_misnested(pieces: list[str]) -> None:
    tree = Page("".join(pieces), html5=False).tree
    assert deepest_in(compiled(FLAT), tree) == deepest_in(interpreted(FLAT), tree)


def same_on_page(tree: PageTree) -> None:
    assert sums(compiled(FLAT), tree) == sums(interpreted(FLAT), tree)
    assert sums(compiled(FLAT), tree) == [tree.size, tree.nth, tree.chars, tree.linked]

    assert deepest_in(compiled(FLAT), tree) == deepest_in(interpreted(FLAT), tree)
    for seed in range(5):
        assert cleanings(compiled(FLAT), tree, seed) == cleanings(interpreted(FLAT), tree, seed)
        assert runs(compiled(BLOCKS), tree, seed) == runs(interpreted(BLOCKS), tree, seed)
        assert containers(compiled(ARTICLES), tree, seed) == containers(
            interpreted(ARTICLES), tree, seed
        )


@compiled_only
@site_page
def test_sums_cleanings_and_blocks_agree_on_the_example_pages(path: Path) -> None:
    same_on_page(PageTree.read(Page(path.read_bytes()).root))


@compiled_only
@examples(60)
@given(html=pages())
def test_sums_cleanings_and_blocks_agree_on_any_page(html: str) -> None:
    same_on_page(PageTree.read(Page(html).root))


# Text


READ: dict[str, tuple[ModuleType, ...]] = {TEXT: (text, page_tree)}
"""The kernel of text, and the modules that call it."""


def read_texts(tree: PageTree, nodes: Iterable[int], keep: bytearray) -> None:
    """Every text that the kernel gives of these nodes."""
    for node in nodes:
        tree.plain_text(node)
        for flags in (None, keep):
            text.text_of(tree, node, flags)
            text.preformatted(tree, node, flags)


@compiled_only
@pytest.mark.parametrize("path", PAGES[::6], ids=lambda path: path.stem)
def test_text_of_the_example_pages_is_read_alike(path: Path) -> None:
    tree = Page(path.read_bytes()).tree
    nodes = [*range(0, len(tree), 40), *(n for n in range(len(tree)) if tree.name(n) == "pre")]
    keep = bytearray(node % 7 // 4 for node in range(len(tree)))
    with comparing(READ) as both:
        read_texts(tree, nodes, keep)
    assert both[TEXT].called == functions(TEXT) - {"Writer", "first_kept"}


_BYTES = (
    b"a Z 7 \n \n\n \t \r \x00 \x0b \x1c \x7f".split(b" ")
    + [char.encode() for char in (*WHITE_SPACE, *"éß中〇가Ａ�\ufeff\ufffe\uffff😀𠀀")]
    + [b" ", b"\x80", b"\xc0", b"\xc3", b"\xd0", b"\xe0\x9f", b"\xe4\xb8", b"\xed\xa0\x80"]
    + [b"\xe2\x80", b"\xef\xbf", b"\xf0\x90", b"\xf0\x80", b"\xf4\x90", b"\xf8", b"\xff"]
)
_TAGS = (*map(tags.NUMBER.__getitem__, "p div b td th pre br select rp script".split()), 9999)


@compiled_only
@examples(200)
@given(html=pages(), drawn=st.data())
def test_text_of_any_page_is_read_alike(html: str, drawn: st.DataObject) -> None:
    # The page lends its shape alone: any tags, any flags and any bytes, cut anywhere.
    tree = Page(html).tree
    room, nodes = len(tree.text), len(tree)
    pieces = drawn.draw(st.lists(st.sampled_from(_BYTES), min_size=room // 2, max_size=room))
    drawn_tags = drawn.draw(st.lists(st.sampled_from(_TAGS), min_size=nodes, max_size=nodes))
    tree = replace(
        tree,
        tag=array("i", [tag and other for tag, other in zip(tree.tag, drawn_tags, strict=True)]),
        text=b"".join(pieces)[:room].ljust(room),
    )
    keep = bytearray(drawn.draw(st.lists(st.integers(0, 1), min_size=nodes, max_size=nodes)))
    with comparing(READ):
        read_texts(tree, range(nodes), keep)


@compiled_only
@examples(300)
@given(pieces=st.lists(st.sampled_from(_BYTES) | st.binary(max_size=5), max_size=12))
def test_any_bytes_are_collapsed_alike(pieces: list[bytes]) -> None:
    given = b"".join(pieces)
    for at in range(len(given) + 1):
        found = [
            kernel(TEXT).collapsed(given, at, len(given)) for kernel in (compiled, interpreted)
        ]
        assert found[0] == found[1]


# HTML and Markdown


def same_writing(page: Page, tree: PageTree, keep: bytearray, node: int) -> None:
    """HTML and Markdown of a part of a page, by compiled and by interpreted kernels."""
    given = tree, keep, node, page.absolute
    written = html_writing.html_of(*given), markdown_writing.markdown_of(*given)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(html_writing, "_html_cy", interpreted(HTML))
        patch.setattr(markdown_writing, "_tables_cy", interpreted(TABLES))
        patch.setattr(markdown_writing, "_writer_cy", interpreted(MARKDOWN))
        patch.setattr(page_tree, "_attributes_cy", interpreted(ATTRIBUTES))
        given = replace(tree), keep, node, page.absolute
        assert html_writing.html_of(*given) == written[0]
        assert markdown_writing.markdown_of(*given) == written[1]


@compiled_only
@pytest.mark.parametrize("path", PAGES[::6], ids=lambda path: path.stem)
def test_html_and_markdown_of_the_example_pages_are_written_alike(path: Path) -> None:
    page = Page(path.read_bytes(), "http://e.x/a/b")
    tree = page.tree
    same_writing(page, tree, bytearray(b"\1" * len(tree)), 0)
    same_writing(page, tree, bytearray(node % 7 // 4 for node in range(len(tree))), len(tree) // 3)


_WRITTEN = "p div b em code a img br ul ol li blockquote dt h2 hr table tr td pre caption script rp"
_WRITTEN_TAGS = (*map(tags.NUMBER.__getitem__, _WRITTEN.split()), 9999)
_MARKUP_SIGNS = [*(sign.encode() for sign in "*_[]<>&~`\\#-+=|:.)!1"), b"&lt;", b"12. ", b"a", b" "]


@compiled_only
@examples(80)
@given(html=pages(), drawn=st.data())
def test_html_and_markdown_of_any_page_are_written_alike(html: str, drawn: st.DataObject) -> None:
    held = "<a href='/x?a&b (c)'>1</a><img src=é alt='\"<*' title=\x1f><a href=é colspan=2>2</a>"
    page = Page(f"<p>{held}<pre class=language-x>\n&lt;</pre>{held}{html}", "http://e.x/")
    tree, nodes = page.tree, len(page.tree)
    room = len(tree.text)
    pieces = drawn.draw(
        st.lists(st.sampled_from((*_BYTES, *_MARKUP_SIGNS)), min_size=room // 2, max_size=room)
    )
    drawn_tags = drawn.draw(
        st.lists(st.sampled_from(_WRITTEN_TAGS), min_size=nodes, max_size=nodes)
    )
    tree = replace(
        tree,
        tag=array("i", [tag and other for tag, other in zip(tree.tag, drawn_tags, strict=True)]),
        text=b"".join(pieces)[:room].ljust(room),
    )
    keep = bytearray(drawn.draw(st.lists(st.integers(0, 1), min_size=nodes, max_size=nodes)))
    for node in range(nodes):
        same_writing(page, tree, keep, node)
    same_writing(page, tree, bytearray(b"\1" * nodes), 0)


@compiled_only
@examples(300)
@given(text=st.text(st.sampled_from("ab1*_[]<>&~`\\#-+=|:;.)! /é٣中\u3000"), max_size=20))
def test_any_text_is_escaped_alike(text: str) -> None:
    kernels = compiled(MARKDOWN_PARTS[0]), interpreted(MARKDOWN_PARTS[0])
    found, plain = (
        [kernel.escaped(text, start) for start in (False, True)]
        + [kernel.destination(text), kernel.fence_for(text, 3)]
        for kernel in kernels
    )
    assert found == plain


# The learned method


class Both:
    """A kernel that runs compiled and interpreted, and tells where the two differ."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.called: set[str] = set()

    def __getattr__(self, function: str) -> Any:
        fast, plain = (
            getattr(compiled(self.name), function),
            getattr(interpreted(self.name), function),
        )
        if not callable(fast):
            assert fast == plain
            return fast

        def both(*given: Any) -> Any:
            self.called.add(function)
            also = deepcopy(given)
            found, found_too = fast(*given), plain(*also)
            assert found == found_too, (self.name, function)
            for place, (one, other) in enumerate(zip(given, also, strict=True)):
                assert one == other, (self.name, function, place)
            return found

        return both


@contextmanager
def comparing(
    kernels: Mapping[str, tuple[ModuleType, ...]],
) -> Iterator[dict[str, Both]]:
    """In the modules that call them, kernels that compare themselves."""
    proxies = {name: Both(name) for name in kernels}
    with pytest.MonkeyPatch.context() as patch:
        for name, modules in kernels.items():
            for module in modules:
                patch.setattr(module, name.rpartition(".")[2], proxies[name])
        yield proxies


def functions(name: str) -> set[str]:
    """A kernel's functions for others."""
    return {
        each
        for each, held in vars(interpreted(name)).items()
        if getattr(held, "__module__", "") == interpreted(name).__name__
        and not each.startswith("_")
        and hasattr(compiled(name), each)
    }


def same_scores(page: Page) -> None:
    """What the learned method makes of a page's answers by all its kernels."""
    found = []
    page.once(network.answers_of)
    for kernel in (compiled, interpreted):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(learned, "_blocks_cy", kernel(BLOCKS))
            for module in (learned, assembly):
                patch.setattr(module, "_article_cy", kernel(ARTICLES))
            one = learned.scored_blocks(page)
            found.append(one and (one.log_odds, one.assembly, one.flags))
    assert found[0] == found[1]


@compiled_only
@site_page
def test_the_learned_method_scores_the_example_pages_alike(path: Path) -> None:
    same_scores(Page(path.read_bytes()))


_CLASSES = st.lists(
    st.sampled_from(("", "nav", "main-nav Menu", "article body", "-ad- banner", "реклама")),
    min_size=1,
    max_size=6,
)


@compiled_only
@examples(60)
@given(html=pages(), classes=_CLASSES, title=st.text(max_size=20))
def test_the_learned_method_scores_any_page_alike(
    html: str, classes: list[str], title: str
) -> None:
    title = title.replace("<", "")
    boxes = "".join(f"<div class='{name}'>{html}<h1>{title}</h1>" for name in classes)
    same_scores(Page(f"<title>{title}</title><meta name=description content=words>{boxes}"))


_LETTERS = "aZ9 .!?éßя中文字。！？…ひカ한글ไทΩ\u00a0\u3000\ufeff😀𠀀Ａ"
_WRITINGS = st.text(st.one_of(st.sampled_from(_LETTERS), st.characters()), max_size=40)


@compiled_only
@examples(200)
@given(text=_WRITINGS, other=_WRITINGS, shortest=st.integers(0, 3))
def test_words_are_marked_alike(text: str, other: str, shortest: int) -> None:
    fast, plain = (bytearray(constants.KNOWN) for _ in range(2))
    for body, bit in ((text, 1), (other, 2)):
        given = body.encode("utf-8", "replace")
        of_fast = compiled(TEXTS_OF_BLOCKS).mark(given, reading._CLASSES, fast, bit, shortest)
        of_plain = interpreted(TEXTS_OF_BLOCKS).mark(given, reading._CLASSES, plain, bit, shortest)
        assert of_fast == of_plain
    assert fast == plain


@compiled_only
@examples(200)
@given(
    text=st.binary(max_size=40)
    | st.text("a1290 .:/-年月日…»>)]\n\xa0:\uff1a", max_size=16).map(str.encode),
    cuts=st.lists(st.integers(0, 40), max_size=4),
)
def test_any_bytes_are_counted_alike(text: bytes, cuts: list[int]) -> None:
    # Cut anywhere: a character may end with its text node or not.
    start = array("i", [*sorted(min(cut, len(text)) for cut in cuts), len(text)])
    nodes = len(start) - 1
    tag, linked = zeros(nodes), array("i", range(nodes + 1))
    ones = array("i", [1] * nodes)
    block = array("i", [node // 2 for node in range(nodes)])
    rows = []
    for kernel in (compiled(TEXTS_OF_BLOCKS), interpreted(TEXTS_OF_BLOCKS)):
        counts = zeros((nodes + 1) * constants.COUNTS)
        hashes = array("I", bytes(4 * (nodes + 1)))
        known = bytes(constants.KNOWN)
        counter = kernel.TextCounter(text, reading._CLASSES, known, counts, hashes)
        parent = array("i", [node if node % 2 else 0 for node in range(nodes)])
        tree = SimpleNamespace(tag=tag, size=ones, start=start, linked=linked, parent=parent)
        counter.count(tree, block, reading._STYLES, text_kinds.text_reader())
        rows.append((counts, hashes))
    assert rows[0] == rows[1]


@compiled_only
@examples(200)
@given(values=st.one_of(st.binary(max_size=30), st.sampled_from((b"Main-Nav", b"ad", b"ads-x"))))
def test_names_are_read_alike(values: bytes) -> None:
    for stop in range(len(values) + 1):
        for at in range(stop + 1):
            for reader in (comment_parts._CUES_READ, analyse._NAMES_READ):
                given = values, at, stop, reader.symbols, reader.following, reader.meaning
                assert compiled(NAMES).cues_in(*given) == interpreted(NAMES).cues_in(*given)


@compiled_only
@examples(60)
@given(html=pages(), drawn=st.data())
def test_the_best_subtree_is_found_alike(html: str, drawn: st.DataObject) -> None:
    tree = PageTree.read(Page(html).root)
    before = blocks.blocks_of(tree).before
    each = st.tuples(st.integers(0, 400), st.sampled_from((-1.5, -0.25, 0.0, 0.1, 2.0)))
    drawn_blocks = drawn.draw(st.lists(each, min_size=before[-1], max_size=before[-1]))
    units = array("i", [size for size, _ in drawn_blocks])
    log_odds = array("d", [one for _, one in drawn_blocks])
    found = []
    for kernel in (compiled(ARTICLES), interpreted(ARTICLES)):
        likely, kept = array("d", log_odds), bytearray(len(units))
        choice = kernel.Choice(units, log_odds, likely)
        top = choice.best_subtree(tree.size, before, array("d", [0.0, 1.0, 1.5, 2.5]))
        choice.keep(kept, 0, len(units) // 2, 0.3, 0.6)
        found.append((top, likely, kept, choice.expected(0, len(units)), choice.f1(kept)))
    assert found[0] == found[1]


# The reading of a page


def reading_by(kernels: Callable[[str], Any], page: Page) -> dict[str, Any]:
    """The reading of a page by these kernels, as plain values."""
    with pytest.MonkeyPatch.context() as patch:
        for name, known in (
            (TEXTS_OF_BLOCKS, ("TextCounter", "mark")),
            (ELEMENTS_OF_PAGES, ("ElementNumbers", "Pieces", "flag_elements")),
            (INPUTS, ("Rows",)),
        ):
            for one in known:
                patch.setattr(reading, one, getattr(kernels(name), one))
        found = reading.reading_of(page)
    plain = {one.name: getattr(found, one.name) for one in fields(found)}
    del plain["blocks"]
    numbered = plain.pop("elements")
    shared = "node tag parent first stop names path siblings position shape children of_node"
    plain |= {name: array("i", getattr(numbered, name)) for name in shared.split()}
    return plain


def same_reading(page: Page) -> None:
    assert reading_by(compiled, page) == reading_by(interpreted, page)


@compiled_only
@site_page
def test_the_example_pages_are_read_alike(path: Path) -> None:
    same_reading(Page(path.read_bytes(), url=f"https://site.example/{path.name}"))


_IN_BLOCKS = (
    "12.05.2024", "读者评论（3）", "“Well…»", "$9.99", "a: b:", "ÉCOLE d’été", "camelCase", "…>",
)  # fmt: skip


@compiled_only
@examples(60)
@given(html=pages(), said=st.lists(st.sampled_from(_IN_BLOCKS), max_size=8))
def test_any_page_is_read_alike(html: str, said: list[str]) -> None:
    rows = "".join(f"<li class='rowItem-{len(one)} HTMLBox'><b id=x>{one}</b>" for one in said)
    same_reading(Page(f"<title>{' '.join(said)}</title><ul>{rows}</ul>{html}<h1>{html}</h1>"))


@compiled_only
def test_every_function_of_the_reading_is_compared_on_these_pages() -> None:
    kernels = (TEXTS_OF_BLOCKS, ELEMENTS_OF_PAGES, INPUTS)
    called: dict[str, set[str]] = {str(KERNELS[name]): set() for name in kernels}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename in called:
            called[frame.f_code.co_filename].add(frame.f_code.co_name)

    for name in kernels:
        interpreted(name)
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        for path in PAGES[::8]:
            reading_by(interpreted, Page(path.read_bytes()))
        reading_by(interpreted, Page("<title>车</title><p>车，车。"))
    finally:
        sys.setprofile(before)
    for name in kernels:
        assert _source_functions(name) == called[str(KERNELS[name])]


def answers_by(layers: Any, read: reading.Reading) -> list[float]:
    """The network's answers for a reading, and its weights, by a kernel."""
    held = json.loads(files("scrapy_treesim.network").joinpath("weights.json").read_text("utf-8"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(network_weights, "layers", layers)
        patch.setattr(network, "layers", layers)
        weights = network_weights.Weights.read(held)
        answers = network.forward(read, weights)
    return [*answers.labels, *answers.roles, *answers.kinds, *weights.layers["kind"]]


@compiled_only
@examples(12)
@given(html=pages(), classes=_CLASSES)
def test_the_network_answers_alike_for_any_page(html: str, classes: list[str]) -> None:
    boxes = "".join(f"<div class='{name}'>{html}<p>words" for name in classes[:2])
    read = reading.reading_of(Page(boxes, url="https://x.example/a/1"))
    known = pytest.approx(answers_by(compiled(LAYERS), read), rel=1e-4, abs=1e-3)
    assert answers_by(interpreted(LAYERS), read) == known


# Pairs of a label and a value


OF_CANDIDATES = (
    "form", "colon", "within", "label", "label_at", "label_stop", "value", "value_end", "value_at",
    "value_stop",
)  # fmt: skip
"""What a candidate is, but its features and its score."""


def same_pairs(page: Page) -> None:
    found = []
    for kernel in (compiled(PAIRS), interpreted(PAIRS)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(label_pairs, "PairScan", kernel.PairScan)
            found.append(label_pairs.candidates_of(page))
    for one, other in zip(*found, strict=True):
        for name in OF_CANDIDATES:
            assert getattr(one, name) == getattr(other, name)
        # A compiler may fuse the sums.
        assert one.score == pytest.approx(other.score, rel=1e-9, abs=1e-9)
        assert one.features == pytest.approx(other.features, rel=1e-9, abs=1e-9)


@compiled_only
@site_page
def test_the_pairs_of_the_example_pages_are_the_same(path: Path) -> None:
    same_pairs(Page(path.read_bytes()))


_FACTS = (
    "<table><tr><th>{0}<td>{1}<tr><th>{1}:<td>{0}</table>",
    "<table><tr><td><b>{0}</b><td>{1}<td><b>{1}</b><td>{0}</table>",
    "<table><tr><th>{0}<th>{1}<tr><td>{1}<td>{0}<tr><td>{0}<td>{0}<td>{1}</table>",
    "<dl><dt>{0}<dd>{1}<dd>{0}<div><dt>{1}<dd>{0}</div></dl>",
    "<p><b>{0}</b>: {1}<br>{1}: {0}<br>{0}：{1} <i>{0}:</i> {1}<br><u>{0}:</u><br>{1}<br>{0}",
    "<p><i>{0}</i><i>{1}</i><br><i>{1}</i> <i>{0}</i><br>{0}<br>{1} {0}",
    "<ul><li><b>{0}</b> <a href=/>{1}</a><li><b>{1}</b> <a>{0}</a><li>{0}</ul>",
    "<div class=a>{0}</div><p>{1}</p><div class=a>{1}</div><p>{0}</p><p>{0}",
    "<h3>{0}</h3>{1}<h3>{1}</h3><p>{0}<p>{1}",
    "<p>{0}: <input> <br>{1} <select><option>{0}</select>",
)
_SHOWN = (
    "Colour",
    "Red",
    "12",
    "3 kg",
    ":",
    "a: b",
    "：",
    "»",
    "价格",
    "\xa0Été\xa0:",
    "Wort. Wort. " * 9,
)


@compiled_only
@examples(150)
@given(
    html=pages(),
    facts=st.lists(
        st.tuples(st.sampled_from(_FACTS), st.sampled_from(_SHOWN), st.sampled_from(_SHOWN)),
        max_size=6,
    ),
)
def test_the_pairs_of_any_page_are_the_same(html: str, facts: list[tuple[str, str, str]]) -> None:
    shown = "".join(form.format(label, value) for form, label, value in facts)
    same_pairs(Page(f"{html}<nav>{shown}</nav><h1>{html}</h1>{shown}"))


# The fields of a page about one thing


MARK_READERS = (amounts, brands, codes, detail_extract, detail_marks, ratings, shown_names)
"""The modules that call the kernel of marks."""


def fields_by(kernel: Callable[[str], Any], page: Page) -> tuple[list[object], list[float]]:
    """The candidates of a page's fields, and their features and probabilities, by these kernels."""
    page = Page(page.root, url=page.url)
    kind_of(page)
    values: list[object] = []
    numbers: list[float] = []
    with pytest.MonkeyPatch.context() as patch:
        for module in MARK_READERS:
            patch.setattr(module, "_marks_cy", kernel(MARKS))
        patch.setattr(detail_model, "_marks_cy", kernel(MARKS))
        patch.setattr(text_counts, "_marks_cy", kernel(MARKS))
        marks = detail_marks.marks_of(page)
        values += [marks.own.tolist(), marks.around.tolist()]
        values.append(detail_extract.breadcrumbs_of(marks))
        for field, candidates in detail_fields.candidates_of(marks).items():
            values += [(one.value, one.text, one.source, one.node) for one in candidates]
            for one in candidates:
                numbers += one.row
            numbers += detail_model.probabilities(candidates, detail_model.shipped()[field])
    return values, numbers


def same_fields(page: Page) -> None:
    values, numbers = fields_by(compiled, page)
    values_too, numbers_too = fields_by(interpreted, page)
    assert values == values_too
    # A compiler may fuse the sums.
    assert numbers == pytest.approx(numbers_too, rel=1e-9, abs=1e-9)


@compiled_only
@some_pages
def test_the_fields_of_the_example_pages_are_the_same(path: Path) -> None:
    same_fields(Page(path.read_bytes(), url="https://site.example/lamps/lamp-77120"))


_THINGS = (
    "<p class=price><del>{0} EUR</del> <b>{0}</b> <i>$</i>",
    "<div style='color: red; display : none'>{0}</div><p hidden>{0}<p style=di>{0}",
    "<span class='rating stars'>4.5 / 5</span><small>({0})</small><p>{0} reviews",
    "<button>Buy now</button><a class=add-to-cart>Add to cart</a><p>{0} in stock",
    "<table><tr><th>SKU<td>{0}<tr><th>Brand<td>Narrow{0}<tr><th>EAN<td>4006381333931</table>",
    "<nav class=breadcrumb><a>Home</a><a>Lamps</a><a>{0}</a></nav><p id=sku>{0}<p class=brand>{0}",
    "<img src=/a/{0}-300x300.jpg alt='{0} lamp'><img data-src=/b/{0}.png width=90>",
)


@compiled_only
@examples(60)
@given(
    html=pages(),
    things=st.lists(
        st.tuples(st.sampled_from(_THINGS), st.sampled_from(("12", "1.299,00", "A-77", "77120"))),
        max_size=6,
    ),
)
def test_the_fields_of_any_page_are_the_same(html: str, things: list[tuple[str, str]]) -> None:
    shown = "".join(form.format(value) for form, value in things)
    same_fields(Page(f"<title>Lamp A-77</title>{html}{shown}<h1>Lamp A-77</h1>{shown}{html}"))


@examples(200)
@given(
    text=st.text("abé", max_size=40),
    values=st.text("abc", max_size=40),
    sought=st.lists(st.text("abcé", max_size=5), max_size=8),
)
def test_texts_are_counted_as_one_by_one(text: str, values: str, sought: list[str]) -> None:
    tree = SimpleNamespace(text=text.encode(), values=values.encode())
    found = text_counts.text_counts(tree, sought)  # type: ignore[arg-type]
    for one in sought:
        encoded = one.encode()
        if len(encoded) >= text_counts.MIN_SOUGHT:
            assert found[one] == (tree.text.count(encoded), tree.values.count(encoded))


# Regions of records


@contextmanager
def regions_by(kernel: Callable[[str], Any]) -> Iterator[None]:
    """Regions found by these kernels, compiled or interpreted."""
    places: dict[ModuleType, dict[str, tuple[str, ...]]] = {
        analyse: {ANALYSIS: ("Analysis",)},
        region_model: {
            CANDIDATES: ("Candidates",),
            SIBLINGS: ("Siblings",),
            REGION_FEATURES: ("Features", "weigh", "weigh_probability"),
            LIKELY: ("LikelyRecords", "add_likely"),
        },
    }
    with pytest.MonkeyPatch.context() as patch:
        for module, kernels in places.items():
            for name, classes in kernels.items():
                for one in classes:
                    patch.setattr(module, one, getattr(kernel(name), one))
        patch.setattr(region_extract, "_candidates_cy", kernel(CANDIDATES))
        yield


def arrays(held: Any) -> dict[str, list[Any]]:
    """The arrays that both an interpreted and a compiled object show."""
    shown = {name: getattr(held, name) for name in dir(held) if not name.startswith("_")}
    return {
        name: list(value)
        for name, value in shown.items()
        if isinstance(value, array) or hasattr(value, "nbytes")
    }


def scored(page: Page) -> tuple[dict[str, list[Any]], list[list[float]]]:
    """All that is known of a page's candidates: what must be equal, and what nearly so."""
    weights = region_model.shipped()
    choice = vars(region_extract)["_candidates_cy"]
    found = region_model.score(page, weights)
    candidates = found.candidates
    exact = arrays(candidates.analysis)
    known = arrays(candidates)
    exact["source"] = known["source"][: candidates.count]
    exact["first_record"] = known["first_record"][: candidates.count + 1]
    exact["first_span"] = known["first_span"][: candidates.records + 1]
    exact["low"] = known["low"][: candidates.spans]
    exact["high"] = known["high"][: candidates.spans]
    exact["ids"] = list(found.ids)
    exact["nodes"] = [candidates.nodes_of(candidate) for candidate in found.ids]
    every = region_extract.Ranked(min_confidence=0.0)
    exact["picked"] = list(region_extract.pick(found, every))
    exact["inside"] = [
        choice.lies_in(candidates, inner, outer) for inner in found.ids for outer in found.ids
    ]
    # Logarithms apart, and sums that a compiler may fuse, there is nothing to differ.
    return exact, [list(found.rows), list(found.scores), list(found.confidence)]


def same_regions(source: str | bytes) -> None:
    with regions_by(compiled):
        exact, about = scored(Page(source))
    with regions_by(interpreted):
        exact_too, about_too = scored(Page(source))
    assert exact.keys() == exact_too.keys() > {"low", "tag", "hashes"}
    for name, values in exact.items():
        assert values == exact_too[name], name
    for one, other in zip(about, about_too, strict=True):
        assert one == pytest.approx(other, rel=1e-9, abs=1e-9)


@compiled_only
@pytest.mark.parametrize("name", LISTS)
def test_regions_agree_on_lists_of_every_shape(name: str) -> None:
    same_regions(LISTS[name])


@compiled_only
@pytest.mark.parametrize("path", PAGES[::4], ids=lambda path: path.stem)
def test_regions_agree_on_the_example_pages(path: Path) -> None:
    same_regions(path.read_bytes())


@compiled_only
@examples(40)
@given(html=pages(), times=st.integers(1, 4))
def test_regions_agree_on_any_page(html: str, times: int) -> None:
    same_regions(html * times)


_SIGNS = (
    "$ £ € ¥ ￥ 元 円 ★ ☆ 年 前 月 日 。 ！ ! ? . / - : 2 10 2024 1.5 12:30 usd ago may Ö a".split()
)


@compiled_only
@examples(100)
@given(texts=st.lists(st.lists(st.sampled_from((*_SIGNS, " ")), max_size=9).map("".join)))
def test_texts_of_records_are_read_alike(texts: list[str]) -> None:
    same_regions("<ul>" + "".join(f"<li>{text}</li>" for text in texts) + "</ul>")


# Posts of a thread


@contextmanager
def posts_by(kernel: Callable[[str], Any]) -> Iterator[None]:
    """Posts read by these kernels, compiled or interpreted."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(analyse, "Analysis", kernel(ANALYSIS).Analysis)
        patch.setattr(leaves, "Leaves", kernel(LEAVES).Leaves)
        patch.setattr(comment_parts, "Posts", kernel(POSTS).Posts)
        patch.setattr(comment_parts, "Parts", kernel(PARTS).Parts)
        yield


def test_words_and_cues_stand_in_the_order_of_their_bits() -> None:
    kernel = interpreted(KINDS_OF_TEXT)
    meanings = [*text_kinds.MEANINGS]
    for names in (kernel.KINDS, meanings[: kernel.OF_POSTS]):
        bits = [getattr(kernel, name.upper()) for name in names]
        assert bits == [1 << bit for bit in range(len(names))]
    of_posts = meanings[kernel.OF_POSTS :][: kernel.POST_MEANINGS]
    assert of_posts == interpreted(POSTS).MEANINGS[: kernel.POST_MEANINGS]
    assert list(class_names.OF_POSTS) == interpreted(POSTS).CUES


# Comments


def read_posts(source: str | bytes, tag: str) -> dict[str, Any]:
    """All that is known of the elements of a tag, taken for posts."""
    page = Page(source)
    found = [n for n in range(1, len(page.tree)) if page.tree.name(n) == tag]
    spans = [(node, node + page.tree.size[node]) for node in found]
    known = leaves.leaves_of(page)
    if not spans:
        return {}
    read = comment_parts.parts_of(page, known, spans)
    keep = bytearray(len(page.tree))
    read.set_apart(keep)
    kept = [read.kept(post) for post in range(len(spans))]
    exact: dict[str, Any] = {"keep": keep, "kept": kept}
    for part in (known, read.posts, read):
        exact |= {f"{type(part).__name__}.{name}": values for name, values in arrays(part).items()}
    return exact


def same_posts(source: str | bytes, tag: str) -> None:
    with posts_by(compiled):
        exact = read_posts(source, tag)
    with posts_by(interpreted):
        assert exact == read_posts(source, tag)


@compiled_only
@pytest.mark.parametrize("name", sorted(POSTED))
def test_posts_agree_on_threads_of_every_shape(name: str) -> None:
    same_posts(POSTED[name], "li")


@compiled_only
@pytest.mark.parametrize("path", PAGES[::3], ids=lambda path: path.stem)
@pytest.mark.parametrize("tag", ["li", "article", "tr", "p"])
def test_posts_agree_on_the_example_pages(path: Path, tag: str) -> None:
    same_posts(path.read_bytes(), tag)


_PIECES: tuple[str, ...] = (
    "Ada", "Ada says:", "by Jo on", "2021-03-11", "3 days ago", "Reply", "12", "@Ada",
    "Joined: 2010", "last edited", "in reply to Ada", "★★★☆☆", "___", "写道：",
    "<blockquote>What?</blockquote>",
    "<p class=signature>Slowly does it.</p>", "<img width=40 height=1>", "<a href=#c-1>Link</a>",
    "<p style='margin-left:20px'>It is as it was.</p>", "<time datetime=2021-01-02></time>",
    "<div class='author name'>Jo</div>", "<span itemprop=author>Max</span>", "<br>",
    "<li>", "</li>",
    "<p>Here is more than sixty letters, so that it is plain that somebody said all of this.</p>",
)  # fmt: skip


@compiled_only
@examples(100)
@given(st.lists(st.sampled_from(_PIECES), max_size=40))
def test_posts_agree_on_any_thread(pieces: list[str]) -> None:
    same_posts("<ul><li>" + "".join(pieces) + "</ul>", "li")


@compiled_only
@examples(30)
@given(html=pages())
def test_posts_agree_on_any_page(html: str) -> None:
    same_posts(html, "div")


@compiled_only
def test_every_function_that_reads_posts_is_compared_on_these_threads() -> None:
    names = (POSTS, PARTS)
    files = {str(KERNELS[name]): name for name in names}
    called: dict[str, set[str]] = {name: set() for name in names}

    def note(frame: FrameType, event: str, _: object) -> None:
        name = files.get(frame.f_code.co_filename)
        if name is not None and event == "call":
            called[name].add(frame.f_code.co_name)

    before = sys.getprofile()
    with posts_by(interpreted):
        sys.setprofile(note)
        try:
            for source in POSTED.values():
                read_posts(source, "li")
        finally:
            sys.setprofile(before)
    for name in names:
        assert _source_functions(name) - called[name] == set(), name


def _source_functions(name: str) -> set[str]:
    tree = ast.parse(KERNELS[name].read_text("utf-8"))
    return {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)}


@compiled_only
def test_every_function_that_finds_regions_is_compared_on_these_pages() -> None:
    files = {str(KERNELS[name]): name for name in RANKED}
    called: dict[str, set[str]] = {name: set() for name in RANKED}

    def note(frame: FrameType, event: str, _: object) -> None:
        name = files.get(frame.f_code.co_filename)
        if name is not None and event == "call":
            called[name].add(frame.f_code.co_name)

    before = sys.getprofile()
    with regions_by(interpreted):
        sys.setprofile(note)
        try:
            for source in (*LISTS.values(), two_lists()):
                scored(Page(source))
        finally:
            sys.setprofile(before)
    for name in RANKED:
        assert _source_functions(name) - called[name] == set(), name


@compiled_only
@given(word=st.binary(max_size=12))
@examples(60)
def test_words_are_hashed_alike(word: bytes) -> None:
    name = KINDS_OF_TEXT
    assert compiled(name).word_hash(word) == interpreted(name).word_hash(word)


_PIECES_OF_TEXTS: tuple[str, ...] = (
    *"1 12 5 10 2024 30 . , : / - $ ★ £ 年 月 日 前 元 円 天 、 。 _ ( ' @ ￥ é я".split(),
    *"may März ago days vor y a of out st stars rated usd kr reply says an".split(), " ", "\u00a0",
)  # fmt: skip


@compiled_only
@examples(300)
@given(
    text=st.lists(st.sampled_from(_PIECES_OF_TEXTS), max_size=14).map("".join)
    | st.binary(max_size=20)
)
def test_kinds_of_texts_are_told_alike(text: str | bytes) -> None:
    read = text.encode() if isinstance(text, str) else text
    found = []
    for name in (compiled(KINDS_OF_TEXT), interpreted(KINDS_OF_TEXT)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(text_kinds, "_text_kinds_cy", name)
            reader = text_kinds.text_reader()
        kinds = reader.read(read, 0, len(read))
        of_words = reader.meanings, reader.words, reader.ideographs
        found.append((kinds, *of_words, reader.value, reader.hash))
    assert found[0] == found[1]


@compiled_only
@examples(200)
@given(
    apart=st.lists(st.sampled_from((0.0, 0.1, 0.25, 0.5, 0.75, 1.0)), max_size=36),
    sizes=st.lists(st.integers(1, 5), min_size=9, max_size=9),
    limit=st.sampled_from((0.0, 0.2, 0.5, 1.1)),
    average=st.booleans(),
)
def test_clusters_are_joined_alike(
    apart: list[float], sizes: list[int], limit: float, average: bool
) -> None:
    k = next(k for k in range(10) if k * (k + 1) // 2 >= len(apart))
    both = []
    for kernel in (compiled(LINKAGE), interpreted(LINKAGE)):
        distance = array("d", bytes(8 * k * k))
        pairs_of = ((i, j) for i in range(k) for j in range(i))
        for (i, j), value in zip(pairs_of, apart, strict=False):
            distance[i * k + j] = distance[j * k + i] = value
        size, group = array("i", sizes[:k]), zeros(k)
        kernel.join_clusters(distance, size, limit, average, group, zeros(k))
        both.append((group.tolist(), size.tolist(), distance.tolist()))
    (groups, sizes_left, rest), (groups_too, sizes_left_too, rest_too) = both
    assert (groups, sizes_left) == (groups_too, sizes_left_too)
    assert rest == pytest.approx(rest_too, rel=1e-12)


# Fields of records, key trees


SOURCES_OF_LISTS: tuple[str | bytes, ...] = (*LISTS.values(), *map(Path.read_bytes, PAGES[::6]))


@contextmanager
def aligning(kernel: Callable[[str], Any]) -> Iterator[None]:
    """Records aligned by these kernels."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(content, "_content_cy", kernel(CONTENT))
        patch.setattr(common_leaves, "_pieces_cy", kernel(PIECES))
        yield


def same_leaves(page: Page, records: list[tuple[int, ...]]) -> None:
    found: list[list[Any]] = []
    for kernel in (compiled, interpreted):
        with aligning(kernel):
            read = content.Content(page.tree, records)
            held = common_leaves.leaves(read)
            found.append([*held, *(cells.read_leaf(page, leaf, read.texts) for leaf in held)])
            nodes, texts = arrays(read.nodes), read.texts
            found[-1] += [nodes[name] for name in ("bits", "flow", "children", "only", "name")]
            found[-1] += [texts.said, [*map(texts.kind, range(len(texts.said)))]]
    assert found[0] == found[1]


@compiled_only
def test_records_are_aligned_alike() -> None:
    number = 0
    sources: list[str | bytes] = [*LISTS.values(), *map(Path.read_bytes, PAGES[::6])]
    for source in sources:
        page = Page(source)
        for region in records(page):
            same_leaves(page, [record.nodes for record in region.records])
            number += 1
    assert number > len(LISTS)


@compiled_only
@examples(100)
@given(html=st.lists(pages(), min_size=1, max_size=3), times=st.integers(2, 4))
def test_any_records_are_aligned_alike(html: list[str], times: int) -> None:
    page = Page("<ul>" + "".join(f"<li>{one}<p>x</p></li>" for one in html) * times)
    same_leaves(page, [(node,) for node in page.tree.children(0)])


INLINE_PARTS = (
    "@", "<b>$</b>", "12", "<i>word</i>", " ", " | ", "by ", "<a href=/x>Ann</a>", "(", "é",
    "<time class=when>3 May 2020</time>", "<p>one</p>", "<p>two</p>", "<h3>three</h3>", "<img>",
    "Price: ", "&nbsp;", "<b title='More is known'>More is...</b>",
    "★★", "，", "\u200b", "<em>£</em>", "<ul><li>1</li><li>2</li></ul>",
)  # fmt: skip


@compiled_only
@examples(200)
@given(st.lists(st.lists(st.sampled_from(INLINE_PARTS), max_size=7), min_size=1, max_size=5))
def test_any_inline_content_is_aligned_alike(records: list[list[str]]) -> None:
    page = Page("<ul>" + "".join(f"<li>{''.join(one)}</li>" for one in records))
    same_leaves(page, [(node,) for node in page.tree.children(0)])


# Signatures

Kernel = Callable[[str], Any]
"""A kernel by its name: compiled or interpreted."""


def signed(source: str | bytes, kind: Kernel) -> list[Any]:
    """All that the kernel says of a page's nodes, and the nodes that it finds again."""
    kernel = kind(SIGNATURES)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(signatures, "Signatures", kernel.Signatures)
        tree = Page(source).tree
        found = signatures.node_signatures(tree)
        pairs = [list(one) for one in signatures.label_pairs(tree)]
    nodes, kinds = range(len(found.tag)), range(len(kernel.KINDS))
    arrays = ("label", "holder", "said", "before", "beside")
    said: list[Any] = [pairs, [list(getattr(found, name)) for name in arrays]]
    said.append([bool(found.is_named(node)) for node in nodes])
    for number in kinds:
        for name in ("key", "context"):
            said.append([int(getattr(found, name)(number, node)) for node in nodes])
    keys = dict.fromkeys(found.key(number, node) for number in kinds for node in nodes[::3])
    out = array("i", bytes(8 * 50))
    for some in (keys, [*keys][::5]):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(signatures, "HashTable", kind(HASHING).HashTable)
            table = SignatureTable([key for key in some if key], kinds[::2])
        said += [table.nodes(found), found.match(-1, table._table, out), list(out)]
    return said


@compiled_only
@pytest.mark.parametrize("path", PAGES[::5], ids=lambda path: path.stem)
def test_signatures_agree_on_the_example_pages(path: Path) -> None:
    source = path.read_bytes()
    assert signed(source, compiled) == signed(source, interpreted)


@compiled_only
@examples(100)
@given(html=pages())
def test_signatures_agree_on_any_page(html: str) -> None:
    assert signed(html, compiled) == signed(html, interpreted)


@compiled_only
@examples(300)
@given(pieces=st.lists(st.sampled_from(_BYTES) | st.binary(max_size=5), max_size=40))
def test_words_and_names_of_any_bytes_are_hashed_alike(pieces: list[bytes]) -> None:
    given = b"".join(pieces)
    fast, plain = compiled(SIGNATURES), interpreted(SIGNATURES)
    for at in range(0, len(given) + 1, 3):
        for name in ("said_in", "names_in"):
            asked = (given, at, len(given), *([2] if name == "names_in" else []))
            assert getattr(fast, name)(*asked) == getattr(plain, name)(*asked)


# Shapes and measures


def interned(kernel: Any, *page_trees: PageTree) -> tuple[Any, list[Any]]:
    """One table of all the trees that the profiles leave, and the shapes of each of them."""
    table = kernel.ShapeTable()
    return table, [
        table.intern(clean(tree, profile)) for tree in page_trees for profile in PROFILES
    ]


def same_shapes(*page_trees: PageTree) -> tuple[Any, Any]:
    """The two tables, once they are found equal."""
    fast, fast_shapes = interned(compiled(SHAPES), *page_trees)
    plain, plain_shapes = interned(interpreted(SHAPES), *page_trees)
    assert fast_shapes == plain_shapes
    assert (fast.tag, fast.size, fast.children) == (plain.tag, plain.size, plain.children)
    return fast, plain


@compiled_only
@site_page
def test_shapes_agree_on_the_example_pages(path: Path) -> None:
    same_shapes(PageTree.read(Page(path.read_bytes()).root))


@compiled_only
@examples(40)
@given(one=pages(), two=pages())
def test_shapes_agree_on_any_two_pages(one: str, two: str) -> None:
    same_shapes(PageTree.read(Page(one).root), PageTree.read(Page(two).root))


Compare = Callable[[int, int], float]


def measures(class_name: str, fast: Any, plain: Any) -> tuple[Compare, Compare, Compare]:
    """The compiled measure, the interpreted one, and that one over the compiled table."""
    kernel = MATCHING
    make = getattr(interpreted(kernel), class_name)
    return getattr(compiled(kernel), class_name)(fast), make(plain), make(fast)


@compiled_only
@pytest.mark.parametrize("class_name", MEASURES)
@some_pages
def test_measures_agree_on_shapes_of_example_pages(class_name: str, path: Path) -> None:
    fast, plain = same_shapes(PageTree.read(Page(path.read_bytes()).root))
    one, two, three = measures(class_name, fast, plain)
    some = [shape for shape in range(len(fast)) if 1 < fast.size[shape] < 300][::4]
    assert len(some) > 20
    compared = [(a, b) for a in some for b in some if fast.tag[a] == fast.tag[b]]
    for a, b in compared:
        assert one(a, b) == pytest.approx(two(a, b), rel=0, abs=1e-15)
        assert three(a, b) == two(a, b)


@compiled_only
@pytest.mark.parametrize("class_name", MEASURES)
@examples(60)
@given(two=pairs(), other=trees())
def test_measures_agree_on_any_trees(
    class_name: str, two: tuple[Nested, Nested], other: Nested
) -> None:
    fast, plain = compiled(SHAPES).ShapeTable(), interpreted(SHAPES).ShapeTable()
    for tree in (*two, other):
        assert put(fast, tree) == put(plain, tree)
    one, also, _ = measures(class_name, fast, plain)
    shapes = [put(fast, tree) for tree in two]
    shapes += [put(fast, tree) for tree in below(other)]
    for a in shapes:
        for b in shapes:
            assert one(a, b) == pytest.approx(also(a, b), rel=0, abs=1e-15)


@compiled_only
def test_simple_tree_matchings_count_agrees() -> None:
    fast, plain = compiled(SHAPES).ShapeTable(), interpreted(SHAPES).ShapeTable()
    tree: Nested = ("div", ("p", ("a",)), ("p",), ("ul", ("li",), ("li",)))
    other: Nested = ("div", ("p",), ("ul", ("li",)))
    kernel = MATCHING
    for module, table in ((compiled(kernel), fast), (interpreted(kernel), plain)):
        assert module.SimpleTreeMatching(table).matched(put(table, tree), put(table, other)) == 4


def in_common(kind: Kernel, two: tuple[Nested, Nested]) -> float:
    """The weight that the kernel of sequences finds in the tags of two trees, level by level."""
    symbols: dict[str, int] = {}
    a, b = (
        array("i", [symbols.setdefault(tag, len(symbols)) for tag in level_by_level(tree)])
        for tree in two
    )
    weight = array("d", [1 / (1 + symbol) for symbol in range(len(symbols))])
    found: float = kind(ROWS).weighted_lcs(a, b, weight)
    return found


def edits(kind: Kernel, table: Any, two: tuple[Nested, Nested], from_right: bool) -> list[Any]:
    """The forests below two roots and how far apart they are."""
    kernel = kind(EDITS)
    rows = [table.children[put(table, tree)] for tree in two]
    x, y = (kernel.Forest(table, row, from_right) for row in rows)
    fields = ("tag", "leftmost", "shape", "shapes", "keyroots", "work")
    seen = [getattr(forest, field) for forest in (x, y) for field in fields]
    return [
        *(one if isinstance(one, int) else list(one) for one in seen),
        kernel.edit_distance(x, y),
    ]


@compiled_only
@examples(80)
@given(two=pairs())
def test_what_measures_are_made_of_agrees_on_any_trees(two: tuple[Nested, Nested]) -> None:
    fast, plain = compiled(SHAPES).ShapeTable(), interpreted(SHAPES).ShapeTable()

    assert in_common(compiled, two) == in_common(interpreted, two)
    for from_right in (False, True):
        assert edits(compiled, fast, two, from_right) == edits(interpreted, plain, two, from_right)


@compiled_only
@some_pages
def test_what_measures_are_made_of_agrees_on_example_pages(path: Path) -> None:
    fast, plain = compiled(SHAPES).ShapeTable(), interpreted(SHAPES).ShapeTable()
    tree = clean(PageTree.read(Page(path.read_bytes()).root), ELEMENTS)

    def nested(node: int) -> Nested:
        return (tree.names[tree.tag[node]], *map(nested, tree.children(node)))

    whole = nested(0)
    two = (whole, (*whole[:-1], ("section", whole[-1])))
    assert in_common(compiled, two) == in_common(interpreted, two)
    few = (whole[-1], two[1][-1])
    assert edits(compiled, fast, few, False) == edits(interpreted, plain, few, False)


@compiled_only
def test_symbols_without_a_weight_are_refused_alike() -> None:
    for kind in (compiled, interpreted):
        with pytest.raises(ValueError, match="7 is no symbol of 2"):
            kind(ROWS).weighted_lcs(array("i", [0, 7]), array("i", [1]), array("d", [1, 1]))


# Templates


# Hashes


@compiled_only
@examples(100)
@given(st.lists(st.one_of(st.integers(0, 40), st.integers(0, 2**64 - 1)), max_size=300))
def test_tables_of_hashes_agree(keys: list[int]) -> None:
    table, plain = compiled(HASHING).HashTable(), interpreted(HASHING).HashTable()
    numbers = [table.enter(key) for key in keys]

    assert numbers == [plain.enter(key) for key in keys]
    assert [table.find(key) for key in keys] == [plain.find(key) for key in keys] == numbers
    for one in (table, plain):
        one.clear()
        assert [one.count, one.find(keys[0] if keys else 7)] == [0, -1]


@compiled_only
@given(st.binary(max_size=20), st.integers(0, 2**32 - 1), st.integers(0, 2**32 - 1))
def test_hashes_agree(text: bytes, one: int, other: int) -> None:
    kernels = compiled(HASHING), interpreted(HASHING)
    hashed, plain = (
        [kernel.first_word(text, 0, len(text)), kernel.mixed(one, other)] for kernel in kernels
    )
    assert hashed == plain
