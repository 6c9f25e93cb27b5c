"""Authors and dates that a page shows, and those it declares wrongly."""

from __future__ import annotations

import json
from typing import Any

import pytest
from lxml.html import fragment_fromstring

from scrapy_treesim import Article, Page, article
from scrapy_treesim.article import Learned
from scrapy_treesim.findings.as_items import items_of
from scrapy_treesim.items import ArticleItem
from scrapy_treesim.values.person_names import name_at, names_in, persons_in

URL = "https://news.example/harbour/ferry"
TEXT = "The ferry is back, after a winter in the yard and a spring of waiting for parts. "
PROSE = "".join(f"<p>{3 * TEXT}</p>" for _ in range(5))


def read(
    byline: str = "", *, head: str = "", after: str = "", lang: str = "en", url: str = URL
) -> Article:
    """The article of a page with something between its headline and its text, and after it."""
    found = article(
        Page(
            f"<html lang={lang}><head><title>The ferry returns</title>{head}</head><body>"
            "<nav><a href=/>Home</a> <a href=/sport>Sport</a></nav><article>"
            f"<h1>The ferry returns</h1>{byline}{PROSE}{after}</article></body></html>",
            url,
        )
    )
    assert found is not None
    return found


def json_ld(**values: Any) -> str:
    node = {"@type": "NewsArticle", "headline": "The ferry returns", **values}
    return f'<script type="application/ld+json">{json.dumps(node)}</script>'


@pytest.mark.parametrize(
    ("byline", "author"),
    [
        ("<p>By Signe Norrby</p>", "Signe Norrby"),
        ("<p>BY SIGNE NORRBY</p>", "SIGNE NORRBY"),
        ("<p>By <a href=/x>Signe Norrby</a> and <a href=/y>Edmund Pryce</a></p>",
         "Signe Norrby, Edmund Pryce"),
        ("<p>By Signe Norrby, Edmund Pryce & Ada Holm</p>",
         "Signe Norrby, Edmund Pryce, Ada Holm"),
        ("<p>By Signe Norrby, Staff Writer</p>", "Signe Norrby"),
        ("<p>By Signe Norrby | 3 May 2023</p>", "Signe Norrby"),
        ("<p>By Signe Norrby on May 3, 2023</p>", "Signe Norrby"),
        ("<p>Written by <b>Signe Norrby</b></p>", "Signe Norrby"),
        ("<p>By <b>Dr. Signe van der Berg</b></p>", "Signe van der Berg"),
        ("<p>By Anne-Marie O'Neil</p>", "Anne-Marie O'Neil"),
        ("<div class=article-byline><span>Signe Norrby</span> <span>Editor</span></div>",
         "Signe Norrby"),
        ("<div class=postAuthor>Signe Norrby</div>", "Signe Norrby"),
        ("<span itemprop=author>Signe Norrby</span>", "Signe Norrby"),
        ("<a rel=author href=/signe>Signe Norrby</a>", "Signe Norrby"),
        ("<div class=meta><a href=/authors/signe>Signe Norrby</a> <i>3 May 2023</i></div>",
         "Signe Norrby"),
        ("<p class=author><span>Signe</span> <span>Norrby</span></p>", "Signe Norrby"),
        ("<p>Von Jörg Müller</p>", "Jörg Müller"),
        ("<p>Ein Kommentar von Jörg Müller</p>", "Jörg Müller"),
        ("<p>Par Hélène Lefèvre et Luc Petit</p>", "Hélène Lefèvre, Luc Petit"),
        ("<p>Por María José del Río</p>", "María José del Río"),
        ("<p>Escrito por: Ana Núñez</p>", "Ana Núñez"),
        ("<p>di Paolo Rossi</p>", "Paolo Rossi"),
        ("<p>Door Jan de Vries</p>", "Jan de Vries"),
        ("<p>Tekst: Ingrid Årdal</p>", "Ingrid Årdal"),
        ("<p>Autor: Łukasz Wójcik</p>", "Łukasz Wójcik"),
        ("<p>Автор: Анна Петрова</p>", "Анна Петрова"),
        ("<p>Yazan: Ayşe Yılmaz</p>", "Ayşe Yılmaz"),
        ("<p>Penulis: Dewi Lestari</p>", "Dewi Lestari"),
        ("<p>作者：王小明</p>", "王小明"),
        ("<p>文／陳大文</p>", "陳大文"),
        ("<p>記者 李四光／台北報導</p>", "李四光"),
    ],
)  # fmt: skip
def test_bylines(byline: str, author: str) -> None:
    assert read(byline).author == author


