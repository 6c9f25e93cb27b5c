"""Tags: renamed, dropped, doubled, swapped, closed elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.fuzz.mutations.amounts import place_in, times
from benchmarks.fuzz.odd_values import TAGS, as_bytes
from benchmarks.fuzz.tokens import is_end, name_of, tokens_of


def change_tags(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """Damage to some of the tags; now and then to all of one name."""
    tokens = tokens_of(html)
    tags = [number for number, token in enumerate(tokens) if name_of(token)]
    if not tags:
        return b"<" + as_bytes(draw.choice(TAGS)) + b">" + html
    if draw.random() < 0.2:
        return _all_of_a_name(draw, tokens, tags)
    for _ in range(times(draw, 20)):
        one, two = draw.choice(tags), draw.choice(tags)
        match draw.randrange(6):
            case 0:
                tokens[one] = _renamed(tokens[one], as_bytes(draw.choice(TAGS)))
            case 1:
                tokens[one] = b""
            case 2:
                tokens[one] *= 2
            case 3:
                tokens[one], tokens[two] = tokens[two], tokens[one]
            case 4:
                end = b"</" + name_of(tokens[one]) + b">"
                tokens[two] = end + tokens[two] if draw.random() < 0.5 else tokens[two] + end
            case _:
                at = place_in(draw, len(tokens) - 1)
                tokens[at] += b"<" + as_bytes(draw.choice(TAGS)) + b">"
    return b"".join(tokens)


def _all_of_a_name(draw: Random, tokens: list[bytes], tags: list[int]) -> bytes:
    """All tags of a name are renamed, or lose their end tags or start tags."""
    name = name_of(tokens[draw.choice(tags)])
    new = as_bytes(draw.choice(TAGS))
    how = draw.randrange(3)
    for number in tags:
        if name_of(tokens[number]) == name:
            if how == 0:
                tokens[number] = _renamed(tokens[number], new)
            elif is_end(tokens[number]) == (how == 1):
                tokens[number] = b""
    return b"".join(tokens)


def _renamed(tag: bytes, name: bytes) -> bytes:
    start = 2 if is_end(tag) else 1
    return tag[:start] + name + tag[start + len(name_of(tag)) :]
