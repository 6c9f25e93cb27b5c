"""What a page declares of itself: JSON-LD, then ``<meta>``, then its markup."""

from __future__ import annotations

import json
from typing import Any

import pytest
from declaring import json_ld
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml import etree
from parsel import Selector

from scrapy_treesim import Page
from scrapy_treesim.article.metadata import Metadata, metadata_of
from scrapy_treesim.article.metadata.metadata import MAX_AUTHOR_CHARS
from scrapy_treesim.reading.declared.json_ld import MAX_JSON_CHARS, MAX_JSON_NODES

URL = "https://example.com/news/ferry"
DEFAULTS = settings(max_examples=150, deadline=None, derandomize=True, database=None)


def raw_json_ld(text: str) -> str:
    return f'<script type="application/ld+json">{text}</script>'


def meta(**values: str) -> str:
    """``og__title="x"`` stands for the property og:title."""
    return "".join(
        f'<meta property="{name.replace("__", ":")}" content="{value}">'
        for name, value in values.items()
    )


def read(head: str = "", body: str = "", lang: str = "", url: str = URL) -> Metadata:
    return metadata_of(Page(f"<html {lang}><head>{head}</head><body>{body}</body></html>", url))


ARTICLE: dict[str, Any] = {
    "@context": "https://schema.org",
    "@type": "NewsArticle",
    "headline": "Ferry returns",
    "author": {"@type": "Person", "name": "Signe Norrby"},
    "datePublished": "2024-04-20T11:49:00Z",
    "inLanguage": "en-gb",
    "image": "/ferry.jpg",
}
FOUND = Metadata(
    headline="Ferry returns",
    author="Signe Norrby",
    date="2024-04-20T11:49:00+00:00",
    language="en-GB",
    image="https://example.com/ferry.jpg",
    page_type="article",
)


# Sources


@pytest.mark.parametrize(
    "head",
    [
        json_ld(ARTICLE),
        json_ld([ARTICLE]),
        json_ld({"@graph": [{"@type": "WebSite", "name": "Site"}, ARTICLE]}),
        json_ld({"@type": "WebPage", "mainEntity": ARTICLE}),
        json_ld({"page": {"content": ARTICLE}}),
        json_ld({**ARTICLE, "@type": ["Thing", "schema:BlogPosting"]}),
        json_ld({**ARTICLE, "@type": "http://schema.org/Article"}),
        json_ld({**ARTICLE, "author": ["By Signe Norrby"]}),
        json_ld({**ARTICLE, "headline": "<b>Ferry</b>\n returns"}),
        json_ld({**ARTICLE, "inLanguage": {"@type": "Language", "alternateName": "en_GB"}}),
        json_ld({**ARTICLE, "image": [{"@type": "ImageObject", "url": "/ferry.jpg"}, "b.jpg"]}),
        json_ld(
            {
                "@graph": [
                    {**ARTICLE, "author": {"@id": "#signe"}, "image": {"@id": "#image"}},
                    {"@id": "#signe", "@type": "Person", "name": "Signe Norrby"},
                    {"@id": "#image", "contentUrl": "/ferry.jpg"},
                ]
            }
        ),
    ],
)
def test_json_ld(head: str) -> None:
    assert read(head) == FOUND


@pytest.mark.parametrize(
    "text",
    [
        f"<!-- {json.dumps(ARTICLE)} -->",
        f"//<![CDATA[\n{json.dumps(ARTICLE)}\n//]]>",
        f"/*<![CDATA[*/ {json.dumps(ARTICLE)} /*]]>*/",
        f"\ufeff{json.dumps(ARTICLE)};",
        json.dumps(ARTICLE)[:-1] + ",\n}",
        json.dumps(ARTICLE).replace("Ferry returns", "Ferry\n\treturns"),
        f"[{json.dumps(ARTICLE)},]",
    ],
)
def test_json_ld_that_is_not_quite_json(text: str) -> None:
    assert read(raw_json_ld(text)) == FOUND


