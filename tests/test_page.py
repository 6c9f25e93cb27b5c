"""The page: what it is made of, and what it tells of itself."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from lxml import etree, html
from parsel import Selector
from scrapy.http import HtmlResponse, Response, TextResponse, XmlResponse
from trees import examples, pages

from scrapy_treesim import Page, article, page_kind, records
from scrapy_treesim.tree import tags

MARKUP = "<html><head><title>t</title></head><body><div><p>one</p><p>two <i>2</i></p></div></body>"
CHINESE = "这是一个网页，里面有很多中文文字，供测试使用。春天的早晨，街上人来人往。"
RUSSIAN = "Это страница на русском языке. Весенним утром по улице шли люди."
URL = "http://e.x/a/b?c=1"


def response(
    body: bytes, content_type: str = "text/html", encoding: str | None = None
) -> HtmlResponse:
    given = {} if encoding is None else {"encoding": encoding}
    return HtmlResponse(URL, headers={"Content-Type": content_type}, body=body, **given)


def place(page: Page, name: str) -> int:
    return next(node for node in range(len(page.tree)) if page.tree.name(node) == name)


# What a page is made of


@pytest.mark.parametrize(
    "label", ["base64", "hex", "rot13", "zlib", "idna", "punycode", "undefined", "unicode_escape"]
)
def test_a_response_in_a_codec_of_no_page_is_read_by_its_bytes(label: str) -> None:
    # Scrapy believes it, in the header and in the page, and cannot read it or reads something else.
    for said in (r"cafe \x41 -au lait", "caf\u00e9 -au lait"):
        declared = response(f"<meta charset={label}><p>{said}</p>".encode())
        assert Page(declared).text() == said
        named = response(f"<p>{said}</p>".encode(), f"text/html; charset={label}")
        assert Page(named).text() == said


@pytest.mark.parametrize(
    "source",
    [
        MARKUP,
        MARKUP.encode(),
        html.document_fromstring(MARKUP),
        html.document_fromstring(MARKUP).getroottree(),
        Selector(MARKUP),
        response(MARKUP.encode()),
        response(MARKUP.encode(), encoding="utf-8"),
    ],
    ids=["str", "bytes", "element", "tree", "selector", "response", "response-utf8"],
)
def test_a_page_is_made_of_whatever_holds_html(source: Any) -> None:
    page = Page(source)

    assert page.title == "t"
    assert page.text() == "one\ntwo 2"
    assert page.xpath(place(page, "i")) == "/html/body/div/p[2]/i"
    assert page.xpath(0) == "/html"


@pytest.mark.parametrize("find", [article, page_kind, records])
@pytest.mark.parametrize("address", ["https://shop.example/p/1?a=b", " HTTP://shop.example\n"])
def test_an_address_is_no_page(find: Any, address: str) -> None:
    with pytest.raises(ValueError, match=r"is an address, and nothing is fetched here: give"):
        find(address)


def test_elements_are_read_not_copied_and_not_changed() -> None:
    root = html.document_fromstring(MARKUP)
    before = html.tostring(root)
    page = Page(root)
    page.text()

    assert page.root is root
    assert Page(root.getroottree()).root is root
    assert Page(Selector(root=root)).root is root
    assert html.tostring(root) == before


@pytest.mark.parametrize(
    "which", [lambda el: el, lambda el: Selector(root=el)], ids=["element", "selector"]
)
def test_xpaths_of_part_of_a_document_are_absolute_in_it(which: Any) -> None:
    part = html.document_fromstring(MARKUP).findall(".//p")[1]
    page = Page(which(part))

    assert page.root is part
    assert page.text() == "two 2"
    assert page.xpath(0) == "/html/body/div/p[2]"
    assert page.xpath(place(page, "i")) == "/html/body/div/p[2]/i"
    assert page.tree.xpath(place(page, "i")) == "/p/i"


@pytest.mark.parametrize(
    "source",
    [
        None,
        3,
        [],
        MARKUP.split(),
        etree.Comment("c"),
        etree.ProcessingInstruction("pi"),
        etree.ElementTree(),
        Selector(MARKUP).css("p"),
        Selector(MARKUP).xpath("//p/text()")[0],
        Selector("<p class=x>").xpath("//@class")[0],
        Selector("<p><!-- c --></p>").xpath("//comment()")[0],
        Selector('{"a": 1}', type="json"),
        Response(URL, body=MARKUP.encode()),
    ],
    ids=lambda source: type(source).__name__,
)
def test_what_holds_no_html_is_refused(source: Any) -> None:
    with pytest.raises(TypeError, match="a page is made of"):
        Page(source)


@pytest.mark.parametrize(
    "source",
    [
        b"",
        "",
        b" \n",
        b"\x00",
        b"<!-- c -->",
        b"<!doctype html>",
        b"<?xml version='1.0'?>",
        b"</p>",
    ],
)
def test_nothing_makes_an_empty_page(source: bytes | str) -> None:
    page = Page(source)

    assert page.root.tag == "html"
    assert len(page.tree) == 1
    assert page.text() == ""
    assert page.title is None
    assert page.headings() == []
    assert page.xpath(0) == "/html"


@pytest.mark.parametrize(
    ("source", "read"),
    [
        (b"<p>o\x00ne</p>\x00<p>two</p>\x00", "one\ntwo"),
        ("<p>o\x00ne</p>", "one"),
        ("<p>one\ud800", "one?"),
        # Text is text, and bytes are what they are, whatever they declare.
        (f"<meta charset=gb2312><p>{CHINESE}", CHINESE),
        (f"<?xml version='1.0' encoding='latin-1'?><p>{CHINESE}", CHINESE),
        (f"<meta charset=gb2312><p>{CHINESE}".encode(), CHINESE),
        (f"<meta charset=utf-8><p>{CHINESE}".encode("gbk"), CHINESE),
        (f"<meta charset=iso-8859-1><p>{CHINESE}".encode(), CHINESE),
        (f"<p>{CHINESE}".encode("utf-8-sig"), CHINESE),
        (f"<p>{CHINESE}".encode("utf-16"), CHINESE),
        # The page is asked where the header does not fit.
        (
            response(
                f"<meta charset=windows-1251><p>{RUSSIAN}".encode("cp1251"),
                "text/html; charset=utf-8",
            ),
            RUSSIAN,
        ),
        (TextResponse(URL, body=MARKUP.encode(), encoding="utf-8"), "one\ntwo 2"),
        (XmlResponse(URL, body="<r><p>é</p></r>".encode()), "é"),
    ],
    ids=lambda value: ascii(value)[:30],
)
def test_sources_are_decoded(source: Any, read: str) -> None:
    assert Page(source).text() == read


@examples(60)
@given(source=pages())
def test_bytes_text_and_a_declared_response_make_the_same_page(source: str) -> None:
    text = Page(source).text()

    assert Page(source.encode()).text() == text
    root = Page(source).root
    assert Page(root).text() == Page(Selector(root=root)).text() == text


# Responses


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (MARKUP.encode(), "text/html; charset=utf-8"),
        (CHINESE.encode(), "text/html"),
        (CHINESE.encode(), "text/html; charset=utf-8"),
        (CHINESE.encode("gbk"), "text/html; charset=gbk"),
        (f"<meta charset=gb2312><p>{CHINESE}".encode("gbk"), "text/html"),
        (RUSSIAN.encode("cp1251"), "text/html; charset=windows-1251"),
        ("<p>déjà vu".encode("latin-1"), "text/html; charset=iso-8859-1"),
        ("<meta charset=shift_jis><p>日本語のページです".encode("shift_jis"), "text/html"),
    ],
)
def test_a_response_that_is_read_right_shares_its_tree(body: bytes, content_type: str) -> None:
    given = response(body, content_type)
    page = Page(given)

    assert page.root is given.selector.root
    assert page.url == URL
    assert "\ufffd" not in page.text()


@pytest.mark.parametrize(
    ("body", "content_type", "encoding"),
    [
        (CHINESE.encode("gbk"), "text/html", None),
        (CHINESE.encode("gbk"), "text/html", "cp1252"),
        (CHINESE.encode("gbk"), "text/html; charset=utf-8", None),
        (CHINESE.encode("gbk"), "text/html; charset=iso-8859-1", None),
        (CHINESE.encode(), "text/html; charset=gb2312", None),
        (CHINESE.encode(), "text/html; charset=iso-8859-1", None),
        (f"<meta charset=big5><p>{CHINESE}".encode(), "text/html", None),
        (CHINESE.encode().decode("latin-1").encode(), "text/html; charset=utf-8", None),
        (CHINESE.encode().decode("latin-1").encode(), "text/html", None),
    ],
)
def test_a_response_that_is_misread_is_read_again(
    body: bytes, content_type: str, encoding: str | None
) -> None:
    page = Page(response(body, content_type, encoding))

    assert page.text() == CHINESE
    assert page.url == URL


def test_a_response_that_was_encoded_twice_keeps_its_own_selector() -> None:
    twice = CHINESE.encode().decode("latin-1")
    given = response(f"<p>{twice}</p>".encode(), "text/html; charset=utf-8")
    page = Page(given)

    assert page.text() == CHINESE
    assert given.selector.root is not page.root
    assert given.css("p::text").get() == twice


# Title and headings


@pytest.mark.parametrize(
    ("markup", "title"),
    [
        ("<title> one\n\t two </title><title>three</title>", "one two"),
        ("<title> \n </title><p>x", None),
        ("<p>x", None),
        ("<title>a &amp; b &lt;i&gt;</title>", "a & b <i>"),
    ],
)
def test_the_title_is_the_first_one_with_white_space_collapsed(
    markup: str, title: str | None
) -> None:
    assert Page(markup).title == title


# Addresses


@pytest.mark.parametrize(
    ("address", "absolute"),
    [
        ("x", "http://e.x/a/x"),
        ("../x", "http://e.x/x"),
        ("//h.x/y", "http://h.x/y"),
        ("?d=2", "http://e.x/a/b?d=2"),
        ("#f", "http://e.x/a/b?c=1#f"),
        ("  x\n", "http://e.x/a/x"),
        ("https://o.x/", "https://o.x/"),
        ("tel:+123", "tel:+123"),
        ("中?q=é", "http://e.x/a/中?q=é"),
        ("javascript:void(0)", None),
        (" JavaScript:void(0)", None),
        ("java\nscript:void(0)", None),
        ("vbscript:x", None),
        ("data:image/png;base64,x", None),
        ("http://[broken", None),
        ("http://exa\u2100mple.x/", None),
        ("", None),
    ],
)
def test_addresses_are_made_absolute_and_broken_ones_or_scripts_are_none(
    address: str, absolute: str | None
) -> None:
    assert Page("<p>x", URL).absolute(address) == absolute


def test_addresses_of_a_page_from_a_broken_address_are_none() -> None:
    assert Page("<base href=y><p>x", "http://[broken").absolute("x") is None


@pytest.mark.parametrize(
    ("base", "absolute"),
    [
        ("<base href=http://o.x/d/>", "http://o.x/d/i"),
        ("<base href=/d/>", "http://e.x/d/i"),
        ("<base href=' d/ '>", "http://e.x/a/d/i"),
        ("<base href=/d/><base href=/e/>", "http://e.x/d/i"),
        ("<base href=''><base href=/d/>", "http://e.x/d/i"),
        ("<base href='http://[broken'>", "http://e.x/a/i"),
        ("<base href='http://[broken'><base href=/d/>", "http://e.x/d/i"),
        ("<base href='http://x.y:99999/'>", "http://e.x/a/i"),
        ("<base href='javascript:x'>", "http://e.x/a/i"),
        ("", "http://e.x/a/i"),
    ],
)
def test_relative_addresses_are_relative_to_the_base(base: str, absolute: str) -> None:
    assert Page(f"<head>{base}</head><p>x", URL).absolute("i") == absolute


# Nodes and elements


def round_trip(page: Page) -> None:
    numbers = [node for node, tag in enumerate(page.tree.tag) if tag != tags.TEXT]
    elements = list(page.root.iter("*"))
    assert page.nodes_of(elements) == numbers
    assert page.nodes_of(elements[::-1]) == numbers[::-1]
    assert all(page.element(node) is el for node, el in zip(numbers, elements, strict=True))


@examples(60)
@given(source=pages())
def test_nodes_and_elements_find_each_other(source: str) -> None:
    round_trip(Page(source))


def test_an_element_that_has_gone_since_is_missed() -> None:
    page = Page(MARKUP)
    last = place(page, "i")
    body = page.root.find("body")
    assert body is not None
    body.clear()

    with pytest.raises(LookupError, match="changed"):
        page.element(last)


def test_a_page_has_a_short_repr() -> None:
    assert repr(Page("<p>x")) == "<Page (no url) of 4 nodes>"
    assert repr(Page("<p>x", URL)) == f"<Page {URL} of 4 nodes>"


# Snippets


@pytest.mark.parametrize(
    ("snippet", "root", "text"),
    [
        ("<p>one <b>two</b></p>", "p", "one two"),
        ("<p>one</p><p>two</p>", "html", "one\ntwo"),
        ("<li>one", "li", "one"),
        ("<tr><td>one", "tr", "one"),
        ("<x-card>one</x-card>", "x-card", "one"),
        (" <!-- c --> <div>one</div> ", "div", "one"),
        ("<script>s()</script><div>one</div>", "div", "one"),
        ("<body><div>one</div></body>", "html", "one"),
        ("<!doctype html><HTML><div>one</div>", "html", "one"),
        ("", "html", ""),
        ("<p>caf\xe9</p>".encode("latin-1"), "p", "café"),
    ],
)
def test_a_snippet_stands_for_its_one_outermost_element(
    snippet: str | bytes, root: str, text: str
) -> None:
    page = Page.of_snippet(snippet, URL)

    assert page.root.tag == root
    assert page.text() == text
    assert page.url == URL


def test_a_snippet_of_anything_parsed_is_that_thing() -> None:
    root = html.document_fromstring(MARKUP)

    assert Page.of_snippet(root).root is root
    assert Page.of_snippet(root[1][0]).root is root[1][0]
    with pytest.raises(TypeError):
        Page.of_snippet(None)  # type: ignore[arg-type]


BROKEN = ["http://[::1", "http://[", "//[", "http://x:99999/", "//x:y/"]


@pytest.mark.parametrize("base", BROKEN)
def test_a_response_whose_base_is_broken_is_read_with_its_own_address(base: str) -> None:
    body = f"<head><base href='{base}'></head><p>né <a href=b>c</a>".encode("latin-1")
    page = Page(HtmlResponse("http://e.x/a/", body=body, encoding="latin-1"))

    assert page.text() == "né c"
    assert page.absolute("b") == "http://e.x/a/b"
    assert page.element(len(page.tree) - 1).text == "c"


@pytest.mark.parametrize("url", [one for one in BROKEN if one.startswith("http")])
def test_a_response_whose_own_address_is_broken_is_read(url: str) -> None:
    page = Page(HtmlResponse(url, body=b"<base href=/d/><p>one<a href='http://o.x/'>two</a>"))

    assert page.text() == "onetwo"


def test_a_tag_with_too_many_attributes_is_refused() -> None:
    source = f"<div {' '.join(f'a{n}' for n in range(9_000))}>one</div>"

    for one in (source, source.encode(), source.encode("utf-16")):
        with pytest.raises(ValueError, match="a tag has more than 5,000 attributes"):
            Page(one)
