"""How well comments are found: one by one, in threads, with author and date; none elsewhere.

    python -m benchmarks.comments --data DIR [--data DIR ...] [--strip] [--method NAME]
                                  [--free DIR] [--by-platform] [--generated N] [--limit N] [-v]

Sets with ``comments`` (a list a page, see README.md) are measured against it, those with
``comments_text`` against that too. Pages of a set with ``page_type`` and no ``comments`` are taken
to have none where they are documentation, service, product or listing (but for a few known to show
reviews), and so are all pages of ``--free``: there whatever is found is wrong, and the pages on
which something is are named.

With ``--by-platform`` only dates and permalinks are measured, on the pages of any set on which a
platform is recognised by its markup; with ``--generated N`` on N pages that are made for it
(:mod:`training.comment_pages`), by their layout.

With ``--strip`` every page loses its class and id attributes first. ``-v`` names what is wrong of
parents, authors and dates.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Final
from urllib.parse import urljoin

import lxml.html
from lxml import etree

import scrapy_treesim as treesim
from benchmarks.comment_fields import judge_fields, known_parents, table
from benchmarks.comment_matching import Share, Tokens, match
from benchmarks.comment_platforms import Post, Told, add_page, posts_of, print_platforms
from benchmarks.comment_tables import (
    FIELDS,
    Sums,
    pooled,
    print_found,
    print_free,
    print_inside,
    print_sizes,
    size_of,
)
from benchmarks.comment_threads import Threads, judge_threads, true_parents
from benchmarks.pages import DataSet, LabelledPage, data_arguments

FREE_TYPES: Final = ("documentation", "service", "product", "listing")


@dataclass(slots=True)
class Found:
    """The comments found on a page."""

    comments: list[Any]
    parents: list[int | None]
    """The number of each one's parent among them."""
    error: str = ""

    @classmethod
    def of(cls, comments: Sequence[Any]) -> Found:
        """Those that say something; what answers one that says nothing has no parent."""
        kept = [number for number, one in enumerate(comments) if one.text.strip()]
        now: dict[int | None, int] = {old: new for new, old in enumerate(kept)}
        parents = [now.get(getattr(comments[number], "parent", None)) for number in kept]
        return cls([comments[number] for number in kept], parents)

    @property
    def texts(self) -> list[str]:
        """Their bodies."""
        return [one.text for one in self.comments]


def stripped(html: bytes) -> str:
    """The page without a class or id."""
    root = treesim.Page(html).root
    etree.strip_attributes(root, "class", "id")
    text: str = lxml.html.tostring(root, encoding="unicode")
    return text


def find(labelled: LabelledPage, arguments: Namespace) -> Found:
    """What the package finds on the page."""
    try:
        source = stripped(labelled.html) if arguments.strip else labelled.html
        page = treesim.Page(source, url=labelled.url)
        method = {"method": arguments.method} if arguments.method else {}
        comments = treesim.comments(page, **method)
    except Exception as error:
        return Found([], [], f"{labelled.id}: {error!r}")
    return Found.of(comments)


def token_f1(found: Found, text: str) -> float:
    """The F1 of the tokens of all that was found."""
    return Tokens.of(" ".join(found.texts)).f1(Tokens.of(text))


def judge_detection(sums: Sums, truth: dict[str, Any], found: Found) -> None:
    """Add whether anything was found; pages whose truth is doubted are left out."""
    if truth.get("neg_suspect"):
        return
    anything = bool(found.comments)
    if truth.get("has_comments"):
        sums.detected.add(anything, anything, 1)
    else:
        sums.without += 1
        sums.wrongly += anything


def judge_comments(sums: Sums, true: list[dict[str, Any]], found: Found) -> None:
    """Add how many of the page's comments were found."""
    for lenient, whole, pages in (
        (False, sums.strict, sums.strict_pages),
        (True, sums.lenient, sums.lenient_pages),
    ):
        page = Share(len(match(found.texts, true, lenient=lenient)), len(found.comments), len(true))
        whole.add(page.right, page.found, page.true)
        pages[size_of(len(true))].append(page.f1)


def parents_of(labelled: LabelledPage) -> list[int | None]:
    """The true parents of a page's comments."""
    entry = table()["pages"].get(labelled.id, {})
    if "parent" in entry:
        return known_parents(labelled.html, labelled.truth, entry)
    return true_parents(labelled.truth["comments"])


def judge_inside(parts: list[Sums], labelled: LabelledPage, found: Found, *, verbose: bool) -> None:
    """Add the threads and fields of the page's comments that were found."""
    true = labelled.truth["comments"]
    matched = match(found.texts, true, lenient=True)
    threads = Threads()
    if labelled.id not in table()["unthreaded"]:
        threads = judge_threads(parents_of(labelled), found.parents, matched)
    verdicts = judge_fields(labelled.html, labelled.truth, found.comments, matched)
    for sums in parts:
        sums.threads.add(threads)
        for name in FIELDS:
            sums.fields[name].add([one.right for one in verdicts if one.field == name])
    if verbose:
        if threads.right < threads.matched or threads.invented:
            print(
                f"  {labelled.id} parents: {threads.right} of {threads.matched} right, "
                f"{threads.invented} of {threads.top} invented"
            )
        for one in verdicts:
            if not one.right:
                print(f"  {labelled.id} {one.field}: {one.found!r} is {one.true!r}")


