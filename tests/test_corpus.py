"""Readers of saved pages: folders, WARC files, Scrapy's HTTP cache, feeds."""

from __future__ import annotations

import base64
import gzip
import io
import json
import logging
import os
import sys
import zlib
from collections import Counter
from pathlib import Path
from typing import Any

import brotli
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scrapy import Request, Spider
from scrapy.extensions.httpcache import DbmCacheStorage, FilesystemCacheStorage
from scrapy.http import Headers, HtmlResponse, Response
from scrapy.utils.test import get_crawler

from scrapy_treesim.files.corpus import Corpus, CorpusError, open_corpus
from scrapy_treesim.files.saved_page import SavedPage
from scrapy_treesim.templates.learn.learning import with_progress

NONE: dict[str, str] = {}
HTTP = {"Content-Type": "application/http; msgtype=response"}
TEXT_HTML = {"Content-Type": "text/html; charset=utf-8"}


def html(text: str = "Hello") -> bytes:
    return f"<!doctype html><html><body><p>{text}</p></body></html>".encode()


def write(folder: Path, name: str, content: bytes) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def keys(corpus: Corpus) -> list[str]:
    return [page.key for page in corpus.pages()]


def counts(corpus: Corpus) -> Counter[str]:
    reading = corpus.pages()
    for _ in reading:
        pass
    return reading.counts


# ------------------------------------------------------------------------------------------ folders


def test_a_folder_of_files_at_any_depth(tmp_path: Path) -> None:
    for name in ("b.html", "a/c.htm", "a/d.XHTML", "a/e/f.html"):
        write(tmp_path, f"site/{name}", html(name))
    write(tmp_path, "site/z.html.gz", gzip.compress(html("z")))
    pages = {page.key: page for page in open_corpus(tmp_path / "site").pages()}
    assert list(pages) == [
        "site/b.html", "site/z.html.gz", "site/a/c.htm", "site/a/d.XHTML", "site/a/e/f.html"
    ]  # fmt: skip
    assert pages["site/z.html.gz"].body == html("z")
    assert {page.url for page in pages.values()} == {""}
    assert pages["site/b.html"].page().text() == "b.html"


def test_files_of_other_names_are_pages_if_they_start_like_one(tmp_path: Path) -> None:
    write(tmp_path, "site/view.php?t=5", b'\xef\xbb\xbf<?xml version="1.0"?>\n<!-- a -->' + html())
    write(tmp_path, "site/style.css", b"body { color: red } /* <html> */")
    write(tmp_path, "site/logo.png", b"\x89PNG\r\n" + bytes(50))
    corpus = open_corpus(tmp_path / "site")
    assert keys(corpus) == ["site/view.php?t=5"]
    assert counts(corpus) == Counter(pages=1, not_html=2)


def test_what_is_no_page_is_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    write(tmp_path, "site/a.html", html())
    write(tmp_path, "site/binary.html", bytes(range(32)) * 20)
    write(tmp_path, "site/data.html", b'{"a": ["<p>b</p>"]}')
    write(tmp_path, "site/cut.html.gz", gzip.compress(html() + os.urandom(900))[:300])
    write(tmp_path, "site/damaged.html.gz", b"\x1f\x8b\x08" + bytes(50))
    write(tmp_path, "site/empty.html", b" \n")
    write(tmp_path, "site/large.html", html("x" * 2_000))
    write(tmp_path, "site/bomb.html.gz", gzip.compress(html("x" * 5_000_000)))
    with caplog.at_level(logging.WARNING):
        found = counts(open_corpus(tmp_path / "site", max_bytes=1_000))
    assert found == Counter(pages=1, not_html=2, empty=1, too_large=2, broken=2)
    assert ["cut.html.gz" in caplog.messages[0], "damaged.html.gz" in caplog.messages[1]] == [1, 1]
    assert len(caplog.messages) == 2


def test_what_is_no_file_is_passed_over(tmp_path: Path) -> None:
    write(tmp_path, "site/a.html", html())
    os.mkfifo(tmp_path / "site" / "pipe.html")
    (tmp_path / "site" / "gone.html").symlink_to(tmp_path / "nowhere")
    (tmp_path / "site" / "loop").symlink_to(tmp_path / "site")
    (tmp_path / "site" / "zero.html").symlink_to("/dev/zero")
    assert keys(open_corpus(tmp_path / "site")) == ["site/a.html"]


