"""Figures that benchmarks share: sums, shares, matching, times over the parse, tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from time import process_time
from typing import TypeVar

import lxml.html
from lxml import etree

T = TypeVar("T", bound="Sums")


class Sums:
    """A base of dataclasses whose fields, numbers or lists of pages, are added up."""

    __slots__ = ()

    def add(self: T, other: T) -> None:
        """Add another's."""
        for name in vars(type(self))["__dataclass_fields__"]:
            setattr(self, name, getattr(self, name) + getattr(other, name))


@dataclass(slots=True)
class Share(Sums):
    """Counts of what was right, of what was found and of what is true."""

    right: int = 0
    found: int = 0
    true: int = 0

    @property
    def precision(self) -> float:
        """Right over found; 0 of none."""
        return self.right / max(1, self.found)

    @property
    def recall(self) -> float:
        """Right over true; 0 of none."""
        return self.right / max(1, self.true)

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return 2 * self.right / max(1, self.found + self.true)


def one_to_one(pairs: Iterable[tuple[float, int, int]]) -> dict[int, int]:
    """Match greedily, the most alike pairs first: the second number of a pair by the first."""
    matched: dict[int, int] = {}
    taken: set[int] = set()
    for _, one, other in sorted(pairs, key=lambda pair: (-pair[0], *pair[1:])):
        if one not in matched and other not in taken:
            matched[one] = other
            taken.add(other)
    return matched


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean; 0 of none."""
    return sum(values) / len(values) if values else 0.0


def p95(values: Iterable[float]) -> float:
    """The 95th percentile."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]


def slope(points: Sequence[tuple[float, float]]) -> float:
    """The slope of the line of least squares."""
    x_mean = sum(x for x, _ in points) / len(points)
    y_mean = sum(y for _, y in points) / len(points)
    across = sum((x - x_mean) ** 2 for x, _ in points)
    return sum((x - x_mean) * (y - y_mean) for x, y in points) / across


def seconds_of(run: Callable[..., object], *given: object) -> float:
    """CPU seconds of a call."""
    started = process_time()
    run(*given)
    return process_time() - started


def parse_seconds(*pages: bytes) -> float:
    """CPU seconds of lxml's parse of some pages."""
    return sum(seconds_of(lxml.html.document_fromstring, page) for page in pages)


def can_be_parsed(html: bytes) -> bool:
    """Tell whether lxml makes a tree of a page."""
    with suppress(etree.LxmlError, ValueError):
        lxml.html.document_fromstring(html)
        return True
    return False


def parsed(html: bytes) -> etree._Element:
    """A page as the XPaths of truth were made for, read as UTF-8 where its bytes are."""
    try:
        html.decode()
    except UnicodeDecodeError:
        return lxml.html.document_fromstring(html)
    return lxml.html.document_fromstring(html, parser=lxml.html.HTMLParser(encoding="utf-8"))


def table(rows: Mapping[str, Mapping[str, float]]) -> str:
    """Named rows of figures as lines, shares with three digits."""
    names = list(next(iter(rows.values()), {}))
    first = 2 + max(map(len, rows), default=0)
    lines = [f"{'':{first}}" + "".join(f" {name:>9}" for name in names)]
    for name, row in rows.items():
        cells = (
            f" {one:{max(9, len(title))}{'' if isinstance(one, int) else '.3f'}}"
            for title, one in row.items()
        )
        lines.append(f"{name:{first}}" + "".join(cells))
    return "\n".join(lines)


def markdown(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells as a table in Markdown, the first being its head."""
    rows = [rows[0], ["---"] * len(rows[0]), *rows[1:]]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |"
        for row in rows
    )
