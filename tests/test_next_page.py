"""The next page of a list: which link it is, when there is none, and how a crawl follows it."""

from __future__ import annotations

import logging
import re
from collections.abc import AsyncIterator
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from crawling import PagesSpider, crawl
from hypothesis import example, given
from hypothesis import strategies as st
from list_pages import card, goods
from scrapy import Request
from scrapy.http import HtmlResponse, Response
from scrapy.utils.test import get_crawler

from scrapy_treesim import Page, next_page
from scrapy_treesim.crawl.middleware import FindingsMiddleware, pages_followed, request_of_next
from scrapy_treesim.items import RecordItem

SHOP = Path(__file__).parents[1] / "example_project" / "site" / "shop"
URL = "https://site.example/list"
LIST = f"<ul>{''.join(card(*one) for one in goods(1, 5))}</ul>"


def found(html: str, url: str = URL) -> str | None:
    return next_page(Page(f"<html><body>{LIST}{html}</body></html>", url=url))


def link(label: str, href: str = "?page=2", **attributes: str) -> str:
    written = "".join(f" {name.strip('_')}='{value}'" for name, value in attributes.items())
    return f"<p><a href='{href}'{written}>{label}</a></p>"


# What a link says


NEXT = """
Next|next »|NEXT PAGE|[Next]|Next 20 results|Go to next page|Older posts|← Older Entries|Load more
Older meetings|ältere Meldungen|Articles plus anciens|Starsze wpisy
More results|›|→|>|»|&gt;&gt;|Weiter|Nächste Seite|Ältere Beiträge|Suivant|Page suivante|Siguiente
Página siguiente|Próxima|Próxima página|Seguinte|Avanti|Pagina successiva|Prossima|Volgende
Nästa sida|Næste|Neste side|Seuraava|Następna strona|Dalej|Další|Következő oldal|Sonraki|Sljedeća
Следующая|След.|Далее|Вперёд|Наступна|Следваща|Επόμενη|下一页|下一頁|下页|次へ|次のページ
다음|다음 페이지|التالي|הבא|بعدی|ถัดไป|Tiếp|Berikutnya
"""


@pytest.mark.parametrize("label", NEXT.strip().replace("\n", "|").split("|"))
def test_a_link_that_says_next_and_goes_on_from_the_pages_address(label: str) -> None:
    assert found(link(label)) == "https://site.example/list?page=2"


@pytest.mark.parametrize(
    "label",
    "Next post|Next article|Next story|Next topic|Next month|Next week|Next slide|Nächster Artikel|"
    "Previous|« Prev|Newer posts|Back|‹|First|What to read next|Next Door Neighborhood Favorites|"
    "Next.js|The next generation of list pages is here and it is good|5|Page".split("|"),
)
def test_a_link_that_says_something_else(label: str) -> None:
    assert found(link(label)) is None


NEXT_ONE = "https://site.example/list?page=2"


