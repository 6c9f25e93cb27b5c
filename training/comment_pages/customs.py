"""Customs: ways of building a discussion that many sites share, as programs spread them.

A custom settles some of a site's decisions, and where the pieces of a comment stand; all else, and
all names, each site decides by itself. In ``customs.txt`` a custom begins with a line of kinds,
eras, and the pieces above, below and beside a body; then follow decisions by their keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Plan:
    """The pieces above, below and beside a body, in order."""

    head: tuple[str, ...]
    foot: tuple[str, ...]
    side: tuple[str, ...]


@dataclass(frozen=True)
class Custom:
    """What sites of some kinds and eras agree on: for a decision's key, the options that stay."""

    kinds: tuple[str, ...]
    eras: tuple[str, ...]
    plan: Plan
    settled: Mapping[str, Sequence[object]]


def _option(text: str) -> object:
    known: dict[str, object] = {"yes": True, "no": False, "-": ""}
    if text in known:
        return known[text]
    return float(text) if "." in text else int(text) if text.isdigit() else text


def _custom(block: str) -> Custom:
    first, _, rest = block.partition("\n")
    kinds, eras, *lines = (tuple(part.split()) if part != "-" else () for part in first.split(": "))
    pairs = (entry.split(" = ") for entry in " ".join(rest.split()).rstrip(";").split("; "))
    settled = {key: [_option(text) for text in value.split(" | ")] for key, value in pairs}
    return Custom(kinds, eras, Plan(*lines), settled)


CUSTOMS = tuple(
    _custom(block)
    for block in Path(__file__)
    .with_suffix(".txt")
    .read_text(encoding="utf-8")
    .strip()
    .split("\n\n")
)
