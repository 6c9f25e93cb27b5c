"""What a page from the web names of the reader's own files is in no output."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

import pytest
from posted import posts

from scrapy_treesim import Page, article, comments, records
from scrapy_treesim.inspector.inert.page import inert_html

WEB = "https://hostile.example/pages/1.html"
UNKNOWN = ""
LOCAL = "file:///home/me/site/pages/1.html"
WRITTEN = [
    "file:///etc/passwd", "FILE:///etc/passwd", " file:///etc/passwd", "fi\nle:///etc/passwd",
    "\x01file:///etc/passwd", "file:etc/passwd", "file://localhost/etc/passwd",
    "file://server/share/x",
]  # fmt: skip

_FILE = re.compile(r"\bfile:", re.IGNORECASE)
_PROSE = "Nobody reads all of this text, but it is long enough to be the text of a page. " * 4


def _source(address: str, head: str = "") -> str:
    entries = "".join(
        f"<li><h3><a href='{address}?{n}'>Thing {n}</a></h3><img src='{address}{n}.png'>"
        f"<p>For all who work, number {n}</p><b>{n}.50 EUR</b></li>"
        for n in range(1, 9)
    )
    prose = f"<p>{_PROSE}<a href='{address}'>source</a></p>" * 4
    return (
        f"<html><head><title>A page</title>{head}<meta property=og:image content='{address}'>"
        f"</head><body><article><h1>A page</h1><img src='{address}' alt=It>{prose}</article>"
        f"<ul>{entries}</ul></body></html>"
    )


def _thread(address: str, head: str = "") -> str:
    said = posts(
        f"<li><div><a href='{address}'>NAME</a> <span>says:</span></div><div><a "
        f"href='{address}#c-№'>March DAY, 2021 at 9:20 am</a></div><div><p>SAID <a "
        f"href='{address}'>More</a></p></div><div><a href='?r=№#respond'>Reply</a></div></li>"
    )
    return f"<html><head>{head}</head><body><h1>Canal</h1><ol>{said}</ol></body></html>"


def _outputs(page: Page) -> Iterator[str]:
    for method in ("learned", "wang"):
        text = article(page, method=method)
        assert text is not None
        yield from (text.html, text.markdown, text.image or "")
    regions = records(page)
    assert regions
    for region in regions:
        for column in region.table.columns:
            yield from map(str, column.values)
        for record in region.records:
            yield from (*record.links, *record.images)
    yield inert_html(page)


def _comment_outputs(page: Page) -> Iterator[str]:
    thread = comments(page)
    assert len(thread) == 6
    for comment in thread:
        yield from (comment.html, comment.author_url or "", comment.permalink or "")


def _named(address: str, url: str, head: str = "") -> int:
    """How often the outputs of an article, a list and a thread name a file."""
    outputs = chain(
        _outputs(Page(_source(address, head), url)),
        _comment_outputs(Page(_thread(address, head), url)),
    )
    return sum(len(_FILE.findall(one)) for one in outputs)


@pytest.mark.parametrize("url", [WEB, UNKNOWN])
@pytest.mark.parametrize("address", WRITTEN)
def test_a_page_from_the_web_names_no_file(address: str, url: str) -> None:
    assert _named(address, url) == 0


@pytest.mark.parametrize("base", ["file:///etc/", "FILE:///etc/", "file:etc/"])
def test_no_base_makes_files_of_a_web_page_s_addresses(base: str) -> None:
    head = f"<base href='{base}'>"
    assert _named("passwd", WEB, head) == 0
    assert Page(head, WEB).absolute("passwd") == "https://hostile.example/pages/passwd"
    assert Page(head).absolute("passwd") == "passwd"


def test_a_local_page_keeps_its_files() -> None:
    assert _named("file:///home/me/site/other.html", LOCAL) > 40
    page = Page("<base href='../more/'>", LOCAL)
    assert page.absolute("other.html") == "file:///home/me/site/more/other.html"
    assert Page("<a>", LOCAL.upper()).absolute("x") == "file:///HOME/ME/SITE/PAGES/x"