@pytest.mark.parametrize(
    ("html", "url", "expected"),
    [
        # Words alone are not enough.
        (link("Next", "/another-post/"), URL, None),
        (link("›", "/list?sort=price"), URL, None),
        (link("more", "/list?sort=price"), URL, None),
        (link("Next", "/list?sort=price"), URL, "https://site.example/list?sort=price"),
        # A link without text says it by its image, title or class.
        ("<a href='?page=2'><img src=n.gif alt='Next page'></a>", URL, NEXT_ONE),
        ("<a href='?page=2' title='Next page'><svg><path/></svg></a>", URL, NEXT_ONE),
        ("<a href='?page=2' class='pagination-next'></a>", URL, NEXT_ONE),
        ("<li class=next><a href='?page=2'></a></li>", URL, NEXT_ONE),
        ("<a href='?page=2'><i class='fa fa-angle-right'></i></a>", URL, NEXT_ONE),
        ("<a href='?page=2' class='prev-next'></a>", URL, None),
        # A declaration counts where the address goes on.
        ("<link rel=next href='/list?page=2'>", URL, NEXT_ONE),
        ("<a rel='nofollow NEXT' href='?page=2'>Show all that is left</a>", URL, NEXT_ONE),
        ("<link rel=next href='/2024/05/another-post/'>", f"{URL}/2024/04/a-post/", None),
        ("<a rel=next href='/2024/05/another-post/'>Next</a>", f"{URL}/2024/04/a-post/", None),
        # Without an address of the page that of the link speaks for itself.
        (link("Next", "/list?page=2"), "", "/list?page=2"),
        (link("Next", "/another-post"), "", None),
        (
            link("Next", "https://www.site.example/list?page=2"),
            URL,
            NEXT_ONE.replace("//", "//www."),
        ),
        # The next page is told from the last, and a word and a number that agree from all else.
        ("<p class=pager><a href='?page=2'>›</a> <a href='?page=9'>»</a></p>", URL, NEXT_ONE),
        (link("Next", "?up=2") + link("Next", "?past=2"), URL, None),
        (link("Next", "?up=2") + link("Next", "?up=2#top"), URL, f"{URL}?up=2"),
    ],
)
def test_links_to_the_next_page(html: str, url: str, expected: str | None) -> None:
    assert found(html, url) == expected


# Addresses


@pytest.mark.parametrize(
    ("url", "href"),
    [
        ("/list", "/list?page=2"),
        ("/list?q=a", "/list?q=a&p=2"),
        ("/list?page=7&q=a", "/list?q=a&page=8"),
        ("/list/", "/list/page/2/"),
        ("/list/page/2/", "/list/page/3/"),
        ("/list-page-2.html", "/list-page-3.html"),
        ("/list?start=10", "/list?start=20"),
        ("/list", "/list?offset=20"),
        ("/list/", "/list/2/"),
        ("/list.html", "/list_2.html"),
        ("/list/1-10/all.html", "/list/11-20/all.html"),
        ("/list", "/list?after=t3_abc"),
        ("/venue/252/37/", "/?venue=252&page=38"),
        ("/htsearch?words=a;page=1", "/htsearch?words=a;page=2"),
        ("/index.html", "/page-2.html"),
    ],
)
def test_addresses_that_go_on(url: str, href: str) -> None:
    wanted = f"https://site.example{href}"
    assert found(link("Next", href), f"https://site.example{url}") == wanted


@pytest.mark.parametrize(
    ("url", "href"),
    [
        ("/list?page=3", "/list?page=2"),
        ("/list?page=3", "/list"),
        ("/list?start=20", "/list?start=10"),
        ("/list", "/list?page=57"),
        ("/list", "/list"),
        ("/list?page=2", "/list?page=2&utm_source=here"),
        ("/a/b/c", "/a/b"),
    ],
)
def test_addresses_that_do_not_go_on(url: str, href: str) -> None:
    assert found(link("Next page", href), f"https://site.example{url}") is None


@pytest.mark.parametrize(
    "href",
    [
        "",
        "#",
        "#next",
        "javascript:next(2)",
        " JavaScript:void(0)",
        "https://other.example/list?page=2",
        "https://site.example.other.example/list?page=2",
        "https://site.example:8443/list?page=2",
        "mailto:next@site.example",
        "ftp://site.example/list?page=2",
        "file:///list?page=2",
        "http://[broken/list?page=2",
        "/list?page=2&x=" + "x" * 3_000,
    ],
)
def test_addresses_that_never_count(href: str) -> None:
    assert found(link("Next page", href, rel="next")) is None


# Where it leads


