"""A failure as Python source that can be pasted into a test."""

from __future__ import annotations

import re
from textwrap import indent
from typing import Final

from benchmarks.fuzz.failures import CRASH, EXCEPTION, Failure
from benchmarks.fuzz.sample import NO_URL, Sample
from benchmarks.fuzz.targets import TARGETS

_WIDTH: Final = 80


def source_of(failure: Failure, sample: Sample) -> str:
    """A test that fails as the variant did."""
    target = TARGETS[failure.target].run
    name = re.sub(r"\W+", "_", f"{failure.target} {failure.what}".lower()).strip("_")[:60]
    given = [literal(sample.html)]
    if sample.url != NO_URL or sample.number:
        given.append(repr(sample.url))
    if sample.number:
        given.append(str(sample.number))
    call = f"{target.__name__}(sample)"
    if failure.kind == CRASH:
        # What is overwritten may be noticed later.
        call = f"for _ in range(20):\n    {target.__name__}(Sample(sample.html))\n    gc.collect()"
    lines = [
        *(["import gc", ""] if failure.kind == CRASH else []),
        "from benchmarks.fuzz.sample import Sample",
        f"from {target.__module__} import {target.__name__}",
        "",
        "",
        f"def test_{name}() -> None:",
        f"    # {failure}",
        "    sample = Sample(",
        *(f"{indent(one, '        ')}," for one in given),
        "    )",
        indent(call, "    "),
    ]
    if failure.kind == EXCEPTION:
        last = failure.message.strip().splitlines()[-1:]
        lines.insert(lines.index(f"    # {failure}") + 1, f"    # {' '.join(last)[:90]!a}")
    return "\n".join(lines) + "\n"


def literal(html: bytes) -> str:
    """Bytes as a literal, on several lines where they are many."""
    if len(html) <= _WIDTH:
        return repr(html)
    pieces = [html[at : at + _WIDTH] for at in range(0, len(html), _WIDTH)]
    return "\n".join(map(repr, pieces))
