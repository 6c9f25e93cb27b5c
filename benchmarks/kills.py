"""``python -m benchmarks.kills``: processes are killed while they write; what they had told stays.

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
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NoReturn

import scrapy
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Request, Response
from scrapy.settings import Settings

from scrapy_treesim import Page, SiteMemory, page_kind
from scrapy_treesim.commands import Command
from scrapy_treesim.inspector.labels.example_file import LabelFile
from scrapy_treesim.inspector.labels.key_tree_making import save_key_tree
from scrapy_treesim.inspector.labels.same_template import TemplatePages
from scrapy_treesim.records import KeyTrees
from scrapy_treesim.templates.store.pending import PendingStore
from scrapy_treesim.templates.store.store import load_templates

LONGEST: Final = 0.6
"""Seconds after its first word within which a process is killed."""
FIRST_WORD: Final = 60.0
"""Seconds within which it must have begun."""
SMALL: Final = 128
"""Kilobytes of the disk that becomes full."""
MOST: Final = 2_000
"""Things that are written to it."""

Tell = Callable[[int], None]
Work = Callable[[Path, int, Tell], None]
"""Writes things into a folder, from a number on, and tells the number of each that is done."""


# What is written


def page_of(number: int) -> bytes:
    """A page of an article, like no other."""
    text = "".join(
        f"<p>On day {number} the {a} was closed because of the {b}, and those who came by had to"
        f" wait for {number * 7 % 90} minutes before part {k} of it was opened again.</p>"
        for k, (a, b) in enumerate((("river", "ice"), ("bridge", "wind"), ("market", "fair")) * 3)
    )
    return f"<html><title>Day {number}</title><div class=story>{text}</div>".encode()


class _Pages(scrapy.Spider):
    """Asks for pages without end; a middleware makes them."""

    name = "pages"

    def __init__(self, first: int, **named: Any) -> None:
        super().__init__(**named)
        self.first = first

    async def start(self) -> AsyncIterator[Request]:
        number = self.first
        while True:
            yield Request(f"https://{number % 3}.example/{number}", meta={"number": number})
            number += 1

    def parse(self, response: Response) -> None:
        pass


class MakePages:
    """In place of a network."""

    def process_request(self, request: Request) -> HtmlResponse:
        """The page that is asked for."""
        return HtmlResponse(request.url, body=page_of(request.meta["number"]), request=request)


class TellOfPages:
    """Tells of a response when the crawl is done with it."""

    tell: Tell

    async def process_spider_output(
        self, response: Response, result: AsyncIterator[Any]
    ) -> AsyncIterator[Any]:
        """All that comes out, then the word."""
        async for one in result:
            yield one
        TellOfPages.tell(response.meta["number"])


def gather(folder: Path, first: int, tell: Tell) -> None:
    """Pages of no template, by a crawl."""
    TellOfPages.tell = tell
    chosen = {
        "ADDONS": {"scrapy_treesim.Addon": 500}, "TWISTED_REACTOR_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False, "LOG_LEVEL": "CRITICAL",
        "DOWNLOADER_MIDDLEWARES": {MakePages: 900}, "SPIDER_MIDDLEWARES": {TellOfPages: 100},
        "TREESIM_KINDS": ["template"], "TREESIM_TEMPLATES_PENDING": folder / "pending.sqlite",
    }  # fmt: skip
    asyncio.run(Crawler(_Pages, Settings(chosen)).crawl_async(first=first))


def gathered(folder: Path) -> set[int]:
    """The numbers of the pages in the store, each of which must be whole."""
    with PendingStore(folder / "pending.sqlite") as store:
        pages = {int(one.url.rpartition("/")[2]): one.body for one in store.pages()}
    if any(body != page_of(number) for number, body in pages.items()):
        raise ValueError("a page is damaged")
    return {*pages}


def remember(folder: Path, first: int, tell: Tell) -> None:
    """Site memory, saved after every page."""
    path = folder / "memory.json"
    memory = SiteMemory.load(path) if path.exists() else SiteMemory()
    number = first
    while True:
        url = f"https://{number % 20}.example/{number}"
        page_kind(Page(page_of(number), url=url), memory=memory)
        memory.save(path)
        tell(number)
        number += 1


def remembered(folder: Path) -> set[int]:
    """How many pages the memory knows, as numbers from 0; it must load."""
    path = folder / "memory.json"
    SiteMemory.load(path)
    sites = json.loads(path.read_bytes())["sites"]
    return {*range(sum(len(site["looks"]) for site in sites.values()))}


def _run(*arguments: object) -> None:
    """``scrapy treesim ...`` in this process."""
    command = Command()
    command.settings = Settings()
    parser = ArgumentParser()
    command.add_options(parser)
    opts, rest = parser.parse_known_args([*map(str, arguments)])
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        command.run(rest, opts)


def _goods(host: str, number: int) -> dict[str, str]:
    html = (
        f"<title>Goods</title><main class=product><h1 class=name>Lamp {number}</h1><p class=price>"
        f"{number}.50 EUR</p><p class=about>It stands on three feet, gives light to a table of"
        f" {number + 4} people, and was made by hand in a small workshop.</p></main>"
    )
    return {"url": f"https://{host}/goods/{number}.html", "body": html}


def _saved(folder: Path, host: str, name: str) -> Path:
    path = folder / f"{name}.jsonl"
    lines = (json.dumps(_goods(host, n)) for n in range(3))
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def learn(folder: Path, first: int, tell: Tell) -> None:
    """Templates of one site after the other, by ``scrapy treesim learn``."""
    number = first
    while True:
        pages = _saved(folder.parent, f"s{number}.example", f"pages{os.getpid()}")
        _run("learn", pages, "-o", folder / "templates.json", "--workers", 1, "--keep-errors")
        tell(number)
        number += 1


def learned(folder: Path) -> set[int]:
    """The numbers of the sites that have a template."""
    return {
        int(one.site.partition(".")[0][1:]) for one in Templates.load(folder / "templates.json")
    }


def label(folder: Path, first: int, tell: Tell) -> None:
    """One field after the other of one template, by ``scrapy treesim label``."""
    path = folder / "templates.json"
    pages = _saved(folder.parent, "shop.example", f"pages{os.getpid()}")
    if not path.exists():
        _run("learn", pages, "-o", path, "--workers", 1, "--keep-errors")
    examples = folder.parent / f"examples{os.getpid()}.jsonl"
    number = first
    while True:
        entry = {"url": _goods("shop.example", 1)["url"], "fields": {f"f{number % 400}": "Lamp 1"}}
        examples.write_text(json.dumps(entry))
        _run("label", path, "--examples", examples, "--pages", pages)
        tell(number)
        number += 1


def labelled(folder: Path) -> set[int]:
    """The numbers of the fields."""
    return {int(name[1:]) for name in Templates.load(folder / "templates.json").field_names}


_LIST = Page("<ul>" + "<li><h3>Lamp</h3><p>9 EUR</p></li>" * 5, url="https://shop.example/list")


def make_key_trees(folder: Path, first: int, tell: Tell) -> None:
    """One key tree after the other into one file, as the inspector does."""
    node = next(n for n in range(len(_LIST.tree)) if _LIST.tree.name(n) == "li")
    number = first
    while True:
        save_key_tree(_LIST, node, f"t{number}", "shop.example", folder / "key_trees.json")
        tell(number)
        number += 1


def key_trees_made(folder: Path) -> set[int]:
    """The numbers of the key trees."""
    return {int(one.name[1:]) for one in KeyTrees.load(folder / "key_trees.json").named}


def give_examples(folder: Path, first: int, tell: Tell) -> None:
    """One labelled example after the other into one file, as the inspector does."""
    file = LabelFile(folder / "examples.jsonl", TemplatePages([]))
    number = first
    while True:
        file.put(f"https://shop.example/{number}", "name", "Lamp", ["/html/body"])
        tell(number)
        number += 1


def examples_given(folder: Path) -> set[int]:
    """The numbers of the examples."""
    entries = LabelFile(folder / "examples.jsonl", TemplatePages([])).entries()
    return {int(entry.url.rpartition("/")[2]) for entry in entries}


@dataclass(frozen=True, slots=True)
class Target:
    """Something that is written to files."""

    name: str
    work: Work
    held: Callable[[Path], set[int]]
    """The numbers that the files hold; what raises is a damaged file."""
    counts: bool = False
    """Whether only how many there are can be told."""

    def lost(self, told: set[int], held: set[int]) -> int:
        """How many of what was told are not held."""
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
    def of(cls, work: Work, folder: Path, first: int) -> Writer:
        """Start it."""
        ours, theirs = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.close(ours)
            _work(work, folder, first, theirs)
        os.close(theirs)
        return cls(pid, ours)

    def listen(self, seconds: float) -> bool:
        """Take in what it tells for some time; whether it goes on."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if select.select([self.pipe], [], [], left)[0] and not self._take():
                return False
        return True

    def end(self) -> int:
        """Kill it, and take in the rest; the signal that ended it, 0 if it ended by itself."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        while self._take():
            pass
        os.close(self.pipe)
        return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0

    def _take(self) -> bool:
        data = os.read(self.pipe, 8 * 1024)
        self.told += [int.from_bytes(data[at : at + 8], "big") for at in range(0, len(data), 8)]
        return bool(data)


def _work(work: Work, folder: Path, first: int, pipe: int) -> NoReturn:
    try:
        work(folder, first, lambda number: _tell(pipe, number))
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def _tell(pipe: int, number: int) -> None:
    os.write(pipe, number.to_bytes(8, "big"))


@dataclass(slots=True)
class Outcome:
    """What became of one target."""

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
        self.stopped += writer.end() != signal.SIGKILL
        self.told.update(writer.told)

    def look(self, folder: Path) -> set[int]:
        """See what the files hold of what was told."""
        try:
            held = self.target.held(folder)
        except Exception as error:
            if "No such file" not in str(error):
                print(f"{self.target.name}: {type(error).__name__}: {error}", file=sys.stderr)
                self.damaged += 1
                return set()
            held = set()
        self.lost = self.target.lost(self.told, held)
        return held


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
            writer = Writer.of(target.work, folder, first)
            began = time.monotonic()
            going = True
            # Also before its first word: then what the one before wrote is at stake.
            if chance.random() < 0.9:
                while going and not writer.told and time.monotonic() - began < FIRST_WORD:
                    going = writer.listen(0.005)
            writer.listen(chance.uniform(0, LONGEST))
            outcome.end(writer)
            outcome.kills += 1
            first = max(outcome.told | outcome.look(folder), default=-1) + 1
    return outcome


def write_together(target: Target, seconds: float) -> Outcome:
    """Two processes that write to the same files at a time, each of numbers of its own."""
    outcome = Outcome(target)
    with _folder() as folder:
        writers = [Writer.of(target.work, folder, first) for first in (0, 200)]
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for writer in writers:
                writer.listen(0.02)
        for writer in writers:
            outcome.end(writer)
        outcome.look(folder)
    return outcome


# Disks


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A disk that is soon full; it takes the right to mount one."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL}k", "tmpfs", str(folder)]
    subprocess.run(mount, capture_output=True, check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(target: Target) -> str:
    """Write until there is no room; what came of it."""
    with TemporaryDirectory(prefix="kills-") as name, small_disk(Path(name) / "disk"):
        folder = Path(name) / "disk"
        told: list[int] = []

        def tell(number: int) -> None:
            told.append(number)
            if number > MOST:
                raise OSError("there was room for all of it")

        try:
            target.work(folder, 0, tell)
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
        lost = target.lost({*told}, target.held(folder))
        odd = [one.name for one in folder.iterdir() if one.suffix in (".part", ".lock")]
        return f"full disk: {len(told)} told, {lost} lost, {len(odd)} left over; {said:.70}"


def fill_store(folder: Path, first: int, tell: Tell) -> None:
    """Pages of no template, without the crawl that goes on when there is no room."""
    with PendingStore(folder / "pending.sqlite") as store:
        number = first
        while True:
            store.add(f"https://{number % 3}.example/{number}", page_of(number))
            tell(number)
            number += 1


def main(arguments: list[str] | None = None) -> int:
    """Kill, write together, fill; the exit code, 1 where anything of ours was lost or damaged."""
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
        failed |= _show(kill_often(target, kills, chance))
    print("\ntwo writers")
    for target in TARGETS:
        failed |= _show(write_together(target, options.together))
    print("\nno room")
    store = Target("pages of no template", fill_store, gathered)
    for target in (store, *TARGETS[1:]):
        try:
            print(f"{target.name:34} {fill(target)}")
        except subprocess.CalledProcessError:
            print(f"{target.name:34} not tried: nothing can be mounted")
    return int(failed)


def _show(outcome: Outcome) -> bool:
    """Print a row; whether it has what must not be."""
    print(
        f"{outcome.target.name:34} {outcome.kills:6} {len(outcome.told):6} {outcome.lost:6}"
        f" {outcome.damaged:8} {outcome.stopped:8}",
        flush=True,
    )
    return bool(outcome.damaged or outcome.stopped or outcome.lost)


if __name__ == "__main__":
    sys.exit(main())