@pytest.mark.parametrize(
    "href",
    [
        "http://evil.example\\@site.example/list?page=2",
        "http://site.example\\@evil.example/list?page=2",
        "\\\\evil.example/list?page=2",
        "/\\evil.example/list?page=2",
        "http://site.example\n.evil.example/list?page=2",
        "http://site.example\0.evil.example/list?page=2",
        "http://site.example/li\tst?page=2",
        "http://ann:secret@site.example/list?page=2",
        "http://@site.example/list?page=2",
        "http://%73ite.example/list?page=2",
        "http://site.example%2f@evil.example/list?page=2",
        "http://site.example./list?page=2",
        "http://site.example:443/list?page=2",
        "http://site.example:99999/list?page=2",
        "http://\uff53ite.ex\u00e4mple/list?page=2",
        "http://127.1/list?page=2",
        "//evil.example/list?page=2",
        "data:text/html,list?page=2",
    ],
)
@pytest.mark.parametrize("base", ["", "<base href='{}'>"])
def test_an_address_that_leads_elsewhere_or_may_be_read_so(href: str, base: str) -> None:
    if base:
        html = base.format(href.partition("?")[0]) + link("Next page")
        # It may as well be no base at all.
        assert found(html, "http://site.example/list") in (None, "http://site.example/list?page=2")
    else:
        assert found(link("Next page", href), "http://site.example/list") is None
        assert request_of_next(came("http://site.example/list"), href) is None


@pytest.mark.parametrize(
    ("url", "href", "is_followed"),
    [
        ("http://site.example/list", "https://site.example/list?page=2", True),
        ("https://site.example/list", "http://site.example/list?page=2", False),
        ("http://site.example/list", "http://site.example:80/list?page=2", True),
        ("http://site.example:8080/list", "https://site.example:8080/list?page=2", True),
        ("http://site.example:8080/list", "https://site.example/list?page=2", False),
        ("http://[::1]:8080/list", "http://[::1]:8080/list?page=2", True),
        ("http://[::1]:8080/list", "http://[::2]:8080/list?page=2", False),
        ("http://site.example/list", "http://WWW.Site.Example/list?page=2", True),
        ("http://xn--mller-kva.example/list", "http://m\u00fcller.example/list?page=2", True),
        # IDNA 2003 and browsers ask different hosts.
        ("http://fass.example/list", "http://fa\u00df.example/list?page=2", False),
    ],
)
def test_the_host_and_port_decide(url: str, href: str, is_followed: bool) -> None:
    assert found(link("Next page", href), url) == (href if is_followed else None)
    assert (request_of_next(came(url), href) is not None) == is_followed


@pytest.mark.parametrize(
    ("href", "is_followed"),
    [
        ("page-2.html", True),
        ("more/page-2.html", True),
        ("linked.html", False),
        ("../page-2.html", False),
        ("..%2fpage-2.html", False),
        ("%2e%2e/page-2.html", False),
        ("more/%2e%2e/%2E./page-2.html", False),
        ("/page-2.html", False),
        ("file:///etc/page-2.html", False),
        ("file://other.example{folder}/page-2.html", False),
        ("http://site.example{folder}/page-2.html", False),
        ("more/%00page-2.html", False),
    ],
)
def test_a_file_leads_to_no_file_outside_its_folder(
    href: str, is_followed: bool, tmp_path: Path
) -> None:
    folder = tmp_path / "list"
    (folder / "more").mkdir(parents=True)
    (tmp_path / "page-2.html").touch()
    (folder / "linked.html").symlink_to(tmp_path / "page-2.html")
    href = href.format(folder=folder.as_posix())
    page = (folder / "page-1.html").as_uri()
    answer = found(link("Next page", href, rel="next"), page)
    assert (answer is not None) == is_followed
    assert (request_of_next(came(page), urljoin(page, href)) is not None) == is_followed


PARTS = [
    *("http:", "https:", "file:", "ftp:", "//", "/", "\\", "@", ":", "?", "#", ".", "..", "%2e"),
    *("site.example", "www.", "evil.example", "[::1]", "127.0.0.1", "user", "80", "8080", "list"),
    *("\u3002", "\u00ad", "\u00df", "\uff0f", "\u2028", "\x85", "%40", ";", "&", "page=2"),
    *("\t", "\n", "\r", "\0", "\x7f", " "),
]