def can_be_parsed(html: bytes) -> bool:
    """Whether lxml makes a tree of it; pages it gives up on are left out."""
    try:
        lxml.html.document_fromstring(html)
    except (etree.LxmlError, ValueError):
        return False
    return True


def measure(data: DataSet, arguments: Namespace) -> dict[str, Sums]:
    """The sums of a set, in all and by kind."""
    parts: dict[str, Sums] = defaultdict(Sums)
    for labelled in data.pages(arguments.limit):
        if not can_be_parsed(labelled.html):
            continue
        truth, found = labelled.truth, find(labelled, arguments)
        of_page = [parts["ALL"], parts[truth.get("kind", "")]]
        for sums in of_page:
            sums.pages += 1
            sums.errors.extend([found.error] if found.error else [])
            judge_detection(sums, truth, found)
            if truth.get("comments"):
                judge_comments(sums, truth["comments"], found)
            if truth.get("comments_text"):
                sums.token_pages.append(token_f1(found, truth["comments_text"]))
        if truth.get("comments"):
            judge_inside(of_page, labelled, found, verbose=arguments.verbose)
    return parts


def measure_free(data: DataSet, arguments: Namespace, types: tuple[str, ...]) -> None:
    """Print, by type of page, on which pages something is found though there is nothing."""
    wrongly: dict[str, list[str]] = defaultdict(list)
    pages: Counter[str] = Counter()
    for labelled in data.pages(arguments.limit):
        kind = labelled.truth.get("page_type") or labelled.truth.get("kind") or ""
        reviewed = types and labelled.id in table()["with_reviews"]
        if reviewed or (types and kind not in types) or not can_be_parsed(labelled.html):
            continue
        found = find(labelled, arguments)
        if found.error:
            print(f"  {found.error}")
        pages[kind] += 1
        if found.comments:
            wrongly[kind].append(f"{labelled.id} ({len(found.comments)})")
    print_free(data.name, pages, wrongly)


def measure_platforms(data: DataSet, arguments: Namespace) -> dict[str, Told]:
    """Dates and permalinks by platform, over the pages that are of one."""
    rows: dict[str, Told] = defaultdict(Told)
    for labelled in data.pages(arguments.limit):
        if not can_be_parsed(labelled.html):
            continue
        url = urljoin("http://site.example/", labelled.url or labelled.truth.get("path") or "")
        language = labelled.truth.get("lang") or "en"
        platform, posts = posts_of(labelled.html, url, language)
        if platform:
            page = LabelledPage(labelled.id, url, labelled.html, labelled.truth)
            add_page(rows[platform], labelled.id, posts, find(page, arguments).comments)
    return rows


def measure_generated(arguments: Namespace) -> dict[str, Told]:
    """Dates and permalinks by layout, over generated pages."""
    from training.comment_pages.board_page import board_pages

    rows: dict[str, Told] = defaultdict(Told)
    for truth, html in board_pages(arguments.generated, arguments.seed):
        labelled = LabelledPage(truth["id"], truth["url"], html.encode(), truth)
        posts = [
            Post(
                one["text"],
                (one["date"] or "",),
                frozenset([date.fromisoformat(one["day"])] if one["day"] else ()),
                frozenset(),
                frozenset([one["number"]] if one["number"] else ()),
                one["block"],
            )
            for one in truth["comments"]
        ]
        add_page(rows[truth["layout"]], truth["id"], posts, find(labelled, arguments).comments)
    return rows


def is_of_articles(data: DataSet) -> bool:
    """Whether its truth has types of page and no comments."""
    first = next(data.pages(1), None)
    return first is not None and "page_type" in first.truth and "comments" not in first.truth


def main() -> None:
    parser = data_arguments(__doc__, required=False)
    add = parser.add_argument
    add("--strip", action="store_true", help="take off all class and id attributes first")
    add("--method", metavar="NAME", help="the method; the package's default without")
    add(
        "--free",
        type=lambda folder: DataSet(Path(folder)),
        action="append",
        default=[],
        metavar="DIR",
        help="a set of pages with no comments",
    )
    add("--by-platform", action="store_true", help="dates and permalinks by platform alone")
    add("--generated", type=int, metavar="N", help="the same on N generated pages by layout")
    add("--seed", type=int, default=1, help="of generated pages")
    add("-v", "--verbose", action="store_true", help="name wrong parents, authors and dates")
    arguments = parser.parse_args()
    if arguments.generated:
        print_platforms(measure_generated(arguments), verbose=arguments.verbose)
    rows: dict[str, Sums] = {}
    for data in arguments.data:
        if arguments.by_platform:
            print(f"\n{data.name}: dates and permalinks")
            print_platforms(measure_platforms(data, arguments), verbose=arguments.verbose)
            continue
        if is_of_articles(data):
            measure_free(data, arguments, FREE_TYPES)
            continue
        parts = measure(data, arguments)
        rows[data.name] = parts["ALL"]
        print_found(data.name, parts)
        if any(sums.lenient.true for sums in parts.values()):
            print_inside(data.name, parts)
    for data in arguments.free:
        measure_free(data, arguments, ())
    if rows:
        print_sizes({**rows, "all sets": pooled(list(rows.values()))})


if __name__ == "__main__":
    main()
