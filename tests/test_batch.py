"""``scrapy treesim extract -o``: parts of findings, whatever the workers, stops and deaths."""

from __future__ import annotations

import csv
import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from scrapy.http import HtmlResponse
from scrapy.settings import Settings
from test_corpus import warc
from test_learn_commands import Done, run, told

from scrapy_treesim.commands.batch.partition import PartitionDone
from scrapy_treesim.commands.batch.parts import JsonLinesPart
from scrapy_treesim.commands.batch.run import Manifest
from scrapy_treesim.crawl.reader import PageReader
from scrapy_treesim.crawl.settings import read_settings

SERIAL = ("--executor", "serial")
ARTICLE = " ".join(
    f"Sentence {number} of a text that is long enough to be taken for the main one, with commas,"
    " and a full stop."
    for number in range(12)
)


def article(number: int, title: str = "Title") -> bytes:
    return (
        f"<html lang=en><head><title>{title} {number}</title></head><body>"
        f"<nav><a href=/>Home</a> <a href=/about>About</a></nav><main><article><h1>{title} {number}"
        f"</h1><p>{ARTICLE}</p><p>Number {number}. {ARTICLE}</p></article></main></body></html>"
    ).encode()


def listing(number: int) -> bytes:
    rows = "".join(
        f'<li class="row"><a href="/p/{number}-{row}">Thing {number}-{row}</a>'
        f'<span class="price">${row + 3}.50</span><p>Made of iron, number {row}</p></li>'
        for row in range(8)
    )
    return f"<html><body><h1>Things {number}</h1><ul class=list>{rows}</ul></body></html>".encode()


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mirror of two sites, a WARC file and a feed."""
    folder = tmp_path_factory.mktemp("corpus")
    for number in range(7):
        for host, body in (("a.example", article(number)), ("b.example", listing(number))):
            path = folder / host / f"{number}.html"
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(body)
    (folder / "x.warc.gz").write_bytes(
        warc(*(article(number, "Archived") for number in range(7)), gzipped=True)
    )
    lines: list[dict[str, Any]] = [
        {"url": f"http://c.example/{n}", "body": listing(n).decode()} for n in range(5)
    ]
    lines.append({"url": "http://c.example/gone", "body": listing(9).decode(), "status": 404})
    (folder / "y.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (folder / "z.txt").write_text("no page")
    return folder


@pytest.fixture(scope="module")
def expected(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The parts of the whole, made in one go."""
    folder = tmp_path_factory.mktemp("expected")
    assert extract(folder, pages).returncode == 0
    return parts(folder / "out")


def extract(
    folder: Path, pages: Path, *options: str, settings: Mapping[str, Any] | None = None
) -> Done:
    where = () if {"--workers", "--executor"} & {*options} else SERIAL
    given = ("-o", "out", "--partition-pages", "3", *where, *options)
    return run(folder, "extract", pages, *given, settings=settings)


def parts(folder: Path) -> dict[str, bytes]:
    """All parts by their names, and nothing else is there but the manifest."""
    found = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    del found["manifest.jsonl"]
    return found