def host_by_hand(address: str) -> str:
    """The host as browsers read it: a backslash is a slash, tabs and ends of lines are nothing."""
    plain = re.sub(r"[\t\n\r]", "", address).replace("\\", "/")
    authority = re.split(r"[/?#]", re.sub(r"^https?:/*", "", plain, flags=re.IGNORECASE))[0]
    return re.sub(r":\d*$", "", authority.rpartition("@")[2]).lower()


@given(
    st.lists(st.sampled_from(PARTS), min_size=1, max_size=9).map("".join),
    st.sampled_from(["http://site.example/list", "https://www.site.example/a/list?page=1"]),
    st.booleans(),
)
@example("http://evil.example\\@site.example/?page=2", "http://site.example/list", False)
@example("http://site.example/list?page=2", "http://site.example/list", False)
def test_whatever_is_followed_is_asked_of_the_pages_host(
    address: str, url: str, is_base: bool
) -> None:
    written = escape(address)
    html = f"<base href='{written}'>" + link("Next page") if is_base else link("Next page", written)
    answer = found(html, url)
    following = None if answer is None else request_of_next(came(url), answer)
    assert (following is None) == (answer is None)
    if answer is not None and following is not None:
        hosts = {
            urlsplit(following.url).hostname,
            host_by_hand(following.url),
            host_by_hand(answer),
        }
        assert {host.removeprefix("www.") for host in hosts if host} == {"site.example"}
        assert None not in hosts
        assert following.url.startswith(("https:", url[:5]))


# Rows of numbers


def pager(current: int, last: int, mark: str = "<b>{}</b>", first: int = 1) -> str:
    return " | ".join(
        mark.format(n) if n == current else f"<a href='/list?x={n}'>{n}</a>"
        for n in range(first, last + 1)
    )


@given(st.data())
def test_the_number_after_the_one_that_is_no_link(data: st.DataObject) -> None:
    last = data.draw(st.integers(2, 30))
    current = data.draw(st.integers(1, last))
    mark = data.draw(st.sampled_from(["{}", "<b>{}</b>", "<span>[{}]</span>"]))
    first = data.draw(st.integers(max(1, current - 3), current))
    expected = f"https://site.example/list?x={current + 1}" if current < last else None
    assert found(f"<div>{pager(current, last, mark, first)}</div>", "https://site.example/") == (
        expected
    )


@pytest.mark.parametrize(
    "html",
    [
        "<a href=/a?x=1>1</a> <a href=/a?x=2>2</a> <a href=/a?x=3>3</a>",
        "1 <a href=/a?x=3>3</a> <a href=/a?x=4>4</a>",
        "1 2 <a href=/a?x=3>3</a> <a href=/a?x=4>4</a>",
        "1 <a href='#2'>2</a> <a href='#3'>3</a>",
        "1 <a href='/breakfast'>2</a> <a href='/dinner'>3</a>",
        "<table class=calendar><tr><td>1<td><a href=/d/2>2</a><td><a href=/d/3>3</a></table>",
        "<div id=hero-carousel>1 <a href=/s?x=2>2</a> <a href=/s?x=3>3</a></div>",
        "<p>1</p><p>" + "words and words " * 3 + "</p><a href=/a?x=2>2</a><a href=/a?x=3>3</a>",
    ],
)
def test_numbers_that_are_no_pager_or_do_not_tell(html: str) -> None:
    assert found(html) is None


def test_a_word_and_a_number_that_agree_outdo_everything_else() -> None:
    html = pager(2, 5) + "<a href='/list?x=3'>Next</a> <a href='/list?x=5'>»</a>"
    assert found(html + link("Next page", "/other?sort=1")) == "https://site.example/list?x=3"


def test_the_pagers_of_threads_in_a_list_are_not_the_lists_own() -> None:
    rows = "".join(
        f"<tr><td><a href='/t?id={n}'>Thread {n}</a> [ <a href='/t?id={n}&start=15'>2</a>, "
        f"<a href='/t?id={n}&start=30'>3</a> ]</td></tr>"
        for n in range(1_000, 1_009)
    )
    forum = "https://site.example/forum?f=2"
    assert found(f"<table>{rows}</table>", forum) is None
    own = "<div>1 <a href='/forum?f=2&start=50'>2</a></div>"
    assert found(f"<table>{rows}</table>{own}", forum) == f"{forum}&start=50"


