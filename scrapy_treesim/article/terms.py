"""Terms of a text and TF-IDF vectors of them, for Chinese and for spaced scripts alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from math import inf, log, sqrt
from operator import methodcaller
from typing import TypeAlias

_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0eff\U00020000-\U0003134f"
_TERM = re.compile(rf"[{_UNSPACED}]+|[^\W{_UNSPACED}]+")
_PLAIN_TERM = re.compile(r"\w+", re.ASCII)
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")

_whole = methodcaller("group")


def terms(text: str) -> Counter[str]:
    """Words, lower-cased; of scripts written without spaces, pairs of neighbouring characters."""
    return Counter(list_terms(text))


def list_terms(text: str) -> list[str]:
    """The same terms as they come, each as often as it does."""
    if text.isascii():
        return _PLAIN_TERM.findall(text.lower())
    found: list[str] = []
    for run in map(_whole, _TERM.finditer(text.lower())):
        if run[0] >= "\u0e00" and len(run) > 1 and _IS_UNSPACED.match(run):
            found.extend(run[i : i + 2] for i in range(len(run) - 1))
        else:
            found.append(run)
    return found


Vector: TypeAlias = Mapping[str, float]
"""Weights by term."""


class TfIdf:
    """TF-IDF weights over the blocks of one page (Wang 2010, equation 1)."""

    def __init__(self, documents: Iterable[Iterable[str]]) -> None:
        self._holding: Counter[str] = Counter()
        self._documents = 0
        for document in documents:
            self._holding.update(iter(document))
            self._documents += 1

    def vector(self, document: Mapping[str, int]) -> Vector:
        """Term frequency times the smoothed logarithm of the inverse document frequency, the
        whole scaled to length 1."""
        weights = {
            term: count * log(1 + (self._documents + 1) / (self._holding[term] + 1))
            for term, count in document.items()
        }
        norm = sqrt(sum(weight * weight for weight in weights.values()))
        return {term: weight / norm for term, weight in weights.items()}


class Nearest:
    """The largest cosine (equation 2) of a vector with any of a few: through an index of their
    terms, so that those which share none cost nothing.

    ``most`` is how many products of weights are made in all; what is asked after that is like none.
    """

    def __init__(self, vectors: Iterable[Vector], most: float = inf) -> None:
        self._left = most
        self._holding: dict[str, list[tuple[int, float]]] = {}
        for number, vector in enumerate(vectors):
            for term, weight in vector.items():
                self._holding.setdefault(term, []).append((number, weight))

    def cosine(self, vector: Vector) -> float:
        """In [0, 1]; 0 where no term is shared."""
        self._left -= sum(len(self._holding.get(term, ())) for term in vector)
        if self._left < 0:
            return 0.0
        products: dict[int, float] = {}
        for term, weight in vector.items():
            for number, other in self._holding.get(term, ()):
                products[number] = products.get(number, 0.0) + weight * other
        return min(1.0, max(products.values(), default=0.0))
