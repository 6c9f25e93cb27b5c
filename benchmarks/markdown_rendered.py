"""Render the Markdown of hostile pages, and tell what of it does anything.

    python -m benchmarks.markdown_rendered --count 20000 --seed 1
    python -m benchmarks.markdown_rendered --seed 1 --only 4711

Exits with 1 when a renderer made something live of a page.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from multiprocessing import Pool
from random import Random
from time import monotonic
from typing import Final

import scrapy_treesim as treesim
from benchmarks.hostile_markdown import ADDRESS, hostile_page
from benchmarks.markdown_renderers import (
    IN_JAVASCRIPT,
    IN_PYTHON,
    WITHOUT_FENCES,
    Process,
    Render,
    harms,
    has_javascript,
)

SHOWN: Final = 10
"""Pages that are told, of those that did something."""


def documents(seed: int, number: int) -> Iterator[tuple[str, str]]:
    """The Markdown that a hostile page becomes, by what gives it."""
    page = treesim.Page(hostile_page(seed, number), ADDRESS)
    found = treesim.article(page)
    if found is None:
        return
    draw = Random(f"{seed} {number} options")
    links, images, tables = (draw.random() < 0.8 for _ in range(3))
    whole = treesim.markdown(
        page, front_matter=True, comments=True, links=links, images=images, tables=tables
    )
    yield "markdown()", whole
    yield "Article.markdown", found.markdown
    for chunk in treesim.chunks(whole, draw.choice((20, 200, 1_000))):
        yield "chunks()", chunk.text
        if chunk.headings:
            yield "chunks()", f"# {chunk.headings[-1]}"


def names() -> list[str]:
    """The renderers that read fences, those of JavaScript where they are at hand."""
    of_javascript = IN_JAVASCRIPT if has_javascript() else ()
    return [*(name for name in IN_PYTHON if name != WITHOUT_FENCES), *of_javascript]


@cache
def _renderer(name: str) -> Render:
    return IN_PYTHON.get(name) or Process(name)


@lru_cache(5_000)
def live(written: str) -> dict[str, list[str]]:
    """What each renderer makes live of a document; nothing where it is harmless."""
    by_renderer = {name: harms(_renderer(name)(written)) for name in names()}
    return {name: told for name, told in by_renderer.items() if told}


def _checked(task: tuple[int, int]) -> tuple[int, Counter[str], list[str]]:
    counts: Counter[str] = Counter()
    failures = []
    for kind, written in documents(*task):
        counts[kind] += 1
        for name, told in live(written).items():
            failures.append(f"{kind}, {name}: {told}\n{written}")
    return task[1], counts, failures


def _all_checked(
    tasks: list[tuple[int, int]], workers: int
) -> Iterator[tuple[int, Counter[str], list[str]]]:
    if not workers:
        yield from map(_checked, tasks)
        return
    with Pool(workers) as pool:
        yield from pool.imap(_checked, tasks, chunksize=20)


def main() -> None:
    arguments = _arguments()
    first, count = (
        (arguments.start, arguments.count) if arguments.only is None else (arguments.only, 1)
    )
    print(f"{len(names())} renderers: {'; '.join(names())}", flush=True)
    started, counts, harmful = monotonic(), Counter[str](), 0
    tasks = [(arguments.seed, number) for number in range(first, first + count)]
    for number, by_kind, failures in _all_checked(tasks, arguments.workers):
        counts += by_kind
        harmful += bool(failures)
        if failures and harmful <= SHOWN:
            shown = failures[:1] if arguments.only is None else failures
            print(f"page {number}: " + "\n\n".join(shown), end="\n\n", flush=True)
    kinds = ", ".join(f"{number:,} by {kind}" for kind, number in sorted(counts.items()))
    print(
        f"{count:,} pages, {counts.total():,} documents ({kinds}), each in "
        f"{len(names())} renderers, in {monotonic() - started:.0f} s: "
        f"{harmful:,} pages do something"
    )
    sys.exit(harmful > 0)


def _arguments() -> Namespace:
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=1_000, help="pages")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0, help="the first page's number")
    parser.add_argument("--only", type=int, help="this page alone, with all that it does")
    parser.add_argument("--workers", type=int, default=2, help="processes besides this; 0: none")
    return parser.parse_args()


if __name__ == "__main__":
    main()
