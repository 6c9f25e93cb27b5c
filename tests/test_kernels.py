"""Compiled or interpreted, the kernels give the same answers."""

from __future__ import annotations

import importlib
import os
import sys
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from functools import cache
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree
from trees import PAGES, SITE, Nested, below, examples, pages, pairs, put, trees

import scrapy_treesim
from scrapy_treesim import Page
from scrapy_treesim.article import assembly, blocks, features, judgement, words
from scrapy_treesim.article.headline import headline_of
from scrapy_treesim.article.learned import read_blocks
from scrapy_treesim.tree import ELEMENTS, ELEMENTS_AND_TEXT, PageTree, Profile, _libxml2_cy, clean
from scrapy_treesim.tree.walk import Walk, assemble, read_lxml

compiled_only = pytest.mark.skipif(
    not scrapy_treesim.compiled, reason="the kernels run interpreted here: nothing to compare"
)

PACKAGE = Path(scrapy_treesim.__file__).parent
KERNELS = {
    ".".join(("scrapy_treesim", *path.relative_to(PACKAGE).with_suffix("").parts)): path
    for path in sorted(PACKAGE.rglob("_*_cy.py"))
}
SHAPES = "scrapy_treesim.tree._shapes_cy"
CLEAN = "scrapy_treesim.tree._clean_cy"
SUMS = "scrapy_treesim.tree._sums_cy"
READER = "scrapy_treesim.tree._libxml2_cy"
CONTAINERS = "scrapy_treesim.article._containers_cy"
BLOCKS = "scrapy_treesim.article._blocks_cy"
WORDS = "scrapy_treesim.article._words_cy"
PATHS = "scrapy_treesim.article._paths_cy"
FEATURES = "scrapy_treesim.article._features_cy"
NETWORK = "scrapy_treesim.article._network_cy"
ASSEMBLY = "scrapy_treesim.article._assembly_cy"
LEARNED: dict[str, tuple[ModuleType, ...]] = {
    BLOCKS: (blocks,),
    WORDS: (words,),
    PATHS: (blocks, features),
    FEATURES: (features,),
    NETWORK: (judgement,),
    ASSEMBLY: (assembly,),
}
"""The kernels of the learned method, and the modules that call them."""
MEASURES = {
    "FreeMatching": "scrapy_treesim.similarity._free_cy",
    "SimpleTreeMatching": "scrapy_treesim.similarity._stm_cy",
    "LeafPaths": "scrapy_treesim.similarity._pol_cy",
}
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
    """The kernel's source as plain Python; what it imports of other kernels is interpreted too."""
    loader = SourceFileLoader(f"interpreted_{name.rpartition('.')[2]}", str(KERNELS[name]))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module: ModuleType = module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        for other in (SHAPES, WORDS):
            if name not in (SHAPES, WORDS):
                patch.setitem(sys.modules, other, interpreted(other))
        loader.exec_module(module)
    return module


def zeros(n: int) -> array[int]:
    return array("i", bytes(4 * n))


# Which of the two runs


def test_the_tests_run_what_they_are_said_to_run() -> None:
    expected = os.environ.get("TREESIM_EXPECT")

    assert expected in (None, "compiled", "interpreted")
    assert expected in (None, "compiled" if scrapy_treesim.compiled else "interpreted")


def test_all_kernels_are_compiled_or_none_is() -> None:
    sources = {name for name in KERNELS if str(compiled(name).__file__).endswith(".py")}

    assert sources == (set() if scrapy_treesim.compiled else set(KERNELS))


def test_every_kernel_is_compared_here() -> None:
    assert set(KERNELS) == {
        *(SHAPES, CLEAN, SUMS, READER, CONTAINERS),
        *LEARNED,
        *MEASURES.values(),
    }


