"""Elements: wrapped deep, unwrapped, left open, moved, repeated, put at other depths."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.fuzz.mutations.amounts import place_in, times
from benchmarks.fuzz.odd_values import TAGS, as_bytes, odd_attribute
from benchmarks.fuzz.tokens import Span, elements_of, name_of, tokens_of

MOST_REPEATED = 40_000
"""Bytes that come of repeating one subtree."""
MOST_WRAPPED = 3_000
"""Elements around one another."""


def change_nesting(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """Damage to where elements stand."""
    tokens = tokens_of(html)
    for _ in range(times(draw, 6)):
        elements = elements_of(tokens)
        if not elements:
            break
        tokens = _changed(draw, tokens, elements)
    return b"".join(tokens)


def _changed(draw: Random, tokens: list[bytes], elements: list[Span]) -> list[bytes]:
    start, stop = draw.choice(elements)
    inside = tokens[start:stop]
    match draw.randrange(8):
        case 0:
            return [*tokens[:start], *_wrapped(draw, inside), *tokens[stop:]]
        case 1:
            # Siblings of its name at depths of their own.
            name = name_of(inside[0])
            alike = [span for span in elements if name_of(tokens[span[0]]) == name][:40]
            changed = [*tokens]
            for first, last in alike:
                before, after = _wrapper(draw, draw.randrange(5))
                changed[first] = before + changed[first]
                changed[last - 1] += after
            return changed
        case 2:
            return [*tokens[: stop - 1], *tokens[stop:]]
        case 3:
            return [*tokens[:start], *inside[1:-1], *tokens[stop:]]
        case 4:
            rest = [*tokens[:start], *tokens[stop:]]
            at = place_in(draw, len(rest))
            return [*rest[:at], *inside, *rest[at:]]
        case 5:
            size = 1 + sum(map(len, inside))
            count = min(times(draw, 2_000), 1 + MOST_REPEATED // size)
            return [*tokens[:stop], b"".join(inside) * count, *tokens[stop:]]
        case 6:
            # A sibling that only one of those alike has.
            added = tokens_of(b"<dd><span>x</span></dd>" if draw.random() < 0.5 else b"<i></i>")
            return [*tokens[:start], *added * times(draw, 9), *tokens[start:]]
        case _:
            first, last = draw.choice(elements)
            if stop <= first:
                start, stop, first, last = first, last, start, stop
            if last > start:
                return [*tokens[:start], *tokens[stop:]]
            between = tokens[last:start]
            return [
                *tokens[:first], *tokens[start:stop], *between, *tokens[first:last], *tokens[stop:]
            ]  # fmt: skip


def _wrapped(draw: Random, inside: list[bytes]) -> list[bytes]:
    depth = times(draw, MOST_WRAPPED)
    before, after = _wrapper(draw, depth)
    # Left open, at times.
    return [before, *inside, after if draw.random() < 0.8 else b""]


def _wrapper(draw: Random, depth: int) -> tuple[bytes, bytes]:
    if depth > 20:
        name = as_bytes(draw.choice(TAGS))
        attribute = b" " + as_bytes(odd_attribute(draw))[:60] if draw.random() < 0.2 else b""
        if b'"' in attribute and attribute.count(b'"') != 2:
            attribute = b""
        return (b"<" + name + attribute + b">") * depth, (b"</" + name + b">") * depth
    names = [as_bytes(draw.choice(TAGS)) for _ in range(depth)]
    before = b"".join(b"<" + name + b">" for name in names)
    return before, b"".join(b"</" + name + b">" for name in reversed(names))
