"""Texts: replaced, joined with others, in other digits and other scripts."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final

from benchmarks.fuzz.mutations.amounts import some, times
from benchmarks.fuzz.odd_values import AMOUNTS, DATES, DECLARED, as_bytes, odd_text
from benchmarks.fuzz.tokens import tokens_of

_DIGITS: Final = ("٠١٢٣٤٥٦٧٨٩", "०१२३४५६७८९", "０１２３４５６７８９", "⁰¹²³⁴⁵⁶⁷⁸⁹", "⓪①②③④⑤⑥⑦⑧⑨")
_DIGIT: Final = re.compile(rb"[0-9]")


def change_texts(draw: Random, html: bytes, other: Callable[[], bytes]) -> bytes:
    """Damage to what a page says."""
    tokens = tokens_of(html)
    texts = [n for n, token in enumerate(tokens) if not token.startswith(b"<") and token.strip()]
    if draw.random() < 0.1:
        declared = draw.choice(DECLARED).encode()
        return b'<script type="application/ld+json">' + declared + b"</script>" + html
    if not texts:
        return html + as_bytes(odd_text(draw))
    if draw.random() < 0.2:
        digits = draw.choice(_DIGITS)
        for number in some(draw, texts, 200):
            tokens[number] = _DIGIT.sub(lambda one: digits[int(one[0])].encode(), tokens[number])
        return b"".join(tokens)
    kind = draw.choice((DATES, AMOUNTS, None))
    for number in some(draw, texts, 60):
        new = as_bytes(draw.choice(kind) if kind else odd_text(draw))
        match draw.randrange(4):
            case 0:
                tokens[number] = new
            case 1:
                tokens[number] += b" " + new
            case 2:
                tokens[number] = new + b" " + tokens[number]
            case _:
                tokens[number] = (new or b"x") * min(times(draw, 200), 1 + 4_000 // (1 + len(new)))
    return b"".join(tokens)