@pytest.mark.parametrize("text", ["", "{", '{"@type": "Article" "headline"}', "null", "1", '"x"'])
def test_json_ld_that_is_none_leaves_the_next_script(text: str) -> None:
    assert read(raw_json_ld(text) + json_ld(ARTICLE)) == FOUND


META = [
    ("headline", '<meta property="og:title" content=" Ferry\n returns ">', "Ferry returns"),
    ("headline", '<meta name="twitter:title" content="Ferry">', "Ferry"),
    ("headline", '<meta name="citation_title" content="AT&amp;amp;T">', "AT&T"),
    ("headline", '<meta name="DC.title" content="Ferry">', "Ferry"),
    ("author", '<meta name="author" content="By Signe Norrby">', "Signe Norrby"),
    ("author", '<meta name="DC.Creator" content="Signe Norrby">', "Signe Norrby"),
    ("author", '<meta name="parsely-author" content="Signe Norrby">', "Signe Norrby"),
    ("author", '<meta name="sailthru.author" content="Signe Norrby">', "Signe Norrby"),
    (
        "author",
        '<meta name="citation_author" content="Norrby, Signe">'
        '<meta name="citation_author" content="Edmund Pryce">',
        "Signe Norrby, Edmund Pryce",
    ),
    (
        "author",
        '<meta name="twitter:label1" content="Written by">'
        '<meta name="twitter:data1" content="Signe Norrby">',
        "Signe Norrby",
    ),
    ("date", '<meta property="article:published_time" content="2024-04-20">', "2024-04-20"),
    ("date", '<meta name="dcterms.issued" content="2024-04-20">', "2024-04-20"),
    ("date", '<meta name="citation_publication_date" content="2024/4/20">', "2024-04-20"),
    ("date", '<meta name="parsely-pub-date" content="2024-04-20">', "2024-04-20"),
    ("date", '<meta name="sailthru.date" content="2024-04-20">', "2024-04-20"),
    ("date", '<meta name="pubdate" content="20240420">', "2024-04-20"),
    ("date", '<meta name="date" content="2024-04-20">', "2024-04-20"),
    ("image", '<meta property="og:image" content="/a.jpg">', "https://example.com/a.jpg"),
    ("image", '<meta name="twitter:image" content="a.jpg">', "https://example.com/news/a.jpg"),
    ("page_type", '<meta property="og:type" content="article">', "article"),
    ("page_type", '<meta property="og:type" content="Product">', "product"),
    ("page_type", '<meta property="og:type" content="website">', None),
    ("language", '<meta property="og:locale" content="zh_CN">', "zh-CN"),
    ("language", '<meta http-equiv="Content-Language" content="de-AT, en">', "de-AT"),
]


@pytest.mark.parametrize(("field", "head", "value"), META)
def test_meta(field: str, head: str, value: str | None) -> None:
    assert getattr(read(head), field) == value


ITEM = "itemscope itemtype='https://schema.org/"
MARKUP = [
    ("headline", f"<div {ITEM}Article'><p itemprop='headline'>Ferry</p></div>", "Ferry"),
    ("author", "<p itemprop='author'>Signe Norrby</p>", "Signe Norrby"),
    (
        "author",
        f"<div {ITEM}Article'><p itemprop='author' {ITEM}Person'>"
        "About <b itemprop='name'>Signe Norrby</b></p></div>",
        "Signe Norrby",
    ),
    (
        "author",
        f"<div {ITEM}Article'><p itemprop='author' {ITEM}Person'>Signe Norrby</p></div>",
        "Signe Norrby",
    ),
    ("author", "<p itemprop='@node author'>Signe Norrby</p>", "Signe Norrby"),
    (
        "image",
        f"<div {ITEM}Article'><p itemprop='image' {ITEM}ImageObject'>"
        "<meta itemprop='url' content='/a.jpg'></p></div>",
        "https://example.com/a.jpg",
    ),
    ("date", "<time itemprop='datePublished' datetime='2024-04-20'>x</time>", "2024-04-20"),
    ("date", "<meta itemprop='datePublished' content='2024-04-20'>", "2024-04-20"),
    ("date", "<h1>Ferry</h1><time itemprop='dateModified' datetime='2024-04-20'></time>", None),
    ("image", "<img itemprop='image' src='/a.jpg'>", "https://example.com/a.jpg"),
    ("image", "<a itemprop='image' href='/a.jpg'></a>", "https://example.com/a.jpg"),
    ("page_type", f"<div {ITEM}Product'><h1>Kettle</h1></div>", "product"),
    ("page_type", f"<div {ITEM}QAPage'><div {ITEM}Question'><h1>Why?</h1></div></div>", "forum"),
]