def lines(folder: Path, kind: str) -> list[dict[str, Any]]:
    return [
        json.loads(line)
        for path in sorted((folder / "out" / kind).glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]


def manifest(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "out" / "manifest.jsonl").read_text("utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_findings_are_those_of_a_crawl(pages: Path, tmp_path: Path) -> None:
    done = extract(tmp_path, pages, "--partition-pages", "100")
    assert done.returncode == 0
    assert "26 pages, " in done.stderr
    assert "2 entries that are no pages; 3 partitions; written to out\n" in done.stderr
    settings = read_settings(Settings())
    reader = PageReader(settings)
    wanted: dict[str, list[dict[str, Any]]] = {"article": [], "records": []}
    for host in ("a.example", "b.example"):
        for path in sorted((pages / host).iterdir()):
            address = f"http://{host}/{path.name}"
            response = HtmlResponse(address, body=path.read_bytes())
            for kind, items in reader.read(response, settings.options).findings.items():
                wanted[kind] += [json.loads(json.dumps(dict(item))) for item in items]
    assert len(wanted["article"]) == 7
    assert len(wanted["records"]) == 56
    assert lines(tmp_path, "article")[-7:] == wanted["article"]
    assert lines(tmp_path, "records")[-56:] == wanted["records"]


def test_what_is_relative_to_today_has_a_date_only_where_a_page_tells_when_it_came(
    tmp_path: Path,
) -> None:
    rows = "".join(
        f"<li><h2><a href=/{n}>Thing {n}</a></h2><time>{n} days ago</time><p>Made of iron {n}</li>"
        for n in range(1, 9)
    )
    html = f"<html><body><h1>Things</h1><ul>{rows}</ul></body></html>".encode()
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "a.html").write_bytes(html)
    dated = warc(html, headers={"Date": "Sun, 31 May 2026 12:00:00 GMT"})
    (folder / "b.warc").write_bytes(dated)
    assert extract(tmp_path, folder).returncode == 0
    saved, came = (lines(tmp_path, "records")[at : at + 8] for at in (0, 8))
    assert {row["date"] for row in saved} == {None}
    assert [row["date"] for row in came] == [f"2026-05-{31 - n}" for n in range(1, 9)]


@pytest.mark.parametrize("options", [(), ("--partition-pages", "0")])
def test_a_damaged_file_is_told_and_the_exit_code_is_1(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, options: tuple[str, ...]
) -> None:
    whole = warc(*(article(number) for number in range(5)))
    (tmp_path / "cut.warc").write_bytes(whole[:-400])
    for _ in range(2):
        done = extract(tmp_path, tmp_path / "cut.warc", *options)
        assert done.returncode == 1
        assert "4 pages, 4 items, 1 entry that is no page (1 of damaged files" in done.stderr
    (line,) = caplog.messages
    assert "cut.warc#5" in line
    (tmp_path / "whole.warc").write_bytes(whole)
    assert run(tmp_path, "extract", tmp_path / "whole.warc", "-o", "all", *SERIAL).returncode == 0


def test_the_manifest_tells_of_each_partition(pages: Path, tmp_path: Path) -> None:
    assert extract(tmp_path, pages).returncode == 0
    heading, *of_parts, end = manifest(tmp_path)
    assert heading["partition_pages"] == 3
    assert [one["partition"] for one in of_parts] == [*range(len(of_parts))]
    assert of_parts[0]["first"].endswith("/x.warc.gz#1")
    assert of_parts[0]["last"].endswith("/x.warc.gz#3")
    assert sum(one["pages"] for one in of_parts) == end["pages"] == 26
    assert [one["left_out"] for one in of_parts if one["left_out"]] == [
        {"status": 1},
        {"not_html": 1},
    ]
    for one in of_parts:
        for kind, size in one["bytes"].items():
            path = tmp_path / "out" / kind / f"part-{one['partition']:05d}.jsonl"
            assert path.stat().st_size == size
            assert len(path.read_bytes().splitlines()) == one["items"][kind]
    assert end["complete"] is True


class Fault(Exception):
    pass


@pytest.mark.parametrize("after", [0, 1, 4, 9])
def test_a_fault_in_the_middle_loses_nothing(
    pages: Path,
    tmp_path: Path,
    expected: dict[str, bytes],
    monkeypatch: pytest.MonkeyPatch,
    after: int,
) -> None:
    added: list[int] = []
    add = Manifest.add

    def failing(self: Manifest, done: PartitionDone) -> None:
        if len(added) == after:
            raise Fault
        add(self, done)
        added.append(done.partition)

    with monkeypatch.context() as patch:
        patch.setattr(Manifest, "add", failing)
        with pytest.raises(Fault):
            extract(tmp_path, pages)
    # And the line after was not written in full.
    with (tmp_path / "out" / "manifest.jsonl").open("ab") as file:
        file.write(b'{"partition": 99, "pages": 1')
    (tmp_path / "out" / ".at-00003").write_text("1 2")
    done = extract(tmp_path, pages)
    assert done.returncode == 0
    assert (f"({after} done before)" in done.stderr) is (after > 0)
    assert parts(tmp_path / "out") == expected
    numbers = [one["partition"] for one in manifest(tmp_path)[1:-1]]
    assert numbers == [*range(len(numbers))]


def waited(until: Any) -> None:
    end = time.monotonic() + 600
    while not until():
        assert time.monotonic() < end
        time.sleep(0.01)


def done_in(folder: Path) -> int:
    path = folder / "out" / "manifest.jsonl"
    return path.read_bytes().count(b"\n") - 1 if path.exists() else 0


def heed_interrupts() -> None:
    """A shell lets the commands that it runs in the background ignore interrupts, and so would all
    processes that the tests start there."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.fixture
def long(tmp_path: Path) -> Path:
    """Four partitions of articles, and four of which each page may have to wait."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    bodies = [article(number, "Title" if number < 40 else "Waits") for number in range(80)]
    (folder / "x.warc").write_bytes(warc(*bodies))
    return folder


@pytest.mark.waits
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_killed_and_interrupted_it_goes_on(long: Path, tmp_path: Path, how: int) -> None:
    command = [sys.executable, "-m", "scrapy", "treesim", "extract", str(long), "-o", "out",
               "--format", "csv", "--partition-pages", "10", "--workers", "2",
               "-s", 'FEED_EXPORTERS={"csv": "dying_exporter.HeldExporter"}']  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    hold = tmp_path / "hold"
    hold.touch()
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True,
        start_new_session=True, preexec_fn=heed_interrupts,
    )  # fmt: skip
    # Both workers wait with a page, so that it cannot come to its end before it is told to stop.
    waited(
        lambda: (
            (len([*tmp_path.glob("held-*")]) == 2 and done_in(tmp_path) == 4)
            or process.poll() is not None
        )
    )
    assert process.poll() is None
    if how == signal.SIGINT:
        # As a terminal does it: to all of its processes.
        os.killpg(process.pid, how)
    else:
        process.send_signal(how)
    hold.unlink()
    _, said = process.communicate(timeout=600)
    if how == signal.SIGINT:
        assert process.returncode == 130, said
        assert "the same command goes on from there" in said
        assert "Traceback" not in said
    assert done_in(tmp_path) == 4
    subprocess.run(command, cwd=tmp_path, env=environment, check=True)
    whole = tmp_path / "whole"
    whole.mkdir()
    extract(whole, long, "--format", "csv", "--partition-pages", "10")
    assert parts(tmp_path / "out") == parts(whole / "out")