# Any page


PIECES = """
<a href='?page=2'>|<a rel=next href=//x>|</a>|next|2|3| |»|<b>|<div class=pager>|</div>
<link rel=next href='/l?p=%ff'>|<img alt=next>|<a href='http://[::1/'>|<base href='https://['>
<a class=next href=?n=2>
"""


@given(
    st.lists(st.sampled_from(PIECES.strip().replace("\n", "|").split("|")), max_size=30),
    st.sampled_from(["", URL, "file:///a/b.html", "https://[::1]/", "not an address"]),
)
def test_any_page_has_an_answer_of_its_own_host_or_none(pieces: list[str], url: str) -> None:
    answer = next_page(Page("<html><body>" + "".join(pieces), url=url))
    if answer is not None and url:
        assert urlsplit(answer).hostname == urlsplit(url).hostname
        assert answer != url


@pytest.mark.parametrize(
    "html",
    [
        "<a href='?page=3'>next</a>" * 20_000,
        "<a href='?page=7'>2</a> 1 " * 20_000,
        "".join(f"<a href='?x={n}'>{n}</a>" for n in range(20_000)),
        f"<base href='/{'b' * 100_000}'>" + "<a href='?page=2'>next</a>" * 1_000,
        "<div class='pager'>" * 5_000 + "<a>next",
    ],
)
def test_large_and_hostile_pages_come_to_an_end(html: str) -> None:
    assert found(html) is None


# The request


def spider_callback(response: Response) -> None: ...


def spider_errback(failure: Any) -> None: ...


def came(url: str = URL, **given: Any) -> HtmlResponse:
    request = Request(url, **given)
    return HtmlResponse(url, body=(LIST + link("Next")).encode(), request=request)


def test_the_request_is_as_the_one_before_but_for_what_belonged_to_that_page() -> None:
    response = came(
        method="POST",
        body="q=1",
        callback=spider_callback,
        errback=spider_errback,
        cb_kwargs={"shop": 1},
        meta={"treesim": "records", "mine": 2, "depth": 4, "redirect_urls": [f"{URL}?q=1"],
              "retry_times": 2, "is_start_request": True, "cookiejar": 5},
        headers={"Accept-Language": "sv", "Referer": "https://x.example/", "Cookie": "a=b",
                 "Content-Type": "application/x-www-form-urlencoded"},
        priority=7,
        dont_filter=True,
        flags=["flag"],
    )  # fmt: skip
    request = request_of_next(response, f"{URL}?page=2")
    assert request is not None
    assert (request.method, request.body) == ("GET", b"")
    assert request.callback is spider_callback
    assert request.errback is spider_errback
    assert request.cb_kwargs == {"shop": 1}
    assert request.meta == {"treesim": "records", "mine": 2, "cookiejar": 5, "treesim_page": 1}
    assert request.headers.to_unicode_dict() == {"Accept-Language": "sv", "Cookie": "a=b"}
    assert (request.priority, request.dont_filter, request.flags) == (7, False, ["flag"])
    assert response.request is not None
    assert response.request.meta["depth"] == 4


SECRET = {"Authorization": "Basic x", "Cookie": "a=b", "X-Api-Key": "1", "Accept-Language": "sv"}


@pytest.mark.parametrize(
    ("url", "headers"),
    [
        ("http://site.example/list?page=2", SECRET),
        ("http://site.example:80/list?page=2", SECRET),
        ("https://site.example/list?page=2", {"Accept-Language": "sv"}),
        ("http://www.site.example/list?page=2", {"Accept-Language": "sv"}),
    ],
)
def test_what_is_not_for_everybody_stays_on_the_scheme_host_and_port(
    url: str, headers: dict[str, str]
) -> None:
    request = request_of_next(came("http://site.example/list", headers=SECRET), url)
    assert request is not None
    assert request.headers.to_unicode_dict() == headers


