"""The text of a subtree as a person reads it, and its clean HTML."""

from __future__ import annotations

from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import given
from lxml import etree
from trees import PAGES, examples, pages

from scrapy_treesim import Page
from scrapy_treesim.tree import PageTree, tags
from scrapy_treesim.tree.html import html_of
from scrapy_treesim.tree.markdown import markdown_of
from scrapy_treesim.tree.printable import NO_WIDTH
from scrapy_treesim.tree.text import preformatted, text_of


def text(html: str) -> str:
    return Page(html).text()


def visible(text: str) -> str:
    """The text without characters of no width."""
    return text.translate(dict.fromkeys(map(ord, NO_WIDTH)))


def place(tree: PageTree, name: str) -> int:
    """The first node of a tag."""
    return next(node for node in range(len(tree)) if tree.name(node) == name)


def flags(tree: PageTree, *names: str) -> bytearray:
    """A flag for each text node inside one of the tags; for all nodes where none is named."""
    keep = bytearray(len(tree))
    for node in range(len(tree)):
        if tree.name(node) in names or not names:
            stop = node + tree.size[node]
            keep[node:stop] = bytes(tag == tags.TEXT for tag in tree.tag[node:stop])
    return keep


def html(source: str, *names: str, url: str = "http://e.x/a/") -> str:
    page = Page(source, url)
    return html_of(page.tree, flags(page.tree, *names), absolute=page.absolute)


# Text


@pytest.mark.parametrize(
    ("source", "read"),
    [
        # Blocks, rows and breaks begin lines; marks, images and links do not.
        ("<div>1<p>two</p>three<ul><li>four<li>five</ul></div>six", "1|two|three|four|five|six"),
        ("<p>a<b>b</b>c <i>d</i><a href=x>e</a><span>f</span><img src=i>g</p>", "abc defg"),
        ("<p>one<x-card>two</x-card>three</p>", "one|two|three"),
        ("<p>one<br>two<br><br>three</p><p></p><p> </p>four<hr>five", "one|two|three|four|five"),
        # White space is collapsed, and keeps words apart.
        ("<p>\n one\u00a0\u3000two\t \n three </p>", "one two three"),
        ("<p><b>Hello</b> <i>world</i></p>", "Hello world"),
        ("<p><a href=1>one</a>\n<a href=2>two</a></p>", "one two"),
        ("<p>one<img> <b>two</b>three", "one twothree"),
        ("<p>one<select>x</select><b>two</b>three", "onetwothree"),
        # Cells are apart by tabs, unless they are empty.
        ("<table><tr><td>a \t b<td>c</table><p>d \t e</p>", "a b\tc|d e"),
        ("<table><tr><th>a<th>b</tr>\n<tr><td>c <b>d</b><td><td>4</table>", "a\tb|c d\t4"),
        # Preformatted text keeps its lines and spaces, but for blank ones at its ends.
        (
            "<p>see</p><pre>\ndef f():\n    return  1\n</pre><p>so</p>",
            "see|def f():|    return  1|so",
        ),
        ("<pre><b>def</b> <i>f</i>():\n    return <b>1</b></pre>", "def f():|    return 1"),
        (
            "<p>a</p><pre><br>\n  one\t1 <br><br><b> two</b>  \n\n</pre>b",
            "a|  one\t1 || two  |b",
        ),
        ("a<pre> \n\u3000<br></pre>b<pre></pre>c", "a|b|c"),
        # What is no text to read is passed over.
        ("<head><title>t</title></head><p>one<select><option>o</select> two", "one two"),
        ("<p>one<textarea>t</textarea><template>t</template><!-- c --> two", "one two"),
        ("<p>one<script>x</script> two<style>x</style>", "one two"),
        ("<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby>を読む", "漢字を読む"),
        ("<p>&lt;b&gt; &amp; &eacute;&#x4e2d;", "<b> & é中"),
        ("<p>می\u200cخواهم क्\u200dष 👩\u200d🚀", "می\u200cخواهم क्\u200dष 👩\u200d🚀"),
    ],
)
def test_text_as_a_person_reads_it(source: str, read: str) -> None:
    assert text(source) == read.replace("|", "\n")