@compiled_only
def test_the_interpreted_kernels_are_not_the_compiled_ones() -> None:
    for name in KERNELS:
        assert interpreted(name).__file__.endswith("_cy.py")
        assert interpreted(name) is not compiled(name)
    assert interpreted(MEASURES["LeafPaths"]).ShapeTable is interpreted(SHAPES).ShapeTable
    assert interpreted(READER).compiled is False


# Reading


def same_walk(root: etree._Element) -> Walk:
    walked = assemble(_libxml2_cy.read, root)
    plain = assemble(read_lxml, root)
    for field in Walk._fields:
        assert getattr(walked, field) == getattr(plain, field), field
    return walked


@compiled_only
@site_page
def test_both_readers_read_the_example_pages_alike(path: Path) -> None:
    same_walk(Page(path.read_bytes()).root)


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
    """All that the kernel gives for kinds (there are five) which fall on the tags in turn."""
    kinds = array("i", [(number * 7 + seed) % 11 % 5 for number in range(len(tree.names))])
    kinds[0] = kernel.INLINE
    outs = [zeros(len(tree)) for _ in range(3)]
    kernel.assign(tree.tag, tree.parent, tree.size, tree.chars, kinds, *outs)
    return outs


def runs(kernel: Any, tree: PageTree, seed: int) -> list[Any]:
    """The same of the blocks' kernel, whose five kinds have breaks among them."""
    kinds = array("i", [(number * 7 + seed) % 11 % 5 for number in range(len(tree.names))])
    kinds[0] = kernel.INLINE
    outs = [zeros(len(tree)) for _ in range(4)]
    return [kernel.assign(tree.tag, tree.parent, tree.size, tree.chars, kinds, *outs), *outs]


