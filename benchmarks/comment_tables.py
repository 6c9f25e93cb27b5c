"""The sums over the pages of a set of comments, and the tables that show them."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Final

from benchmarks.comment_fields import Judged
from benchmarks.comment_matching import Share
from benchmarks.comment_threads import Threads

FIELDS: Final = ("author", "time", "date")
SIZES: Final = (("1", 1), ("2", 2), ("3-4", 4), ("5+", 10**9))
"""Pages by how many true comments they have: names and the most of each."""


@dataclass(slots=True)
class Sums:
    """Of the pages of a set, or of one kind in it."""

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
    fields: dict[str, Judged] = field(default_factory=lambda: defaultdict(Judged))


def mean(values: list[float]) -> float:
    """Their mean, 0 of none."""
    return sum(values) / len(values) if values else 0.0


def size_of(number: int) -> str:
    """Which of the sizes so many comments are."""
    return next(name for name, most in SIZES if number <= most)


def print_free(name: str, pages: Counter[str], wrongly: dict[str, list[str]]) -> None:
    """A row for each type and one for all."""
    print(f"\n{name}: pages with no comments\n{'type':24} {'pages':>5} {'found':>5}   FPR")
    for kind in sorted(pages):
        found = wrongly[kind]
        share = len(found) / pages[kind]
        print(f"{kind:24} {pages[kind]:5} {len(found):5} {share:.3f}  {' '.join(found)}")
    found_on = sum(map(len, wrongly.values()))
    print(f"{'ALL':24} {pages.total():5} {found_on:5} {found_on / max(1, pages.total()):.3f}")


def print_found(name: str, parts: dict[str, Sums]) -> None:
    """Comments one by one, their tokens, and whether there are any."""
    print(f"\n{name}: comments")
    print(
        f"{'kind':14} {'pages':>5} {'listed':>6} | {'lenient P':>9} {'R':>5} {'F1':>5} {'page':>5} "
        f"| {'strict P':>8} {'R':>5} {'F1':>5} {'page':>5} | {'tokens':>6} {'TPR':>5} {'FPR':>5}"
    )
    for kind in sorted(parts):
        sums = parts[kind]
        listed = [f1 for pages in sums.lenient_pages.values() for f1 in pages]
        exact = [f1 for pages in sums.strict_pages.values() for f1 in pages]
        free = sums.wrongly / sums.without if sums.without else 0.0
        print(
            f"{kind:14} {sums.pages:5} {len(listed):6} | {shares(sums.lenient, 9)} "
            f"{mean(listed):.3f} | {shares(sums.strict, 8)} {mean(exact):.3f} | "
            f"{mean(sums.token_pages):6.3f} {sums.detected.recall:.3f} {free:.3f}"
        )
    for error in parts["ALL"].errors if "ALL" in parts else ():
        print(f"  failed: {error}")


def shares(one: Share, width: int) -> str:
    """Precision, recall and F1."""
    return f"{one.precision:{width}.3f} {one.recall:.3f} {one.f1:.3f}"


def print_sizes(rows: dict[str, Sums]) -> None:
    """Mean page F1 by how many true comments a page has."""
    print("\npage F1 by true comments on the page: lenient / strict (pages)")
    print(f"{'set':22}" + "".join(f"{name:>22}" for name, _ in SIZES))
    for name, sums in rows.items():
        cells = [
            f"{mean(sums.lenient_pages[size]):.3f} / {mean(sums.strict_pages[size]):.3f} "
            f"({len(sums.lenient_pages[size])})"
            for size, _ in SIZES
        ]
        print(f"{name:22}" + "".join(f"{cell:>22}" for cell in cells))


def print_inside(name: str, parts: dict[str, Sums]) -> None:
    """Parents and fields of the comments that were found."""
    print(f"\n{name}: parents (of nested comments) and fields (of comments found)")
    heads = "".join(f" | {name:>6} {'known':>6} {'pages':>5}" for name in FIELDS)
    print(
        f"{'kind':14} {'nested':>6} {'found':>6} {'right':>6} {'of all':>6} {'invented':>12}{heads}"
    )
    for kind in sorted(parts):
        one, fields = parts[kind].threads, [parts[kind].fields[name] for name in FIELDS]
        cells = "".join(f" | {each.share:6.3f} {each.known:6} {each.pages:5}" for each in fields)
        print(
            f"{kind:14} {one.nested:6} {one.matched:6} {one.right / max(1, one.matched):6.3f} "
            f"{one.right / max(1, one.nested):6.3f} {f'{one.invented} of {one.top}':>12}{cells}"
        )


def pooled(sets: list[Sums]) -> Sums:
    """All sets' page F1s together."""
    whole = Sums()
    for sums in sets:
        for size, _ in SIZES:
            whole.lenient_pages[size].extend(sums.lenient_pages[size])
            whole.strict_pages[size].extend(sums.strict_pages[size])
    return whole