@pytest.mark.waits
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_a_page_at_which_workers_die_is_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "a.example"
    folder.mkdir()
    for number in range(12):
        name = {4: "4-deadly-after", 7: "7-innocent", 9: "9-once"}.get(number, str(number))
        (folder / f"{name}.html").write_bytes(article(number))
    options = ("--format", "csv", "--workers", "2", "--kinds", "article")
    done = run(tmp_path, "extract", folder, "-o", "out", "--partition-pages", "3", *options,
               settings={"FEED_EXPORTERS": {"csv": "dying_exporter.DyingExporter"}})  # fmt: skip
    assert done.returncode == 1
    assert "11 pages, 11 items, 1 page left out, of which workers died" in done.stderr
    written = [
        row["url"]
        for path in sorted((tmp_path / "out" / "article").iterdir())
        for row in csv.DictReader(StringIO(path.read_text("utf-8")))
    ]
    assert (tmp_path / "out" / ".died").exists()
    # Nor is there what the other worker, which had to go with it, had begun.
    assert not [*(tmp_path / "out" / "article").glob(".*")]
    assert [url.rpartition("/")[2] for url in written] == [
        path.name for path in sorted(folder.iterdir()) if "deadly" not in path.name
    ]


def test_parquet_has_the_same_schema_in_all_parts(pages: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert extract(tmp_path, pages, "--format", "parquet").returncode == 0
    again = tmp_path / "lines"
    again.mkdir()
    extract(again, pages)
    for kind in ("article", "records"):
        paths = sorted((tmp_path / "out" / kind).glob("*.parquet"))
        assert len({str(parquet.read_schema(path)) for path in paths}) == 1
        rows = [row for path in paths for row in parquet.read_table(path).to_pylist()]
        for row, line in zip(rows, lines(again, kind), strict=True):
            if "fields" in row:
                row["fields"] = dict(row["fields"])
            assert row == {**dict.fromkeys(row), **line}


def test_parquet_wants_pyarrow(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scrapy_treesim.commands.batch.run.can_write_parquet", lambda: False)
    said = told(extract(tmp_path, pages, "--format", "parquet"))
    assert said.endswith("to write Parquet: pip install pyarrow")


def test_what_a_format_does_not_take_costs_these_items_alone(
    pages: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = JsonLinesPart.add

    def failing(self: JsonLinesPart, items: Sequence[Any]) -> None:
        if items[0].url.endswith("/3.html"):
            raise TypeError("of no use")
        add(self, items)

    monkeypatch.setattr(JsonLinesPart, "add", failing)
    done = extract(tmp_path, pages)
    assert done.returncode == 1
    assert "26 pages, 101 items, 2 entries that are no pages, 2 errors in pages" in done.stderr
    problems = [one for line in manifest(tmp_path) for one in line.get("problems", ())]
    assert [one["where"] for one in problems] == ["write", "write"]
    assert problems[0]["url"] == "http://a.example/3.html"


def test_a_disk_that_is_full_tears_no_line(
    pages: Path, tmp_path: Path, expected: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(self: JsonLinesPart, items: Sequence[Any]) -> None:
        self._file.write(b'{"url": "http://')
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(JsonLinesPart, "add", failing)
        assert "No space left on device" in told(extract(tmp_path, pages))
    assert parts(tmp_path / "out") == {}
    assert extract(tmp_path, pages).returncode == 0
    assert parts(tmp_path / "out") == expected


@pytest.fixture(scope="module")
def extracted(pages: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("extracted")
    extract(folder, pages)
    return folder


@pytest.fixture
def begun(extracted: Path, tmp_path: Path) -> Path:
    """A copy of the whole, to change."""
    shutil.copytree(extracted, tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_other_options_and_pages_are_refused(begun: Path, pages: Path) -> None:
    assert "is of other settings or options" in told(extract(begun, pages, "--all"))
    assert "is of other settings or options" in told(extract(begun, pages, "--format", "csv"))
    assert "is of other pages, or some have changed" in told(extract(begun, pages / "a.example"))
    for other in ("{}\n", '{"mine": 1}'):
        (begun / "out" / "manifest.jsonl").write_text(other)
        assert "is no manifest of an extraction" in told(extract(begun, pages))
        assert (begun / "out" / "manifest.jsonl").read_text() == other


def test_parts_that_are_gone_or_shorter_are_made_again(
    begun: Path, pages: Path, expected: dict[str, bytes]
) -> None:
    gone, cut = sorted((begun / "out" / "article").iterdir())[:2]
    gone.unlink()
    cut.write_bytes(cut.read_bytes()[:-1])
    done = extract(begun, pages)
    assert done.returncode == 0
    assert "(8 done before, 2 lines of the manifest no longer valid)" in done.stderr
    assert parts(begun / "out") == expected
    again = extract(begun, pages)
    assert "(10 done before)" in again.stderr
    assert parts(begun / "out") == expected


@pytest.mark.parametrize(
    "change",
    [
        ('"stop": [', '"stop": [-'),
        ('"stop": [', '"stop": [9'),
        ('"stop": [', '"stop": [1e400, '),
        ('"stop": [', f'"stop": [{"9" * 5000}, '),
        ('"stop": [', '"stop": ["'),
        ('"partition": ', '"partition": -'),
        ('"pages": ', '"pages": 1'),
        ('"bytes": {', '"bytes": {"../..": 1, '),
        ('{"partition"', '[[{"partition"'),
        ('{"partition"', '"' * 1_000_001 + '{"partition"'),
    ],
    ids=lambda change: change[1][:20],
)
def test_partitions_whose_lines_were_changed_are_done_again(
    begun: Path, pages: Path, expected: dict[str, bytes], change: tuple[str, str]
) -> None:
    path = begun / "out" / "manifest.jsonl"
    changed = path.read_text("utf-8").splitlines(keepends=True)[:6]
    assert change[0] in changed[-1]
    changed[-1] = changed[-1].replace(*change, 1)
    path.write_text("".join(changed), "utf-8")
    done = extract(begun, pages)
    assert done.returncode == 0
    assert "26 pages, 110 items, 2 entries that are no pages; 10 partitions (" in done.stderr
    assert parts(begun / "out") == expected
    assert "(10 done before)" in extract(begun, pages).stderr


def test_a_heading_that_was_changed_is_refused(begun: Path, pages: Path) -> None:
    path = begun / "out" / "manifest.jsonl"
    text = path.read_text("utf-8")
    for change in (('"digest": "', '"digest": "x'), ('"stored": ', '"stored": -1e400')):
        path.write_text(text.replace(*change, 1), "utf-8")
        assert "is no manifest of an extraction" in told(extract(begun, pages))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("nowhere", "-o", "out"), "there is no nowhere"),
        (("p", "p", "-o", "out"), "p is the same as "),
        (("p", "p/a.html", "-o", "out"), "p/a.html lies in "),
        (("p", "-o", "."), "is among the pages themselves"),
        (("p", "-o", "p/out"), "is among the pages themselves"),
        (("p", "-o", "full"), "is neither empty nor of an extraction"),
        (("p", "-o", "full/mine"), "is a file: give the name of a folder"),
        (("p", "-o", "out", "--partition-pages", "-1"), "--partition-pages is 1 or more"),
        (("p", "-o", "out", "--format", "table"), "wants saved PAGES"),
        (("p", "--format", "parquet"), "--format parquet wants -o"),
        (("-o", "out"), "wants saved PAGES"),
        (("p", "-o", "out", "--workers", "0"), "the number of workers is 1 or more"),
        (("p", "-o", "out", "--executor", "nowhere"), "there is no executor"),
        (("p", "-o", "out", "--kinds", "articel"), "TREESIM_KINDS"),
    ],
)
def test_what_cannot_be_done_is_told(tmp_path: Path, arguments: Any, said: str) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "a.html").write_bytes(article(1))
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine").touch()
    folder = tmp_path / "p" if arguments[:3] == ("p", "-o", ".") else tmp_path
    given = [str(tmp_path / "p") if one == "p" else one for one in arguments]
    done = run(folder, "extract", *given)
    assert done.returncode == 2
    assert said in told(done)