def same_on_page(tree: PageTree) -> None:
    assert sums(compiled(SUMS), tree) == sums(interpreted(SUMS), tree)
    assert sums(compiled(SUMS), tree) == [tree.size, tree.nth, tree.chars, tree.linked]
    for seed in range(5):
        assert cleanings(compiled(CLEAN), tree, seed) == cleanings(interpreted(CLEAN), tree, seed)
        assert runs(compiled(BLOCKS), tree, seed) == runs(interpreted(BLOCKS), tree, seed)
        assert containers(compiled(CONTAINERS), tree, seed) == containers(
            interpreted(CONTAINERS), tree, seed
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


# The learned method


def same(one: Any, other: Any, about: bool) -> bool:
    """Whether what a kernel filled or gave is the same, or all but its last digits is."""
    if about and isinstance(one, array) and one.typecode == "d":
        return bool(one.tolist() == pytest.approx(other.tolist(), rel=1e-9, abs=1e-9))
    return bool(one == other)


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
            # Additions come in another order in the network.
            about = self.name == NETWORK
            assert same(found, found_too, about), (self.name, function)
            for place, (one, other) in enumerate(zip(given, also, strict=True)):
                assert same(one, other, about), (self.name, function, place)
            return found

        return both


@contextmanager
def comparing() -> Iterator[dict[str, Both]]:
    """In the method's modules, the kernels that compare themselves."""
    proxies = {name: Both(name) for name in LEARNED}
    with pytest.MonkeyPatch.context() as patch:
        for name, modules in LEARNED.items():
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


@compiled_only
def test_the_learned_methods_kernels_agree_on_the_example_pages() -> None:
    with comparing() as both:
        for path in PAGES[::6]:
            page = Page(path.read_bytes())
            read_blocks(page, headline_of(page))

    called = {name: proxy.called for name, proxy in both.items()}
    called[PATHS].add("cues_in")  # called by another of its functions, and compared below
    assert called == {name: functions(name) for name in LEARNED}


_CLASSES = st.lists(
    st.sampled_from(("", "nav", "main-nav Menu", "article body", "-ad- banner", "реклама")),
    min_size=1,
    max_size=6,
)


@compiled_only
@examples(60)
@given(html=pages(), classes=_CLASSES, title=st.text(max_size=20))
def test_the_learned_methods_kernels_agree_on_any_page(
    html: str, classes: list[str], title: str
) -> None:
    title = title.replace("<", "")
    boxes = "".join(f"<div class='{name}'>{html}<h1>{title}</h1>" for name in classes)
    page = Page(f"<title>{title}</title><meta name=description content=words>{boxes}")
    with comparing():
        read_blocks(page, headline_of(page))


_LETTERS = "aZ9 .!?éßя中文字。！？…ひカ한글ไทΩ\u00a0\u3000\ufeff😀𠀀Ａ"
_WORDS = st.text(st.one_of(st.sampled_from(_LETTERS), st.characters()), max_size=40)


@compiled_only
@examples(200)
@given(text=_WORDS, other=_WORDS, shortest=st.integers(0, 3))
def test_words_are_marked_alike(text: str, other: str, shortest: int) -> None:
    fast, plain = bytearray(words._KNOWN), bytearray(words._KNOWN)
    for body, group in ((text, 1), (other, 2)):
        given = body.encode("utf-8", "replace")
        of_fast = compiled(WORDS).mark(given, words._KIND_OF_BYTE, fast, group, shortest)
        of_plain = interpreted(WORDS).mark(given, words._KIND_OF_BYTE, plain, group, shortest)
        assert of_fast == of_plain
    assert fast == plain


@compiled_only
@examples(200)
@given(text=st.binary(max_size=40), cuts=st.lists(st.integers(0, 40), max_size=4))
def test_any_bytes_are_counted_alike(text: bytes, cuts: list[int]) -> None:
    # Cut anywhere: a character may end with its text node or not.
    start = array("i", [*sorted(min(cut, len(text)) for cut in cuts), len(text)])
    nodes = len(start) - 1
    tag, linked = zeros(nodes), array("i", range(nodes + 1))
    block = array("i", [node // 2 for node in range(nodes)])
    rows = []
    for kernel in (compiled(WORDS), interpreted(WORDS)):
        counts = zeros((nodes + 1) * kernel.ROW_SIZE)
        hashes, texts = (array("I", bytes(4 * (nodes + 1))) for _ in range(2))
        kernel.count(
            text, tag, start, linked, block, words._KIND_OF_BYTE, words._KNOWN, 1, counts, hashes,
            texts,
        )  # fmt: skip
        rows.append((counts, hashes, texts))
    assert rows[0] == rows[1]


@compiled_only
@examples(200)
@given(values=st.one_of(st.binary(max_size=30), st.sampled_from((b"Main-Nav", b"ad", b"ads-x"))))
def test_names_are_read_alike(values: bytes) -> None:
    for stop in range(len(values) + 1):
        for at in range(stop + 1):
            given = values, at, stop, features._SYMBOLS, features._FOLLOWING, features._MEANING
            assert compiled(PATHS).cues_in(*given) == interpreted(PATHS).cues_in(*given)


@compiled_only
@examples(60)
@given(html=pages(), drawn=st.data())
def test_the_best_subtree_is_found_alike(html: str, drawn: st.DataObject) -> None:
    tree = PageTree.read(Page(html).root)
    before = blocks.blocks_of(tree).before
    each = st.sampled_from((-1.5, -0.25, 0.0, 0.1, 2.0))
    scores = array("d", [0.0])
    for score in drawn.draw(st.lists(each, min_size=before[-1], max_size=before[-1])):
        scores.append(scores[-1] + score)
    given = tree.size, before, scores
    assert compiled(ASSEMBLY).best_subtree(*given) == interpreted(ASSEMBLY).best_subtree(*given)


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
    kernel = MEASURES[class_name]
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
    kernel = MEASURES["SimpleTreeMatching"]
    for module, table in ((compiled(kernel), fast), (interpreted(kernel), plain)):
        assert module.SimpleTreeMatching(table).matched(put(table, tree), put(table, other)) == 4
