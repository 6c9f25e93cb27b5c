"""A diary of two shops that are redesigned twice: what a user sees and how many cells are right.

    python -m benchmarks.redesign_diary [--keep FOLDER]

Two generated shops of 300 pages each (see ``redesign_shops``) are learned, labelled with two
examples each and crawled. Then they are redesigned, crawled, learned from the pages of no
template, confirmed with one command and crawled again; and once more. Every step is a real command
in a process of its own. After each the diary has what it printed, warnings of the log among it, and
after each crawl how many cells are right: over the pages of all products, the fields that are just
as the page has them, and those that are rightly lacking.

It ends with exit code 1 where a step that changes anything says nothing.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from benchmarks.redesign_shops import (
    DESIGNS,
    FIELDS,
    SHOPS,
    Values,
    page_of,
    pages,
    products,
    starts,
    write_mirror,
)

TEMPLATES: Final = "templates.json"
PENDING: Final = "pending.sqlite"
SPIDER: Final = Path(__file__).with_name("redesign_spider.py")


class Diary:
    """The steps in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.silent: list[str] = []
        self._step = 0

    def step(self, what: str) -> None:
        """Begin a step."""
        self._step += 1
        print(f"\n{self._step}. {what}", flush=True)

    def command(self, *arguments: str, shown: str = "") -> None:
        """Run a command of Scrapy and print what it prints."""
        print(f"$ {shown or shlex.join(['scrapy', *arguments])}")
        started = perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "scrapy", *arguments],
            cwd=self.folder,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
        said = done.stdout + done.stderr
        print("".join(f"  {line}\n" for line in said.splitlines()), end="")
        print(f"  ({perf_counter() - started:.1f} s, exit code {done.returncode})", flush=True)
        if not said.strip():
            self.silent.append(shlex.join(arguments))

    def crawl(self, design: int, *, silent: bool) -> None:
        """Crawl both shops, and count the cells that are right."""
        before = len(self.silent)
        rows = self.folder / "rows.jsonl"
        rows.unlink(missing_ok=True)
        feeds = {"rows.jsonl": {"format": "jsonlines", "overwrite": True}}
        settings = {
            "MIRROR": "mirror",
            "LOG_LEVEL": "WARNING",
            "TREESIM_TEMPLATES": TEMPLATES,
            "TREESIM_TEMPLATES_PENDING": PENDING,
            "TREESIM_FEEDS": json.dumps(feeds),
        }
        chosen = [word for name, value in settings.items() for word in ("-s", f"{name}={value}")]
        arguments = ("-a", f"starts={' '.join(starts(design))}")
        self.command("runspider", str(SPIDER), *chosen, *arguments, shown="scrapy crawl mirror")
        if silent:
            # Where all is as it was there is nothing to tell.
            del self.silent[before:]
        print_cells(rows, design)


def print_cells(rows: Path, design: int) -> None:
    """Say how many cells are right, field by field and in all."""
    found: dict[str, dict[str, Any]] = {}
    blank = 0
    for line in rows.read_text("utf-8").splitlines() if rows.exists() else ():
        item = json.loads(line)
        found[item["url"]] = item["fields"]
        blank += not item["fields"]
    right, wrong, lacking = Counter[str](), Counter[str](), Counter[str]()
    number = 0
    for page in pages(design):
        number += 1
        fields = found.get(page.url)
        for name in FIELDS:
            expected, got = page.values.get(name), (fields or {}).get(name)
            if fields is not None and got == expected:
                right[name] += 1
            elif got is None:
                lacking[name] += 1
            else:
                wrong[name] += 1
    cells = number * len(FIELDS)
    print(
        f"  cells right: {right.total()} of {cells} ({right.total() / cells:.2%}); wrong"
        f" {wrong.total()}, lacking {lacking.total()}; blank rows {blank}"
    )
    parts = (f"{name} {right[name]}" for name in FIELDS)
    print(f"  right of {number} each: {', '.join(parts)}")


def examples(design: int) -> list[dict[str, Any]]:
    """Two products of each shop: the first with all fields, and the first that lacks some."""
    chosen = []
    for shop in SHOPS:
        some = [page_of(shop, product, design) for product in products(shop, design)]
        whole = next(page for page in some if {*page.values} == {*FIELDS})
        less = next(page for page in some if not {"old_price", "rating"} & page.values.keys())
        chosen += [_example(page.url, page.values) for page in (whole, less)]
    return chosen


def _example(url: str, values: Values) -> dict[str, Any]:
    return {"url": url, "fields": values}


def main(given: Sequence[str] | None = None) -> int:
    parser = ArgumentParser(prog="python -m benchmarks.redesign_diary")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="work there, and leave it")
    keep: Path | None = parser.parse_args(given).keep
    started = perf_counter()
    with ExitStack() as stack:
        folder = keep or Path(stack.enter_context(TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        diary = Diary(folder)
        _begin(diary)
        for design in range(1, len(DESIGNS)):
            _redesign(diary, design)
    print(f"\n{perf_counter() - started:.0f} s; silent steps: {len(diary.silent)}")
    return int(bool(diary.silent))


def _begin(diary: Diary) -> None:
    diary.step(f"The shops as they are at first, design {DESIGNS[0]}, are saved and learned.")
    write_mirror(diary.folder / "mirror", 0)
    diary.command("treesim", "learn", "mirror", "-o", TEMPLATES, "--workers", "1")
    diary.step("Two products of each shop are labelled by hand.")
    lines = [json.dumps(one, ensure_ascii=False) for one in examples(0)]
    (diary.folder / "labels.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
    diary.command("treesim", "label", TEMPLATES, "--examples", "labels.jsonl", "--pages", "mirror")
    diary.step("The shops are crawled.")
    diary.crawl(0, silent=True)


def _redesign(diary: Diary, design: int) -> None:
    letter = DESIGNS[design]
    diary.step(f"The shops are redesigned, to design {letter}, and crawled as ever.")
    write_mirror(diary.folder / "mirror", design)
    diary.crawl(design, silent=False)
    diary.step("Templates are learned from the pages of no template.")
    pending = ("--pending", PENDING)
    diary.command("treesim", "learn", *pending, "-o", TEMPLATES, "--workers", "1")
    diary.step("What was found again is confirmed: the one thing done by hand.")
    diary.command("treesim", "label", TEMPLATES, *pending, "--accept")
    diary.step(f"Design {letter} is crawled again.")
    diary.crawl(design, silent=True)


if __name__ == "__main__":
    sys.exit(main())
