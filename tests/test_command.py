"""``scrapy treesim extract``, and its tables."""

from __future__ import annotations

import csv
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import StringIO
from pathlib import Path
from socket import socket
from threading import Thread
from typing import Any

import pytest
from commands import run
from itemadapter import ItemAdapter
from scrapy.exceptions import UsageError

import scrapy_treesim
from scrapy_treesim import page_kind
from scrapy_treesim.commands.pages import url_of
from scrapy_treesim.commands.subcommands import PRINTED
from scrapy_treesim.commands.table import as_table, columns, cut
from scrapy_treesim.items import ArticleItem, CommentItem, RecordItem

pytestmark = pytest.mark.waits

SITE = Path(__file__).parents[1] / "example_project" / "site"
SHOP = SITE / "shop" / "index.html"
LANTERN = SITE / "shop" / "enamel-storm-lantern.html"
POST = SITE / "blog" / "night-train-to-vestmar.html"
CHINESE = SITE / "news-zh" / "laojie-gaizao.html"


def run_in_shell(
    folder: Path, *arguments: str | Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    """``scrapy treesim ...`` outside of any project."""
    return subprocess.run(
        [sys.executable, "-m", "scrapy", "treesim", *map(str, arguments)],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80", **environment},
    )


def lines(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


def told(done: subprocess.CompletedProcess[str]) -> str:
    """The one line that a refused command ends with."""
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    return done.stderr.splitlines()[-1]


# The command


def test_several_files_come_as_json_lines_page_by_page(tmp_path: Path) -> None:
    done = run_in_shell(tmp_path, "extract", SHOP, POST, CHINESE)
    assert done.returncode == 0
    assert done.stderr == ""
    found = lines(done)
    pages = list(dict.fromkeys(item["url"] for item in found))
    assert sorted(pages) == sorted(page.as_uri() for page in (SHOP, POST, CHINESE))
    assert [item["url"] for item in found] == sorted(
        (item["url"] for item in found), key=pages.index
    )
    kinds = [item["kind"] for item in found if item["url"] == POST.as_uri()]
    assert list(dict.fromkeys(kinds)) == ["article", "comments"]
    headlines = {item["headline"] for item in found if item["kind"] == "article"}
    assert headlines == {
        "Notes from the night train to Vestmar",
        "老街改造完工 临溪市民重走百年石板路",
    }
    assert {item["role"] for item in found} == {"main"}
    assert {item["page_kind"] for item in found if item["url"] == SHOP.as_uri()} == {"list"}
    assert list(tmp_path.iterdir()) == []


def test_a_page_with_nothing_main_is_told_in_one_line_and_shown_when_all_is_asked_for(
    tmp_path: Path,
) -> None:
    kinds = ["--kinds", "article,records,comments"]
    done = run(tmp_path, "extract", *kinds, LANTERN)
    assert done.returncode == 0
    assert done.stdout == ""
    assert done.stderr == (
        f"{LANTERN.as_uri()}: nothing is main, its kind is detail;"
        " --all shows 1 article and 4 records\n"
    )
    for asked in (["--all"], ["-s", "TREESIM_EMIT=all"]):
        done = run(tmp_path, "extract", *kinds, *asked, LANTERN)
        assert done.stderr == ""
        assert {item["kind"] for item in lines(done)} == {"article", "records"}
        assert {(item["role"], item["page_kind"]) for item in lines(done)} == {
            ("secondary", "detail")
        }


def test_a_table_names_what_it_leaves_out_and_shows_it_when_asked_for(tmp_path: Path) -> None:
    table = ["--format", "table", "--kinds", "article,records"]
    brief = run(tmp_path, "extract", *table, SHOP).stdout
    whole = run(tmp_path, "extract", *table, "--all", SHOP).stdout
    assert "SECONDARY  --all shows 1 article as well" in brief
    assert "ARTICLE" not in brief
    assert "SECONDARY" not in whole
    assert whole.index("RECORDS  region 0: 12") < whole.index("ARTICLE (secondary)")


def test_settings_may_be_given(tmp_path: Path) -> None:
    done = run(
        tmp_path, "extract", "-s", "TREESIM_KINDS=records",
        "-s", "TREESIM_RECORDS_METHOD=gong",
        "-s", 'TREESIM_RECORDS_METHOD_OPTIONS={"max_regions": 2}', "--all", SHOP,
    )  # fmt: skip
    assert done.returncode == 0
    assert {item["region"] for item in lines(done)} == {0, 1}


def test_the_project_is_used_but_stores_nothing_and_drops_nothing(tmp_path: Path) -> None:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = conf\n")
    (tmp_path / "conf.py").write_text(
        "FEEDS = {'out.jsonl': {'format': 'jsonlines'}}\n"
        "ITEM_PIPELINES = {'no.such.Pipeline': 1}\n"
        "TREESIM_KINDS = 'records'\nTREESIM_DROP_DUPLICATES = True\nLOG_LEVEL = 'DEBUG'\n"
        "TREESIM_FEEDS = {'found.jl': {}}\nTREESIM_ITEMS = 'dict'\n"
    )
    copy = tmp_path / "copy.html"
    copy.write_bytes(SHOP.read_bytes())
    again = tmp_path / "again.html"
    again.write_bytes(SHOP.read_bytes())
    done = run(tmp_path, "extract", copy, again)
    assert done.returncode == 0, done.stderr
    assert len(lines(done)) == 24
    assert {item["kind"] for item in lines(done)} == {"records"}
    assert done.stderr == ""
    assert not [*tmp_path.glob("*.jsonl"), *tmp_path.glob("*.jl"), *tmp_path.glob("treesim")]


def test_site_memory_of_the_project_is_not_written(tmp_path: Path) -> None:
    memory = tmp_path / "memory.json"
    done = run(tmp_path, "extract", "-s", f"TREESIM_SITE_MEMORY={memory}", POST)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_pages_where_nothing_is_found_are_named_and_no_error(tmp_path: Path) -> None:
    page = tmp_path / "nothing.html"
    page.write_text("<html><body><img src=a.png></body></html>")
    done = run(tmp_path, "extract", page)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"{page.as_uri()}: nothing found\n"
    done = run(tmp_path, "extract", "--kinds", "comments,records", page)
    assert done.stderr == f"{page.as_uri()}: nothing found of comments and records\n"


UNUSABLE = {
    "paper.pdf": (b"%PDF-1.4\n%\xe2\xe3\n1 0 obj\n<< /Type /Catalog >>", "it is no HTML"),
    "photo.png": (b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\1\0\0\0\1\b\6", "it is no HTML"),
    "empty.html": (b" \n", "it is empty"),
}


@pytest.mark.parametrize("form", [one for one in PRINTED if one != "auto"])
def test_what_is_no_page_is_told_in_one_line_whatever_the_format(tmp_path: Path, form: str) -> None:
    plain = SITE / "odd" / "plain.txt"
    said = {plain.as_uri(): "it is no HTML"}
    for name, (body, why) in UNUSABLE.items():
        (tmp_path / name).write_bytes(body)
        said[(tmp_path / name).as_uri()] = why
    done = run(tmp_path, "extract", "--kinds", "article", "--format", form, *UNUSABLE, plain, POST)
    assert done.returncode == 1
    assert sorted(done.stderr.splitlines()) == [f"{url}: {said[url]}" for url in sorted(said)]
    assert "night train" in done.stdout


@pytest.mark.parametrize("form", ["jsonl", "markdown"])
@pytest.mark.parametrize("name", UNUSABLE)
def test_what_is_no_page_on_standard_input_is_told_in_one_line(form: str, name: str) -> None:
    body, why = UNUSABLE[name]
    done = module("extract", "-", "--format", form, stdin=body)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.decode() == f"stdin://-: {why}\n"


def test_a_page_is_as_large_as_the_setting_allows(tmp_path: Path) -> None:
    done = run(tmp_path, "extract", "-s", "TREESIM_MAX_BYTES=1000", "--format", "text", POST)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"{POST.as_uri()}: it has more bytes than TREESIM_MAX_BYTES allows\n"


def test_a_page_that_cannot_be_fetched_is_named_and_the_others_are_printed(tmp_path: Path) -> None:
    missing = (tmp_path / "missing.html").as_uri()
    done = run(tmp_path, "extract", "--kinds", "records", missing, SHOP)
    assert done.returncode == 1
    assert len(lines(done)) == 12
    assert any(line.startswith(f"{missing}: ") for line in done.stderr.splitlines())
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["extract", "missing.html"], "missing.html: no such file, and no URL"),
        (["extract", "."], ".: a folder and no page; extract takes folders with -o alone"),
        (["extract", "--kinds", "nope", str(SHOP)], "TREESIM_KINDS = 'nope' cannot be used: give"),
        (["extract", "-s", "TREESIM_KIND=x", str(SHOP)], "did you mean TREESIM_KINDS?"),
        (["extract", "--similar", "li[", str(SHOP)], "'li[' is not CSS"),
        (
            ["extract", "--format", "nope", str(SHOP)],
            "there is no 'nope': there are auto, table",
        ),
        (["extract", "--format", "jsno", str(SHOP)], "there is no 'jsno': did you mean json?"),
        (["extract", "--kinds", "article", "--similar", "li", str(SHOP)], "--kinds records"),
        (["extract", "-o", "out.xlsx", str(SHOP)], "out.xlsx: a file ends in .jsonl, .jl, "),
        (["extract", "-o", "o.csv", "--format", "json", str(SHOP)], "is made of csv, and not of"),
        (["extract", "-o", "o.csv", str(SHOP.parent), "http://a.b"], "of URLs or of saved pages"),
        (["extract", "-o", "out", "HTTPS://shop.example"], "give a file such as out.jsonl"),
        (["extract", "-i", "no.txt"], "No such file or directory: 'no.txt'"),
        (["extract", "-o", "out.jsonl"], "extract wants a URL or FILE"),
        (["schema", "recrods"], "there is no kind recrods: did you mean records?"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_clear_line(
    tmp_path: Path, arguments: list[str], message: str
) -> None:
    done = run(tmp_path, *arguments)
    assert done.returncode == 2
    assert message in told(done)


def test_a_page_without_the_example_is_told_and_a_failure(tmp_path: Path) -> None:
    missed = run(tmp_path, "extract", "--similar", "li.nothing", SHOP)
    assert (missed.returncode, missed.stdout) == (1, "")
    assert "pages with no element like the example: 1" in missed.stderr
    matched = run(tmp_path, "extract", "--similar", "product-grid li", SHOP)
    assert (matched.returncode, matched.stderr) == (0, "")


def test_a_folder_may_be_named_like_a_file(tmp_path: Path) -> None:
    for _ in range(2):
        done = run(tmp_path, "extract", "-o", "out.jsonl/", "--workers", "1", SHOP)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "out.jsonl").is_dir()


@pytest.mark.parametrize("name", ["out.jsonl", "out.json", "out.csv", "out.parquet", "out.MD"])
def test_a_file_holds_what_would_be_printed(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("what was there")
    (tmp_path / name).chmod(0o600)
    (tmp_path / "urls.txt").write_text(f"\ufeff# pages\n{SHOP}\n\n {POST} \n", "utf-8")
    form = {"out.MD": "markdown"}.get(name, name.partition(".")[2])
    done = run(tmp_path, "extract", "-o", name, "-i", "urls.txt", "--kinds", "records")
    assert (done.returncode, done.stdout) == (0, "")
    assert "--all shows 8 records" in done.stderr or form == "markdown"
    assert sys.platform == "win32" or (tmp_path / name).stat().st_mode & 0o777 == 0o600
    if form == "parquet":
        parquet: Any = pytest.importorskip("pyarrow.parquet")
        assert parquet.read_table(tmp_path / name).num_rows == 12
        return
    printed = run(tmp_path, "extract", "--format", form, "-i", "urls.txt", "--kinds", "records")
    written = (tmp_path / name).read_text("utf-8")
    assert sorted(written.splitlines()) == sorted(printed.stdout.splitlines())
    assert form != "json" or len(json.loads(written)) == 12


def test_a_file_of_saved_pages_has_the_findings_of_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    folder.mkdir()
    for page in (SHOP, POST):
        (folder / page.name).write_bytes(page.read_bytes())
    (folder / "a.png").write_bytes(b"\x89PNG")
    one = run(tmp_path, "extract", "-o", "out.jsonl", folder)
    assert (one.returncode, one.stderr) == (0, "")
    assert run(tmp_path, "extract", "-o", "out", "--workers", "1", folder).returncode == 0
    parts = (path.read_text("utf-8") for path in (tmp_path / "out").rglob("part-*.jsonl"))
    written = (tmp_path / "out.jsonl").read_text("utf-8")
    assert sorted(written.splitlines()) == sorted("".join(parts).splitlines())


def test_a_file_of_json_is_extracted_and_inspected(tmp_path: Path) -> None:
    rows = [{"name": f"Oak stool {n}", "url": f"/p/{n}", "price": n} for n in range(5)]
    (tmp_path / "goods.json").write_text(json.dumps({"products": rows}))
    done = run(tmp_path, "extract", "-o", "out", "--workers", "1", "goods.json")
    assert (done.returncode, "1 page, 5 items" in done.stderr) == (0, True)
    done = run(tmp_path, "inspect", "--html", "goods.html", "goods.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Oak stool 4" in (tmp_path / "goods.html").read_text("utf-8")
    (tmp_path / "broken.json").write_text('{"products": [')
    done = run(tmp_path, "extract", "broken.json")
    assert (done.returncode, "its JSON is broken, or in pieces" in done.stderr) == (1, True)


def test_a_mistake_leaves_a_file_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "out.jsonl").write_text("mine")
    assert run(tmp_path, "extract", "-o", "out.jsonl", "--kinds", "nope", SHOP).returncode == 2
    assert (tmp_path / "out.jsonl").read_text() == "mine"
    (tmp_path / "none").mkdir()
    assert run(tmp_path, "extract", "-o", "out.jsonl", "none").returncode == 2
    assert (tmp_path / "out.jsonl").read_text() == "mine"
    (tmp_path / "urls.txt").write_text(f"{SHOP}\n")
    done = run(tmp_path, "extract", "-i", "urls.txt", "-o", "urls.txt")
    assert done.returncode == 2
    assert "urls.txt is read: give another file to write to" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["none", "out.jsonl", "urls.txt"]


def test_folders_of_a_file_are_made(tmp_path: Path) -> None:
    assert run(tmp_path, "extract", "-o", "a/b/out.jsonl", SHOP).returncode == 0
    assert (tmp_path / "a" / "b" / "out.jsonl").stat().st_size


def test_the_schema_of_a_kind_is_that_of_its_items(tmp_path: Path) -> None:
    schema = json.loads(run(tmp_path, "schema", "records").stdout)
    assert schema == ItemAdapter.get_json_schema(RecordItem)
    assert json.loads(run(tmp_path, "schema").stdout)["records"] == schema


def test_a_crawl_that_a_setting_ends_says_so_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "pages.py").write_text(
        "import scrapy\n"
        "class Pages(scrapy.Spider):\n"
        "    name = 'pages'\n"
        "    custom_settings = {'ADDONS': {'scrapy_treesim.Addon': 500}}\n"
    )
    command = [sys.executable, "-m", "scrapy", "runspider", "pages.py", "-L", "ERROR"]
    for setting, message in (
        ("TREESIM_KIND=x", "there is no setting TREESIM_KIND: did you mean TREESIM_KINDS?"),
        ('TREESIM_FEEDS={"%(a)s.csv": {}}', "there is no value for %(a)s"),
    ):
        done = subprocess.run(
            [*command, "-s", setting], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert told(done).endswith(message)


def test_the_version_is_printed(tmp_path: Path) -> None:
    done = run(tmp_path, "--version")
    assert (done.returncode, done.stdout) == (0, f"scrapy-treesim {scrapy_treesim.__version__}\n")


def test_a_refused_connection_is_one_line_where_robots_are_obeyed(tmp_path: Path) -> None:
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = conf\n")
    (tmp_path / "conf.py").write_text("ROBOTSTXT_OBEY = True\nRETRY_TIMES = 0\n")
    with socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/"
        done = run(tmp_path, "extract", url)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{url}: ")


def test_items_are_printed_where_the_terminal_has_another_encoding(tmp_path: Path) -> None:
    environment = {"PYTHONIOENCODING": "cp1252"}
    done = run_in_shell(tmp_path, "extract", "--kinds", "article", CHINESE, **environment)
    assert "Traceback" not in done.stderr
    assert len(done.stdout.splitlines()) == 1


def test_a_url_or_a_file_is_told_by_its_looks(tmp_path: Path) -> None:
    page = tmp_path / "a b#c.html"
    page.write_text("<p>x</p>")
    assert url_of(str(page)) == page.as_uri()
    for url in ("https://x.example/", "file:///x.html", "data:text/html,x"):
        assert url_of(url) == url
    for wrong in ("missing.html", "x.example/page", "C:\\x.html", ""):
        with pytest.raises(UsageError, match="no such file, and no URL"):
            url_of(wrong)


# Tables


@pytest.mark.parametrize(
    ("text", "width"),
    [
        ("", 0),
        ("abc", 3),
        ("中文", 4),
        ("ａｂ", 4),
        ("한글", 4),
        ("中a", 3),
        ("e\u0301", 1),
        ("a\u200bb", 2),
        ("ﾊﾝ", 2),
        ("😀", 2),
        ("…", 1),
    ],
)
def test_columns_count_wide_characters_twice_and_combining_ones_not_at_all(
    text: str, width: int
) -> None:
    assert columns(text) == width


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("abcd", 1, "…"),
        ("中文字", 6, "中文字"),
        ("中文字", 5, "中文…"),
        ("中文字", 4, "中…"),
        ("e\u0301a\u0300x", 3, "e\u0301a\u0300x"),
        ("e\u0301a\u0300x", 2, "e\u0301…"),
        ("a\x1b[31mb\x00\r\n\tc", 20, "a[31mbc"),
        ("\x00\x01\x02", 1, ""),
        ("\x9b31m", 20, "31m"),
        ("a\u202eb\u2066c\u200fd\u061ce", 20, "abcde"),
        ("می\u200cخواهم", 20, "می\u200cخواهم"),
    ],
)
def test_text_is_cut_to_columns_and_freed_of_control_characters(
    text: str, width: int, expected: str
) -> None:
    assert cut(text, width) == expected
    assert columns(cut(text, width)) <= width


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")


URL = "https://x.example/"


def record(position: int, text: str, link: str | None = None, region: int = 0) -> RecordItem:
    return RecordItem(
        URL, "records", "/r", 0.876, region=region, position=position, text=text, link=link
    )


def comment(**said: Any) -> CommentItem:
    return CommentItem(URL, "comments", "/c", 0.876, **said)


def text(role: str = "main", **said: Any) -> ArticleItem:
    return ArticleItem(URL, "article", "/a", 0.5, role=role, **said)


@pytest.mark.usefixtures("narrow")
def test_a_table_of_records() -> None:
    shown = as_table(
        [
            record(0, "first\nline", "/1"),
            record(1, "中文中文中文中文中文中文中文", "/2"),
            record(0, "elsewhere", region=1),
        ]
    )
    assert shown.splitlines() == [
        "https://x.example/",
        "",
        "RECORDS  region 0: 2  (0.88)",
        "  0  first line           /1",
        "  1  中文中文中文中文中…  /2",
        "",
        "RECORDS  region 1: 1  (0.88)",
        "  0  elsewhere",
        "",
    ]


@pytest.mark.usefixtures("narrow")
def test_a_table_of_comments() -> None:
    said = [
        comment(author="Ada", time="today", text="said\n\x1b[2Jthis"),
        comment(author="Bob", date="2024-05-01", depth=1, parent=0),
        comment(text="nothing"),
    ]
    assert as_table(said).splitlines() == [
        "https://x.example/",
        "",
        "COMMENTS  3  (0.88)",
        "  Ada    today       said [2Jthis",
        "    Bob  2024-05-01",
        "                     nothing",
        "",
    ]


@pytest.mark.usefixtures("narrow")
def test_a_table_of_an_article_is_cut_in_both_directions() -> None:
    lines = "\n".join(f"line {n} " + "x" * n for n in range(30, 50))
    shown = as_table([text(title="T", text=lines)]).splitlines()
    assert shown[2] == "ARTICLE  T  (0.50)"
    assert shown[3] == "  line 30 " + "x" * 30
    assert shown[4] == "  line 31 " + "x" * 29 + "…"
    assert shown[-2] == "  … 8 lines more"
    assert max(map(len, shown)) == 40


def test_a_table_begins_with_what_the_page_is_and_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "1000")
    kind = page_kind(SHOP.read_bytes())
    first, page, *reasons = as_table([record(0, "first")], kind).split("\n\n")[0].splitlines()
    assert first == URL
    assert page == f"PAGE  list  ({kind.confidence:.2f})"
    said = {effect.phrase: effect.change > 0 for effect in kind.effects[:5]}
    assert {line.partition(":")[0] for line in reasons} <= {"  for it", "  against it"}
    for line in reasons:
        side, _, phrases = line.partition(": ")
        assert all(said.pop(phrase) == (side == "  for it") for phrase in phrases.split("; "))
    assert not said