@pytest.mark.parametrize(("field", "body", "value"), MARKUP)
def test_markup(field: str, body: str, value: str | None) -> None:
    assert getattr(read("", body), field) == value


@pytest.mark.parametrize(
    ("lang", "language"),
    [
        ("lang=en", "en"),
        ("lang=EN-us", "en-US"),
        ("lang=zh-hans-cn", "zh-Hans-CN"),
        ("xml:lang=de", "de"),
        ("lang='' xml:lang=es-419", "es-419"),
        ("lang=english", None),
        ("lang=und", None),
    ],
)
def test_language_of_the_root(lang: str, language: str | None) -> None:
    assert read(lang=lang).language == language


@pytest.mark.parametrize(
    ("source", "language"),
    [("<p lang='en'>x</p>", "en"), ("<svg><title>x</title></svg>", None)],
)
def test_a_part_of_a_page_declares_its_language_at_most(source: str, language: str | None) -> None:
    assert metadata_of(Page(etree.HTML(source)[0][0])) == Metadata(language=language)
    assert metadata_of(Page(Selector(source, type="xml"))) == Metadata(language=language)


# Precedence


def test_json_ld_goes_before_meta_before_markup() -> None:
    body = "<h1>M</h1><p itemprop='author'>Markup</p>"
    body += "<time itemprop='datePublished' datetime='2003-03-03'>x</time>"
    head = meta(og__title="Meta", article__published_time="2002-02-02", author="Meta")
    linked = json_ld({"@type": "Article", "headline": "Linked", "datePublished": "2001-01-01"})
    assert read("", body) == Metadata(author="Markup", date="2003-03-03")
    assert read(head, body) == Metadata(headline="Meta", author="Meta", date="2002-02-02")
    both = read(linked + head, body)
    assert both == Metadata(
        headline="Linked", author="Meta", date="2001-01-01", page_type="article"
    )


@pytest.mark.parametrize("key", ["url", "@id", "mainEntityOfPage"])
@pytest.mark.parametrize(
    "address", [URL, "http://www.example.com/news/ferry/#article", "/news/ferry"]
)
def test_of_several_nodes_that_with_the_pages_address_is_meant(key: str, address: str) -> None:
    other = {"@type": "Article", "headline": "Other", key: "https://example.com/news/other"}
    head = json_ld(other, {**ARTICLE, key: address}, other)
    assert read(head) == FOUND


def test_several_nodes_that_do_not_tell_are_none() -> None:
    teasers = [{"@type": "BlogPosting", "headline": name, "url": f"/{name}"} for name in "abc"]
    assert read(json_ld(*teasers)) == Metadata()
    listing = {"@type": "CollectionPage", "hasPart": teasers}
    assert read(json_ld(listing)) == Metadata(page_type="listing")


def test_the_questions_of_an_faq_make_no_forum() -> None:
    question = {"@type": "Question", "name": "Why?", "author": "Signe Norrby"}
    assert read(json_ld({"@type": "FAQPage", "mainEntity": [question]})) == Metadata()
    found = read(json_ld({"@type": "QAPage", "mainEntity": question}))
    assert found == Metadata(headline="Why?", author="Signe Norrby", page_type="forum")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Recipe", "article"),
        ("Product", "product"),
        ("TechArticle", "documentation"),
        ("DiscussionForumPosting", "forum"),
        ("ItemList", "listing"),
        ("Organization", None),
    ],
)
def test_page_type_by_type(name: str, kind: str | None) -> None:
    assert read(json_ld({"@type": name, "name": "x"})).page_type == kind