# All of Unicode's, and the controls that are blanked.
WHITE_SPACE = [c for c in map(chr, range(0x3001)) if c.isspace() or c < " " or "~" < c < "\xa0"]
NO_SPACE = "!~\xa1\u167f\u180e\u200c\u200d\u2027\u202a\u2061\u2fff\u3001\ufefe\U00020000"


def with_text(written: str | bytes) -> PageTree:
    """A page of one paragraph, with text that not every parser would let through."""
    utf8 = written if isinstance(written, bytes) else written.encode()
    return replace(PageTree.read(etree.fromstring(f"<p>{'x' * len(utf8)}</p>")), text=utf8)


@pytest.mark.parametrize("space", WHITE_SPACE, ids=ascii)
def test_all_white_space_and_all_controls_part_words(space: str) -> None:
    tree = with_text(f"{space}one{space}{space}two {space}")

    assert text_of(tree) == tree.plain_text(0) == "one two"


@pytest.mark.parametrize("control", ["\x01", "\x1b", "\x7f", "\x80", "\x85", "\x9b", "\x9f"])
def test_no_control_character_comes_out(control: str) -> None:
    entry = f"<p>a{control}b <a href='/c{control}d' title='e{control}f'>g{control}</a></p>"
    long = f"<a title='e{control}f{'é' * 200}'>h</a>"
    source = f"<div>{entry}<pre>{control}\ni{control}j\n{control}k<b>{control}</b>\n</pre>{long}"
    page = Page(source, "http://e.x/")
    everything = bytearray(b"\1" * len(page.tree))
    for written in (
        page.text(),
        page.tree.raw_text(0),
        html_of(page.tree, everything, absolute=page.absolute),
        markdown_of(page.tree, everything, absolute=page.absolute),
    ):
        assert "a b" in written
        assert "i j\n k" in written
        assert [c for c in written if category(c) == "Cc" and c not in "\n\t\r"] == []


@pytest.mark.parametrize("other", NO_SPACE, ids=ascii)
def test_what_is_no_white_space_stays(other: str) -> None:
    tree = with_text(f"one{other}{other}two {other}")

    assert text_of(tree) == tree.plain_text(0) == f"one{other}{other}two {other}"


@pytest.mark.parametrize("nothing", NO_WIDTH, ids=ascii)
def test_what_has_no_width_is_left_out(nothing: str) -> None:
    tree = with_text(f"{nothing}on{nothing}{nothing}e {nothing} t{nothing}wo{nothing}\u3000é")
    keep = bytearray(tag == tags.TEXT for tag in tree.tag)

    assert text_of(tree) == markdown_of(tree, keep) == "one two é"
    assert tree.plain_text(0) == " ".join(tree.raw_text(0).split())
    assert html_of(tree, keep) == "<p>one two é</p>"
    assert preformatted(tree, 0) == "one  two\u3000é"
    assert text(f"<p>a<b>{nothing}</b>b") == "ab"


def test_a_formula_is_read_once_and_in_its_line() -> None:
    tex = "<annotation encoding='application/x-tex'>E = m</annotation>"
    math = f"<math><semantics><mrow><mi>E</mi><mo>=</mo>\n<mi>m</mi></mrow>{tex}</semantics></math>"
    tree = Page(f"<p>so {math} holds").tree
    keep = flags(tree, "annotation", "p")
    for node in range(place(tree, "mrow"), place(tree, "annotation")):
        keep[node] = 0

    assert text_of(tree) == "so E= m holds"
    assert text_of(tree, keep=keep) == "so E = m holds"
    assert html_of(tree, keep) == "<p>so E = m holds</p>"
    assert markdown_of(tree, keep) == "so `E = m` holds"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (b"a\xef\xbf\xbeb \xef\xbf\xbf", "a\ufffdb \ufffd"),
        (b"a\xffb\xc3", "a\ufffdb\ufffd"),
        (b"\xe4\xb8 \xe4\xb8\xad\xe4", "\ufffd \u4e2d\ufffd"),
        (b"\xed\xa0\x80", "\ufffd\ufffd\ufffd"),
        (b"\xf0\x9f\x98 \xf0\x9f\x98\x80", "\ufffd \U0001f600"),
        (b"\xc0\xa0\xe0\x80\xa0", "\ufffd\ufffd\ufffd\ufffd\ufffd"),
    ],
)
def test_what_is_no_character_is_replaced(written: bytes, read: str) -> None:
    tree = with_text(written)

    assert text_of(tree) == tree.plain_text(0) == preformatted(tree, 0) == read


