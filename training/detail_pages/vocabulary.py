"""The words of pages about things: "Add to cart", "Living area", in many languages."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from training.comment_pages.tongue import Tongue, tongue_of

FOLDER = Path(__file__).parent / "vocabulary"


def _read(code: str) -> dict[str, tuple[str, ...]]:
    path = FOLDER / f"{code}.txt"
    if not path.exists():
        return {}
    pairs = (line.split(" = ", 1) for line in path.read_text("utf-8").splitlines() if line)
    return {key: tuple(value.split("|")) for key, value in pairs}


@cache
def full_tongue(code: str) -> Tongue:
    """The phrases of discussions and of things; what a language lacks is English."""
    own = {**_read("en"), **_read(code)}
    try:
        own.update(tongue_of(code).phrases)
    except FileNotFoundError:
        own.update(tongue_of("en").phrases)
    return Tongue(code, own)
