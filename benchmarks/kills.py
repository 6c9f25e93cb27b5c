"""Processes are killed while they write; what they had told of must be in the files.

    python -m benchmarks.kills [--count 200] [--seed 1] [--together 3]

A process writes one thing after the other and tells of each when it is done. At a random moment it
is killed (SIGKILL). Then all that it told of must be in the file, which must be whole; and the next
process goes on with the same file. Besides: two processes that write to one file, and a disk that
is full.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import random
import select
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from io import StringIO
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import scrapy
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Request, Response
from scrapy.settings import Settings

from scrapy_treesim import Page, SiteMemory, extract
from scrapy_treesim.commands import Command
from scrapy_treesim.inspector.labels.example_file import LabelFile, TemplatePages
from scrapy_treesim.inspector.labels.key_tree_making import save_key_tree
from scrapy_treesim.templates.by_example.key_trees import KeyTrees
from scrapy_treesim.templates.store.pending import PendingStore
from scrapy_treesim.templates.store.store import Templates

LONGEST: Final = 0.6
"""Seconds after its first word within which a process is killed."""
FIRST_WORD: Final = 60.0
"""Seconds within which it must have begun."""
SMALL: Final = 128
"""Kilobytes of the disk that becomes full."""
MOST: Final = 2_000
"""Things that are written to it."""

Tell = Callable[[int], None]


# What is written: each writer takes a folder, a number to begin with, and what it tells.


def page_of(number: int) -> bytes:
    """A page of an article, like no other."""
    text = "".join(
        f"<p>On day {number} the {a} was closed because of the {b}, and those who came by had to"
        f" wait for {number * 7 % 90} minutes before part {k} of it was opened again.</p>"
        for k, (a, b) in enumerate((("river", "ice"), ("bridge", "wind"), ("market", "fair")) * 3)
    )
    return f"<html><title>Day {number}</title><div class=story>{text}</div>".encode()


class _Pages(scrapy.Spider):
    """Asks for pages without end."""

    name = "pages"

    def __init__(self, first: int, **named: Any) -> None:
        super().__init__(**named)
        self.first = first

    async def start(self) -> AsyncIterator[Request]:
        for number in count(self.first):
            yield Request(f"https://{number % 3}.example/{number}", meta={"number": number})

    def parse(self, response: Response) -> None:
        pass


class PagesMiddleware:
    """In place of a network; tells of a response when the crawl is done with it."""

    tell: Tell

    def process_request(self, request: Request) -> HtmlResponse:
        """The page that is asked for."""
        return HtmlResponse(request.url, body=page_of(request.meta["number"]), request=request)

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """All that comes out, then the word."""
        async for one in result:
            yield one
        PagesMiddleware.tell(response.meta["number"])


def gather(folder: Path, first: int, tell: Tell) -> None:
    """Pages of no template, by a crawl."""
    PagesMiddleware.tell = tell
    chosen = {
        "ADDONS": {"scrapy_treesim.Addon": 500}, "TWISTED_REACTOR_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False, "LOG_LEVEL": "CRITICAL",
        "DOWNLOADER_MIDDLEWARES": {PagesMiddleware: 900},
        "SPIDER_MIDDLEWARES": {PagesMiddleware: 100},
        "TREESIM_KINDS": ["template"], "TREESIM_TEMPLATES_PENDING": folder / "pending.sqlite",
    }  # fmt: skip
    asyncio.run(Crawler(_Pages, Settings(chosen)).crawl_async(first=first))


def fill_store(folder: Path, first: int, tell: Tell) -> None:
    """Pages of no template, without the crawl that goes on when there is no room."""
    with PendingStore(folder / "pending.sqlite") as store:
        for number in count(first):
            store.add(f"https://{number % 3}.example/{number}", page_of(number))
            tell(number)


def gathered(folder: Path) -> set[int]:
    """The numbers of the pages in the store, each of which must be whole."""
    with PendingStore(folder / "pending.sqlite") as store:
        pages = {int(one.url.rpartition("/")[2]): one.body for one in store.pages()}
    if any(body != page_of(number) for number, body in pages.items()):
        raise ValueError("a page is damaged")
    return {*pages}


_GOODS: Final = "<ul>" + "".join(
    f"<li><a href=/{n}>{name}</a> <b>${n}.50</b>"
    for n, name in enumerate("Apple Pear Plum Fig Quince Cherry Peach Grape".split())
)


def remember(folder: Path, first: int, tell: Tell) -> None:
    """Site memory, saved after every page."""
    path = folder / "memory.json"
    memory = SiteMemory.load(path) if path.exists() else SiteMemory()
    for number in count(first):
        url = f"https://{number % 200}.example/{number}"
        extract(_GOODS, url=url, memory=memory)
        memory.save(path)
        tell(number)


def remembered(folder: Path) -> set[int]:
    """Numbers from 0, as many as the memory knows pages; it must load."""
    path = folder / "memory.json"
    SiteMemory.load(path)
    sites = json.loads(path.read_bytes())["sites"]
    lists = [columns for lists in sites.values() for columns in lists.values()]
    return {*range(sum(max(pages for *_, pages in columns) for columns in lists))}


def _run(*arguments: object) -> None:
    """``scrapy treesim ...`` in this process."""
    command = Command()
    command.settings = Settings()
    parser = argparse.ArgumentParser()
    command.add_options(parser)
    opts, rest = parser.parse_known_args([*map(str, arguments)])
    told = StringIO()
    try:
        with redirect_stdout(StringIO()), redirect_stderr(told):
            command.process_options(rest, opts)
            command.run(rest, opts)
    except SystemExit:
        raise OSError(told.getvalue().strip()) from None


def _learn(folder: Path, host: str, *, again: bool = True) -> Path:
    """Learn the template of three pages of a site; the file of the pages."""
    path = folder.parent / f"pages{os.getpid()}.jsonl"
    lines = []
    for number in range(3):
        html = (
            f"<title>Goods</title><main class=product><h1 class=name>Lamp {number}</h1><p"
            f" class=price>{number}.50 EUR</p><p class=about>It stands on three feet, gives light"
            f" to a table of {number + 4} people, and was made by hand in a workshop.</p></main>"
        )
        lines.append(json.dumps({"url": f"https://{host}/goods/{number}.html", "body": html}))
    path.write_text("\n".join(lines) + "\n")
    out = folder / "templates.json"
    if again or not out.exists():
        _run("learn", path, "-o", out, "--workers", 1, "--keep-errors")
    return path


def learn(folder: Path, first: int, tell: Tell) -> None:
    """Templates of one site after the other, by ``scrapy treesim learn``."""
    for number in count(first):
        _learn(folder, f"s{number}.example")
        tell(number)


def learned(folder: Path) -> set[int]:
    """The numbers of the sites that have a template."""
    return {
        int(one.site.partition(".")[0][1:]) for one in Templates.load(folder / "templates.json")
    }


def label(folder: Path, first: int, tell: Tell) -> None:
    """One field after the other of one template, by ``scrapy treesim label``."""
    pages = _learn(folder, "shop.example", again=False)
    examples = folder.parent / f"examples{os.getpid()}.jsonl"
    url = "https://shop.example/goods/1.html"
    for number in count(first):
        examples.write_text(json.dumps({"url": url, "fields": {f"f{number % 400}": "Lamp 1"}}))
        _run("label", folder / "templates.json", "--examples", examples, "--pages", pages)
        tell(number)


def labelled(folder: Path) -> set[int]:
    """The numbers of the fields."""
    return {int(name[1:]) for name in Templates.load(folder / "templates.json").field_names}


def make_key_trees(folder: Path, first: int, tell: Tell) -> None:
    """One key tree after the other into one file, as the inspector does."""
    goods = "<ul>" + "<li><h3>Lamp</h3><p>9 EUR</p></li>" * 5 + "</ul>"
    page = Page(goods, url="https://shop.example/list")
    node = next(n for n in range(len(page.tree)) if page.tree.name(n) == "li")
    for number in count(first):
        save_key_tree(page, node, f"t{number}", "shop.example", folder / "key_trees.json")
        tell(number)


def key_trees_made(folder: Path) -> set[int]:
    """The numbers of the key trees."""
    return {int(one.name[1:]) for one in KeyTrees.load(folder / "key_trees.json").named}


def give_examples(folder: Path, first: int, tell: Tell) -> None:
    """One labelled example after the other into one file, as the inspector does."""
    file = LabelFile(folder / "examples.jsonl", TemplatePages([]))
    for number in count(first):
        file.put(f"https://shop.example/{number}", "name", "Lamp", ["/html/body"])
        tell(number)


def examples_given(folder: Path) -> set[int]:
    """The numbers of the examples."""
    entries = LabelFile(folder / "examples.jsonl", TemplatePages([])).entries()
    return {int(entry.url.rpartition("/")[2]) for entry in entries}


@dataclass(frozen=True, slots=True)
class Target:
    """Something that is written to files."""

    name: str
    work: Callable[[Path, int, Tell], None]
    held: Callable[[Path], set[int]]
    """The numbers that the files hold; what raises is a damaged file."""
    counts: bool = False
    """True where only the number of things can be known."""

    def lost(self, told: set[int], held: set[int]) -> int:
        """The number of things told that are not held."""
        return max(0, len(told) - len(held)) if self.counts else len(told - held)


TARGETS: Final = (
    Target("pages of no template, in a crawl", gather, gathered),
    Target("site memory, saved", remember, remembered, counts=True),
    Target("learn: templates", learn, learned),
    Target("label: fields", label, labelled),
    Target("key trees", make_key_trees, key_trees_made),
    Target("labelled examples", give_examples, examples_given),
)


# Processes


@dataclass(slots=True)
class Writer:
    """A process that writes, and what it told of."""

    pid: int
    pipe: int
    told: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, target: Target, folder: Path, first: int) -> Writer:
        """Start it."""
        ours, theirs = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(ours)
            try:
                target.work(folder, first, lambda n: void(os.write(theirs, n.to_bytes(8, "big"))))
            except BaseException:
                traceback.print_exc()
            os._exit(1)
        os.close(theirs)
        return cls(pid, ours)

    def listen(self, seconds: float) -> bool:
        """Take in what it tells for some time; whether it goes on."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if select.select([self.pipe], [], [], left)[0] and not self._take():
                return False
        return True

    def end(self) -> bool:
        """Kill it, and take in the rest; tell if it had ended by itself."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        while self._take():
            pass
        os.close(self.pipe)
        return not os.WIFSIGNALED(status) or os.WTERMSIG(status) != signal.SIGKILL

    def _take(self) -> bool:
        data = os.read(self.pipe, 8 * 1024)
        self.told += [int.from_bytes(data[at : at + 8], "big") for at in range(0, len(data), 8)]
        return bool(data)


def void(_: object) -> None:
    """Nothing, of anything."""


@dataclass(slots=True)
class Outcome:
    """The outcome of one target."""

    target: Target
    kills: int = 0
    told: set[int] = field(default_factory=set)
    lost: int = 0
    damaged: int = 0
    """Files that could not be read."""
    stopped: int = 0
    """Processes that ended by themselves: the next run did not work."""

    def end(self, writer: Writer) -> None:
        """Kill a writer."""
        self.stopped += writer.end()
        self.told.update(writer.told)

    def look(self, folder: Path) -> set[int]:
        """See what the files hold of what was told."""
        held: set[int] = set()
        try:
            if any(one.suffix != ".part" for one in folder.iterdir()):
                held = self.target.held(folder)
        except Exception as error:
            if "No such file" not in str(error):
                print(f"{self.target.name}: {type(error).__name__}: {error}", file=sys.stderr)
                self.damaged += 1
                return held
        self.lost = self.target.lost(self.told, held)
        return held

    def show(self) -> bool:
        """Print a row; whether it has what must not be."""
        print(
            f"{self.target.name:34} {self.kills:6} {len(self.told):6} {self.lost:6}"
            f" {self.damaged:8} {self.stopped:8}",
            flush=True,
        )
        return bool(self.damaged or self.stopped or self.lost)


@contextmanager
def _folder() -> Iterator[Path]:
    """An empty folder for files; beside it is room for what they are made of."""
    with TemporaryDirectory(prefix="kills-") as name:
        folder = Path(name) / "files"
        folder.mkdir()
        yield folder


def kill_often(target: Target, kills: int, chance: random.Random) -> Outcome:
    """Kill processes that write one after the other to the same files."""
    outcome = Outcome(target)
    with _folder() as folder:
        first = 0
        for _ in range(kills):
            writer = Writer.of(target, folder, first)
            began = time.monotonic()
            going = True
            # Also before its first word: then what the one before wrote is at stake.
            if chance.random() < 0.9:
                while going and not writer.told and time.monotonic() - began < FIRST_WORD:
                    going = writer.listen(0.005)
            writer.listen(chance.uniform(0, LONGEST))
            outcome.end(writer)
            outcome.kills += 1
            first = max(outcome.look(folder) | outcome.told, default=-1) + 1
    return outcome


def write_together(target: Target, seconds: float) -> Outcome:
    """Two processes that write to the same files at a time, each of numbers of its own."""
    outcome = Outcome(target)
    with _folder() as folder:
        writers = [Writer.of(target, folder, first) for first in (0, 200)]
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for writer in writers:
                writer.listen(0.02)
        for writer in writers:
            outcome.end(writer)
        outcome.look(folder)
    return outcome


def fill(target: Target) -> str:
    """Write to a small disk until there is no room; what came of it."""
    with _folder() as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}k", "tmpfs", str(folder)]
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            return "not tried: nothing can be mounted"
        told: list[int] = []

        def tell(number: int) -> None:
            told.append(number)
            if number > MOST:
                raise OSError("there was room for all of it")

        ended = ""
        try:
            target.work(folder, 0, tell)
        except Exception as error:
            ended = f"{type(error).__name__}: {error}"
        lost = target.lost({*told}, target.held(folder))
        odd = [one.name for one in folder.iterdir() if one.suffix in (".part", ".lock")]
        subprocess.run(["umount", "-l", str(folder)], check=True)
        return f"full disk: {len(told)} told, {lost} lost, {len(odd)} left over; {ended:.70}"


def main(arguments: list[str] | None = None) -> int:
    """Kill, write together, fill; the exit code, 1 where anything was lost or damaged."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills", description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="kills of all targets together")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--together", type=float, default=3.0, help="seconds of two writers")
    options = parser.parse_args(arguments)
    logging.disable(logging.CRITICAL)
    chance = random.Random(options.seed)
    failed = False
    print(f"{'killed':34} {'kills':>6} {'told':>6} {'lost':>6} {'damaged':>8} {'stopped':>8}")
    for number, target in enumerate(TARGETS):
        kills = options.count // len(TARGETS) + (number < options.count % len(TARGETS))
        failed |= kill_often(target, kills, chance).show()
    print("\ntwo writers")
    for target in TARGETS:
        failed |= write_together(target, options.together).show()
    print("\nno room")
    for target in (Target("pages of no template", fill_store, gathered), *TARGETS[1:]):
        print(f"{target.name:34} {fill(target)}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
