"""Comments found one by one, in threads, with author and date, and pages that have none.

    python -m benchmarks.comments --data DIR [--data DIR ...] [--strip] [--method NAME]
                                  [--free DIR] [--limit N] [-v]

README.md explains the figures, and which pages are taken to have no comments.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import lxml.html
from lxml import etree

import scrapy_treesim as treesim
from benchmarks.comment_truth import (
    Threads,
    Tokens,
    author_right,
    date_right,
    judge_threads,
    known_parents,
    match,
    table,
    time_right,
    true_fields,
    true_parents,
)
from benchmarks.figures import Share, can_be_parsed, mean
from benchmarks.pages import DataSet, LabelledPage, data_arguments

FREE_TYPES: Final = ("documentation", "service", "product", "listing")
FIELDS: Final = ("author", "time", "date")
SIZES: Final = (("1", 1), ("2", 2), ("3-4", 4), ("5+", 10**9))
"""Pages by how many true comments they have: names and the most of each."""


@dataclass(slots=True)
class Found:
    """The comments found on a page."""

    comments: list[Any]
    parents: list[int | None]
    """The number of each one's parent among them."""
    error: str = ""

    @classmethod
    def of(cls, comments: Sequence[Any]) -> Found:
        """Keep comments that have a text; answers to others have no parent."""
        kept = [number for number, one in enumerate(comments) if one.text.strip()]
        now: dict[int | None, int] = {old: new for new, old in enumerate(kept)}
        parents = [now.get(getattr(comments[number], "parent", None)) for number in kept]
        return cls([comments[number] for number in kept], parents)

    @property
    def texts(self) -> list[str]:
        """Bodies of the comments."""
        return [one.text for one in self.comments]


@dataclass(slots=True)
class Results:
    """Sums over the pages of a set, or of one kind in it."""

    pages: int = 0
    strict: Share = field(default_factory=Share)
    lenient: Share = field(default_factory=Share)
    strict_pages: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    lenient_pages: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    token_pages: list[float] = field(default_factory=list)
    detected: Share = field(default_factory=Share)
    without: int = 0
    wrongly: int = 0
    errors: list[str] = field(default_factory=list)
    threads: Threads = field(default_factory=Threads)
    fields: dict[str, list[list[bool]]] = field(default_factory=lambda: defaultdict(list))
    """The correctness of each known value, page by page."""


@dataclass(frozen=True, slots=True)
class JudgedField:
    """One field of one comment found, beside the true one."""

    field: str
    right: bool
    true: str
    found: str | None


def stripped(html: bytes) -> str:
    """The page without a class or id."""
    root = treesim.Page(html).root
    etree.strip_attributes(root, "class", "id")
    text: str = lxml.html.tostring(root, encoding="unicode")
    return text


def find(labelled: LabelledPage, arguments: Namespace) -> Found:
    """The comments that the package finds on the page."""
    try:
        source = stripped(labelled.html) if arguments.strip else labelled.html
        page = treesim.Page(source, url=labelled.url)
        method = {"method": arguments.method} if arguments.method else {}
        return Found.of(treesim.comments(page, **method))
    except Exception as error:
        return Found([], [], f"{labelled.id}: {error!r}")


def size_of(number: int) -> str:
    """The size that so many comments are."""
    return next(name for name, most in SIZES if number <= most)


def add_page(result: Results, truth: dict[str, Any], found: Found) -> None:
    """Add how many of a page's comments were found, and if any; doubtful truth is left out."""
    result.pages += 1
    result.errors.extend([found.error] if found.error else [])
    anything = bool(found.comments)
    if not truth.get("neg_suspect"):
        if truth.get("has_comments"):
            result.detected.add(Share(anything, anything, 1))
        else:
            result.without += 1
            result.wrongly += anything
    true = truth.get("comments")
    if true:
        for lenient, whole, pages in (
            (False, result.strict, result.strict_pages),
            (True, result.lenient, result.lenient_pages),
        ):
            right = len(match(found.texts, true, lenient=lenient))
            page = Share(right, len(found.comments), len(true))
            whole.add(page)
            pages[size_of(len(true))].append(page.f1)
    if truth.get("comments_text"):
        said = Tokens.of(" ".join(found.texts))
        result.token_pages.append(said.f1(Tokens.of(truth["comments_text"])))


def judged_fields(
    html: bytes, truth: Mapping[str, Any], found: Sequence[Any], matched: Mapping[int, int]
) -> list[JudgedField]:
    """The fields of a page's comments found; none of a page that is not in the table."""
    entry = table()["pages"].get(truth["id"])
    if entry is None:
        return []
    language, order = truth.get("lang") or "en", entry.get("order", "MDY")
    fields = true_fields(html, truth, entry)
    out = []
    for number, one in sorted(matched.items()):
        true, comment = fields[one], found[number]
        times = " | ".join(true.times)
        if true.author:
            out.append(
                JudgedField("author", author_right(true, comment), true.author, comment.author)
            )
        if true.times:
            right = time_right(true, comment, language, order)
            out.append(JudgedField("time", right, times, comment.time))
        if true.days:
            shown = f"{comment.date} of {comment.time!r}"
            out.append(JudgedField("date", date_right(true, comment), times, shown))
    return out