def test_what_is_secondary_comes_last_and_its_headings_say_so() -> None:
    beside = record(0, "beside")
    beside.role = "secondary"
    shown = as_table([text("secondary", headline="T"), beside, record(0, "main", region=1)])
    assert [line for line in shown.splitlines() if line[:1].isupper()] == [
        "RECORDS  region 1: 1  (0.88)",
        "ARTICLE (secondary)  T  (0.50)",
        "RECORDS (secondary)  region 0: 1  (0.88)",
    ]


def test_a_table_ends_with_what_it_leaves_out() -> None:
    shown = as_table([record(0, "first")], left_out="its text")
    assert shown.endswith("\n\nSECONDARY  --all shows its text as well\n\n")


# Errors


class _Answers(BaseHTTPRequestHandler):
    """Answers with the status that the path names, and an article."""

    def do_GET(self) -> None:
        body = POST.read_bytes()
        self.send_response(int(self.path.removeprefix("/")))
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture
def host() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Answers) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_an_error_page_is_told_of_in_one_line(tmp_path: Path, host: str) -> None:
    done = run(tmp_path, "extract", f"{host}/404", f"{host}/200")
    assert done.returncode == 1
    assert done.stderr == f"{host}/404: answered with 404 Not Found\n"
    assert {item["url"] for item in lines(done)} == {f"{host}/200"}
    asked = run(tmp_path, "extract", f"{host}/404", "-s", "HTTPERROR_ALLOW_ALL=1")
    assert (asked.returncode, asked.stderr) == (0, "")
    assert {item["status"] for item in lines(asked)} == {404}


