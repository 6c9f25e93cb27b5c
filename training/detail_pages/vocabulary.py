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


def _discussions(code: str) -> dict[str, tuple[str, ...]]:
    try:
        return dict(tongue_of(code).phrases)
    except FileNotFoundError:
        return dict(tongue_of("en").phrases)


@cache
def full_tongue(code: str) -> Tongue:
    """The phrases of discussions and of things; what a language lacks is English."""
    return Tongue(code, {**_read("en"), **_discussions(code), **_read(code)})


@cache
def knows(code: str, key: str) -> bool:
    """Whether the language has words of its own for ``key``."""
    return key in (_read(code) or _read("en"))


@cache
def labelled(code: str) -> frozenset[str]:
    """Names of the facts for which the language has labels of its own."""
    keys = _read(code) or _read("en")
    return frozenset(key.partition(".")[2] for key in keys if key.startswith("label."))
