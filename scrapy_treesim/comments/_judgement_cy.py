"""Kernel of the judgement: scores of all threads, and how likely the best ones are comments."""

from __future__ import annotations

from array import array

try:
    import cython
except ModuleNotFoundError:
    from scrapy_treesim import _cython as cython  # type: ignore[no-redef]

from scrapy_treesim.comments._evidence_cy import Evidence

# Compiled, these are functions of C, named in the .pxd.
if not cython.compiled:
    from math import exp, log


def score_all(evidence: Evidence, ranking: array[float], width: int, scores: array[float]) -> float:
    """Score every thread; return the logarithm of the sum of their odds.

    ``ranking`` holds three rows of ``width`` weights and a constant: for one post, for two or
    three, for more.
    """
    threads = evidence.threads
    highest = -1e300
    for thread in range(threads.count):
        evidence.weigh(thread)
        count = threads.first_post[thread + 1] - threads.first_post[thread]
        at = (width + 1) * (0 if count == 1 else 1 if count <= 3 else 2)
        score = ranking[at + width]
        for place in range(width):
            score += ranking[at + place] * evidence.row[place]
        scores[thread] = score
        if score > highest:
            highest = score
    total = 0.0
    for thread in range(threads.count):
        total += exp(scores[thread] - highest)
    if threads.count == 0:
        return highest
    highest += log(total)
    return highest


def likelihood(
    numbers: array[float], alone: array[float], paired: array[int], together: array[float]
) -> float:
    """How likely comments are, in (0, 1), from numbers, and products of any two of ``paired``.

    ``alone`` has a weight for every number and a constant; ``together`` one for every pair, each
    number with itself among them, in order.
    """
    width = len(numbers)
    odds = alone[width]
    for place in range(width):
        odds += alone[place] * numbers[place]
    at = 0
    for one in range(len(paired)):
        for other in range(one, len(paired)):
            odds += together[at] * numbers[paired[one]] * numbers[paired[other]]
            at += 1
    if odds > 30.0:
        odds = 30.0
    elif odds < -30.0:
        odds = -30.0
    return float(1.0 / (1.0 + exp(-odds)))