@pytest.mark.parametrize(
    "byline",
    [
        "",
        "<p>By the time the ferry was back, Ada was gone.</p>",
        "<p>By now all of it is known</p>",
        "<p>By subscribing you agree to Terms</p>",
        "<p class=author>Share</p>",
        "<p class=author>Read More</p>",
        "<p class=author>12 min read</p>",
        "<p class=date>3 May 2023</p>",
        "<p>时间：2023-05-03 作者：佚名</p>",
        "<p>Photo: Ada Holm</p>",
        "<p>Ferry Harbour</p>",
    ],
)
def test_what_is_no_byline(byline: str) -> None:
    assert read(byline).author is None


@pytest.mark.parametrize(
    ("declared", "byline", "author"),
    [
        ("Signe Norrby", "<p>By Signe Norrby and Ada Holm</p>", "Signe Norrby"),
        ("News Example", "<p>By Signe Norrby</p>", "Signe Norrby"),
        ("News Example", "", "News Example"),
        ("snorrby", "<p>By Signe Norrby</p>", "Signe Norrby"),
        ("snorrby", "", "snorrby"),
        ("{{ author.name }}", "", None),
        ("Edmund Pryce", "<p>By Signe Norrby</p>", "Signe Norrby"),
        ("Edmund Pryce", "", "Edmund Pryce"),
        ("Signe Norrby, The Associated Press", "<p>By Signe Norrby</p>", "Signe Norrby"),
        ("Signe Norrby | signe@news.example", "<p>By Signe Norrby</p>", "Signe Norrby"),
        ("Signe Norrby, MS, RD", "<p>By Signe Norrby</p>", "Signe Norrby"),
        ({"@type": "Organization", "name": "News Example"}, "<p>By Ada Holm</p>", "Ada Holm"),
        ({"@type": "Organization", "name": "News Example"}, "", "News Example"),
        ({"@type": "Organization", "name": "Port of Vestmar"}, "", "Port of Vestmar"),
    ],
)
def test_what_is_declared_and_shown(declared: Any, byline: str, author: str | None) -> None:
    head = json_ld(author=declared) + '<meta property="og:site_name" content="News Example">'
    assert read(byline, head=head).author == author


STORIES = "".join(
    f"<li><a href=/{day}>{title}</a><p class=author>{name}</p><time>May 1{day}, 2023</time></li>"
    for day, (title, name) in enumerate(
        [("Gulls take the market", "Ada Holm"), ("Lighthouse for sale", "Jo Berg"),
         ("Council votes on the pier", "Ed Pryce")]
    )
)  # fmt: skip
COMMENTS = "".join(
    f"<div class=comment><b class=comment-author>{name}</b> <i class=comment-date>May 1{day}, 2023"
    f"</i><p>{text}</p><a href=#r>Reply</a></div>"
    for day, (text, name) in enumerate(
        [("I was there, it was grand.", "Ada Holm"), ("About time too, if you ask me.", "Jo Berg"),
         ("What about the winter timetable?", "Ed Pryce")]
    )
)  # fmt: skip


@pytest.mark.parametrize(
    "more",
    [
        f"</article><section class=related><h2>Related stories</h2><ul>{STORIES}</ul></section>",
        f"</article><section class=comments id=comments><h2>3 comments</h2>{COMMENTS}</section>",
    ],
)
def test_authors_and_days_of_what_stands_beside_an_article_are_none(more: str) -> None:
    footer = "<footer><p>© 2024 Vestmar News</p><a href=/imprint>Imprint</a></footer>"
    found = read(after=more + footer)
    assert (found.author, found.date) == (None, None)
    byline = "<div class=byline><p>By Signe Norrby</p><time>3 May 2023</time></div>"
    found = read(byline, after=more + footer)
    assert (found.author, found.date) == ("Signe Norrby", "2023-05-03")


def test_authors_of_related_stories_are_none() -> None:
    item = "<p itemprop=author>{}</p>"
    more = f"<section><h2>More</h2><p>{9 * TEXT}</p>{item.format('Ada Holm')}</section>"
    assert read(item.format("Signe Norrby"), after=more).author == "Signe Norrby"


