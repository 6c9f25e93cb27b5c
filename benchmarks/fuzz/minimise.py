"""The least input that still fails the same, by delta debugging (Zeller, Hildebrandt 2002)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from time import monotonic
from typing import Final, TypeAlias, TypeVar

from benchmarks.fuzz.checks import Sample
from benchmarks.fuzz.mutations import elements_of, tokens_of
from benchmarks.fuzz.targets import Target
from benchmarks.fuzz.workers import AGAIN, CRASH, KINDS, Failed, Failure, Limits, failures_of

T = TypeVar("T")
Fails: TypeAlias = "Callable[[bytes], bool]"

SECONDS: Final = 120.0
"""On the clock, that one input is made smaller at most."""
_FEW: Final = 3_000
"""Bytes up to which an input is taken apart byte by byte."""


def minimised(html: bytes, fails: Fails, seconds: float = SECONDS) -> bytes:
    """The input without what it fails without; as it is where it does not fail.

    Tags and texts are left out, then the tags around elements, at last bytes: again and again until
    no more can be, or until the time is over.
    """
    until = monotonic() + seconds
    known = cache(fails)

    def still(parts: Sequence[bytes]) -> bool:
        return monotonic() < until and known(b"".join(parts))

    before = b""
    while html != before and still([html]):
        before = html
        parts = ddmin(tokens_of(html), still)
        html = _unwrapped(b"".join(parts), still)
        if len(html) <= _FEW:
            parts = ddmin([html[at : at + 1] for at in range(len(html))], still)
            html = b"".join(parts)
    return html


def ddmin(parts: Sequence[T], fails: Callable[[Sequence[T]], bool]) -> Sequence[T]:
    """Parts of which none can be left out without the failure going away; all together fail."""
    size = -(-len(parts) // 2)
    while size:
        start, before = 0, len(parts)
        while start < len(parts):
            rest = [*parts[:start], *parts[start + size :]]
            if fails(rest):
                parts = rest
            else:
                start += size
        if size > 1:
            size = -(-min(size, len(parts)) // 2)
        elif len(parts) == before:
            break
    return parts


def _unwrapped(html: bytes, fails: Callable[[Sequence[bytes]], bool]) -> bytes:
    """Without the tags around elements, outer ones first."""
    tokens = tokens_of(html)
    for start, stop in sorted(elements_of(tokens), key=lambda span: span[0] - span[1]):
        rest = [*tokens]
        rest[start] = rest[stop - 1] = b""
        if fails(rest):
            tokens = rest
    return b"".join(tokens)


def by_cause(failed: Iterable[Failed]) -> list[list[Failed]]:
    """The failures of each cause, the worst causes first, in each the first variants first."""
    found: dict[tuple[str, ...], list[Failed]] = {}
    for one in sorted(failed, key=lambda one: (KINDS.index(one.failure.kind), one.number)):
        found.setdefault(one.failure.key, []).append(one)
    return [*found.values()]


def least_sample(
    failure: Failure, sample: Sample, target: Target, limits: Limits, seconds: float
) -> Sample | None:
    """The sample with as little as fails the same; None where it does not fail by itself."""
    times = AGAIN if failure.kind == CRASH else 1

    def fails(some: Sample) -> bool:
        found = failures_of({failure.target: target}, some, limits, times)
        return any(one.key == failure.key for one in found)

    # Simpler first: a plain address, and no number where none has a part.
    simpler = (Sample(sample.html), Sample(sample.html, number=sample.number), sample)
    simple = next(filter(fails, simpler), None)
    if simple is None:
        return None
    html = minimised(sample.html, lambda html: fails(replace(simple, html=html)), seconds)
    return replace(simple, html=html)
