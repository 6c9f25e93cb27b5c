"""Compiled or interpreted, the kernels give the same answers.

The package is imported twice, and its public functions asked in both copies; what no page reaches
(bytes cut anywhere, any symbols) goes to the kernels themselves.
"""

from __future__ import annotations

import ast
import sys
from array import array
from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache, partial
from importlib import import_module
from importlib.util import module_from_spec, spec_from_loader
from itertools import accumulate
from types import FrameType, ModuleType, SimpleNamespace
from typing import Any

import pytest
from checked_subscripts import AskingLoader
from hypothesis import given
from hypothesis import strategies as st
from interpreted import KERNELS, LAYERS, assert_alike, interpreted, module, plain
from list_pages import LISTS, two_lists
from lxml import etree
from posted import POSTED
from trees import PAGES, Nested, as_html, examples, pages, pairs

import scrapy_treesim
from scrapy_treesim.tree import tags

compiled_only = pytest.mark.skipif(
    not scrapy_treesim.compiled, reason="the kernels run interpreted here: nothing to compare"
)

# All of Unicode's that XML allows, and so lxml.
WHITE_SPACE = [c for c in map(chr, range(0x10000)) if c.isspace() and (c in "\t\n\r" or c >= " ")]


def same(find: Callable[[], Any], nearly: bool = False) -> None:
    """Ask both copies for one thing, which must be the same, or nearly so in its floats."""
    found = plain(find())
    with interpreted():
        also = plain(find())
    if nearly:
        assert_alike(found, also)
    else:
        assert found == also


def page_of(source: Any) -> Any:
    return module("").Page(source, url="https://x.example/a/lamp-77120")


# The findings of a page