@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("mirror/www.shop.example/a/b c.html", "http://www.shop.example/a/b%20c.html"),
        ("mirror/shop.example:8080/a.html.gz", "http://shop.example:8080/a.html"),
        ("mirror/shop.example+8080/v.html?t=5&u=%C3%BC", "http://shop.example:8080/v.html?t=5&u=%C3%BC"),
        ("mirror/pages/shop.example/a.html", ""),
        ("mirror/shop.example", ""),
        ("mirror/v1.2/a.html", ""),
        ("mirror/a.html", ""),
        ("www.shop.example/a/b.html", "http://www.shop.example/a/b.html"),
        ("shop.example/cdn.example/b.html", "http://cdn.example/b.html"),
    ],
)  # fmt: skip
def test_a_mirror_tells_addresses(tmp_path: Path, name: str, url: str) -> None:
    write(tmp_path, name, gzip.compress(html()) if name.endswith(".gz") else html())
    (page,) = open_corpus(tmp_path / name.split("/")[0]).pages()
    assert page.url == url


def test_what_was_left_out_is_told_in_print_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    attributes = " ".join(f"a{n}=0" for n in range(9_000))
    write(tmp_path, "site/a\x1b[31m\u202eb.html", f"<html {attributes}>".encode())
    write(tmp_path, "site/b.html", html())
    with caplog.at_level(logging.WARNING):
        found = counts(open_corpus(tmp_path / "site"))
    assert found == Counter(pages=1, broken=1)
    (line,) = caplog.messages
    assert line.isprintable()
    assert r"'site/a\x1b[31m\u202eb.html', broken: a tag with too many attributes" in line


def test_names_that_are_no_text_make_keys_that_are(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    with open(os.path.join(os.fsencode(folder), b"caf\xe9.html"), "wb") as file:
        file.write(html())
    (key,) = keys(open_corpus(folder))
    assert key.encode() == rb"site/caf\udce9.html"
    assert [page.key for page in open_corpus(folder).read([key])] == [key]


def test_a_folder_may_hold_all_kinds(tmp_path: Path) -> None:
    write(tmp_path, "all/a.html", html())
    write(tmp_path, "all/b.jl", feed({"url": "http://a.example", "body": html().decode()}))
    write(tmp_path, "all/c.warc.gz", warc(html(), gzipped=True))
    store(tmp_path / "all", html())
    write(tmp_path, "all/truth.jsonl", feed({"id": 1}, {"id": 2}))
    corpus = open_corpus(tmp_path / "all")
    first, second, third, cached = keys(corpus)
    assert [first, second, third] == ["all/a.html", "all/b.jl#1", "all/c.warc.gz#1"]
    assert cached.startswith("all/pages/")
    assert counts(corpus) == Counter(pages=4, not_html=1)


# ------------------------------------------------------------------------------------- any of them


def test_a_reading_goes_on_where_it_stopped(tmp_path: Path) -> None:
    for number in range(5):
        write(tmp_path, f"site/{number}.html", html(str(number)))
    corpus = open_corpus(tmp_path / "site")
    reading = corpus.pages()
    done = {next(reading).key for _ in range(2)}
    rest = open_corpus(tmp_path / "site").pages(skip=done)
    assert [page.key for page in rest] == ["site/2.html", "site/3.html", "site/4.html"]
    assert rest.counts == Counter(pages=3, known=2)


def test_chosen_pages_are_read_again(tmp_path: Path) -> None:
    write(tmp_path, "all/a.html", html("a"))
    write(tmp_path, "all/b.html", html("b"))
    write(tmp_path, "all/c.warc", warc(html("c1"), html("c2"), html("c3")))
    write(tmp_path, "all/d.jl", feed(*({"url": "", "body": html(f"d{n}").decode()} for n in "123")))
    corpus = open_corpus(tmp_path / "all")
    chosen = ["all/d.jl#2", "all/c.warc#3", "all/b.html", "all/nowhere.html"]
    again = list(corpus.read(chosen))
    assert [page.key for page in again] == ["all/b.html", "all/c.warc#3", "all/d.jl#2"]
    assert again == [page for page in corpus.pages() if page.key in chosen]
    assert list(corpus.read([])) == []


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("nowhere", None, "there is no "),
        ("empty", {}, "no saved pages"),
        ("styles", {"a.css": b"body {}"}, "no saved pages"),
        ("notes.txt", b"some text", "no saved pages"),
        ("truth.jsonl", b'{"id": 1}\n', "no saved pages"),
        (
            "cut.jl.gz",
            gzip.compress(b'{"url": "", "body": "<p>"}' * 99, mtime=0)[:15],
            "cannot be read",
        ),
    ],
)
def test_what_is_no_corpus_is_refused(
    tmp_path: Path, name: str, content: Any, message: str
) -> None:
    if isinstance(content, bytes):
        write(tmp_path, name, content)
    elif content is not None:
        (tmp_path / name).mkdir()
        for inner, held in content.items():
            write(tmp_path / name, inner, held)
    with pytest.raises(CorpusError) as caught:
        open_corpus(tmp_path / name)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_progress_is_told_on_a_terminal_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        write(tmp_path, f"site/{number}.html", html())
    for terminal in (True, False):
        stderr = io.StringIO()
        monkeypatch.setattr(stderr, "isatty", lambda terminal=terminal: terminal)
        monkeypatch.setattr("sys.stderr", stderr)
        pages = with_progress(open_corpus(tmp_path / "site").pages(), "reading")
        assert len(list(pages)) == 3
        assert ("reading: 100%" in stderr.getvalue()) is terminal
        assert ("3 pages" in stderr.getvalue()) is terminal