@examples(150)
@given(source=pages())
def test_plain_text_is_the_raw_text_collapsed(source: str) -> None:
    tree = Page(source).tree

    for node in range(len(tree)):
        assert tree.plain_text(node) == " ".join(tree.raw_text(node).split())


def test_a_silent_element_asked_for_by_itself_does_speak() -> None:
    page = Page("<p>one<select><option>two</option></select>")

    assert page.text(place(page.tree, "option")) == "two"
    assert page.text(place(page.tree, "select")) == ""


def test_what_holds_nothing_to_keep_parts_what_stands_around_it() -> None:
    tree = Page("<p>a<b>b</b>c</p>d<div>e</div>f<table><tr><td>g<td>h<td>i</table>").tree
    keep = bytearray(tag == tags.TEXT for tag in tree.tag)
    for node in range(len(tree)):
        if tree.tag[node] == tags.TEXT and tree.raw_text(node) in "beh":
            keep[node] = 0

    assert text_of(tree, keep=keep) == "ac\nd\nf\ng\ti"


def test_a_node_or_flags_beyond_the_page_are_refused() -> None:
    tree = Page("<p>one").tree

    for read in (text_of, preformatted):
        for node in (-1, len(tree)):
            with pytest.raises(IndexError):
                read(tree, node)
        with pytest.raises(IndexError):
            read(tree, 0, bytearray(len(tree) - 1))


SILENT = set(
    "head template select option optgroup datalist textarea rp rt rtc annotation annotation-xml "
    "script style".split()
)


def spoken(element: etree._Element) -> str:
    """All text of an element but that of silent ones, in order."""
    if element.tag in SILENT or not isinstance(element.tag, str):
        return ""
    inside = ((spoken(child), child.tail or "") for child in element)
    return "".join([element.text or "", *(piece for pieces in inside for piece in pieces)])


@examples(80)
@given(source=pages())
def test_no_text_is_lost_or_made_up_on_any_page(source: str) -> None:
    page = Page(source)

    # Controls go, as everywhere.
    expected = visible(spoken(page.root).replace("\x7f", " "))

    assert "".join(page.text().split()) == "".join(expected.split())


# Clean HTML


