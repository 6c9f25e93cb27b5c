"""Damage to a page, by kinds: each takes its bytes and gives back others."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from benchmarks.fuzz.mutations.attributes import change_attributes
from benchmarks.fuzz.mutations.encoding import change_encoding
from benchmarks.fuzz.mutations.nesting import change_nesting
from benchmarks.fuzz.mutations.raw_bytes import change_bytes
from benchmarks.fuzz.mutations.splicing import splice
from benchmarks.fuzz.mutations.tags import change_tags
from benchmarks.fuzz.mutations.texts import change_texts
from benchmarks.fuzz.mutations.truncation import truncate

Other: TypeAlias = "Callable[[], bytes]"
"""Another page, if one is wanted."""
Mutation: TypeAlias = "Callable[[Random, bytes, Other], bytes]"

MUTATIONS: Final[dict[str, Mutation]] = {
    "bytes": change_bytes,
    "tags": change_tags,
    "attributes": change_attributes,
    "nesting": change_nesting,
    "texts": change_texts,
    "splicing": splice,
    "truncation": truncate,
    "encoding": change_encoding,
}
"""The kinds of damage. Encoding is the last of several: the others read ASCII."""

MORE: Final = 0.45
"""How likely it is that a page is damaged once more."""
MOST_ADDED: Final = 60_000
"""Bytes that damage adds to a page at most."""


def mutated(draw: Random, html: bytes, other: Other) -> tuple[bytes, tuple[str, ...]]:
    """A page damaged once or several times, and the kinds of damage in their order."""
    kinds = [draw.choice((*MUTATIONS,))]
    while draw.random() < MORE:
        kinds.append(draw.choice((*MUTATIONS,)))
    kinds.sort(key=[*MUTATIONS].index)
    most = len(html) + MOST_ADDED
    for kind in kinds:
        html = MUTATIONS[kind](draw, html, other)[:most]
    return html, tuple(kinds)
