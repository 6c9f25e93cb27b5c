"""A corpus in slices: together they are the whole, whatever was done before."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

import pytest
from test_corpus import html, warc, write

from scrapy_treesim.files.corpus import Corpus, open_corpus
from scrapy_treesim.files.slices import Slice, Stop, slices


def feed(number: int) -> bytes:
    lines = [json.dumps({"url": f"http://b.example/{n}", "body": f"<p>{n}</p>"}) for n in
             range(number)]  # fmt: skip
    return "\n\n".join([*lines, ""]).encode()


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    """Files of one page and of many, side by side."""
    folder = tmp_path / "all"
    bodies = [html(str(number)) for number in range(7)]
    for number in range(5):
        write(folder, f"a{number}.html", html(f"a{number}"))
    write(folder, "b.warc.gz", warc(*bodies, gzipped=True))
    write(folder, "c.warc", warc(*bodies[:3]))
    write(folder, "d.html", html("d"))
    write(folder, "e.jsonl", feed(8))
    write(folder, "f.jsonl.gz", gzip.compress(feed(5)))
    write(folder, "g.warc.gz", gzip.compress(warc(*bodies)))
    write(folder, "h.warc", b"nothing of the kind")
    write(folder, "i.warc.gz", warc(*bodies, gzipped=True)[:-300])
    write(folder, "j.html", html("j"))
    return open_corpus(folder)


def cut(corpus: Corpus, most: int, done: dict[int, Stop] | None = None) -> list[Slice]:
    return [*slices(corpus.sources(), most, corpus.max_bytes, done or {})]


def keys(one: Slice, corpus: Corpus, left_out: frozenset[int] = frozenset()) -> list[str]:
    return [page.key for page in one.pages(corpus.max_bytes, left_out)]


@pytest.mark.parametrize("most", [0, 1, 2, 3, 4, 7, 100])
def test_slices_are_the_whole_corpus(corpus: Corpus, most: int) -> None:
    found = cut(corpus, most)
    assert [one.number for one in found] == [*range(len(found))]
    pages = [page for one in found for page in one.pages(corpus.max_bytes)]
    assert pages == [*corpus.pages()]
    packed_as_one = {"g.warc.gz"}
    for one in found:
        held = keys(one, corpus)
        if most and not any(
            key.partition("/")[2].partition("#")[0] in packed_as_one for key in held
        ):
            assert len(held) <= most


def test_slices_begin_in_the_midst_of_files(corpus: Corpus) -> None:
    found = cut(corpus, 3)
    assert [keys(one, corpus) for one in found[:5]] == [
        ["all/a0.html", "all/a1.html", "all/a2.html"],
        ["all/a3.html", "all/a4.html"],
        ["all/b.warc.gz#1", "all/b.warc.gz#2", "all/b.warc.gz#3"],
        ["all/b.warc.gz#4", "all/b.warc.gz#5", "all/b.warc.gz#6"],
        ["all/b.warc.gz#7"],
    ]


@pytest.mark.parametrize("most", [0, 2, 3])
def test_what_is_done_is_passed_over(corpus: Corpus, most: int) -> None:
    found = cut(corpus, most)
    for number in range(len(found)):
        for done in (
            found[:number],
            found[number:],
            found[number : number + 3],
            found[::2],
            [one for one in found if one.number % 3],
        ):
            left = cut(corpus, most, {one.number: one.stop for one in done})
            assert [replace(one, stored=0) for one in left] == [
                replace(one, stored=0) for one in found if one not in done
            ]


def test_entries_that_are_left_out(corpus: Corpus) -> None:
    one = cut(corpus, 3)[2]
    assert keys(one, corpus, frozenset({1})) == ["all/b.warc.gz#1", "all/b.warc.gz#3"]


def test_bytes_add_up(corpus: Corpus) -> None:
    of_slices = sum(one.stored for one in cut(corpus, 0))
    assert of_slices == corpus.stored


def test_pages_tell_when_they_came(tmp_path: Path) -> None:
    dated = {"Date": "Sun, 31 May 2026 14:00:00 +0200"}
    said = [
        page.moment
        for name, body in (("a.warc", warc(html(), headers=dated)), ("b.warc", warc(html())))
        for page in open_corpus(write(tmp_path, name, body)).pages()
    ]
    assert said == [datetime(2026, 5, 31, 12, tzinfo=timezone.utc), None]
    archived = warc(html()).replace(
        b"WARC-Type: response", b"WARC-Date: 2026-05-30T01:02:03Z\r\nWARC-Type: response"
    )
    (page,) = open_corpus(write(tmp_path, "c.warc", archived)).pages()
    assert page.moment == datetime(2026, 5, 30, 1, 2, 3, tzinfo=timezone.utc)
    assert page.page().moment == page.moment
