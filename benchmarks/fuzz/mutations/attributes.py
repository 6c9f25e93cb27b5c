"""Attributes: dropped, doubled, changed, added, very long or very many."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from benchmarks.fuzz.mutations.amounts import some, times
from benchmarks.fuzz.odd_values import ATTRIBUTES, as_bytes, escaped, odd_attribute, odd_text
from benchmarks.fuzz.tokens import attributes_of, is_end, name_of, tokens_of


def change_attributes(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """Damage to attributes of some of the start tags; now and then to all of one name."""
    tokens = tokens_of(html)
    tags = [n for n, token in enumerate(tokens) if name_of(token) and not is_end(token)]
    if not tags:
        return html + b"<p " + as_bytes(odd_attribute(draw)) + b">x</p>"
    if draw.random() < 0.2:
        return _all_of_a_name(draw, html)
    if draw.random() < 0.15:
        # The same on many elements, as pages have it.
        name, added = name_of(tokens[draw.choice(tags)]), as_bytes(odd_attribute(draw))
        chosen = [number for number in tags if name_of(tokens[number]) == name]
        for number in chosen[:300]:
            tokens[number] = _with(tokens[number], added)
        return b"".join(tokens)
    for number in some(draw, tags, 20):
        tokens[number] = _changed(draw, tokens[number])
    return b"".join(tokens)


def _changed(draw: Random, tag: bytes) -> bytes:
    there = attributes_of(tag)
    if not there or draw.random() < 0.3:
        return _with(tag, as_bytes(odd_attribute(draw)))
    start, stop = draw.choice(there)
    one = tag[start:stop]
    name = one.strip().partition(b"=")[0].strip()
    match draw.randrange(6):
        case 0:
            return tag[:start] + tag[stop:]
        case 1:
            return tag[:stop] + one * times(draw, 300) + tag[stop:]
        case 2:
            known = ATTRIBUTES.get(name.decode("ascii", "replace").lower())
            value = draw.choice(known) if known else odd_text(draw)
            return b'%s %s="%s"%s' % (tag[:start], name, as_bytes(escaped(value)), tag[stop:])
        case 3:
            piece = as_bytes(escaped(odd_text(draw) or " "))
            piece *= min(times(draw, 3_000), 1 + 40_000 // len(piece))
            return b'%s %s="%s"%s' % (tag[:start], name, piece, tag[stop:])
        case 4:
            return tag[:start] + b" " + name + tag[stop:]
        case _:
            # A quote that is never closed, a stray sign.
            return (
                tag[:start]
                + draw.choice((b' x="', b" '", b" =", b' "', b"/", b" /x"))
                + tag[start:]
            )


def _with(tag: bytes, attribute: bytes) -> bytes:
    at = 1 + len(name_of(tag))
    return tag[:at] + b" " + attribute + tag[at:]


def _all_of_a_name(draw: Random, html: bytes) -> bytes:
    """All attributes of a name are dropped or get another name."""
    name = as_bytes(draw.choice(("class", "id", "href", "src", "datetime", "title", "itemprop")))
    new = as_bytes(draw.choice((*ATTRIBUTES, "x")))
    return html.replace(b" " + name + b"=", b" " + new + b"=")