# -------------------------------------------------------------------------------------------- WARC


def record(
    kind: str, block: bytes, headers: dict[str, str] = NONE, length: int | None = None
) -> bytes:
    """One record of a WARC file."""
    size = len(block) if length is None else length
    given = {"WARC-Type": kind, "WARC-Record-ID": "<urn:uuid:0>", "Content-Length": str(size)}
    return lines("WARC/1.0", given | headers) + block + b"\r\n\r\n"


def lines(first: str, headers: dict[str, str]) -> bytes:
    return "\r\n".join((first, *(f"{name}: {headers[name]}" for name in headers), "", "")).encode()


def warc(*bodies: bytes, gzipped: bool = False, headers: dict[str, str] = NONE) -> bytes:
    """A WARC file of responses with these bodies and HTTP headers."""
    start = lines("HTTP/1.1 200 OK", TEXT_HTML | headers)
    info = {"Content-Type": "application/warc-fields"}
    asked = {"Content-Type": "application/http; msgtype=request"}
    records = [record("warcinfo", b"software: a test\r\n", info)]
    for number, body in enumerate(bodies):
        where = {"WARC-Target-URI": f"http://a.example/{number}"}
        records.append(record("request", b"GET / HTTP/1.1\r\n\r\n", where | asked))
        records.append(record("response", start + body, where | HTTP))
    return b"".join(map(gzip.compress, records) if gzipped else records)


@pytest.mark.parametrize("gzipped", [False, True])
def test_responses_of_a_warc_file(tmp_path: Path, gzipped: bool) -> None:
    name = "crawl.warc.gz" if gzipped else "crawl.warc"
    path = write(tmp_path, name, warc(html("0"), html("1"), gzipped=gzipped))
    assert list(open_corpus(path).pages()) == [
        SavedPage(f"{name}#{n + 1}", f"http://a.example/{n}", html(str(n)), "utf-8", 200)
        for n in range(2)
    ]


GZIPPED = gzip.compress(html(), mtime=0)


def chunked(body: bytes) -> bytes:
    return b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (chunked(html()), {"Transfer-Encoding": "chunked"}),
        (GZIPPED, {"Content-Encoding": "gzip"}),
        (zlib.compress(html()), {"Content-Encoding": "deflate"}),
        (zlib.compress(html())[2:-4], {"Content-Encoding": "deflate"}),
        (brotli.compress(html()), {"Content-Encoding": "br"}),
        (zlib.compress(GZIPPED), {"Content-Encoding": "gzip, identity, deflate"}),
        (chunked(GZIPPED), {"Transfer-Encoding": "chunked", "Content-Encoding": "GZip"}),
        (html(), {"Content-Encoding": "gzip"}),
    ],
    ids="chunked gzip deflate raw-deflate brotli several gzip-chunked undone-before".split(),
)  # fmt: skip
def test_encodings_are_undone(tmp_path: Path, body: bytes, headers: dict[str, str]) -> None:
    (page,) = open_corpus(write(tmp_path, "a.warc", warc(body, headers=headers))).pages()
    assert page.body == html()