def test_the_item_with_the_headline_is_meant() -> None:
    def item(name: str, tag: str) -> str:
        day = f"<time itemprop='datePublished' datetime='2024-04-0{name}'>x</time>"
        return f"<div {ITEM}Article'><{tag}>Ferry {name}</{tag}>{day}</div>"

    assert read("", item("1", "h4") + item("2", "h1") + item("3", "h4")).date == "2024-04-02"
    assert read("", item("1", "h4") + item("3", "h4")).date is None


# Values


@pytest.mark.parametrize(
    ("declared", "date"),
    [
        ("2024-03-05", "2024-03-05"),
        (" 2024/3/5 ", "2024-03-05"),
        ("2024.03.05", "2024-03-05"),
        ("20240305T101500Z", None),
        ("20240305", "2024-03-05"),
        ("2024-03-05 10:15-05:00", "2024-03-05T10:15:00-05:00"),
        ("2024-03-05T10:15", "2024-03-05T10:15:00"),
        ("2024-03-05 10:15:30.123456789", "2024-03-05T10:15:30"),
        ("2024-03-05T10:15:30.5Z", "2024-03-05T10:15:30+00:00"),
        ("2024-03-05 10:15:30 +0530", "2024-03-05T10:15:30+05:30"),
        ("2024-03-05t10:15:30-8", "2024-03-05T10:15:30-08:00"),
        ("Tue, 05 Mar 2024 10:15:30 -0700", "2024-03-05T10:15:30-07:00"),
        ("5 Mar 2024 10:15 GMT", "2024-03-05T10:15:00+00:00"),
        ("March 5, 2024", "2024-03-05"),
        ("Sept. 5th, 2024", "2024-09-05"),
        ("Mar 5, 2024 10:15 PM", "2024-03-05T22:15:00"),
        ("March 2024", None),
        ("2024-13-05", None),
        ("2024-03-05T10:00+99:00", "2024-03-05T10:00:00"),
        ("Tue, 05 Mar 2024 10:15:30 +9999", "2024-03-05T10:15:30"),
        ("0001-01-01T00:00:00", None),
        ("1709633730", None),
        ("2024-03-05" * 10, None),
        ("", None),
    ],
)
def test_dates(declared: str, date: str | None) -> None:
    assert read(meta(article__published_time=declared)).date == date


@pytest.mark.parametrize(
    ("declared", "author"),
    [
        (["Signe Norrby", {"name": "Edmund Pryce"}], "Signe Norrby, Edmund Pryce"),
        (["Signe Norrby", "SIGNE NORRBY"], "Signe Norrby"),
        ({"@type": "Organization", "name": "News &amp; Co"}, "News & Co"),
        ({"@type": "Person", "url": "https://example.com/s"}, None),
        ("Written by: Signe Norrby", "Signe Norrby"),
        ("<a href='/s'>Signe Norrby</a>", "Signe Norrby"),
        ("安东尼", "安东尼"),
        ("https://example.com/signe", None),
        ("@signe", None),
        ("undefined", None),
        ("123", None),
        ("x" * (MAX_AUTHOR_CHARS + 1), None),
        (7, None),
        ({"@id": "#nobody"}, None),
    ],
)
def test_authors(declared: Any, author: str | None) -> None:
    node = {"@type": "Article", "author": declared, "publisher": {"name": "News"}}
    found = read(json_ld(node))
    assert found.author == author


