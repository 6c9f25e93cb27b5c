"""Terms of a text, for Chinese and for spaced scripts alike."""

from __future__ import annotations

import re
from collections import Counter
from operator import methodcaller
from typing import Any

_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0eff\U00020000-\U0003134f"
_TERM = re.compile(rf"[{_UNSPACED}]+|[^\W{_UNSPACED}]+")
_PLAIN_TERM = re.compile(r"\w+", re.ASCII)
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")

_whole = methodcaller("group")


def terms(text: str) -> Counter[str]:
    """Words, lower-cased; of scripts written without spaces, pairs of neighbouring characters."""
    return Counter(list_terms(text))


def likeness(first: Counter[Any], second: Counter[Any]) -> float:
    """Dice's coefficient of two texts' terms, or of any other counts, in [0, 1]."""
    total = first.total() + second.total()
    return 2 * (first & second).total() / total if total else 0.0


def list_terms(text: str) -> list[str]:
    """The terms of a text in order, with repetitions."""
    if text.isascii():
        return _PLAIN_TERM.findall(text.lower())
    result: list[str] = []
    for run in map(_whole, _TERM.finditer(text.lower())):
        if run[0] >= "\u0e00" and len(run) > 1 and _IS_UNSPACED.match(run):
            result.extend(run[i : i + 2] for i in range(len(run) - 1))
        else:
            result.append(run)
    return result