def of_writing(page: Any) -> list[Any]:
    """Text, HTML and Markdown of parts of a page."""
    tree, text, html = page.tree, module("tree.text"), module("tree.html")
    found: list[Any] = []
    some = bytearray(node % 7 // 4 for node in range(len(tree)))
    for node in (0, *range(len(tree) // 3, len(tree), 41)):
        for keep in (bytearray(b"\1" * len(tree)), some):
            asked = tree, keep, node, page.absolute
            found += [html.html_of(*asked), module("tree.markdown").markdown_of(*asked)]
        found += [tree.plain_text(node), text.text_of(tree, node, some)]
        found.append(text.preformatted(tree, node, some))
    return found


def of_tree(page: Any) -> list[Any]:
    """The tree as a whole and as profiles leave it, and the shapes of that."""
    trees = module("tree")
    custom = trees.Profile(frozenset(), frozenset({"div", "x-card"}), text=True)
    profiles = (trees.ELEMENTS, trees.ELEMENTS_AND_TEXT, custom)
    cleaned = [trees.clean(page.tree, profile) for profile in profiles]
    table = trees.ShapeTable()
    return [page.tree, cleaned, [table.intern(one) for one in cleaned], table.tag, len(table)]


ELEMENTS = "node tag parent first stop names path siblings position shape children of_node".split()


def of_reading(page: Any) -> list[Any]:
    """The tables of blocks and elements that the network reads."""
    read = module("reading.read").reading_of(page)
    own = [getattr(read, one.name) for one in fields(read) if one.name != "elements"]
    return [own, [getattr(read.elements, name) for name in ELEMENTS]]


def of_records(page: Any) -> list[Any]:
    package = module("")
    regions = [
        region for method in ("ranked", "gong") for region in package.records(page, method=method)
    ]
    found = [[region.to_dict(), region.table, region.confidence] for region in regions]
    return [found, package.explain(page, "records"), package.next_page(page)]


def of_key_trees(page: Any) -> list[Any]:
    """The records like the largest region's first, there and after a change of the template."""
    package = module("")
    regions = package.records(page)
    if not regions:
        return []
    key = package.learn_key_tree(page, regions[0].records[0].xpaths)
    markup = etree.tostring(page.root, encoding="unicode")
    for old, new in (("<li", "<div"), ("</li>", "</div>"), ("span", "b"), ("class", "id")):
        markup = markup.replace(old, new)
    sightings = [package.find_records(one, key) for one in (page, package.Page(markup))]
    return [(one.records, one.similarity, one.drift) for one in sightings]


def of_comments(page: Any) -> list[Any]:
    package = module("")
    found = [package.comments(page, method=method) for method in ("learned", "zhu")]
    return [found, package.explain(page, "comments")]


def of_article(page: Any) -> list[Any]:
    package = module("")
    return [package.article(page), package.article(page, method="wang"), package.explain(page)]


def of_kind(page: Any) -> list[Any]:
    """The roles on a page, and its kind beside those of others."""
    package = module("")
    others = [page_of("<ul><li class=a>x<li class=b>y</ul><p>z"), page, page_of(page.root)]
    return [package.roles(page), *map(package.page_kind, others)]


def of_signatures(page: Any) -> list[Any]:
    """The signatures of templates, and the nodes that a table of some of them finds."""
    signatures = module("templates.rules.signatures")
    kernel = module("templates.rules._signatures_cy")
    found = signatures.node_signatures(page.tree)
    nodes, kinds = range(len(found.tag)), range(len(kernel.SIGNATURE_KINDS))
    keys = [[found.key(kind, node) for node in nodes] for kind in kinds]
    table = signatures.SignatureTable([key for key in keys[0][::5] if key], kinds[::2])
    other = [[found.context(kind, node) for node in nodes] for kind in kinds]
    named = [bool(found.is_named(node)) for node in nodes]
    return [keys, other, named, table.nodes(found), signatures.label_pairs(page.tree)]


FINDINGS: dict[str, Callable[[Any], Any]] = {
    "tree": of_tree,
    "writing": of_writing,
    "reading": of_reading,
    "records": of_records,
    "key trees": of_key_trees,
    "comments": of_comments,
    "article": of_article,
    "detail": lambda page: [module("").detail(page), module("").declared(page)],
    "kind": of_kind,
    "signatures": of_signatures,
}


SUMS = {"records", "key trees", "detail", "kind"}
"""Findings of floats that a compiler may fuse; in all others nothing may differ."""


FRAGMENTS = (
    # Texts.
    *"$ £ € ¥ 元 円 ★ 年 前 月 日 。 ！ 写道： ， » … | @ ( é 12 2024 1.5 12:30 usd may".split(),
    " ", "&nbsp;", "\u200b", "Ada", "by Jo on", "Ada says:", "2021-03-11", "12.05.2024", "Reply",
    "3 days ago", "★★★☆☆", "last edited", "in reply to Ada", "___", "$9.99", "a: b:", "“Well…»",
    "读者评论（3）", "ÉCOLE d’été", "More than sixty letters, so that it is plain that it is text.",
    # Inline markup.
    "<b>$</b>", "<a href=/x>Ann</a>", "<time datetime=2021-01-02 class=when>3 May</time>", "<br>",
    "<img width=40 height=1>", "<img src=/a-300x300.jpg alt=lamp>", "<b title='More'>Mo...</b>",
    "<span itemprop=author>Max</span>", "<b class='rating stars'>4.5 / 5</b><small>(7)</small>",
    "http://x.example/<code>a`b</code>", "*<b>a<i>b</i></b>*", "4/5", "★ 4 of 5", "5 / 5 stars",
    "<a href='/x?a&b (c)'>1</a><img src=é alt='\"<*' title=\x1f>", "<a href=#c-1>Link</a>",
    # Blocks.
    "<p>one</p>", "<h3>three</h3>", "<ul><li>1<li>2</ul>", "<blockquote>What?</blockquote>",
    "<pre class=language-x>\n&lt;</pre>", "<div class='author name'>Jo</div>", "<li>", "</li>",
    "<p class=signature>Slowly does it.</p>", "<p style='margin-left:20px'>It is as it was.</p>",
    "<nav class='main-nav Menu'><a>Home</a><a>Lamps</a></nav>", "<div class='-ad- banner'>ad</div>",
    # Facts about a thing.
    "<table><tr><th>SKU<td>A-77<tr><th>Brand:<td>Red<tr><th>EAN<td>4006381333931</table>",
    "<table><tr><td><b>Colour</b><td>Red<td><b>价格</b><td>3 kg</table>", "<dl><dt>a<dd>b</dl>",
    "<table><tr><th>a<th>b<tr><td>1<td>2<tr><td>3<td>4<td>5</table>",
    "<p><b>a</b>: b<br>b: a<br>a：b <i>a:</i> b<br><u>a:</u><br>b", "<h3>a</h3>b<h3>c</h3>",
    "<p>a: <input> <br>b <select><option>c</select>", "<div class=a>a</div><p>b</p>",
    "<p class=price><del>12 EUR</del> <b>9</b> <i>$</i>", "<p>7 reviews", "<p hidden>x<p style=d>y",
    "<div style='color: red; display : none'>x</div>", "<button>Buy now</button><p>12 in stock",
)  # fmt: skip
FRAME = st.sampled_from(
    ("{}", "<ul><li>{}</ul>", "<div class='post comment rowItem-2'>{}</div>", "<table><tr><td>{}")
)


PASSAGES = "".join(
    f"<li><h2><a href=/{said[3]}>A {said[3]}</a></h2><div>{said}</div></li>"
    for said in (
        "<p>It is large.</p><p>It is round.</p>",
        "<blockquote><p>Small, they said.</p></blockquote><p>And grey.</p>",
        "<p>No one knows.</p><ul><li>one</li></ul><p>No one will.</p>",
    )
)
SOURCES: dict[str, Any] = {
    **LISTS,
    "two lists": two_lists(),
    **POSTED,
    **{path.stem: path.read_bytes() for path in PAGES[::8]},
    "a language without spaces": "<title>车</title><p>车，车。",
    "passages": f"<ul>{PASSAGES * 2}</ul>",
    "fragments": "".join(f"<li class=post><h3>A {n}</h3>{one}" for n, one in enumerate(FRAGMENTS)),
    "code in items": "<ul><li><pre># a</pre><li><pre>b &lt;c></pre></ul>",
}


@compiled_only
@pytest.mark.parametrize("name", SOURCES)
def test_findings_agree_on_whole_pages(name: str) -> None:
    for find in FINDINGS:
        same(lambda find=find: FINDINGS[find](page_of(SOURCES[name])), find in SUMS)  # type: ignore[misc]


@st.composite
def mixed_pages(draw: st.DrawFn) -> str:
    """Pages of fragments that kernels read, in frames of some kind, repeated or not."""
    title, frame = draw(st.sampled_from(("", "<title>Lamp A-77</title>"))), draw(FRAME)
    parts = st.lists(st.sampled_from(FRAGMENTS), max_size=8).map("".join) | pages()
    repeated = draw(st.lists(parts, min_size=1, max_size=4)) * draw(st.integers(1, 3))
    return title + "".join(map(frame.format, repeated)) + "<h1>Lamp A-77</h1>" + draw(pages())


@compiled_only
@pytest.mark.parametrize("find", FINDINGS)
@examples(60)
@given(source=mixed_pages())
def test_findings_agree_on_any_page(find: str, source: str) -> None:
    same(lambda: FINDINGS[find](page_of(source)), find in SUMS)


_BYTES = (
    b"a Z 7 \n \n\n \t \r \x00 \x0b \x1c \x7f".split(b" ")
    + [char.encode() for char in (*WHITE_SPACE, *"éß中〇가Ａ�\ufeff\ufffe\uffff😀𠀀")]
    + [b" ", b"\x80", b"\xc0", b"\xc3", b"\xd0", b"\xe0\x9f", b"\xe4\xb8", b"\xed\xa0\x80"]
    + [b"\xe2\x80", b"\xef\xbf", b"\xf0\x90", b"\xf0\x80", b"\xf4\x90", b"\xf8", b"\xff"]
    + [sign.encode() for sign in "*_[]<>&~`\\#-+=|:.)!1"]
    + [b"&lt;", b"12. "]
)
_WRITTEN = "p div b em code a img br ul ol li blockquote dt h2 hr table tr td th pre rp script"
_TAGS = (*map(tags.NUMBER.__getitem__, _WRITTEN.split()), 9999)


@compiled_only
@examples(80)
@given(html=pages(), drawn=st.data())
def test_trees_of_any_tags_and_bytes_are_written_alike(html: str, drawn: st.DataObject) -> None:
    # The page lends its shape alone: any tags and any bytes, cut anywhere.
    held = "<a href=/x title=\x1f><img src=é alt='\"<*'></a><pre class=language-x>\n&lt;</pre>"
    tree = page_of(held + html).tree
    pieces = st.lists(st.sampled_from(_BYTES), min_size=len(tree.text) // 2)
    text = b"".join(drawn.draw(pieces))[: len(tree.text)].ljust(len(tree.text))
    drawn_tags = st.lists(st.sampled_from(_TAGS), min_size=len(tree), max_size=len(tree))
    tag = [old and new for old, new in zip(tree.tag, drawn.draw(drawn_tags), strict=True)]

    def written() -> list[Any]:
        page = page_of(held + html)
        changed = replace(page.tree, tag=array("i", tag), text=text)
        return of_writing(SimpleNamespace(tree=changed, absolute=page.absolute))

    same(written)


# Reading what lxml holds


def by_hand() -> etree._Element:
    """A tree made by hand: comments, instructions, text after each."""
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
    etree.Element("body").append(root)
    return root


def of_depth(depth: int) -> etree._Element:
    root = here = etree.Element("div")
    for level in range(depth):
        here.text = "in"
        here = etree.SubElement(here, f"x-{level}" if level % 7 == 0 else "a", href=str(level))
        here.tail = "out"
    return root


def of_names(count: int) -> etree._Element:
    """More names than the compiled reader's table has slots for."""
    root = etree.Element("root")
    for turn in range(3):
        for number in range(count):
            etree.SubElement(root, f"n{number}").set(f"k{number}", str(turn))
    return root


def spaced(space: str) -> etree._Element:
    root = etree.Element("p")
    etree.SubElement(root, "b").tail = f"after{space}"
    root.text = f"{space}one{space}{space}two "
    root[0].text = space * 3
    return root


def parsed(xml: str, resolve: bool) -> etree._Element:
    return etree.fromstring(xml, etree.XMLParser(strip_cdata=False, resolve_entities=resolve))


NO_SPACE = ["\x84", "\x86", "\xa1", "\u180e", "\u200b", "\u2007\u200d", "\u2060", "\ufeff", "𠀀"]
XML = [
    "<r>a<![CDATA[ b < ]]>c<!-- d --> e<?pi f?>g</r>",
    "<r><![CDATA[   ]]><x/> <![CDATA[y]]></r>",
    '<r xmlns="urn:one" xmlns:t="urn:two"><t:item t:href="1" href="2"/><item/></r>',
    '<r xml:lang="en" lang="de"><script>a<b>kept</b>c</script>d<style/>e</r>',
    "<script>all of it <b>mute</b></script>",
    '<!DOCTYPE r [<!ENTITY e "held">]><r>a &e; b<x/>&e;</r>',
    # As parsel's XML selectors leave them.
    '<!DOCTYPE r [<!ENTITY e "held">]><r title="a &e; b"/>',
    '<r title="a&#10;b&amp;c">&#x20;&#xA0;</r>',
    "<r/>",
]
MARKUP = [
    form
    for count in (2, 1023, 1024, 1025, 2047, 2048, 2049, 9_000)
    for form in (
        "<br>" * count,
        "<p>x" * count,
        f"<div id={'i' * count} class={'c' * 16 * count}>{'é' * 16 * count}",
        "<i id=1 class=two>" + "<br class=b id=b> x" * count,
    )
]
ROOTS: dict[str, list[Callable[[], Any]]] = {
    "white space": [partial(spaced, space) for space in WHITE_SPACE + NO_SPACE],
    "XML": [partial(parsed, xml, resolve) for xml in XML for resolve in (True, False)],
    "sizes": [lambda form=form: page_of(form).root for form in MARKUP],  # type: ignore[misc]
    "by hand": [by_hand, lambda: by_hand().getparent()],
    "depths": [partial(of_depth, depth) for depth in (1, 100, 5000)],
    "names": [partial(of_names, 3000)],
}


@compiled_only
@pytest.mark.parametrize("kind", ROOTS)
def test_both_readers_read_what_lxml_holds_alike(kind: str) -> None:
    for make in ROOTS[kind]:
        root = make()
        same(lambda root=root: module("tree").PageTree.read(root))  # type: ignore[misc]


@compiled_only
@examples(50)
@given(html=pages())
def test_both_readers_read_any_part_of_a_page_alike(html: str) -> None:
    for element in page_of(html).root.iter("*"):
        same(lambda element=element: module("tree").PageTree.read(element))  # type: ignore[misc]


@compiled_only
def test_texts_beside_what_is_no_text_are_read() -> None:
    tree = module("tree").PageTree
    assert tree.read(by_hand()).text == b"one twokeptthree"
    assert tree.read(by_hand().getparent()).text == b"one twokeptthreeoutside"
    read = tree.read(of_names(3000))
    assert [read.names[tag] for tag in read.tag[-3000:]] == [f"n{n}" for n in range(3000)]


# The kernels themselves, for what no page holds


def cut(call: Callable[..., Any], text: bytes, *more: Any) -> list[Any]:
    """The answers for a text, read from every third of its bytes."""
    return [call(text, at, len(text), *more) for at in range(0, len(text) + 1, 3)]


def hash_table(keys: list[int]) -> list[Any]:
    table = module("tree._hashing_cy").HashTable()
    found = [[table.enter(key) for key in keys], [table.find(key) for key in keys], table.count]
    assert found[0] == found[1]
    table.clear()
    return [*found, table.count, table.find(keys[0] if keys else 7)]


def hashes(text: bytes, one: int, other: int) -> list[Any]:
    hashing, kinds = module("tree._hashing_cy"), module("values._text_kinds_cy")
    return [hashing.mixed(one, other), kinds.word_hash(text)]


def names_and_words(text: bytes) -> list[Any]:
    signatures, cues = (
        module("templates.rules._signatures_cy"),
        module("reading.analysis._analysis_cy"),
    )
    reader = module("reading.analysis.analyse")._NAME_READER
    tables = reader.symbols, reader.following, reader.meaning
    found = [cut(signatures.words_in, text), cut(signatures.names_in, text, 2)]
    return [*found, cut(cues.cues_in, text, *tables), cut(module("tree._text_cy").collapsed, text)]


def kinds_of_text(text: bytes) -> list[Any]:
    reader = module("values.text_kinds").text_reader()
    kinds = reader.read(text, 0, len(text))
    return [kinds, reader.meanings, reader.words, reader.ideographs, reader.value, reader.hash]


def marked_words(text: str, other: str, shortest: int) -> list[Any]:
    known, classes = bytearray(module("reading.constants").SLOTS), module("reading.read")._CLASSES
    mark = module("reading._texts_cy").mark
    given = (text.encode("utf-8", "replace"), 1), (other.encode("utf-8", "replace"), 2)
    return [[mark(body, classes, known, bit, shortest) for body, bit in given], known]


def counted_text(text: bytes, cuts: list[int]) -> list[Any]:
    # Cut anywhere: a character may end with its text node or not.
    reading, constants = module("reading.read"), module("reading.constants")
    start = array("i", [*sorted(min(cut, len(text)) for cut in cuts), len(text)])
    nodes = range(len(start) - 1)
    counts = array("i", bytes(4 * len(start) * constants.COUNTS))
    hashes = array("I", bytes(4 * len(start)))
    tree = SimpleNamespace(
        tag=array("i", [0 for _ in nodes]),
        size=array("i", [1 for _ in nodes]),
        depth=array("i", [1 for _ in nodes]),
        start=start,
        linked=array("i", range(len(start))),
        parent=array("i", [node if node % 2 else 0 for node in nodes]),
    )
    reader = module("values.text_kinds").text_reader()
    analysis = module("reading.analysis._analysis_cy").Analysis(tree)
    analysis.read_text(text, start, array("i", range(len(start))), array("i", [0]), reader)
    counter = module("reading._texts_cy").TextCounter(
        analysis, reader, text, reading._CLASSES, bytes(constants.SLOTS), counts, hashes
    )
    counter.count(tree, array("i", [node // 2 for node in nodes]), reading._STYLES)
    return [counts, hashes]


def long_tags(body: bytes) -> list[bool]:
    kernel = module("tree._flat_cy")
    return [kernel.has_long_tag(body, most) for most in (0, 3, 9)]


def joined_blocks(html: str) -> Any:
    blocks = module("reading.blocks")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "MAX_BLOCKS", 3)
        return blocks.blocks_of(page_of(html).tree)


def measures(two: tuple[Nested, Nested]) -> list[float]:
    return [
        module("").similarity(*map(as_html, two), measure=measure)
        for measure in module("similarity").MEASURES
    ]


def misnested(pieces: list[str]) -> Any:
    tree, html5 = module("").Page("".join(pieces), html5=False).tree, module("tree.parsing.html5")
    kernel = module("tree._flat_cy")
    return kernel.deepest(tree.tag, tree.parent, html5.KIND_OF_TAG, html5.OPEN_BY_TAG)


_LETTERS = "aZ9 .!?éßя中文字。！？…ひカ한글ไทΩ\u00a0\u3000\ufeff😀𠀀Ａ"
_WRITING = st.text(st.one_of(st.sampled_from(_LETTERS), st.characters()), max_size=40)
_ANY_BYTES = st.lists(st.sampled_from(_BYTES) | st.binary(max_size=5), max_size=40).map(b"".join)
_WORD = st.integers(0, 2**32 - 1)
_VALUES = (
    *"1 12 5 10 2024 30 . , : / - $ ★ £ 年 月 日 前 元 円 天 、 。 _ ( ' @ ￥ é я".split(),
    *"may März ago days vor y a of out st stars rated usd kr reply says an".split(), " ", "\u00a0",
)  # fmt: skip
KERNEL_CALLS: dict[Callable[..., Any], tuple[st.SearchStrategy[Any], ...]] = {
    hash_table: (st.lists(st.one_of(st.integers(0, 40), st.integers(0, 2**64 - 1))),),
    hashes: (st.binary(max_size=20), _WORD, _WORD),
    names_and_words: (_ANY_BYTES | st.sampled_from((b"Main-Nav", b"ad", b"ads-x")),),
    kinds_of_text: (
        st.lists(st.sampled_from(_VALUES), max_size=14).map("".join).map(str.encode)
        | st.binary(max_size=20),
    ),
    marked_words: (_WRITING, _WRITING, st.integers(0, 3)),
    counted_text: (
        st.binary(max_size=40)
        | st.text("a1290 .:/-年月日…»>)]\n\xa0:\uff1a", max_size=16).map(str.encode),
        st.lists(st.integers(0, 40), max_size=4),
    ),
    long_tags: (
        st.lists(st.sampled_from([b"<", b"a", b" ", b"=", b"'", b'"', b">", b"</", b"x=1"])).map(
            b"".join
        ),
    ),
    measures: (pairs(),),
    joined_blocks: (pages(),),
    misnested: (
        st.lists(st.sampled_from("<p> <font> <li> <div> <a> <td> <table> <ul> </ul> x".split())),
    ),
}


@compiled_only
@pytest.mark.parametrize("call", KERNEL_CALLS, ids=lambda call: call.__name__)
@examples(200)
@given(drawn=st.data())
def test_kernels_agree_on_any_input(call: Callable[..., Any], drawn: st.DataObject) -> None:
    given_all = [drawn.draw(strategy) for strategy in KERNEL_CALLS[call]]
    same(partial(call, *given_all), call is measures)


@cache
def layers_in_python() -> ModuleType:
    """The kernel that both copies share, as plain Python."""
    loader = AskingLoader("layers_in_python", str(KERNELS[LAYERS]))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    found = module_from_spec(spec)
    loader.exec_module(found)
    return found


@compiled_only
@examples(12)
@given(source=mixed_pages())
def test_the_network_answers_alike_for_any_page(source: str) -> None:
    read = module("reading.read").reading_of(page_of(source))
    forward, weights = module("network.forward"), module("network.weights")
    answers = []
    for layers in (module("network._layers_cy"), layers_in_python()):
        with pytest.MonkeyPatch.context() as patch:
            for one in (forward, weights):
                patch.setattr(one, "layers", layers)
            found = forward.forward(read, weights.shipped())
        answers.append([*found.labels, *found.roles, *found.kinds])
    assert answers[0] == pytest.approx(answers[1], rel=1e-4, abs=1e-3)


# What is compared


def test_all_kernels_are_compiled_or_none_is() -> None:
    files = {name: str(module(name.partition(".")[2]).__file__) for name in KERNELS}
    sources = {name for name, file in files.items() if file.endswith(".py")}

    assert sources == (set() if scrapy_treesim.compiled else set(KERNELS))


@compiled_only
def test_the_interpreted_kernels_are_not_the_compiled_ones() -> None:
    assert scrapy_treesim.compiled
    with interpreted():
        assert not module("").compiled
        for name in set(KERNELS) - {LAYERS}:
            assert module(name.partition(".")[2]).__file__ == str(KERNELS[name])


IN_C = {LAYERS, "scrapy_treesim.tree._libxml2_cy", "scrapy_treesim.tree._text_cy"}
"""Kernels that have other code where they are not compiled."""
ELSEWHERE = {"own_flags"}
"""Functions called on import, and by nobody."""


@compiled_only
def test_every_function_of_every_kernel_is_compared() -> None:
    called: dict[str, set[str]] = {str(path): set() for path in KERNELS.values()}

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename in called:
            called[frame.f_code.co_filename].add(frame.f_code.co_name)

    before = sys.getprofile()
    with interpreted():
        page_of("<p>x")
        sys.setprofile(note)
        try:
            for source in SOURCES.values():
                page = page_of(source)
                for find in FINDINGS.values():
                    find(page)
            for call in (names_and_words, kinds_of_text):
                call("by $12 次".encode())
            hash_table([7])
            hashes(b"a", 1, 2)
            joined_blocks("<p>a<p>b<p>c<p>d<p>e")
            measures((("ul", ("li", ("a",)), ("b",)), ("ul", ("p", ("i",)), ("u",))))
        finally:
            sys.setprofile(before)
    missing = {
        name: {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)}
        - called[str(path)]
        - ELSEWHERE
        for name, path in KERNELS.items()
        if name not in IN_C
        for tree in [ast.parse(path.read_text("utf-8"))]
    }
    assert {name: some for name, some in missing.items() if some} == {}


def test_words_and_cues_stand_in_the_order_of_their_bits() -> None:
    with interpreted():
        kernel, posts = module("values._text_kinds_cy"), module("comments.extract._posts_cy")
        meanings = [*module("values.text_kinds").MEANINGS]
        class_names = module("reading.analysis.class_names")
    for names in (kernel.KINDS, meanings[: kernel.OF_POSTS]):
        bits = [getattr(kernel, name.upper()) for name in names]
        assert bits == [1 << bit for bit in range(len(names))]
    of_posts = meanings[kernel.OF_POSTS :][: kernel.POST_MEANINGS]
    assert of_posts == posts.MEANINGS[: kernel.POST_MEANINGS]
    assert list(class_names.OF_POSTS) == posts.CUES
    vocabularies = class_names.VOCABULARIES
    bits = [*accumulate(map(len, vocabularies.values()), initial=0)]
    assert [*vocabularies, module("reading.analysis.constants").DECLARED_CUES] == bits


TABLES = {
    "reading._rows_cy": ("reading.inputs", ("ElementInput", "BlockInput")),
    "records.regions._features_cy": ("records.regions.features", ("RegionFeature",)),
    "detail._marks_cy": ("detail.features", ("PositionFeature",)),
    "comments.extract._parts_cy": ("comments.extract.features", ("TextFeature",)),
}
"""Kernels that write rows by name, with the tables of the names."""


@pytest.mark.parametrize("kernel", TABLES)
def test_kernels_write_each_feature_of_their_tables_and_no_other(kernel: str) -> None:
    module_name, names = TABLES[kernel]
    tree = ast.parse(KERNELS[f"scrapy_treesim.{kernel}"].read_text())
    written = {
        (name.value.id, name.attr)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        or (isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store))
        for part in (node.args if isinstance(node, ast.Call) else [node.slice])
        for name in ast.walk(part)
        if isinstance(name, ast.Attribute) and isinstance(name.value, ast.Name)
        if name.value.id in names
    }
    tables = {name: getattr(module(module_name), name) for name in names}
    assert written == {(name, member) for name in names for member in tables[name].__members__}


@compiled_only
@pytest.mark.parametrize(
    ("name", "kernel"),
    [
        ("reading.analysis.analyse", "Analysis"),
        ("comments.find", "Leaves"),
        ("comments.extract.thread", "Parts"),
        ("comments.extract.thread", "Posts"),
    ],
)
def test_plain_arrays_are_those_of_the_kernel(name: str, kernel: str) -> None:
    subclass = getattr(import_module(f"scrapy_treesim.{name}"), kernel)

    assert subclass.__slots__
    assert {*subclass.__slots__} <= {*dir(subclass.__bases__[0])}