def test_zstd_is_undone(tmp_path: Path) -> None:
    name = "backports.zstd" if sys.version_info < (3, 14) else "compression.zstd"
    packed = pytest.importorskip(name).compress(html("x" * 3_000))
    path = write(tmp_path, "a.warc", warc(packed, headers={"Content-Encoding": "zstd"}))
    assert [page.body for page in open_corpus(path).pages()] == [html("x" * 3_000)]
    assert counts(open_corpus(path, max_bytes=2_000)) == Counter(too_large=1)


def test_an_encoding_without_a_decoder_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("scrapy_treesim.files.saved_page.import_module", missing)
    body = brotli.compress(html())
    path = write(tmp_path, "a.warc", warc(body, headers={"Content-Encoding": "br"}))
    assert counts(open_corpus(path)) == Counter(broken=1)
    assert "no decoder is installed" in caplog.text


@pytest.mark.parametrize(
    ("body", "headers", "reason"),
    [
        (b"\x89PNG" + bytes(99), {"Content-Type": "image/png"}, "not_html"),
        (b'{"a": 1}', {"Content-Type": ""}, "not_html"),
        (b"   ", {}, "empty"),
        (gzip.compress(html("x" * 9_000), mtime=0), {"Content-Encoding": "gzip"}, "too_large"),
        (brotli.compress(html("x" * 9_000)), {"Content-Encoding": "br"}, "too_large"),
        (html("x" * 100_000), {}, "too_large"),
        (b"no gzip", {"Content-Encoding": "gzip"}, "broken"),
        (b"secret", {"Content-Encoding": "rot13"}, "broken"),
    ],
    ids="image json blank gzip-bomb brotli-bomb long no-gzip rot13".split(),
)
def test_responses_that_are_no_pages_are_counted(
    tmp_path: Path, body: bytes, headers: dict[str, str], reason: str
) -> None:
    path = write(tmp_path, "a.warc", warc(html(), body, headers=headers))
    if "Content-Type" in headers or "Content-Encoding" in headers:
        path.write_bytes(warc(html()) + warc(body, headers=headers))
    found = counts(open_corpus(path, max_bytes=4_000))
    assert found == Counter(pages=1, **{reason: 1})


def test_redirects_resources_and_other_records(tmp_path: Path) -> None:
    moved = b"HTTP/1.1 301 Moved\r\nContent-Type: text/html\r\nLocation: /b\r\n\r\n" + html()
    gone = b"HTTP/1.1 404 Not Found\r\nContent-Type: text/html; charset=gbk\r\n\r\n" + html()
    where = {"WARC-Target-URI": "<http://a.example/>"}
    held = [
        record("response", moved, HTTP),
        record("response", gone, where | HTTP),
        record("resource", html("saved"), where | {"Content-Type": "text/html"}),
        record("resource", b"body {}", {"Content-Type": "text/css"}),
        record("response", b"20240101 a.example", {"Content-Type": "text/dns"}),
        record("metadata", html(), {"Content-Type": "text/html"}),
        record("revisit", gone, HTTP),
    ]
    corpus = open_corpus(write(tmp_path, "a.warc", b"".join(held)))
    assert list(corpus.pages()) == [
        SavedPage("a.warc#2", "http://a.example/", html(), "gb18030", 404),
        SavedPage("a.warc#3", "http://a.example/", html("saved")),
    ]
    assert counts(corpus) == Counter(pages=2, redirect=1, not_html=2)


@pytest.mark.parametrize("gzipped", [False, True])
def test_reading_goes_on_behind_a_broken_record(tmp_path: Path, gzipped: bool) -> None:
    first, broken, last = (warc(html(f"{n}" * 50), gzipped=gzipped) for n in range(3))
    broken = (
        b"\x1f\x8b\x08\0" + bytes(90) if gzipped else broken.replace(b"WARC/1.0", b"WARC/zz", 1)
    )
    path = write(tmp_path, "a.warc.gz" if gzipped else "a.warc", first + broken + last)
    corpus = open_corpus(path)
    bodies = [page.body for page in corpus.pages()]
    assert bodies[0] == html("0" * 50)
    assert bodies[-1] == html("2" * 50)
    assert counts(corpus)["broken"] == 1
    assert keys(corpus) == keys(corpus)