def judge_inside(
    parts: list[Results], labelled: LabelledPage, found: Found, *, verbose: bool
) -> None:
    """Add the threads and fields of the page's comments that were found."""
    true = labelled.truth["comments"]
    matched = match(found.texts, true, lenient=True)
    threads = Threads()
    if labelled.id not in table()["unthreaded"]:
        entry = table()["pages"].get(labelled.id, {})
        is_known = "parent" in entry
        parents = (
            known_parents(labelled.html, labelled.truth, entry) if is_known else true_parents(true)
        )
        threads = judge_threads(parents, found.parents, matched)
    judged = judged_fields(labelled.html, labelled.truth, found.comments, matched)
    for result in parts:
        result.threads.add(threads)
        for name in FIELDS:
            result.fields[name].append([one.right for one in judged if one.field == name])
    if verbose:
        if threads.right < threads.matched or threads.invented:
            print(
                f"  {labelled.id} parents: {threads.right} of {threads.matched} right, "
                f"{threads.invented} of {threads.top} invented"
            )
        for one in judged:
            if not one.right:
                print(f"  {labelled.id} {one.field}: {one.found!r} is {one.true!r}")


def measure(data: DataSet, arguments: Namespace) -> dict[str, Results]:
    """The sums of a set, in all and by kind."""
    parts: dict[str, Results] = defaultdict(Results)
    for labelled in data.pages(arguments.limit):
        if not can_be_parsed(labelled.html):
            continue
        truth, found = labelled.truth, find(labelled, arguments)
        of_page = [parts["ALL"], parts[truth.get("kind", "")]]
        for result in of_page:
            add_page(result, truth, found)
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
    print(f"\n{data.name}: pages with no comments\n{'type':24} {'pages':>5} {'found':>5}   FPR")
    for kind in sorted(pages):
        names = wrongly[kind]
        share = len(names) / pages[kind]
        print(f"{kind:24} {pages[kind]:5} {len(names):5} {share:.3f}  {' '.join(names)}")
    found_on = sum(map(len, wrongly.values()))
    print(f"{'ALL':24} {pages.total():5} {found_on:5} {found_on / max(1, pages.total()):.3f}")


def print_found(name: str, parts: dict[str, Results]) -> None:
    """Print figures of comments one by one, of their tokens, and of whether there are any."""
    print(f"\n{name}: comments")
    print(
        f"{'kind':14} {'pages':>5} {'listed':>6} | {'lenient P':>9} {'R':>5} {'F1':>5} {'page':>5} "
        f"| {'strict P':>8} {'R':>5} {'F1':>5} {'page':>5} | {'tokens':>6} {'TPR':>5} {'FPR':>5}"
    )
    for kind in sorted(parts):
        one = parts[kind]
        listed = [f1 for pages in one.lenient_pages.values() for f1 in pages]
        exact = [f1 for pages in one.strict_pages.values() for f1 in pages]
        shares = [
            f"{share.precision:{width}.3f} {share.recall:.3f} {share.f1:.3f} {mean(of_pages):.3f}"
            for share, width, of_pages in ((one.lenient, 9, listed), (one.strict, 8, exact))
        ]
        print(
            f"{kind:14} {one.pages:5} {len(listed):6} | {' | '.join(shares)} | "
            f"{mean(one.token_pages):6.3f} {one.detected.recall:.3f} "
            f"{one.wrongly / max(1, one.without):.3f}"
        )
    for error in parts["ALL"].errors if "ALL" in parts else ():
        print(f"  failed: {error}")


def print_inside(name: str, parts: dict[str, Results]) -> None:
    """Print figures of parents and fields of the comments that were found."""
    print(f"\n{name}: parents (of nested comments) and fields (of comments found)")
    heads = "".join(f" | {name:>6} {'known':>6} {'pages':>5}" for name in FIELDS)
    print(
        f"{'kind':14} {'nested':>6} {'found':>6} {'right':>6} {'of all':>6} {'invented':>12}{heads}"
    )
    for kind in sorted(parts):
        one, cells = parts[kind].threads, ""
        for field_name in FIELDS:
            pages = [page for page in parts[kind].fields[field_name] if page]
            known = [right for page in pages for right in page]
            cells += f" | {mean(known):6.3f} {len(known):6} {len(pages):5}"
        print(
            f"{kind:14} {one.nested:6} {one.matched:6} {one.right / max(1, one.matched):6.3f} "
            f"{one.right / max(1, one.nested):6.3f} {f'{one.invented} of {one.top}':>12}{cells}"
        )


def print_sizes(rows: dict[str, Results]) -> None:
    """Print mean page F1 by how many true comments a page has, of each set and of all."""
    whole = Results()
    for one in rows.values():
        for size, _ in SIZES:
            whole.lenient_pages[size].extend(one.lenient_pages[size])
            whole.strict_pages[size].extend(one.strict_pages[size])
    print("\npage F1 by true comments on the page: lenient / strict (pages)")
    print(f"{'set':22}" + "".join(f"{name:>22}" for name, _ in SIZES))
    for name, one in {**rows, "all sets": whole}.items():
        cells = [
            f"{mean(one.lenient_pages[size]):.3f} / {mean(one.strict_pages[size]):.3f} "
            f"({len(one.lenient_pages[size])})"
            for size, _ in SIZES
        ]
        print(f"{name:22}" + "".join(f"{cell:>22}" for cell in cells))


def is_of_articles(data: DataSet) -> bool:
    """Tell whether a set's truth has types of page and no comments."""
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
    add("-v", "--verbose", action="store_true", help="name wrong parents, authors and dates")
    arguments = parser.parse_args()
    rows: dict[str, Results] = {}
    for data in arguments.data:
        if is_of_articles(data):
            measure_free(data, arguments, FREE_TYPES)
            continue
        parts = measure(data, arguments)
        rows[data.name] = parts["ALL"]
        print_found(data.name, parts)
        if any(one.lenient.true for one in parts.values()):
            print_inside(data.name, parts)
    for data in arguments.free:
        measure_free(data, arguments, ())
    if rows:
        print_sizes(rows)


if __name__ == "__main__":
    main()
