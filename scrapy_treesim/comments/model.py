"""The model: a ranking of all threads, and a classifier of the best of them.

Both are linear in the features that :mod:`.features` names, with weights in ``weights.json``, so
that every answer can be taken apart. ``training/comments.py`` fits them.
"""

from __future__ import annotations

import json
import math
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Final, NamedTuple

from scrapy_treesim.comments._features_cy import ThreadFeatures, best_of, probability
from scrapy_treesim.comments.features import CLASSIFIER_FEATURES, FEATURES, PAIRED

if TYPE_CHECKING:
    from scrapy_treesim.comments._candidates_cy import Threads

MAX_CANDIDATES: Final = 3
"""The best threads of the ranking, which the classifier is asked about."""

SIZES: Final = ("one", "few", "many")
"""Threads of one post, of two or three, and of more are ranked by weights of their own."""
PAIRS: Final = tuple(f"{one}*{other}" for one, other in combinations_with_replacement(PAIRED, 2))
MIN_PROSE_POSTS: Final = 2
MAX_LINKED: Final = 0.15
MIN_SENTENCES: Final = 0.5
"""Posts of prose: how many at least; shares of characters in links, of posts with a sentence."""
MAX_LIFTED_ODDS: Final = 12.0
"""Log odds beyond which they count no more where others are added."""
MAX_PRICED: Final = 0.1
"""Share of posts with a price up to which a thread is not one of goods."""
_PROSE_PLACES: Final = tuple(
    list(CLASSIFIER_FEATURES).index(name) for name in ("linked", "with_sentences")
)
_PRICED_PLACE: Final = list(CLASSIFIER_FEATURES).index("with_prices")
_PAIRED_PLACES: Final = array("i", [CLASSIFIER_FEATURES.index(name) for name in PAIRED])


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the ranking and of the classifier, in the order of their features."""

    ranking: array[float]
    """Of a thread's features and a constant, once for each of :data:`SIZES`."""
    single: array[float]
    """The classifier's, of its features and a constant."""
    pairs: array[float]
    """The classifier's, of the products in :data:`PAIRS`."""

    def to_json(self) -> str:
        """The weights with their names."""
        width = len(FEATURES) + 1
        ranking = {
            size: _named((*FEATURES, "always"), self.ranking[place * width : (place + 1) * width])
            for place, size in enumerate(SIZES)
        }
        classifier = _named((*CLASSIFIER_FEATURES, "always"), self.single) | _named(
            PAIRS, self.pairs
        )
        return json.dumps({"ranking": ranking, "classifier": classifier}, indent=0) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Weights:
        """The weights of a JSON text; a :exc:`KeyError` names the one that is missing."""
        steps = json.loads(text)
        ranking = array("d")
        for size in SIZES:
            ranking.extend(_ordered(steps["ranking"][size], (*FEATURES, "always")))
        classifier = steps["classifier"]
        return cls(
            ranking,
            _ordered(classifier, (*CLASSIFIER_FEATURES, "always")),
            _ordered(classifier, PAIRS),
        )


@cache
def shipped() -> Weights:
    """The weights that ship."""
    return Weights.from_json(files(__package__).joinpath("weights.json").read_text("utf-8"))


def _named(names: Iterable[str], values: Iterable[float]) -> dict[str, float]:
    return {name: float(f"{value:.5g}") for name, value in zip(names, values, strict=True)}


def _ordered(named: Mapping[str, float], names: Iterable[str]) -> array[float]:
    return array("d", [named[name] for name in names])


class Candidate(NamedTuple):
    """One of the best threads of a page."""

    confidence: float
    """The probability that its posts are comments."""
    score: float
    """Its score in the ranking; only comparisons within a page mean anything."""
    thread: int
    is_prose: bool = False
    """Whether it is two posts or more that say sentences, with hardly a link."""
    is_priced: bool = False
    """Whether more than a few of its posts name a price."""
    features: array[float] = array("d")
    """Its features, in the order of :data:`CLASSIFIER_FEATURES`."""

    @property
    def preference(self) -> float:
        """The logarithm of its odds in both steps, by which the thread to be read is chosen."""
        return math.log(self.confidence / (1 - self.confidence)) + self.score

    def lifted(self, always: float, of_odds: float) -> Candidate:
        """The same with other odds: some for sure, and some of its own."""
        odds = math.log(self.confidence / (1 - self.confidence))
        own = max(-MAX_LIFTED_ODDS, min(MAX_LIFTED_ODDS, odds))
        return self._replace(confidence=1 / (1 + math.exp(-always - of_odds * own)))


def best_candidates(threads: Threads, weights: Weights) -> list[Candidate]:
    """The best threads of the ranking with their probabilities, the best first."""
    features = ThreadFeatures(threads)
    scores = array("d", bytes(8 * threads.count))
    total = features.rank(weights.ranking, scores)
    best = array("i", bytes(4 * min(MAX_CANDIDATES, threads.count)))
    best_of(scores, best)
    found = []
    for thread in best:
        values = classifier_values(features, thread, scores[thread], total)
        confidence = probability(values, weights.single, _PAIRED_PLACES, weights.pairs)
        is_prose = _is_prose(threads, thread, values)
        is_priced = values[_PRICED_PLACE] > MAX_PRICED
        found.append(Candidate(confidence, scores[thread], thread, is_prose, is_priced, values))
    return found


def _is_prose(threads: Threads, thread: int, values: array[float]) -> bool:
    if threads.size(thread) < MIN_PROSE_POSTS:
        return False
    linked, sentences = (values[place] for place in _PROSE_PLACES)
    return linked < MAX_LINKED and sentences >= MIN_SENTENCES


def classifier_values(
    features: ThreadFeatures, thread: int, score: float, total: float
) -> array[float]:
    """A thread's :data:`CLASSIFIER_FEATURES`."""
    values = features.filled(thread)
    one = float(features.threads.size(thread) == 1)
    values.extend((one, score, total, min(score, 0.0), min(total, 0.0), max(total, 2.0)))
    return values
