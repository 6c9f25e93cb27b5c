"""Every benchmark starts, and measures a tiny set."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from datetime import date
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from kind_pages import article, good, goods_list, thread
from lxml import html as lxml_html

from benchmarks.comment_truth import TrueFields, date_right

ROOT = Path(__file__).parents[1]
MODULES = {"fuzz": "fuzz.__main__"}
STARTED_BY_OTHERS = {"crawl_side", "page_server"}
COMMANDS = sorted(
    path.stem if path.stem != "__main__" else path.parent.name
    for path in (*(ROOT / "benchmarks").glob("*.py"), ROOT / "benchmarks" / "fuzz" / "__main__.py")
    if 'if __name__ == "__main__":' in path.read_text("utf-8")
    and path.stem not in STARTED_BY_OTHERS
)
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture(scope="session")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one set, whose truth is of every kind."""
    folder = tmp_path_factory.mktemp("benchmarks")
    (folder / "tiny" / "dev" / "pages").mkdir(parents=True)
    pages = {f"good{number}": good() for number in range(6)}
    pages |= {"article": article(), "list": goods_list(), "thread": thread()}
    rows = []
    for name, page in pages.items():
        packed = folder / "tiny" / "dev" / "pages" / f"{name}.html.gz"
        packed.write_bytes(gzip.compress(page.encode()))
        root = lxml_html.document_fromstring(page)
        items = [*root.iter("li")][-5:] if name == "list" else []
        path = root.getroottree().getpath
        rows.append({
            "id": name, "url": f"https://narrows.example/{name}", "host": "narrows.example",
            "site": "narrows.example", "template": name[:4], "page_type": "service", "lang": "en",
            "text": "The ferry returns", "author": "Ada Byron", "date": "2024-03-11",
            "fields": {"name": ["The ferry returns"], "list": [{"name": "Monday"}]},
            "ingredients": ["2 eggs"], "instructions": ["Boil them."],
            "regions": [{"records": [{"xpaths": [path(one)]} for one in items]}] if items else [],
            "comments": [{"text": "Thank you", "xpath": "/html/body", "depth": 0}],
        })  # fmt: skip
    truth = folder / "tiny" / "dev" / "truth.jsonl"
    truth.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    (folder / "scrapy_treesim").mkdir()
    (folder / "scrapy_treesim" / "__init__.py").write_text('"""Nothing."""\n\ndef no(): ...\n')
    (folder / "hashes.json").write_text('{"a": {"article": "1"}}', "utf-8")
    return folder


def run(monkeypatch: pytest.MonkeyPatch, command: str, *arguments: str) -> None:
    """Run a command in this process; skip where a package that it wants is missing."""
    monkeypatch.setattr(sys, "argv", [command, *arguments])
    try:
        import_module(f"benchmarks.{MODULES.get(command, command)}").main()
    except ModuleNotFoundError as error:
        pytest.skip(str(error))
    except SystemExit as ended:
        if ended.code:
            raise


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_tells_its_arguments(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, command, "--help")
    assert "usage:" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("clustering --data SET --repeats 0 --methods joining", "9 pages of 4 templates, 1 sites"),
        ("code DATA", "| kernels | 0 |"),
        ("comments --data SET --strip -v", "page F1 by true comments"),
        ("cost --data SET --repeat 1 --limit 1", "everything"),
        ("details --declared --data SET", "properties kept"),
        ("details --data SET", "price"),
        ("details --data SET:all --false-prices --limit 7", "tiny/dev:all"),
        ("fields --data SET --k 1", "tiny/dev"),
        ("growth --nodes 200,400 --shapes siblings --findings article", "above 1.15"),
        ("identity --compare DATA/hashes.json DATA/hashes.json", "all the same on 1 pages"),
        ("list_prices --data SET", "pages,"),
        ("metadata DATA --sets tiny", "author  ours"),
        ("next_links --data SET", "tiny/dev"),
        ("peers DATA --sets tiny --peers", "| tiny | 9     |"),
        ("details --recipes --data SET", "of 9 pages: ingredients 0.000"),
        ("redesign --data SET --kinds all_at_once", "all_at_once"),
    ],
)
def test_a_tiny_set_is_measured(
    command: str,
    expected: str,
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name, *arguments = command.split()
    places = {"SET": str(data / "tiny" / "dev"), "DATA": str(data)}
    for word, place in places.items():
        arguments = [one.replace(word, place) for one in arguments]
    run(monkeypatch, name, *arguments)
    assert expected in capsys.readouterr().out


@linux_only
@pytest.mark.waits
def test_a_crawl_is_measured(data: Path) -> None:
    given = "crawl_speed --count 4 --warm 2 --rounds 1 --sides default --pages".split()
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{given[0]}", *given[1:], str(data / "tiny" / "dev")],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "| one selector |" in done.stdout
    assert "default: " in done.stdout
    assert "FAILED" not in done.stdout


def test_a_comments_date_is_compared_by_its_day() -> None:
    true = TrueFields("ada", (), frozenset((date(2024, 5, 3),)))
    dates = ("2024-05-03", "2024-05-03T10:00:00", "2024-05-04", None)
    found = [date_right(true, SimpleNamespace(date=one)) for one in dates]
    assert found == [True, True, False, False]