def test_a_wrong_length_costs_one_record(tmp_path: Path) -> None:
    page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html()
    good = record("response", page, HTTP)
    for length in (3, len(page) + 9, -1):
        wrong = record("response", page, HTTP, length)
        path = write(tmp_path, "a.warc", good + wrong + good + good)
        found = counts(open_corpus(path))
        assert 2 <= found["pages"] <= 4
        assert found["broken"] + found["empty"] >= 1
    endless = record("response", page, HTTP, 10**15)
    path = write(tmp_path, "a.warc", good + endless + good)
    assert counts(open_corpus(path)) == Counter(pages=2, too_large=1, broken=1)


@pytest.mark.parametrize("gzipped", [False, True])
def test_a_warc_file_cut_off(tmp_path: Path, gzipped: bool) -> None:
    whole = warc(html("first"), html("last" + os.urandom(500).hex()), gzipped=gzipped)
    path = write(tmp_path, "a.warc.gz" if gzipped else "a.warc", whole[:-200])
    corpus = open_corpus(path)
    assert [page.body for page in corpus.pages()] == [html("first")]
    assert counts(corpus) == Counter(pages=1, broken=1)


@pytest.mark.parametrize("gzipped", [False, True])
@pytest.mark.parametrize("kind", ["request", "response"])
@pytest.mark.parametrize("length", [20_000, 10**15])
def test_a_record_longer_than_its_file_hides_none_of_those_behind_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, gzipped: bool, kind: str, length: int
) -> None:
    page = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + html()
    good = record("response", page, HTTP)
    held = [good, record(kind, page, HTTP, length), good, good]
    written = b"".join(map(gzip.compress, held) if gzipped else held)
    path = write(tmp_path, "a.warc.gz" if gzipped else "a.warc", written)
    pages = open_corpus(path, max_bytes=1_000).pages()
    assert [page.body for page in pages] == [html()] * 3
    assert (pages.damaged, pages.counts["broken"]) == (1, 1)
    (line,) = caplog.messages
    assert path.name in line
    assert str(length) in line