def test_as_many_authors_as_there_is_room_for() -> None:
    names = [f"Author {'x' * 40} {number}" for number in range(50)]
    author = read(json_ld({"@type": "Article", "author": names})).author
    assert author is not None
    assert MAX_AUTHOR_CHARS - 50 < len(author) <= MAX_AUTHOR_CHARS


@pytest.mark.parametrize(
    "address", ["", "javascript:x()", "data:image/png;base64,x", "https://[", "x" * 3000]
)
def test_an_image_without_an_address_to_use_leaves_the_next(address: str) -> None:
    head = meta(og__image=address, twitter__image="/a.jpg")
    assert read(head).image == "https://example.com/a.jpg"


# What nobody wrote in good faith


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"a":' * 100_000,
        "[" * 900 + "]" * 900,
        '{"@type": "Article", "headline": ' + "1" * 10_000 + "}",
        '{"@type": "Article", "headline": 1e999, "author": NaN, "image": true}',
        '{"@type": {"a": []}, "@id": [], "author": {"@id": {}}}',
        "//" * 100_000,
        "{" + ", " * 100_000,
    ],
)
def test_json_ld_that_is_broken_or_nested_deep(text: str) -> None:
    assert read(raw_json_ld(text)) in (Metadata(), Metadata(page_type="article"))


def test_nodes_that_refer_to_each_other() -> None:
    nodes = [
        {"@id": "#a", "@type": "Article", "author": {"@id": "#b"}},
        {"@id": "#b", "name": {"@id": "#c"}},
        {"@id": "#c", "name": [{"@id": "#b"}, {"@id": "#c"}]},
    ]
    assert read(json_ld({"@graph": nodes})) == Metadata(page_type="article")


def test_json_ld_is_read_within_bounds() -> None:
    filler = " " * (MAX_JSON_CHARS - 10)
    assert read(raw_json_ld(filler + json.dumps(ARTICLE)) + json_ld(ARTICLE)) == FOUND
    crowd: list[dict[str, Any]] = [{} for _ in range(MAX_JSON_NODES)]
    assert read(json_ld([*crowd, ARTICLE])) == Metadata()
    assert read(json_ld([ARTICLE, *crowd])) == FOUND


HOSTILE = st.one_of(
    st.text(),
    st.text("<>&;\"'{}[],:@# ah1-/.\\u\ud800\x00|"),
    st.text("0123456789-/.:TZ+ ,apr"),
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), HOSTILE),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(HOSTILE, inner)),
    max_leaves=8,
)
KEYS = ("@type", "@id", "@graph", "url", "mainEntity", *ARTICLE)


def plain(found: Metadata) -> bool:
    """Whether all of it is text that can be written down, on one line."""
    values = (found.headline, found.author, found.date, found.language, found.image)
    return all(
        value is None or (value.encode() and value == value.strip() and "\n" not in value)
        for value in values
    )


@DEFAULTS
@given(HOSTILE, HOSTILE)
@example("{" * 2000, "\x00")
@example("", "; ")
def test_any_text_in_scripts_and_metas(script: str, value: str) -> None:
    root = etree.Element("html")
    head = etree.SubElement(root, "head")
    allowed = [
        "".join(c for c in text if c == "\n" or (c >= " " and not "\ud7ff" < c < "\ue000"))
        .replace("\ufffe", "")
        .replace("\uffff", "")
        for text in (script, value)
    ]
    linked = etree.SubElement(head, "script", type="application/ld+json")
    linked.text = allowed[0]
    for name in ("og:title", "author", "og:image", "date", "og:locale", "og:url", "og:site_name"):
        etree.SubElement(head, "meta", name=name, content=allowed[1])
    assert plain(metadata_of(Page(root, allowed[1])))


@DEFAULTS
@given(st.dictionaries(st.sampled_from(KEYS), VALUES), VALUES)
def test_any_values_in_json_ld(node: dict[str, Any], other: Any) -> None:
    scripts = json_ld({"@type": "Article", **node}, [node, other]).replace("</", "<\\/")
    assert plain(read(scripts.replace("<\\/script>", "</script>")))
