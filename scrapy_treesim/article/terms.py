"""Terms of a text and TF-IDF vectors of them, for Chinese and for spaced scripts alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from math import log, sqrt

_UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0eff\U00020000-\U0003134f"
_TERM = re.compile(rf"[{_UNSPACED}]+|[^\W{_UNSPACED}]+")
_IS_UNSPACED = re.compile(rf"[{_UNSPACED}]")


def terms(text: str) -> Counter[str]:
    """Words, lower-cased; of scripts written without spaces, pairs of neighbouring characters."""
    found: Counter[str] = Counter()
    for run in _TERM.findall(text.lower()):
        if len(run) > 1 and _IS_UNSPACED.match(run):
            found.update(run[i : i + 2] for i in range(len(run) - 1))
        else:
            found[run] += 1
    return found


class TfIdf:
    """TF-IDF weights over the blocks of one page (Wang 2010, equation 1)."""

    def __init__(self, documents: Iterable[Mapping[str, int]]) -> None:
        self._holding: Counter[str] = Counter()
        self._documents = 0
        for document in documents:
            self._holding.update(document.keys())
            self._documents += 1

    def weights(self, document: Mapping[str, int]) -> dict[str, float]:
        """Term frequency times the smoothed logarithm of the inverse document frequency."""
        return {
            term: count * log(1 + (self._documents + 1) / (self._holding[term] + 1))
            for term, count in document.items()
        }

    def cosine(self, one: Mapping[str, int], other: Mapping[str, int]) -> float:
        """Cosine of two documents' weights, in [0, 1] (equation 2); 0 where one has no terms."""
        v, u = self.weights(one), self.weights(other)
        norm = sqrt(sum(x * x for x in v.values()) * sum(x * x for x in u.values()))
        return sum(x * u[term] for term, x in v.items() if term in u) / norm if norm else 0.0