@pytest.mark.parametrize("gzipped", [False, True])
def test_wherever_a_warc_file_is_cut_it_is_told_once(tmp_path: Path, gzipped: bool) -> None:
    whole = warc(html("first"), html("last"), gzipped=gzipped)
    first = len(warc(html("first"), gzipped=gzipped))
    info = len(warc(gzipped=gzipped))
    ends = {first + (first - info) // 2, *range(first + 3, len(whole) - 4, 7)}
    for number, end in enumerate(sorted(ends)):
        pages = open_corpus(
            write(tmp_path, f"{number}/a.warc{'.gz' * gzipped}", whole[:end])
        ).pages()
        assert html("first") in [page.body for page in pages]
        # Where one record ends and the next begins nothing tells that there was more.
        is_between = not gzipped and whole[:end].endswith(b"\r\n\r\n")
        assert pages.damaged == 1 or is_between, end
    pages = open_corpus(write(tmp_path, f"a.warc{'.gz' * gzipped}", whole)).pages()
    assert (len(list(pages)), pages.damaged) == (2, 0)


@pytest.mark.parametrize("cut", [0, 300])
def test_a_warc_file_that_is_packed_as_a_whole_tells_its_end(tmp_path: Path, cut: int) -> None:
    packed = gzip.compress(warc(*(html(os.urandom(500).hex()) for _ in range(9))))
    pages = open_corpus(write(tmp_path, "a.warc.gz", packed[: len(packed) - cut])).pages()
    assert len(list(pages)) == (8 if cut else 9)
    assert pages.damaged == (1 if cut else 0)


def test_endless_headers_are_not_read(tmp_path: Path) -> None:
    endless = gzip.compress(b"WARC/1.0\r\nX: " + b"a" * 3_000_000)
    http = b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 20_000 + b"\r\n" + html()
    held = gzip.compress(record("response", http, HTTP))
    assert counts(open_corpus(write(tmp_path, "a.warc.gz", held + endless))) == Counter(broken=2)


EMPTY = gzip.compress(b"", mtime=0)


@pytest.mark.parametrize(
    "between", [b"", EMPTY, 2 * EMPTY + b"\0" * 9], ids=["nothing", "empty", "zeros"]
)
def test_packed_warc_files_that_were_joined_are_read_to_the_end(
    tmp_path: Path, between: bytes
) -> None:
    files = [warc(html(one), html(other), gzipped=True) for one, other in ("01", "23", "45")]
    path = write(tmp_path, "joined.warc.gz", between.join((*files, b"")))
    pages = open_corpus(path).pages()
    assert [page.body for page in pages] == [html(str(number)) for number in range(6)]
    assert pages.damaged == 0
    path.write_bytes(path.read_bytes() + files[0][:-20])
    pages = open_corpus(path).pages()
    assert len([*pages]) == 7
    assert pages.damaged == 1


def test_warc_files_need_a_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write(tmp_path, "all/a.warc", warc(html()))
    monkeypatch.setattr("scrapy_treesim.files.formats.can_read_warc", lambda: False)
    with pytest.raises(CorpusError, match="pip install fastwarc"):
        open_corpus(path)
    write(tmp_path, "all/0.html", html())
    assert counts(open_corpus(tmp_path / "all")) == Counter(pages=1, broken=1)


@given(st.binary(max_size=400), st.integers(0, 600), st.booleans())
def test_no_warc_file_raises(
    tmp_path_factory: pytest.TempPathFactory, junk: bytes, place: int, gzipped: bool
) -> None:
    whole = WARC_GZ if gzipped else WARC
    path = tmp_path_factory.mktemp("junk") / ("a.warc.gz" if gzipped else "a.warc")
    path.write_bytes(whole[:place] + junk + whole[place + len(junk) // 2 :])
    corpus = open_corpus(path)
    assert len(set(keys(corpus))) == counts(corpus)["pages"]


WARC = warc(html("0"), html("1"))
WARC_GZ = warc(html("0"), html("1"), gzipped=True)


# ------------------------------------------------------------------------------------ HTTP cache


def store(
    folder: Path, *bodies: bytes, gzipped: bool = False, headers: dict[str, str] = NONE
) -> None:
    """Let Scrapy's own storage keep responses."""
    for number, body in enumerate(bodies):
        url = f"http://a.example/it's?n={number}"
        response = HtmlResponse(url, headers=Headers(TEXT_HTML | headers), body=body)
        store_response(folder, FilesystemCacheStorage, Request(url), response, gzipped)


def store_response(
    folder: Path, storage: Any, request: Request, response: Response, gzipped: bool = False
) -> None:
    crawler = get_crawler(
        settings_dict={
            "HTTPCACHE_DIR": str(folder),
            "HTTPCACHE_GZIP": gzipped,
            "HTTPCACHE_DBM_MODULE": "dbm.dumb",
        }
    )
    spider = Spider.from_crawler(crawler, name="pages")
    crawler.spider = spider
    cache = storage(crawler.settings)
    cache.open_spider(spider)
    cache.store_response(spider, request, response)
    cache.close_spider(spider)


@pytest.mark.parametrize("gzipped", [False, True])
def test_the_http_cache(tmp_path: Path, gzipped: bool) -> None:
    store(tmp_path / "httpcache", html("0"), html("1"), gzipped=gzipped)
    pages = list(open_corpus(tmp_path / "httpcache").pages())
    assert {page.url: page.body for page in pages} == {
        "http://a.example/it's?n=0": html("0"), "http://a.example/it's?n=1": html("1")
    }  # fmt: skip
    assert {(page.encoding, page.status) for page in pages} == {("utf-8", 200)}
    assert all(page.key.startswith("httpcache/pages/") for page in pages)
    assert keys(open_corpus(tmp_path / "httpcache" / "pages")) == [
        page.key.removeprefix("httpcache/") for page in pages
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("meta", b""),
        ("meta", b"[" * 90_000),
        ("meta", b"\xff\xfe"),
        ("meta", b"{'status': __import__('os').system('true')}"),
        ("meta", b"{'url': 'a" + b"\\" * 99_000),
        ("meta", b"x" * 200_000),
        ("response_headers", b"A: b\n" * 90_000),
    ],
)
def test_broken_responses_of_the_cache_are_counted(
    tmp_path: Path, name: str, content: bytes
) -> None:
    store(tmp_path, html())
    write(tmp_path, "ok.html", html())
    (path,) = tmp_path.glob(f"pages/*/*/{name}")
    path.write_bytes(content)
    found = counts(open_corpus(tmp_path))
    assert found["pages"] == 1
    assert found["broken"] + found["too_large"] == 1


def test_pickles_of_the_cache_are_never_read(tmp_path: Path) -> None:
    store(tmp_path, html())
    for path in tmp_path.glob("pages/*/*/*"):
        if path.name in ("pickled_meta", "response_data"):
            path.write_bytes(b"cos\nsystem\n(S'false'\ntR.")
    assert counts(open_corpus(tmp_path)) == Counter(pages=1)


def test_a_pickled_cache_is_refused(tmp_path: Path) -> None:
    response = HtmlResponse("http://a.example/", headers={}, body=html())
    store_response(tmp_path, DbmCacheStorage, Request("http://a.example/"), response)
    with pytest.raises(CorpusError, match="no saved pages"):
        open_corpus(tmp_path)


# ------------------------------------------------------------------------------------------- feeds


def feed(*items: Any) -> bytes:
    return b"".join(json.dumps(item).encode() + b"\n" for item in items)


@pytest.mark.parametrize("gzipped", [False, True])
def test_a_feed(tmp_path: Path, gzipped: bool) -> None:
    written = feed(
        {"url": "http://a.example/1", "body": html("Grüße").decode()},
        {"url": "http://a.example/2", "html": html("2").decode(), "status": 404, "more": [1, {}]},
        {"url": "http://a.example/3", "body": base64.b64encode(html("3")).decode()},
        {"body": base64.encodebytes(html("4" * 99)).decode()},
    )
    name = "feed.jl.gz" if gzipped else "feed.jsonl"
    path = write(tmp_path, name, gzip.compress(written) if gzipped else written)
    assert list(open_corpus(path).pages()) == [
        SavedPage(f"{name}#1", "http://a.example/1", html("Grüße")),
        SavedPage(f"{name}#2", "http://a.example/2", html("2"), status=404),
        SavedPage(f"{name}#3", "http://a.example/3", html("3")),
        SavedPage(f"{name}#4", "", html("4" * 99)),
    ]


def test_lines_that_are_no_pages_are_counted(tmp_path: Path) -> None:
    held = {"url": "http://a.example/", "body": html().decode()}
    lines = [
        feed(held),
        b"\n",
        b'{"url": "http://a.example/", "body": "<p>cut off\n',
        b"[" * 2_500 + b"\n",
        b'{"n": ' + b"9" * 2_500 + b', "body": "<p>ok"}\n',
        b"[1, 2]\n",
        feed({"url": "", "body": None}, {"url": "", "body": "no markup"}, {"body": 7}),
        feed({"body": " "}),
        feed({"body": base64.b64encode(b"no page").decode()}),
        feed({"body": html("x" * 2_000).decode()}, {"body": html("x" * 9_000).decode()}),
        b"\xff\xfe\n",
        b'{"url": 5, "status": "x", "body": "<p>\\ud800"}',
    ]
    path = write(tmp_path, "feed.jl", b"".join(lines))
    corpus = open_corpus(path, max_bytes=1_000)
    assert keys(corpus) == ["feed.jl#1", "feed.jl#5", "feed.jl#15"]
    assert counts(corpus) == Counter(pages=3, broken=4, not_html=4, empty=1, too_large=2)


def test_a_packed_feed_cut_off(tmp_path: Path) -> None:
    written = feed(*({"body": html(os.urandom(2_000).hex()).decode()} for _ in range(30)))
    path = write(tmp_path, "feed.jl.gz", gzip.compress(written)[:-5_000])
    pages = open_corpus(path).pages()
    assert 0 < len(list(pages)) < 30
    assert (pages.damaged, pages.counts["broken"]) == (1, 1)


def test_a_feed_cut_off_in_a_line_is_damaged_and_one_with_a_broken_line_is_not(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    written = feed(*({"body": html(str(number)).decode()} for number in range(3)))
    cut = open_corpus(write(tmp_path, "cut.jsonl", written[:-9])).pages()
    broken = open_corpus(write(tmp_path, "broken.jsonl", b"{\n" + written)).pages()
    whole = open_corpus(write(tmp_path, "whole.jsonl", written[:-1])).pages()
    assert [len(list(pages)) for pages in (cut, broken, whole)] == [2, 3, 3]
    assert [pages.damaged for pages in (cut, broken, whole)] == [1, 0, 0]
    assert "cut.jsonl#3" in caplog.messages[0]