@pytest.mark.parametrize(
    ("wrong", "hint"),
    [
        ("extrct", "did you mean extract?"),
        ("lable", "did you mean label?"),
        ("scrape", "there are extract, inspect, keytree, learn, label, eject and schema"),
    ],
)
def test_a_mistyped_command_is_an_error(tmp_path: Path, wrong: str, hint: str) -> None:
    done = run(tmp_path, wrong, "x")
    assert done.returncode == 2
    assert told(done).endswith(f"error: there is no command {wrong}: {hint}")


def test_spiders_of_the_project_that_cannot_be_imported_do_no_harm(tmp_path: Path) -> None:
    spiders = tmp_path / "shop" / "spiders"
    spiders.mkdir(parents=True)
    (tmp_path / "scrapy.cfg").write_text("[settings]\ndefault = shop.settings\n")
    for folder in (spiders, spiders.parent):
        (folder / "__init__.py").touch()
    (spiders.parent / "settings.py").write_text("SPIDER_MODULES = ['shop.spiders']\n")
    (spiders / "broken.py").write_text("import a_package_that_there_is_not\n")
    done = run_in_shell(tmp_path, "extract", "--kinds", "comments", POST)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(lines(done)) == 12


# Forms of what is printed, and pages from standard input


def module(*arguments: str | Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """``python -m scrapy_treesim ...``, in no project."""
    command = [sys.executable, "-m", "scrapy_treesim", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=300)


def test_a_page_comes_from_standard_input() -> None:
    url = "https://blog.example/night-train"
    done = module("extract", "-", "--url", url, "--kinds", "article", stdin=POST.read_bytes())
    assert done.returncode == 0, done.stderr
    (item,) = map(json.loads, done.stdout.splitlines())
    assert (item["url"], item["headline"]) == (url, "Notes from the night train to Vestmar")


@pytest.mark.parametrize("form", ["markdown", "text"])
def test_a_document_is_printed(form: str) -> None:
    done = module("extract", "--format", form, POST)
    assert done.returncode == 0, done.stderr
    page = scrapy_treesim.Page(POST)
    found = scrapy_treesim.article(page)
    assert found is not None
    written = scrapy_treesim.markdown(page) if form == "markdown" else f"{found.text}\n"
    assert done.stdout.decode() == written.replace(POST.as_uri(), POST.resolve().as_uri())


def test_csv_is_of_one_kind_and_tells_of_others() -> None:
    done = module("extract", "--format", "csv", POST)
    rows = list(csv.DictReader(StringIO(done.stdout.decode())))
    assert [row["headline"] for row in rows] == ["Notes from the night train to Vestmar"]
    assert done.stderr.decode().strip() == "CSV of article only; for other kinds: --kinds comments"
    done = module("extract", "--format", "csv", "--kinds", "comments", POST)
    assert len(list(csv.DictReader(StringIO(done.stdout.decode())))) == 12


@pytest.mark.parametrize(
    "command", ["extract", "inspect", "keytree", "learn", "label", "eject", "schema"]
)
def test_each_command_has_a_help_of_its_own(command: str) -> None:
    done = module(command, "--help")
    told = done.stdout.decode()
    assert done.returncode == 0
    assert f"scrapy treesim {command} " in told
    assert "--loglevel" in told
    assert ("--partition-pages" in told) == (command == "extract")
    assert ("--min-pages" in told) == (command == "learn")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["extract", "--fromat", "csv", "a"],
            "there is no option --fromat: did you mean --format?",
        ),
        (["--kinds", "article", "extract", "a"], "options come after the command: --kinds"),
        (["extract", "--format", "pdf", "a"], "there is no 'pdf': there are auto, table, jsonl"),
        (["eject", "--what", "spidr", "a"], "there is no 'spidr': did you mean spider?"),
        (["learn", "--html", "a"], "there is no option --html"),
    ],
)
def test_a_wrong_option_is_one_line(arguments: list[str], said: str) -> None:
    done = module(*arguments)
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert said in line