@pytest.mark.parametrize(
    ("byline", "lang", "date"),
    [
        ("<p>May 3, 2023</p>", "en", "2023-05-03"),
        ("<p>By Ada Holm | Posted on 3 May 2023 at 14:05</p>", "en", "2023-05-03T14:05:00"),
        ("<p>Published: 05/03/2023</p>", "en", "2023-05-03"),
        ("<p>Published: 03/05/2023</p>", "en-GB", "2023-05-03"),
        ("<p>3. Mai 2023, 14:05 Uhr</p>", "de", "2023-05-03T14:05:00"),
        ("<p>Publié le 3 mai 2023</p>", "fr", "2023-05-03"),
        ("<p>3 de mayo de 2023</p>", "es", "2023-05-03"),
        ("<p>3 maggio 2023</p>", "it", "2023-05-03"),
        ("<p>3 мая 2023</p>", "ru", "2023-05-03"),
        ("<p>3 Mayıs 2023</p>", "tr", "2023-05-03"),
        ("<p>2023年5月3日</p>", "zh", "2023-05-03"),
        ("<p>来源：新华网 2023-05-03 08:30</p>", "zh", "2023-05-03T08:30:00"),
        ("<p>Updated: May 9, 2023</p><p>May 3, 2023</p>", "en", "2023-05-03"),
        ("<p>Updated: May 9, 2023</p>", "en", "2023-05-09"),
        ("<p>Joined: 3 May 2013</p>", "en", None),
        ("<p>3 days ago</p>", "en", None),
    ],
)  # fmt: skip
def test_dates_near_the_headline(byline: str, lang: str, date: str | None) -> None:
    assert read(byline, lang=lang).date == date


def test_a_date_in_the_foot_is_none() -> None:
    assert read(after=f"<p>{9 * TEXT}</p><footer>© 3 May 2023 Vestmar</footer>").date is None


FAR = f"<div>{30 * TEXT}</div>"
"""What stands between the headline and a date that is not near it."""


@pytest.mark.parametrize(
    ("shown", "date"),
    [
        ("<time>May 17, 2023</time>", "2023-05-17"),
        ("<p class=post-date>May 17, 2023</p>", "2023-05-17"),
        ("<div class=post-date><b>Posted</b> <i>May 17, 2023</i></div>", "2023-05-17"),
        ("<div class=sidebar><span class=date>May 17, 2023</span></div>", "2023-05-17"),
        # The day is shown again.
        ("<p>May 17, 2023</p><p class=date>May 17, 2023</p>", "2023-05-17"),
        # The last change, where nothing else is marked.
        ("<p>Updated May 17, 2023</p>", "2023-05-17"),
        ("<p class=updated>May 17, 2023</p>", "2023-05-17"),
        ("<p>Last updated: <b>May 17, 2023</b></p>", "2023-05-17"),
        # Another thing's day, a year of long ago, a passage.
        ("<p class=date>Joined May 17, 2023</p>", None),
        ("<time>May 17, 1893</time>", None),
        (f"<p class=date>May 17, 2023 {TEXT}{TEXT}</p>", None),
        ("<time>May 17, 2023</time>" + "<p>1/2/2023</p>" * 200, None),
    ],
)
def test_the_day_of_a_byline_far_from_the_headline(shown: str, date: str | None) -> None:
    assert read(after=FAR + shown).date == date


def test_a_page_that_is_one_element_within_a_line_is_read_to_its_end() -> None:
    element = fragment_fromstring("<b>Late news <i class=date>5 May 2024</i></b>")
    found = article(Page(element), method=Learned(min_confidence=0))

    assert found is not None
    assert found.date == "2024-05-05"


def test_the_day_of_a_copyright_is_none() -> None:
    assert read(after="</article><footer><p>© May 17, 2023</p></footer>").date is None


@pytest.mark.parametrize("said", ["1394-11-27T10:00:00+03:30", "1445-09-12", "2567-05-12"])
def test_declared_dates_of_other_calendars_are_none(said: str) -> None:
    assert read(head=json_ld(datePublished=said)).date is None
    assert read(head=json_ld(datePublished=said), after="<time>May 17, 2023</time>").date == (
        "2023-05-17"
    )


def test_days_of_the_items_of_a_list_are_none() -> None:
    first, second, last = (
        "The shed stands on the quay and was put up from what was left of the old yard, which the "
        "flood had taken in the spring before, while all slept.",
        "There is room in it for forty boats, a bench, and a stove on which tar can be heated for "
        "all of them at once, if somebody chops the wood.",
        "Whoever wants a place in it should ask early, since most of them are taken by autumn and "
        "nobody likes to be told to wait.",
    )
    items = "<li>Opened: 3 August 1922<li>Enlarged: 16 December 1958<li>Saved: 2 January 2003"
    found = article(
        f"<html lang=en><head><title>The shed on the quay</title></head><body><article><h1>The "
        f"shed on the quay</h1><p>{first}<p>{second}<h2>Its years</h2><ul>{items}</ul><p>{last}"
        "</article></body></html>"
    )

    assert found is not None
    assert found.date is None
    assert "Saved: 2 January 2003" in found.text


def test_the_declared_change_is_not_the_day_that_is_marked() -> None:
    changed = '<meta property="article:modified_time" content="2023-05-09T10:00:00Z">'
    marked = f"{FAR}<time>May 9, 2023</time>"
    assert read(head=changed, after=marked).date is None
    assert read(after=marked).date == "2023-05-09"