def test_headers_do_not_follow_a_redirect_further_than_scrapy_took_them() -> None:
    response = came(headers=SECRET, meta={"redirect_urls": ["https://old.example/list"]})
    request = request_of_next(response, f"{URL}?page=2")
    assert request is not None
    assert request.headers.to_unicode_dict() == {"Accept-Language": "sv"}


def test_a_redirect_takes_no_headers_of_the_host_elsewhere() -> None:
    request = request_of_next(came(headers=SECRET, meta={"proxy": "http://p.example"}), URL)
    assert request is not None
    request.headers["Proxy-Authorization"] = "Basic y"
    assert request.replace(url=f"{URL}?page=3").headers == request.headers
    for url in ("https://evil.example/", "http://site.example/list"):
        headers = request.replace(url=url).headers.to_unicode_dict()
        assert headers == {"Accept-Language": "sv", "Proxy-Authorization": "Basic y"}


def test_a_page_that_was_followed_to_and_came_from_elsewhere_is_the_end() -> None:
    meta = {"treesim_page": 1, "redirect_urls": ["https://old.example/list"]}
    assert request_of_next(came(meta=meta), f"{URL}?page=2") is None
    meta["redirect_urls"] = ["http://www.site.example/list"]
    assert request_of_next(came(meta=meta), f"{URL}?page=2") is not None


def test_the_environments_proxy_is_chosen_anew() -> None:
    proxy = "http://proxy.example:3128"
    chosen = request_of_next(came(meta={"proxy": proxy}), URL)
    of_http = request_of_next(came(meta={"proxy": proxy, "_scheme_proxy": True}), URL)
    assert chosen is not None
    assert of_http is not None
    assert chosen.meta == {"proxy": proxy, "treesim_page": 1}
    assert of_http.meta == {"treesim_page": 1}


@pytest.mark.parametrize(("meta", "count"), [({}, 0), (3, 3), ("3", 0), (-1, 0), (None, 0)])
def test_pages_followed_are_counted_in_the_meta(meta: Any, count: int) -> None:
    response = came(meta={} if meta == {} else {"treesim_page": meta})
    assert pages_followed(response) == count
    request = request_of_next(response, URL)
    assert request is not None
    assert request.meta["treesim_page"] == count + 1


def test_a_response_without_a_request_is_followed_by_none() -> None:
    assert request_of_next(HtmlResponse(URL), URL) is None


# In the middleware


def middleware(**settings: Any) -> tuple[FindingsMiddleware, dict[str, Any]]:
    crawler = get_crawler(settings_dict={"TWISTED_REACTOR_ENABLED": False, **settings})
    assert crawler.stats is not None
    return FindingsMiddleware.from_crawler(crawler), crawler.stats.get_stats()


def requests(response: Response, **settings: Any) -> list[str]:
    ours, stats = middleware(**settings)
    urls = [one.url for one in ours.output(response) if isinstance(one, Request)]
    assert stats.get("treesim/next_pages", 0) == len(urls)
    return urls


def test_a_list_is_followed_where_the_settings_say_so() -> None:
    assert requests(came()) == []
    assert requests(came(), TREESIM_FOLLOW_NEXT=0) == []
    assert requests(came(), TREESIM_FOLLOW_NEXT="2") == [f"{URL}?page=2"]
    assert requests(came(meta={"treesim_page": 1}), TREESIM_FOLLOW_NEXT=2) == [f"{URL}?page=2"]
    assert requests(came(meta={"treesim_page": 2}), TREESIM_FOLLOW_NEXT=2) == []


def test_only_pages_with_records_are_followed() -> None:
    assert requests(came(meta={"treesim": "article"}), TREESIM_FOLLOW_NEXT=2) == []
    assert requests(came(meta={"treesim": False}), TREESIM_FOLLOW_NEXT=2) == []
    assert requests(came(), TREESIM_FOLLOW_NEXT=2, TREESIM_SIMILAR="blink") == []
    assert requests(came(), TREESIM_FOLLOW_NEXT=2, TREESIM_SIMILAR="li") == [f"{URL}?page=2"]