# What is printed for a reader who has gone, as `head` goes


@pytest.fixture
def unread() -> Iterator[int]:
    """The end of a pipe that nobody reads."""
    reading, writing = os.pipe()
    os.close(reading)
    yield writing
    os.close(writing)


@pytest.mark.parametrize("option", [[], ["-u"]], ids=["", "unbuffered"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["schema"],
        ["--version"],
        ["--help"],
        ["extract", "--help"],
        *(["extract", "--format", form, SHOP] for form in ("jsonl", "csv", "json", "table")),
        ["extract", "--format", "markdown", POST],
    ],
    ids=lambda arguments: "-".join(map(str, arguments[:3])),
)
def test_a_reader_may_go(unread: int, option: list[str], arguments: list[str | Path]) -> None:
    command = [sys.executable, *option, "-m", "scrapy_treesim", *map(str, arguments)]
    done = subprocess.run(command, stdout=unread, stderr=subprocess.PIPE, timeout=300, check=False)
    assert done.returncode == 0
    assert b"Error" not in done.stderr


def test_no_further_pages_are_fetched_for_a_reader_who_has_gone(unread: int) -> None:
    pages = [SHOP.as_uri()] * 300
    command = [sys.executable, "-m", "scrapy_treesim", "extract", "-L", "INFO", *pages]
    done = subprocess.run(command, stdout=unread, stderr=subprocess.PIPE, timeout=300, check=False)
    fetched = re.search(rb"'response_received_count': (\d+)", done.stderr)
    assert fetched
    assert int(fetched[1]) < 60


def test_files_are_written_though_nobody_reads(unread: int, tmp_path: Path) -> None:
    file = tmp_path / "templates.json"
    command = [sys.executable, "-u", "-m", "scrapy_treesim", "learn", str(SHOP.parent)]
    command += ["-o", str(file)]
    done = subprocess.run(command, stdout=unread, stderr=subprocess.PIPE, timeout=300, check=False)
    assert done.returncode == 0
    assert b"2 new templates" in done.stderr
    assert len(scrapy_treesim.Templates.load(file)) == 2