class Reader(HTMLParser):
    """Notes down what is in a piece of HTML and holds it to be balanced."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words = ""
        self._open: list[str] = []
        self.feed(source)
        self.close()
        assert not self._open, f"not closed: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in {"br", "hr", "img"}:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize(
    ("source", "written"),
    [
        # Elements that speak are written; containers dissolve, and what they held stays apart.
        (
            "<div><section><h2>Head</h2><div class=x><p>One <b>two</b>.</p></div></section></div>",
            "<h2>Head</h2>\n<p>One <b>two</b>.</p>",
        ),
        ("<div>one</div><div>two</div>three", "one\ntwo\nthree"),
        ("<ul><li>a<li>b</ul>", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
        ("<p><b>Hello</b> <i>world</i></p>", "<p><b>Hello</b> <i>world</i></p>"),
        ("<pre>def f():\n    return 1</pre>", "<pre>def f():\n    return 1</pre>"),
        ("<p>中<rt>zhong</rt>", "<p>中<rt>zhong</rt></p>"),
        (
            "<p>one<script>alert(1)</script><style>p{}</style><!-- c --><textarea>t</textarea>"
            "<iframe src=x>f</iframe><object data=x>o</object><noscript>n</noscript></p>",
            "<p>one</p>",
        ),
        # Only harmless attributes are, and addresses absolute.
        (
            '<p class=c id=i style="x" onclick="x()" title="t" data-x=1>one '
            "<time datetime=2024-01-02 itemprop=d>then</time></p>",
            '<p title="t">one <time datetime="2024-01-02">then</time></p>',
        ),
        (
            "<p><a href='../b?c=1&amp;d=2#e'>one</a>",
            '<p><a href="http://e.x/b?c=1&amp;d=2#e">one</a></p>',
        ),
    ],
)
def test_clean_html(source: str, written: str) -> None:
    assert html(source) == written


@pytest.mark.parametrize(("name", "written"), [("td", "c"), ("tr", "<tr>\n<td>c</td>\n</tr>")])
def test_a_cell_alone_is_what_it_holds(name: str, written: str) -> None:
    tree = Page("<table><tr><td>c</table>").tree
    assert html_of(tree, bytearray(b"\1" * len(tree)), place(tree, name)) == written


def test_unflagged_text_and_what_held_nothing_else_is_left_out() -> None:
    assert html("<div><h1>one</h1><p>two</p><p>three</p><ul><li>four</ul></div>", "h1") == (
        "<h1>one</h1>"
    )


def test_an_image_is_written_where_it_is_flagged() -> None:
    page = Page("<p>one<img src=i.png alt='a tin' onerror=x()><img src=j.png></p>", "http://e.x/")
    keep = flags(page.tree)
    keep[place(page.tree, "img")] = 1
    written = html_of(page.tree, keep, absolute=page.absolute)

    assert written == '<p>one<img src="http://e.x/i.png" alt="a tin"></p>'


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)", " JavaScript:alert(1)", "java\nscript:alert(1)", "\tjavascript:x",
        "java&#x09;script:x", "&#106;avascript:x", "javascript&colon;x", "\x01javascript:x",
        "vbscript:x", "data:text/html,x", "http://[broken", "blob:x", "",
    ],
)  # fmt: skip
def test_addresses_that_run_code_or_are_broken_are_left_out(address: str) -> None:
    assert html(f'<p><a href="{address}">one</a></p>') == "<p><a>one</a></p>"


def test_text_and_attributes_are_escaped() -> None:
    written = html("<p title='&quot;&gt;&lt;b&gt;'>1 &lt; 2 &amp;amp; &lt;script&gt;</p>")

    assert written == '<p title="&quot;&gt;&lt;b&gt;">1 &lt; 2 &amp;amp; &lt;script&gt;</p>'
    assert Reader(written).words == "1 < 2 &amp; <script>"


def check(page: Page) -> None:
    """Hold the page's HTML to be balanced, harmless, absolute and whole."""
    tree = page.tree
    read = Reader(html_of(tree, flags(tree), absolute=page.absolute))
    assert not {"script", "style", "iframe", "object", "form", "div"} & set(read.tags)
    allowed = {"href", "src", "alt", "title", "datetime", "colspan", "rowspan"}
    assert {name for name, _ in read.attributes} <= allowed
    assert all(
        str(value).startswith(("http://", "https://", "mailto:", "tel:", "ftp:", "file:"))
        for name, value in read.attributes
        if name in {"href", "src"}
    )
    silent = "script style template select option textarea head noscript iframe object".split()
    held = flags(tree)
    for name in silent:
        for node, flag in enumerate(flags(tree, name)):
            held[node] &= not flag
    words = "".join(tree.raw_text(node) for node in range(len(tree)) if held[node])
    assert "".join(read.words.split()) == "".join(visible(words).split())


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_html_of_the_example_pages_is_balanced_harmless_and_whole(path: Path) -> None:
    check(Page(path.read_bytes(), "http://e.x/a/"))


@examples(150)
@given(source=pages())
def test_html_of_any_page_is_balanced_harmless_and_whole(source: str) -> None:
    check(Page(source, "http://e.x/a/"))