def test_a_failure_is_counted_and_told_and_the_items_are_there(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def failing(page: Page) -> str:
        raise LookupError("no")

    monkeypatch.setattr("scrapy_treesim.crawl.reader.next_page", failing)
    ours, stats = middleware(TREESIM_FOLLOW_NEXT=1, TREESIM_KINDS="records")
    with caplog.at_level(logging.WARNING):
        assert len(list(ours.output(came()))) == 5
    assert stats["treesim/failed/next/LookupError"] == 1
    assert "next" in caplog.text


# In a crawl


class Asked(BaseHTTPRequestHandler):
    """Lists whose next pages are redirected to the server that is called by its number."""

    def do_GET(self) -> None:
        asked: list[Any] = self.server.asked  # type: ignore[attr-defined]
        asked.append((self.headers["Host"], self.headers["X-Api-Key"]))
        _, port = self.headers["Host"].split(":")
        to_other = self.path == "/list?page=2" and self.headers["Host"].startswith("localhost")
        self.send_response(302 if to_other else 200)
        if to_other:
            self.send_header("Location", f"http://127.0.0.1:{port}/list?page=2")
        body = (LIST + link("Next", f"/list?page={int(self.path[-1]) + 1}")).encode()
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *parts: Any) -> None:
        """Say nothing."""


class KeySpider(PagesSpider):
    async def start(self) -> AsyncIterator[Request]:
        async for request in super().start():
            yield request.replace(headers={"X-Api-Key": "secret"})


@pytest.mark.waits
async def test_a_crawl_takes_no_headers_of_a_host_to_another_nor_goes_on_there() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Asked) as server:
        server.asked = []  # type: ignore[attr-defined]
        port = server.server_address[1]
        Thread(target=server.serve_forever, daemon=True).start()
        _, stats = await crawl(
            f"http://localhost:{port}/list?page=1",
            TREESIM_KINDS="records",
            TREESIM_FOLLOW_NEXT=9,
            spider=KeySpider,
        )
        server.shutdown()
        assert stats["treesim/next_pages"] == 1
        assert server.asked == [  # type: ignore[attr-defined]
            (f"localhost:{port}", "secret"),
            (f"localhost:{port}", "secret"),
            (f"127.0.0.1:{port}", None),
        ]


@pytest.mark.parametrize(("pages", "names"), [(0, 1), (1, 2), (2, 3), (9, 3)])
async def test_a_crawl_follows_the_list_to_its_end_or_the_limit(pages: int, names: int) -> None:
    items, stats = await crawl(
        (SHOP / "index.html", {"mine": 1}), TREESIM_KINDS="records", TREESIM_FOLLOW_NEXT=pages
    )
    all_pages = ["index.html", "page-2.html", "page-3.html"][:names]
    wanted = [(SHOP / name).as_uri() for name in all_pages]
    assert [item["own"] for item in items if isinstance(item, dict)] == wanted
    assert {item.url for item in items if isinstance(item, RecordItem)} == set(wanted)
    assert stats.get("treesim/next_pages", 0) == names - 1
    assert stats.get("request_depth_max", 0) == names - 1


async def test_a_list_that_runs_in_a_circle_is_followed_round_once(tmp_path: Path) -> None:
    ring = ["list-1.html", "list-2.html", "list-3.html"]
    for name, after in zip(ring, [*ring[1:], ring[0]], strict=True):
        (tmp_path / name).write_text(LIST + link("Next page", after))
    items, stats = await crawl(tmp_path / ring[0], TREESIM_FOLLOW_NEXT=100, TREESIM_KINDS="records")
    seen = [item["own"].rpartition("/")[2] for item in items if isinstance(item, dict)]
    # The first page is asked for by the spider without the filter, so it comes once more.
    assert seen == [*ring, ring[0]]
    assert stats["dupefilter/filtered"] == 1