def test_what_else_is_declared() -> None:
    head = (
        json_ld(
            keywords="ferries, ports, Ferries",
            articleSection=["Harbour, Trade", "Local"],
            dateModified="2023-05-09T10:00:00Z",
            publisher={"@type": "Organization", "name": "News Example"},
        )
        + '<meta name="description" content="It is &amp;quot;back&amp;quot;.">'
        '<link rel="canonical" href="/ferry?a=1&amp;b=2"><link rel="license" href="https://creativecommons.org/by/4.0/">'
    )
    found = read(head=head)
    assert found.description == 'It is "back".'
    assert found.site_name == "News Example"
    assert found.tags == ("ferries", "ports")
    assert found.categories == ("Harbour, Trade", "Local")
    assert found.canonical_url == "https://news.example/ferry?a=1&b=2"
    assert found.modified == "2023-05-09T10:00:00+00:00"
    assert found.licence == "https://creativecommons.org/by/4.0/"
    (item,) = items_of(ArticleItem, [found], URL)
    said = found.to_dict()
    assert item.tags == said["tags"] == ["ferries", "ports"]
    assert json.loads(json.dumps(said))["licence"] == item.licence


def test_what_else_meta_tags_and_links_declare() -> None:
    head = (
        '<meta property="og:description" content="It is back."><meta property="og:site_name" '
        'content="News Example"><meta property="article:tag" content="ferries"><meta '
        'property="article:tag" content="ports"><meta property="article:section" content="Harbour">'
        '<meta property="og:url" content="https://news.example/a"><meta name="dc.rights" '
        'content="© Vestmar 2023"><meta property="article:modified_time" content="2023-05-09">'
    )
    found = read(head=head)
    assert (found.description, found.site_name) == ("It is back.", "News Example")
    assert (found.tags, found.categories) == (("ferries", "ports"), ("Harbour",))
    assert (found.canonical_url, found.modified) == ("https://news.example/a", "2023-05-09")
    assert found.licence == "© Vestmar 2023"


def test_tags_and_licences_in_the_markup() -> None:
    links = '<a rel="category tag" href=/h>Harbour</a> <a rel=tag href=/f>ferries</a>'
    commons = "<a rel=license href=https://creativecommons.org/licenses/by/4.0/>Licence</a>"
    found = read(links, after=f"<p>{commons}</p>")
    assert (found.categories, found.tags) == (("Harbour",), ("ferries",))
    at_end = "<p>Tags: <a rel=tag href=/f>ferries</a>, <a rel=tag href=/p>ports</a></p>"
    assert read(after=at_end).tags == ("ferries", "ports")
    assert found.licence == "https://creativecommons.org/licenses/by/4.0/"


@pytest.mark.parametrize(
    "address",
    ["javascript:alert(1)", "mailto:a@b.example", "", "#top", "ftp://a.example/", "http://[x"],
)
def test_what_is_no_canonical_address(address: str) -> None:
    assert read(head=f'<link rel="canonical" href="{address}">').canonical_url is None


def test_persons_in_what_is_declared() -> None:
    assert persons_in("Ada Holm and Jo Berg, Reuters") == "Ada Holm, Jo Berg"
    assert persons_in("Reuters") == "Reuters"
    assert persons_in("Ada Holm | Sponsored") == "Ada Holm"
    assert name_at("Ada Holm") == ("Ada Holm", 8)
    names = {"A. J. Neal": ["A. J. Neal"], "Ada Holm Updated May 3": ["Ada Holm"],
             "2023": [], "the harbour": []}  # fmt: skip
    assert {text: names_in([text]) for text in names} == names


@pytest.mark.parametrize(
    "html",
    [
        "<h1>Ferry</h1>" + 20_000 * "<i></i>" + "<p>By Ada Holm",
        "<h1>Ferry</h1>" + 2_000 * "<span class=author>" + "Ada Holm",
        "<h1>Ferry</h1>" + 2_000 * "<p class=author>Ada Holm</p>",
        "<h1>Ferry</h1><p class=author>" + 20_000 * "Ada Holm, " + "</p>",
        "<h1>Ferry</h1>" + 3_000 * "<p>By 3 May 2023 by </p>",
        "<h1>Ferry</h1>" + 3_000 * "<a rel=tag href=/a>tag</a>",
        "<h1>Ferry</h1><p>By " + 50_000 * "A." + "</p>",
    ],
)
def test_hostile_bylines_are_bounded(html: str) -> None:
    found = article(Page(f"<title>Ferry</title>{html}{PROSE}", URL))
    assert found is None or len(found.author or "") <= 200
    assert found is None or len(found.tags) <= 50
    assert found is None or found.date in (None, "2023-05-03")
