"""Single bytes: flipped, inserted, deleted, runs of them repeated or moved."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from benchmarks.fuzz.mutations.amounts import place_in, times

_TELLING: Final = b"<>/=\"'&;#!-? \n\x00\x0c\x80\xc2\xe2\xed\xf0\xff\xfe0"


def change_bytes(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """Damage without regard to what the bytes mean."""
    held = bytearray(html)
    for _ in range(times(draw, 40)):
        at = place_in(draw, len(held))
        length = times(draw, 200)
        match draw.randrange(6):
            case 0 if held:
                held[at % len(held)] ^= 1 << draw.randrange(8)
            case 1:
                held.insert(at, draw.choice(_TELLING))
            case 2:
                held[at:at] = draw.randbytes(times(draw, 30))
            case 3:
                del held[at : at + length]
            case 4:
                held[at:at] = held[at : at + length] * times(draw, 8)
            case _:
                there = place_in(draw, len(held))
                held[there:there] = held[at : at + length]
    return bytes(held)
